//! The question what to call a bookmark, in the footer's place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{clear, footer_area, typed};
use crate::tui::app::App;
use crate::tui::popup::Prompt;

pub(super) fn draw(app: &App, prompt: &Prompt, buffer: &mut Buffer) -> Option<Position> {
    let mut area = footer_area(app);
    if area.is_empty() {
        // A screen too low for a footer still asks.
        area = Rect { x: 0, y: app.size.1.saturating_sub(1), width: app.size.0, height: 1 };
    }
    clear(area, &app.styles, buffer);
    let aside = if prompt.known { "Enter renames, an empty name removes" } else { "Enter keeps, Esc does not" };
    typed::draw((" bookmark: ", &prompt.input, aside), area, &app.styles, buffer)
}
