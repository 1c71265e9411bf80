//! Turns the bytes that a terminal sends into events.

use std::collections::VecDeque;
use std::time::Duration;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use termina::event as parsed;
use termina::{Event as Parsed, Parser};

#[cfg(test)]
mod tests;

/// The byte that Ctrl-C sends.
const CTRL_C: u8 = 3;

/// The byte that begins every sequence.
const ESC: u8 = 0x1b;

/// The time after which an unfinished sequence is given up, unless more of it arrives. Terminals
/// send a sequence at once.
const SEQUENCE_PAUSE: Duration = Duration::from_millis(250);

/// The same for a paste, which slow connections send in parts.
const PASTE_PAUSE: Duration = Duration::from_secs(1);

const PASTE_START: &[u8] = b"\x1b[200~";

/// The maximum size of a paste, in bytes. Larger pastes are given up.
const MAX_PASTE: usize = 32 * 1024 * 1024;

/// The maximum length of any other sequence, in bytes. The longest that terminals send here is a
/// mouse event.
const MAX_SEQUENCE: usize = 256;

/// Decodes the bytes. Ctrl-C ends an unfinished sequence, because no sequence contains its byte. In
/// a paste, the byte may be a part of the text, so there Ctrl-C waits until the paste is given up.
#[derive(Default)]
pub struct Decoder {
    parser: Parser,
    events: VecDeque<Event>,
    /// The bytes since the last event.
    unfinished: Vec<u8>,
    is_paste: bool,
}

impl Decoder {
    /// Returns the next event.
    pub fn pop(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Decodes bytes. `is_full` says that more bytes are waiting, so that an Esc at the end may be
    /// the start of a sequence.
    pub fn feed(&mut self, bytes: &[u8], is_full: bool) {
        for (index, byte) in bytes.iter().enumerate() {
            let limit = if self.is_paste {
                MAX_PASTE
            } else {
                MAX_SEQUENCE
            };
            if self.is_aborted_by(*byte) || self.unfinished.len() >= limit {
                self.restart();
            }
            self.unfinished.push(*byte);
            self.parser
                .parse(&[*byte], is_full || index + 1 < bytes.len());
            self.is_paste |= self.unfinished.ends_with(PASTE_START);
            while let Some(parsed) = self.parser.pop() {
                self.events.extend(event(parsed));
                self.unfinished.clear();
                self.is_paste = false;
            }
        }
    }

    /// Whether a byte cannot belong to the unfinished sequence. As in terminals, Esc ends all
    /// sequences but those that begin with `ESC ]` and `ESC P`, which end with `ESC \`.
    fn is_aborted_by(&self, byte: u8) -> bool {
        match self.unfinished.as_slice() {
            [] => false,
            _ if self.is_paste => false,
            _ if byte == CTRL_C => true,
            [ESC, b'[' | b'O', ..] => byte == ESC,
            [0x80..=0xff, ..] => byte < 0x80,
            _ => false,
        }
    }

    /// Returns the time after which the unfinished sequence or paste is to be given up, or `None` if
    /// nothing is unfinished.
    pub fn pause(&self) -> Option<Duration> {
        let pause = if self.is_paste {
            PASTE_PAUSE
        } else {
            SEQUENCE_PAUSE
        };
        (!self.unfinished.is_empty()).then_some(pause)
    }

    /// Gives up an unfinished sequence or paste. If Ctrl-C was its last byte, the player wants to
    /// quit.
    pub fn give_up(&mut self) {
        let last = self.unfinished.last().copied();
        self.restart();
        if last == Some(CTRL_C) {
            self.feed(&[CTRL_C], false);
        }
    }

    fn restart(&mut self) {
        self.parser = Parser::default();
        self.unfinished.clear();
        self.is_paste = false;
    }
}

/// Converts an event to crossterm's type, which the rest of the program and its libraries use.
/// Returns `None` for events that the browser does not handle, such as answers of the terminal.
fn event(parsed: Parsed) -> Option<Event> {
    Some(match parsed {
        Parsed::Key(key) => Event::Key(KeyEvent::new_with_kind(
            key_code(key.code)?,
            modifiers(key.modifiers),
            match key.kind {
                parsed::KeyEventKind::Press => KeyEventKind::Press,
                parsed::KeyEventKind::Release => KeyEventKind::Release,
                parsed::KeyEventKind::Repeat => KeyEventKind::Repeat,
            },
        )),
        Parsed::Mouse(mouse) => Event::Mouse(MouseEvent {
            kind: mouse_kind(mouse.kind),
            column: mouse.column,
            row: mouse.row,
            modifiers: modifiers(mouse.modifiers),
        }),
        Parsed::Paste(text) => Event::Paste(text),
        Parsed::FocusIn => Event::FocusGained,
        Parsed::FocusOut => Event::FocusLost,
        _ => return None,
    })
}

fn key_code(code: parsed::KeyCode) -> Option<KeyCode> {
    use parsed::KeyCode as Code;
    Some(match code {
        Code::Char(letter) => KeyCode::Char(letter),
        Code::Enter => KeyCode::Enter,
        Code::Backspace => KeyCode::Backspace,
        Code::Tab => KeyCode::Tab,
        Code::Escape => KeyCode::Esc,
        Code::Left => KeyCode::Left,
        Code::Right => KeyCode::Right,
        Code::Up => KeyCode::Up,
        Code::Down => KeyCode::Down,
        Code::Home => KeyCode::Home,
        Code::End => KeyCode::End,
        Code::BackTab => KeyCode::BackTab,
        Code::PageUp => KeyCode::PageUp,
        Code::PageDown => KeyCode::PageDown,
        Code::Insert => KeyCode::Insert,
        Code::Delete => KeyCode::Delete,
        Code::Function(number) => KeyCode::F(number),
        // No key binding can name any other key.
        _ => return None,
    })
}

fn modifiers(modifiers: parsed::Modifiers) -> KeyModifiers {
    [
        (parsed::Modifiers::SHIFT, KeyModifiers::SHIFT),
        (parsed::Modifiers::CONTROL, KeyModifiers::CONTROL),
        (parsed::Modifiers::ALT, KeyModifiers::ALT),
        (parsed::Modifiers::SUPER, KeyModifiers::SUPER),
        (parsed::Modifiers::HYPER, KeyModifiers::HYPER),
        (parsed::Modifiers::META, KeyModifiers::META),
    ]
    .into_iter()
    .filter(|(pressed, _)| modifiers.contains(*pressed))
    .fold(KeyModifiers::NONE, |all, (_, modifier)| all | modifier)
}

fn mouse_kind(kind: parsed::MouseEventKind) -> MouseEventKind {
    use parsed::MouseEventKind as Kind;
    let button = |button| match button {
        parsed::MouseButton::Left => MouseButton::Left,
        parsed::MouseButton::Right => MouseButton::Right,
        parsed::MouseButton::Middle => MouseButton::Middle,
    };
    match kind {
        Kind::Down(pressed) => MouseEventKind::Down(button(pressed)),
        Kind::Up(released) => MouseEventKind::Up(button(released)),
        Kind::Drag(held) => MouseEventKind::Drag(button(held)),
        Kind::Moved => MouseEventKind::Moved,
        Kind::ScrollDown => MouseEventKind::ScrollDown,
        Kind::ScrollUp => MouseEventKind::ScrollUp,
        Kind::ScrollLeft => MouseEventKind::ScrollLeft,
        Kind::ScrollRight => MouseEventKind::ScrollRight,
    }
}
