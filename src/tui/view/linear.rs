//! Linear mode, for those who listen to the screen or read it in braille: whatever has the focus fills the screen alone.
//!
//! The first line names it, the last one says what is chosen or what there is to say, and the terminal's own cursor stands
//! at what is chosen. Choosing something else moves the cursor and rewrites the last line, and nothing else.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;

use super::{footer, greeting};
use crate::render::Line;
use crate::theme::Role;
use crate::tui::app::App;
use crate::tui::draw::{Canvas, LinearScreen as Shown, position as count, text_line};
use crate::tui::overlay::Overlay;

mod letters;
mod pages;
mod rows;

/// Draws the whole screen; gives the cursor's place.
pub(super) fn draw(app: &App, buffer: &mut Buffer) -> Option<Position> {
    let styles = &app.styles;
    shown(app).draw(
        app.size,
        said(app).as_deref(),
        &mut Canvas { buffer, styles },
    )
}

fn shown(app: &App) -> Shown<'_> {
    if let Some(typed) = app.letters.as_deref() {
        return letters::shown(app, typed);
    }
    match app.overlays.last() {
        Some(Overlay::Peek(peek)) => pages::peek(app, peek),
        Some(Overlay::Compare(compare)) => pages::compare(app, compare),
        Some(Overlay::List(list)) => rows::list(app, list),
        Some(Overlay::Places(places)) => places.linear(&app.environment(app.list_area())),
        Some(Overlay::Numbers(numbers)) => rows::numbers(app, numbers),
        Some(Overlay::Prompt(prompt)) => rows::prompt(app, prompt),
        Some(Overlay::Help(help)) => rows::help(app, help),
        None => match &app.finder {
            Some(finder) => rows::results(app, finder),
            None if app.contents.focused => rows::contents(app),
            None if app.side.focused => pages::side(app),
            None => pages::page(app),
        },
    }
}

/// What there is to say, whatever is chosen.
fn said(app: &App) -> Option<String> {
    let keys = |keys: Vec<(String, &'static str)>| {
        keys.into_iter()
            .map(|(key, label)| format!("{key} {label}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    if app.status.is_some() {
        return app.status.clone();
    }
    if !app.pending.is_empty() {
        return Some(keys(footer::following(app)));
    }
    let greeted = app.marks.greeting && app.overlays.is_empty() && app.finder.is_none();
    greeted.then(|| keys(greeting::first_keys(app)))
}

/// A line of text in one role.
fn text(app: &App, text: &str, role: Role) -> Line {
    text_line(text, role, app.styles.symbols())
}
