//! Feeds `Replies` arbitrary terminal input: replies and keys in any order, cut off anywhere. Every
//! key that is not part of a reply must be passed on once and in order, and no key may be held back
//! forever.
#![no_main]

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use libfuzzer_sys::fuzz_target;
use tableside::tui::replies::{MAX_KEYS, Replies};
use tableside::tui::event::Event;

fuzz_target!(|bytes: &[u8]| {
    let mut replies = Replies::default();
    let (mut given, mut passed_on, mut answers) = (Vec::new(), Vec::new(), 0);
    let mut rest = bytes;
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        let events = match byte {
            // The byte 0 represents a pause in the input.
            0 => replies.release(),
            0x1b if behind.first().is_some_and(|next| *next > 0x20) => {
                rest = &behind[1..];
                take(&mut replies, &mut given, key(behind[0], KeyModifiers::ALT))
            }
            0x1b => take(&mut replies, &mut given, KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)),
            1..=0x1a => take(&mut replies, &mut given, key(byte + b'a' - 1, KeyModifiers::CONTROL)),
            byte => take(&mut replies, &mut given, key(*byte, KeyModifiers::NONE)),
        };
        answers += split(events, &mut passed_on);
    }
    answers += split(replies.release(), &mut passed_on);
    assert!(!replies.is_open() && replies.release().is_empty());
    assert!(answers <= 1, "a terminal is asked once");
    // The passed-on keys must be in order. Only keys of a reply, complete or not, may be missing.
    let mut all = given.iter();
    assert!(passed_on.iter().all(|key| all.any(|given| given == key)));
    let begins = |key: &KeyEvent| *key == self::key(b']', KeyModifiers::ALT);
    let openings = given.iter().filter(|key| begins(key)).count();
    assert!(given.len() - passed_on.len() <= openings * (MAX_KEYS + 1), "{given:?} became {passed_on:?}");
});

fn take(replies: &mut Replies, given: &mut Vec<KeyEvent>, key: KeyEvent) -> Vec<Event> {
    given.push(key);
    replies.take(Input::Key(key))
}

fn key(byte: u8, modifiers: KeyModifiers) -> KeyEvent {
    KeyEvent::new(KeyCode::Char(char::from(byte)), modifiers)
}

/// Adds the keys among `events` to `passed_on`, and returns the number of replies among them.
fn split(events: Vec<Event>, passed_on: &mut Vec<KeyEvent>) -> usize {
    let mut answers = 0;
    for event in events {
        match event {
            Event::Input(Input::Key(key)) => passed_on.push(key),
            Event::LightBackground(_) => answers += 1,
            _ => panic!("nothing else was given"),
        }
    }
    answers
}
