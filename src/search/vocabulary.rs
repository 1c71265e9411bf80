//! All words of the loaded rules, in alphabetical order, with the ways from what is typed to them.
//!
//! [`Words`] gathers them while the rules are read, those of a group first and then those of all; [`Vocabulary`] reads them
//! from a stored index. A word's number is its place in the alphabet; entries, written before that is known, hold codes in the
//! order in which words were first seen in their group.

use std::cmp::Ordering;
use std::io;
use std::ops::Range;

use rustc_hash::FxHashMap;
use tantivy::directory::OwnedBytes;

use super::fuzzy::{Distance, allowed_edits};
use super::store::{Part, Store, StoreError, StoreWriter};
use super::words::stem;
use crate::bytes::{put_u32, u32_at};
use crate::order;

/// A word in a [`Vocabulary`].
pub(crate) type WordId = u32;

/// A set of places where a word occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Places(pub u8);

impl Places {
    pub const TITLE: Self = Self(1);
    pub const LABEL: Self = Self(2);
    pub const PATH: Self = Self(4);
    pub const BODY: Self = Self(8);
    pub const ROW: Self = Self(16);
    /// A player's word.
    const SYNONYM: Self = Self(32);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Those of them that are names.
    pub(crate) fn of_names(self) -> Self {
        Self(self.0 & (Self::TITLE.0 | Self::LABEL.0))
    }
}

/// A word while it is gathered, in the order in which words are first seen.
#[derive(Debug, Default)]
pub(crate) struct Words {
    by_text: FxHashMap<Box<str>, u32>,
    uses: Vec<Uses>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Uses {
    sections: u32,
    places: Places,
    /// The last section that counted it.
    last: Option<u32>,
}

impl Words {
    /// The code of a word, which is added if it is new.
    pub(crate) fn code(&mut self, text: &str) -> u32 {
        if let Some(code) = self.by_text.get(text) {
            return *code;
        }
        let code = u32::try_from(self.uses.len()).unwrap_or(u32::MAX);
        self.by_text.insert(text.into(), code);
        self.uses.push(Uses::default());
        code
    }

    /// Notes that a word occurs in a section, at a place of it.
    pub(crate) fn note(&mut self, code: u32, section: u32, place: Places) {
        let Some(word) = self.uses.get_mut(code as usize) else {
            return;
        };
        word.places.0 |= place.0;
        if word.last != Some(section) {
            word.last = Some(section);
            word.sections += 1;
        }
    }

    /// Notes that players use a word.
    pub(crate) fn note_synonym(&mut self, text: &str) {
        let code = self.code(text);
        if let Some(word) = self.uses.get_mut(code as usize) {
            word.places.0 |= Places::SYNONYM.0;
        }
    }

    /// In how many sections a word, or else a form of it, stands, where it stands in one; with its code.
    pub(crate) fn printed(&self, text: &str) -> Option<(u32, u32)> {
        let uses = |code: u32| {
            self.uses
                .get(code as usize)
                .map(|uses| (uses.sections, code))
        };
        let printed = |(sections, _): &(u32, u32)| *sections > 0;
        let own = self
            .by_text
            .get(text)
            .copied()
            .and_then(uses)
            .filter(printed);
        let shared = stem(text);
        let forms = || {
            self.by_text
                .iter()
                .filter(|(word, _)| word.starts_with(shared) && stem(word) == shared)
        };
        own.or_else(|| {
            forms()
                .filter_map(|(_, code)| uses(*code))
                .filter(printed)
                .min_by_key(|(_, code)| *code)
        })
    }

    /// Takes a word of a group in that occurs in so many of its sections; gives its code.
    pub(crate) fn add(&mut self, text: &str, sections: u32, places: Places) -> u32 {
        let code = self.code(text);
        if let Some(word) = self.uses.get_mut(code as usize) {
            word.sections = word.sections.saturating_add(sections);
            word.places.0 |= places.0;
        }
        code
    }

