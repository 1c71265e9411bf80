//! The page on the screen, and in linear mode.

use ratatui::layout::Rect;

use super::reader::Reader;
use crate::render::heading::readable_date;
use crate::tui::draw::{Canvas, LinearScreen};
use crate::tui::environment::Environment;

impl Reader {
    /// Draws the visible lines, the head of a table over its rows, and the scrollbar.
    pub fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        self.sheet.draw(area, true, canvas);
        if let Some(table) = self.pinned_table() {
            let head = &self.sheet.page.lines[table.head.clone()];
            let height = u16::try_from(head.len()).unwrap_or(0);
            let area = Rect { height, ..area };
            canvas.clear(area);
            canvas.lines(area, head, None);
        }
        self.sheet.draw_scrollbar(area, canvas);
    }

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
