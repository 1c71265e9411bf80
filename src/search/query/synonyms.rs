//! Finds the synonyms in a query and the sections that they mean.

use super::retrieve::sections_named;
use super::terms::{FORM, Known, NEAREST, QueryTerm, Terms, build_expansions};
use crate::rules::{Rulebook, SectionRef};
use crate::search::index::{SearchIndex, StoredSynonym, rarest_word};

#[derive(Debug)]
pub struct SynonymMatch<'a> {
    pub synonym: &'a StoredSynonym,
    /// The sections that the synonym means, each with its likelihood, from 0 to 1.
    pub targets: Vec<(SectionRef, f32)>,
    /// The query terms that make up the synonym, as a bit set.
    pub terms: u64,
}

/// The likelihood of every meaning of a synonym except its first, which is certain (1). A player's
/// own meanings come before the bundled ones.
const FURTHER_MEANING: f32 = 0.94;

/// Finds the synonyms in a query. `named` is a bit set of the terms that name a game; these terms
/// alone are not a synonym.
pub fn match_synonyms<'a>(
    index: &'a SearchIndex,
    book: &Rulebook,
    terms: &Terms<'_>,
    open: bool,
    named: u64,
) -> Vec<SynonymMatch<'a>> {
    let content: Vec<_> = terms
        .all
        .iter()
        .enumerate()
        .filter(|(_, term)| !term.is_function_word)
        .collect();
    let synonyms = &index.lexicon.synonyms;
    let found = synonyms.iter().filter_map(|synonym| {
        let terms = (0..content.len())
            .map(|at| matched_terms(synonym, &content[at..], open))
            .find(|terms| terms & !named != 0)?;
        let mut targets = Vec::new();
        for (rank, name) in synonym.means.iter().enumerate() {
            let likelihood = if rank == 0 { 1.0 } else { FURTHER_MEANING };
            let named = sections_named(index, name).into_iter();
            targets.extend(named.map(|at| (at, likelihood)));
        }
        targets.retain(|(at, _)| {
            let game = Some(book.game_of(*at));
            // A game's own synonym overrides the bundled synonyms for the same word.
            let is_own = |own: &StoredSynonym| own.game == game && own.word == synonym.word;
            let applies =
                synonym.game == game || synonym.game.is_none() && !synonyms.iter().any(is_own);
            book.section(*at).has_text && applies
        });
        // A synonym may mean a term that is the name of no section. Texts may still contain words
        // of that term.
        let is_used = |meaning: &String| rarest_word(meaning, &index.lexicon.vocabulary).is_some();
        let is_known = !targets.is_empty() || synonym.means.first().is_some_and(is_used);
        is_known.then_some(SynonymMatch {
            synonym,
            targets,
            terms,
        })
    });
    found.collect()
}

/// The minimum length in bytes of a synonym that may be mistyped.
const MIN_CORRECTED: usize = 5;

/// If the content words of a query start with a synonym, returns the query terms that make up the
/// synonym, as a bit set. Otherwise returns 0. With `open`, the last word may be incomplete.
fn matched_terms(synonym: &StoredSynonym, content: &[(usize, &QueryTerm<'_>)], open: bool) -> u64 {
    let mut bits = 0;
    for (at, word) in synonym.words.iter().enumerate() {
        let Some((number, term)) = content.get(at) else {
            return 0;
        };
        if synonym.apart[at] && *number == content[at - 1].0 + 1 {
            return 0;
        }
        // A word that the rules use is not its participle: `table` is not the synonym `tabled`.
        let is_participle =
            term.known == Known::Word && matches!(word.strip_prefix(&term.text), Some("d" | "ed"));
        // Forms and, for words that are long enough, corrections, but no completions.
        let least = if word.len() >= MIN_CORRECTED {
            NEAREST.0
        } else {
            FORM.0
        };
        let is_form = !is_participle
            && term.expansions.iter().any(|form| {
                form.word.text == *word && form.quality >= least && form.closeness >= FORM.1
            });
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
const MEANT: (f32, f32) = (0.59, 0.3);

/// Expands the terms of each synonym to the rarest word of its first meaning: `door` to `hatchway`.
pub fn add_synonyms<'a>(terms: &mut Terms<'a>, used: &[SynonymMatch<'_>], index: &'a SearchIndex) {
    let vocabulary = &index.lexicon.vocabulary;
    for used in used {
        let meaning = used.synonym.means.first();
        let Some(word) = meaning.and_then(|meaning| rarest_word(meaning, vocabulary)) else {
            continue;
        };
        for (number, term) in terms.all.iter_mut().enumerate() {
            if used.terms >> number & 1 == 1 {
                term.is_synonym_without_section |= used.targets.is_empty();
                if term.known == Known::Unknown {
                    term.known = Known::Word;
                }
                term.expand(build_expansions(vocabulary.with_forms(word.text), MEANT));
            }
        }
    }
    terms.prepare();
}