    /// Takes all words of a group in; gives the code of each here, in the order of their codes there.
    pub(crate) fn add_all(&mut self, group: &Self) -> Vec<u32> {
        let mut texts: Vec<_> = group
            .by_text
            .iter()
            .map(|(text, code)| (*code, text.as_ref()))
            .collect();
        texts.sort_unstable();
        texts
            .into_iter()
            .zip(&group.uses)
            .map(|((_, text), uses)| self.add(text, uses.sections, uses.places))
            .collect()
    }

    /// The uses of the words in the order of their codes, as a group stores them.
    pub(crate) fn uses(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(USES * self.uses.len());
        self.uses.iter().for_each(|uses| put_uses(&mut out, *uses));
        out
    }

    /// Stores the words as a [`Vocabulary`], with the codes that they have in the groups.
    pub(crate) fn write(&self, groups: &[Vec<u32>], out: &mut StoreWriter<'_>) -> io::Result<()> {
        let mut sorted: Vec<(&str, u32)> = self
            .by_text
            .iter()
            .map(|(text, code)| (text.as_ref(), *code))
            .collect();
        sorted.sort_unstable();
        out.part(Part::WordTexts, |out| {
            sorted
                .iter()
                .for_each(|(text, _)| out.extend_from_slice(text.as_bytes()))
        })?;
        out.part(Part::WordStarts, |out| {
            let mut start = 0;
            put_u32(out, start);
            for (text, _) in &sorted {
                start += u32::try_from(text.len()).unwrap_or(u32::MAX);
                put_u32(out, start);
            }
        })?;
        out.part(Part::WordUses, |out| {
            for (_, code) in &sorted {
                put_uses(out, self.uses[*code as usize]);
            }
        })?;
        out.part(Part::WordCodes, |out| {
            let mut ids = vec![0; sorted.len()];
            for (id, (_, code)) in (0..).zip(&sorted) {
                ids[*code as usize] = id;
            }
            for code in groups.iter().flatten() {
                put_u32(out, ids[*code as usize]);
            }
        })
    }
}

fn put_uses(out: &mut Vec<u8>, uses: Uses) {
    put_u32(out, uses.sections);
    out.push(uses.places.0);
}

/// The uses of each word of a group, as they are stored.
pub(crate) fn read_uses(bytes: &[u8]) -> impl Iterator<Item = (u32, Places)> {
    bytes
        .chunks_exact(USES)
        .map(|uses| (u32_at(uses, 0), Places(uses[4])))
}

/// What is known of a word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    /// In how many sections it occurs.
    pub sections: u32,
    pub places: Places,
}

/// All words of the loaded rules.
pub(crate) struct Vocabulary {
    texts: OwnedBytes,
    starts: OwnedBytes,
    uses: OwnedBytes,
    count: u32,
}

/// Bytes of the uses of a word.
pub(crate) const USES: usize = 5;

/// A stem with all its endings is longer by so many letters at the most: `drop`, `droppings`.
const LONGEST_ENDING: usize = 8;

impl Vocabulary {
    /// Opens the words of a stored index.
    pub(crate) fn open(store: &Store) -> Result<Self, StoreError> {
        let [texts, starts, uses] =
            [Part::WordTexts, Part::WordStarts, Part::WordUses].map(|part| store.bytes(part));
        let (texts, starts, uses) = (texts?, starts?, uses?);
        let count = u32::try_from(uses.len() / USES).map_err(|_| StoreError::Damaged)?;
        let fits = starts.len() == 4 * (count as usize + 1) && uses.len() == USES * count as usize;
        if fits {
            Ok(Self {
                texts,
                starts,
                uses,
                count,
            })
        } else {
            Err(StoreError::Damaged)
        }
    }

    /// The bytes of a word's text.
    fn bytes(&self, id: WordId) -> &[u8] {
        let at = id as usize;
        self.texts
            .get(u32_at(&self.starts, at) as usize..u32_at(&self.starts, at + 1) as usize)
            .unwrap_or_default()
    }

    /// A word's text; an empty one where there is no such word.
    pub(crate) fn text(&self, id: WordId) -> &str {
        std::str::from_utf8(self.bytes(id)).unwrap_or_default()
    }

    fn places(&self, id: WordId) -> Places {
        Places(
            self.uses
                .get(USES * id as usize + 4)
                .copied()
                .unwrap_or_default(),
        )
    }

