//! Rolling dice at the page.

use rstest::rstest;
use tableside::tui::keymap::Context;
use tableside::tui::roll::{RollPane, RollState};

use crate::harness::Browser;

const LOOT: &str = "# Loot\n\nOn a 4+ there is more, with D3+3 coins.\n\n## Loot Table\n\n| D6 | Find |\n|---|---|\n| 1-2 | Rope |\n| 4-6 | 2D6 coins |\n\n## Empty Room\n\nNothing is here. See the [Loot Table](#loot-table).\n\n## Corridor\n\nIt is dark.\n";

fn seeded(mut browser: Browser, seed: u64) -> Browser {
    browser.app.shared.seed = Some(seed);
    browser
}

fn pane(browser: &Browser) -> &RollState {
    let top = browser.app.overlays.last().expect("an overlay");
    let pane: Option<&RollPane> = top.downcast();
    &pane.expect("the pane for rolling").state
}

/// Rolls on the loot table until the result is in `wanted`.
fn rolled(browser: &mut Browser, wanted: std::ops::RangeInclusive<i64>) {
    for _ in 0..200 {
        if wanted.contains(&pane(browser).roll.result()) {
            return;
        }
        browser.press("r");
    }
    panic!("no such roll");
}

#[test]
fn r_rolls_on_the_table_of_the_page_with_the_exact_chance() {
    let mut browser = seeded(Browser::game(100, 30), 5)
        .at("kill-team/npo-datacards#npo-table")
        .keys("r");
    rolled(&mut browser, 7..=10);
    let screen = browser.screen();
    assert!(screen.contains("50.0 %"), "{screen}");
    let row = screen.lines().find(|line| line.contains("Necron Warrior"));
    assert!(row.is_some_and(|row| row.contains('▌')), "{screen}");
    insta::assert_snapshot!("npo_table_100x30", browser.styled());
}

#[rstest]
#[case(80, 24)]
#[case(40, 12)]
fn the_selected_row_is_on_a_small_screen(#[case] columns: u16, #[case] rows: u16) {
    let mut browser = seeded(Browser::game(columns, rows), 5)
        .at("kill-team/npo-datacards#npo-table")
        .keys("r");
    rolled(&mut browser, 12..=12);
    browser.press("rr");
    rolled(&mut browser, 12..=12);
    let screen = browser.screen();
    assert!(screen.contains("isolator"), "{screen}");
    insta::assert_snapshot!(format!("npo_table_{columns}x{rows}"), browser.styled());
}

#[test]
fn the_dice_of_the_row_are_next() {
    let mut browser = seeded(Browser::on(LOOT, 80, 24), 1)
        .at("rules/house#loot-table")
        .keys("r");
    rolled(&mut browser, 4..=6);
    assert!(
        browser.screen().contains("In this row  2D6"),
        "{}",
        browser.screen()
    );
    browser.press("n");
    assert_eq!(pane(&browser).roll.expression.to_string(), "2D6");
    browser.press("<Esc>");
    assert!(pane(&browser).rollable().table().is_some());
}

#[test]
fn a_gap_and_the_ends_of_a_table_are_told() {
    let mut browser = seeded(Browser::on(LOOT, 80, 24), 1)
        .at("rules/house#loot-table")
        .keys("r");
    rolled(&mut browser, 3..=3);
    assert!(
        browser.screen().contains("no row for this result"),
        "{}",
        browser.screen()
    );
    browser.press("++++");
    let screen = browser.screen();
    assert!(
        screen.contains("+4 = 7") && screen.contains("first or last row"),
        "{screen}"
    );
    // A roll of 1 gives 5, and all others more.
    assert!(screen.contains("100.0 %"), "{screen}");
}

