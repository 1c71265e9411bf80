//! Searches as a player types them: queries, results and messages.

use crate::harness::{Browser, prepared};
use crossterm::event::Event::Paste;
use insta::assert_snapshot;
use ratatui::style::Modifier;
use rstest::rstest;
use tableside::rules::Rulebook;
use tableside::source::Source;
use tableside::theme::{Styles, Symbols, Theme};
use tableside::tui::event::Event;
use tableside::tui::keymap::Context;

#[rstest]
#[case::in_the_rules_spelling(
    "obscurd",
    "No loaded rule defines “obscured”. It is used in 17 places:",
    "found"
)]
#[case::by_the_rules_word(
    "dreadnought",
    "No loaded rule defines “walker”. It is used in 4",
    "found"
)]
#[case::as_typed(
    "\"attack dice\"",
    " No rule of Kill Team defines “attack dice”. It is used in",
    "found"
)]
#[case::with_what_is_near(
    "seek light",
    "answers “seek light”. Closest matches:",
    "nothing found"
)]
#[case::within_filters("doc:joint breach", "Breach", "6 found")]
#[case::nothing_within_filters(
    "ap:1 obscured",
    "Nothing in the loaded rules answers “ap:1 obscured”.",
    "nothing found"
)]
#[case::no_filter(
    "doc:none breach",
    "“doc:none” matches no loaded rules; ignoring it.",
    "found"
)]
#[case::nothing_to_look_for(
    "-breach -hatch",
    "Nothing in the loaded rules answers “-breach -hatch”.",
    "nothing found"
)]
#[case::a_comparison_to_be_typed("ap:>", "ap:>2", "completions")]
#[case::the_other_game_first(
    "night fighting kill team",
    "Only another game answers “night fighting kill team”:",
    "found"
)]
fn the_results_explain_why_nothing_answers(
    #[case] typed: &str,
    #[case] said: &str,
    #[case] count: &str,
) {
    let mut browser = Browser::game(80, 24).keys(&format!("/{typed}"));
    let screen = browser.screen();
    let lines: Vec<_> = screen.lines().map(str::trim_end).collect();
    assert!(
        lines[0].ends_with(count) && lines.join("\n").contains(said),
        "{screen}"
    );
}

#[rstest]
#[case("blast or torrent")]
#[case("Blast vs. Torrent 2")]
#[case("what is the difference between blast and torrent?")]
#[case("compare the blast with torrent")]
fn two_rules_are_offered_as_a_comparison_first(#[case] query: &str) {
    let mut browser = Browser::game(80, 24).keys(&format!("/{query}"));
    assert_eq!(browser.find("▌ Compare Blast and Torrent"), Some((0, 2)));
    browser.press("<Enter>");
    assert_eq!(browser.app.context(), Context::Compare);
    browser.press("<Esc><BS>");
    assert_eq!(browser.app.context(), Context::Search);
    assert_eq!(browser.find("▌ Compare Blast and Torrent"), Some((0, 2)));
}

#[rstest]
#[case("blast or nonsense")]
#[case("blast or blast")]
#[case("fight or flight")]
#[case("or torrent")]
fn what_is_no_pair_of_rules_is_not_compared(#[case] query: &str) {
    let mut browser = Browser::game(80, 24).keys(&format!("/{query}"));
    assert!(browser.find("Compare").is_none(), "{}", browser.screen());
}

#[test]
fn rules_of_a_game_that_is_not_read_are_compared_too() {
    let mut browser = Browser::game(80, 24).keys("/reaction fire or cover saves");
    let title = "▌ Compare Reaction Fire and Cover Saves";
    assert!(browser.find(title).is_some(), "{}", browser.screen());
}

