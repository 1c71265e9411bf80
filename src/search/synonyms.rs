//! A player's words and the sections that they lead to.

mod names;

use std::io;

use tantivy::directory::OwnedBytes;

use super::SynonymUse;
use super::store::{Part, Store, StoreError, StoreWriter};
use super::terms::{Known, Terms};
use super::tokenizer::{Form, tokenize};
use super::vocabulary::{Vocabulary, WordId, Words};
use super::words::{is_function_word, only_look_alike, stem};
use crate::bytes::{Reader, put_fraction, put_number, put_text, put_u32, u32_at};
use crate::order;
use crate::rules::{GameRef, Rulebook, SectionRef, Synonym};
use names::Names;

/// The synonyms of all games as a stored index has them, in the order of their first stems.
pub(crate) struct Synonyms {
    starts: OwnedBytes,
    texts: OwnedBytes,
    /// How many sections the index is of: bytes that lead to others are damaged.
    sections: u32,
}

/// A player's word in one game.
#[derive(Debug)]
struct Key {
    word: String,
    means: Vec<String>,
    game: GameRef,
    /// The stems of its words; those that say nothing left out.
    stems: Vec<String>,
    /// The sections it leads to, each with how surely it is meant.
    targets: Vec<Target>,
}

/// A section that a synonym leads to, with how surely it is meant: 1 for what is named first.
pub(crate) type Target = (SectionRef, f32);

/// What stands first among the meanings is meant first.
const FURTHER_MEANING: f32 = 0.94;
/// A longer name that holds the meaning: `door` is Hatchway, and so a part of Hatchway Fight.
const LONGER_NAME: f32 = 0.6;

/// A player's word that was typed.
#[derive(Debug)]
pub(crate) struct Used {
    pub word: String,
    pub means: Vec<String>,
    pub game: GameRef,
    pub targets: Vec<Target>,
    /// The groups of the query that it stands for, as bits.
    pub groups: u32,
}

/// The synonyms of all games, in the order in which they are told.
#[derive(Debug, Default)]
pub(crate) struct Keys(Vec<Key>);

impl Keys {
    /// Prepares the synonyms of all games. A game's own words serve it first; then the words of the others and the
    /// bundled ones, wherever a section has the name of what they mean.
    pub(crate) fn new(book: &Rulebook, bundled: &[Synonym], words: &mut Words) -> Self {
        let all = book
            .games
            .iter()
            .flat_map(|game| game.synonyms.iter())
            .chain(bundled);
        let names = Names::new(book, all.flat_map(|synonym| &synonym.means));
        let mut keys: Vec<Key> = Vec::new();
        for (game, own) in (0..).map(GameRef).zip(&book.games) {
            let others = book
                .games
                .iter()
                .filter(|other| other.id != own.id)
                .flat_map(|other| other.synonyms.iter());
            let foreign = others
                .chain(bundled)
                .filter(|other| own.synonyms.iter().all(|known| known.word != other.word));
            let from = keys.len();
            for synonym in own.synonyms.iter().chain(foreign) {
                let targets = targets(book, &names, game, synonym);
                let known = keys[from..].iter_mut().find(|key| key.word == synonym.word);
                match known {
                    _ if targets.is_empty() => {}
                    Some(key) => key.targets.extend(
                        targets
                            .into_iter()
                            .filter(|(at, _)| !leads_to(&key.targets, *at))
                            .collect::<Vec<_>>(),
                    ),
                    None => keys.push(key(synonym, game, targets)),
                }
            }
        }
        // What nothing is named by may still be found in texts, of whatever game.
        for synonym in book
            .games
            .iter()
            .flat_map(|game| game.synonyms.iter())
            .chain(bundled)
        {
            let known = keys.iter().any(|key| key.word == synonym.word);
            let printed = |meaning: &String| rarest(meaning, |word| words.printed(word)).is_some();
            if !known && synonym.means.first().is_some_and(printed) {
                keys.push(key(synonym, GameRef(0), Vec::new()));
            }
        }
        keys.retain(|key| !key.stems.is_empty());
        for token in keys.iter().flat_map(|key| tokenize(&key.word)) {
            words.note_synonym(&token.text);
        }
        Self(keys)
    }

    /// Stores them as [`Synonyms`].
    pub(crate) fn write(&self, out: &mut StoreWriter<'_>) -> io::Result<()> {
        let mut keys: Vec<_> = (0_u64..).zip(&self.0).collect();
        keys.sort_by(|(_, a), (_, b)| a.stems.first().cmp(&b.stems.first()));
        let mut texts = Vec::new();
        out.part(Part::SynonymStarts, |out| {
            for (order, key) in keys {
                put_u32(out, u32::try_from(texts.len()).unwrap_or(u32::MAX));
                key.write(order, &mut texts);
            }
        })?;
        out.part(Part::Synonyms, |out| out.append(&mut texts))
    }
}

