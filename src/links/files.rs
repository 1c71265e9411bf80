//! Documents by their files and names.

use std::collections::HashMap;

use crate::rules::slug::{fold, slug};
use crate::rules::{Document, DocumentRef, GameRef, Rulebook};

/// The documents of a rulebook by what a link may call them; where two have one name, the first is meant.
#[derive(Debug, Default)]
pub(super) struct DocumentNames {
    /// By the rules folder and the path in it, without case and ending.
    paths: HashMap<(String, String), Vec<DocumentRef>>,
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
            for name in [document.title.as_str(), stem(file_name(file))] {
                let title = names.titles.entry((document.game, slug(name)));
                title.or_insert(at);
            }
        }
        names
    }

    /// The document of a file of the same rules folder; the ending may be left out.
    pub fn by_path(&self, book: &Rulebook, near: &Document, file: &str) -> Option<DocumentRef> {
        let found = self.paths.get(&key(near, file))?;
        let exact = found
            .iter()
            .find(|at| book.document(**at).source.file == file);
        exact.or(found.first()).copied()
    }

    /// The document of a game with this title, or whose file has this name.
    pub fn by_name(&self, game: GameRef, name: &str) -> Option<DocumentRef> {
        self.titles.get(&(game, slug(stem(name.trim())))).copied()
    }
}

/// The path of the rules folder that a document came from, as it was given, and a path in it without case and ending.
fn key(document: &Document, file: &str) -> (String, String) {
    let source = &document.source;
    let folder = source.path.strip_suffix(&source.file).unwrap_or("");
    (folder.to_owned(), fold(stem(file)))
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