#[test]
fn the_long_name_of_a_game_is_no_scope() {
    let source = |folder: String| {
        let text = "# House\n\n## Alpha\n\nOne.\n".to_owned();
        Source::new(format!("{folder}/a.md"), "a.md".to_owned(), folder, text)
    };
    let sources = vec![source("a".repeat(65_600)), source("b".to_owned())];
    let library = prepared(Rulebook::load(sources, Vec::new()));
    let browser = Browser::at_home(library, (80, 24), Symbols::UNICODE, &[]);
    let mut browser = browser.keys("/alpha");
    assert!(browser.find("2 found").is_some(), "{}", browser.screen());
}

#[rstest]
#[case("ty", true)]
#[case("type:action", true)]
#[case("a", false)]
#[case("breach do", false)]
#[case("foo:bar", false)]
fn tab_completes_a_filter_or_widens_the_scope(#[case] typed: &str, #[case] completes: bool) {
    let browser = Browser::game(100, 30).keys(&format!("/{typed}<Tab>"));
    let finder = browser.app.finder.expect("the search is open");
    assert_eq!(finder.input.value() != typed, completes);
    assert_eq!(finder.any_game, !completes);
}

#[test]
fn an_undefined_word_is_looked_for_in_the_game_that_is_read_until_the_scope_is_widened() {
    let mut browser = Browser::game(100, 30).keys("/cover");
    let screen = browser.screen();
    assert!(
        screen.contains("No rule of Kill Team defines “cover”."),
        "{screen}"
    );
    assert!(!screen.contains("Cover Saves"), "{screen}");
    browser.press("<Tab>");
    assert!(
        browser.find("▌ Cover Saves").is_some(),
        "{}",
        browser.screen()
    );
    assert!(
        browser.find("all games   5").is_some(),
        "{}",
        browser.screen()
    );
    // Neither editing the query nor opening a result changes the scope. A click on the scope does.
    browser.press("s<Enter><BS>");
    let (column, row) = browser.find("all games").expect("the scope");
    browser.click(column, row);
    assert!(
        browser.find("Kill Team first").is_some(),
        "{}",
        browser.screen()
    );
}

#[rstest]
#[case("threat level 12", "11-15 · 3", "11-15      3")]
#[case("threat 3", "11-15 · 3", "11-15      3")]
#[case("npo 7", "7-10 · Necron Warrior", "7-10  Necron Warrior")]
fn the_row_that_a_number_chooses_is_listed_and_in_sight(
    #[case] query: &str,
    #[case] listed: &str,
    #[case] row: &str,
) {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut browser = Browser::game(columns, rows).keys(&format!("/{query}"));
        assert!(browser.find(listed).is_some(), "{}", browser.screen());
        browser.press("<Enter>");
        assert!(browser.find(row).is_some(), "{}", browser.screen());
    }
}

/// Returns a document with a long section. Only its last paragraph has both `keeper` and `lantern`.
fn long() -> String {
    let lines: Vec<_> = (0..40)
        .map(|line| format!("The keeper stands at post {line}."))
        .collect();
    let lines = lines.join("\n\n");
    format!(
        "# House\n\n## Keeper\n\n{lines}\n\nThe lantern of the keeper burns for 7-10 hours.\n\n## Last\n\nThe lantern.\n"
    )
}

#[rstest]
#[case("keeper lantern", "The lantern of the keeper burns")]
#[case("keeper 8", "The keeper stands at post 8.")]
#[case("keeper", "post 0.")]
fn the_best_line_of_a_result_is_visible_in_preview_and_page(
    #[case] typed: &str,
    #[case] line: &str,
) {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut browser = Browser::on(&long(), columns, rows).keys(&format!("/{typed}"));
        let screen = browser.screen();
        let divider = if columns == 80 { 12 } else { 0 };
        let preview: Vec<_> = screen.lines().skip(divider).collect();
        assert!(preview.join("\n").contains(line), "{screen}");
        browser.press("<Enter>");
        assert_eq!(browser.reading(), "rules/house#keeper");
        assert!(browser.find(line).is_some(), "{}", browser.screen());
    }
}

