//! The names that sections are known by, and where each of them may be found in running text.
//!
//! Every section is known by its name, so that a link or a look-up reaches it; only those that define something are
//! mentioned in text without further ado. The names have one form, the stored one: tables that are looked into and never
//! read through, so that those that were stored cost a start nothing. [`gather`] makes it.

use std::iter::successors;

use crate::bytes::{Reader, put_number, u32_at};
use crate::rules::{GameRef, Rulebook, SectionKind, SectionRef};

use super::words::gap;

mod gather;

/// A word that some name holds, as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordId(u32);

/// A name of a section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'a> {
    /// What it names.
    pub section: SectionRef,
    /// Its words.
    pub words: NameWords<'a>,
    /// What stands between its words besides blanks; empty where nothing does.
    gaps: Reader<'a>,
    /// Whether it has a parameter: `Piercing x`.
    pub parameter: bool,
    /// Where it is a mention.
    pub reach: Reach,
    /// Whether only typography tells it from plain English.
    pub everyday: bool,
}

/// The words of a name: numbers of 4 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameWords<'a>(&'a [u8]);

/// Where the occurrence of a name is a mention of its section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// In the whole game.
    Game,
    /// Inside a section: the names that a mission or a datacard gives to its own parts.
    Within(SectionRef),
    /// Where the word `step` follows: `the Set Up Operatives step`.
    Step,
    /// Nowhere: it heads a part of a document, and defines nothing.
    Nowhere,
}

/// Bits of a stored name, above those of its reach.
const PARAMETER: u8 = 4;
const EVERYDAY: u8 = 8;
const GAPS: u8 = 16;

/// All names of one game, by their first word.
#[derive(Debug)]
pub(super) struct Names {
    /// How many sections the rulebook has.
    sections: u32,
    tables: [Vec<u8>; TABLES],
}

/// The tables, in their order. All but the texts and the names themselves hold numbers of 4 bytes.
#[derive(Clone, Copy)]
enum Table {
    /// Which word a hash is of: its number and one more, 0 for none; where the place is taken, one of the next.
    Slots,
    /// Where each word starts, and the last one ends.
    WordStarts,
    /// The words, one after the other.
    WordTexts,
    /// The first name that begins with each word, and one past the last of all.
    FirstNames,
    /// Where each name starts: by their first words, those of a word the longest first.
    NameStarts,
    /// The names.
    NameTexts,
}

const TABLES: usize = Table::NameTexts as usize + 1;

impl Names {
    /// The names of a game: as they were stored, else gathered.
    pub(super) fn new(book: &Rulebook, game: GameRef) -> Self {
        let stored = || Self::restore(&book.stored_names(game)?, book);
        stored().unwrap_or_else(|| gather::names(book, game))
    }

    /// The names of a game, gathered, as they are stored.
    pub(super) fn gathered(book: &Rulebook, game: GameRef) -> Vec<u8> {
        let (names, mut out) = (gather::names(book, game), Vec::new());
        put_number(&mut out, u64::from(names.sections));
        for table in &names.tables {
            put_number(&mut out, table.len() as u64);
            out.extend_from_slice(table);
        }
        out
    }

    /// Takes names as they were stored; `None` where they are of another rulebook, or damaged.
    pub(super) fn restore(stored: &[u8], book: &Rulebook) -> Option<Self> {
        let mut input = Reader::new(stored);
        let sections = input.small();
        let tables = [(); TABLES].map(|()| input.part().bytes().to_vec());
        let slots = tables[Table::Slots as usize].len() / 4;
        (sections as usize == book.section_count() && slots.is_power_of_two())
            .then_some(Self { sections, tables })
    }

    fn table(&self, table: Table) -> &[u8] {
        &self.tables[table as usize]
    }

    /// The word with a stem, where any name holds it.
    pub(super) fn word(&self, stem: &str) -> Option<WordId> {
        let slots = self.table(Table::Slots);
        probe(stem.as_bytes(), slots.len() / 4)
            .map_while(|slot| u32_at(slots, slot).checked_sub(1))
            .find(|word| self.text(*word) == stem.as_bytes())
            .map(WordId)
    }

    fn text(&self, word: u32) -> &[u8] {
        let (starts, at) = (self.table(Table::WordStarts), word as usize);
        let range = u32_at(starts, at) as usize..u32_at(starts, at + 1) as usize;
        self.table(Table::WordTexts).get(range).unwrap_or_default()
    }

    /// The names that begin with a word, the longest first.
    pub(super) fn beginning_with(&self, word: WordId) -> impl Iterator<Item = Name<'_>> {
        let (firsts, at) = (self.table(Table::FirstNames), word.0 as usize);
        (u32_at(firsts, at)..u32_at(firsts, at + 1)).filter_map(|place| self.at(place))
    }

    /// A name; `None` where it would be of a section that is not there.
    fn at(&self, place: u32) -> Option<Name<'_>> {
        let start = u32_at(self.table(Table::NameStarts), place as usize) as usize;
        let mut input = Reader::new(self.table(Table::NameTexts).get(start..)?);
        let bits = input.byte();
        let section = SectionRef(input.small());
        let reach = match bits & 3 {
            0 => Reach::Game,
            1 => Reach::Within(SectionRef(input.small())),
            2 => Reach::Step,
            _ => Reach::Nowhere,
        };
        let words = NameWords(input.part().bytes());
        let gaps = if bits & GAPS == 0 {
            Reader::new(&[])
        } else {
            input
        };
        let (parameter, everyday) = (bits & PARAMETER != 0, bits & EVERYDAY != 0);
        let within = if let Reach::Within(owner) = reach {
            owner.0
        } else {
            0
        };
        let known = section.0.max(within) < self.sections;
        known.then_some(Name {
            section,
            words,
            gaps,
            parameter,
            reach,
            everyday,
        })
    }
}

/// Where a word is looked for among so many slots, a power of two: at the place of its hash, then at those behind it.
fn probe(stem: &[u8], slots: usize) -> impl Iterator<Item = usize> + use<> {
    // FNV-1a: the same in the build script and in the program, whatever they are built for.
    let hash = stem.iter().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    });
    let last = slots.saturating_sub(1);
    (0..slots).map(move |step| (hash as usize).wrapping_add(step) & last)
}

impl NameWords<'_> {
    /// How many there are.
    pub(super) fn len(self) -> usize {
        self.0.len() / 4
    }

    /// One after the other.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = WordId> {
        (0..self.len()).map(|at| WordId(u32_at(self.0, at)))
    }
}

impl Name<'_> {
    /// Whether a text has between the name's words `index` and `index + 1` what the name itself has there.
    pub(super) fn joins(&self, index: usize, between: &str) -> bool {
        let mut gaps = self.gaps;
        for _ in 0..index {
            gaps.text();
        }
        gap(between) == gaps.text()
    }
}

/// The mission, datacard or card that a section is a part of.
pub(super) fn owner(book: &Rulebook, at: SectionRef) -> Option<(SectionRef, &SectionKind)> {
    let parent = |at: &SectionRef| book.section(*at).parent;
    successors(parent(&at), parent)
        .map(|at| (at, &book.section(at).kind))
        .find(|(_, kind)| {
            matches!(
                kind,
                SectionKind::Mission | SectionKind::Datacard | SectionKind::EventCard { .. }
            )
        })
}
