//! The rows of the table.

use crate::library::Library;
use crate::render::{Line, wrap};
use crate::rules::SectionRef;
use crate::source::counted;
use crate::state::{Pile, PlayedGame, StoredRoll};
use crate::theme::Role;

/// The maximum number of rolls in the pane.
const MAX_SHOWN: usize = 10;

/// The maximum width of the column of names. The values of longer names are beside them.
const NAMES: usize = 18;

/// What a row of the table is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameRow {
    /// What is played.
    Played,
    /// A counter, by its name.
    Counter(String),
    /// A step, by its index.
    Step(usize),
    /// A deck, by its index.
    Deck(usize),
    /// A card of a deck: the index of the deck, the id of the card, and its pile.
    Card(usize, String, Pile),
    /// A pin, by its index.
    Pin(usize),
    /// A roll, by its index.
    Roll(usize),
}

impl GameRow {
    /// Whether two rows are about the same thing. A card stays the same in another pile.
    pub fn is_about(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Card(_, id, _), Self::Card(_, other, _)) => id == other,
            _ => self == other,
        }
    }
}

/// A line of the table, with the targets of a row.
type GameLine = (Line, Option<Vec<SectionRef>>);

/// The lines of the table with the targets of those that are rows, and the rows.
#[derive(Default)]
struct Rows {
    lines: Vec<GameLine>,
    rows: Vec<GameRow>,
}

impl Rows {
    fn add(&mut self, row: GameRow, line: Line, target: Option<SectionRef>) {
        self.lines.push((line, Some(target.into_iter().collect())));
        self.rows.push(row);
    }

    fn heading(&mut self, text: &str) {
        self.lines.push((Line::default(), None));
        self.lines.push((Line::of(text, Role::Dim), None));
    }
}

/// Returns the lines of the table and its rows. `lists_cards` adds the cards that are left.
pub fn entries(
    library: &Library,
    game: &PlayedGame,
    pins: &[SectionRef],
    rolls: &[StoredRoll],
    lists_cards: bool,
) -> (Vec<GameLine>, Vec<GameRow>) {
    let (setup, mut rows) = (&library.table, Rows::default());
    let played = played(library);
    let played = if played.is_empty() {
        "choose what is played".to_owned()
    } else {
        played
    };
    rows.add(
        GameRow::Played,
        Line::of(&played, Role::Text),
        setup.played.first().copied(),
    );
    rows.lines.push((Line::default(), None));
    let names = setup.counters.iter().map(|counter| &counter.rules.name);
    let names = names.chain(setup.decks.iter().map(|deck| &deck.title));
    let width = names.map(|name| wrap::width(name)).max();
    let width = width.unwrap_or(0).min(NAMES);
    for counter in &setup.counters {
        let name = &counter.rules.name;
        let mut line = named(name, &counter.own_value(game), width);
        if let Some(row) = counter.row(game) {
            line.push(&format!("  {row}"), Role::Dim);
        }
        rows.add(GameRow::Counter(name.clone()), line, counter.section);
    }
    for (at, step) in setup.steps.iter().enumerate() {
        rows.add(GameRow::Step(at), Line::of(&step.name, Role::Link), None);
    }
    for at in 0..setup.decks.len() {
        add_deck(&mut rows, library, game, (at, width), lists_cards);
    }
    let is_gone = |id: &&String| setup.decks.iter().all(|deck| deck.id != **id);
    for id in game.decks.keys().filter(is_gone) {
        rows.heading(&title_of(library, id));
    }
    if !pins.is_empty() {
        rows.heading("Pins");
    }
    for (at, pin) in pins.iter().enumerate() {
        let title = format!("{} {}", at + 1, library.title(*pin));
        rows.add(GameRow::Pin(at), Line::of(&title, Role::Text), Some(*pin));
    }
    if !rolls.is_empty() {
        rows.heading("Rolls");
    }
    for (at, roll) in rolls.iter().enumerate().rev().take(MAX_SHOWN) {
        let section = roll.section.as_ref().and_then(|id| library.book.by_id(id));
        rows.add(GameRow::Roll(at), Line::of(&roll.text, Role::Text), section);
    }
    (rows.lines, rows.rows)
}

/// Returns a name, and a value in a column of its own.
fn named(name: &str, value: &str, width: usize) -> Line {
    let mut line = Line::of(name, Role::Text);
    line.pad_to(width);
    line.push(&format!("  {value}"), Role::Heading);
    line
}

/// Returns the titles of what is played, without subtitles: `Joint Ops, Regroup`.
pub fn played(library: &Library) -> String {
    let titles = library.table.played.iter().map(|at| {
        let title = library.title(*at);
        title.split(": ").next().unwrap_or_default().to_owned()
    });
    titles.collect::<Vec<_>>().join(", ")
}

fn add_deck(
    rows: &mut Rows,
    library: &Library,
    game: &PlayedGame,
    (at, width): (usize, usize),
    lists_cards: bool,
) {
    let deck = &library.table.decks[at];
    let piles = deck.piles(game);
    rows.lines.push((Line::default(), None));
    let count = format!("{} left", deck.count(piles));
    rows.add(
        GameRow::Deck(at),
        named(&deck.title, &count, width),
        deck.rule,
    );
    let left = deck.left(piles).into_iter().filter(|_| lists_cards);
    for (card, copies) in left {
        let text = format!("  {copies} x {}", library.title(card.section));
        let row = GameRow::Card(at, card.id.clone(), Pile::Deck);
        rows.add(row, Line::of(&text, Role::Dim), Some(card.section));
    }
    let removed: &[String] = if lists_cards { &piles.removed } else { &[] };
    for (pile, ids, label) in [
        (Pile::Drawn, &piles.drawn[..], ""),
        (Pile::Discarded, &piles.discarded[..], "discarded: "),
        (Pile::Removed, removed, "out: "),
    ] {
        for id in ids {
            let text = format!("  {label}{}", title_of(library, id));
            let line = Line::of(
                &text,
                if label.is_empty() {
                    Role::Text
                } else {
                    Role::Dim
                },
            );
            rows.add(
                GameRow::Card(at, id.clone(), pile),
                line,
                library.book.by_id(id),
            );
        }
    }
    let out = piles.removed.len();
    if out > 0 && !lists_cards {
        let text = format!("  {} not in the deck", counted(out, "card"));
        rows.lines.push((Line::of(&text, Role::Dim), None));
    }
}

/// Returns the title of a card, or says that the rules no longer have it.
pub fn title_of(library: &Library, id: &str) -> String {
    let section = library.book.by_id(id);
    let name = || id.rsplit('#').next().unwrap_or(id).replace('-', " ");
    section.map_or_else(|| format!("missing: {}", name()), |at| library.title(at))
}
