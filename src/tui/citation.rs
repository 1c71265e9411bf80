//! A section as a citation: its text, its path, and where it comes from.

use super::library::Library;
use crate::render::Line;
use crate::render::heading::readable_date;
use crate::rules::SectionRef;

/// Citations are this wide: they go into messages.
const WIDTH: u16 = 76;

/// The citation of a section.
pub fn of(library: &Library, section: SectionRef) -> String {
    let page = library.bare_page(section, WIDTH);
    let lines: Vec<_> = page.lines.iter().map(Line::text).collect();
    let margin = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let text: Vec<_> = lines
        .iter()
        .map(|line| line.get(margin..).unwrap_or("").trim_end())
        .collect();
    let text = text.join("\n");
    format!("{}\n\n{}\n", text.trim_end(), origin(library, section))
}

/// `Kill Team › Killzone: Tomb World › Breach (Tomb World, 10 Sep 2025)`
fn origin(library: &Library, section: SectionRef) -> String {
    let book = &library.book;
    let document = book.document_of(section);
    let front_matter = &document.front_matter;
    let date = front_matter.last_update_date.as_deref().map(readable_date);
    let origin: Vec<_> = front_matter
        .source
        .clone()
        .into_iter()
        .chain(date)
        .collect();
    let game = &book.game(document.game).name;
    let symbols = library.symbols;
    let path = format!("{game}{}{}", symbols.path, library.path(section));
    if origin.is_empty() {
        path
    } else {
        format!("{path} ({})", origin.join(", "))
    }
}