impl Synonyms {
    /// Opens the synonyms of a stored index of so many sections.
    pub(crate) fn open(store: &Store, sections: usize) -> Result<Self, StoreError> {
        let sections = u32::try_from(sections).unwrap_or(u32::MAX);
        Ok(Self {
            starts: store.bytes(Part::SynonymStarts)?,
            texts: store.bytes(Part::Synonyms)?,
            sections,
        })
    }

    fn record(&self, number: usize) -> Record<'_> {
        let mut rest = self.reader(number);
        let order = rest.number();
        let stems = (0..rest.count()).map(|_| rest.text()).collect();
        Record { order, stems, rest }
    }

    fn reader(&self, number: usize) -> Reader<'_> {
        let start = u32_at(&self.starts, number) as usize;
        Reader::new(self.texts.get(start..).unwrap_or_default())
    }

    fn first_stem(&self, number: usize) -> Option<&str> {
        let mut rest = self.reader(number);
        rest.number();
        (rest.count() > 0).then(|| rest.text())
    }

    /// The synonyms whose first stem is this one, or starts with it.
    fn starting<'a>(&'a self, first: &'a str, starts: bool) -> impl Iterator<Item = Record<'a>> {
        let (mut low, mut high) = (0, self.starts.len() / 4);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.first_stem(middle).is_some_and(|stem| stem < first) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let fits = move |stem: &str| {
            if starts {
                stem.starts_with(first)
            } else {
                stem == first
            }
        };
        let near = (low..self.starts.len() / 4)
            .take_while(move |number| self.first_stem(*number).is_some_and(fits));
        near.map(|number| self.record(number))
    }

    /// The synonyms that stand in a query. Of two in one game, one inside the other, the longer is meant.
    /// The groups of `named` name a game and stand for nothing else.
    pub(crate) fn find(&self, terms: &Terms, open: bool, named: u32) -> Vec<Used> {
        let content: Vec<_> = (0_u32..)
            .zip(&terms.groups)
            .filter(|(_, group)| !is_function_word(&group.text))
            .map(|(number, group)| {
                let start = if group.known == Known::Word {
                    ""
                } else {
                    group.text.as_str()
                };
                Typed {
                    number,
                    text: &group.text,
                    stem: &group.stem,
                    start,
                }
            })
            .collect();
        let mut found: Vec<(u64, Used)> = Vec::new();
        for at in 0..content.len() {
            let typing = open && at + 1 == content.len() && content[at].start.len() > 2;
            let starting = typing.then(|| self.starting(content[at].start, true));
            for record in self
                .starting(content[at].stem, false)
                .chain(starting.into_iter().flatten())
            {
                let groups = record.stands_at(&content[at..], open);
                if groups & !named == 0 || found.iter().any(|(order, _)| *order == record.order) {
                    continue;
                }
                let order = record.order;
                let used = record.used(groups, self.sections);
                if !is_another(&used.word, &content[at..]) {
                    found.push((order, used));
                }
            }
        }
        order::by_number(&mut found, |(order, _)| *order);
        let mut used: Vec<_> = found.into_iter().map(|(_, used)| used).collect();
        let all: Vec<_> = used.iter().map(|used| (used.game, used.groups)).collect();
        used.retain(|used| {
            let inside = |groups: u32| groups != used.groups && groups & used.groups == used.groups;
            !all.iter()
                .any(|(game, groups)| *game == used.game && inside(*groups))
        });
        used
    }
}

/// Whether a player's word only looks like what is typed: `kit` is no `kite`.
fn is_another(word: &str, typed: &[Typed<'_>]) -> bool {
    let words = tokenize(word)
        .into_iter()
        .filter(|token| token.form == Form::Whole && !is_function_word(&token.text));
    words
        .zip(typed)
        .any(|(word, typed)| only_look_alike(&word.text, typed.text))
}

/// The word of a meaning that says most: what a whole phrase means cannot be told by its common words.
pub(crate) fn rarest_word(meaning: &str, vocabulary: &Vocabulary) -> Option<WordId> {
    rarest(meaning, |text| {
        let id = vocabulary.printed(text)?;
        Some((vocabulary.word(id).map_or(0, |word| word.sections), id))
    })
    .map(|(_, id)| id)
}

/// The word of a meaning that stands in the fewest sections; `printed` gives their number first.
fn rarest<T>(meaning: &str, printed: impl Fn(&str) -> Option<(u32, T)>) -> Option<(u32, T)> {
    let words = tokenize(meaning)
        .into_iter()
        .filter(|token| token.form == Form::Whole && token.text.len() > 1);
    let words = words.filter(|token| !is_function_word(&token.text));
    words
        .filter_map(|token| printed(&token.text))
        .min_by_key(|(sections, _)| *sections)
}

/// A word of a query that says something.
struct Typed<'a> {
    /// Its group.
    number: u32,
    text: &'a str,
    stem: &'a str,
    /// Itself, where it may be the start of another word.
    start: &'a str,
}

