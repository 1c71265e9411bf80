//! Tests that documents and synonyms are assigned to the right games.

use rstest::rstest;

use crate::diagnostic::Diagnostic;
use crate::rules::{Game, Rulebook, game_named};
use crate::source::Source;

const HOUSE: &str = "---\ngame: House\n---\n# A\n";
const WORDS: &str = "rats: [Vermin]\n";

/// Loads files. `folder:file` is a file in the rules folder `folder`.
fn load(files: &[(&str, &str)]) -> Rulebook {
    let source = |(path, text): &(&str, &str)| {
        let (folder, file) = path.split_once(':').unwrap_or(("rules", path));
        let name = folder.rsplit('/').next().unwrap_or(folder).to_owned();
        let path = format!("{folder}/{file}");
        Source::new(path, file.to_owned(), name, (*text).to_owned())
    };
    Rulebook::load(files.iter().map(source).collect(), Vec::new())
}

fn with_synonyms(files: &[(&str, &str)]) -> Vec<String> {
    let book = load(files);
    assert_eq!(book.diagnostics, []);
    let games = book.games.iter().filter(|game| !game.synonyms.is_empty());
    games
        .map(|game| format!("{} {}", game.id, game.synonyms.len()))
        .collect()
}

#[rstest]
#[case::of_a_folder_without_a_game_file(&[("a.md", HOUSE), ("b.md", "# B"), ("synonyms.yaml", WORDS)], &["rules 1"])]
#[case::below_a_game(&[("a.md", "# A"), ("game.yaml", "name: War"), ("x/y/synonyms.yaml", WORDS)], &["war 1"])]
#[case::of_the_nearest_game(&[("a.md", "# A"), ("game.yaml", "name: War"), ("x/b.md", "# B"), ("x/game.yaml", "name: Duel"), ("x/synonyms.yaml", WORDS)], &["duel 1"])]
#[case::of_the_rules_folder(&[("x/a.md", "# A"), ("synonyms.yaml", WORDS)], &["rules 1"])]
#[case::of_two_files(&[("a.md", "# A"), ("game.yaml", "name: War"), ("synonyms.yaml", WORDS), ("x/synonyms.yaml", WORDS)], &["war 2"])]
#[case::beside_a_folder_of_a_longer_name(&[("xy/a.md", "# A"), ("x/game.yaml", "name: War"), ("x/b.md", "# B"), ("xy/synonyms.yaml", WORDS)], &["rules 1"])]
fn synonyms_serve_the_game_of_their_folder(
    #[case] files: &[(&str, &str)],
    #[case] expected: &[&str],
) {
    assert_eq!(with_synonyms(files), expected);
}

#[test]
fn synonyms_that_serve_no_document_are_reported() {
    let book = load(&[
        ("a.md", HOUSE),
        ("x/synonyms.yaml", WORDS),
        ("game.yaml", "name: War"),
    ]);
    let place = |fault: &Diagnostic| (fault.path.clone(), fault.code);
    assert_eq!(
        book.diagnostics.iter().map(place).collect::<Vec<_>>(),
        [("rules/x/synonyms.yaml".to_owned(), "unused-synonyms")]
    );
}

#[test]
fn the_first_path_wins_between_two_games_of_one_name() {
    let book = load(&[
        ("a.md", HOUSE),
        ("z/game.yaml", "name: HOUSE\norder: 3"),
        ("y/game.yaml", "name: House\norder: 2"),
        ("x/game.yaml", "name: house\norder: 1"),
    ]);
    assert_eq!(book.games[0].order, Some(1));
}

#[test]
fn rules_folders_of_one_name_do_not_share_their_game() {
    let book = load(&[
        ("a/rules:a.md", "# A"),
        ("a/rules:game.yaml", "name: War"),
        ("b/rules:b.md", "# B"),
    ]);
    let names: Vec<_> = book.games.iter().map(|game| game.name.as_str()).collect();
    assert_eq!(names, ["rules", "War"]);
}

