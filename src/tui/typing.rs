//! Editing of an input line: a query, a filter or the name of a bookmark.

use crossterm::event::{Event, KeyEvent};
use tui_input::backend::crossterm::to_input_request;
use tui_input::{Input, InputRequest};

use crate::source::is_unsafe;

/// The maximum number of characters in an input line.
const MAX_CHARS: usize = 500;

/// A function that edits an input line. It returns whether the text has changed.
pub type Edit<'a> = &'a dyn Fn(&mut Input) -> bool;

/// Edits an input line with a key. Returns whether the text has changed.
pub fn key(input: &mut Input, key: KeyEvent) -> bool {
    match to_input_request(&Event::Key(key)) {
        Some(InputRequest::InsertChar(letter)) => paste(input, letter.encode_utf8(&mut [0; 4])),
        Some(request) => input.handle(request).is_some_and(|changed| changed.value),
        None => false,
    }
}

/// Pastes a text into an input line. Whitespace becomes spaces, and unsafe characters are dropped.
/// Returns whether the text of the line has changed.
pub fn paste(input: &mut Input, text: &str) -> bool {
    let room = MAX_CHARS.saturating_sub(input.value().chars().count());
    text.chars()
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .filter(|letter| !is_unsafe(*letter))
        .take(room)
        .fold(false, |_, letter| {
            input.handle(InputRequest::InsertChar(letter)).is_some()
        })
}
