//! Copying a rule: the text, and where it stands.

use crate::render::Line;
use crate::render::heading::readable_date;
use crate::tui::app::App;
use crate::tui::clipboard::Clip;

/// Citations are set this wide: to be pasted into a message.
const WIDTH: u16 = 76;

impl App {
    /// Copies the section being read as a citation: its text, its path, where it comes from and when.
    pub(super) fn copy(&mut self) {
        let section = self.reader.focus;
        let page = self.library.bare_page(section, WIDTH);
        let text: Vec<_> = page.lines.iter().map(Line::text).collect();
        let margin = text
            .iter()
            .filter(|line| !line.trim().is_empty())
            .map(|line| line.len() - line.trim_start().len())
            .min();
        let lines = text
            .iter()
            .map(|line| line.get(margin.unwrap_or(0)..).unwrap_or("").trim_end());
        let citation = format!(
            "{}\n\n{}\n",
            lines.collect::<Vec<_>>().join("\n").trim_end(),
            self.citation()
        );
        self.hand_over(self.library.book.section(section).full_title(), citation);
    }

    /// Copies the id of the section being read.
    pub(super) fn copy_id(&mut self) {
        let id = self.library.book.section(self.reader.focus).id.clone();
        self.hand_over(id.clone(), id);
    }

    /// Asks whoever has the terminal to copy a text; what becomes of it is told when it is known.
    fn hand_over(&mut self, name: String, text: String) {
        self.status = Some(format!("copying {name}"));
        self.requests.clipboard = Some(Clip { name, text });
    }

    /// `Kill Team › Killzone: Tomb World › Breach (Tomb World, 10 Sep 2025)`
    fn citation(&self) -> String {
        let book = &self.library.book;
        let document = book.document_of(self.reader.focus);
        let game = &book.game(document.game).name;
        let front = &document.front_matter;
        let origin = [
            front.source.clone(),
            front.last_update_date.as_deref().map(readable_date),
        ];
        let origin = origin.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let path = self.library.path(self.reader.focus);
        let path = format!("{game}{}{path}", self.library.form.symbols.path);
        if origin.is_empty() {
            path
        } else {
            format!("{path} ({origin})")
        }
    }
}
