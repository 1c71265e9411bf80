//! JSON that a terminal shows as it is.

use std::fmt::Write as _;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::source::is_hidden;

/// Writes a value as JSON, with hidden characters escaped. `write` gets one piece after the other.
pub fn write<T: Serialize>(value: &T, write: impl FnMut(&str) -> io::Result<()>) -> io::Result<()> {
    let mut serializer = Serializer::with_formatter(Pieces(write), Escaping);
    Ok(value.serialize(&mut serializer)?)
}

/// Passes on what `serde_json` writes, which is whole characters each time.
struct Pieces<F>(F);

impl<F: FnMut(&str) -> io::Result<()>> Write for Pieces<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.0)(str::from_utf8(bytes).map_err(io::Error::other)?)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Compact JSON with hidden characters as one or two `\u` escapes.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.is_ascii() && !fragment.contains('\x7f') {
            return writer.write_all(fragment.as_bytes());
        }
        let escaped = escaped(fragment, |c, escaped| {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        });
        writer.write_all(escaped.as_bytes())
    }
}

/// Replaces every hidden character of a text with what `escape` appends.
pub fn escaped(text: &str, escape: impl Fn(char, &mut String)) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(&escaped, c) {
            escape(c, &mut escaped);
        } else {
            escaped.push(c);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_escapes_hidden_characters_and_parses_to_the_same_text() {
        let name = "a\u{9b}31m\u{202e}\u{7f}\u{feff}b\u{e0041}\n–می\u{200c}خ";
        let mut json = String::new();
        write(&name, |piece| {
            json.push_str(piece);
            Ok(())
        })
        .unwrap();
        assert_eq!(
            json,
            "\"a\\u009b31m\\u202e\\u007f\\ufeffb\\udb40\\udc41\\n–می\u{200c}خ\""
        );
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), name);
    }
}
