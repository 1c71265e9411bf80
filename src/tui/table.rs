//! The table: counters, decks, pins and rolls of the game that is played. The side pane shows it.

mod rows;

pub use rows::{GameRow, entries, played};

use super::action::Action;
use super::clipboard::Clip;
use super::effect::{Effect, Question};
use super::environment::Environment;
use crate::state::{Change, GameChange, Move, Pile, PlayedGame};
use crate::table::{Counter, Deck, Roller, card_value};

/// Returns the game that is played, or a new one.
pub fn game(env: &Environment<'_>) -> PlayedGame {
    env.state.game().cloned().unwrap_or_default()
}

/// Returns the name of the game that is played, or of a new one: that of the game being read, with a
/// number if it is taken.
pub fn game_name(env: &Environment<'_>) -> String {
    match env.state.game() {
        Some(game) => game.name.clone(),
        None => new_name(env),
    }
}

/// Returns the name of a new game.
pub fn new_name(env: &Environment<'_>) -> String {
    let book = &env.library.book;
    let name = &book.game(book.game_of(env.section)).name;
    let is_free = |name: &String| env.state.games.iter().all(|game| game.name != *name);
    let mut names = std::iter::once(name.clone()).chain((2..).map(|at| format!("{name} {at}")));
    names.find(is_free).unwrap_or_default()
}

/// Returns the effect that makes moves in the game, with a message.
pub fn play(moves: Vec<Move>, status: String, env: &Environment<'_>) -> Effect {
    play_in(game_name(env), moves, status, env)
}

/// Returns the effect that makes moves in the game with a name, which begins if it is new.
pub fn play_in(
    name: String,
    mut moves: Vec<Move>,
    status: String,
    env: &Environment<'_>,
) -> Effect {
    let book = &env.library.book;
    if env.state.games.iter().all(|game| game.name != name) {
        moves.insert(
            0,
            Move::Rules(book.game(book.game_of(env.section)).id.clone()),
        );
    }
    Effect::Store(Change::Game(GameChange::Moves(name, moves)), status)
}

/// Performs an action on the selected row. Returns `None` for an action of another kind.
pub fn perform(action: Action, row: Option<&GameRow>, env: &Environment<'_>) -> Option<Effect> {
    let (setup, game) = (&env.library.table, game(env));
    let counter = match row {
        Some(GameRow::Counter(name)) => setup.counters.iter().find(|of| of.rules.name == *name),
        _ => None,
    };
    let deck = match row {
        Some(GameRow::Deck(at) | GameRow::Card(at, ..)) => setup.decks.get(*at),
        _ => setup.decks.first(),
    };
    let name = |counter: &Counter| counter.rules.name.clone();
    Some(match (action, counter, deck) {
        (Action::Add, Some(counter), _) => add(counter, 1, &game, env),
        (Action::Subtract, Some(counter), _) => add(counter, -1, &game, env),
        (Action::SetValue, Some(counter), _) => {
            Effect::Ask(Question::Value(name(counter)), String::new())
        }
        (Action::Remove, Some(counter), _) => {
            let status = if setup.is_added(&counter.rules.name) {
                format!("removed {}", name(counter))
            } else {
                format!("removed the value of {}", name(counter))
            };
            let moves = vec![
                Move::Set(name(counter), None),
                Move::Limit(name(counter), None),
            ];
            play(moves, status, env)
        }
        (Action::Add | Action::Subtract | Action::SetValue | Action::Remove, None, _) => {
            Effect::Status("no counter is selected".to_owned())
        }
        (Action::NewCounter, ..) => Effect::Ask(Question::Counter, card_counter(env)),
        (Action::Step, ..) => step(0, &game, env),
        (Action::Follow, ..) => match row {
            Some(GameRow::Step(at)) => step(*at, &game, env),
            Some(GameRow::Counter(_)) if counter?.rules.values.is_empty() => return None,
            Some(GameRow::Counter(_)) => Effect::When(counter?.value_text(&game)),
            _ => return None,
        },
        (Action::Draw, _, Some(deck)) => draw(deck, &game, env),
        (Action::Discard | Action::TakeOut, _, Some(deck)) => {
            let Some(GameRow::Card(_, id, pile)) = row else {
                return Some(Effect::Status("no card is selected".to_owned()));
            };
            let (to, does) = match (action, pile) {
                (Action::Discard, Pile::Discarded | Pile::Removed) => (Pile::Deck, "put back"),
                (Action::Discard, _) => (Pile::Discarded, "discarded"),
                (_, Pile::Removed) => (Pile::Deck, "put into the deck"),
                _ => (Pile::Removed, "taken out of the deck"),
            };
            let title = rows::title_of(env.library, id);
            play(
                deck.shift(&game, id, *pile, to),
                format!("{title} is {does}"),
                env,
            )
        }
        (Action::Shuffle, _, Some(deck)) => {
            let shuffle = deck.shuffle(&game);
            let piles = deck.piles(&game);
            if piles.drawn.is_empty() && piles.discarded.is_empty() {
                let status = format!("{}: no card is drawn or discarded", deck.title);
                return Some(Effect::Status(status));
            }
            let status = format!("{}: drawn and discarded cards are back", deck.title);
            play(vec![shuffle], status, env)
        }
        (Action::Draw | Action::Discard | Action::TakeOut | Action::Shuffle, _, None) => {
            Effect::Status("these rules have no deck".to_owned())
        }
        (Action::Undo, ..) if env.state.game().is_some() => {
            let undo = Change::Game(GameChange::Undo(game_name(env)));
            Effect::Store(undo, taken_back(&game, env))
        }
        (Action::Undo, ..) => Effect::Status("no game is played".to_owned()),
        (Action::Copy, ..) => {
            let Some(GameRow::Roll(at)) = row else {
                return None;
            };
            let text = env.rolls.get(*at)?.text.clone();
            Effect::Copy(Clip {
                name: "the roll".to_owned(),
                text,
            })
        }
        _ => return None,
    })
}

