//! Generated collections of different shapes. Each makes something else slow.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::set;
use super::words::Chance;

/// A collection, and the promised 99th percentile of its keystrokes in milliseconds.
pub struct Shape {
    pub name: String,
    pub folder: PathBuf,
    pub promise: f64,
}

impl Shape {
    /// A collection that somebody else wrote.
    pub fn given(folder: &Path) -> Self {
        Self {
            name: folder
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            folder: folder.to_owned(),
            promise: 30.0,
        }
    }
}

type Files = Vec<(String, String)>;

/// The name of a shape, the promised milliseconds of a key, and what writes its files.
type Writer = (&'static str, f64, fn() -> Files);

const SHAPES: [Writer; 6] = [
    ("58 files", 4.0, || set::files(58)),
    ("1,000 files", 8.0, || set::files(1_000)),
    ("many files: 11,200", 30.0, || notes(11_200, 2, 0)),
    ("many sections: 25,000 in 1,900 files", 30.0, || {
        notes(1_900, 13, 0)
    }),
    ("many links: 1,000 files, 60,000 links", 8.0, || {
        notes(1_000, 5, 12)
    }),
    ("one document of 6 MB", 8.0, || {
        vec![("all.md".to_owned(), document(1, 12_000, 0))]
    }),
];

/// Writes the collections below a folder.
pub fn all(below: &Path) -> io::Result<Vec<Shape>> {
    SHAPES
        .iter()
        .enumerate()
        .map(|(at, (name, promise, files))| {
            let folder = below.join(format!("shape-{at}"));
            for (file, text) in files() {
                let path = folder.join(file);
                fs::create_dir_all(path.parent().unwrap_or(&folder))?;
                fs::write(path, text)?;
            }
            Ok(Shape {
                name: (*name).to_owned(),
                folder,
                promise: *promise,
            })
        })
        .collect()
}

/// Returns `count` documents in folders of a hundred, each with `sections` sections, each with
/// `links` written links.
fn notes(count: usize, sections: usize, links: usize) -> Files {
    (0..count)
        .map(|at| {
            let text = document(at as u64 + 1, sections, links);
            (format!("{:03}/note-{at}.md", at / 100), text)
        })
        .collect()
}

/// Returns a document. Its headings are invented names, of which some are everyday words, and its
/// texts mention them now and then.
fn document(seed: u64, sections: usize, links: usize) -> String {
    const WORDS: [&str; 8] = [
        "Goblin", "Shield", "Rest", "Burning", "Light", "Grab", "Slowed", "Edge",
    ];
    let mut chance = Chance::new(seed);
    let mut text = format!("# {}\n\n", chance.name());
    for _ in 0..sections {
        let title = match chance.below(3) {
            0 => chance.of(&WORDS).to_owned(),
            _ => format!("{} {}", chance.of(&WORDS), chance.name()),
        };
        let _ = writeln!(text, "## {title}\n");
        for _ in 0..chance.below(6) + 2 {
            let (one, other) = (chance.word(), chance.of(&WORDS));
            let _ = write!(
                text,
                "The {one} of the hero is within 3 squares of a {other} until the {} ends. ",
                chance.word()
            );
        }
        for _ in 0..links {
            let _ = write!(text, "See [[{}]]. ", chance.of(&WORDS));
        }
        text += "\n\n";
    }
    text
}
