//! Tests of search over the bundled rules and small rulebooks.

use std::sync::LazyLock;

use proptest::prelude::*;
use rstest::rstest;

use super::index::SectionText;
use super::*;
use crate::loader;
use crate::rules::{GameRef, Rulebook, SectionRef};
use crate::source::Source;

mod asked;
mod ranking;
mod storage;
mod words;

static BUNDLED: LazyLock<(Rulebook, SearchIndex)> =
    LazyLock::new(|| indexed(Rulebook::load(loader::bundled().collect(), Vec::new())));

fn indexed(book: Rulebook) -> (Rulebook, SearchIndex) {
    let index = SearchIndex::build(&book).unwrap();
    (book, index)
}

fn book_of(files: &[(&str, &str)]) -> (Rulebook, SearchIndex) {
    let source = |(file, text): &(&str, &str)| {
        Source::new(
            format!("house/{file}"),
            (*file).to_owned(),
            "house".to_owned(),
            (*text).to_owned(),
        )
    };
    indexed(Rulebook::load(
        files.iter().map(source).collect(),
        Vec::new(),
    ))
}

fn ask(text: &str) -> Query {
    Query {
        text: text.to_owned(),
        limit: 10,
        ..Query::default()
    }
}

/// Returns the last part of each hit's id: the slug of the section or document.
fn slugs((book, index): &(Rulebook, SearchIndex), query: &Query) -> Vec<String> {
    let hits = index.search(book, query).hits;
    hits.iter()
        .map(|hit| {
            book.section(hit.section)
                .id
                .rsplit(['#', '/'])
                .next()
                .unwrap()
                .to_owned()
        })
        .collect()
}

#[test]
fn the_id_of_any_section_finds_it_first() {
    let (book, index) = &*BUNDLED;
    for (at, section) in book.iter() {
        let results = index.search(book, &ask(&section.id));
        assert_eq!(
            results.hits.first().map(|hit| hit.section),
            Some(at),
            "{}",
            section.id
        );
        assert_eq!(results.outcome, Answerability::Found, "{}", section.id);
        assert!(
            results.highlight.is_empty(),
            "{}: nothing is marked",
            section.id
        );
        let games: Vec<_> = results
            .hits
            .iter()
            .map(|hit| book.game_of(hit.section))
            .collect();
        let changes = games.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(
            changes < book.games.len(),
            "{}: the hits of a game stand together",
            section.id
        );
    }
}

#[rstest]
#[case("type:action ap:>1", &["breach", "fall-back"])]
#[case("type:action ap:2 wall", &["breach"])]
#[case("type:action ap:9", &[])]
#[case("type:action ap:2 ap:9", &["breach", "fall-back"])]
#[case("type:action ap:>0 ap:<3 ap:2 wall", &["breach"])]
#[case("type:stratagem sp:1", &["barricades", "fire-wasp"])]
#[case("-type:action ap:2", &[])]
#[case("type:action -ap:<2 -doc:core", &["breach"])]
#[case("-game:kill -game:killzone -type:rule -type:document -type:mission sp:1", &["barricades", "fire-wasp"])]
fn filters_leave_only_what_they_name(#[case] text: &str, #[case] expected: &[&str]) {
    let mut found = slugs(&BUNDLED, &ask(text));
    found.sort();
    assert_eq!(found, expected);
}

#[rstest]
#[case("d3+3", Answerability::Found)]
#[case("plasma guard", Answerability::Found)]
#[case("plasma lance", Answerability::None)]
fn values_are_not_the_topic(#[case] text: &str, #[case] outcome: Answerability) {
    assert_eq!(BUNDLED.1.search(&BUNDLED.0, &ask(text)).outcome, outcome);
}

#[rstest]
#[case("point-blank hit penalty", Answerability::Found)]
#[case("how do I fix a hatch", Answerability::Found)]
#[case("how do I open hatches cheaper", Answerability::Found)]
#[case("how sharply can a hatch turn", Answerability::Found)]
#[case("when is a hatch electrified", Answerability::Found)]
#[case("how much is a thunder hammer", Answerability::None)]
#[case("how do I electrify", Answerability::None)]
fn activities_are_not_the_topic_of_a_question(#[case] text: &str, #[case] outcome: Answerability) {
    assert_eq!(BUNDLED.1.search(&BUNDLED.0, &ask(text)).outcome, outcome);
}

