//! The games that players play: what is being played, counters, cards, rolls and pins.
//!
//! A game changes only by [`Move`]s. Every move has an inverse, so that it can be undone, and moves
//! of two browsers on the same game are merged by applying them one after the other. The rules are
//! not stored here: a deck stores only where its cards are, a counter only its value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The maximum number of games. Those that changed longest ago are forgotten.
const MAX_GAMES: usize = 50;

/// The maximum number of pins.
pub const MAX_PINS: usize = 6;

/// The maximum number of rolls that are kept. Older ones are forgotten.
pub const MAX_ROLLS: usize = 50;

/// The maximum number of steps that can be undone.
const MAX_UNDO: usize = 200;

/// A game that is being played, or was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayedGame {
    /// The name that the player gave the game, unique in the state.
    pub name: String,
    /// The id of the game whose rules are played; empty if nobody said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// The ids of the documents and sections that are played, in the order of choice. Empty if the
    /// player has not said.
    pub played: Vec<String>,
    /// The ids of the pinned sections, at most [`MAX_PINS`].
    pub pins: Vec<String>,
    /// The values of the counters, by name.
    pub counters: BTreeMap<String, i64>,
    /// The highest values that the players gave to counters, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<String, i64>,
    /// Where the cards of each deck are, by the name of the deck. Cards that are named nowhere are in
    /// the deck.
    pub decks: BTreeMap<String, Piles>,
    /// The last rolls, newest last.
    pub rolls: Vec<StoredRoll>,
    /// Whether the player has ended the game.
    pub ended: bool,
    /// The inverse of each step that can be undone, newest last.
    undo: Vec<Vec<Move>>,
}

/// The cards of a deck that are not in it, by the ids of their sections. A card with several copies
/// can occur several times.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Piles {
    /// The cards that were drawn and are in force, oldest first.
    pub drawn: Vec<String>,
    /// The discarded cards, oldest first.
    pub discarded: Vec<String>,
    /// The cards that were taken out of the deck.
    pub removed: Vec<String>,
}

/// A place of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pile {
    /// Face down, to be drawn.
    Deck,
    /// Drawn and in force.
    Drawn,
    /// Discarded.
    Discarded,
    /// Out of the game.
    Removed,
}

/// A roll that is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRoll {
    /// The dice and what they showed, as printed: `2D6: 3 + 5 = 8`.
    pub text: String,
    /// The id of the section whose table was rolled on, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
}

/// A change of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Move {
    /// Chooses what is played.
    Play(Vec<String>),
    /// Adds to a counter, which starts at 0.
    Add(String, i64),
    /// Gives a counter a value, or removes it.
    Set(String, Option<i64>),
    /// Gives a counter a highest value, or removes it.
    Limit(String, Option<i64>),
    /// Moves a card of a deck (its name, the id of the card) from one pile to another. Does nothing
    /// if the card is not in that pile.
    Card(String, String, Pile, Pile),
    /// Replaces the piles of a deck, or forgets them, so that they are those of the rules again.
    Piles(String, Option<Piles>),
    /// Replaces the pinned sections.
    Pin(Vec<String>),
    /// Keeps a roll. Undo does not take dice back.
    Roll(StoredRoll),
    /// Ends the game, or goes on with it.
    End(bool),
    /// Says which game's rules are played, by its id. Only the first time counts.
    Rules(String),
}

/// A change of the list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameChange {
    /// Makes moves that are undone together, in the game of this name, which begins if it is new.
    Moves(String, Vec<Move>),
    /// Takes the last step of the game back.
    Undo(String),
    /// Replaces or adds a whole game, as it is stored.
    Stored(Box<PlayedGame>),
    /// Gives a game another name.
    Rename(String, String),
}

impl PlayedGame {
    /// Whether the rules of the game are among those of the games with these ids. A game that does not
    /// say whose rules it uses may belong to any.
    pub fn is_of(&self, loaded: &[String]) -> bool {
        loaded.is_empty() || self.rules.is_empty() || loaded.contains(&self.rules)
    }

    /// Returns the names of the counters whose values changed, the latest first.
    pub fn changed_counters(&self) -> impl Iterator<Item = &str> {
        let moves = self.undo.iter().rev().flatten();
        moves.filter_map(|of| match of {
            Move::Add(name, _) | Move::Set(name, _) => Some(name.as_str()),
            _ => None,
        })
    }

