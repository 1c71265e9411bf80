//! Linear mode, for those who listen to the screen or read it in braille: whatever has the focus fills the screen alone.
//!
//! The first line names it, the last one says what is chosen or what there is to say, and the terminal's own cursor stands
//! at what is chosen. Choosing something else moves the cursor and rewrites the last line, and nothing else.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tui_input::Input;

use super::{footer, greeting, put, put_cut, put_line, typed};
use crate::render::{Line, wrap};
use crate::theme::{Face, Role, Symbols};
use crate::tui::app::App;
use crate::tui::layout::linear::frame;
use crate::tui::popup::Overlay;

mod letters;
mod pages;
mod rows;

/// What fills the screen.
struct Shown<'a> {
    /// What it is.
    name: String,
    /// A line that is being typed, with what stands before it; it comes first.
    input: Option<(&'static str, &'a Input)>,
    /// The visible lines.
    lines: Vec<Line>,
    /// Where the cursor stands: a line and a column of what is visible; nothing where it stands at what is typed.
    cursor: Option<(usize, usize)>,
    /// What is chosen, where there is nothing else to say.
    chosen: String,
}

/// Draws the whole screen; gives the cursor's place.
pub(super) fn draw(app: &App, buffer: &mut Buffer) -> Option<Position> {
    let shown = shown(app);
    let [name, body, status] = frame(app.size);
    let (styles, symbols) = (&app.styles, app.styles.symbols());
    if !name.is_empty() {
        put_cut(
            buffer,
            name.x,
            name.y,
            name.width,
            &shown.name,
            styles.role(Role::Heading),
            symbols,
        );
    }
    if !status.is_empty() {
        let said = said(app).unwrap_or(shown.chosen);
        put_cut(
            buffer,
            status.x,
            status.y,
            status.width,
            &said,
            styles.role(Role::Text),
            symbols,
        );
    }
    let mut rest = body;
    let mut cursor = None;
    if let Some((label, input)) = shown.input {
        let line = Rect {
            height: 1.min(body.height),
            ..body
        };
        cursor = typed::draw((label, input, ""), line, styles, buffer);
        rest = Rect {
            y: body.y + line.height,
            height: body.height - line.height,
            ..body
        };
    }
    for (row, line) in (0..rest.height).zip(&shown.lines) {
        put_line(buffer, rest, row, line, styles, None);
        let ellipsis = u16::try_from(wrap::width(symbols.ellipsis)).unwrap_or(0);
        if line.width() > usize::from(rest.width) && rest.width > ellipsis {
            let x = rest.right() - ellipsis;
            put(
                buffer,
                x,
                rest.y + row,
                ellipsis,
                symbols.ellipsis,
                styles.role(Role::Text),
            );
        }
    }
    let within = |(row, column): (usize, usize)| {
        let (row, column) = (
            u16::try_from(row).unwrap_or(u16::MAX),
            u16::try_from(column).unwrap_or(u16::MAX),
        );
        let x = rest
            .x
            .saturating_add(column)
            .min(rest.right().saturating_sub(1));
        let y = rest
            .y
            .saturating_add(row)
            .min(rest.bottom().saturating_sub(1));
        Position { x, y }
    };
    shown
        .cursor
        .filter(|_| !rest.is_empty())
        .map(within)
        .or(cursor)
        .or(Some(body.as_position()))
}

fn shown(app: &App) -> Shown<'_> {
    if let Some(typed) = app.letters.as_deref() {
        return letters::shown(app, typed);
    }
    match app.overlays.last() {
        Some(Overlay::Peek(peek)) => pages::peek(app, peek),
        Some(Overlay::Compare(compare)) => pages::compare(app, compare),
        Some(Overlay::List(list)) => rows::list(app, list),
        Some(Overlay::Places(places)) => rows::places(app, places),
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
    let (mut line, symbols) = (Line::default(), app.styles.symbols());
    // Sentences out of tables have their cells set apart by a mark.
    let text = text.replace(Symbols::UNICODE.gap, symbols.gap);
    line.push(symbols.text(&text), Face::of(role));
    line
}

/// `3 of 12`; nothing of none.
fn count(at: usize, of: usize) -> String {
    if of == 0 {
        "nothing".to_owned()
    } else {
        format!("{} of {of}", at + 1)
    }
}
