//! From sources to a rulebook: titles, unique ids, the one flat list of sections.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use super::assemble::Draft;
use super::before::Before;
use super::outline::Outline;
use super::shelf::{Depth, Shelf, Shelved, file_stem};
use super::slug::slug;
use super::stored::pack;
use super::{Body, Document, DocumentRef, GameRef, Rulebook, Section, SectionRef};
use crate::diagnostic::{Diagnostic, Severity};
use crate::loader;
use crate::source::Source;

/// An id names at most this many sections above its own.
const MOST_PREFIXES: usize = 6;

impl Rulebook {
    /// Understands all sources. Never fails: what is wrong with a file is in [`Rulebook::diagnostics`], after those that
    /// are handed in from loading. The text of a source that comes unread is read for as long as it is needed, and left in
    /// its file.
    #[must_use]
    pub fn load(sources: Vec<Source>, diagnostics: Vec<Diagnostic>) -> Self {
        Self::load_after(None, sources, diagnostics, &mut |_| {})
    }

    /// The same; where a source is known to be what a document of the rules of `before` was made of, that is taken over, and
    /// the file is not opened. Before each document it is told how many have been understood.
    #[must_use]
    pub fn load_after(
        before: Option<&Self>,
        sources: Vec<Source>,
        mut diagnostics: Vec<Diagnostic>,
        tell: &mut dyn FnMut(usize),
    ) -> Self {
        let before = before.map(Before::new);
        let shelf = Shelf::sort(sources, Depth::Whole, before.as_ref(), &mut diagnostics);
        let mut book = Self {
            games: shelf.games,
            diagnostics,
            ..Self::after(before.as_ref())
        };
        for (done, shelved) in shelf.documents.into_iter().enumerate() {
            tell(done);
            book.add(shelved, before.as_ref(), true);
        }
        book.outline.seal();
        book
    }

    /// What a first frame needs: the games, the documents by their titles, and the text of one of them only: the first
    /// of `game`, else the first of all. The rest is a millisecond's work that a reader need not wait for. What is the same as
    /// before is there as a whole.
    #[must_use]
    pub fn glance(before: Option<&Self>, sources: Vec<Source>, game: Option<&str>) -> Self {
        let before = before.map(Before::new);
        let shelf = Shelf::sort(sources, Depth::Heads, before.as_ref(), &mut Vec::new());
        let of_game = |shelved: &Shelved| {
            game.is_some_and(|id| shelf.games[shelved.game.0 as usize].id == id)
        };
        let open = shelf.documents.iter().position(of_game).unwrap_or(0);
        Self::glanced(before.as_ref(), shelf, open)
    }

    /// A glance at very many files, of which none is opened but the settings and the document that is read first: the others
    /// have the names of their files for titles, and are of the games of their folders, until all is loaded.
    #[must_use]
    pub fn sketch(before: Option<&Self>, sources: Vec<Source>) -> Self {
        let before = before.map(Before::new);
        let mut shelf = Shelf::sort(sources, Depth::Names, before.as_ref(), &mut Vec::new());
        let open = loop {
            if shelf.documents.is_empty() {
                break 0;
            }
            if let Some(open) = shelf.open(0) {
                break open;
            }
            // It is no document after all.
            shelf.documents.remove(0);
        };
        Self::glanced(before.as_ref(), shelf, open)
    }

    fn glanced(before: Option<&Before<'_>>, shelf: Shelf, open: usize) -> Self {
        let mut book = Self {
            games: shelf.games,
            ..Self::after(before)
        };
        for (index, shelved) in shelf.documents.into_iter().enumerate() {
            book.add(shelved, before, index == open);
        }
        book.outline.seal();
        book
    }

    fn after(before: Option<&Before<'_>>) -> Self {
        let outline = before.map_or_else(Outline::default, |before| {
            Outline::after(&before.book.outline)
        });
        Self {
            outline,
            ..Self::default()
        }
    }