    /// Makes moves that are undone together.
    pub fn step(&mut self, moves: &[Move]) {
        let inverse: Vec<_> = moves.iter().filter_map(|step| self.apply(step)).collect();
        if !inverse.is_empty() {
            self.undo.push(inverse.into_iter().rev().collect());
            drop_oldest(&mut self.undo, MAX_UNDO);
        }
    }

    /// Takes the last step back. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let step = self.undo.pop();
        for inverse in step.iter().flatten() {
            self.apply(inverse);
        }
        step.is_some()
    }

    /// Applies a move, and returns its inverse, or `None` if nothing changed.
    fn apply(&mut self, step: &Move) -> Option<Move> {
        Some(match step {
            Move::Play(played) => Move::Play(std::mem::replace(&mut self.played, played.clone())),
            Move::Pin(pins) => {
                let pins = pins.iter().take(MAX_PINS).cloned().collect();
                Move::Pin(std::mem::replace(&mut self.pins, pins))
            }
            Move::Add(counter, change) => {
                let known = self.counters.get(counter).copied();
                let value = known.unwrap_or_default().saturating_add(*change);
                self.counters.insert(counter.clone(), value);
                Move::Set(counter.clone(), known)
            }
            Move::Set(counter, value) => {
                let before = match value {
                    Some(value) => self.counters.insert(counter.clone(), *value),
                    None => self.counters.remove(counter),
                };
                Move::Set(counter.clone(), before)
            }
            Move::Limit(counter, limit) => {
                let before = match limit {
                    Some(limit) => self.limits.insert(counter.clone(), *limit),
                    None => self.limits.remove(counter),
                };
                Move::Limit(counter.clone(), before)
            }
            Move::Card(deck, card, from, to) => {
                let before = self.decks.get(deck).cloned();
                let piles = self.decks.entry(deck.clone()).or_default();
                piles.shift(card, *from, *to)?;
                Move::Piles(deck.clone(), before)
            }
            Move::Piles(deck, piles) => {
                let before = match piles {
                    Some(piles) => self.decks.insert(deck.clone(), piles.clone()),
                    None => self.decks.remove(deck),
                };
                Move::Piles(deck.clone(), before)
            }
            Move::Roll(roll) => {
                self.rolls.push(roll.clone());
                drop_oldest(&mut self.rolls, MAX_ROLLS);
                return None;
            }
            Move::End(true) => Move::End(std::mem::replace(&mut self.ended, true)),
            Move::End(false) => {
                // Going on takes the end back, so that the next undo is about the game again.
                self.ended = false;
                self.undo.pop_if(|step| step[..] == [Move::End(false)]);
                return None;
            }
            Move::Rules(rules) => {
                if self.rules.is_empty() {
                    self.rules.clone_from(rules);
                }
                return None;
            }
        })
    }
}

impl Piles {
    /// Moves the newest copy of a card in `from` to the end of `to`. Returns `None` if it is not
    /// there; any card can be in the deck, whose cards only the rules know.
    fn shift(&mut self, card: &str, from: Pile, to: Pile) -> Option<()> {
        if let Some(pile) = self.pile(from) {
            let at = pile.iter().rposition(|known| known == card)?;
            pile.remove(at);
        }
        if let Some(pile) = self.pile(to) {
            pile.push(card.to_owned());
        }
        Some(())
    }

    const fn pile(&mut self, pile: Pile) -> Option<&mut Vec<String>> {
        match pile {
            Pile::Deck => None,
            Pile::Drawn => Some(&mut self.drawn),
            Pile::Discarded => Some(&mut self.discarded),
            Pile::Removed => Some(&mut self.removed),
        }
    }
}

/// Applies a change to the list of games. The game that changed moves to the end.
pub(super) fn apply_change(games: &mut Vec<PlayedGame>, change: &GameChange) {
    match change {
        GameChange::Moves(name, moves) => with_game(games, name, |game| game.step(moves)),
        GameChange::Undo(name) => with_game(games, name, |game| {
            game.undo();
        }),
        GameChange::Stored(stored) => with_game(games, &stored.name, |game| {
            game.clone_from(stored);
        }),
        GameChange::Rename(name, new) => {
            if games.iter().all(|game| game.name != *new) {
                with_game(games, name, |game| game.name.clone_from(new));
            }
        }
    }
}