#[test]
fn a_result_shows_the_line_with_the_words_its_title_lacks() {
    let mut browser = Browser::game(80, 24);
    for (columns, rows) in [(120, 40), (80, 24)] {
        browser.resize(columns, rows);
        browser.press("/threat 3");
        let below = browser
            .screen()
            .lines()
            .nth(3)
            .unwrap_or_default()
            .to_owned();
        assert!(
            below.contains("11-15 · 3"),
            "the row is whole where there is room for it: {}",
            browser.screen()
        );
        browser.press("<Esc>");
    }
    browser.press("/threat level");
    let below = browser
        .screen()
        .lines()
        .nth(3)
        .unwrap_or_default()
        .trim()
        .to_owned();
    assert_eq!(
        below.split("  ").next(),
        Some("The threat level shows how aware of you the tomb is. A low level means few…"),
        "its name says all, and the line below is that of the rule"
    );
}

#[test]
fn the_input_box_stops_at_the_query_limit() {
    let mut browser = Browser::on("# House\n\n## Keeper\n\nOne.\n", 80, 24).keys("/");
    browser.press(&"keeper ".repeat(200));
    browser.app.handle(Event::Input(Paste("more ".repeat(50))));
    let typed = |browser: &Browser| {
        browser
            .app
            .finder
            .as_ref()
            .map(|finder| finder.input.value().len())
    };
    assert_eq!(typed(&browser), Some(500));
    browser.press("<BS><BS>x");
    assert_eq!(typed(&browser), Some(499));
    let found = browser.app.finder.as_ref().map(|of| of.list.count());
    assert_eq!(found, Some(1), "{}", browser.screen());
}

#[test]
fn a_query_of_the_command_line_lays_out_only_its_answer() {
    let is_laid_out = |browser: &Browser| !browser.app.reader.sheet.page.lines.is_empty();
    let (mut browser, library) = Browser::queried("reaction fire", (150, 40));
    assert!(!is_laid_out(&browser));
    browser.app.handle(Event::Indexed(library.clone()));
    assert!(is_laid_out(&browser) && browser.app.finder.is_none());
    assert!(browser.reading().ends_with("#reaction-fire"));
    browser.press("<BS>");
    assert_eq!(browser.reading().split_once('#'), None, "the start page");
    for keys in ["<Esc>", "x<Esc>"] {
        let (browser, _) = Browser::queried("reaction fire", (150, 40));
        assert!(is_laid_out(&browser.keys(keys)), "after {keys}");
    }
    let (mut browser, library) = Browser::queried("xyzzy", (150, 40));
    browser.app.handle(Event::Indexed(library));
    assert!(browser.find("nothing found").is_some());
}

#[test]
fn results_of_one_title_show_the_section_above() {
    let mut browser = Browser::game(80, 24).keys("/mission rules");
    let screen = browser.screen();
    for parent in ["Regroup", "Demolition Protocol"] {
        let is_shown = |line: &str| line.contains("Mission Rules") && line.contains(parent);
        assert!(screen.lines().any(is_shown), "{screen}");
    }
}

#[test]
fn one_game_is_not_offered_as_all_games() {
    let source = Source::in_memory("bog.md", "# Bog\n\n## Mire\n\nMire halves movement.\n");
    let book = Rulebook::load(vec![source], Vec::new());
    let screen = Browser::over(book, 100, 30).keys("/mire").screen();
    assert!(
        screen.contains("Mire") && !screen.contains("all games"),
        "{screen}"
    );
    let screen = Browser::game(100, 30).keys("/breach").screen();
    assert!(screen.contains("Tab all games"), "{screen}");
}

#[test]
fn a_word_that_names_a_kind_becomes_a_filter() {
    let mut browser = Browser::game(80, 24).keys("/missions with breach points");
    let screen = browser.screen();
    assert!(screen.contains("Tab searches for it"), "{screen}");
    assert!(!screen.contains("Tab all games"), "{screen}");
    browser.press("<Tab>");
    let screen = browser.screen();
    assert!(
        screen.contains("type:mission with breach points"),
        "{screen}"
    );
    assert!(!screen.contains("Tab searches for it"), "{screen}");
}

