//! Finds documents by the paths, permalinks, file names and titles that links use.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::iter::successors;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::rules::slug::{fold, slug};
use crate::rules::{Document, DocumentRef, GameRef, Rulebook};

/// The maximum number of endings of a path that [`DocumentNames::by_link`] tries.
const MAX_FOLDERS: usize = 16;

/// The documents of a rulebook, by the names that links use for them. If several documents have the
/// same title or permalink, the first one wins.
#[derive(Debug, Default)]
pub(super) struct DocumentNames {
    /// Documents by the [`key`] of their path.
    paths: FxHashMap<String, Vec<DocumentRef>>,
    /// Documents by the [`key`] of their file name. Each document is stored with a `/` followed by
    /// its normalised path in the rules folder.
    file_names: FxHashMap<String, Vec<(String, DocumentRef)>>,
    /// Documents by the [`key`] of the `permalink` in their front matter, which is the address of
    /// the document's page on a website.
    permalinks: FxHashMap<String, DocumentRef>,
    /// Documents by game and the slug of their title or file name, collected on first use.
    titles: OnceLock<HashMap<(GameRef, String), DocumentRef>>,
}

impl DocumentNames {
    pub fn new(book: &Rulebook) -> Self {
        let mut names = Self::default();
        for (at, document) in (0..).map(DocumentRef).zip(&book.documents) {
            let file = &document.source.file;
            let path = names.paths.entry(key(document, file)).or_default();
            path.push(at);
            let same_name = names.file_names.entry(key(document, file_name(file)));
            let path = format!("/{}", normalised(file));
            same_name.or_default().push((path, at));
            if let Some(permalink) = document.front_matter.get("permalink") {
                let address = key(document, permalink.trim_matches('/'));
                names.permalinks.entry(address).or_insert(at);
            }
        }
        names
    }

    /// Returns the document at the path `file` in the rules folder of `near`. The file extension is
    /// optional.
    pub fn by_path(&self, book: &Rulebook, near: &Document, file: &str) -> Option<DocumentRef> {
        let found = self.paths.get(&key(near, file))?;
        let exact = found
            .iter()
            .find(|at| book.document(**at).source.file == file);
        exact.or(found.first()).copied()
    }

    /// Returns the document that `path` means in a link of the document `near`. Returns `None` if
    /// the path leads out of the rules folder. Otherwise, the path is tried in this order:
    ///
    /// - relative to the folder of `near`, as in Markdown
    /// - relative to the rules folder, as in an Obsidian vault
    /// - as a folder with an `index` or `readme` file, as on a website
    /// - as a permalink, as on a website
    /// - as the end of a document's path, as in an Obsidian vault. The leading folders of the
    ///   link's path, which may belong to a website or a larger vault, are dropped one by one.
    pub fn by_link(&self, book: &Rulebook, near: &Document, path: &str) -> Option<DocumentRef> {
        let from_folder = relative(&near.source.file, path)?;
        let rest = path.trim_matches('/');
        let mut ends = successors(Some(rest), without_folder).take(MAX_FOLDERS);
        self.by_path(book, near, &from_folder)
            .or_else(|| self.by_path(book, near, rest))
            .or_else(|| self.by_path(book, near, &format!("{from_folder}/index")))
            .or_else(|| self.by_path(book, near, &format!("{from_folder}/readme")))
            .or_else(|| self.permalinks.get(&key(near, rest)).copied())
            .or_else(|| ends.find_map(|end| self.by_end(near, end)))
    }

    /// Finds the document whose path ends with `path`. If there is none, tries `path/index`, then
    /// `path/readme`. If several documents match, the one in the folder nearest to `near` wins,
    /// then the one with the fewest folders in its path.
    fn by_end(&self, near: &Document, path: &str) -> Option<DocumentRef> {
        let here = format!("/{}", normalised(&near.source.file));
        let ends = |path: &str| {
            let wanted = normalised(path);
            let same_name = self.file_names.get(&key(near, file_name(path)))?;
            let ends = same_name.iter().filter(|(path, _)| {
                let folder = path.strip_suffix(&wanted);
                folder.is_some_and(|folder| folder.ends_with('/'))
            });
            let nearest = ends.min_by_key(|(path, at)| {
                let parts = here.split('/').zip(path.split('/'));
                let shared = parts.take_while(|(a, b)| a == b).count();
                (Reverse(shared), path.matches('/').count(), *at)
            });
            nearest.map(|(_, at)| *at)
        };
        ends(path)
            .or_else(|| ends(&format!("{path}/index")))
            .or_else(|| ends(&format!("{path}/readme")))
    }

    /// Returns the document of `game` that has the title or file name `name`.
    pub fn by_name(&self, book: &Rulebook, game: GameRef, name: &str) -> Option<DocumentRef> {
        let titles = self.titles.get_or_init(|| titles(book));
        titles.get(&(game, slug(stem(name.trim())))).copied()
    }
}

fn titles(book: &Rulebook) -> HashMap<(GameRef, String), DocumentRef> {
    let mut titles = HashMap::new();
    for (at, document) in (0..).map(DocumentRef).zip(&book.documents) {
        for name in [&document.title, stem(file_name(&document.source.file))] {
            titles.entry((document.game, slug(name))).or_insert(at);
        }
    }
    titles
}

/// Returns the path of the rules folder of `document`, followed by the path `file` in its
/// normalised form.
fn key(document: &Document, file: &str) -> String {
    let source = &document.source;
    let folder = source.path.strip_suffix(&source.file).unwrap_or("");
    [folder, &normalised(file)].concat()
}

/// Returns a path in lower case, without extension, and with hyphens for spaces and underscores.
fn normalised(file: &str) -> String {
    fold(stem(file)).replace([' ', '_'], "-")
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

/// Drops the first folder of a path. Returns `None` if the path has no folder, or if only the file
/// name `index` or `readme` is left, which any folder may contain.
fn without_folder<'a>(path: &&'a str) -> Option<&'a str> {
    let (_, rest) = path.split_once('/')?;
    let is_index = ["index", "readme"].contains(&fold(stem(rest)).as_str());
    (!is_index).then_some(rest)
}

pub fn file_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

fn stem(file: &str) -> &str {
    [".md", ".markdown", ".txt", ".html"]
        .iter()
        .find_map(|ending| file.strip_suffix(ending))
        .unwrap_or(file)
}
