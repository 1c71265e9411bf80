//! The parts of a game that a reader would open: its folders or its documents, largest first.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::rules::{Document, Rulebook, Section, SectionRef};
use crate::source::last_part;

/// The starts of names of files and folders that a collection of rules has, but that contain no
/// rules; those of site generators too.
const NO_RULES: [&str; 13] = [
    "404.",
    "_includes",
    "_layouts",
    "licen",
    "readme",
    "code_of_conduct",
    "code-of-conduct",
    "contributing",
    "changelog",
    "security",
    "authors",
    "copying",
    "template",
];

/// The minimum number of documents in a folder of a game that is listed by folders.
const MIN_FOLDER: usize = 3;

/// A folder of documents, or a single document.
pub struct GamePart<'a> {
    /// The name of the folder, or the title of the document.
    pub name: String,
    /// The documents, in reading order.
    pub documents: Vec<&'a Document>,
}

/// Whether a document contains rules, as far as its path tells.
fn has_rules(document: &Document) -> bool {
    let path = document.source.file.to_lowercase();
    let mut parts = path.split('/');
    !parts.any(|part| part.starts_with('.') || NO_RULES.iter().any(|name| part.starts_with(name)))
}

/// Returns the parts of all loaded rules, largest first. Documents without rules are left out,
/// unless there are no others.
pub fn parts(book: &Rulebook) -> Vec<GamePart<'_>> {
    let mut documents: Vec<_> = book.documents.iter().filter(|of| has_rules(of)).collect();
    if documents.is_empty() {
        documents = book.documents.iter().collect();
    }
    let mut depth = 0;
    // Folders that contain everything are skipped.
    while let Some(first) = documents[0]
        .source
        .folders()
        .split('/')
        .nth(depth)
        .filter(|name| !name.is_empty())
        && documents
            .iter()
            .all(|of| of.source.folders().split('/').nth(depth) == Some(first))
    {
        depth += 1;
    }
    let mut folders: BTreeMap<&str, Vec<&Document>> = BTreeMap::new();
    for document in &documents {
        let folder = document.source.folders().split('/').nth(depth);
        folders
            .entry(folder.unwrap_or_default())
            .or_default()
            .push(document);
    }
    let is_folders = folders.len() > 1 && documents.len() / folders.len() >= MIN_FOLDER;
    let mut parts: Vec<_> = if is_folders {
        let longest = |of: &[&Document]| {
            of.iter()
                .max_by_key(|of| of.length)
                .map(|of| &of.title)
                .cloned()
        };
        let name = |folder: &str, of: &[&Document]| match folder {
            "" => longest(of).unwrap_or_default(),
            folder => last_part(folder).to_owned(),
        };
        let folders = folders.into_iter();
        folders
            .map(|(folder, documents)| GamePart {
                name: name(folder, &documents),
                documents,
            })
            .collect()
    } else {
        let documents = documents.into_iter();
        documents
            .map(|document| GamePart {
                name: document.title.clone(),
                documents: vec![document],
            })
            .collect()
    };
    if is_folders || parts.len() > 8 {
        let length = |part: &GamePart<'_>| {
            part.documents
                .iter()
                .map(|of| u64::from(of.length))
                .sum::<u64>()
        };
        parts.sort_by_key(|part| Reverse(length(part)));
    }
    parts
}

impl GamePart<'_> {
    /// Returns up to `count` questions that the part answers: names of rules from different places
    /// of its longest document.
    pub fn questions(&self, book: &Rulebook, count: u32) -> Vec<String> {
        let Some(longest) = self.documents.iter().max_by_key(|of| of.length) else {
            return Vec::new();
        };
        let is_word = |c: char| c.is_alphabetic() || c == ' ';
        let is_name = |title: &str| {
            (1..=3).contains(&title.split_whitespace().count()) && title.chars().all(is_word)
        };
        let is_rule = |section: &&Section| section.has_text && is_name(&section.title);
        let (SectionRef(root), SectionRef(end)) = (longest.root, book.section(longest.root).end);
        // Not the first rules, which are likely to be introductions.
        let starts = (1..=count).map(|part| root + (end - root) * part / (count + 1));
        let rules = starts.filter_map(|start| {
            let mut sections = (start..end).map(|at| book.section(SectionRef(at)));
            sections.find(is_rule)
        });
        rules.map(|rule| rule.title.to_lowercase()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn pages_of_the_site_are_no_part_and_the_longest_document_names_the_others() {
        let texts = [
            ("404.md", "# Page not found\n\nGo back.\n"),
            ("_includes/head.md", "# Head\n\nA head.\n"),
            ("about.md", "# About\n\nShort.\n"),
            (
                "game.md",
                "# The Game\n\nIt is played with rats and with eels.\n",
            ),
            ("rats/a.md", "# A\n\nA rat of the marsh that is long.\n"),
            ("rats/b.md", "# B\n\nA rat of the marsh that is long.\n"),
            ("rats/c.md", "# C\n\nA rat of the marsh that is long.\n"),
            ("rats/d.md", "# D\n\nA rat of the marsh that is long.\n"),
        ];
        let sources = texts.map(|(file, text)| Source::in_memory(file, text));
        let book = Rulebook::load(sources.into(), Vec::new());
        let names: Vec<_> = parts(&book).into_iter().map(|part| part.name).collect();
        assert_eq!(names, ["rats", "The Game"]);
    }
}