#[test]
fn a_game_gives_its_documents_an_order() {
    let book = load(&[
        ("a.md", "# A"),
        ("b.md", "# B"),
        ("game.yaml", "name: House\ndocuments: [c, b]\n"),
        ("c.md", "# C"),
    ]);
    let ids: Vec<_> = book
        .documents
        .iter()
        .map(|document| document.id.as_str())
        .collect();
    assert_eq!(ids, ["house/c", "house/b", "house/a"]);
    assert!(book.diagnostics.is_empty());
}

fn three_games() -> Vec<Game> {
    ["Skirmish", "Skirmish Nights", "Tunnel War"]
        .map(Game::named)
        .into()
}

#[rstest]
#[case("skirmish", "Skirmish")]
#[case("SKIRMISH  nights", "Skirmish Nights")]
#[case("tunnel-war", "Tunnel War")]
#[case("tun", "Tunnel War")]
fn a_game_is_found_by_name_id_and_beginning(#[case] name: &str, #[case] expected: &str) {
    let games = three_games();
    let found = game_named(&games, name).map(|found| games[found.0 as usize].name.as_str());
    assert_eq!(found, Ok(expected));
}

#[rstest]
#[case(
    "skir",
    "no game is named `skir`; the loaded rules have `Skirmish`, `Skirmish Nights`, `Tunnel War`"
)]
#[case(
    "chess",
    "no game is named `chess`; the loaded rules have `Skirmish`, `Skirmish Nights`, `Tunnel War`"
)]
#[case(
    "",
    "no game is named ``; the loaded rules have `Skirmish`, `Skirmish Nights`, `Tunnel War`"
)]
fn an_unknown_or_ambiguous_game_is_refused_with_the_choices(
    #[case] name: &str,
    #[case] expected: &str,
) {
    assert_eq!(game_named(&three_games(), name), Err(expected.to_owned()));
}

#[test]
fn names_in_a_table_that_mean_nothing_are_faults() {
    let game = "name: War
table:
  counters:
    - {name: Round, start: 1, min: 2}
    - {name: Flood, with: [swamp, 'dry#x']}
    - {name: Flood}
    - {name: Phase, values: [Move]}
  steps:
    - {name: Next, add: {Rund: 1}, set: {Phase: 0}}
  packs: [swamp, desert]
  phase_words: {Move: [march], Fihgt: [blow]}
";
    let book = load(&[("game.yaml", game), ("swamp.md", "# Swamp\n\nx\n")]);
    let faults = book.diagnostics.iter().map(|fault| {
        let at = fault.location.as_ref().unwrap();
        format!("{}:{} {}", at.line, at.column, fault.message)
    });
    assert_eq!(
        faults.collect::<Vec<_>>(),
        [
            "5:14 two counters are named `Flood`",
            "4:14 `Round` starts outside its limits",
            "5:36 `Flood` is used with `dry#x`, but no document has this name",
            "9:26 the step `Next` changes `Rund`, which is no counter",
            "10:18 no document is named `desert`",
            "11:32 no counter has a value named `Fihgt`",
        ]
    );
}

#[test]
fn two_files_about_one_game_count_both() {
    let book = load(&[
        (
            "a/game.yaml",
            "name: War\nnever_link: [mud]\ntable:\n  counters: [{name: Round}]\n",
        ),
        ("a/a.md", "# A\n\nx\n"),
        (
            "b/game.yaml",
            "name: War\nnever_link: [pit]\ntable:\n  counters: [{name: Round}, {name: Gold}]\n  card_counter: HP\n",
        ),
        ("b/b.md", "# B\n\nx\n"),
    ]);
    let [game] = &book.games[..] else {
        panic!("{:?}", book.games);
    };
    assert_eq!(game.never_link, ["mud", "pit"]);
    let counters = game.table.counters.iter().map(|counter| &*counter.name);
    assert_eq!(counters.collect::<Vec<_>>(), ["Round", "Gold"]);
    assert_eq!(game.table.card_counter, "HP");
}