    fn add(&mut self, shelved: Shelved, before: Option<&Before<'_>>, whole: bool) {
        if let Some((before, at)) = before.zip(shelved.before) {
            return self.take_over(shelved, before.book, at);
        }
        let Shelved {
            game,
            source,
            front_matter,
            body,
            ..
        } = shelved;
        let unread = source.is_unread;
        let read = if unread && whole {
            loader::reread(&source)
        } else {
            None
        };
        if unread && whole && read.is_none() {
            let message = "this file changed while it was read";
            return self.diagnostics.push(Diagnostic::of_file(
                &source.path,
                Severity::Error,
                "unreadable",
                message,
            ));
        }
        let source = read.unwrap_or(source);
        let document = DocumentRef(small(self.documents.len()));
        let root = self.outline.next_root();
        let id = self.document_id(game, &source.file);
        let title = if whole {
            let draft = Draft::parse(&source, body);
            let title = draft.title(&front_matter, file_stem(&source.file));
            let (sections, text) = named_sections(draft, &source, (&id, &title), document, root);
            self.outline
                .push(sections, |out, sections| pack(out, root, &id, sections));
            self.bodies
                .keep(document, &Arc::new(text), source.text.len());
            title
        } else {
            self.outline.push_unread();
            Draft::unread(body).title(&front_matter, file_stem(&source.file))
        };
        self.by_id.insert(id.clone(), document);
        let (body, length) = (small(body), small(source.text.len()));
        let source = Arc::new(if unread {
            source.without_text()
        } else {
            source
        });
        let by_id = OnceLock::new();
        self.documents.push(Document {
            id,
            game,
            title,
            front_matter,
            root,
            body,
            length,
            source,
            by_id,
            whole,
        });
    }

    /// The sections of a document as its text gives them; nothing where that has changed.
    pub(super) fn read_again(&self, at: DocumentRef) -> Option<Vec<Section>> {
        let document = self.document(at);
        let source = loader::reread(&document.source)?;
        let start =
            Some(document.body as usize).filter(|start| source.text.is_char_boundary(*start))?;
        let draft = Draft::parse(&source, start);
        let (sections, _) = named_sections(
            draft,
            &source,
            (&document.id, &document.title),
            at,
            document.root,
        );
        Some(sections)
    }

    pub(super) fn document_id(&self, game: GameRef, file: &str) -> String {
        let wanted = format!("{}/{}", self.game(game).id, slug(file_stem(file)));
        unique(&wanted, &mut 2, |id| self.by_id.contains_key(id))
    }
}

/// The sections of a document with their ids and lines, and what stands under them.
fn named_sections(
    draft: Draft,
    source: &Source,
    (id, title): (&str, &str),
    document: DocumentRef,
    root: SectionRef,
) -> (Vec<Section>, Body) {
    let (mut sections, text) = draft.into_sections(title, document, root, source.text.len());
    name(id, root, &mut sections);
    for section in &mut sections {
        section.line = source.line(section.heading_span.start);
        section.line_end = source.last_line(section.span);
    }
    (sections, text)
}

/// Gives each section its id. A slug that occurs more than once in the document is prefixed with its parents' until it
/// is unique, in all its places, so that the id of one does not depend on whether another comes before it.
fn name(document: &str, root: SectionRef, sections: &mut [Section]) {
    let slugs: Vec<_> = sections
        .iter()
        .map(|section| slug(&section.title))
        .collect();
    let parent = |index: usize| {
        sections[index]
            .parent
            .map(|parent| (parent.0 - root.0) as usize)
            .filter(|at| *at > 0)
    };
    let mut wanted = slugs.clone();
    let mut above: Vec<_> = (0..sections.len()).map(parent).collect();
    for _ in 0..MOST_PREFIXES {
        let mut count: HashMap<&str, usize> = HashMap::new();
        wanted
            .iter()
            .skip(1)
            .for_each(|slug| *count.entry(slug).or_default() += 1);
        let repeated: Vec<_> = (1..wanted.len())
            .filter(|index| count[wanted[*index].as_str()] > 1)
            .collect();
        let mut longer = false;
        for index in repeated {
            if let Some(prefix) = above[index] {
                wanted[index] = format!("{}-{}", slugs[prefix], wanted[index]);
                above[index] = parent(prefix);
                longer = true;
            }
        }
        if !longer {
            break;
        }
    }
    let mut numbers = HashMap::new();
    let mut taken: HashSet<String> = HashSet::new();
    for (index, section) in sections.iter_mut().enumerate() {
        let wanted = if index == 0 {
            document.to_owned()
        } else {
            format!("{document}#{}", wanted[index])
        };
        // Equal names go on counting where the last one stopped: a hundred thousand of them are not tried each time.
        let number = numbers.entry(wanted.clone()).or_insert(2);
        section.id = unique(&wanted, number, |id| taken.contains(id));
        taken.insert(section.id.clone());
    }
}

