//! Searching as a player does: what is typed, what is listed, what is said of it.

mod harness;

use harness::Browser;
use rstest::rstest;

#[rstest]
#[case::in_the_rules_spelling(
    "obscurd",
    "No loaded rule defines “obscured”. It is used in 28 places:",
    "used in 28 places"
)]
#[case::with_what_is_near("seek light", "answers “seek light”. The nearest:", "nothing found")]
#[case::within_filters(
    "doc:joint breach",
    "Nothing that the filters leave defines “breach”. It is used here:",
    "6 found"
)]
#[case::nothing_within_filters("ap:1 obscured", "Nothing that the filters leave answers “obscured”.", "nothing found")]
#[case::no_filter("doc:none breach", "“doc:none” fits nothing loaded; it is looked for as words.", "found")]
#[case::nothing_to_look_for("-breach -hatch", "This only leaves out: type what to look for too.", "nothing found")]
#[case::a_comparison_to_be_typed("ap:>", "ap:>2", "ap:>")]
#[case::the_other_game_first("night fighting kill team", "have this:\n ZONE MORTALIS", "only in another game")]
fn the_results_say_why_nothing_answers(#[case] typed: &str, #[case] said: &str, #[case] count: &str) {
    let mut browser = Browser::bundled(80, 24).keys(&format!("/{typed}"));
    let screen = browser.screen();
    let lines: Vec<_> = screen.lines().map(str::trim_end).collect();
    assert!(lines[0].ends_with(count) && lines.join("\n").contains(said), "{screen}");
}
