//! Tests of decoding, and of sequences that never end.

use proptest::prelude::*;
use rstest::rstest;

use super::*;

fn key(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, modifiers))
}

fn plain(code: KeyCode) -> Event {
    key(code, KeyModifiers::NONE)
}

fn ctrl_c() -> Event {
    key(KeyCode::Char('c'), KeyModifiers::CONTROL)
}

fn events(decoder: &mut Decoder) -> Vec<Event> {
    std::iter::from_fn(|| decoder.pop()).collect()
}

fn decode(bytes: &[u8]) -> Vec<Event> {
    let mut decoder = Decoder::default();
    decoder.feed(bytes, false);
    let decoded = events(&mut decoder);
    assert_eq!(decoder.pause(), None, "{bytes:?}");
    decoded
}

fn mouse(kind: MouseEventKind) -> Event {
    Event::Mouse(MouseEvent {
        kind,
        column: 3,
        row: 4,
        modifiers: KeyModifiers::NONE,
    })
}

#[rstest]
#[case(b"a", plain(KeyCode::Char('a')))]
#[case("é".as_bytes(), plain(KeyCode::Char('é')))]
#[case(b"A", key(KeyCode::Char('A'), KeyModifiers::SHIFT))]
#[case(b"\r", plain(KeyCode::Enter))]
#[case(b"\x7f", plain(KeyCode::Backspace))]
#[case(b"\x08", key(KeyCode::Char('h'), KeyModifiers::CONTROL))]
#[case(b"\x03", ctrl_c())]
#[case(b"\x1b", plain(KeyCode::Esc))]
#[case(b"\x1bx", key(KeyCode::Char('x'), KeyModifiers::ALT))]
#[case(b"\x1b[A", plain(KeyCode::Up))]
#[case(b"\x1bOB", plain(KeyCode::Down))]
#[case(b"\x1b[1;5C", key(KeyCode::Right, KeyModifiers::CONTROL))]
#[case(b"\x1b[5~", plain(KeyCode::PageUp))]
#[case(b"\x1b[15~", plain(KeyCode::F(5)))]
#[case(b"\x1b[Z", key(KeyCode::BackTab, KeyModifiers::SHIFT))]
#[case(b"\x1b[99;5u", ctrl_c())]
#[case(b"\x1b[<0;4;5M", mouse(MouseEventKind::Down(MouseButton::Left)))]
#[case(b"\x1b[<0;4;5m", mouse(MouseEventKind::Up(MouseButton::Left)))]
#[case(b"\x1b[<64;4;5M", mouse(MouseEventKind::ScrollUp))]
#[case(b"\x1b[I", Event::FocusGained)]
#[case(b"\x1b[200~a\x03\n\x1b[A\x1b[201~", Event::Paste("a\x03\n\x1b[A".to_owned()))]
fn what_terminals_send_is_decoded(#[case] bytes: &[u8], #[case] expected: Event) {
    assert_eq!(decode(bytes), [expected]);
}

#[test]
fn esc_ends_an_unfinished_sequence() {
    for unfinished in [&b"\x1b[<0;1"[..], b"\x1b[1;", b"\x1bO", b"\xe2\x98"] {
        let mut decoder = Decoder::default();
        decoder.feed(unfinished, false);
        decoder.feed(b"\x1b[A", false);
        assert_eq!(events(&mut decoder), [plain(KeyCode::Up)], "{unfinished:?}");
    }
}

#[rstest]
#[case(b"\x1b[200~x")]
#[case(b"\x1b[200~x\x1b[201")]
#[case(b"\x1b[<0;1;1")]
#[case(b"\x1b[<")]
#[case(b"\x1b[1;")]
#[case(b"\x1b[M\x40")]
#[case(b"\x1bO")]
#[case(b"\x1b[")]
#[case(b"\x1b[?1;")]
#[case(b"\x1b]0;x")]
#[case(b"\x1bPx")]
#[case(b"\xe2\x82")]
#[case(b"\x1b[99;1;1;X\x1b[200~")]
fn after_an_unfinished_sequence_ctrl_c_still_arrives(#[case] bytes: &[u8]) {
    let mut decoder = Decoder::default();
    decoder.feed(bytes, false);
    assert!(decoder.pause().is_some());
    decoder.feed(b"\x03", false);
    let mut arrived = events(&mut decoder);
    if arrived.is_empty() {
        decoder.give_up();
        arrived = events(&mut decoder);
    }
    assert_eq!(arrived.last(), Some(&ctrl_c()));
    decoder.feed(b"q", false);
    assert_eq!(events(&mut decoder), [plain(KeyCode::Char('q'))]);
}

#[test]
fn a_paste_in_pieces_is_one_paste_and_one_that_is_given_up_types_nothing() {
    let mut decoder = Decoder::default();
    for piece in [&b"\x1b[200~one"[..], b" two\x03 ", b"three\x1b[20", b"1~"] {
        assert_eq!(events(&mut decoder), []);
        decoder.feed(piece, false);
    }
    assert_eq!(
        events(&mut decoder),
        [Event::Paste("one two\x03 three".to_owned())]
    );
    decoder.feed(b"\x1b[200~one", false);
    decoder.give_up();
    assert_eq!(events(&mut decoder), []);
    assert_eq!(decoder.pause(), None);
}

#[test]
fn an_endless_sequence_fills_no_memory() {
    let mut decoder = Decoder::default();
    for start in [&b"\x1b[<"[..], b"\x1b]0;", b"\x1bP"] {
        decoder.feed(start, false);
        decoder.feed(&b"1".repeat(100_000), false);
        assert!(decoder.unfinished.len() <= MAX_SEQUENCE);
    }
}

proptest! {
    #[test]
    fn after_any_bytes_ctrl_c_arrives(
        bytes in proptest::collection::vec(
            prop_oneof![Just(0x1b), Just(b'['), Just(b'<'), Just(b';'), Just(b'~'), Just(b'M'), b'0'..=b'9', any::<u8>()],
            0..80,
        )
    ) {
        let mut decoder = Decoder::default();
        decoder.feed(&bytes, false);
        events(&mut decoder);
        decoder.feed(b"\x03", false);
        let before = events(&mut decoder);
        decoder.give_up();
        let after = events(&mut decoder);
        // The parser may take a paste's text for the end of a mouse event of three raw bytes.
        prop_assert!(before.iter().chain(&after).any(|event| *event == ctrl_c()));
    }
}
