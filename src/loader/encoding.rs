//! Decodes the bytes of a file, and brings its characters into one form.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The number of bytes at the start of a file that are searched for the zeros of UTF-16.
const MAX_SAMPLE: usize = 4096;

/// The text of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text without a byte-order mark, in the form of `normalised`.
    pub text: String,
    /// The name of the encoding, unless it is UTF-8.
    pub encoding: Option<&'static str>,
    /// The byte offset in `text` of the first U+FFFD that stands for bytes of a damaged UTF-8 text.
    pub damaged_at: Option<usize>,
}

/// Decodes the bytes of a text. A byte-order mark decides first, then whether the bytes are UTF-8.
/// A few unreadable bytes in a UTF-8 text become U+FFFD; the encoding of any other text is detected.
///
/// # Errors
/// Fails with the code and message of a diagnostic if the bytes are not text.
pub fn decode(bytes: &[u8]) -> Result<Decoded, (&'static str, String)> {
    let encoding = Encoding::for_bom(bytes).map(|(encoding, _)| encoding);
    let encoding = encoding.or_else(|| unmarked_utf16(bytes));
    let encoding = encoding.unwrap_or_else(|| match std::str::from_utf8(bytes) {
        Err(_) if !is_damaged_utf8(bytes) => declared(bytes).unwrap_or_else(|| detected(bytes)),
        _ => UTF_8,
    });
    let (text, _, has_errors) = encoding.decode(bytes);
    if text.contains('\0') {
        let message = "this file is not text, so it is left out; save it as text, or move it out of \
            the rules folder";
        return Err(("not-text", message.to_owned()));
    }
    let text = match normalised(&text) {
        Cow::Borrowed(_) => text.into_owned(),
        Cow::Owned(text) => text,
    };
    Ok(Decoded {
        damaged_at: text.find('\u{fffd}').filter(|_| has_errors),
        encoding: (encoding != UTF_8).then(|| encoding.name()),
        text,
    })
}

/// Recognises UTF-16 without a byte-order mark: nearly every other byte is zero, as in text of mostly
/// Latin letters.
fn unmarked_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(MAX_SAMPLE)];
    let zeros = |first: usize| sample.iter().skip(first).step_by(2).filter(|b| **b == 0);
    let (even, odd) = (zeros(0).count(), zeros(1).count());
    let most = sample.len() / 2 - sample.len() / 16;
    if sample.len() < 4 || even.max(odd) < most || even.min(odd) > 0 {
        None
    } else if odd > even {
        Some(UTF_16LE)
    } else {
        Some(UTF_16BE)
    }
}

/// Whether bytes that are not UTF-8 have more letters in UTF-8 beyond ASCII than unreadable places.
fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let (mut letters, mut unreadable) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        letters += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        unreadable += usize::from(!chunk.invalid().is_empty());
    }
    letters > unreadable
}

/// Returns the encoding that a web page declares at its start: `<meta charset="windows-1252">`.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_SAMPLE)]).to_ascii_lowercase();
    let (before, label) = start.split_once("charset=")?;
    let label = label.trim_start_matches(['"', '\'']);
    let label = label
        .split(|c: char| !c.is_ascii_alphanumeric() && !"-_:".contains(c))
        .next()?;
    let encoding = Encoding::for_label(label.as_bytes())?;
    (before.contains('<') && encoding != UTF_8).then_some(encoding)
}

fn detected(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// Brings a text into one form, so that nothing later has to know the others: lines end with `\n`,
/// letters are composed (NFC), a ligature is the letters that it joins, and a soft hyphen, which
/// only a program that hyphenates shows, is left out.
pub fn normalised(text: &str) -> Cow<'_, str> {
    let is_rare = |c: char| matches!(c, '\u{ad}' | '\u{fb00}'..='\u{fb06}');
    let is_composed = text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes;
    if is_composed && !text.contains('\r') && (text.is_ascii() || !text.contains(is_rare)) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut letters = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            // At the end of a line, the hyphen parts a word.
            '\u{ad}' => drop(rest.next_if_eq(&'\n')),
            '\u{fb00}'..='\u{fb06}' => letters.extend([c].into_iter().nfkc()),
            _ => letters.push(c),
        }
    }
    if is_composed {
        Cow::Owned(letters)
    } else {
        Cow::Owned(letters.nfc().collect())
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn read(bytes: &[u8]) -> (String, Option<&'static str>, Option<usize>) {
        let decoded = decode(bytes).expect("text");
        (decoded.text, decoded.encoding, decoded.damaged_at)
    }

    #[rstest]
    #[case::a_picture(b"\x89PNG\0\xff")]
    #[case::a_nul_among_other_controls(b"MZ\x01 text\0")]
    #[case::a_nul_among_bytes_that_are_no_text(b"caf\xe9 \0")]
    #[case::a_nul(b"a\0b")]
    #[case::a_nul_in_utf16(b"\xff\xfea\0\0\0")]
    fn binary_files_are_refused(#[case] bytes: &[u8]) {
        assert!(decode(bytes).is_err());
    }

    #[rstest]
    #[case::plain(b"# A\r\n\tb\x0c\n", "# A\n\tb\x0c\n", None)]
    #[case::old_line_ends(b"a\rb\r\n\rc", "a\nb\n\nc", None)]
    #[case::controls_without_a_nul(b"\x1b[1mA\n", "\x1b[1mA\n", None)]
    #[case::byte_order_mark(b"\xef\xbb\xbfa", "a", None)]
    #[case::utf16_little(b"\xff\xfeA\0\x19 ", "A\u{2019}", Some("UTF-16LE"))]
    #[case::utf16_big(b"\xfe\xff\0A", "A", Some("UTF-16BE"))]
    #[case::utf16_unmarked(b"#\0 \0A\0\n\0", "# A\n", Some("UTF-16LE"))]
    #[case::windows(
        b"Don\x92t use \x93fire\x94 at 5\xbd inches of the caf\xe9.",
        "Don\u{2019}t use \u{201c}fire\u{201d} at 5\u{bd} inches of the caf\u{e9}.",
        Some("windows-1252")
    )]
    #[case::a_page_that_names_its_encoding(
        b"<html><meta charset='iso-8859-2'>\xb3\xf3d\xbc",
        "<html><meta charset='iso-8859-2'>\u{142}\u{f3}d\u{17a}",
        Some("ISO-8859-2")
    )]
    fn every_encoding_is_read(
        #[case] bytes: &[u8],
        #[case] text: &str,
        #[case] encoding: Option<&'static str>,
    ) {
        assert_eq!(read(bytes), (text.to_owned(), encoding, None));
    }

    #[test]
    fn a_few_unreadable_bytes_do_not_change_the_encoding() {
        let bytes = "M\u{ea}l\u{e9}e ".as_bytes();
        let (text, encoding, damaged_at) = read(&[bytes, b"\xff end"].concat());
        assert_eq!(text, "M\u{ea}l\u{e9}e \u{fffd} end");
        assert_eq!((encoding, damaged_at), (None, Some(8)));
    }

    #[rstest]
    #[case("e\u{301}te\u{301}", "\u{e9}t\u{e9}")]
    #[case("o\u{fb03}cer \u{fb01}nd", "officer find")]
    #[case("of\u{ad}fi\u{ad}\ncer", "officer")]
    #[case("x\u{b2} \u{2167}", "x\u{b2} \u{2167}")]
    fn characters_have_one_form(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(normalised(text), expected);
    }
}
