use rstest::rstest;

use super::*;
use crate::library::Library;
use crate::rules::Rulebook;
use crate::source::Source;
use crate::state::State;
use crate::tui::environment::tests::with_environment;

const RULES: &str = "# House\n\n## Climbing\n\nUp to 3\" at once. A drop of 2\" is free.\n\n## Leap **1AP**\n\nOn a 4+ it lands 76.2mm away.\n";

fn listed(filter: &str, by_value: bool) -> Vec<String> {
    let library = Library::new(Rulebook::load(
        vec![
            Source::in_memory("a.md", RULES),
            Source::in_memory("game.yaml", "vocabulary: kill-team"),
        ],
        vec![],
    ));
    let mut numbers = Numbers {
        by_value,
        ..Numbers::default()
    };
    numbers.list.filter = filter.into();
    let section = library.book.documents[0].root;
    with_environment(&library, &State::default(), section, 24, |env| {
        numbers.refresh(env);
    });
    let all = library.key_numbers();
    let rows = &numbers.list.list.rows;
    rows.iter()
        .map(|row| all[*row].printed.to_string())
        .collect()
}

#[rstest]
#[case("", &["3\"", "2\"", "1AP", "4+", "76.2mm"])]
#[case("drop", &["2\""])]
#[case("2\"", &["2\""])]
#[case("3\"", &["3\"", "76.2mm"])]
#[case("<3\"", &["2\""])]
#[case(">=3\"", &["3\"", "76.2mm"])]
#[case("4+", &["4+"])]
#[case("climbing <=3\"", &["3\"", "2\""])]
#[case("nothing", &[])]
#[case("< \" ''", &[])]
fn words_and_figures_filter(#[case] filter: &str, #[case] expected: &[&str]) {
    assert_eq!(listed(filter, false), expected);
}

#[test]
fn by_value_each_kind_begins_with_the_least() {
    assert_eq!(listed("", true), ["2\"", "3\"", "76.2mm", "4+", "1AP"]);
}
