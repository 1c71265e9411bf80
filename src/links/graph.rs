//! The link graph: from names to sections.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::files::DocumentNames;
use super::names::{NameIndex, SectionName};
use super::value;
use super::words::Phrase;
use crate::rules::slug::straighten;
use crate::rules::{GameRef, Rulebook, SectionRef};

/// A rulebook with the names of its sections and files. Only titles are read, never the text of a section.
#[derive(Debug)]
pub struct LinkGraph {
    /// The rulebook.
    pub book: Arc<Rulebook>,
    /// The names of each game, collected on first use; a mention never leaves its game.
    names: Vec<OnceLock<NameIndex>>,
    files: OnceLock<DocumentNames>,
}

/// A link in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its bytes of [`RichText::plain`](crate::rules::RichText::plain).
    pub range: Range<usize>,
    /// Its targets, the nearest first; never empty, and never only the section itself.
    pub targets: Vec<SectionRef>,
    /// The value of the parameter: the `2` of `Piercing 2`.
    pub value: Option<String>,
    /// Whether the author wrote it as a link.
    pub explicit: bool,
}

impl LinkGraph {
    /// A graph over the titles and other names of a rulebook.
    pub fn new(book: impl Into<Arc<Rulebook>>) -> Self {
        let book = book.into();
        Self {
            names: book.games.iter().map(|_| OnceLock::new()).collect(),
            book,
            files: OnceLock::new(),
        }
    }

    pub(super) fn names(&self, game: GameRef) -> &NameIndex {
        self.names[game.0 as usize].get_or_init(|| NameIndex::new(&self.book, game))
    }

    pub(super) fn files(&self) -> &DocumentNames {
        self.files.get_or_init(|| DocumentNames::new(&self.book))
    }

    /// The sections that a name means to a reader of section `near`: those of the same game, definitions before mere
    /// headings, the nearest first. `Piercing 2` finds `Piercing x`, and a plural finds the singular. Without `near`, all
    /// games are searched in their order.
    pub fn definitions(&self, name: &str, near: Option<SectionRef>) -> Vec<SectionRef> {
        let near_game = near.map(|near| self.book.game_of(near));
        let sections = |name: &str, has_parameter: bool| -> Vec<_> {
            (0..)
                .map(GameRef)
                .take(self.names.len())
                .filter(|game| near_game.is_none_or(|near| near == *game))
                .flat_map(|game| self.named(game, name))
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
        self.sort_by_distance(near, &mut found);
        found
    }

    /// The sections of a game with exactly this name.
    pub(super) fn named(&self, game: GameRef, name: &str) -> &[SectionName] {
        self.names(game).get(Phrase::new(name).all())
    }

    /// The value that the text of a link gives to the parameter of its target.
    pub(super) fn value_of(&self, game: GameRef, text: &str) -> Option<String> {
        let (value, name) = value::split(text)?;
        let mut named = self.named(game, &text[name]).iter();
        named
            .any(|name| name.parameter)
            .then(|| straighten(&text[value]))
    }

    /// How far `to` is from a reader of `from`; the least is the nearest. Headings that define nothing come after all
    /// definitions. Then it counts the levels from the reader up to a section that contains the target; another document is
    /// farthest.
    pub(super) fn distance(&self, from: Option<SectionRef>, to: SectionRef) -> (bool, u32) {
        let up = from.into_iter().flat_map(|from| self.book.upwards(from));
        let mut up = (0..).zip(up);
        let steps = up
            .find(|(_, at)| self.book.contains(*at, to))
            .map_or(u32::MAX, |(steps, _)| steps);
        let names = self.names(self.book.game_of(to));
        (names.is_mere_heading(&self.book, to), steps)
    }

    /// Sorts targets, the nearest first and of equally near ones the most general, and removes duplicates.
    pub(super) fn sort_by_distance(&self, from: Option<SectionRef>, targets: &mut Vec<SectionRef>) {
        if targets.len() > 1 {
            targets.sort_by_cached_key(|to| (self.distance(from, *to), self.depth(*to), *to));
            targets.dedup();
        }
    }

    /// Whether two targets are equally near and equally general, so that either may be meant.
    pub(super) fn are_equal(&self, from: SectionRef, one: SectionRef, other: SectionRef) -> bool {
        let place = |to| (self.distance(Some(from), to), self.depth(to));
        place(one) == place(other)
    }

    fn depth(&self, section: SectionRef) -> usize {
        self.book.upwards(section).count()
    }
}
