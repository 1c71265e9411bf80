//! Documents by their files and names.

use std::collections::HashMap;

use crate::rules::slug::{fold, slug};
use crate::rules::{Document, DocumentRef, GameRef, Rulebook};

/// The documents of a rulebook by what a link may call them; where two have one name, the first is meant.
#[derive(Debug, Default)]
pub(super) struct DocumentNames {
    /// By the rules folder and the path in it.
    exact: HashMap<(String, String), DocumentRef>,
    /// The same without case and ending.
    loose: HashMap<(String, String), DocumentRef>,
    /// By the slug of a title or of a file's name.
    titles: HashMap<(GameRef, String), DocumentRef>,
}

impl DocumentNames {
    pub fn new(book: &Rulebook) -> Self {
        let mut files = Self::default();
        for (at, document) in (0..).map(DocumentRef).zip(&book.documents) {
            let file = &document.source.file;
            let folder = || folder(document).to_owned();
            files.exact.entry((folder(), file.clone())).or_insert(at);
            files
                .loose
                .entry((folder(), fold(stem(file))))
                .or_insert(at);
            for name in [document.title.as_str(), stem(file_name(file))] {
                files
                    .titles
                    .entry((document.game, slug(name)))
                    .or_insert(at);
            }
        }
        files
    }

    /// The document of a file of the same rules folder; the ending may be left out.
    pub fn by_path(&self, near: &Document, file: &str) -> Option<DocumentRef> {
        let folder = folder(near);
        let exact = self.exact.get(&(folder.to_owned(), file.to_owned()));
        let loose = || self.loose.get(&(folder.to_owned(), fold(stem(file))));
        exact.or_else(loose).copied()
    }

    /// The document of a game with this title, or whose file has this name.
    pub fn by_name(&self, game: GameRef, name: &str) -> Option<DocumentRef> {
        self.titles.get(&(game, slug(stem(name.trim())))).copied()
    }
}

/// The path of the rules folder that a document came from, as it was given.
fn folder(document: &Document) -> &str {
    let source = &document.source;
    let end = source.path.len().checked_sub(source.file.len());
    end.and_then(|end| source.path.get(..end)).unwrap_or("")
}

/// The last part of a path.
pub(super) fn file_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

fn stem(file: &str) -> &str {
    [".md", ".markdown", ".txt"]
        .iter()
        .find_map(|ending| file.strip_suffix(ending))
        .unwrap_or(file)
}
