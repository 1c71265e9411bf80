//! The side pane on the screen, and in linear mode.

use ratatui::layout::Rect;

use super::state::Side;
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::draw::{Canvas, LinearScreen, Row};
use crate::tui::environment::Environment;
use crate::tui::side_content::SideContent;

impl Side {
    /// Draws the caption and, in the area of the environment, the visible lines. Under the page the caption is on the line
    /// between the two.
    pub fn draw(&self, area: Rect, under: bool, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        canvas.clear(area);
        if under {
            let line = canvas.styles.symbols().across;
            let line = line.repeat(usize::from(area.width));
            canvas.row(area).put(&line, Role::Border);
        }
        let mut caption = canvas.row_in(area, 1);
        self.write_caption(&mut caption, env);
        if under {
            caption.put(" ", Role::Border);
        }
        if self.focused {
            let sign = canvas.styles.symbols().chosen;
            canvas.row(area).within(1, |row| row.put(sign, Role::Link));
        }
        self.sheet.draw(env.area, self.focused, canvas);
        self.sheet.draw_scrollbar(env.area, canvas);
    }

    fn write_caption(&self, row: &mut Row<'_>, env: &Environment<'_>) {
        let role = if self.focused {
            Role::Heading
        } else {
            Role::Dim
        };
        match self.content() {
            Some(SideContent::Pin(section)) => {
                let titles = env.library.titles(section);
                let above = &titles[..titles.len() - 1];
                row.put(" Pinned  ", role)
                    .cut_path(&above.join(env.styles.symbols().path), Role::Dim);
            }
            Some(SideContent::Links(section)) => {
                let count = match env.library.known_backlinks(section) {
                    Some(links) if !links.to(section).is_empty() => {
                        format!("  {}", links.to(section).len())
                    }
                    _ => String::new(),
                };
                let name = env.library.book.section(section).full_title();
                let wide = u16::try_from(wrap::width(&count)).unwrap_or(0);
                let room = row.room().saturating_sub(wide);
                row.within(room, |row| row.cut(&format!(" What links to {name}"), role))
                    .put(&count, Role::Dim);
            }
            None => {}
        }
    }

    /// The pane in linear mode.
    #[must_use]
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        let named = |section| env.library.title_and_document(section, None);
        let name = match self.content() {
            Some(SideContent::Pin(section)) => format!("Pinned: {}", named(section)),
            Some(SideContent::Links(section)) => format!("What links to {}", named(section)),
            None => String::new(),
        };
        self.sheet.linear(name, None, env)
    }
}