#[test]
fn an_index_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&BUNDLED.1);
}

#[test]
fn a_search_of_many_repeated_words_ends_soon() {
    let line = "guard the hatch ".repeat(20_000);
    let house = book_of(&[("a.md", &format!("# House\n\n## One\n\n{line}\n"))]);
    let started = std::time::Instant::now();
    assert_eq!(
        slugs(
            &house,
            &ask("guard hatch the guard hatch guard the hatch gu")
        ),
        ["one"]
    );
    assert!(started.elapsed().as_secs() < 10);
}

#[test]
fn an_unknown_filter_is_a_word() {
    assert_eq!(slugs(&BUNDLED, &ask("colour:guard"))[0], "guard");
}

#[rstest]
#[case("obscured")]
#[case("APL")]
#[case("Tac Ops")]
#[case("place marker")]
fn a_word_defined_in_another_book_is_reported_as_undefined(#[case] word: &str) {
    let (book, index) = &*BUNDLED;
    let results = index.search(book, &ask(word));
    assert!(
        matches!(results.outcome, Answerability::Undefined { uses, .. } if uses > 1),
        "{:?}",
        results.outcome
    );
    assert!(!results.hits.is_empty(), "the uses are hits");
}

#[test]
fn a_word_that_is_used_once_is_found() {
    let (book, index) = book_of(&[("a.md", "# Town\n\nThe quay is long.\n")]);
    let results = index.search(&book, &ask("quay"));
    assert_eq!(results.hits.len(), 1);
    let outcome = Answerability::Undefined {
        uses: 1,
        game: None,
    };
    assert_eq!(results.outcome, outcome);
}

#[test]
fn an_excluded_word_is_in_no_hit() {
    let (book, index) = &*BUNDLED;
    let texts = |text: &str| {
        let hits = index
            .search(
                book,
                &Query {
                    limit: 100,
                    ..ask(text)
                },
            )
            .hits;
        hits.iter()
            .map(|hit| pieces_text(book, hit.section))
            .collect::<Vec<_>>()
    };
    assert!(texts("hatch").iter().any(|text| text.contains("breach")));
    assert!(!texts("hatch -breach").is_empty());
    assert!(texts("hatch -breach").iter().all(|text| {
        !text
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| word == "breach")
    }));
}

#[test]
fn a_phrase_is_in_every_hit() {
    let (book, index) = &*BUNDLED;
    let hits = index.search(book, &ask("\"critical success\"")).hits;
    assert!(hits.len() > 3);
    assert!(
        hits.iter()
            .all(|hit| pieces_text(book, hit.section).contains("critical success"))
    );
}

fn pieces_text(book: &Rulebook, section: SectionRef) -> String {
    let title = book.section(section).full_title();
    let body = book.body(book.section(section).document).unwrap();
    let text = SectionText::of(book, &body, section);
    let texts = text.passages.iter().map(|passage| passage.text.as_str());
    std::iter::once(title.as_str())
        .chain(texts)
        .collect::<Vec<_>>()
        .join("\n")
        .to_lowercase()
}

#[test]
fn a_synonym_without_a_section_is_found_in_texts() {
    let files = [
        (
            "a.md",
            "# House\n\n## Sail\n\nA crewman sets it.\n\n## Rope\n\nIt is long.\n",
        ),
        ("synonyms.yaml", "hand: [crewman]\nbloke: [sailor]\n"),
    ];
    let house = book_of(&files);
    assert_eq!(slugs(&house, &ask("hand")), ["sail"]);
    assert!(
        slugs(&house, &ask("bloke")).is_empty(),
        "nothing says sailor"
    );
    assert_eq!(
        house.1.search(&house.0, &ask("hand")).outcome,
        Answerability::Undefined {
            uses: 1,
            game: None
        }
    );
}

