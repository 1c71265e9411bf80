//! Separates the terminal's reply about its background colour from typed keys.
//!
//! The browser asks for the colour with the escape sequence OSC 11. Crossterm reports the reply as
//! keys: Alt-] and then characters. From Alt-] on, keys are held back until the reply is complete.
//! If no reply follows, the keys are passed on to the browser.

use std::mem;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::event::Event;

/// The escape sequence that asks for the background colour. It ends with BEL so that the reply does
/// too: an ESC at the end of the reply could be read as a key.
pub(super) const BACKGROUND_QUERY: &str = "\x1b]11;?\x07";

/// The maximum number of keys that are held back. A reply is shorter.
pub const MAX_KEYS: usize = 64;

/// How long the browser waits for a missing reply when it quits.
const REPLY_TIMEOUT: Duration = Duration::from_millis(50);

/// The start of a reply. A reply ends with one of `ENDS`.
const START: &str = "\x1b]11;";
const ENDS: [&str; 2] = ["\x07", "\x1b\\"];

/// A filter that holds back the keys that may be part of a reply.
#[derive(Debug, Default)]
pub struct Replies {
    held: Vec<KeyEvent>,
    answered: bool,
}

impl Replies {
    /// Whether keys are held back.
    pub fn is_open(&self) -> bool {
        !self.held.is_empty()
    }

    /// Accepts input. Returns the events to pass on to the browser now.
    pub fn take(&mut self, input: Input) -> Vec<Event> {
        let key = match input {
            Input::Key(key) if !self.answered && key.kind != KeyEventKind::Release => key,
            other => return vec![Event::Input(other)],
        };
        self.held.push(key);
        let text = self.text();
        let inner = text.strip_prefix(START);
        let answer = inner.and_then(|inner| ENDS.iter().find_map(|end| inner.strip_suffix(end)));
        if let Some(answer) = answer {
            self.held.clear();
            let light = is_light(answer);
            self.answered |= light.is_some();
            return light.map(Event::LightBackground).into_iter().collect();
        }
        // Esc alone is a key, not the start of a reply.
        let begins = inner.is_some() || (text.len() > 1 && START.starts_with(&text));
        if begins && self.held.len() < MAX_KEYS {
            return Vec::new();
        }
        self.release()
    }

    /// Stops waiting for the rest of a reply. Drops the held keys if they begin with `START`;
    /// otherwise returns them.
    pub fn release(&mut self) -> Vec<Event> {
        let is_typed = !self.text().starts_with(START);
        let keys = mem::take(&mut self.held).into_iter().filter(|_| is_typed);
        keys.map(|key| Event::Input(Input::Key(key))).collect()
    }

    /// Returns the bytes that the terminal sent for the held keys. Keys that cannot be part of a
    /// reply are left out.
    fn text(&self) -> String {
        let sent = |key: &KeyEvent| match (key.code, key.modifiers) {
            (KeyCode::Esc, _) => "\x1b".to_owned(),
            (KeyCode::Char('g'), KeyModifiers::CONTROL) => "\x07".to_owned(),
            (KeyCode::Char(letter), KeyModifiers::ALT) => format!("\x1b{letter}"),
            (KeyCode::Char(letter), _) => letter.to_string(),
            _ => String::new(),
        };
        self.held.iter().map(sent).collect()
    }
}

/// Waits briefly for a reply that may still come, and discards it. Otherwise the shell would read the
/// reply as typed text. The input thread must still be running.
pub(super) fn await_reply(queue: &Receiver<Event>) {
    let end = Instant::now() + REPLY_TIMEOUT;
    while let Ok(event) = queue.recv_timeout(end.saturating_duration_since(Instant::now())) {
        if matches!(event, Event::LightBackground(_)) {
            return;
        }
    }
}

