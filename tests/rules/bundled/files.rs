//! Requirements for every bundled file: front matter, plain characters and a game. Each synonym
//! must stand for words that the rules use, and links must resolve.

use rstest::rstest;
use tableside::links::{self, LinkGraph};
use tableside::loader;
use tableside::rules::slug::fold;
use tableside::rules::{Document, FrontMatter, Game, Rulebook, check};

use super::none_wrong;

fn book() -> Rulebook {
    Rulebook::load(loader::bundled().collect(), Vec::new())
}

fn document<'a>(book: &'a Rulebook, id: &str) -> &'a Document {
    book.documents
        .iter()
        .find(|document| document.id == id)
        .unwrap_or_else(|| panic!("there is no document {id}"))
}

fn game<'a>(book: &'a Rulebook, id: &str) -> &'a Game {
    book.games
        .iter()
        .find(|game| game.id == id)
        .unwrap_or_else(|| panic!("there is no game {id}"))
}

/// Each case is a document, its type, and its date if the book has one.
#[rstest]
#[case("kill-team/killzones", "killzone", Some("2025-08-25"))]
#[case("kill-team/tomb-world", "killzone", Some("2025-09-10"))]
#[case("kill-team/core-terms", "core-rules", Some("August 2025"))]
#[case("kill-team/joint-ops", "ops", Some("August 2025"))]
#[case("kill-team/adversary-ops", "ops", Some("August 2025"))]
#[case("kill-team/event-cards", "ops", Some("August 2025"))]
#[case("kill-team/npo-datacards", "ops", Some("August 2025"))]
#[case("zone-mortalis/zone-mortalis", "rules", None)]
#[case("zone-mortalis/missions", "rules", None)]
#[case("zone-mortalis/stratagems", "rules", None)]
#[case("killzone-quick-reference/quick-reference", "rules", None)]
fn a_document_shows_its_source_and_date(
    #[case] id: &str,
    #[case] kind: &str,
    #[case] date: Option<&str>,
) {
    let book = book();
    let matter = &document(&book, id).front_matter;
    assert_eq!(matter.get("document_type"), Some(kind));
    assert_eq!(matter.get("last_update_date"), date);
    assert!(
        ["source", "section", "title"]
            .iter()
            .all(|key| matter.get(key).is_some()),
        "{matter:?}"
    );
    let is_known = |(key, _): &(String, String)| FrontMatter::KEYS.contains(&key.as_str());
    assert!(matter.values.iter().all(is_known), "{:?}", matter.values);
}

#[test]
fn there_are_eleven_documents_of_three_games_in_their_order() {
    let book = book();
    assert_eq!(book.documents.len(), 11);
    let games: Vec<_> = book
        .games
        .iter()
        .map(|game| (game.name.as_str(), game.order))
        .collect();
    assert_eq!(
        games,
        [
            ("Kill Team", Some(1)),
            ("Zone Mortalis", Some(2)),
            ("Killzone Quick Reference", Some(3))
        ]
    );
}

#[test]
fn no_file_has_smart_quotes_or_loose_ends() {
    let banned = [
        "\u{2018}", "\u{2019}", "\u{201c}", "\u{201d}", "\u{a0}", "\t", "TODO", "FIXME", "XXX",
        "\u{fffd}",
    ];
    let mut wrong = Vec::new();
    let mut files = 0;
    for source in loader::bundled() {
        files += 1;
        wrong.extend(
            banned
                .iter()
                .filter(|sign| source.text.contains(**sign))
                .map(|s| format!("{}: {s:?}", source.file)),
        );
        if !source.text.ends_with('\n') || source.text.contains(" \n") {
            wrong.push(format!(
                "{}: blanks at the end of a line, or no end of the last",
                source.file
            ));
        }
    }
    assert_eq!(files, 17);
    none_wrong(&wrong);
}

#[test]
fn loading_and_checking_find_no_fault_and_every_link_leads_somewhere() {
    let graph = LinkGraph::new(book());
    let book = &graph.book;
    let faults = book.diagnostics.iter().cloned().chain(check::check(book));
    let faults = faults.chain(links::diagnostics(&graph));
    none_wrong(&faults.map(|fault| fault.to_string()).collect::<Vec<_>>());
}

#[rstest]
#[case("kill-team", 40)]
#[case("zone-mortalis", 15)]
#[case("killzone-quick-reference", 15)]
fn a_game_knows_the_words_of_its_players_and_each_leads_to_a_section_or_a_word_of_its_texts(
    #[case] id: &str,
    #[case] least: usize,
) {
    let book = book();
    let game = game(&book, id);
    assert!(
        game.synonyms.len() >= least,
        "{} words",
        game.synonyms.len()
    );
    let sections = book
        .iter()
        .filter(|(at, _)| book.game(book.game_of(*at)).id == id);
    let names: Vec<_> = sections
        .flat_map(|(_, section)| {
            let own = [fold(&section.title), fold(&section.full_title())];
            own.into_iter()
                .chain(section.aliases.iter().map(|alias| fold(alias)))
        })
        .collect();
    let targets = game
        .synonyms
        .iter()
        .flat_map(|synonym| synonym.means.iter().map(|to| (&synonym.word, to)));
    let texts = loader::bundled()
        .filter(|source| source.file.starts_with(id) && !source.file.ends_with("synonyms.yaml"));
    let texts = texts
        .map(|source| fold(&source.text))
        .collect::<Vec<_>>()
        .join(" ");
    let texts = texts
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    // The text may contain another form of the word: `VPs` for `VP`.
    let printed = |to: &str| format!(" {texts}").contains(&format!(" {to}"));
    let lost = targets.filter(|(_, to)| !names.contains(&fold(to)) && !printed(&fold(to)));
    none_wrong(
        &lost
            .map(|(word, to)| format!("{word}: nothing is named {to}"))
            .collect::<Vec<_>>(),
    );
    let empty = game
        .synonyms
        .iter()
        .filter(|synonym| synonym.means.is_empty());
    none_wrong(
        &empty
            .map(|synonym| synonym.word.clone())
            .collect::<Vec<_>>(),
    );
}

/// A remark outside a note could be mistaken for a rule.
#[test]
fn editorial_remarks_are_notes() {
    let lines: Vec<_> = loader::bundled()
        .flat_map(|source| source.text.lines().map(str::to_owned).collect::<Vec<_>>())
        .filter(|line| line.contains("Editor's Note") || line.contains("Designer's Note"))
        .collect();
    assert!(lines.len() >= 40);
    let loose: Vec<_> = lines
        .into_iter()
        .filter(|line| !line.starts_with("> **"))
        .collect();
    none_wrong(&loose);
}