/// A name that is not taken: the wanted one, or with the first free number from `number` on, which is left at the next.
fn unique(wanted: &str, number: &mut u32, taken: impl Fn(&str) -> bool) -> String {
    let mut id = wanted.to_owned();
    while taken(&id) {
        id = format!("{wanted}-{number}");
        *number += 1;
    }
    id
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::loader;

    fn outline(book: &Rulebook) -> Vec<(String, String, GameRef)> {
        book.documents
            .iter()
            .map(|document| (document.id.clone(), document.title.clone(), document.game))
            .collect()
    }

    #[test]
    fn a_glance_shows_the_same_documents_and_the_text_of_one() {
        let glance = Rulebook::glance(None, loader::bundled().collect(), None);
        let whole = Rulebook::load(loader::bundled().collect(), Vec::new());
        assert_eq!(outline(&glance), outline(&whole));
        let sections =
            |book: &Rulebook, at: usize| book.descendants(book.documents[at].root).count();
        assert_eq!(sections(&glance, 0), sections(&whole, 0));
        assert_eq!(sections(&glance, 1), 0);
    }

    #[test]
    fn a_glance_opens_the_game_that_is_asked_for() {
        let glance = Rulebook::glance(None, loader::bundled().collect(), Some("zone-mortalis"));
        let read: Vec<_> = glance
            .documents
            .iter()
            .filter(|document| glance.descendants(document.root).count() > 0)
            .collect();
        assert_eq!(
            read.iter()
                .map(|document| document.id.as_str())
                .collect::<Vec<_>>(),
            ["zone-mortalis/zone-mortalis"]
        );
    }

    /// The files of a folder, found and not opened.
    fn unread(folder: &std::path::Path) -> Vec<Source> {
        let found = loader::find(&[loader::Origin::Path(folder.to_owned())]).unwrap();
        let files = found.entries.into_iter().filter_map(|entry| match entry {
            loader::Entry::File(source) => Some(Arc::unwrap_or_clone(source)),
            loader::Entry::Fault(_) => None,
        });
        files.collect()
    }

    #[rstest]
    #[case::of_its_folder("# Real Title\n", ["house/a Real Title", "house/b B", "inn/c C"], "house/a")]
    #[case::of_a_known_game("---\ngame: Inn\n---\n# Real Title\n", ["house/b B", "inn/a Real Title", "inn/c C"], "inn/a")]
    #[case::of_a_new_game("---\ngame: New\n---\n# Real Title\n", ["house/b B", "inn/c C", "new/a Real Title"], "new/a")]
    #[case::of_none("\u{0}\u{0}", ["house/b Named", "inn/c C", ""], "house/b")]
    fn a_sketch_opens_the_first_document_and_knows_the_others_by_their_files(
        #[case] text: &str,
        #[case] documents: [&str; 3],
        #[case] open: &str,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let write =
            |file: &str, text: &str| std::fs::write(folder.path().join(file), text).unwrap();
        std::fs::create_dir(folder.path().join("x")).unwrap();
        write("a.md", text);
        write("b.md", "---\ntitle: Named\n---\n## Part\n");
        write("game.yaml", "name: House\norder: 1\n");
        write("x/c.md", "# Other\n");
        write("x/game.yaml", "name: Inn\norder: 2\n");
        let sketch = Rulebook::sketch(None, unread(folder.path()));
        let shown = |document: &Document| format!("{} {}", document.id, document.title);
        let shown: Vec<_> = sketch.documents.iter().map(shown).collect();
        assert_eq!(
            shown,
            documents
                .into_iter()
                .filter(|document| !document.is_empty())
                .collect::<Vec<_>>()
        );
        let whole: Vec<_> = sketch
            .documents
            .iter()
            .filter(|document| document.whole)
            .collect();
        assert_eq!(
            whole
                .iter()
                .map(|document| document.id.as_str())
                .collect::<Vec<_>>(),
            [open]
        );
    }

    #[test]
    fn a_sketch_of_no_document_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.md"), b"\x89PNG\0\xff").unwrap();
        assert!(
            Rulebook::sketch(None, unread(folder.path()))
                .documents
                .is_empty()
        );
    }

    #[test]
    fn a_game_gives_its_documents_an_order() {
        let source = |file: &str, text: &str| {
            Source::new(file.into(), file.into(), "house".into(), text.to_owned())
        };
        let files = vec![
            source("a.md", "# A"),
            source("b.md", "# B"),
            source("game.yaml", "name: House\ndocuments: [c, b]\n"),
            source("c.md", "# C"),
        ];
        let book = Rulebook::load(files, Vec::new());
        let ids: Vec<_> = book
            .documents
            .iter()
            .map(|document| document.id.as_str())
            .collect();
        assert_eq!(ids, ["house/c", "house/b", "house/a"]);
        assert!(book.diagnostics.is_empty());
    }
}