/// Whether a colour such as `rgb:ffff/ffff/ffff` is light; `None` if the text is not a colour.
fn is_light(answer: &str) -> Option<bool> {
    let parts = answer
        .strip_prefix("rgb:")
        .or_else(|| answer.strip_prefix("rgba:"))?;
    // The first of one to four hexadecimal digits is exact enough.
    let part = |text: &str| Some(f32::from(u8::from_str_radix(text.get(..1)?, 16).ok()?));
    let mut parts = parts.split('/').map(part);
    let (red, green, blue) = (parts.next()??, parts.next()??, parts.next()??);
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue > 7.5)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use rstest::rstest;

    use super::*;

    #[test]
    fn the_end_waits_briefly_for_an_answer_that_may_still_come() {
        let (events, queue) = channel();
        for event in [
            Event::ChangesReady,
            Event::LightBackground(true),
            Event::KeyNumbersReady,
        ] {
            events.send(event).unwrap();
        }
        let now = Instant::now();
        await_reply(&queue);
        assert!(
            matches!(queue.try_recv(), Ok(Event::KeyNumbersReady)),
            "what comes before the answer is dropped, no more"
        );
        await_reply(&queue);
        let waited = now.elapsed();
        assert!(waited >= REPLY_TIMEOUT, "nothing came: {waited:?}");
    }

    #[rstest]
    #[case("rgb:ffff/ffff/ffff", Some(true))]
    #[case("rgb:0000/0000/0000", Some(false))]
    #[case("rgb:fb/fa/f6", Some(true))]
    #[case("rgb:1b/1d/21", Some(false))]
    #[case("rgb:f/f/f", Some(true))]
    #[case("rgba:ffff/ffff/ffff/0000", Some(true))]
    #[case("rgb:FFFF/FFFF/FFFF", Some(true))]
    #[case("rgb:ffff/ffff", None)]
    #[case("rgb://", None)]
    #[case("?", None)]
    #[case("", None)]
    fn a_background_is_light_or_dark(#[case] answer: &str, #[case] expected: Option<bool>) {
        assert_eq!(is_light(answer), expected);
    }

    /// Passes keys through the filter, and returns the events as text. In `typed`, `^` precedes a
    /// key that is pressed with Alt, `~` is BEL, `!` is Esc, and a line break is a pause. In the
    /// result, a reply is `<light>` or `<dark>`.
    fn through(typed: &str) -> String {
        let mut replies = Replies::default();
        let mut alt = false;
        let mut out = String::new();
        for letter in typed.chars() {
            let events = match letter {
                '^' => {
                    alt = true;
                    continue;
                }
                '\n' => replies.release(),
                '~' => replies.take(Input::Key(KeyEvent::new(
                    KeyCode::Char('g'),
                    KeyModifiers::CONTROL,
                ))),
                '!' => replies.take(Input::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE))),
                letter => {
                    let modifiers = if alt {
                        KeyModifiers::ALT
                    } else {
                        KeyModifiers::NONE
                    };
                    replies.take(Input::Key(KeyEvent::new(KeyCode::Char(letter), modifiers)))
                }
            };
            alt = false;
            for event in events {
                match event {
                    Event::LightBackground(light) => {
                        out.push_str(if light { "<light>" } else { "<dark>" });
                    }
                    Event::Input(Input::Key(key)) => out.push(match key.code {
                        KeyCode::Char('g') if key.modifiers == KeyModifiers::CONTROL => '~',
                        KeyCode::Char(letter) => letter,
                        _ => '!',
                    }),
                    _ => out.push('?'),
                }
            }
        }
        out
    }

    #[rstest]
    #[case::between_keys("bre^]11;rgb:ffff/ffff/ffff~ach", "bre<light>ach")]
    #[case::ended_by_a_string_terminator("a^]11;rgb:0/0/0^\\b", "a<dark>b")]
    #[case::ended_by_one_that_is_cut_in_two("a^]11;rgb:0/0/0!\\b", "a<dark>b")]
    #[case::of_no_colour("a^]11;nonsense~b", "ab")]
    #[case::that_breaks_off("a^]11;rgb:ff\nb", "ab")]
    #[case::none_but_keys("^]x\ny", "]xy")]
    #[case::a_key_alone("^]\n", "]")]
    #[case::only_the_first_one_counts("^]11;rgb:0/0/0~^]x", "<dark>]x")]
    #[case::no_answer("j!~k", "j!~k")]
    fn an_answer_is_distinguished_from_keys(#[case] typed: &str, #[case] expected: &str) {
        assert_eq!(through(typed), expected);
    }
}
