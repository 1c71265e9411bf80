//! What a game that is played uses of the rules: counters, steps, decks, and what is not played.

use std::ops::Range;

use super::counter::Counter;
use super::deck::Deck;
use crate::rules::{CounterRules, Document, GameRef, Rulebook, SectionRef, StepRules};
use crate::state::PlayedGame;

/// What a game uses of the rules.
#[derive(Debug, Default)]
pub struct TableSetup {
    /// The counters: those that the rules declare, then those that the players added.
    pub counters: Vec<Counter>,
    /// The steps that change several counters.
    pub steps: Vec<StepRules>,
    /// The decks.
    pub decks: Vec<Deck>,
    /// What is played, in the order of choice.
    pub played: Vec<SectionRef>,
    /// The sections of what is not played: other packs, other missions, other games.
    folded: Vec<Range<SectionRef>>,
    /// The choices and the counters of the game, with their limits.
    key: (Vec<String>, Vec<(String, Option<i64>)>),
}

impl TableSetup {
    /// Finds what a game uses. Without a choice of the players, the game of the rules is `near`.
    pub fn new(book: &Rulebook, game: &PlayedGame, near: GameRef) -> Self {
        let played: Vec<_> = game.played.iter().filter_map(|id| book.by_id(id)).collect();
        let near = played.first().map_or(near, |first| book.game_of(*first));
        let rules = &book.game(near).table;
        let mut setup = Self {
            folded: folded(book, near, &played),
            key: key(game),
            played,
            steps: rules.steps.clone(),
            ..Self::default()
        };
        setup.decks = Deck::all(book, near, &|at| setup.is_folded(at));
        for at in 0..setup.decks.len() {
            let title = &book.document_of(setup.decks[at].section).title;
            setup.decks[at].rule = setup.section_named(book, near, title);
        }
        let is_used = |counter: &&CounterRules| {
            let mut with = counter.with.iter();
            counter.with.is_empty() || with.any(|name| setup.plays(book, name))
        };
        let declared = rules.counters.iter().filter(is_used).cloned();
        let declared: Vec<_> = declared.collect();
        let names = game.counters.keys();
        let added = names.filter(|name| declared.iter().all(|known| known.name != **name));
        let section = |name: &str| setup.section_named(book, near, name);
        let added = added.map(|name| {
            // Several operatives may have the same card.
            let numbered = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let section = section(name).or_else(|| section(numbered.trim_end_matches([' ', '#'])));
            Counter::added(book, name, section, game.limits.get(name).copied())
        });
        let counters = declared.iter().map(|rules| {
            let section = section(&rules.name);
            Counter::new(book, rules.clone(), section)
        });
        setup.counters = counters.chain(added).collect();
        setup
    }

    /// Whether the players added the counter with a name.
    pub fn is_added(&self, name: &str) -> bool {
        let mut counters = self.counters.iter();
        counters.any(|counter| counter.is_added && counter.rules.name == name)
    }

    /// Whether the setup is still the one of a game: its choices and counters are the same.
    pub fn is_for(&self, game: &PlayedGame) -> bool {
        !self.key.1.is_empty() && self.key == key(game)
    }

    /// Whether a section is a card of a deck.
    pub fn is_card(&self, section: SectionRef) -> bool {
        let mut cards = self.decks.iter().flat_map(|deck| &deck.cards);
        cards.any(|card| card.section == section)
    }

    /// Whether a section belongs to something that is not played.
    pub fn is_folded(&self, section: SectionRef) -> bool {
        self.folded.iter().any(|range| range.contains(&section))
    }

    /// Whether the name of a counter's `with` is played.
    fn plays(&self, book: &Rulebook, name: &str) -> bool {
        self.played.iter().any(|at| {
            let section = book.section(*at);
            let id = section.id.split_once('/').map_or("", |(_, id)| id);
            id == name || id.split('#').next() == Some(name)
        })
    }

    /// Returns the section with a title, preferably in a document that is played.
    fn section_named(&self, book: &Rulebook, game: GameRef, title: &str) -> Option<SectionRef> {
        let is_named = |at: &SectionRef| book.section(*at).title.eq_ignore_ascii_case(title);
        let documents = book.documents.iter().filter(|of| of.game == game);
        let sections = documents.flat_map(|of| book.subtree(of.root));
        let named = sections.filter(is_named).filter(|at| !self.is_folded(*at));
        let is_played = |at: &SectionRef| {
            let document = book.section(*at).document;
            self.played
                .iter()
                .any(|of| book.section(*of).document == document)
        };
        named.min_by_key(|at| !is_played(at))
    }

    /// Returns the counters with their values on one line: `TP 2 · Threat 7 (Grade 2)`. If it has more
    /// letters than `room`, rows of tables are left out and the names that players gave are cut, but no
    /// value.
    pub fn line(&self, game: &PlayedGame, gap: &str, room: usize) -> String {
        let line = |counter: &dyn Fn(&Counter) -> String| {
            let decks = self.decks.iter().filter_map(|deck| {
                let piles = game.decks.get(&deck.id)?;
                Some(format!("cards {}", deck.count(piles)))
            });
            let counters = self.counters.iter().map(counter);
            counters.chain(decks).collect::<Vec<_>>().join(gap)
        };
        let fits = |line: &String| line.chars().count() <= room;
        let whole = line(&|counter| counter.shown(game));
        if fits(&whole) {
            return whole;
        }
        let short = |letters| line(&|counter| counter.shortened(game, letters));
        let longest = self.counters.iter().map(|of| of.rules.name.chars().count());
        let mut lines = (2..=longest.max().unwrap_or(0)).rev().map(short);
        lines.find(fits).unwrap_or_else(|| short(1))
    }
}

fn key(game: &PlayedGame) -> (Vec<String>, Vec<(String, Option<i64>)>) {
    let counters = game.counters.keys();
    let counters = counters.map(|name| (name.clone(), game.limits.get(name).copied()));
    (game.played.clone(), counters.collect())
}

/// Finds the sections of what is not played: packs and siblings of missions that are not chosen, and
/// other games.
fn folded(book: &Rulebook, game: GameRef, played: &[SectionRef]) -> Vec<Range<SectionRef>> {
    if played.is_empty() {
        return Vec::new();
    }
    let packs = &book.game(game).table.packs;
    let is_pack = |of: &Document| packs.iter().any(|name| name == of.source.stem());
    let is_chosen = |of: &Document| played.iter().any(|at| book.document_of(*at).id == of.id);
    let has_pack = book.documents.iter().any(|of| is_pack(of) && is_chosen(of));
    let is_other = |of: &&Document| of.game != game || has_pack && is_pack(of) && !is_chosen(of);
    let documents = book.documents.iter().filter(is_other).map(|of| of.root);
    let siblings = played.iter().flat_map(|at| {
        let kind = book.section(*at).kind;
        let parent = book.section(*at).parent;
        let siblings = parent.into_iter().flat_map(|parent| book.children(parent));
        siblings.filter(move |of| book.section(*of).kind == kind)
    });
    let siblings = siblings.filter(|of| !played.contains(of));
    documents
        .chain(siblings)
        .map(|at| at..book.section(at).end)
        .collect()
}
