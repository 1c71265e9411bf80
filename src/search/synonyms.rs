//! A player's words and the sections that they lead to.

mod names;

use super::terms::{Known, Terms};
use super::tokenizer::{Form, tokenize};
use super::vocabulary::{Vocabulary, WordId};
use super::words::{is_function_word, stem};
use crate::rules::{GameRef, Rulebook, SectionRef, Synonym};
use names::Names;

/// The synonyms of all games, ready to be matched.
#[derive(Debug, Default)]
pub(crate) struct Synonyms {
    keys: Vec<Key>,
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
pub(crate) struct Used<'a> {
    pub word: &'a str,
    pub means: &'a [String],
    pub game: GameRef,
    pub targets: &'a [Target],
    /// The groups of the query that it stands for, as bits.
    pub groups: u32,
}

impl Synonyms {
    /// Prepares the synonyms of all games. A game's own words serve it first; then the words of the others and the
    /// bundled ones, wherever a section has the name of what they mean.
    pub(crate) fn build(book: &Rulebook, bundled: &[Synonym], vocabulary: &mut Vocabulary) -> Self {
        let names = Names::new(book);
        let mut keys: Vec<Key> = Vec::new();
        for (game, own) in (0..).map(GameRef).zip(&book.games) {
            let others = book.games.iter().filter(|other| other.id != own.id).flat_map(|other| &other.synonyms);
            let foreign =
                others.chain(bundled).filter(|other| own.synonyms.iter().all(|known| known.word != other.word));
            let from = keys.len();
            for synonym in own.synonyms.iter().chain(foreign) {
                let targets = targets(book, &names, game, synonym);
                let known = keys[from..].iter_mut().find(|key| key.word == synonym.word);
                match known {
                    _ if targets.is_empty() => {}
                    Some(key) => key
                        .targets
                        .extend(targets.into_iter().filter(|(at, _)| !leads_to(&key.targets, *at)).collect::<Vec<_>>()),
                    None => keys.push(key(synonym, game, targets)),
                }
            }
        }
        // What nothing is named by may still be found in texts, of whatever game.
        for synonym in book.games.iter().flat_map(|game| &game.synonyms).chain(bundled) {
            let known = keys.iter().any(|key| key.word == synonym.word);
            if !known && synonym.means.first().is_some_and(|meaning| rarest_word(meaning, vocabulary).is_some()) {
                keys.push(key(synonym, GameRef(0), Vec::new()));
            }
        }
        for key in &keys {
            for token in tokenize(&key.word) {
                let word = vocabulary.intern(&token.text);
                vocabulary.note_synonym(word);
            }
        }
        Self { keys }
    }

    /// The synonyms that stand in a query. Of two in one game, one inside the other, the longer is meant.
    /// The groups of `named` name a game and stand for nothing else.
    pub(crate) fn find(&self, terms: &Terms, open: bool, named: u32) -> Vec<Used<'_>> {
        let content: Vec<_> = (0_u32..)
            .zip(&terms.groups)
            .filter(|(_, group)| !is_function_word(&group.text))
            .map(|(number, group)| {
                (number, group.stem.as_str(), if group.known == Known::Word { "" } else { &group.text })
            })
            .collect();
        let mut used: Vec<_> = self.keys.iter().filter_map(|key| key.used(&content, open)).collect();
        used.retain(|used| used.groups & !named != 0);
        let all: Vec<_> = used.iter().map(|used| (used.game, used.groups)).collect();
        used.retain(|used| {
            let inside = |groups: u32| groups != used.groups && groups & used.groups == used.groups;
            !all.iter().any(|(game, groups)| *game == used.game && inside(*groups))
        });
        used
    }
}

/// The word of a meaning that says most: what a whole phrase means cannot be told by its common words.
pub(crate) fn rarest_word(meaning: &str, vocabulary: &Vocabulary) -> Option<WordId> {
    let words = tokenize(meaning).into_iter().filter(|token| token.form == Form::Whole && token.text.len() > 1);
    let printed =
        words.filter(|token| !is_function_word(&token.text)).filter_map(|token| vocabulary.printed(&token.text));
    printed.min_by_key(|id| vocabulary.word(*id).map_or(0, |word| word.sections))
}

impl Key {
    /// `content` holds the number, the stem and, where it may be the start of another word, the text of the words typed.
    fn used<'a>(&'a self, content: &[(u32, &str, &str)], open: bool) -> Option<Used<'a>> {
        let length = self.stems.len();
        let last = content.last().map(|(number, ..)| *number);
        let run = content.windows(length.max(1)).find(|run| {
            run.iter().zip(&self.stems).enumerate().all(|(at, ((number, stem, text), wanted))| {
                let typing = open && at + 1 == length && Some(*number) == last && text.len() > 2;
                wanted == stem || typing && wanted.starts_with(text)
            })
        })?;
        let groups = run.iter().fold(0, |groups, (number, ..)| groups | 1_u32.checked_shl(*number).unwrap_or(0));
        Some(Used { word: &self.word, means: &self.means, game: self.game, targets: &self.targets, groups })
    }
}

fn key(synonym: &Synonym, game: GameRef, targets: Vec<Target>) -> Key {
    let words = tokenize(&synonym.word);
    let whole = words.iter().filter(|token| token.form == Form::Whole);
    let mut stems: Vec<_> = whole.clone().filter(|token| !is_function_word(&token.text)).collect();
    if stems.is_empty() {
        stems = whole.collect();
    }
    let stems = stems.into_iter().map(|token| stem(&token.text).to_owned()).collect();
    Key { word: synonym.word.clone(), means: synonym.means.clone(), game, stems, targets }
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
        names.exact(game, meaning).iter().for_each(|at| add(*at, sure(rank)));
    }
    for (rank, meaning) in synonym.means.iter().enumerate() {
        names.longer(game, meaning).into_iter().for_each(|at| add(at, LONGER_NAME * sure(rank)));
    }
    targets
}
