//! Query expansion: finds the words of the rules that a typed word may mean.

use super::parse::{MAX_WORDS, Parsed};
use super::terms::{Expansion, FORM, Known, NEAREST, QueryTerm, Terms, build_expansions, idf};
use crate::search::index::{IndexVocabulary, Places};
use crate::search::text::whole_words;
use crate::search::words::{is_function_word, related_words};

/// The quality and closeness (see [`Expansion`]) of the typed word with or without accents.
const FOLDED: (f32, f32) = (0.97, 0.97);
/// The same if the rules also contain the word as it was typed, which is then another word.
const UNACCENTED: (f32, f32) = (0.5, 0.97);
/// The quality and closeness of a word of the rules that was typed as two words: `counteract` for
/// `counter act`.
const JOINED: (f32, f32) = (0.9, 0.9);
/// The minimum number of letters of each part when a word is split into two title words: `ducttape`
/// into `duct` and `tape`.
const MIN_PART_LENGTH: usize = 3;
/// In a query without function words, a typed word of this many letters may be the start of a word
/// in a name, even if it is not the last word: `cl qu` for Close Quarters. If the rules do not
/// contain the typed word, the same applies in any query, and the word may be longer.
const ABBREVIATED_LETTERS: usize = 2;
/// The quality and closeness of a related word, such as `take` for `grab`.
const RELATED: (f32, f32) = (0.55, 0.3);
/// The maximum number of completions of one typed prefix, and of corrections of one word.
const MAX_COMPLETIONS: usize = 400;
/// The weight of a function word or of a word without expansions. A rare word weighs 3 to 7.
const FUNCTION_WEIGHT: f32 = 0.08;
/// A query with at least this many terms counts as a question if one of them is a function word.
const WORDS_OF_A_SENTENCE: usize = 5;
/// The certainty of a word that is mistyped or not typed in full.
const GUESS: f32 = 0.35;

/// Builds the terms of a query. `sections` is the number of sections in the index.
pub fn expand<'a>(parsed: &Parsed, vocabulary: &'a IndexVocabulary, sections: usize) -> Terms<'a> {
    let words: Vec<_> = whole_words(&parsed.about.typed, vocabulary.language()).collect();
    let expander = Expander {
        vocabulary,
        sections,
        sentence: words
            .iter()
            .any(|word| is_function_word(word, vocabulary.language())),
    };
    let is_open = |at: usize| parsed.open && at + 1 == words.len();
    let kept = expander.rarest(&words);
    let mut terms: Vec<_> = kept
        .iter()
        .map(|at| expander.term(&words[*at], is_open(*at)))
        .collect();
    if let [term] = &terms[..]
        && !matches!(term.known, Known::Word | Known::Start)
        && let Some(parts) = expander.split_title_words(&words[0])
    {
        terms = parts.map(|part| expander.term(part, false)).into();
    }
    expander.join_neighbours(&mut terms, parsed.open);
    let compares = compares(&terms);
    let question = terms.len() > 2 && terms[0].is_function_word;
    let is_question =
        question || compares || expander.sentence && terms.len() >= WORDS_OF_A_SENTENCE;
    if is_question {
        // Questions often contain words that the rules do not use, so a spelling correction is only
        // a guess.
        for term in terms.iter_mut().filter(|term| term.known == Known::Nearly) {
            term.weight = (GUESS * term.weight).max(FUNCTION_WEIGHT);
        }
    }
    Terms {
        all: terms,
        is_question,
        compares,
        ..Terms::default()
    }
}

/// Whether a query asks to compare rules: `the difference between dash and charge`, `light vs heavy`.
fn compares(terms: &[QueryTerm<'_>]) -> bool {
    let mut words = terms.iter().map(|term| term.text.as_str());
    words.any(|word| ["compare", "difference", "versus", "vs"].contains(&word))
}

struct Expander<'a> {
    vocabulary: &'a IndexVocabulary,
    sections: usize,
    /// Whether the query contains function words, and is therefore probably not just a name.
    sentence: bool,
}