#[rstest]
#[case("how do I barge a lychguard", Answerability::Found)]
#[case("how much is a thunder hammer", Answerability::None)]
#[case("how many wounds is a lychguard worth", Answerability::Found)]
fn an_unknown_word_hides_no_answer_unless_it_is_the_topic(
    #[case] text: &str,
    #[case] outcome: Answerability,
) {
    let (book, index) = &*BUNDLED;
    assert_eq!(index.search(book, &ask(text)).outcome, outcome);
}

#[test]
fn marks_and_snippet_show_what_matched() {
    let (book, index) = &*BUNDLED;
    let results = index.search(book, &ask("operate hat"));
    let hit = &results.hits[0];
    let title = book.section(hit.section).full_title();
    assert_eq!(
        hit.title_marks
            .iter()
            .map(|mark| &title[mark.clone()])
            .collect::<Vec<_>>(),
        ["Operate", "Hatch"]
    );
    let snippet = &hit.snippet;
    assert!(!snippet.marks.is_empty());
    assert!(snippet.marks.iter().all(|mark| {
        snippet.text[mark.clone()]
            .to_lowercase()
            .starts_with(['o', 'h'])
    }));
    let marks = results.highlight.marks("An open HATCHWAY to operate.");
    assert_eq!(marks, [8..16, 20..27]);
}

#[rstest]
#[case("type:ac", &["type:action"])]
#[case("breach ty", &["breach type:"])]
#[case("breach -ty", &["breach -type:"])]
#[case("-type:ac", &["-type:action"])]
#[case("ap:<=", &["ap:<=1", "ap:<=2"])]
#[case("game:kill", &["game:kill-team", "game:killzone-quick-reference"])]
#[case("sp:", &["sp:1", "sp:2", "sp:3"])]
#[case("doc:zone", &["doc:zone-mortalis"])]
#[case("", &[])]
#[case("guard ", &[])]
fn filters_are_completed(#[case] input: &str, #[case] expected: &[&str]) {
    assert_eq!(complete(&BUNDLED.1, &BUNDLED.0, input), expected);
}

#[test]
fn an_empty_query_or_rulebook_finds_nothing() {
    let nothing = indexed(Rulebook::default());
    assert!(nothing.1.search(&nothing.0, &ask("guard")).hits.is_empty());
    let (book, index) = &*BUNDLED;
    assert!(index.search(book, &ask(" \t ")).hits.is_empty());
    assert!(
        index
            .search(
                book,
                &Query {
                    limit: 0,
                    ..ask("guard")
                }
            )
            .hits
            .is_empty()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn leaving_out_anything_is_a_query(text in "[a-z0-9 ]{0,8}-[a-z][a-z0-9\\]>\"' -]{0,12}") {
        let (book, index) = &*BUNDLED;
        let results = index.search(book, &ask(&text));
        prop_assert!(results.hits.len() <= 10 && results.total >= results.hits.len());
    }

    #[test]
    fn any_input_is_a_query(text in "\\PC{0,40}|[a-z0-9\"':*+<>()\\[\\] -]{0,40}|((type|game|ap|doc):)?[<>=]{0,2}[0-9a-z]{0,4} ?") {
        let (book, index) = &*BUNDLED;
        let results = index.search(book, &ask(&text));
        prop_assert!(results.hits.len() <= 10 && results.total >= results.hits.len());
        for hit in &results.hits {
            let snippet = &hit.snippet;
            prop_assert!(snippet.marks.iter().all(|mark| snippet.text.get(mark.clone()).is_some()));
        }
        prop_assert!(complete(index, book, &text).iter().all(|completed| completed.len() > text.len()));
    }

    #[test]
    fn every_title_is_found_by_its_own_search(at in 0..BUNDLED.0.section_count()) {
        let (book, index) = &*BUNDLED;
        let section = book.section(SectionRef(u32::try_from(at).unwrap()));
        prop_assume!(section.has_text);
        let hits = index.search(book, &ask(&section.full_title())).hits;
        let same = |hit: &Hit| book.section(hit.section).title.eq_ignore_ascii_case(&section.title);
        prop_assert!(hits.iter().take(3).any(same), "{}", section.id);
    }
}
