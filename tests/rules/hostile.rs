//! Large, deep or malicious documents. Each must load in time proportional to its length, and none
//! may control a terminal.

mod files;
mod heads;

use std::fmt::Write;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use rstest::rstest;
use tableside::links::{LinkGraph, diagnostics};
use tableside::render::{Page, PageContext};
use tableside::rules::check::check;
use tableside::rules::convert::to_markdown;
use tableside::rules::{
    Block, BlockKind, Blocks, DocumentRef, Rulebook, Section, SectionRef, Table,
};
use tableside::search::{Query, SearchIndex};
use tableside::source::{Source, is_unsafe};

/// A time limit far above what an unoptimised build needs on a busy machine.
const MAX_TIME: Duration = Duration::from_secs(120);

/// A text may take at most this many times the time of its first quarter, plus [`SLACK`]. Quadratic
/// work would take sixteen times as long.
const MAX_GROWTH: u32 = 8;

/// A tolerance for short times. Quadratic work on ten thousand lines takes longer than this.
const SLACK: Duration = Duration::from_millis(250);

/// How often a text is read until it takes as little time as it may: other programs on the machine
/// slow the processor down.
const ATTEMPTS: usize = 3;

/// Loads, converts and checks a text. Fails if this takes too long compared with the first quarter
/// of the text.
fn load(name: &str, text: &str) -> Arc<Rulebook> {
    let mut quarter = text.len() / 4;
    while !text.is_char_boundary(quarter) {
        quarter += 1;
    }
    load_grown(name, &text[..quarter], text)
}

/// Does the same for a text whose first quarter is not a smaller text of the same shape.
fn load_grown(name: &str, quarter: &str, text: &str) -> Arc<Rulebook> {
    let (_, before) = timed(name, quarter);
    let most = before * MAX_GROWTH + SLACK;
    let (book, mut took) = timed(name, text);
    for _ in 1..ATTEMPTS {
        if took >= most {
            took = took.min(timed(name, text).1);
        }
    }
    assert!(
        took < most,
        "{name}: {took:?}, its first quarter {before:?}"
    );
    book
}

/// Loads, converts and checks a text, and lays out a page of it. Returns the rulebook and the time
/// that this took.
fn timed(name: &str, text: &str) -> (Arc<Rulebook>, Duration) {
    let start = spent();
    let source = Source::in_memory(name, text);
    let book = Arc::new(Rulebook::load(vec![source], Vec::new()));
    let markdown = to_markdown(&book, DocumentRef(0)).unwrap();
    check(&book);
    let links = LinkGraph::new(Arc::clone(&book));
    diagnostics(&links);
    Page::of(PageContext::new(&links, 80), SectionRef(0));
    assert!(markdown.starts_with("---\n"));
    (book, spent().saturating_sub(start))
}

/// Returns the processor time of this thread, because other programs do not affect it. If the
/// system does not report processor time, returns the elapsed time.
fn spent() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn numbered(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        writeln!(text, "{}", line(at)).unwrap();
        text
    })
}

#[rstest]
#[case::equal_headings("a.md", "# Same\n".repeat(10_000))]
#[case::equal_headings_with_text("a.md", "## Same\ntext\n\n".repeat(5_000))]
#[case::different_headings("a.md", numbered(10_000, |at| format!("## Heading {at}")))]
#[case::equal_run_ins("a.md", "**Same:** text\n\n".repeat(5_000))]
#[case::rising_headings("a.md", "# A\n## A\n### A\n#### A\n##### A\n###### A\n".repeat(1_000))]
#[case::plain_headings("a.txt", "Same Title\n\nSome text that goes on for quite a while, as text does.\n\n".repeat(4_000))]
#[case::plain_titles("a.txt", "Same Title\n\n".repeat(10_000))]
fn ten_thousand_headings_are_all_there_with_ids_of_their_own(
    #[case] name: &str,
    #[case] text: String,
) {
    let book = load(name, &text);
    let ids: std::collections::HashSet<_> = book.sections().map(|section| &section.id).collect();
    assert_eq!(ids.len(), book.section_count());
    assert!(ids.len() > 3_000, "{}", ids.len());
}

