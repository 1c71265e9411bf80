//! Query expansion: finds the words of the rules that a typed word may mean.

use super::parse::{MAX_WORDS, Parsed};
use super::terms::{Expansion, FORM, Known, QueryTerm, Terms, build_expansions, rarity};
use crate::search::index::{IndexVocabulary, Places};
use crate::search::tokenizer::whole_words;
use crate::search::words::{
    begins_question, is_filler, is_function_word, only_look_alike, other_spelling, related_words,
    says_little, stem,
};

/// The quality and closeness (see [`Expansion`]) of a word of the rules that was typed as two
/// words: `counteract` for `counter act`.
const JOINED: (f32, f32) = (0.9, 0.9);
const MIN_JOINED_LENGTH: usize = 6;
/// The minimum number of letters of each part when a word is split into two title words: `ducttape`
/// into `duct` and `tape`.
const MIN_PART_LENGTH: usize = 3;
/// The quality of a compound title word whose first part was typed: `hatchway` for `hatch`.
const COMPOUND: f32 = 0.6;
/// The minimum number of letters of a typed word that may be the first part of a compound.
const FIRST_PART: usize = 5;
/// In a query without function words, a typed word of this many letters may be the start of a word
/// in a name, even if it is not the last word: `cl qu` for Close Quarters. If the rules do not
/// contain the typed word, the same applies in any query, and the word may be longer.
const ABBREVIATED_LETTERS: usize = 2;
/// The quality and closeness of the words nearest to a mistyped word.
const NEAREST: (f32, f32) = (0.8, 0.9);
/// The closeness of a related word, such as `take` for `grab`.
const RELATED: f32 = 0.3;
/// The quality of a word that starts with the typed letters.
const COMPLETION: f32 = 0.97;
/// The maximum number of completions of one typed prefix.
const MAX_COMPLETIONS: usize = 400;
const MAX_SIMILAR: usize = 6;
/// The weight of a function word or of a word without expansions. A rare word weighs 3 to 7.
const FUNCTION_WEIGHT: f32 = 0.08;
/// A query with at least this many terms counts as a question if one of them is a function word.
const WORDS_OF_A_SENTENCE: usize = 5;
/// The maximum number of terms at which `or`, `vs` or `versus` turns a query into a comparison.
const MAX_CHOICE_TERMS: usize = 6;
/// The factor for the weights of fillers in a sentence, and of corrected words in a question.
const FILLER: f32 = 0.35;
/// Builds the terms of a query. `sections` is the number of sections in the index, and `related` is
/// the quality of related words.
pub fn expand<'a>(
    parsed: &Parsed,
    vocabulary: &'a IndexVocabulary,
    sections: usize,
    related: f32,
) -> Terms<'a> {
    let words: Vec<_> = whole_words(&parsed.about.typed).take(MAX_WORDS).collect();
    let expander = Expander {
        vocabulary,
        sections,
        sentence: words.iter().any(|word| is_function_word(word)),
        related,
    };
    let is_open = |at: usize| parsed.open && at + 1 == words.len();
    let mut terms: Vec<_> = words
        .iter()
        .enumerate()
        .map(|(at, word)| expander.term(word, is_open(at)))
        .collect();
    if let [term] = &terms[..]
        && !matches!(term.known, Known::Word | Known::Start)
        && let Some(parts) = expander.split_title_words(&words[0])
    {
        terms = parts.map(|part| expander.term(part, false)).into();
    }
    expander.join_neighbours(&mut terms, parsed.open);
    let question = terms.len() > 2 && begins_question(&terms[0].text);
    let compares = compares(&terms);
    let is_question =
        question || compares || expander.sentence && terms.len() >= WORDS_OF_A_SENTENCE;
    if is_question {
        // Questions often contain words that the rules do not use, so a spelling correction is only
        // a guess.
        for term in terms.iter_mut().filter(|term| term.known == Known::Nearly) {
            term.weight = (FILLER * term.weight).max(FUNCTION_WEIGHT);
        }
    }
    Terms {
        all: terms,
        is_question,
        compares,
        ..Terms::default()
    }
}

/// Whether a query compares rules: `blast or torrent`, `the difference between dash and charge`.
fn compares(terms: &[QueryTerm<'_>]) -> bool {
    let has = |words: &[&str]| terms.iter().any(|term| words.contains(&term.text.as_str()));
    has(&["compare", "difference"])
        || (3..=MAX_CHOICE_TERMS).contains(&terms.len()) && has(&["or", "vs", "versus"])
}

struct Expander<'a> {
    vocabulary: &'a IndexVocabulary,
    sections: usize,
    /// Whether the query contains function words, and is therefore probably not just a name.
    sentence: bool,
    related: f32,
}

