//! A stored index answers like the one that was built, and damage to it is noticed.

use super::*;
use crate::search::Bytes;
use crate::search::store::{GroupPart, StoreWriter};

const QUERIES: [&str; 12] = [
    "breach",
    "b",
    "op",
    "opperative",
    "npo 7",
    "tomb world guard",
    "los",
    "what is cover",
    "\"control range\" -breach",
    "type:action ap:<2",
    "30x22",
    "how far can I fall",
];

pub(super) fn stored() -> Vec<u8> {
    let mut bytes = Vec::new();
    BUNDLED.1.encode(&mut bytes).unwrap();
    bytes
}

/// Everything that a search gives, as text.
fn answers(book: &Rulebook, index: &SearchIndex) -> Vec<String> {
    let answer = |query: &&str| index.search(book, &ask(query));
    let told = |found: Results| {
        format!(
            "{:?} {} {:?} {:?}",
            found.hits, found.total, found.outcome, found.synonyms
        )
    };
    QUERIES.iter().map(answer).map(told).collect()
}

#[test]
fn a_stored_index_answers_like_the_one_that_was_built() {
    let bytes = stored();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("index");
    std::fs::write(&file, &bytes).unwrap();
    let built = answers(&BUNDLED.0, &BUNDLED.1);
    assert!(built.iter().all(|answer| answer.contains("SectionRef")));
    for stored in [Bytes::Memory(bytes), Bytes::File(file)] {
        let opened = answers(&BUNDLED.0, &SearchIndex::open(stored).unwrap());
        let other = QUERIES
            .iter()
            .zip(built.iter().zip(&opened))
            .find(|(_, (built, opened))| built != opened);
        assert_eq!(other.map(|(query, _)| query), None);
    }
}

#[test]
fn the_same_rules_give_the_same_bytes() {
    let mut again = Vec::new();
    SearchIndex::build(&BUNDLED.0)
        .unwrap()
        .encode(&mut again)
        .unwrap();
    assert!(again == stored());
}

#[test]
fn a_file_that_is_not_there_is_no_index() {
    let error = SearchIndex::open(Bytes::File("/nowhere/index".into()))
        .err()
        .unwrap();
    assert!(error.to_string().contains("it cannot be read"), "{error}");
}

#[rstest]
#[case::nothing(0)]
#[case::a_part_of_the_head(40)]
#[case::the_head(200)]
#[case::all_but_the_end(100_000)]
fn an_index_that_is_cut_off_is_refused(#[case] length: usize) {
    let mut bytes = stored();
    assert!(bytes.len() > length);
    bytes.truncate(length);
    assert!(SearchIndex::open(Bytes::Memory(bytes)).is_err());
}

#[test]
fn an_index_of_another_version_is_refused() {
    let mut bytes = stored();
    let version = bytes.iter().position(u8::is_ascii_digit).unwrap();
    bytes[version] += 1;
    let error = SearchIndex::open(Bytes::Memory(bytes)).err().unwrap();
    assert!(error.to_string().contains("another version"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_changed_byte_is_noticed_or_makes_no_difference(place: prop::sample::Index, change in 1_u8..) {
        let mut bytes = stored();
        let place = place.index(bytes.len());
        bytes[place] ^= change;
        let Ok(index) = SearchIndex::open(Bytes::Memory(bytes)) else { return Ok(()) };
        let opened = answers(&BUNDLED.0, &index);
        prop_assert!(index.is_damaged() || opened == answers(&BUNDLED.0, &BUNDLED.1));
    }
}

#[test]
fn where_an_index_turns_out_to_be_damaged_the_titles_answer() {
    let mut bytes = stored();
    // What is known of sections is read when one of them is found.
    let entries = range(&bytes, GroupPart::Entries as usize);
    for place in (entries.start + (16 << 10)..entries.end - (16 << 10)).step_by(1000) {
        bytes[place] ^= 1;
    }
    let index = SearchIndex::open(Bytes::Memory(bytes)).unwrap();
    let (first, again) = (
        index.search(&BUNDLED.0, &ask("guard")),
        index.search(&BUNDLED.0, &ask("guard")),
    );
    assert!(index.is_damaged() && first.only_headings && again.only_headings);
    assert!(!first.hits.is_empty());
}

#[test]
fn a_file_that_grows_shorter_while_it_is_open_ends_in_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index");
    std::fs::write(&path, stored()).unwrap();
    let index = SearchIndex::open(Bytes::File(path.clone())).unwrap();
    std::fs::File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_len(1000)
        .unwrap();
    assert!(index.search(&BUNDLED.0, &ask("guard")).only_headings && index.is_damaged());
}

/// Where a part lies in stored bytes of one group, by its place among all.
pub(super) fn range(bytes: &[u8], part: usize) -> Range<usize> {
    let table = table(bytes);
    let end = |part: usize| table.start + number(bytes, table.end + 8 * part);
    part.checked_sub(1).map_or(table.start, end)..end(part)
}

/// The place of a part among all, where there is one group.
fn of_all(part: Part) -> usize {
    GroupPart::ALL.len() + part as usize
}

/// Where the parts lie in stored bytes; behind them stands the table.
fn table(bytes: &[u8]) -> Range<usize> {
    let sum = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    sum + 12..sum + 12 + number(bytes, sum + 4)
}

fn number(bytes: &[u8], at: usize) -> usize {
    usize::try_from(u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())).unwrap()
}