#[rstest]
#[case::of_words("word ".repeat(20_000))]
#[case::without_a_gap("a".repeat(300_000))]
#[case::of_labels("NAME; a sentence of text. ".repeat(4_000))]
#[case::of_tabs("\t".repeat(200_000))]
#[case::of_cells("a\t".repeat(30_000))]
#[case::of_markers("<|".repeat(50_000))]
#[case::of_extractions("<|x|>a".repeat(5_000))]
#[case::of_dollars("$".repeat(30_000))]
#[case::of_quotes("''".repeat(30_000))]
#[case::of_stars("*".repeat(50_000))]
#[case::of_labels_in_bold("**a:** ".repeat(5_000))]
#[case::of_brackets("[".repeat(100_000))]
#[case::of_pipes("|".repeat(200_000))]
#[case::of_backticks("`a``b```".repeat(20_000))]
#[case::of_digits("1".repeat(200_000))]
#[case::of_marks("▶ a ◆ b ".repeat(20_000))]
#[case::of_html_cells("<table><tr>".to_owned() + &"<td>a".repeat(5_000))]
#[case::of_html_tables("<table>".repeat(5_000))]
#[case::of_html_lists("<ul><li>a".repeat(2_000))]
#[case::of_open_tags("<b ".repeat(6_000))]
#[case::of_entities("<p>".to_owned() + &"&a&amp;".repeat(2_500))]
#[case::of_attributes("{#a} ^b %%".repeat(2_500))]
#[case::of_admonitions("```ad-a\ntitle: b\n".repeat(2_000))]
#[case::of_statblocks("```statblock\na: b\n```\n".repeat(1_000))]
#[case::of_open_statblocks("```statblock\na: [\n".repeat(4_000))]
#[case::of_images("![a](b.png)".repeat(1_000))]
fn a_long_line_is_read_as_markdown_and_as_plain_text(#[case] line: String) {
    load("a.txt", &line);
    load("a.md", &format!("# A\n{line}"));
    load("a.md", &format!("# {line}"));
}

#[rstest]
#[case::quotes(">".repeat(10_000) + " deep")]
#[case::lists((0..800).fold(String::new(), |text, at| text + &" ".repeat(2 * at) + "- a\n"))]
#[case::lists_in_a_line("+ ".repeat(10_000) + "deep")]
#[case::mixed("> - ".repeat(5_000) + "deep")]
#[case::emphasis("*a **b ".repeat(10_000))]
#[case::links("[a](".repeat(10_000))]
#[case::references("[a rat ".repeat(10_000) + &"][b]".repeat(10_000))]
fn nesting_of_thousands_is_flattened(#[case] text: String) {
    let book = load("a.md", &format!("# A\n\n{text}"));
    assert!(
        book.walk()
            .all(|(.., blocks)| blocks.iter().all(|block| depth(block) <= 26))
    );
}

fn depth(block: &Block) -> usize {
    let deepest = |blocks: &[Block]| blocks.iter().map(depth).max().unwrap_or(0);
    1 + match &block.kind {
        BlockKind::List { items, .. } => items.iter().map(|item| deepest(item)).max().unwrap_or(0),
        BlockKind::Quote(blocks)
        | BlockKind::Effect(blocks)
        | BlockKind::Condition(blocks)
        | BlockKind::Note { blocks, .. } => deepest(blocks),
        _ => 0,
    }
}

#[rstest]
#[case::wide("a.md", format!("|{}\n|{}\n|{}\n", "a|".repeat(1_000), "-|".repeat(1_000), "1|".repeat(1_000)))]
#[case::wide_and_empty("a.md", format!("|{}\n|{}\n{}", "a|".repeat(1_000), "-|".repeat(1_000), "|\n".repeat(100)))]
#[case::long("a.md", format!("|a|b|\n|-|-|\n{}", "|1|2|\n".repeat(5_000)))]
#[case::of_tabs("a.txt", format!("{}\n{}", "a\t".repeat(1_000), "b\tc\n".repeat(2_000)))]
#[case::of_long_tabs("a.txt", "Name +1 2\t3D\tx\n".repeat(5_000))]
fn tables_of_any_size_are_read(#[case] name: &str, #[case] text: String) {
    let book = load(name, &text);
    let rows = |table: &Table| table.rows.iter().map(|row| row.cells.len()).sum::<usize>();
    let cells: usize = book
        .walk()
        .map(|(.., blocks)| blocks.tables().map(rows).sum::<usize>())
        .sum();
    assert!(cells < 12_000_000, "{cells}");
}

