//! The names of rules files.

/// The file of a game's or a player's synonyms.
pub(super) const WORDS: &str = "synonyms.yaml";

/// Files that describe a game and hold no rules.
const SETTINGS: [&str; 2] = ["game.yaml", WORDS];

/// Whether a file describes a game and holds no rules.
pub fn is_setting(file: &str) -> bool {
    file.rsplit('/')
        .next()
        .is_some_and(|name| SETTINGS.contains(&name))
}

/// Whether a file of this name is read when its folder is loaded.
pub fn is_rules_file(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    ["md", "markdown", "txt"]
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
        || SETTINGS.contains(&name)
}
