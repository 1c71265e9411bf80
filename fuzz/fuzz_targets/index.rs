//! A stored index with some of its bytes changed or cut off: it is refused, because its checksum tells. With parts of our own
//! changed and the checksum made right again, it is refused or every search of it ends. tantivy's own files, and the tables
//! that say where they lie, are left alone then: tantivy trusts what it wrote, and only the checksum guards them.
#![no_main]

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

static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut bytes = Vec::new();
    let index = SearchIndex::build(&RULEBOOK).expect("an index in memory");
    index.encode(&mut bytes).expect("memory takes all");
    bytes
});

/// Where the parts of our own lie: behind the head, and before the table of tantivy's files.
static OURS: LazyLock<Range<usize>> = LazyLock::new(|| {
    let ends = SUM.end..SUM.end + 8 * PARTS;
    let costs = WHOLE[ends.end - 24..].first_chunk().map_or(0, |end| u64::from_le_bytes(*end));
    ends.end..usize::try_from(costs).expect("within the bytes")
});

/// The checksum stands behind the line that names the format, and is of all that follows.
static SUM: LazyLock<Range<usize>> = LazyLock::new(|| {
    let start = WHOLE.iter().position(|byte| *byte == b'\n').expect("a line") + 1;
    start..start + 4
});

/// Parts of an index; the last two are the table of tantivy's files and the files.
const PARTS: usize = 11;

fuzz_target!(|input: (Vec<(u32, u8)>, Option<u32>, &str)| {
    let (changes, cut, query) = input;
    let mut bytes = WHOLE.clone();
    for (at, value) in &changes {
        let at = *at as usize % bytes.len();
        bytes[at] = *value;
    }
    bytes.truncate(cut.map_or(bytes.len(), |cut| cut as usize % bytes.len()));
    // Other bytes of one checksum are as rare as a test that finds them.
    assert!(bytes == *WHOLE || SearchIndex::open(Bytes::Memory(bytes)).is_err());
    let mut bytes = WHOLE.clone();
    for (at, value) in changes {
        bytes[OURS.start + at as usize % OURS.len()] = value;
    }
    let sum = crc32fast::hash(&bytes[SUM.end..]);
    bytes[SUM.clone()].copy_from_slice(&sum.to_le_bytes());
    let Ok(index) = SearchIndex::open(Bytes::Memory(bytes)) else { return };
    if index.sections() != RULEBOOK.section_count() {
        // Whoever opens an index compares this.
        return;
    }
    for text in QUERIES.into_iter().chain([query]) {
        let results = index.search(&RULEBOOK, &Query { text: text.to_owned(), limit: 20, ..Query::default() });
        for hit in &results.hits {
            hit.snippet(&RULEBOOK, &results.highlight);
        }
    }
});