    /// The first word that is not before a text, or not before all texts with it as their start.
    fn first(&self, text: &[u8], behind_start: bool) -> WordId {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            let word = self.bytes(middle);
            let before = match word.cmp(text) {
                Ordering::Less => true,
                Ordering::Equal => behind_start,
                Ordering::Greater => behind_start && word.starts_with(text),
            };
            if before {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The words that begin with a digit.
    pub(crate) fn figures(&self) -> Range<WordId> {
        self.first(b"0", false)..self.first(b"9", true)
    }

    /// The words that a text is the start of, itself among them.
    fn starting(&self, text: &str) -> Range<WordId> {
        self.first(text.as_bytes(), false)..self.first(text.as_bytes(), true)
    }

    pub(crate) fn get(&self, text: &str) -> Option<WordId> {
        let id = self.first(text.as_bytes(), false);
        (id < self.count && self.bytes(id) == text.as_bytes()).then_some(id)
    }

    pub(crate) fn word(&self, id: WordId) -> Option<Word<'_>> {
        let uses = self.uses.get(USES * id as usize..)?;
        (id < self.count).then(|| Word {
            text: self.text(id),
            sections: u32_at(uses, 0),
            places: self.places(id),
        })
    }

    /// The other forms of a word: those that share its stem, with which they all start.
    pub(crate) fn forms<'a>(&'a self, text: &'a str) -> impl Iterator<Item = WordId> + 'a {
        let shared = stem(text);
        let near = self
            .starting(shared)
            .filter(move |id| self.bytes(*id).len() <= shared.len() + LONGEST_ENDING);
        near.filter(move |id| {
            Some(self.text(*id))
                .filter(|word| *word != text)
                .is_some_and(|word| stem(word) == shared)
        })
    }

    /// A word, or else a form of it, that stands in a section.
    pub(crate) fn printed(&self, text: &str) -> Option<WordId> {
        let printed = |id: &WordId| self.word(*id).is_some_and(|word| word.sections > 0);
        self.get(text)
            .filter(printed)
            .or_else(|| self.forms(text).find(printed))
    }

    /// The words that a text is the start of, itself left out.
    pub(crate) fn completions<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = WordId> + 'a {
        self.starting(prefix)
            .skip_while(move |id| self.bytes(*id).len() == prefix.len())
    }

    /// Words of titles that may be this one, misspelt in print: one edit away, with the same first letter.
    pub(crate) fn misspelt_titles(&self, word: &str) -> Vec<WordId> {
        let letters: Vec<_> = word.chars().collect();
        let mut distance = Distance::default();
        let same_start =
            self.starting(&word[..letters.first().map_or(0, |first| first.len_utf8())]);
        same_start
            .filter(|id| self.places(*id).has(Places::TITLE))
            .filter(|id| {
                distance
                    .within(&letters, self.text(*id), 1, false)
                    .is_some()
            })
            .collect()
    }

    /// The words a mistyped one may mean, with the number of edits; with `prefix`, words that it may be the start of too.
    pub(crate) fn similar(&self, typed: &str, prefix: bool) -> Vec<(WordId, usize)> {
        let letters: Vec<_> = typed.chars().collect();
        let most = allowed_edits(letters.len());
        if most == 0 || !letters.iter().all(|letter| letter.is_alphabetic()) {
            return Vec::new();
        }
        let mut distance = Distance::default();
        let words = (0..self.count).filter(|id| self.bytes(*id).len() > 2);
        let mut found: Vec<_> = words
            .filter_map(|id| {
                let word = self.text(id);
                let whole = distance.within(&letters, word, most, false);
                let edits = whole.or_else(|| {
                    distance
                        .within(&letters, word, most, true)
                        .filter(|_| prefix)
                });
                edits.map(|edits| (id, edits))
            })
            .collect();
        order::by_number(&mut found, |(id, edits)| {
            let word = self.text(*id);
            let is_other = word.chars().next() != letters.first().copied();
            let differs = word.len().abs_diff(typed.len());
            order::both(
                order::small(2 * edits) | u32::from(is_other),
                order::small(differs),
            )
        });
        found
    }
}