#[test]
fn a_wide_table_is_searched_in_time() {
    let searched = |columns: usize| {
        let row = |cell: &str| format!("|{}\n", cell.repeat(columns));
        let text = row("a|") + &row("-|") + &row("1|").repeat(3);
        let book = Rulebook::load(vec![Source::in_memory("a.md", &text)], Vec::new());
        let index = SearchIndex::build(&book).unwrap();
        let query = Query {
            text: "1".to_owned(),
            limit: 1,
            ..Query::default()
        };
        // Indexing has threads of its own, but snippets split the same texts on this one.
        let start = spent();
        assert_eq!(index.search(&book, &query).hits.len(), 1);
        spent().saturating_sub(start)
    };
    let (before, took) = (searched(1_000), searched(4_000));
    assert!(took < before * MAX_GROWTH + SLACK, "{took:?}, {before:?}");
}

#[rstest]
#[case::soft_breaks("# A\n".to_owned() + &"word\n".repeat(10_000))]
#[case::hard_breaks("# A\n".to_owned() + &"word  \n".repeat(10_000))]
#[case::marks("# A\n".to_owned() + &"▶ word\n".repeat(10_000))]
#[case::bullets("# A\n".to_owned() + &"• word\n".repeat(10_000))]
#[case::bullets_apart("# A\n".to_owned() + &"• word\n\n".repeat(10_000))]
#[case::labels("# A\n".to_owned() + &"**Name:** word\n".repeat(3_000))]
#[case::questions("# A\n".to_owned() + &"*Question*: word?\n\n*Answer*: No.\n\n".repeat(3_000))]
#[case::notes("# A\n".to_owned() + &"[Summary]\nword\n".repeat(5_000))]
#[case::marks_in_lists("# A\n".to_owned() + &"- a\n◆ b\n".repeat(5_000))]
#[case::fences("# A\n".to_owned() + &"```\n".repeat(10_000))]
#[case::words_in_faces("# A\n".to_owned() + &"*a* **b** ".repeat(10_000))]
#[case::mentions("# A\n\n## Zap\n\nZap.\n\n## B\n\n".to_owned() + &"Zap ".repeat(10_000))]
#[case::embeds("# A\n\n## Zap\n\nZap.\n\n## B\n\n".to_owned() + &"![[Zap]] ".repeat(10_000))]
#[case::items("# A\n".to_owned() + &"- **Name [1AP]:** ▶ word\n".repeat(5_000))]
fn a_block_of_ten_thousand_lines_is_read(#[case] text: String) {
    load("a.md", &text);
}

#[rstest]
#[case::bold_words(5_000, |count| numbered(count, |at| format!("## A{at}\n\nA **wug{}** and **zib{at}**.\n", at / 2)))]
#[case::key_numbers(2_000, |count| "## Key Numbers\n\n|Rule|Value|\n|-|-|\n".to_owned() + &"|Same cost|3AP|\n".repeat(count) + &"## Same\n\n2AP\n\n".repeat(count))]
#[case::key_numbers_of_each(500, |count| numbered(count, |at| format!("## R{at}\n\n{at}mm\n\n### Key Numbers\n\n|Rule|Value|\n|-|-|\n|R{at} R{} width|2mm|\n", at / 2)))]
#[case::long_label(5_000, |count| format!("## Key Numbers\n\n|Rule|Value|\n|-|-|\n|{}|3AP|\n\n## Same\n\n2AP\n\n## Same Same\n\n1AP\n", "Same ".repeat(count)))]
#[case::written_names(10_000, |count| format!("{}\n\n{}", "[[Same]] ".repeat(count), "## Same\n\nx\n\n".repeat(count)))]
#[case::suggestions(6_000, |count| numbered(20, |at| format!("## {}{at} a\n\n[[{}{at} bcd]]\n", "word ".repeat(count / 5), "word ".repeat(count / 5))))]
#[case::figures(10_000, |count| "## Key Numbers\n\n|Rule|Value|\n|-|-|\n".to_owned() + &"|Same|3AP|\n".repeat(100) + "\n## Same\n\n" + &"2AP ".repeat(count))]
fn what_is_checked_over_the_whole_is_checked_in_time(
    #[case] count: usize,
    #[case] text: fn(usize) -> String,
) {
    let of = |count| format!("# A\n\n{}", text(count));
    load_grown("a.md", &of(count / 4), &of(count));
}

