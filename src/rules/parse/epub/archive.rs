//! The files in the archive of a book, with limits: the archive may be a trap.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::loader;
use crate::rules::parse::extracted::BookError;

/// The maximum size of a file in the archive, and of all files that are read.
const MAX_FILE: u64 = 16 << 20;
const MAX_ALL: u64 = 64 << 20;

/// Algorithms that only disguise fonts, which are not read.
const FONT_ALGORITHMS: [&str; 2] = [
    "http://www.idpf.org/2008/embedding",
    "http://ns.adobe.com/pdf/enc#RC",
];

pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// The number of bytes that may still be read.
    left: u64,
}

pub fn broken(reason: &str) -> BookError {
    let message = format!("this EPUB cannot be read: {reason}");
    BookError::new(
        "broken-epub",
        message,
        "get the file again, or convert it with another program",
    )
}

impl<'a> Archive<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, BookError> {
        let zip =
            ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error.to_string()))?;
        Ok(Self { zip, left: MAX_ALL })
    }

    /// Fails if the text of the book is encrypted.
    pub fn refuse_encrypted(&mut self) -> Result<(), BookError> {
        let has = |name: &str| self.zip.index_for_name(name).is_some();
        let name = if has("META-INF/rights.xml") {
            "Adobe ADEPT"
        } else if has("META-INF/sinf.xml") {
            "Apple FairPlay"
        } else if has("META-INF/license.lcpl") {
            "Readium LCP"
        } else {
            let text = self.text("META-INF/encryption.xml").unwrap_or_default();
            let algorithms = text
                .split('<')
                .filter(|part| part.contains("EncryptionMethod") && part.contains("Algorithm"));
            let is_text = |part: &str| !FONT_ALGORITHMS.iter().any(|known| part.contains(known));
            if !algorithms.into_iter().any(is_text) {
                return Ok(());
            }
            "encryption"
        };
        let message = format!("this book is protected by {name}, so its text cannot be read");
        Err(BookError::new(
            "encrypted",
            message,
            "use a copy without protection",
        ))
    }

    /// Returns the text of a file.
    pub fn text(&mut self, path: &str) -> Result<String, BookError> {
        let file = self.zip.by_name(path);
        let file = file.map_err(|error| broken(&format!("`{path}`: {error}")))?;
        let limit = MAX_FILE.min(self.left);
        let mut bytes = Vec::new();
        let read = file.take(limit + 1).read_to_end(&mut bytes);
        read.map_err(|error| broken(&format!("`{path}`: {error}")))?;
        self.left = self.left.saturating_sub(bytes.len() as u64);
        if bytes.len() as u64 > limit {
            return Err(broken(&format!("`{path}` is too large")));
        }
        let decoded = loader::decode(&bytes).map_err(|(_, message)| broken(&message))?;
        Ok(decoded.text)
    }
}
