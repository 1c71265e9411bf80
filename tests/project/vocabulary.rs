//! The words of games are data: they are in the vocabularies of `rules/`, not in the program.

use std::collections::BTreeSet;

use tableside::loader;
use tableside::rules::{Rulebook, SectionKind, Vocabulary};
use tableside::source::Source;

use crate::sources::{files, is_test, without_comments};

/// Literals that mean something else: a file, and the word. A button saves; symbols draw effects and
/// conditions; the settings show an example.
const ALLOWED: [(&str, &[&str]); 3] = [
    ("tui/prompt.rs", &["save"]),
    ("theme/symbols.rs", &["▶", "►", "◆"]),
    ("cli/config.rs", &["kill team"]),
];

fn words(vocabulary: &Vocabulary) -> BTreeSet<String> {
    let of_kinds = vocabulary.kinds.iter().flat_map(|kind| {
        let lists = [&kind.suffixes, &kind.below, &kind.above, &kind.labels];
        lists.into_iter().flatten().chain([&kind.name])
    });
    let lists = [&vocabulary.signs, &vocabulary.tags, &vocabulary.statistics];
    let labels = vocabulary.labels.values().flatten();
    let currencies = vocabulary.currencies.keys();
    let marks = vocabulary
        .effect_marks
        .iter()
        .chain(&vocabulary.condition_marks);
    let words = of_kinds.chain(lists.into_iter().flatten()).chain(labels);
    words
        .chain(vocabulary.names.values())
        .map(|word| word.to_lowercase())
        .chain(currencies.map(|currency| currency.code().to_lowercase()))
        .chain(marks.map(char::to_string))
        .collect()
}

/// Returns the literals of a source file, in lower case, without those of its tests.
fn literals(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    let code = without_comments(code).to_lowercase();
    let quoted = |mark: char| {
        let parts = code
            .lines()
            .flat_map(move |line| line.split(mark).skip(1).step_by(2));
        parts.map(str::to_owned).collect::<Vec<_>>()
    };
    quoted('"').into_iter().chain(quoted('\'')).collect()
}

#[test]
fn no_word_of_a_game_is_in_the_program() {
    let book = Rulebook::load(loader::bundled().collect(), Vec::new());
    let general = words(&book.vocabularies[0]);
    let mut of_games: BTreeSet<_> = book.vocabularies[1..].iter().flat_map(words).collect();
    of_games.retain(|word| {
        !general.contains(word) && !SectionKind::STRUCTURAL.contains(&word.as_str())
    });
    assert!(
        of_games.contains("stratagem") && of_games.contains("apl"),
        "{of_games:?}"
    );
    let mut found = Vec::new();
    for file in files().into_iter().filter(|file| !is_test(&file.name)) {
        let allowed = ALLOWED.iter().find(|(name, _)| *name == file.name);
        let allowed = allowed.map_or(&[][..], |(_, words)| *words);
        let here = literals(&file.text);
        let words = here
            .intersection(&of_games)
            .filter(|word| !allowed.contains(&word.as_str()));
        found.extend(words.map(|word| format!("{}: {word}", file.name)));
    }
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn another_folder_has_the_vocabulary_that_it_names_or_whose_signs_it_contains() {
    let kinds = |game: &str, text: &str| {
        let files = vec![
            Source::in_memory("a.md", text),
            Source::in_memory("game.yaml", game),
        ];
        let book = Rulebook::load(files, Vec::new());
        assert_eq!(book.diagnostics, []);
        let kinds = book
            .iter()
            .map(|(at, _)| book.kind_name(at).to_owned())
            .skip(1);
        (kinds.collect::<Vec<_>>(), book.borrowed_vocabularies())
    };
    let prices = "# Gear\n\n## Torch (1 CP)\n\nLight.\n\n## Tinderbox (5 SP)\n\nFire.\n";
    assert_eq!(
        kinds("name: Dragons", prices),
        (vec!["rule".into(), "rule".into()], vec![])
    );
    let (found, why) = kinds("name: Rats\nvocabulary: kill-team", prices);
    assert_eq!(found, ["ploy", "rule"]);
    assert_eq!(
        why,
        ["Rats: words of kill-team in 1 of 1 document, because its game.yaml names them"]
    );
    let rats = "# Rats\n\n## Prise (1AP)\n\n▶ An operative opens it.\n";
    let (found, why) = kinds("name: Rats", rats);
    assert_eq!(found, ["action"]);
    assert_eq!(
        why,
        ["Rats: words of kill-team in 1 of 1 document, because of their signs"]
    );
    assert_eq!(kinds("name: Rats\nvocabulary: none", rats).0, ["rule"]);
    let own = "name: Mud\nvocabulary:\n  kinds:\n    - {name: Spell, suffixes: [Cantrip]}\n  currencies: {MP: spell}\n";
    let spells = "# Mud\n\n## Spark (2MP)\n\nx\n\n## Glow - Cantrip\n\nx\n";
    assert_eq!(
        kinds(own, spells),
        (vec!["spell".into(), "spell".into()], vec![])
    );
}

#[test]
fn faults_of_a_vocabulary_are_reported_with_their_place() {
    let fault = |game: &str| {
        let files = vec![
            Source::in_memory("a.md", "# A\n"),
            Source::in_memory("game.yaml", game),
        ];
        let faults = Rulebook::load(files, Vec::new()).diagnostics;
        let first = faults
            .iter()
            .map(ToString::to_string)
            .next()
            .unwrap_or_default();
        first.lines().next().unwrap_or_default().to_owned()
    };
    let unknown = fault("name: Mud\nvocabulary: chess\n");
    assert!(
        unknown.starts_with("game.yaml:2:13: warning[vocabulary]: no vocabulary is named `chess`"),
        "{unknown}"
    );
    let kind = fault("name: Mud\nvocabulary:\n  kinds:\n    - {name: spell, sufixes: [x]}\n");
    assert!(kind.starts_with("game.yaml:4:"), "{kind}");
    assert!(kind.contains("unknown field `sufixes`"), "{kind}");
    let list = fault("vocabulary:\n  signs: 5\n");
    assert!(list.starts_with("game.yaml:2:"), "{list}");
    let cost = fault("vocabulary:\n  currencies: {MP: spell}\n");
    assert!(
        cost.contains("`MP` is a cost of `spell`, which is no kind"),
        "{cost}"
    );
    let code = fault("vocabulary:\n  currencies: {MANA: spell}\n");
    assert!(code.starts_with("game.yaml:2:"), "{code}");
}