/// A stored synonym.
struct Record<'a> {
    /// Its place among all, as they are told.
    order: u64,
    stems: Vec<&'a str>,
    rest: Reader<'a>,
}

impl Record<'_> {
    /// The groups it stands for, as bits, if the words typed begin with it; 0 else.
    fn stands_at(&self, typed: &[Typed<'_>], open: bool) -> u32 {
        let Some(run) = typed.get(..self.stems.len()) else {
            return 0;
        };
        let fits = run
            .iter()
            .zip(&self.stems)
            .enumerate()
            .all(|(at, (word, stem))| {
                let typing = open && at + 1 == typed.len() && word.start.len() > 2;
                word.stem == *stem || typing && stem.starts_with(word.start)
            });
        let groups = run.iter().fold(0, |groups, word| {
            groups | 1_u32.checked_shl(word.number).unwrap_or(0)
        });
        if fits { groups } else { 0 }
    }

    fn used(mut self, groups: u32, sections: u32) -> Used {
        let game = GameRef(self.rest.small());
        let word = self.rest.text().to_owned();
        let means = (0..self.rest.count())
            .map(|_| self.rest.text().to_owned())
            .collect();
        let targets =
            (0..self.rest.count()).map(|_| (SectionRef(self.rest.small()), self.rest.fraction()));
        let targets = targets
            .filter(|(section, _)| section.0 < sections)
            .collect();
        Used {
            word,
            means,
            game,
            targets,
            groups,
        }
    }
}

impl Key {
    fn write(&self, order: u64, out: &mut Vec<u8>) {
        put_number(out, order);
        put_number(out, self.stems.len() as u64);
        self.stems.iter().for_each(|stem| put_text(out, stem));
        put_number(out, u64::from(self.game.0));
        put_text(out, &self.word);
        put_number(out, self.means.len() as u64);
        self.means.iter().for_each(|means| put_text(out, means));
        put_number(out, self.targets.len() as u64);
        for (section, sure) in &self.targets {
            put_number(out, u64::from(section.0));
            put_fraction(out, *sure);
        }
    }
}

fn key(synonym: &Synonym, game: GameRef, targets: Vec<Target>) -> Key {
    let words = tokenize(&synonym.word);
    let whole = words.iter().filter(|token| token.form == Form::Whole);
    let mut stems: Vec<_> = whole
        .clone()
        .filter(|token| !is_function_word(&token.text))
        .collect();
    if stems.is_empty() {
        stems = whole.collect();
    }
    let stems = stems
        .into_iter()
        .map(|token| stem(&token.text).to_owned())
        .collect();
    Key {
        word: synonym.word.clone(),
        means: synonym.means.clone(),
        game,
        stems,
        targets,
    }
}

fn leads_to(targets: &[Target], section: SectionRef) -> bool {
    targets.iter().any(|(at, _)| *at == section)
}

fn targets(book: &Rulebook, names: &Names, game: GameRef, synonym: &Synonym) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    let mut add = |at: SectionRef, sure: f32| {
        if book.section(at).has_text && !leads_to(&targets, at) {
            targets.push((at, sure));
        }
    };
    let sure = |rank: usize| if rank == 0 { 1.0 } else { FURTHER_MEANING };
    for (rank, meaning) in synonym.means.iter().enumerate() {
        names
            .exact(game, meaning)
            .iter()
            .for_each(|at| add(*at, sure(rank)));
    }
    for (rank, meaning) in synonym.means.iter().enumerate() {
        names
            .longer(game, meaning)
            .into_iter()
            .for_each(|at| add(at, LONGER_NAME * sure(rank)));
    }
    targets
}

/// Each word once, with all that it means.
pub(crate) fn unique(uses: impl Iterator<Item = SynonymUse>) -> Vec<SynonymUse> {
    let mut unique: Vec<SynonymUse> = Vec::new();
    for used in uses {
        match unique.iter_mut().find(|known| known.word == used.word) {
            Some(known) => {
                let more: Vec<_> = used
                    .means
                    .into_iter()
                    .filter(|means| !known.means.contains(means))
                    .collect();
                known.means.extend(more);
            }
            None => unique.push(used),
        }
    }
    unique
}
