//! Finds the synonyms in a query and the sections that they mean.

use super::retrieve::{sections_named, sections_titled};
use super::terms::{Known, QueryTerm, Terms, build_expansions};
use crate::rules::{GameRef, Rulebook, SectionRef};
use crate::search::index::{SearchIndex, StoredSynonym, rarest_word};
use crate::search::words::{is_function_word, only_look_alike, stem};

#[derive(Debug)]
pub struct SynonymMatch {
    pub word: String,
    pub means: Vec<String>,
    /// The sections that the synonym means, all of one game, and the likelihood of each, from 0
    /// to 1. The most likely ones come first.
    pub targets: Vec<(SectionRef, f32)>,
    game: Option<GameRef>,
    /// The query terms that make up the synonym, as a bit set.
    pub terms: u64,
}

/// The likelihood of every meaning of a synonym except its first, which is certain (1). A player's
/// own meanings come before the bundled ones.
const FURTHER_MEANING: f32 = 0.94;

/// The likelihood that a synonym refers to a title that contains its meaning and other words:
/// `door` means Hatchway, so it may also refer to Hatchway Fight.
const LONGER_NAME: f32 = 0.6;

/// Finds the synonyms in a query. If one contains another of the same game, returns only the longer
/// one. `named` is a bit set of the terms that name a game; these terms alone are not a synonym.
pub fn match_synonyms(
    index: &SearchIndex,
    book: &Rulebook,
    terms: &Terms<'_>,
    open: bool,
    named: u64,
) -> Vec<SynonymMatch> {
    let content = terms.all.iter().enumerate();
    let content: Vec<_> = content
        .filter(|(_, term)| !is_function_word(&term.text))
        .collect();
    let words = &index.lexicon.synonyms;
    let mut found: Vec<SynonymMatch> = Vec::new();
    for synonym in words {
        let terms = (0..content.len())
            .map(|at| matched_terms(synonym, &content[at..], open))
            .find(|terms| terms & !named != 0);
        let Some(terms) = terms else {
            continue;
        };
        let mut add = |game, target| {
            let known = found
                .iter_mut()
                .find(|known| known.game == game && known.word == synonym.word);
            match known {
                Some(known) => known.targets.extend(target),
                None => found.push(SynonymMatch {
                    word: synonym.word.clone(),
                    means: synonym.means.clone(),
                    targets: Vec::from_iter(target),
                    game,
                    terms,
                }),
            }
        };
        let mut names_section = false;
        let likelihood = |rank| if rank == 0 { 1.0 } else { FURTHER_MEANING };
        let means = || (0_usize..).zip(&synonym.means);
        let named = means().flat_map(|(rank, name)| {
            let sections = sections_named(index, name).into_iter();
            sections.map(move |at| (at, likelihood(rank)))
        });
        let titled = means().flat_map(|(rank, name)| {
            let sections = sections_titled(index, book, name).into_iter();
            sections.map(move |at| (at, LONGER_NAME * likelihood(rank)))
        });
        for (at, likelihood) in named.chain(titled) {
            let game = Some(book.game_of(at));
            // A game's own synonym overrides all other synonyms for the same word.
            let own = |own: &StoredSynonym| own.game == game && own.word == synonym.word;
            if book.section(at).has_text && (synonym.game == game || !words.iter().any(own)) {
                names_section = true;
                add(game, Some((at, likelihood)));
            }
        }
        // A synonym may mean a term that is the name of no section. Texts may still contain words
        // of that term.
        let is_used = |meaning: &String| rarest_word(meaning, &index.lexicon.vocabulary).is_some();
        if !names_section && synonym.means.first().is_some_and(is_used) {
            add(None, None);
        }
    }
    let all: Vec<_> = found.iter().map(|used| (used.game, used.terms)).collect();
    found.retain(|used| {
        let contains = |terms: u64| terms != used.terms && terms & used.terms == used.terms;
        !all.iter()
            .any(|(game, terms)| *game == used.game && contains(*terms))
    });
    found
}

/// If the content words of a query start with a synonym, returns the query terms that make up the
/// synonym, as a bit set. Otherwise returns 0. With `open`, the last word may be incomplete.
fn matched_terms(synonym: &StoredSynonym, content: &[(usize, &QueryTerm<'_>)], open: bool) -> u64 {
    let mut bits = 0;
    for (at, word) in synonym.words.iter().enumerate() {
        let Some((number, term)) = content.get(at) else {
            return 0;
        };
        // A word that the rules use is not its participle: `table` is not the synonym `tabled`.
        let mut known = term.expansions.iter().map(|expansion| expansion.word);
        let is_participle = matches!(word.strip_prefix(&term.text), Some("d" | "ed"))
            && known.any(|known| *known.text == term.text && known.sections > 0);
        let is_form =
            stem(word) == term.stem && !only_look_alike(word, &term.text) && !is_participle;
        let is_open = open && at + 1 == content.len() && term.known != Known::Word;
        let is_start = is_open && term.text.len() > 2 && word.starts_with(&term.text);
        if !is_form && !is_start {
            return 0;
        }
        bits |= 1 << number;
    }
    bits
}

/// The quality and closeness of the words that a synonym means: `hatchway` for `door`.
const MEANT: (f32, f32) = (0.6, 0.3);

/// Expands the terms of each synonym to the rarest word of its first meaning: `door` to `hatchway`.
pub fn add_synonyms<'a>(terms: &mut Terms<'a>, used: &[SynonymMatch], index: &'a SearchIndex) {
    let vocabulary = &index.lexicon.vocabulary;
    for used in used {
        let meaning = used.means.first();
        let Some(word) = meaning.and_then(|meaning| rarest_word(meaning, vocabulary)) else {
            continue;
        };
        for (number, term) in terms.all.iter_mut().enumerate() {
            if used.terms >> number & 1 == 1 {
                term.is_synonym_without_section |= used.targets.is_empty();
                if term.known == Known::Unknown {
                    term.known = Known::Word;
                }
                term.expand(build_expansions(vocabulary.with_forms(&word.text), MEANT));
            }
        }
    }
    terms.prepare();
}
