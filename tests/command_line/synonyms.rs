//! The player's own synonyms, in the settings folder.

use std::fs;

use tempfile::TempDir;

use super::harness::*;

fn with_synonyms(words: &str, arguments: &[&str]) -> CommandOutput {
    let settings = TempDir::new().unwrap();
    fs::create_dir(settings.path().join("tableside")).unwrap();
    fs::write(settings.path().join("tableside/synonyms.yaml"), words).unwrap();
    let mut command = command(arguments);
    command.env("XDG_CONFIG_HOME", settings.path());
    finish(command)
}

#[test]
fn the_players_synonyms_lead_to_sections_of_every_game() {
    let found = with_synonyms(
        "zapzap: [Vantage]\nklonk: [Stealth Suit]\n",
        &["search", "--json", "--limit", "1", "zapzap"],
    );
    assert_eq!(found.json()[0]["title"], "Vantage");
    let other = with_synonyms(
        "klonk: [Stealth Suit]\n",
        &["search", "--json", "--limit", "1", "klonk"],
    );
    assert_eq!(
        (other.status, other.json()[0]["title"].as_str()),
        (0, Some("Stealth Suit"))
    );
    assert_eq!(tableside(&["search", "zapzap"]).status, 1);
}

#[test]
fn a_players_synonym_comes_before_the_bundled_one_and_after_those_of_folders() {
    let found = with_synonyms(
        "overwatch: [Dash]\n",
        &["search", "--rules", "bundled", "overwatch"],
    );
    assert!(
        found
            .stderr
            .starts_with("tableside: overwatch: also Guard, On Guard, Counteract"),
        "{}",
        found.stderr
    );
    let house = TempDir::new().unwrap();
    fs::write(
        house.path().join("a.md"),
        "# House\n\n## Guard\n\nStand.\n\n## Watch\n\nLook.\n",
    )
    .unwrap();
    fs::write(house.path().join("game.yaml"), "vocabulary: kill-team\n").unwrap();
    let path = house.path().to_str().unwrap();
    let arguments = [
        "search",
        "--json",
        "--limit",
        "1",
        "--rules",
        path,
        "overwatch",
    ];
    assert_eq!(tableside(&arguments).json()[0]["title"], "Guard");
    assert_eq!(
        with_synonyms("overwatch: [Watch]\n", &arguments).json()[0]["title"],
        "Watch"
    );
}

#[test]
fn a_broken_synonyms_file_is_reported_and_stops_nothing() {
    let found = with_synonyms("zapzap: [Vantage\n\tx: {\n", &["show", "vantage"]);
    assert_eq!(found.status, 0);
    assert!(found.stdout.contains("Vantage"));
    let check = with_synonyms(
        "zapzap: [Vantage\n\tx: {\n",
        &["check", "--strict", "bundled"],
    );
    assert_eq!(check.status, 1);
    assert!(check.stdout.contains("synonyms.yaml:"), "{}", check.stdout);
}