/// Says what the next undo takes back.
fn taken_back(game: &PlayedGame, env: &Environment<'_>) -> String {
    let mut before = game.clone();
    if !before.undo() {
        return "there is nothing to take back".to_owned();
    }
    let mut counters = env.library.table.counters.iter();
    let is_known = |name: &str| before.counters.contains_key(name);
    let mut added = game.counters.keys().filter(|name| !is_known(name));
    let is_added = |name: &str| env.library.table.is_added(name);
    if let Some(name) = added.find(|name| is_added(name)) {
        return format!("took back the counter {name}");
    }
    let counter = counters.find(|counter| counter.value(game) != counter.value(&before));
    let what = match counter {
        Some(counter) => return format!("back to {}", counter.shown(&before)),
        None if before.decks != game.decks => "the last move of a card",
        None if before.played != game.played => "the choice of what is played",
        None if before.pins != game.pins => "the last change of the pins",
        None => "the last change",
    };
    format!("took back {what}")
}

/// Adds to a counter, and says what its value is.
fn add(counter: &Counter, by: i64, game: &PlayedGame, env: &Environment<'_>) -> Effect {
    let moves = counter.add(game, by);
    if moves.is_empty() {
        let matter = format!("{} is at its limit", counter.rules.name);
        let name = &counter.rules.name;
        let mut steps = env.library.table.steps.iter();
        let step = steps.find(|step| by > 0 && step.set.contains_key(name));
        return Effect::Status(match step {
            Some(step) => env.advice(
                env.context,
                &matter,
                Action::Step,
                &format!("is {}", step.name),
            ),
            None => matter,
        });
    }
    let mut after = game.clone();
    after.step(&moves);
    play(moves, counter.shown(&after), env)
}

/// Takes a step: changes several counters.
fn step(at: usize, game: &PlayedGame, env: &Environment<'_>) -> Effect {
    let setup = &env.library.table;
    let Some(step) = setup.steps.get(at) else {
        return Effect::Status("these rules declare no step".to_owned());
    };
    let named = |name: &str| setup.counters.iter().find(|of| of.rules.name == *name);
    let adds = step
        .add
        .iter()
        .filter_map(|(name, by)| Some(named(name)?.add(game, *by)));
    let sets = step
        .set
        .iter()
        .filter_map(|(name, value)| Some(named(name)?.set(*value)));
    let decks = setup.decks.iter().filter(|_| step.shuffle);
    let decks = decks.map(|deck| deck.shuffle(game));
    let moves = adds.flatten().chain(sets).chain(decks).collect();
    play(moves, step.name.clone(), env)
}

/// Draws a card, and peeks at it.
fn draw(deck: &Deck, game: &PlayedGame, env: &Environment<'_>) -> Effect {
    let mut roller = match Roller::new(env.seed) {
        Ok(roller) => roller,
        Err(why) => return Effect::Status(why),
    };
    let Some(card) = deck.draw(game, &mut roller) else {
        let (matter, does) = ("no card is left", "shuffles the others back");
        return Effect::Status(env.advice(env.context, matter, Action::Shuffle, does));
    };
    let left = deck.count(deck.piles(game)) - 1;
    let title = env.library.title(card.section);
    let status = format!("{title}; {left} left in {}", deck.title);
    let moves = deck.shift(game, &card.id, Pile::Deck, Pile::Drawn);
    let effects = [play(moves, status, env), Effect::Peek(vec![card.section])];
    Effect::Both(Box::new(effects))
}

/// Returns the name and the value of a counter for the card being read, such as its wounds; empty if
/// no card is being read.
fn card_counter(env: &Environment<'_>) -> String {
    let Some(value) = card_value(&env.library.book, env.section) else {
        return String::new();
    };
    let title = env.library.title(env.section);
    let game = game(env);
    // Several operatives may have the same card.
    let numbered = (2..).map(|number| format!("{title} #{number}"));
    let mut names = std::iter::once(title.clone()).chain(numbered);
    let name = names.find(|name| !game.counters.contains_key(name));
    format!("{} {value} of {value}", name.unwrap_or(title))
}