#[rstest]
#[case::wrapped("word goes on\nand on\n".repeat(10_000))]
#[case::wrapped_unfinished("word goes on\nand on\n\n".repeat(5_000))]
#[case::rows("1\ta\n".repeat(10_000))]
#[case::rows_apart("and on\nand on\nand on\n\t1\ta\n\n\t2\ta\n\n".repeat(3_000))]
#[case::cards("APL\n2\nMOVE\n6\"\nSAVE\n4+\n".repeat(3_000))]
#[case::labels("APL\n".repeat(10_000))]
#[case::numbers("1\nIt is so.\n\n".repeat(5_000))]
#[case::counts("2 Fast Attack\n".repeat(10_000))]
#[case::capitals("WORD OF\n".repeat(10_000))]
#[case::capitals_in_a_sentence("the kind\nof word\n\nWORD\nof the kind\n\n".repeat(3_000))]
#[case::blank("\n".repeat(100_000))]
#[case::bullets("• word\n\n".repeat(10_000))]
fn plain_text_of_ten_thousand_lines_is_read(#[case] text: String) {
    load("a.txt", &text);
}

#[rstest]
#[case(
    "# A\x1b[31m\n\ntext \x1b]52;c;aGVsbG8=\x07 \u{202e}olleh\u{2066}\0\n\n| a\x1b | b |\n|---|---|\n| \x1bc | \u{200b}d |\n\n```\n\x1b[2J\n```\n\n- x\x7f\u{9b}31m\n\n**Keywords:** A\x1b, B\n\n**Stats:**\n- APL: 2\x1b\n- Mo\x1bve: 6\n"
)]
#[case(
    "A Title\x1b[31m\n\nText\x1b]0;t\x07 that is long enough to be told to be running text, at least.\n\nx\x1b\ty\nz\u{202e}\tw\n\nAPL\x1b\n2\nMOVE\n6\"\nSA\u{200b}VE\n4+\n"
)]
#[case("---\ntitle: \"a\\eb\"\nother: \"\\u202e\"\n---\n# \u{feff}A\n")]
fn what_could_move_a_cursor_or_turn_text_round_is_gone(#[case] text: &str) {
    for name in ["a.md", "a.txt"] {
        let book = load(name, text);
        for (_, section, blocks) in book.walk() {
            let json = format!("{:?} {:?}", section.title, section.tags);
            assert!(
                !json.contains("\\u{1b}") && !json.contains("\\u{202e}"),
                "{json}"
            );
            assert!(!section.heading.contains(is_unsafe));
            let shown = serde_json::to_string(&blocks).unwrap();
            for escaped in ["\\u001b", "\\u0007", "\\u0000", "\\u007f"] {
                assert!(!shown.contains(escaped), "{shown}");
            }
            assert!(!shown.contains(is_unsafe), "{shown}");
            let kind = serde_json::to_string(&section.kind).unwrap();
            assert!(
                !kind.contains("\\u001b") && !kind.contains(is_unsafe),
                "{kind}"
            );
        }
    }
}

#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    let text = std::fs::read_to_string("tests/fixtures/good/swamp-rats.md").unwrap();
    let titles = |text: &str| {
        load("a.md", text)
            .sections()
            .map(|section| section.title.clone())
            .collect::<Vec<_>>()
    };
    let plain = titles(&text);
    assert_eq!(titles(&text.replace('\n', "\r\n")), plain);
    assert_eq!(titles(&format!("\u{feff}{text}")), plain);
    let text = std::fs::read_to_string("tests/fixtures/good/crossing.txt").unwrap();
    assert_eq!(titles(&text.replace('\n', "\r\n")), titles(&text));
}

