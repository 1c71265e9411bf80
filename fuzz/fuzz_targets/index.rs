//! A stored index with some of its bytes changed or cut off: it is refused, or found to be damaged by the search that comes upon
//! the change, or answers as before. With parts of our own changed and the checksums made right again, it is refused or every
//! search of it ends. tantivy's own files, and the tables that say where they lie, are left alone then: tantivy trusts what it
//! wrote, and only the checksums guard them.
#![no_main]

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tableside::rules::Rulebook;
use tableside::search::{Bytes, Query, SearchIndex};
use tableside::source::Source;

const RULES: &str = "# Actions\n\n## Fight 1AP\n\nFight an enemy within **Control Range** of it.\n\n## Shoot 2AP\n\n\
    **Range 6\":** an enemy in sight.\n\n| 2D6 | Effect |\n|---|---|\n| 2-3 | Nothing happens |\n| 4+ | It is hit |\n\n\
    # Terms\n\n## Control Range\n\nWithin 1\" and in sight of it.\n";

const QUERIES: [&str; 6] =
    ["fight", "contrl ra", "melee 4+", "\"in sight\" -fight", "type:action ap:<2", "what is control range"];

static RULEBOOK: LazyLock<Rulebook> =
    LazyLock::new(|| Rulebook::load(vec![Source::in_memory("a.md", RULES)], Vec::new()));

static INDEX: LazyLock<SearchIndex> = LazyLock::new(|| SearchIndex::build(&RULEBOOK).expect("an index in memory"));

static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut bytes = Vec::new();
    INDEX.encode(&mut bytes).expect("memory takes all");
    bytes
});

/// Where the parts lie: behind the line that names the format, the checksum of the head and the length of the parts.
static BODY: LazyLock<Range<usize>> = LazyLock::new(|| {
    let start = WHOLE.iter().position(|byte| *byte == b'\n').expect("a line") + 13;
    start..start + number(&WHOLE, start - 8)
});

/// Where the parts of our own lie: before the lengths of tantivy's files, and between these files and what tantivy knows of them.
static OURS: LazyLock<[Range<usize>; 2]> = LazyLock::new(|| {
    let end = |part: usize| BODY.start + number(&WHOLE, BODY.end + 8 * part);
    [BODY.start..end(LENGTHS - 1), end(LENGTHS + 1)..end(META - 1)]
});

/// Of the parts of an index of one group, the lengths of tantivy's files; the files come next.
const LENGTHS: usize = 3;
/// What tantivy knows of them: the last part.
const META: usize = 13;

/// Bytes that have a checksum together.
const BLOCK: usize = 16 << 10;

fn number(bytes: &[u8], at: usize) -> usize {
    let number = bytes[at..].first_chunk().map_or(0, |number| u64::from_le_bytes(*number));
    usize::try_from(number).expect("within the bytes")
}

/// Makes the checksums right.
fn seal(bytes: &mut [u8]) {
    let sums: Vec<u8> = bytes[BODY.clone()].chunks(BLOCK).flat_map(|block| crc32fast::hash(block).to_le_bytes()).collect();
    let at = bytes.len() - sums.len();
    bytes[at..].copy_from_slice(&sums);
    let mut head = crc32fast::Hasher::new();
    head.update(&bytes[BODY.start - 8..BODY.start]);
    head.update(&bytes[BODY.end..]);
    bytes[BODY.start - 12..BODY.start - 8].copy_from_slice(&head.finalize().to_le_bytes());
}

/// What is found by the queries and by one more.
fn answers(index: &SearchIndex, query: &str) -> String {
    let mut answers = String::new();
    for text in QUERIES.into_iter().chain([query]) {
        let results = index.search(&RULEBOOK, &Query { text: text.to_owned(), limit: 20, ..Query::default() });
        for hit in &results.hits {
            let snippet = hit.snippet(&RULEBOOK, &results.highlight);
            let _ = writeln!(answers, "{:?} {} {snippet:?}", hit.section, hit.score);
        }
    }
    answers
}

fuzz_target!(|input: (Vec<(u32, u8)>, Option<u32>, &str)| {
    let (changes, cut, query) = input;
    let mut bytes = WHOLE.clone();
    for (at, value) in &changes {
        let at = *at as usize % bytes.len();
        bytes[at] = *value;
    }
    bytes.truncate(cut.map_or(bytes.len(), |cut| cut as usize % bytes.len()));
    if let Ok(index) = SearchIndex::open(Bytes::Memory(bytes)) {
        let found = answers(&index, query);
        // Other bytes of one checksum are as rare as a test that finds them.
        assert!(index.is_damaged() || found == answers(&INDEX, query));
    }
    let mut bytes = WHOLE.clone();
    for (at, value) in changes {
        let [first, second] = &*OURS;
        let at = at as usize % (first.len() + second.len());
        bytes[if at < first.len() { first.start + at } else { second.start + at - first.len() }] = value;
    }
    seal(&mut bytes);
    let Ok(index) = SearchIndex::open(Bytes::Memory(bytes)) else { return };
    // Whoever opens an index compares this.
    if index.sections() == RULEBOOK.section_count() {
        answers(&index, query);
    }
});