#[test]
fn a_section_without_a_table_rolls_on_the_one_it_links_to_or_its_dice_or_asks() {
    let browser = Browser::on(LOOT, 80, 24)
        .at("rules/house#empty-room")
        .keys("r");
    assert!(pane(&browser).rollable().table().is_some());
    let mut browser = Browser::on(LOOT, 80, 24)
        .at("rules/house#corridor")
        .keys("r0d6<Enter>");
    assert_eq!(browser.app.context(), Context::Prompt);
    assert!(
        browser.screen().contains("has no dice"),
        "{}",
        browser.screen()
    );
    browser.press("<BS><BS><BS>9999999d6<Enter>");
    assert!(
        browser.screen().contains("more than 1000 dice"),
        "{}",
        browser.screen()
    );
    browser.press("<C-u>5d6>=4 reroll ones<Enter>");
    let roll = &pane(&browser).roll;
    assert_eq!(roll.expression.to_string(), "5D6>=4 reroll ones");
    assert!(browser.screen().contains("success"), "{}", browser.screen());
}

#[test]
fn one_die_is_rolled_again_and_the_result_is_copied() {
    let mut browser = Browser::on(LOOT, 80, 24)
        .at("rules/house#corridor")
        .keys("r3d6<Enter>2y");
    let dice = &pane(&browser).roll.dice;
    assert_eq!(dice[1].before.len(), 1);
    assert!(dice[0].before.is_empty());
    assert_eq!(browser.copied(), pane(&browser).roll.to_string());
    browser.press("r");
    let screen = browser.screen();
    assert!(screen.contains("Last rolls"), "{screen}");
}

#[test]
fn a_die_that_is_not_there_is_told_and_rolls_nothing() {
    let mut browser = Browser::game(100, 30).keys("/npo table<Enter>r");
    let rolls = browser.app.shared.rolls().len();
    browser.press("3");
    assert!(
        browser.screen().contains("there is no die 3"),
        "{}",
        browser.screen()
    );
    assert_eq!(browser.app.shared.rolls().len(), rolls);
}

#[test]
fn the_result_of_many_dice_is_on_a_small_screen_and_a_wrong_roll_is_told() {
    let mut browser = Browser::game(40, 12).keys("/npo table<Enter>re20D6<Enter>");
    assert!(browser.find("20D6 = ").is_some(), "{}", browser.screen());
    browser.press("e2D6+1D3<Enter>");
    assert!(browser.find("`2D6+1D3`").is_some(), "{}", browser.screen());
}

#[test]
fn a_search_from_the_pane_for_rolling_is_a_search() {
    let browser = Browser::game(80, 24).keys("/npo table<Enter>r/scout");
    let finder = browser.app.finder.as_ref().expect("the search");
    assert_eq!(finder.input.value(), "scout");
}

#[test]
fn a_roll_is_told_in_words_in_linear_mode() {
    let mut browser = seeded(Browser::game(80, 24).linear(), 5)
        .at("kill-team/npo-datacards#npo-table")
        .keys("r");
    rolled(&mut browser, 7..=10);
    let screen = browser.screen();
    assert!(
        screen.starts_with("Roll on NPO Table\nRolled 2D6: "),
        "{screen}"
    );
    let said = "NPO Table, 7-10, Necron Warrior, with one ranged weapon. Chance 50.0 %.";
    assert!(screen.replace('\n', " ").contains(said), "{screen}");
    browser.press("G");
    let screen = browser.screen();
    assert!(screen.contains("7: 16.7 percent"), "{screen}");
}

#[test]
fn an_ascii_screen_has_an_ascii_chart() {
    let mut browser = Browser::game(100, 30)
        .ascii()
        .at("kill-team/npo-datacards#npo-table")
        .keys("r");
    assert!(browser.screen().is_ascii(), "{}", browser.screen());
}

#[test]
fn back_from_a_link_of_a_roll_returns_to_the_roll() {
    let mut browser = Browser::game(100, 30)
        .at("kill-team/npo-datacards#npo-table")
        .keys("r");
    let rolled = browser.screen();
    browser.press("<Enter>");
    assert_eq!(browser.app.context(), Context::Page);
    browser.press("<BS>");
    assert_eq!(browser.app.context(), Context::Roll);
    assert_eq!(browser.screen().lines().next(), rolled.lines().next());
}
