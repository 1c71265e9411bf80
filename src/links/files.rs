//! Documents by their files and names.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::iter::successors;

use crate::rules::slug::{fold, slug};
use crate::rules::{Document, DocumentRef, GameRef, Rulebook};

/// The documents of a rulebook by the names that links use for them. The first of several with one name wins.
#[derive(Debug, Default)]
pub(super) struct DocumentNames {
    /// By the rules folder and the path in it, without case and extension.
    paths: HashMap<(String, String), Vec<DocumentRef>>,
    /// By the rules folder and the file's name, each with its path, without case and extension.
    file_names: HashMap<(String, String), Vec<(String, DocumentRef)>>,
    /// By the rules folder and the address that the front matter gives the page of a site.
    permalinks: HashMap<(String, String), DocumentRef>,
    /// By the slug of a title or of a file's name.
    titles: HashMap<(GameRef, String), DocumentRef>,
}

impl DocumentNames {
    pub fn new(book: &Rulebook) -> Self {
        let mut names = Self::default();
        for (at, document) in (0..).map(DocumentRef).zip(&book.documents) {
            let file = &document.source.file;
            let path = names.paths.entry(key(document, file)).or_default();
            path.push(at);
            let same_name = names.file_names.entry(key(document, file_name(file)));
            let path = format!("/{}", key(document, file).1);
            same_name.or_default().push((path, at));
            let mut other = document.front_matter.other.iter();
            if let Some((_, permalink)) = other.find(|(key, _)| key == "permalink") {
                let address = key(document, permalink.trim_matches('/'));
                names.permalinks.entry(address).or_insert(at);
            }
            for name in [document.title.as_str(), stem(file_name(file))] {
                let title = names.titles.entry((document.game, slug(name)));
                title.or_insert(at);
            }
        }
        names
    }

    /// The document of a file in the same rules folder; the extension is optional.
    pub fn by_path(&self, book: &Rulebook, near: &Document, file: &str) -> Option<DocumentRef> {
        let found = self.paths.get(&key(near, file))?;
        let exact = found
            .iter()
            .find(|at| book.document(**at).source.file == file);
        exact.or(found.first()).copied()
    }

    /// The document that a link means by a path, read in turn as Markdown does (from the folder of the document with the
    /// link), as an Obsidian vault does (from the rules folder, or the end of any path), and as a site does (a permalink, a
    /// folder for its index, a path under the site's own folder).
    pub fn by_link(&self, book: &Rulebook, near: &Document, path: &str) -> Option<DocumentRef> {
        let from_folder = relative(&near.source.file, path)?;
        let rest = path.trim_matches('/');
        let most = if path.starts_with('/') { usize::MAX } else { 1 };
        let mut ends = successors(Some(rest), |rest| Some(rest.split_once('/')?.1)).take(most);
        self.by_path(book, near, &from_folder)
            .or_else(|| self.by_path(book, near, rest))
            .or_else(|| self.by_path(book, near, &format!("{from_folder}/index")))
            .or_else(|| self.by_path(book, near, &format!("{from_folder}/readme")))
            .or_else(|| self.permalinks.get(&key(near, rest)).copied())
            .or_else(|| ends.find_map(|end| self.by_end(near, end)))
    }

    /// The document whose path ends with a path, or with the index of its folder: the one in the nearest folder, then the one
    /// with the shortest path.
    fn by_end(&self, near: &Document, path: &str) -> Option<DocumentRef> {
        let here = format!("/{}", key(near, &near.source.file).1);
        let ends = |path: &str| {
            let (_, wanted) = key(near, path);
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

    /// The document of a game with this title, or whose file has this name.
    pub fn by_name(&self, game: GameRef, name: &str) -> Option<DocumentRef> {
        self.titles.get(&(game, slug(stem(name.trim())))).copied()
    }
}

/// The path of the rules folder that a document came from, as it was given, and a path in it without case and extension, with
/// hyphens for spaces.
fn key(document: &Document, file: &str) -> (String, String) {
    let source = &document.source;
    let folder = source.path.strip_suffix(&source.file).unwrap_or("");
    (folder.to_owned(), fold(stem(file)).replace([' ', '_'], "-"))
}

/// A path relative to a file, as one relative to the rules folder; `None` where it leaves it.
pub(super) fn relative(file: &str, path: &str) -> Option<String> {
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

/// The last part of a path.
pub(super) fn file_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

fn stem(file: &str) -> &str {
    [".md", ".markdown", ".txt", ".html"]
        .iter()
        .find_map(|ending| file.strip_suffix(ending))
        .unwrap_or(file)
}
