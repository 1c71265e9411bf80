//! What is stored comes back; what is damaged does not hurt.

use proptest::prelude::*;

use super::*;
use crate::loader;

const EVERYTHING: &str = include_str!("../../../tests/fixtures/everything.md");

struct Kept {
    head: Vec<u8>,
    sections: Vec<u8>,
    files: Vec<Arc<Source>>,
}

impl Kept {
    fn restore(&self) -> Option<Rulebook> {
        Rulebook::restore(
            &mut Reader::new(&self.head),
            Stored::Memory(self.sections.clone()),
            &self.files,
        )
    }
}

fn stored(book: &Rulebook) -> Kept {
    let files: Vec<_> = book
        .documents
        .iter()
        .map(|document| Arc::clone(&document.source))
        .collect();
    let (mut head, mut sections) = (Vec::new(), Vec::new());
    let file = |source: &Source| {
        let at = files
            .iter()
            .position(|known| known.path == source.path && known.text == source.text);
        u32::try_from(at.unwrap()).unwrap()
    };
    let names = book.store(&mut head, file, |game| {
        book.games[game.0 as usize].id.clone().into_bytes()
    });
    book.store_sections(&mut sections).unwrap();
    sections.extend(names);
    Kept {
        head,
        sections,
        files,
    }
}

fn assert_same(book: &Rulebook, other: &Rulebook) {
    assert_eq!(book.games, other.games);
    assert!(book.sections().eq(other.sections()));
    let head = |document: &Document| {
        let Document {
            id,
            game,
            title,
            front_matter,
            root,
            body,
            source,
            ..
        } = document.clone();
        (
            id,
            game,
            title,
            front_matter,
            root,
            body,
            source.path.clone(),
        )
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
        Source::in_memory(
            "game.yaml",
            "name: House\norder: 2\nundefined: [Pit]\ndocuments: [a]\n",
        ),
        Source::in_memory("a.md", text),
        Source::in_memory(
            "b/a.md",
            "---\ntitle: A\nteam: rats\naliases: [B]\n---\n\n## *Slanted* `code` 2AP (Tag)\n",
        ),
        Source::in_memory("synonyms.yaml", "rats: [Vermin]\n"),
    ];
    Rulebook::load(sources, Vec::new())
}

#[test]
fn a_stored_outline_is_the_same_outline() {
    for book in [
        Rulebook::load(loader::bundled().collect(), Vec::new()),
        house("# A\n\n[[B]]\n\n## See [x](b.md)\n"),
    ] {
        let kept = stored(&book);
        let again = kept.restore().unwrap();
        assert_same(&book, &again);
        let names: Vec<_> = (0..)
            .map(GameRef)
            .map_while(|game| again.stored_names(game))
            .collect();
        assert_eq!(
            names,
            book.games
                .iter()
                .map(|game| game.id.as_bytes())
                .collect::<Vec<_>>()
        );
        assert!(
            book.stored_names(GameRef(0)).is_none(),
            "what was read of texts has none"
        );
        // What was read of a stored outline is stored as it was.
        assert!(stored(&again).head == kept.head && stored(&again).sections == kept.sections);
    }
}

#[test]
fn what_is_asked_of_many_sections_is_known_without_them() {
    let book = house("# A\n\n## B 1AP\n\n**Run-in:** x\n\n## C 2CP\n");
    let again = stored(&book).restore().unwrap();
    let shape = |book: &Rulebook| {
        let each = (0..book.section_count()).map(|at| SectionRef(u32::try_from(at).unwrap()));
        let run_in: Vec<_> = each
            .map(|at| (book.is_run_in(at), book.document_of(at).id.clone()))
            .collect();
        let headings: Vec<_> = (0..3)
            .map(|at| book.has_headings(DocumentRef(at)))
            .collect();
        (
            run_in,
            headings,
            book.kinds().collect::<Vec<_>>(),
            book.costs().to_vec(),
        )
    };
    let (run_in, ..) = shape(&again);
    assert_eq!(shape(&again), shape(&book));
    let read = |book: &Rulebook| {
        (0..3)
            .filter(|at| book.outline.is_read(DocumentRef(*at)))
            .count()
    };
    assert_eq!((read(&again), read(&book)), (0, 3));
    let _ = again.section(again.documents[2].root);
    assert_eq!(read(&again), 1);
    assert!(
        book.iter()
            .all(|(at, section)| run_in[at.0 as usize].0 == section.run_in)
    );
}

#[test]
fn damaged_sections_are_read_from_the_text_again_and_are_unknown_where_that_is_gone() {
    let book = house("# A\n\n## B\n\ntext\n");
    let mut kept = stored(&book);
    for byte in &mut kept.sections {
        *byte ^= 0x55;
    }
    let again = kept.restore().unwrap();
    assert_same(&book, &again);
    assert!(!again.is_outdated() && again.stored_names(GameRef(0)).is_none());
    kept.files = kept
        .files
        .iter()
        .map(|file| Arc::new(Source::in_memory(&file.path, "# Other\n")))
        .collect();
    let unknown = kept.restore().unwrap();
    assert_eq!(
        (unknown.sections().count(), unknown.is_outdated()),
        (book.section_count(), true)
    );
    assert!(
        unknown
            .iter()
            .all(|(at, section)| unknown.by_id(&section.id) == Some(at))
    );
}

#[test]
fn a_number_of_any_size_takes_no_more_memory_than_the_bytes_are_worth() {
    let kept = stored(&house("# A\n\n## B\n"));
    for at in 0..kept.head.len() {
        for size in [
            [0xff, 0xff, 0xff, 0xff, 0x0f],
            [0x80, 0x80, 0x80, 0x80, 0x01],
        ] {
            let mut head = kept.head.clone();
            head.splice(at..=at, size);
            if let Some(book) = (Kept {
                head,
                sections: kept.sections.clone(),
                files: kept.files.clone(),
            })
            .restore()
            {
                assert!(book.sections().count() < 1000);
            }
        }
    }
}

#[test]
fn an_outline_of_other_files_is_refused() {
    let kept = stored(&house("# A\n"));
    assert!(
        Kept {
            files: kept.files[1..].to_vec(),
            ..kept
        }
        .restore()
        .is_none()
    );
}

proptest! {
    #[test]
    fn any_outline_is_stored(headings in prop::collection::vec("#{1,6} [A-Za-z \\[\\]()*`0-9:.é-]{0,20}\n\n(\\*\\*[a-z]{1,5}:\\*\\* x\n\n)?", 0..8)) {
        let book = house(&headings.concat());
        assert_same(&book, &stored(&book).restore().unwrap());
    }

    #[test]
    fn damaged_bytes_give_an_outline_or_none(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4), cut in any::<prop::sample::Index>()) {
        let mut kept = stored(&house("# A\n\n## B 1AP\n\n## 1. C\n"));
        for (at, byte) in changes {
            let at = at.index(kept.head.len() + kept.sections.len());
            let bytes = kept.head.iter_mut().chain(&mut kept.sections).nth(at);
            *bytes.unwrap() = byte;
        }
        let cut = kept.head[..cut.index(kept.head.len())].to_vec();
        for head in [kept.head.clone(), cut] {
            let kept = Kept { head, sections: kept.sections.clone(), files: kept.files.clone() };
            let Some(book) = kept.restore() else { continue };
            for (at, section) in book.iter() {
                prop_assert!(book.descendants(at).all(|inner| (inner.0 as usize) < book.section_count()));
                prop_assert!(book.ancestors(at).len() < 1000);
                let _ = (book.by_id(&section.id), book.blocks(at).len(), section.heading.slice(0..0));
            }
        }
    }
}
