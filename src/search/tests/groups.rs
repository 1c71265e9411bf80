//! Indexes of many groups, and those that are made from the one before.

use super::*;
use crate::rules::{Document, DocumentRef};
use crate::search::store::GroupPart;
use crate::search::{Before, Indexer, Volume};

/// Groups of a few documents.
const SMALL: Volume = Volume {
    least: 300,
    most: 1200,
    spacing: 400,
};

/// What may happen to a folder.
#[derive(Clone, Debug)]
enum Edit {
    Change(usize, u32),
    Add(u32, u32),
    Remove(usize),
    Rename(usize, u32),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        (any::<usize>(), 0_u32..500).prop_map(|(at, text)| Edit::Change(at, text)),
        (0_u32..60, 0_u32..500).prop_map(|(name, text)| Edit::Add(name, text)),
        any::<usize>().prop_map(Edit::Remove),
        (any::<usize>(), 0_u32..60).prop_map(|(at, name)| Edit::Rename(at, name)),
    ]
}

/// A document by a number, with all that an entry holds: compounds, tables of dice, notes, run-in rules, costs.
fn text(number: u32) -> String {
    let rule = format!(
        "## Re-roll {number} {}AP\n\nRe-roll word{number} within {}\" of a half-hidden one.\n\n**Point-blank {number}:** shared\n\n",
        number % 4,
        number % 9
    );
    let rolls = format!(
        "| 2D6 | Effect |\n|---|---|\n| {}-9 | It is word{number} |\n\n> **Note:** word{}\n\n",
        number % 8,
        number / 2
    );
    format!(
        "---\ngame: G{}\n---\n# Part {number}\n\n{}",
        number % 2,
        [rule, rolls].concat().repeat(1 + number as usize % 3)
    )
}

type Files = std::collections::BTreeMap<u32, u32>;

fn book(files: &Files) -> Rulebook {
    let source =
        |(name, number): (&u32, &u32)| Source::in_memory(&format!("f{name:02}.md"), &text(*number));
    Rulebook::load(files.iter().map(source).collect(), Vec::new())
}

fn apply(files: &mut Files, edit: &Edit) {
    let name = |at: &usize, files: &Files| files.keys().nth(at % files.len().max(1)).copied();
    match edit {
        Edit::Change(at, text) => drop(name(at, files).map(|name| files.insert(name, *text))),
        Edit::Add(name, text) => drop(files.insert(*name, *text)),
        Edit::Remove(at) => drop(name(at, files).map(|name| files.remove(&name))),
        Edit::Rename(at, new) => {
            if let Some(text) = name(at, files).and_then(|name| files.remove(&name)) {
                files.insert(*new, text);
            }
        }
    }
}

/// For each document the one that it was before.
fn same(before: &Rulebook, now: &Rulebook) -> Vec<Option<DocumentRef>> {
    let is_same = |a: &Document, b: &Document| {
        let game = |book: &Rulebook, document: &Document| book.game(document.game).name.clone();
        (&a.id, &a.title, &a.source.text, game(before, a))
            == (&b.id, &b.title, &b.source.text, game(now, b))
    };
    let was = |now: &Document| before.documents.iter().position(|was| is_same(was, now));
    now.documents
        .iter()
        .map(|document| was(document).map(|at| DocumentRef(u32::try_from(at).unwrap())))
        .collect()
}

fn bytes(book: &Rulebook, before: Option<Before<'_>>) -> Vec<u8> {
    bytes_read(false, book, before)
}

/// The same; whether a thread of its own reads.
fn bytes_read(apart: bool, book: &Rulebook, before: Option<Before<'_>>) -> Vec<u8> {
    let indexer = Indexer::new(book)
        .in_groups(SMALL)
        .after(before)
        .reading_apart(apart);
    indexer
        .write(io::Cursor::new(Vec::new()))
        .unwrap()
        .into_inner()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn an_index_made_from_the_one_before_is_that_made_of_all_texts(
        files in prop::collection::btree_map(0_u32..60, 0_u32..500, 0..40),
        edits in prop::collection::vec(edit(), 0..6),
    ) {
        let mut files: Files = files;
        let before = book(&files);
        let index = SearchIndex::open(Bytes::Memory(bytes(&before, None))).unwrap();
        for edit in &edits {
            apply(&mut files, edit);
        }
        let now = book(&files);
        let same = same(&before, &now);
        let whole = bytes(&now, None);
        for apart in [false, true] {
            let before = Some(Before { index: &index, same: same.clone() });
            prop_assert!(bytes_read(apart, &now, before) == whole);
        }
        prop_assert!(bytes_read(true, &now, None) == whole);
    }
}

