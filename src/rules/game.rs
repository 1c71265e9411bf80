//! Reads `game.yaml` and `synonyms.yaml`.

use super::front_matter::read_mapping;
use super::model::game::Game;
use super::slug::slug;
use super::synonyms::Synonym;
use crate::diagnostic::{Diagnostic, Severity};
use crate::loader;
use crate::source::Source;

/// The players' words of all bundled games: they serve a player's own documents too.
#[must_use]
pub fn bundled_synonyms() -> Vec<Synonym> {
    let sources = loader::bundled().filter(|source| source.file.ends_with("synonyms.yaml"));
    sources
        .flat_map(|source| read_synonyms(&source, &mut Vec::new()))
        .collect()
}

/// Reads a `game.yaml`; without a `name` the folder's name serves.
pub(super) fn read_game(source: &Source, folder: &str, diagnostics: &mut Vec<Diagnostic>) -> Game {
    let mut game = Game::named(folder);
    for (key, values) in read_mapping(source, diagnostics) {
        match (key.as_str(), values.first()) {
            ("name", Some(name)) => {
                game = Game {
                    name: name.clone(),
                    id: slug(name),
                    ..game
                }
            }
            ("order", Some(order)) => game.order = order.parse().ok(),
            ("documents", _) => game.documents = values,
            ("undefined", _) => game.undefined = values,
            _ => diagnostics.push(
                Diagnostic::of_file(
                    &source.path,
                    Severity::Warning,
                    "unknown-key",
                    format!("`{key}` means nothing here"),
                )
                .help("game.yaml knows `name`, `order`, `documents` and `undefined`"),
            ),
        }
    }
    game
}

/// Reads a `synonyms.yaml`.
pub(super) fn read_synonyms(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> Vec<Synonym> {
    let pairs = read_mapping(source, diagnostics).into_iter();
    pairs
        .map(|(word, means)| Synonym {
            word: word.to_lowercase(),
            means,
        })
        .collect()
}
