//! Finds documents by the paths, permalinks, file names and titles that links use.

use std::cmp::Reverse;
use std::iter::successors;

use rustc_hash::FxHashMap;

use super::names::nearest;
use crate::loader::document_kind;
use crate::rules::slug::{fold, slug};
use crate::rules::{Document, DocumentRef, GameRef, Rulebook};
use crate::source::last_part;

/// The maximum number of endings of a path that links can use, or that
/// [`DocumentNames::by_link`] tries.
const MAX_ENDINGS: usize = 16;

/// The documents of a rulebook, by the names that links use for them.
#[derive(Debug, Default)]
pub struct DocumentNames {
    /// Documents by the [`key`] of their path and of its endings, such as `bat` and `monsters/bat`.
    /// A whole path starts with `/`. So does the `permalink` in the front matter, which is the
    /// address of the document's page on a website.
    paths: FxHashMap<String, Vec<DocumentRef>>,
    /// The first document in each folder, by the [`key`] of the folder's path.
    folders: FxHashMap<String, DocumentRef>,
    /// Documents by game and the slug of their title or file name. If several documents have the
    /// same name, the first one wins.
    titles: FxHashMap<(GameRef, String), DocumentRef>,
}

impl DocumentNames {
    pub fn new(book: &Rulebook) -> Self {
        let mut names = Self::default();
        let documents = (0..).map(DocumentRef).zip(&book.documents);
        for (at, document) in documents.clone() {
            let file = &document.source.file;
            let endings = file
                .rmatch_indices('/')
                .map(|(slash, _)| &file[slash + 1..]);
            for ending in endings.take(MAX_ENDINGS).chain([file.as_str()]) {
                names.add(document, ending, at);
            }
            names.add(document, &format!("/{file}"), at);
            for (slash, _) in file.rmatch_indices('/').take(MAX_ENDINGS) {
                let folder = key(document, &format!("/{}", &file[..slash]));
                names.folders.entry(folder).or_insert(at);
            }
            for name in [&document.title, stem(last_part(file))] {
                let title = (document.game, slug(name));
                names.titles.entry(title).or_insert(at);
            }
        }
        for (at, document) in documents.clone() {
            // On a site, the numbers that only order the files are no part of their addresses.
            let file = without_numbers(&document.source.file);
            if file != document.source.file {
                names.add(document, last_part(&file), at);
                names.add(document, &format!("/{file}"), at);
            }
        }
        for (at, document) in documents {
            if let Some(permalink) = document.front_matter.get("permalink") {
                names.add(document, &format!("/{}", permalink.trim_matches('/')), at);
            }
        }
        names
    }

    fn add(&mut self, document: &Document, path: &str, at: DocumentRef) {
        self.paths.entry(key(document, path)).or_default().push(at);
    }

    /// Returns the document that `path` means in a link of the document `near`. Returns `None` if
    /// the path leads out of the rules folder. Otherwise, the path is tried in this order, each
    /// time also as a folder with an `index` or `readme` file, as on a website:
    ///
    /// - relative to the folder of `near`, as in Markdown
    /// - relative to the rules folder, as in an Obsidian vault, or as a permalink
    /// - as the end of a document's path, as in an Obsidian vault. The leading folders of the
    ///   link's path, which may belong to a website or a larger vault, are dropped one by one.
    ///
    /// The path of a folder means the first document in it.
    pub fn by_link(&self, book: &Rulebook, near: DocumentRef, path: &str) -> Option<DocumentRef> {
        let here = book.document(near);
        let from_folder = relative(&here.source.file, path)?;
        let rest = path.trim_matches('/');
        let find = |path: &str| {
            let mut key = key(here, path);
            let length = key.len();
            ["", "/index", "/readme"].into_iter().find_map(|file| {
                key.truncate(length);
                key.push_str(file);
                self.by_key(book, near, path, &key)
            })
        };
        let mut ends = successors(Some(rest), without_folder).take(MAX_ENDINGS);
        find(&format!("/{from_folder}"))
            .or_else(|| find(&format!("/{rest}")))
            .or_else(|| ends.find_map(find))
            .or_else(|| {
                self.folders
                    .get(&key(here, &format!("/{from_folder}")))
                    .copied()
            })
    }

    /// Returns the document with this key, which is that of a path, an ending of a path or a
    /// permalink. If there are several, of the first and those that [`nearest`] returns,
    /// the one in the folder nearest to `near` wins, then the one
    /// with the fewest folders in its path, then the one whose path is exactly `path`.
    fn by_key(
        &self,
        book: &Rulebook,
        near: DocumentRef,
        path: &str,
        key: &str,
    ) -> Option<DocumentRef> {
        let found = self.paths.get(key)?;
        if let [only] = found[..] {
            return Some(only);
        }
        let here = &book.document(near).source.file;
        let before = found.partition_point(|at| *at < near);
        let near = nearest(found, before);
        near.iter().chain(found.first()).copied().min_by_key(|at| {
            let file = &book.document(*at).source.file;
            let parts = here.split('/').zip(file.split('/'));
            let shared = parts.take_while(|(a, b)| a == b).count();
            let is_other = path.strip_prefix('/') != Some(file);
            (Reverse(shared), file.matches('/').count(), is_other)
        })
    }

    /// Returns the document of `game` that has the title or file name `name`.
    pub fn by_name(&self, game: GameRef, name: &str) -> Option<DocumentRef> {
        self.titles.get(&(game, slug(stem(name.trim())))).copied()
    }
}

/// Returns the path of the rules folder of `document`, followed by `path` in lower case, without
/// extension, and with hyphens for spaces and underscores.
fn key(document: &Document, path: &str) -> String {
    let source = &document.source;
    let folder = source.path.strip_suffix(&source.file).unwrap_or("");
    [folder, &fold(stem(path)).replace([' ', '_'], "-")].concat()
}

/// Converts `path`, which is relative to the folder of `file`, into a path relative to the rules
/// folder. Returns `None` if the path leads out of the rules folder.
pub fn relative(file: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Drops the numbers before the names of files and folders, as in `01-basics/02. combat.md`.
fn without_numbers(path: &str) -> String {
    let bare = |part: &str| {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = if rest.len() < part.len() {
            rest.trim_start_matches(['-', '_', '.', ' '])
        } else {
            rest
        };
        let is_name = rest.starts_with(char::is_alphabetic);
        if is_name { rest } else { part }.to_owned()
    };
    path.split('/').map(bare).collect::<Vec<_>>().join("/")
}

/// Drops the first folder of a path. Returns `None` if the path has no folder, or if only the file
/// name `index` or `readme` is left, which any folder may contain.
fn without_folder<'a>(path: &&'a str) -> Option<&'a str> {
    let (_, rest) = path.split_once('/')?;
    (!is_index(rest)).then_some(rest)
}

/// Whether a file, such as `README.md`, is the page of its folder.
pub fn is_index(file: &str) -> bool {
    ["index", "readme"].contains(&fold(stem(file)).as_str())
}

/// Returns the name of a file without the extension of a document.
fn stem(file: &str) -> &str {
    let stem = file.rsplit_once('.').map(|(stem, _)| stem);
    stem.filter(|_| document_kind(file).is_some())
        .unwrap_or(file)
}
