//! Decks: the cards with copies in one document. Cards are drawn without replacement.

use super::roll::Roller;
use crate::rules::slug::fold;
use crate::rules::{GameRef, RichText, Rulebook, SectionRef};
use crate::state::{Move, Pile, Piles, PlayedGame};

/// A deck of cards.
#[derive(Debug, PartialEq, Eq)]
pub struct Deck {
    /// The id of the section above the cards, by which games keep the piles.
    pub id: String,
    /// The title of that section.
    pub title: String,
    /// The section above the cards.
    pub section: SectionRef,
    /// The rule for drawing the cards: the section that has the title of their document, preferably
    /// in a pack that is played.
    pub rule: Option<SectionRef>,
    /// The cards, in the order of the document.
    pub cards: Vec<DeckCard>,
    /// The piles at the start of a game.
    start: Piles,
}

/// A card of a deck.
#[derive(Debug, PartialEq, Eq)]
pub struct DeckCard {
    /// The section of the card.
    pub section: SectionRef,
    /// The id of the section.
    pub id: String,
    /// The number of copies.
    pub copies: usize,
}

impl Deck {
    /// Finds the decks of a game: the sections below one heading whose kind has copies, and those below
    /// the headings that the game declares. Leaves out those of what is not played.
    pub fn all(
        book: &Rulebook,
        game: GameRef,
        is_folded: &dyn Fn(SectionRef) -> bool,
    ) -> Vec<Self> {
        let mut decks: Vec<Self> = Vec::new();
        let aside = &book.game(game).table.set_aside;
        let documents = book.documents.iter().filter(|of| of.game == game);
        for at in documents.flat_map(|of| book.subtree(of.root)) {
            let (Some(_), Some(above)) = (label(book, at), book.section(at).parent) else {
                continue;
            };
            if is_folded(at) {
                continue;
            }
            let known = decks.iter().position(|deck| deck.section == above);
            let known = known.unwrap_or_else(|| {
                decks.push(Self::empty(book, above));
                decks.len() - 1
            });
            let deck = &mut decks[known];
            let (id, title) = (book.section(at).id.clone(), &book.section(at).title);
            let copies = Self::copies(book, at).unwrap_or(1) as usize;
            if aside.contains(title) {
                deck.start
                    .removed
                    .extend(std::iter::repeat_n(id.clone(), copies));
            }
            deck.cards.push(DeckCard {
                section: at,
                id,
                copies,
            });
        }
        decks
    }

    /// Returns the number of copies that a card names: 2 for `**Copies:** 2x`. `None` if it names none,
    /// or if the section is no card of a deck.
    pub fn copies(book: &Rulebook, card: SectionRef) -> Option<u32> {
        let label = label(book, card).filter(|label| !label.is_empty())?;
        let number = |text: &str| {
            let digits = text.trim_start().split(|c: char| !c.is_ascii_digit());
            digits.into_iter().next()?.parse().ok()
        };
        let blocks = book.blocks(card);
        let after_label = |text: &RichText| {
            let text = fold(&text.plain);
            number(text.strip_prefix(&label)?.strip_prefix(':')?)
        };
        // `**Copies:** 2` may be a rule of its own.
        let in_rule = || {
            let mut rules = book.children(card);
            let rule = rules.find(|rule| fold(&book.section(*rule).title) == label)?;
            let blocks = book.blocks(rule);
            blocks.texts().find_map(|text| number(&text.plain))
        };
        let in_text = blocks.texts().find_map(after_label);
        in_text.or_else(in_rule)
    }

    fn empty(book: &Rulebook, section: SectionRef) -> Self {
        Self {
            id: book.section(section).id.clone(),
            title: book.section(section).full_title(),
            section,
            rule: None,
            cards: Vec::new(),
            start: Piles::default(),
        }
    }

    /// Returns the piles in a game.
    pub fn piles<'a>(&'a self, game: &'a PlayedGame) -> &'a Piles {
        game.decks.get(&self.id).unwrap_or(&self.start)
    }

    /// Returns the cards that are left to draw, with the number of their copies.
    pub fn left(&self, piles: &Piles) -> Vec<(&DeckCard, usize)> {
        let elsewhere = || {
            piles
                .drawn
                .iter()
                .chain(&piles.discarded)
                .chain(&piles.removed)
        };
        let left = self.cards.iter().map(|card| {
            let taken = elsewhere().filter(|id| **id == card.id).count();
            (card, card.copies.saturating_sub(taken))
        });
        left.filter(|(_, copies)| *copies > 0).collect()
    }

    /// Returns the number of cards that are left to draw.
    pub fn count(&self, piles: &Piles) -> usize {
        self.left(piles).iter().map(|(_, copies)| copies).sum()
    }

    /// Draws a card at random; `None` if none is left.
    pub fn draw(&self, game: &PlayedGame, roller: &mut Roller) -> Option<&DeckCard> {
        let left = self.left(self.piles(game));
        let cards = left
            .iter()
            .flat_map(|(card, copies)| std::iter::repeat_n(*card, *copies));
        let cards: Vec<_> = cards.collect();
        cards.get(roller.pick(cards.len())?).copied()
    }

    /// Returns the moves that take a card from one pile to another.
    pub fn shift(&self, game: &PlayedGame, id: &str, from: Pile, to: Pile) -> Vec<Move> {
        let is_new = !game.decks.contains_key(&self.id);
        let start = is_new.then(|| Move::Piles(self.id.clone(), Some(self.start.clone())));
        let card = Move::Card(self.id.clone(), id.to_owned(), from, to);
        start.into_iter().chain([card]).collect()
    }

    /// Returns the move that puts drawn and discarded cards back.
    pub fn shuffle(&self, game: &PlayedGame) -> Move {
        let removed = self.piles(game).removed.clone();
        let piles = Piles {
            removed,
            ..Piles::default()
        };
        Move::Piles(self.id.clone(), Some(piles))
    }
}

/// Returns the label before the number of copies of a card, as [`fold`] writes it, or `None` if a
/// section is no card of a deck.
fn label(book: &Rulebook, at: SectionRef) -> Option<String> {
    let section = book.section(at);
    let kind = book.named_kind(at).and_then(|kind| kind.copies.clone());
    let above = &book.section(section.parent?).title;
    let rules = &book.game(book.game_of(at)).table;
    let is_declared = !section.run_in && rules.decks.contains(above);
    kind.or_else(|| is_declared.then(|| fold(&rules.copies)))
}
