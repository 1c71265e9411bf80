//! Finds the page in an archive of a web page (MHTML), as browsers save it in one file.

use crate::loader;

/// The page of an archive.
pub struct ArchivedPage {
    pub html: String,
    /// The address of the page.
    pub address: Option<String>,
}

/// Whether the start of a file, in lower case, is that of an archive.
pub fn matches(start: &str) -> bool {
    let head = start.split("\n\n").next().unwrap_or("");
    head.contains("mime-version:") && head.contains("content-type: multipart/related")
}

/// Returns the page of an archive, or `None` if a text is no archive or has no page.
pub fn page(text: &str) -> Option<ArchivedPage> {
    if !matches(&text.get(..4096).unwrap_or(text).to_ascii_lowercase()) {
        return None;
    }
    let (head, body) = text.split_once("\n\n")?;
    let boundary = field(head, "boundary=")?;
    let boundary = format!("\n--{}", boundary.trim_matches('"'));
    let mut parts = body.split(boundary.as_str());
    // The text before the first boundary is for programs that know no archives. Of an archive that
    // starts with its boundary, the line break is missing.
    let part = parts.find(|part| {
        let head = part.split("\n\n").next().unwrap_or("").to_ascii_lowercase();
        head.contains("content-type: text/html") || head.contains("content-type: application/xhtml")
    })?;
    let (part_head, content) = part.split_once("\n\n")?;
    let encoding = field(part_head, "content-transfer-encoding:").unwrap_or("");
    let html = match encoding.to_ascii_lowercase().as_str() {
        "quoted-printable" => decoded(&quoted_printable(content)),
        "base64" => decoded(&base64(content)),
        _ => content.to_owned(),
    };
    let address = field(head, "snapshot-content-location:");
    let address = address.or_else(|| field(part_head, "content-location:"));
    Some(ArchivedPage {
        html,
        address: address.map(str::to_owned),
    })
}

/// Returns the word after a key in the head of a part.
fn field<'a>(head: &'a str, key: &str) -> Option<&'a str> {
    let at = head.to_ascii_lowercase().find(key)?;
    let value = head[at + key.len()..].trim_start();
    value.split([';', '\n']).next().map(str::trim)
}

fn decoded(bytes: &[u8]) -> String {
    loader::decode(bytes).map_or_else(
        |_| String::from_utf8_lossy(bytes).into_owned(),
        |decoded| decoded.text,
    )
}

fn quoted_printable(text: &str) -> Vec<u8> {
    let mut parts = text.split('=');
    let mut bytes = parts.next().unwrap_or("").as_bytes().to_vec();
    for part in parts {
        let digits = part
            .get(..2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (digits, part.strip_prefix('\n')) {
            (Some(byte), _) => {
                bytes.push(byte);
                bytes.extend_from_slice(&part.as_bytes()[2..]);
            }
            // The line goes on below.
            (None, Some(below)) => bytes.extend_from_slice(below.as_bytes()),
            (None, None) => bytes.extend(b"=".iter().chain(part.as_bytes())),
        }
    }
    bytes
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text
        .bytes()
        .filter_map(|byte| DIGITS.iter().position(|digit| *digit == byte));
    let digits: Vec<_> = digits.collect();
    let groups = digits.chunks(4).flat_map(|group| {
        let bits = group
            .iter()
            .enumerate()
            .map(|(at, digit)| digit << (18 - 6 * at));
        let [_, bytes @ ..] = u32::try_from(bits.sum::<usize>())
            .unwrap_or(0)
            .to_be_bytes();
        bytes.into_iter().take(group.len().saturating_sub(1))
    });
    groups.collect()
}
