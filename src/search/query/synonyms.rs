//! Finds the synonyms in a query and the sections that they mean.

use std::borrow::Cow;

use super::retrieve::sections_with;
use super::terms::{Known, Terms, build_expansions};
use crate::rules::{GameRef, Rulebook, SectionRef};
use crate::search::index::{SearchIndex, StoredSynonym, rarest_word};
use crate::search::tokenizer::whole_words;
use crate::search::words::{is_function_word, only_look_alike, stem};

#[derive(Debug)]
pub struct SynonymMatch {
    pub word: String,
    pub means: Vec<String>,
    /// The sections that the synonym means, all of one game.
    pub targets: Vec<Target>,
    game: Option<GameRef>,
    /// The query terms that make up the synonym, as a bit set.
    pub terms: u64,
}

/// A content word of a query.
struct Typed<'a> {
    /// The index of the query term.
    number: usize,
    text: &'a str,
    stem: &'a str,
    /// `text` if the word may be the start of a longer word; otherwise empty.
    start: &'a str,
}

/// Finds the synonyms in a query. If one contains another of the same game, returns only the longer
/// one. `named` is a bit set of the terms that name a game; these terms alone are not a synonym.
pub fn match_synonyms(
    index: &SearchIndex,
    book: &Rulebook,
    terms: &Terms<'_>,
    open: bool,
    named: u64,
) -> Vec<SynonymMatch> {
    let all = terms.all.iter().enumerate();
    let content: Vec<_> = all
        .filter(|(_, term)| !is_function_word(&term.text))
        .map(|(number, term)| Typed {
            number,
            text: &term.text,
            stem: &term.stem,
            start: if term.known == Known::Word {
                ""
            } else {
                &term.text
            },
        })
        .collect();
    let words = index.synonyms();
    let typed = words.iter().filter_map(|synonym| {
        let terms = (0..content.len()).find_map(|at| {
            let terms = matched_terms(synonym, &content[at..], open);
            let is_meant =
                terms & !named != 0 && !is_different_word(index, &synonym.word, &content[at..]);
            is_meant.then_some(terms)
        });
        Some((synonym, terms?))
    });
    let typed: Vec<_> = typed.collect();
    let mut found: Vec<SynonymMatch> = Vec::new();
    let new = |synonym: &StoredSynonym, terms, game, targets| SynonymMatch {
        word: synonym.word.clone(),
        means: synonym.means().map(str::to_owned).collect(),
        targets,
        game,
        terms,
    };
    for (synonym, terms) in &typed {
        for target in targets(index, book, synonym.means()) {
            let game = Some(book.game_of(target.0));
            // A game's own synonym overrides all other synonyms for the same word.
            let own = |own: &StoredSynonym| own.game == game && own.word == synonym.word;
            if synonym.game != game && words.iter().any(own) {
                continue;
            }
            let known =
                |known: &&mut SynonymMatch| known.game == game && known.word == synonym.word;
            match found.iter_mut().find(known) {
                Some(known) => known.targets.push(target),
                None => found.push(new(synonym, *terms, game, vec![target])),
            }
        }
    }
    // A synonym may mean a term that is the name of no section. Texts may still contain words of
    // that term.
    for (synonym, terms) in typed {
        let is_used = |meaning: &str| rarest_word(meaning, index.vocabulary()).is_some();
        let known = found.iter().any(|known| known.word == synonym.word);
        if !known && synonym.means().next().is_some_and(is_used) {
            found.push(new(synonym, terms, None, Vec::new()));
        }
    }
    let all: Vec<_> = found.iter().map(|used| (used.game, used.terms)).collect();
    found.retain(|used| {
        let inside = |terms: u64| terms != used.terms && terms & used.terms == used.terms;
        !all.iter()
            .any(|(game, terms)| *game == used.game && inside(*terms))
    });
    found
}

/// If the typed words start with a synonym, returns the query terms that make up the synonym, as a
/// bit set. Otherwise returns 0. With `open`, the last typed word may be incomplete.
fn matched_terms(synonym: &StoredSynonym, typed: &[Typed<'_>], open: bool) -> u64 {
    let mut bits = 0;
    for (at, stem) in synonym.stems().enumerate() {
        let fits = |word: &&Typed<'_>| {
            let typing = open && at + 1 == typed.len() && word.start.len() > 2;
            word.stem == stem || typing && stem.starts_with(word.start)
        };
        match typed.get(at).filter(fits) {
            Some(word) => bits |= 1_u64 << word.number,
            None => return 0,
        }
    }
    bits
}