fn with_game(games: &mut Vec<PlayedGame>, name: &str, change: impl FnOnce(&mut PlayedGame)) {
    let at = games.iter().position(|game| game.name == name);
    let mut game = at.map_or_else(
        || PlayedGame {
            name: name.to_owned(),
            ..PlayedGame::default()
        },
        |at| games.remove(at),
    );
    change(&mut game);
    games.push(game);
    drop_oldest(games, MAX_GAMES);
}

fn drop_oldest<T>(list: &mut Vec<T>, limit: usize) {
    let surplus = list.len().saturating_sub(limit);
    list.drain(..surplus);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_move() -> impl Strategy<Value = Move> {
        let name = || "[ab]";
        let pile = || {
            prop_oneof![
                Just(Pile::Deck),
                Just(Pile::Drawn),
                Just(Pile::Discarded),
                Just(Pile::Removed)
            ]
        };
        prop_oneof![
            proptest::collection::vec(name(), 0..3).prop_map(Move::Play),
            proptest::collection::vec(name(), 0..9).prop_map(Move::Pin),
            (name(), -3..4_i64).prop_map(|(name, change)| Move::Add(name, change)),
            (name(), proptest::option::of(-3..4_i64)).prop_map(|(name, to)| Move::Set(name, to)),
            (name(), name(), pile(), pile())
                .prop_map(|(deck, card, from, to)| Move::Card(deck, card, from, to)),
            name().prop_map(|text| Move::Roll(StoredRoll {
                text,
                section: None
            })),
            any::<bool>().prop_map(Move::End),
        ]
    }

    /// Going on with a game is no step: it takes one back.
    fn any_step() -> impl Strategy<Value = Move> {
        any_move().prop_filter("no step", |of| *of != Move::End(false))
    }

    fn visible(game: &PlayedGame) -> PlayedGame {
        let mut game = game.clone();
        game.undo.clear();
        game.rolls.clear();
        game.decks.retain(|_, piles| *piles != Piles::default());
        game
    }

    proptest! {
        #[test]
        fn every_step_can_be_undone(steps in proptest::collection::vec(proptest::collection::vec(any_step(), 1..4), 1..20)) {
            let mut game = PlayedGame::default();
            let mut before = Vec::new();
            for step in &steps {
                let stood = (game.undo.len(), visible(&game));
                game.step(step);
                if game.undo.len() > stood.0 {
                    before.push(stood.1);
                } else {
                    prop_assert_eq!(visible(&game), stood.1);
                }
            }
            while let Some(before) = before.pop() {
                prop_assert!(game.undo());
                prop_assert_eq!(visible(&game), before);
            }
            prop_assert!(!game.undo());
        }

        #[test]
        fn a_stored_game_is_read_back(steps in proptest::collection::vec(any_move(), 0..12)) {
            let mut game = PlayedGame::default();
            game.step(&steps);
            let json = serde_json::to_string(&game).unwrap();
            prop_assert_eq!(serde_json::from_str::<PlayedGame>(&json).unwrap(), game);
        }
    }

    #[test]
    fn going_on_takes_the_end_back() {
        let mut game = PlayedGame::default();
        game.step(&[Move::Add("VP".to_owned(), 2)]);
        game.step(&[Move::End(true)]);
        game.step(&[Move::End(false)]);
        assert!(!game.ended);
        assert!(game.undo());
        assert!(!game.ended && game.counters.is_empty());
        game.step(&[Move::End(true)]);
        assert!(game.undo());
        assert!(!game.ended);
    }

    #[test]
    fn moves_of_two_browsers_are_merged() {
        let mut games = Vec::new();
        for by in [1, 2] {
            let add = Move::Add("VP".to_owned(), by);
            apply_change(
                &mut games,
                &GameChange::Moves("Friday".to_owned(), vec![add]),
            );
        }
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].counters["VP"], 3);
        apply_change(&mut games, &GameChange::Undo("Friday".to_owned()));
        assert_eq!(games[0].counters["VP"], 1);
        let rename = GameChange::Rename("Friday".to_owned(), "Saturday".to_owned());
        apply_change(&mut games, &rename);
        assert_eq!((games.len(), games[0].name.as_str()), (1, "Saturday"));
    }
}