#[test]
fn what_an_index_was_told_of_a_section_can_be_read_from_it() {
    let (book, index) = &*BUNDLED;
    for (at, _, blocks) in book.walk() {
        let told = entry::told::Told::of(book, blocks.body(), at);
        assert_eq!(index.entries.told(at.0, &index.vocabulary).unwrap(), told);
    }
}

#[test]
fn texts_of_documents_that_have_not_changed_are_not_read() {
    let source = |name: u32, word: &str| {
        Source::in_memory(
            &format!("{name}.md"),
            &format!(
                "# N{name}\n\n{}",
                format!("## Rule\n\n{word}\n\n").repeat(9)
            ),
        )
    };
    let book = |word: &str| {
        Rulebook::load(
            (0..30)
                .map(|name| source(name, if name % 4 == 0 { word } else { "text" }))
                .collect(),
            Vec::new(),
        )
    };
    let (before, now) = (book("ward"), book("gate"));
    let index = SearchIndex::open(Bytes::Memory(bytes(&before, None))).unwrap();
    // Whoever read a text would find out that this is not so.
    let same: Vec<_> = (0..30).map(DocumentRef).map(Some).collect();
    assert!(
        bytes(
            &now,
            Some(Before {
                index: &index,
                same: same.clone()
            })
        ) == bytes(&before, None)
    );
    let mut same = same;
    same.swap(2, 3);
    assert!(
        bytes(
            &now,
            Some(Before {
                index: &index,
                same
            })
        ) != bytes(&now, None)
    );
}

/// Takes so many bytes.
struct Full(io::Cursor<Vec<u8>>, usize);

impl io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1 = self
            .1
            .checked_sub(bytes.len())
            .ok_or(io::ErrorKind::StorageFull)?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl io::Seek for Full {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[rstest]
fn where_there_is_no_room_neither_who_writes_nor_who_reads_goes_on(
    #[values(false, true)] apart: bool,
    #[values(0, 1000, 100_000)] room: usize,
) {
    let book = book(&(0..60).map(|name| (name, 400)).collect());
    let indexer = Indexer::new(&book).in_groups(SMALL).reading_apart(apart);
    let written = indexer.write(Full(io::Cursor::default(), room));
    assert!(written.is_err_and(
        |error| error.to_string().contains("storage") || error.to_string().contains("space")
    ));
}

#[test]
fn a_damaged_index_of_before_is_told() {
    let mut bytes = stored::stored();
    for at in stored::range(&bytes, GroupPart::Entries as usize)
        .skip(16 << 10)
        .step_by(1000)
    {
        bytes[at] ^= 1;
    }
    let book = &BUNDLED.0;
    let mut same: Vec<_> = (0..)
        .map(DocumentRef)
        .map(Some)
        .take(book.documents.len())
        .collect();
    for changed in [None, same[0]] {
        same[0] = changed;
        let index = SearchIndex::open(Bytes::Memory(bytes.clone())).unwrap();
        let before = Some(Before {
            index: &index,
            same: same.clone(),
        });
        assert!(Indexer::new(book).after(before).build().is_err());
        let before = Some(Before {
            index: &index,
            same: same.clone(),
        });
        assert!(
            Indexer::new(book)
                .after(before)
                .reading_apart(true)
                .build()
                .is_err()
        );
    }
}

#[test]
fn rules_without_a_document_have_an_index() {
    let book = book(&Files::new());
    let index = Indexer::new(&book).build().unwrap();
    assert_eq!(
        (index.sections(), index.search(&book, &ask("guard")).total),
        (0, 0)
    );
}