/// Whether a typed word only looks like a word of the synonym, but is a different word: `kite` for
/// `kit`. A word that the rules use is also different from its past participle: if they use
/// `table`, a typed `table` is not the synonym `tabled`.
fn is_different_word(index: &SearchIndex, word: &str, typed: &[Typed<'_>]) -> bool {
    let words = whole_words(word).filter(|word| !is_function_word(word));
    let is_used = |word: &str| {
        index
            .vocabulary()
            .get(word)
            .is_some_and(|word| word.sections > 0)
    };
    words.zip(typed).any(|(word, typed)| {
        let is_participle = matches!(word.strip_prefix(typed.text), Some("d" | "ed"));
        only_look_alike(&word, typed.text) || is_participle && is_used(typed.text)
    })
}

/// The quality and closeness of the words that a synonym means: `hatchway` for `door`.
const MEANT: (f32, f32) = (0.6, 0.3);

/// Expands the terms of each synonym to the rarest word of its first meaning: `door` to `hatchway`.
pub fn add_synonyms<'a>(terms: &mut Terms<'a>, used: &[SynonymMatch], index: &'a SearchIndex) {
    let vocabulary = index.vocabulary();
    for used in used {
        let meaning = used.means.first();
        let Some(word) = meaning.and_then(|meaning| rarest_word(meaning, vocabulary)) else {
            continue;
        };
        for (number, term) in terms.all.iter_mut().enumerate() {
            if used.terms >> number & 1 == 0 {
                continue;
            }
            term.is_synonym_without_section |= used.targets.is_empty();
            if term.known == Known::Unknown {
                term.known = Known::Word;
            }
            term.expand(build_expansions(vocabulary.with_forms(&word.text), MEANT));
        }
    }
    terms.prepare();
}

/// A section that a synonym may mean, and the likelihood of this meaning, from 0 to 1.
pub type Target = (SectionRef, f32);

/// The likelihood, from 0 to 1, of every meaning of a synonym except its first. The first is
/// certain (1).
const FURTHER_MEANING: f32 = 0.94;
/// The factor for a title that contains the meaning and further words: `door` means Hatchway, and
/// thus may mean Hatchway Fight.
const LONGER_NAME: f32 = 0.6;

/// Returns the sections that have text and whose title or alias is one of `names`, most likely
/// first. A title that contains all content words of a name also counts, unless the title has more
/// than twice as many content words as the name.
fn targets<'a>(
    index: &SearchIndex,
    book: &Rulebook,
    names: impl Iterator<Item = &'a str>,
) -> Vec<Target> {
    let fields = index.fields();
    let mut targets = Vec::new();
    for (rank, name) in names.enumerate() {
        let sure = if rank == 0 { 1.0 } else { FURTHER_MEANING };
        let wanted = content(name);
        let words: Vec<_> = wanted
            .iter()
            .map(|word| index.vocabulary().with_forms(word).collect())
            .collect();
        for field in [fields.title, fields.labels] {
            for at in sections_with(index, field, &words) {
                let section = book.section(at);
                let mut own = vec![section.title.clone(), section.full_title()];
                own.extend(section.aliases.iter().cloned());
                let is_longer =
                    field == fields.title && 2 * wanted.len() >= content(&section.title).len();
                if !section.has_text {
                } else if own.iter().any(|own| stems(own).eq(stems(name))) {
                    targets.push((at, sure));
                } else if is_longer {
                    targets.push((at, LONGER_NAME * sure));
                }
            }
        }
    }
    targets.sort_by(|a: &Target, b: &Target| b.1.total_cmp(&a.1));
    targets
}

/// Returns the stems of a name's words, to compare names regardless of case, punctuation and word
/// forms.
fn stems(name: &str) -> impl Iterator<Item = String> {
    whole_words(name).map(|word| stem(&word).to_owned())
}

/// Returns the words of a name, without function words and single letters.
fn content(name: &str) -> Vec<String> {
    whole_words(name)
        .filter(|word| !is_function_word(word) && word.len() > 1)
        .map(Cow::into_owned)
        .collect()
}