#[rstest]
#[case::headings("a.md", "## Heading\ntext\n\n".repeat(20_000) + "the end")]
#[case::run_in_rules("a.md", "**Rule:** text\n\n".repeat(20_000) + "the end")]
#[case::cells("a.md", "|a|b|c|d|e|f|g\n|-|-|-|-|-|-|-\n".to_owned() + &"|1|2|3|4|5|6|7\n".repeat(10_000) + "the end")]
#[case::lines("a.txt", "Title\n\n".repeat(50_000) + "the end")]
fn markup_beyond_the_limit_is_named_and_shown_as_text(#[case] name: &str, #[case] text: String) {
    let book = load(name, &text);
    let [fault] = &book.diagnostics[..] else {
        panic!("{:?}", book.diagnostics);
    };
    assert_eq!(fault.code, "too-much-markup");
    let line = fault.location.as_ref().unwrap().line as usize;
    let lines = text.lines().count();
    assert!(line > lines / 4 && line < lines, "{line} of {lines}");
    let texts = |(_, _, blocks): (_, _, Blocks)| blocks.texts().cloned().collect::<Vec<_>>();
    let mut all = book.walk().flat_map(texts);
    assert!(all.any(|text| text.plain.ends_with("the end")));
}

#[rstest]
#[case::run_in_rules("a.md")]
#[case::headings("a.txt")]
fn rules_beyond_the_limit_on_sections_are_text(#[case] name: &str) {
    let rule = |at| format!("{}.{} This is the rule {at}z.\n", at / 100, at % 100);
    let text = numbered(40_000, rule);
    let book = load(name, &text);
    let limit = 15_000 + text.len() / 2048;
    assert_eq!(book.section_count(), limit);
    let fault = &book.diagnostics[0];
    assert_eq!(fault.code, "too-much-markup");
    let texts = |(_, section, blocks): (_, &Section, Blocks)| {
        let plain = blocks.texts().map(|text| text.plain.clone());
        plain.collect::<Vec<_>>().join(" ") + &section.heading
    };
    let shown: String = book.walk().map(texts).collect();
    for at in [0, 14_000, limit, 39_999] {
        assert_eq!(shown.matches(&format!("the rule {at}z")).count(), 1, "{at}");
    }
}

#[rstest]
#[case::headings("## Heading\n", "")]
#[case::rows_of_a_table("|a cell|1|\n", "|a|b|\n|-|-|\n")]
#[case::paragraphs("A sentence of a paragraph.\n\n", "")]
#[case::items("- an item\n", "")]
fn the_first_megabyte_of_a_section_is_found(#[case] part: &str, #[case] head: &str) {
    let half = part.repeat(900_000 / part.len());
    let text = format!("# Title\n\n{head}{half}wharf\n\n{half}quay\n");
    let book = load("a.md", &text);
    let fault = book
        .diagnostics
        .iter()
        .find(|fault| fault.code == "long-section");
    assert!(fault.is_some(), "{:?}", book.diagnostics);
    assert_eq!(hits(&book, ["wharf", "quay"]), [1, 0]);
}

/// Returns the number of hits of each word.
fn hits<const N: usize>(book: &Rulebook, words: [&str; N]) -> [usize; N] {
    let index = SearchIndex::build(book).unwrap();
    words.map(|word| {
        let text = word.to_owned();
        let query = Query {
            text,
            limit: 9,
            ..Query::default()
        };
        index.search(book, &query).hits.len()
    })
}

#[test]
fn texts_of_one_line_of_the_source_are_all_found() {
    let row = "<tr><td>A row of a table in HTML</td><td>7</td></tr>";
    let table = format!("<table>{}<tr><td>wharf</td></tr></table>", row.repeat(800));
    let code = format!("```\n{}\nquay\n```\n", "a line of code\n".repeat(80_000));
    let lines = "A line of a long paragraph.\n".repeat(20_000);
    let text = format!("# Title\n\n{table}\n\n## Code\n\n{code}\n## Lines\n\n{lines}ford\n");
    let book = load("a.md", &text);
    assert_eq!(hits(&book, ["wharf", "quay", "ford"]), [1, 0, 1]);
}

