//! What is stored comes back; what is damaged does not hurt.

use proptest::prelude::*;

use super::*;
use crate::loader;

const EVERYTHING: &str = include_str!("../../../tests/fixtures/everything.md");

fn stored(book: &Rulebook) -> (Vec<u8>, Vec<Arc<Source>>) {
    let files: Vec<_> = book.documents.iter().map(|document| Arc::clone(&document.source)).collect();
    let mut bytes = Vec::new();
    book.store(&mut bytes, |source| {
        let at = files.iter().position(|known| known.path == source.path && known.text == source.text);
        u32::try_from(at.unwrap()).unwrap()
    });
    (bytes, files)
}

fn assert_same(book: &Rulebook, other: &Rulebook) {
    assert_eq!(book.games, other.games);
    assert_eq!(book.sections(), other.sections());
    let head = |document: &Document| {
        let Document { id, game, title, front_matter, root, body, source, .. } = document.clone();
        (id, game, title, front_matter, root, body, source.path.clone())
    };
    let heads = |book: &Rulebook| book.documents.iter().map(head).collect::<Vec<_>>();
    assert_eq!(heads(book), heads(other));
    for (at, section) in book.iter() {
        assert_eq!(other.by_id(&section.id), Some(at));
        assert_eq!(*book.blocks(at), *other.blocks(at), "{}", section.id);
    }
}

fn house(text: &str) -> Rulebook {
    let sources = vec![
        Source::in_memory("everything.md", EVERYTHING),
        Source::in_memory("game.yaml", "name: House\norder: 2\nundefined: [Pit]\ndocuments: [a]\n"),
        Source::in_memory("a.md", text),
        Source::in_memory("b/a.md", "---\ntitle: A\nteam: rats\naliases: [B]\n---\n\n## *Slanted* `code` 2AP (Tag)\n"),
        Source::in_memory("synonyms.yaml", "rats: [Vermin]\n"),
    ];
    Rulebook::load(sources, Vec::new())
}

#[test]
fn a_stored_outline_is_the_same_outline() {
    for book in [Rulebook::load(loader::bundled().collect(), Vec::new()), house("# A\n\n[[B]]\n\n## See [x](b.md)\n")] {
        let (bytes, files) = stored(&book);
        let mut input = Reader::new(&bytes);
        assert_same(&book, &Rulebook::restore(&mut input, &files, None).unwrap());
        assert!(input.is_empty());
    }
}

#[test]
fn a_glance_at_a_stored_outline_has_the_sections_of_one_document() {
    let book = Rulebook::load(loader::bundled().collect(), Vec::new());
    let (bytes, files) = stored(&book);
    let glance = Rulebook::restore(&mut Reader::new(&bytes), &files, Some("zone-mortalis")).unwrap();
    let loaded = Rulebook::glance(loader::bundled().collect(), Some("zone-mortalis"));
    let names =
        |book: &Rulebook| book.sections().iter().map(|at| (at.id.clone(), at.title.clone())).collect::<Vec<_>>();
    assert_eq!(names(&glance), names(&loaded));
    assert!(glance.sections().len() < book.sections().len() / 2);
    assert!(!glance.is_outdated());
}

#[test]
fn an_outline_with_levels_that_no_heading_has_is_refused() {
    let mut book = house("# A\n\n## B\n");
    book.sections[1].level = u8::MAX;
    let (bytes, files) = stored(&book);
    assert!(Rulebook::restore(&mut Reader::new(&bytes), &files, None).is_none());
}

#[test]
fn an_outline_of_other_files_is_refused() {
    let (bytes, files) = stored(&house("# A\n"));
    assert!(Rulebook::restore(&mut Reader::new(&bytes), &files[1..], None).is_none());
}

proptest! {
    #[test]
    fn any_outline_is_stored(headings in prop::collection::vec("#{1,6} [A-Za-z \\[\\]()*`0-9:.é-]{0,20}\n\n(\\*\\*[a-z]{1,5}:\\*\\* x\n\n)?", 0..8)) {
        let book = house(&headings.concat());
        let (bytes, files) = stored(&book);
        assert_same(&book, &Rulebook::restore(&mut Reader::new(&bytes), &files, None).unwrap());
    }

    #[test]
    fn damaged_bytes_give_an_outline_or_none(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4), cut in any::<prop::sample::Index>()) {
        let (mut bytes, files) = stored(&house("# A\n\n## B 1AP\n\n## 1. C\n"));
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        for bytes in [&bytes[..], &bytes[..cut.index(bytes.len())]] {
            let Some(book) = Rulebook::restore(&mut Reader::new(bytes), &files, None) else { continue };
            for (at, section) in book.iter() {
                prop_assert!(book.descendants(at).all(|inner| (inner.0 as usize) < book.sections().len()));
                prop_assert!(book.ancestors(at).len() < 1000);
                let _ = (book.by_id(&section.id), book.blocks(at).len(), section.heading.slice(0..0));
            }
        }
    }
}