impl<'a> Expander<'a> {
    /// Builds the term for one typed word. With `open`, the word may be incomplete.
    fn term(&self, text: &str, open: bool) -> QueryTerm<'a> {
        let letters = text.chars().count();
        let mut term = self.forms(text);
        if open && !is_function_word(text) {
            // Completions are less likely if the text is already a word of the rules. A text of up
            // to three letters counts as the start of a word, even if the rules also use it as an
            // abbreviation.
            let quality = if self.vocabulary.get(text).is_some() && letters > 3 {
                0.6
            } else {
                COMPLETION
            };
            // Too many words start with any given letter, so a single letter is completed only to
            // words that occur in names.
            let places = (letters < 2).then_some(Places::NAMES);
            term.expansions
                .extend(self.completions(text, quality, places));
        } else if !open && !self.sentence && term.known == Known::Word && letters >= FIRST_PART {
            // A complete word may also be the start of a longer word in a title: `hatch` of
            // `hatchway`.
            let titled = self.completions(text, COMPOUND, Some(Places::TITLE));
            term.expand(titled.filter(|title| title.word.text.len() >= text.len() + 3));
        }
        // Two letters are seldom a whole word, even if the rules contain them.
        let short = term.expansions.is_empty() && letters >= ABBREVIATED_LETTERS
            || !self.sentence && letters == ABBREVIATED_LETTERS;
        if !open && short {
            let names: Vec<_> = self
                .completions(text, COMPLETION, Some(Places::NAMES))
                .collect();
            let is_name = |known: &Expansion<'_>| known.word.places.has(Places::NAMES);
            if !names.is_empty() && !term.expansions.iter().any(is_name) {
                term.known = Known::Start;
            }
            term.expansions.extend(names);
        }
        if term.known == Known::Unknown && !term.expansions.is_empty() {
            term.known = Known::Start;
        }
        if self.sentence && self.related > 0.0 && !says_little(text) {
            for related in related_words(text) {
                let words = self.vocabulary.with_forms(related);
                term.expand(build_expansions(words, (self.related, RELATED)));
            }
        }
        if term.expansions.is_empty() {
            let near = self.vocabulary.similar(text, open);
            if let Some((nearest, least)) = near.first() {
                term.known = Known::Nearly;
                stem(&nearest.text).clone_into(&mut term.stem);
                let nearest = near
                    .iter()
                    .filter(|(_, edits)| edits == least)
                    .map(|(word, _)| *word)
                    .take(MAX_SIMILAR);
                term.expansions = build_expansions(nearest, NEAREST).collect();
            }
        }
        term.weight = self.weight(text, &term.expansions);
        term
    }

    /// Builds a term that expands to the word itself, its other forms (`hatches` for `hatch`) and
    /// its other spelling (`armour` for `armor`).
    fn forms(&self, text: &str) -> QueryTerm<'a> {
        let vocabulary = self.vocabulary;
        let mut term = QueryTerm {
            text: text.to_owned(),
            expansions: build_expansions(vocabulary.get(text), (1.0, 1.0)).collect(),
            stem: stem(text).to_owned(),
            ..QueryTerm::default()
        };
        let forms = vocabulary.forms(text);
        let forms = forms.filter(|word| !only_look_alike(&word.text, text));
        term.expansions.extend(build_expansions(forms, FORM));
        if let Some(other) = other_spelling(text) {
            let words = vocabulary.with_forms(&other);
            term.expansions.extend(build_expansions(words, FORM));
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
    ) -> impl Iterator<Item = Expansion<'a>> {
        let length = text.len();
        self.vocabulary
            .completions(text)
            .iter()
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
        if is_function_word(text) || expansions.is_empty() {
            return FUNCTION_WEIGHT;
        }
        let qualities = expansions.iter().map(|expansion| expansion.quality);
        let best = qualities.fold(0.0, f32::max);
        let likely = expansions
            .iter()
            .filter(|expansion| expansion.quality >= best - 0.1);
        let sections = likely.map(|expansion| expansion.word.sections).max();
        let is_filler = self.sentence && is_filler(text);
        let weight = rarity(sections.unwrap_or(0), self.sections);
        if is_filler { FILLER * weight } else { weight }
    }

    /// Expands each pair of neighbouring words that may be one word in the rules: `counter act` to
    /// `counteract`.
    fn join_neighbours(&self, terms: &mut [QueryTerm<'a>], open: bool) {
        for at in 1..terms.len() {
            let joined = format!("{}{}", terms[at - 1].text, terms[at].text);
            if joined.len() < MIN_JOINED_LENGTH {
                continue;
            }
            let is_last = open && at + 1 == terms.len();
            let start = self.vocabulary.completions(&joined).first();
            // A word may be both mistyped and split: `conter act`.
            let pair = &terms[at - 1..=at];
            let is_mistyped = pair.iter().any(|term| term.known == Known::Nearly);
            let similar = || Some(self.vocabulary.similar(&joined, false).first()?.0);
            let known = self.vocabulary.with_forms(&joined).next();
            let known = known.or(start.filter(|_| is_last));
            let word = known.or_else(|| is_mistyped.then(similar)?);
            for term in &mut terms[at - 1..=at] {
                term.expansions.extend(build_expansions(word, JOINED));
            }
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "lengths of words are far below 2^24"
)]
pub fn ratio(part: usize, whole: usize) -> f32 {
    (part as f32 / whole.max(1) as f32).min(1.0)
}
