//! Writes a large folder of rules: copies of varied documents under different names, to see how the program does at size.
//!
//! `cargo run --example many -- FOLDER [COPIES]`: 58 documents of about 15 KB a copy, 100 copies (5,800 documents) unless
//! told otherwise. The documents are the bundled ones and others put together of their sections.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

use tableside::loader;

/// Documents a copy.
const DOCUMENTS: usize = 58;

/// Bytes that a document has at least.
const LENGTH: usize = 15_000;

fn main() -> io::Result<()> {
    let mut arguments = env::args_os().skip(1);
    let folder = arguments.next().ok_or_else(|| io::Error::other("give a folder to write to"))?;
    let copies = arguments.next().and_then(|copies| copies.to_str()?.parse().ok()).unwrap_or(100);
    let sections = sections();
    let mut bytes = 0;
    for copy in 0..copies {
        let folder = Path::new(&folder).join(format!("set-{copy:03}"));
        fs::create_dir_all(&folder)?;
        for number in 0..DOCUMENTS {
            let text = document(&sections, copy, number);
            bytes += text.len();
            fs::write(folder.join(format!("book-{number:02}.md")), text)?;
        }
    }
    println!("{} documents, {} KB", copies * DOCUMENTS, bytes / 1024);
    Ok(())
}

/// The sections of the bundled documents, each from its heading on.
fn sections() -> Vec<&'static str> {
    let texts =
        loader::bundled().filter(|source| !loader::is_setting(&source.file)).filter_map(|source| match source.text {
            std::borrow::Cow::Borrowed(text) => Some(text),
            std::borrow::Cow::Owned(_) => None,
        });
    texts.flat_map(|text| text.split("\n## ").skip(1)).collect()
}

/// One document: sections by turns, with a word of its own in each so that no two documents are the same.
fn document(sections: &[&str], copy: usize, number: usize) -> String {
    let mut text = format!("---\ntitle: Book {number} of set {copy}\ngame: Set {copy}\n---\n\n# Book {number}\n");
    let mut at = number * 7 + copy * 13;
    while text.len() < LENGTH {
        let (section, word) = (sections[at % sections.len()].trim_end(), (at * 31 + copy) % 9_973);
        let _ = write!(text, "\n## {section}\n\nMark {copy}-{number}-{at} of vault{word}.\n");
        at += 1;
    }
    text
}