/// Damage and checksums that fit all the same: once in four thousand million times, or by intent.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let parts = table(&bytes);
    let sums: Vec<u8> = bytes[parts.clone()]
        .chunks(16 << 10)
        .flat_map(|b| crc32fast::hash(b).to_le_bytes())
        .collect();
    let at = bytes.len() - sums.len();
    bytes[at..].copy_from_slice(&sums);
    let mut head = crc32fast::Hasher::new();
    head.update(&bytes[parts.start - 8..parts.start]);
    head.update(&bytes[parts.end..]);
    let head = head.finalize().to_le_bytes();
    bytes[parts.start - 12..parts.start - 8].copy_from_slice(&head);
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn damage_that_the_checksum_does_not_tell_ends_in_no_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..300),
        part in prop::sample::select(vec![
            GroupPart::Entries as usize, GroupPart::EntryStarts as usize, GroupPart::WordUses as usize,
            of_all(Part::WordTexts), of_all(Part::WordStarts), of_all(Part::WordUses), of_all(Part::WordCodes),
            of_all(Part::SynonymStarts), of_all(Part::Synonyms), of_all(Part::Costs), of_all(Part::Layout),
        ]),
    ) {
        let mut bytes = stored();
        let range = range(&bytes, part);
        for (place, change) in changes {
            bytes[range.start + place.index(range.len())] = change;
        }
        if let Ok(index) = SearchIndex::open(Bytes::Memory(sealed(bytes))) {
            answers(&BUNDLED.0, &index);
        }
    }
}

#[test]
fn a_synonym_that_leads_to_no_section_leads_nowhere() {
    let (book, index) = book_of(&[(
        "a.md",
        "# Alpha\n\n## Vantage\n\nA floor above another one.\n",
    )]);
    let mut bytes = Vec::new();
    index.encode(&mut bytes).unwrap();
    let before = index.search(&book, &ask("high ground"));
    assert!(!before.hits.is_empty() && !before.synonyms.is_empty());
    for at in range(&bytes, of_all(Part::Synonyms)) {
        let mut bytes = bytes.clone();
        bytes[at] = 0x7f;
        let index = SearchIndex::open(Bytes::Memory(sealed(bytes))).unwrap();
        let hits = index.search(&book, &ask("high ground")).hits;
        assert!(
            hits.iter()
                .all(|hit| (hit.section.0 as usize) < book.section_count())
        );
    }
}

proptest! {
    #[test]
    fn parts_of_any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut written = io::Cursor::new(Vec::new());
        let mut out = StoreWriter::new(&mut written).unwrap();
        for part in GroupPart::ALL {
            let starts: Vec<u8> = [0_u32, 100, 50, 200].into_iter().flat_map(u32::to_le_bytes).collect();
            let uses: Vec<u8> = bytes.iter().copied().cycle().take(5 * 8).collect();
            let bytes = match part {
                GroupPart::EntryStarts => &starts,
                GroupPart::WordUses => &uses,
                _ => &bytes,
            };
            out.group_part(part, bytes).unwrap();
        }
        for part in Part::ALL {
            out.part(part, |out| match part {
                Part::WordStarts => out.extend(bytes.iter().cycle().take(4 * 9)),
                Part::WordUses => out.extend(bytes.iter().cycle().take(5 * 8)),
                Part::WordCodes => out.extend(bytes.iter().cycle().take(4 * 8)),
                Part::Layout => out.extend([1, 3]),
                _ => out.extend(&bytes),
            })
            .unwrap();
        }
        out.finish().unwrap();
        let store = Store::open(FileSlice::from(written.into_inner())).unwrap();
        let Ok(words) = Vocabulary::open(&store) else { return Ok(()) };
        let entries = Entries::open(&store, &Layout::read(&store.bytes(Part::Layout).unwrap())).unwrap();
        for at in 0..5 {
            let _ = (entries.get(at), entries.told(at, &words), words.word(at), words.get("guard"), words.similar("guard", true));
            prop_assert!(words.completions("g").chain(words.forms("guard")).count() <= 16);
        }
        let _ = (store::directory::StoredFiles::open(&store), filter::read_costs(&bytes), Layout::read(&bytes));
        let parsed = query::Parsed { words: tokenizer::tokenize("guard the hatch"), ..query::Parsed::default() };
        let _ = Synonyms::open(&store, 3).unwrap().find(&Terms::new(&parsed, &words, 3, 0.0), true, 0);
    }
}