#[test]
fn no_mark_is_drawn_before_a_result_that_is_not_selected() {
    let mut browser = Browser::game(80, 24).keys("/breach");
    let theme = Theme::named("contrast").expect("a theme");
    browser.app.shared.styles = Styles::new(theme, Symbols::UNICODE);
    let underlined = Modifier::UNDERLINED;
    let cells = browser.cells();
    let is_underlined = |row| cells[(1, row)].modifier.contains(underlined);
    assert!(
        (3..20).all(|row| !is_underlined(row)),
        "{}",
        browser.styled()
    );
}

#[test]
fn words_that_only_mean_the_same_are_not_marked_in_the_list_either() {
    let mut browser = Browser::home(100, 30, &[]).keys("blast or torrent");
    let styled = browser.styled();
    // The preview, from column 45 on, compares the rules and marks other words too.
    let is_listed = |line: &&str| {
        let place = line.split(' ').find_map(|word| word.split_once(':'));
        let column = place.and_then(|(_, column)| column.parse::<usize>().ok());
        line.contains("UNDERLINED") && column.is_some_and(|column| column < 45)
    };
    let matched = styled.lines().filter(is_listed);
    let matched: Vec<_> = matched.map(str::to_lowercase).collect();
    assert!(
        matched.iter().any(|line| line.contains("torrent")),
        "{styled}"
    );
    assert!(
        !matched.iter().any(|line| line.contains("shoot")),
        "{styled}"
    );
}

#[test]
fn the_preview_of_a_comparison_compares_the_rules() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut browser = Browser::home(columns, rows, &[]).keys("blast or torrent");
        let screen = browser.screen();
        for text in ["Your chosen target", "Choose a primary target"] {
            assert!(screen.contains(text), "{screen}");
        }
    }
}

#[test]
fn without_a_result_there_is_one_pane_and_nothing_to_widen() {
    let mut browser = Browser::home(100, 30, &[]).keys("zzzqqxx");
    let screen = browser.screen();
    assert!(screen.contains("Try fewer or other words."), "{screen}");
    let scope = |line: &str| line.contains("Kill Team first");
    assert!(
        !screen.contains('│') && !screen.lines().any(scope),
        "{screen}"
    );
    let footer = screen.lines().last().unwrap_or_default();
    assert_eq!(footer.trim(), "Esc back", "only keys that do something");
}

#[rstest]
#[case("40x12", 40, 12)]
#[case("80x24", 80, 24)]
#[case("100x30", 100, 30)]
fn results_with_the_same_title_are_told_apart(
    #[case] name: &str,
    #[case] columns: u16,
    #[case] rows: u16,
) {
    let mut browser = Browser::game(columns, rows).keys("/strategy phase");
    assert_snapshot!(format!("twins_{name}"), browser.styled());
    browser.press("<Enter>");
    let header = browser.screen().lines().next().map(str::to_owned);
    assert!(header.is_some_and(|header| header.contains("Adversary Ops") || columns < 60));
    // The document being read comes first.
    let mut browser = Browser::game(columns, rows)
        .at("kill-team/joint-ops")
        .keys("/strategy phase<Enter>");
    assert!(
        browser.reading().starts_with("kill-team/joint-ops#"),
        "{}",
        browser.screen()
    );
}

#[rstest]
#[case("80x24", 80, 24)]
#[case("120x40", 120, 40)]
fn cards_are_listed_in_columns(#[case] name: &str, #[case] columns: u16, #[case] rows: u16) {
    let mut browser = Browser::game(columns, rows).keys("/type:datacard piercing");
    assert_snapshot!(format!("cards_{name}"), browser.screen());
    assert_snapshot!(
        format!("cards_linear_{name}"),
        browser.linear().keys("/type:datacard piercing").screen()
    );
}