#[test]
fn a_very_long_paragraph_is_several() {
    let text = "é word ".repeat(40_000);
    let book = load("a.md", &format!("# A\n\n{text}"));
    let blocks = book.blocks(SectionRef(0));
    let parts: Vec<_> = blocks.texts().map(|text| text.plain.as_str()).collect();
    assert!(parts.len() > 4 && parts.iter().all(|part| part.len() <= 64 * 1024));
    assert_eq!(parts.join(" "), text.trim_end());
}

/// Fuzzing found this text. One of its sections once had a span outside the text.
#[rstest]
#[case::a_line_that_is_not_shown("RAT-CATCHER\n\nAP\n\n\u{7f}")]
fn places_lie_in_a_plain_text(#[case] text: &str) {
    let book = load("a.txt", text);
    for section in book.sections() {
        assert!(
            text.get(section.heading_span.range()).is_some(),
            "{:?}",
            section.heading_span
        );
        assert!(
            text.get(section.span.range()).is_some(),
            "{:?}",
            section.span
        );
    }
}

/// A pattern of random text: characters with a meaning in some notation, and characters of two,
/// three and four bytes.
const CHARACTERS: &str = "[-#*_>|`~\\[\\]()<>!&$'\"\\\\.:;,+x0-9A-Ca-c \\t\\n\\r\u{feff}\u{a0}é–’▶◆•⌀𝄞\u{0}\u{1b}\u{202e}]{0,120}";

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_text_is_read_with_places_inside_it(text in CHARACTERS, markdown in proptest::bool::ANY) {
        let text = if markdown { format!("# A\n{text}") } else { text.replace(['#', '|'], "/") };
        let (book, _) = timed("a.md", &text);
        let source = &book.documents[0].source;
        for (_, section, blocks) in book.walk() {
            for span in [section.heading_span, section.span] {
                proptest::prop_assert!(source.text.get(span.range()).is_some(), "{span:?} of {:?}", source.text);
            }
            for run in blocks.texts().chain([blocks.heading()]).flat_map(|text| &text.runs) {
                proptest::prop_assert!(source.text.get(run.span.range()).is_some(), "{:?} of {:?}", run.span, source.text);
            }
            let texts = blocks.texts().chain([blocks.heading()]);
            proptest::prop_assert!(texts.flat_map(|text| text.plain.chars()).all(|c| c == '\n' || !is_unsafe(c)));
        }
    }
}

#[test]
fn a_section_does_not_end_before_it_starts() {
    let book = load("a.md", "# A\n[^u]:[^o]:# [^o]P\n#");
    for section in book.sections() {
        assert!(section.span.start <= section.span.end, "{}", section.id);
    }
}

#[test]
fn the_spans_of_an_html_block_with_windows_line_ends_lie_on_characters() {
    let text = "<?\n```>\r\n\u{bebf3}";
    for file in ["a.md", "a.txt"] {
        let book = Rulebook::load(vec![Source::in_memory(file, text)], Vec::new());
        for section in book.sections() {
            assert!(text.get(section.heading_span.range()).is_some());
            assert!(text.get(section.span.range()).is_some());
        }
        for block in book.walk().flat_map(|(.., blocks)| blocks.to_vec()) {
            assert!(text.get(block.span.range()).is_some(), "{:?}", block.span);
        }
    }
}

#[test]
fn a_long_title_is_not_repeated_for_the_sections_below_it() {
    let searched = |count: usize| {
        let sections = numbered(count, |at| format!("### Gear\n\nThe gear of {at}.\n\n"));
        let text = format!("# Title\n\n## {}\n\n{sections}", "Word ".repeat(20 * count));
        let book = load("a.md", &text);
        assert!(
            book.sections()
                .skip(2)
                .all(|section| section.id.len() < 300)
        );
        let index = SearchIndex::build(&book).unwrap();
        let query = Query {
            text: "gear".to_owned(),
            limit: 1,
            ..Query::default()
        };
        let start = spent();
        assert_eq!(index.search(&book, &query).hits.len(), 1);
        spent().saturating_sub(start)
    };
    let (before, took) = (searched(250), searched(1000));
    assert!(took < before * MAX_GROWTH + SLACK, "{took:?}, {before:?}");
}
