//! The question what to call a bookmark, in the footer's place.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{clear, typed};
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::keymap::Context;
use crate::tui::popup::Prompt;

pub(in crate::tui) fn draw(app: &App, prompt: &Prompt, buffer: &mut Buffer) -> Option<Position> {
    let mut area = app.footer_area();
    if area.is_empty() {
        // A screen too low for a footer still asks.
        area = Rect {
            x: 0,
            y: app.size.1.saturating_sub(1),
            width: app.size.0,
            height: 1,
        };
    }
    clear(area, &app.styles, buffer);
    typed::draw(
        (" bookmark: ", &prompt.input, &keys(app, prompt)),
        area,
        &app.styles,
        buffer,
    )
}

/// What the keys do that keep a name or leave it.
pub(in crate::tui) fn keys(app: &App, prompt: &Prompt) -> String {
    let named = |action, does: &str| {
        let key = app
            .keymap
            .shown(Context::Prompt, action, app.styles.symbols())?;
        Some(format!("{key} {does}"))
    };
    let parts = if prompt.known {
        [
            named(Action::Follow, "renames"),
            Some("an empty name removes".to_owned()),
        ]
    } else {
        [
            named(Action::Follow, "keeps"),
            named(Action::Close, "does not"),
        ]
    };
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
