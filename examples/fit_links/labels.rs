//! Judged mentions.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use tableside::links::LinkGraph;
use tableside::loader::{self, Origin};
use tableside::rules::{RichText, Rulebook, SectionRef};

/// The judged mentions by collection and file.
#[derive(Default)]
pub struct Labels(HashMap<(String, String), Vec<Label>>);

pub struct Label {
    /// The byte range in the file.
    pub range: Range<usize>,
    /// The id of the target without its game.
    pub target: String,
    /// Whether the words mean the target.
    pub is_right: bool,
    /// Whether a player would follow a link.
    pub wanted: bool,
}

impl Labels {
    pub fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        let mut labels = Self::default();
        let text = fs::read_to_string(path)?;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<_> = line.split('\t').collect();
            let [collection, _, file, range, target, verdict, ..] = cells[..] else {
                return Err(format!("not a label: {line}").into());
            };
            let (start, end) = range.split_once("..").ok_or("no range")?;
            let label = Label {
                range: start.parse()?..end.parse()?,
                target: target.to_owned(),
                is_right: verdict != "no",
                wanted: verdict == "yes",
            };
            let key = (collection.to_owned(), file.to_owned());
            labels.0.entry(key).or_default().push(label);
        }
        Ok(labels)
    }

    /// Returns the judged mentions of a file.
    pub fn of(&self, collection: &str, file: &str) -> &[Label] {
        let key = (collection.to_owned(), file.to_owned());
        self.0.get(&key).map_or(&[], Vec::as_slice)
    }
}

/// Loads a folder of rules.
pub fn load(folder: &str) -> Result<Rulebook, Box<dyn Error>> {
    let listing = loader::find(&[Origin::Path(PathBuf::from(folder))])?.read();
    Ok(Rulebook::load(listing.sources, listing.diagnostics))
}

/// Returns the id of a section without its game.
pub fn id(book: &Rulebook, section: SectionRef) -> &str {
    let id = &book.section(section).id;
    id.split_once('/').map_or(id.as_str(), |(_, id)| id)
}

/// Returns the byte range in the source of a range in a text: that of the same words at the same
/// place among their repetitions in the run.
pub fn in_source(source: &str, text: &RichText, range: &Range<usize>) -> Option<Range<usize>> {
    let run = text
        .runs
        .iter()
        .find(|run| run.range().contains(&range.start))?;
    let words = text.plain.get(range.clone())?;
    let before = text.plain.get(run.range().start..range.start)?;
    let number = before.matches(words).count();
    let part = source.get(run.span.range())?;
    let (at, _) = part.match_indices(words).nth(number)?;
    let start = run.span.range().start + at;
    Some(start..start + words.len())
}

/// Prints about `size` occurrences of names that are not yet judged, at most two of a name.
pub fn sample(name: &str, folder: &str, size: usize, known: &Labels) -> Result<(), Box<dyn Error>> {
    let graph = LinkGraph::new(load(folder)?);
    let book = &graph.book;
    let mut rows: Vec<(u64, String, String)> = Vec::new();
    for (from, section, blocks) in book.walk() {
        let source = &book.document(section.document).source;
        for text in blocks.texts() {
            for found in graph.occurrences(from, text) {
                let Some(best) = found.candidates.first() else {
                    continue;
                };
                let Some(range) = in_source(&source.text, text, &found.range) else {
                    continue;
                };
                let known = known.of(name, &source.file);
                if known.iter().any(|label| label.range == range) {
                    continue;
                }
                let words = &text.plain[found.range.clone()];
                let row = format!(
                    "{name}\t\t{}\t{}..{}\t{}\t?\t{}«{words}»{}",
                    source.file,
                    range.start,
                    range.end,
                    id(book, best.target),
                    around(&text.plain, found.range.start, true),
                    around(&text.plain, found.range.end, false),
                );
                rows.push((
                    hash(rows.len() as u64),
                    words.to_lowercase(),
                    row.replace('\n', "/"),
                ));
            }
        }
    }
    rows.sort();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut texts = HashSet::new();
    rows.retain(|(_, words, row)| {
        let seen = seen.entry(words.clone()).or_default();
        *seen += 1;
        *seen <= 2 && texts.insert(row.clone())
    });
    for (_, _, row) in rows.iter().take(size) {
        println!("{row}");
    }
    Ok(())
}

fn around(text: &str, at: usize, before: bool) -> &str {
    let (start, end) = if before {
        (at.saturating_sub(70), at)
    } else {
        (at, (at + 60).min(text.len()))
    };
    let start = (start..=at)
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(at);
    let end = (at..=end)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(at);
    &text[start..end]
}

fn hash(number: u64) -> u64 {
    let mixed = (number ^ number >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ mixed >> 32
}
