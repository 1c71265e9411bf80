//! Editing of an input line: a query, a filter or the name of a bookmark.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, InputRequest};

/// The maximum number of characters in an input line.
const MAX_CHARS: usize = 500;

/// A function that edits an input line. It returns whether the text has changed.
pub type Edit<'a> = &'a dyn Fn(&mut Input) -> bool;

/// Edits an input line with a key. Returns whether the text has changed.
pub fn key(input: &mut Input, key: KeyEvent) -> bool {
    let full = input.value().chars().count() >= MAX_CHARS;
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let request = match (key.code, control) {
        (KeyCode::Char('a'), true) | (KeyCode::Home, _) => InputRequest::GoToStart,
        (KeyCode::Char('e'), true) | (KeyCode::End, _) => InputRequest::GoToEnd,
        (KeyCode::Char('u'), true) => InputRequest::DeleteFromStart,
        (KeyCode::Char('k'), true) => InputRequest::DeleteTillEnd,
        (KeyCode::Char('w' | 'h'), true) => InputRequest::DeletePrevWord,
        (KeyCode::Left, true) => InputRequest::GoToPrevWord,
        (KeyCode::Right, true) => InputRequest::GoToNextWord,
        (KeyCode::Left, false) => InputRequest::GoToPrevChar,
        (KeyCode::Right, false) => InputRequest::GoToNextChar,
        (KeyCode::Backspace, _) => InputRequest::DeletePrevChar,
        (KeyCode::Delete, _) => InputRequest::DeleteNextChar,
        (KeyCode::Char(letter), false) if !full => InputRequest::InsertChar(letter),
        _ => return false,
    };
    input.handle(request).is_some_and(|changed| changed.value)
}

/// Pastes a text into an input line. Whitespace becomes spaces, and unsafe characters are dropped.
/// Returns whether the text of the line has changed.
pub fn paste(input: &mut Input, text: &str) -> bool {
    let room = MAX_CHARS.saturating_sub(input.value().chars().count());
    text.chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .filter(|letter| !crate::source::is_unsafe(*letter))
        .take(room)
        .fold(false, |_, letter| {
            input.handle(InputRequest::InsertChar(letter)).is_some()
        })
}
