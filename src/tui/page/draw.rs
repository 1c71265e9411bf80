//! The page in linear mode.

use super::reader::Reader;
use crate::render::heading::readable_date;
use crate::tui::draw::LinearScreen;
use crate::tui::environment::Environment;

impl Reader {
    /// The page in linear mode.
    #[must_use]
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        self.sheet.linear(self.name(env), self.line, env)
    }

    /// Document, section, date, bookmark.
    fn name(&self, env: &Environment<'_>) -> String {
        let (book, symbols) = (&env.library.book, env.styles.symbols());
        let titles = env.library.titles(self.focus);
        let mut name = titles[0].clone();
        if titles.len() > 1 {
            name = format!("{name}: {}", titles[1..].join(symbols.path));
        }
        let front_matter = &book.document_of(self.focus).front_matter;
        if let Some(date) = &front_matter.last_update_date {
            name = format!("{name}, {}", readable_date(date));
        }
        match env.state.bookmark(&book.section(self.focus).id) {
            Some(bookmark) => format!("{name}{} {}", symbols.bookmark, bookmark.name),
            None => name,
        }
    }
}
