//! What a name or a path leads to.

use std::ops::Range;
use std::sync::OnceLock;

use super::files::DocumentNames;
use super::names::{NameIndex, SectionName};
use super::words::Phrase;
use super::{nearness, value};
use crate::rules::slug::straighten;
use crate::rules::{GameRef, Rulebook, SectionRef};

/// The names of all sections of a rulebook, and its files. It belongs to the rulebook it was made of, and reads only titles.
#[derive(Debug)]
pub struct LinkGraph {
    /// The names of each game, gathered on first use: a mention never leaves its game.
    names: Vec<OnceLock<NameIndex>>,
    files: OnceLock<DocumentNames>,
}

/// A part of a text that leads somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its bytes of [`RichText::plain`](crate::rules::RichText::plain).
    pub range: Range<usize>,
    /// Where it leads, the nearest first; never empty, and never the section itself alone.
    pub targets: Vec<SectionRef>,
    /// The value in place of the parameter: `2` of `Piercing 2`.
    pub value: Option<String>,
    /// Whether the author wrote it as a link.
    pub explicit: bool,
}

impl LinkGraph {
    /// A graph over the titles and other names of a rulebook.
    pub fn new(book: &Rulebook) -> Self {
        Self {
            names: book.games.iter().map(|_| OnceLock::new()).collect(),
            files: OnceLock::new(),
        }
    }

    pub(super) fn names(&self, book: &Rulebook, game: GameRef) -> &NameIndex {
        self.names[game.0 as usize].get_or_init(|| NameIndex::new(book, game))
    }

    pub(super) fn files(&self, book: &Rulebook) -> &DocumentNames {
        self.files.get_or_init(|| DocumentNames::new(book))
    }

    /// What a name means to a reader of section `near`: sections of the same game, the nearest first, definitions before
    /// mere headings. `Piercing 2` finds `Piercing x`, and a plural finds the singular. Without `near`, all games are
    /// searched in their order.
    pub fn definitions(
        &self,
        book: &Rulebook,
        name: &str,
        near: Option<SectionRef>,
    ) -> Vec<SectionRef> {
        let near_game = near.map(|near| book.game_of(near));
        let sections = |name: &str, has_parameter: bool| -> Vec<_> {
            (0..)
                .map(GameRef)
                .take(book.games.len())
                .filter(|game| near_game.is_none_or(|near| near == *game))
                .flat_map(|game| self.named(book, game, name))
                .filter(|name| name.parameter || !has_parameter)
                .map(|name| name.section)
                .collect()
        };
        let mut found = sections(name, false);
        if found.is_empty()
            && let Some((_, bare)) = value::split(name)
        {
            found = sections(&name[bare], true);
        }
        nearness::sort(book, near, &mut found);
        found
    }

    /// The sections of a game with exactly this name.
    pub(super) fn named(&self, book: &Rulebook, game: GameRef, name: &str) -> &[SectionName] {
        self.names(book, game).get(Phrase::new(name).all())
    }

    /// The value that the text of a link gives to the parameter of what it names.
    pub(super) fn value_of(&self, book: &Rulebook, game: GameRef, text: &str) -> Option<String> {
        let (value, name) = value::split(text)?;
        let mut named = self.named(book, game, &text[name]).iter();
        named
            .any(|name| name.parameter)
            .then(|| straighten(&text[value]))
    }
}
