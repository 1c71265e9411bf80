//! Decodes bytes as text, or says why they are not text.

/// The head of a file, which tells what kind of file it is.
const HEAD: usize = 512;

/// One NUL in so many bytes is damage. More of them mean another kind of file.
const BYTES_PER_NUL: usize = 1000;

/// A text, and the offset of the first bytes that were not UTF-8 and were replaced.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    pub text: String,
    pub invalid_from: Option<usize>,
}

/// Reads bytes as text.
///
/// # Errors
/// Why the bytes are not text, in words for the user.
pub(super) fn decode(bytes: Vec<u8>) -> Result<Decoded, &'static str> {
    const BINARY: &str = "this file is not text; it is left out";
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err("this file is UTF-16; save it as UTF-8");
    }
    if is_binary(&bytes) {
        return Err(BINARY);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Decoded {
            text,
            invalid_from: None,
        }),
        Err(error) if error.as_bytes().contains(&0) => Err(BINARY),
        Err(error) => {
            let invalid_from = Some(error.utf8_error().valid_up_to());
            Ok(Decoded {
                text: String::from_utf8_lossy(error.as_bytes()).into_owned(),
                invalid_from,
            })
        }
    }
}

/// Whether NULs tell that these bytes are not text. A stray one in otherwise plain text does not.
fn is_binary(bytes: &[u8]) -> bool {
    let most = 1 + bytes.len() / BYTES_PER_NUL;
    let head = &bytes[..bytes.len().min(HEAD)];
    let too_many = bytes.iter().filter(|byte| **byte == 0).nth(most).is_some();
    too_many || head.contains(&0) && head.iter().any(|byte| is_control(*byte))
}

/// Whether a byte is a control character that plain text does not have, other than NUL.
fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, 0 | b'\t' | b'\n' | b'\r' | b'\x0c')
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::utf16_little(b"\xff\xfeA\0")]
    #[case::utf16_big(b"\xfe\xff\0A")]
    #[case::utf16_unmarked(b"#\0 \0A\0\n\0")]
    #[case::a_picture(b"\x89PNG\0\xff")]
    #[case::a_nul_among_other_controls(b"MZ\x01 text\0")]
    #[case::a_nul_among_bytes_that_are_no_text(b"caf\xe9 \0")]
    #[case::several_nuls(b"a\0b\0c")]
    fn what_is_no_text_is_refused(#[case] bytes: &[u8]) {
        assert!(decode(bytes.to_vec()).is_err());
    }

    #[rstest]
    #[case::plain(b"# A\r\n\tb\x0c\n", "# A\r\n\tb\x0c\n", None)]
    #[case::a_stray_nul(b"# A\n\na\0b\n", "# A\n\na\0b\n", None)]
    #[case::controls_without_a_nul(b"\x1b[1mA\n", "\x1b[1mA\n", None)]
    #[case::latin_one(b"caf\xe9\n", "caf\u{fffd}\n", Some(3))]
    fn text_is_kept_with_its_damage(
        #[case] bytes: &[u8],
        #[case] text: &str,
        #[case] invalid_from: Option<usize>,
    ) {
        assert_eq!(
            decode(bytes.to_vec()),
            Ok(Decoded {
                text: text.to_owned(),
                invalid_from
            })
        );
    }

    #[test]
    fn a_long_text_may_have_more_strays_and_a_long_file_of_nuls_is_none() {
        let line = "text of a rule that goes on\n";
        let strays = format!("{0}\0{0}\0{0}", line.repeat(40));
        assert!(decode(strays.into_bytes()).is_ok());
        let nuls = format!("{}{}", line.repeat(40), "\0".repeat(10));
        assert!(decode(nuls.into_bytes()).is_err());
    }
}