impl<'a> Expander<'a> {
    fn is_function_word(&self, word: &str) -> bool {
        is_function_word(word, self.vocabulary.language())
    }

    /// Returns the indexes of the words that become terms: of a long question, those that say most.
    fn rarest(&self, words: &[impl AsRef<str>]) -> Vec<usize> {
        let mut kept: Vec<_> = (0..words.len()).collect();
        if kept.len() > MAX_WORDS {
            let rarity = |at: &usize| {
                let word = words[*at].as_ref();
                let known = self
                    .vocabulary
                    .get(word)
                    .filter(|_| !self.is_function_word(word));
                known.map_or(0.0, |word| idf(word.sections as usize, self.sections))
            };
            kept.sort_by(|a, b| rarity(b).total_cmp(&rarity(a)));
            kept.truncate(MAX_WORDS);
            kept.sort_unstable();
        }
        kept
    }

    /// Builds the term for one typed word. With `open`, the word may be incomplete.
    fn term(&self, text: &str, open: bool) -> QueryTerm<'a> {
        let vocabulary = self.vocabulary;
        let letters = text.chars().count();
        let mut term = self.forms(text);
        if open && !term.is_function_word {
            // Completions are less likely if the text is already a word of the rules. A text of up
            // to three letters counts as the start of a word, even if the rules also use it as an
            // abbreviation.
            let quality = if self.vocabulary.get(text).is_some() && letters > 3 {
                0.6
            } else {
                1.0
            };
            // Too many words start with any given letter, so a single letter is completed only to
            // words that occur in names.
            let places = (letters < 2 && text.is_ascii()).then_some(Places::NAMES);
            let completions: Vec<_> = self.completions(text, quality, places).collect();
            if self.vocabulary.get(text).is_none() && !completions.is_empty() {
                // The letters of a word that is not complete have no meaningful stem.
                term.expansions.clear();
                term.known = Known::Unknown;
            }
            term.expand(completions.into_iter());
        }
        // Two letters are seldom a whole word, even if the rules contain them.
        let is_abbreviation = !self.sentence && letters == ABBREVIATED_LETTERS;
        let is_unknown = term.expansions.is_empty() && letters >= ABBREVIATED_LETTERS;
        if !open && (is_unknown || is_abbreviation) {
            let names: Vec<_> = self.completions(text, 1.0, Some(Places::NAMES)).collect();
            let is_name = |known: &Expansion<'_>| known.word.places.has(Places::NAMES);
            if !names.is_empty() && !term.expansions.iter().any(is_name) {
                term.known = Known::Start;
            }
            term.expand(names.into_iter());
        }
        if term.known == Known::Unknown && !term.expansions.is_empty() {
            term.known = Known::Start;
        }
        if self.sentence && !term.is_function_word {
            for related in related_words(text) {
                term.expand(build_expansions(vocabulary.with_forms(related), RELATED));
            }
        }
        // The stem of a mistyped name may happen to be that of another word.
        let is_doubtful = !self.sentence && vocabulary.get(text).is_none();
        if term.expansions.is_empty() || is_doubtful && term.known == Known::Word {
            let near = vocabulary.similar(text, open);
            if let Some((_, least)) = near.first() {
                let nearest = near
                    .iter()
                    .filter(|(_, edits)| edits == least)
                    .map(|(word, _)| *word)
                    .take(MAX_COMPLETIONS);
                if term.expansions.is_empty() {
                    term.known = Known::Nearly;
                }
                term.expand(build_expansions(nearest, NEAREST));
            }
        }
        let is_incomplete = matches!(term.known, Known::Start | Known::Nearly);
        if is_abbreviation || is_doubtful || is_incomplete {
            term.certainty = GUESS;
        }
        term.weight = self.weight(text, &term.expansions);
        term
    }

    /// Builds a term that expands to the word itself and its other forms (`hatches` for `hatch`).
    fn forms(&self, text: &str) -> QueryTerm<'a> {
        let vocabulary = self.vocabulary;
        let typed = vocabulary.get(text);
        let mut term = QueryTerm {
            text: text.to_owned(),
            is_function_word: self.is_function_word(text),
            certainty: 1.0,
            expansions: build_expansions(typed, (1.0, 1.0)).collect(),
            ..QueryTerm::default()
        };
        let folded = crate::analyzer::fold(text);
        for word in vocabulary.forms(text) {
            let form = match typed {
                _ if word.folded != folded => FORM,
                Some(_) => UNACCENTED,
                None => FOLDED,
            };
            term.expansions.extend(build_expansions([word], form));
        }
        if !term.expansions.is_empty() {
            term.known = Known::Word;
        }
        term
    }

    /// Returns the words that start with a text. If `places` is given, returns only words that
    /// occur in one of these places.
    fn completions(
        &self,
        text: &str,
        quality: f32,
        places: Option<Places>,
    ) -> impl Iterator<Item = Expansion<'a>> + use<'a> {
        let length = text.len();
        self.vocabulary
            .completions(text)
            .filter(move |word| places.is_none_or(|places| word.places.has(places)))
            .take(MAX_COMPLETIONS)
            .map(move |word| Expansion {
                word,
                quality,
                closeness: ratio(length, word.text.len()),
            })
    }

    /// Splits a word into two title words that were typed without a space: `ducttape` into `duct`
    /// and `tape`.
    fn split_title_words<'t>(&self, text: &'t str) -> Option<[&'t str; 2]> {
        let is_title = |part: &str| {
            let word = self.vocabulary.get(part);
            part.chars().count() >= MIN_PART_LENGTH
                && word.is_some_and(|word| word.places.has(Places::TITLE))
        };
        text.char_indices()
            .map(|(at, _)| text.split_at(at))
            .find(|(first, second)| is_title(first) && is_title(second))
            .map(Into::into)
    }

    /// Returns the weight of a term: rare words weigh more. Of several likely expansions, the most
    /// common one decides.
    fn weight(&self, text: &str, expansions: &[Expansion<'_>]) -> f32 {
        // Function words are in nearly all sections, and a word without expansions is in none, so
        // neither helps to choose between sections.
        if self.is_function_word(text) || expansions.is_empty() {
            return FUNCTION_WEIGHT;
        }
        let qualities = expansions.iter().map(|expansion| expansion.quality);
        let best = qualities.fold(0.0, f32::max);
        let likely = expansions
            .iter()
            .filter(|expansion| expansion.quality >= best - 0.05);
        let sections = likely.map(|expansion| expansion.word.sections).max();
        idf(sections.unwrap_or(0) as usize, self.sections).max(FUNCTION_WEIGHT)
    }

    /// Expands each pair of neighbouring words that may be one word in the rules: `counter act` to
    /// `counteract`.
    fn join_neighbours(&self, terms: &mut [QueryTerm<'a>], open: bool) {
        for at in 1..terms.len() {
            let joined = format!("{}{}", terms[at - 1].text, terms[at].text);
            let is_last = open && at + 1 == terms.len();
            // A word may be both mistyped and split: `conter act`.
            let pair = &terms[at - 1..=at];
            let is_mistyped = pair.iter().any(|term| term.known == Known::Nearly);
            let similar = || Some(self.vocabulary.similar(&joined, false).first()?.0);
            let start = || {
                self.vocabulary
                    .completions(&joined)
                    .next()
                    .filter(|_| is_last)
            };
            let known = self.vocabulary.with_forms(&joined).next().or_else(start);
            let word = known.or_else(|| is_mistyped.then(similar)?);
            for term in &mut terms[at - 1..=at] {
                term.expand(build_expansions(word, JOINED));
            }
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "lengths of words are far below 2^24"
)]
fn ratio(part: usize, whole: usize) -> f32 {
    (part as f32 / whole.max(1) as f32).min(1.0)
}
