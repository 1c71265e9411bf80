//! From the words typed to the words of the rules: each typed word becomes a group of words that it may mean.

mod meant;

use std::ops::Range;

use super::query::{MOST_WORDS, Parsed};
use super::tokenizer::{Form, Token};
use super::vocabulary::{Places, Vocabulary, WordId};
use super::words::{
    alike, asks_for_more, begins_question, is_filler, is_function_word, other_spelling,
    says_little, stem,
};

/// A word of the rules that a typed word may mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub word: WordId,
    /// How surely it is meant: 1 for the word itself.
    pub quality: f32,
    /// How much of it is typed: 1 for the word itself.
    pub closeness: f32,
}

/// A typed word.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub text: String,
    /// How much it says: rare words more, words that only hold a sentence together next to nothing.
    pub weight: f32,
    pub choices: Vec<Choice>,
    /// What its forms share; of the nearest known word, where it is mistyped.
    pub stem: String,
    pub known: Known,
    /// Whether it is a word of a filter that is none.
    pub aside: bool,
    /// Whether it is a player's word for one that the rules use, and that is the name of nothing.
    pub players: bool,
}

impl Group {
    /// Whether it is but a letter, which may be the start of very many words.
    pub(crate) fn is_letter(&self) -> bool {
        let mut letters = self.text.chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
    }
}

/// How a typed word is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// It, or a form of it, is a word of the rules.
    Word,
    /// It is the start of one.
    Start,
    /// It is nearly one.
    Nearly,
    /// Not at all.
    Unknown,
}

/// The typed words, and the way back from a word of the rules to them.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    pub groups: Vec<Group>,
    /// Whether it is asked in a sentence: as a question, or in so many words that they are no name.
    pub asked: bool,
    /// Whether it is a question for more than yes or no: with `how`, `when`, `who`.
    pub asks_for_more: bool,
    /// The words of the rules that are figures, where it asks for one: `how many`, `how far`. Empty else.
    pub figures: Range<WordId>,
    /// Sum of the groups' weights, never 0.
    pub total: f32,
    /// Every choice with the number of its group, by word.
    lookup: Vec<(WordId, u8, f32, f32)>,
}

/// Other forms of a typed word.
pub(crate) const FORM: (f32, f32) = (0.92, 0.9);
/// Two typed words that are one in the rules, or the other way round.
const JOINED: (f32, f32) = (0.9, 0.9);
/// A word of a title that is typed without a space before the next has at least so many letters.
const SHORTEST_PART: usize = 3;
/// A word of which only the first part is typed, and how many letters that has at least.
const COMPOUND: f32 = 0.6;
const FIRST_PART: usize = 5;
/// This many letters of a title's word may stand for it, before another word: `cl qu`.
const SHORTENED: usize = 2;
/// A word that is misspelt in a title, and how long it must be to be sure of it.
const MISSPELT: (f32, f32) = (0.8, 0.9);
const LONG_WORD: usize = 8;
/// What begins words and is none: a hyphen or nothing belongs behind it.
const PREFIXES: [&str; 3] = ["re", "un", "non"];
/// How much of a word is typed where another one means nearly the same.
const ALIKE: f32 = 0.3;
/// The parts of a typed value, beside it and without it.
const PART: (f32, f32) = (0.35, 0.5);
const LONE_PART: (f32, f32) = (0.7, 0.6);
/// The row of a dice table that a number chooses.
const RESULT: (f32, f32) = (0.9, 0.9);
/// More completions of one typed prefix are not looked at.
const MOST_COMPLETIONS: usize = 400;
const MOST_SIMILAR: usize = 6;
/// The weight of words that say nothing, beside a rare word's of 3 to 7.
const FUNCTION_WEIGHT: f32 = 0.08;
/// From this many words on, some of which say nothing, a query is a sentence.
const WORDS_OF_A_SENTENCE: usize = 5;
/// How much a word that sentences are filled with says, beside others as rare.
const FILLER: f32 = 0.35;
/// The weight of one that may be the start of a word that does.
const START_WEIGHT: f32 = 0.5;

impl Terms {
    /// Finds what the words of a query may mean, among so many sections.
    /// `alike` says how surely words that mean nearly the same as one in a sentence are meant.
    pub(crate) fn new(
        parsed: &Parsed,
        vocabulary: &Vocabulary,
        sections: usize,
        alike: f32,
    ) -> Self {
        let sentence = parsed
            .words
            .iter()
            .any(|token| is_function_word(&token.text));
        let mut finder = Finder {
            vocabulary,
            sections,
            sentence,
            alike,
            groups: Vec::new(),
        };
        let mut at = 0;
        while at < parsed.words.len() {
            at += finder.word(&parsed.words[at..], parsed.open);
        }
        finder.join_neighbours(parsed.open);
        let mut groups = finder.groups;
        let question = groups.len() > 2
            && groups
                .first()
                .is_some_and(|group| begins_question(&group.text));
        let asked = question || sentence && groups.len() >= WORDS_OF_A_SENTENCE;
        groups.truncate(MOST_WORDS);
        // A sentence has words that the rules have not: what they may be mistyped for is a guess.
        for group in groups
            .iter_mut()
            .filter(|group| asked && group.known == Known::Nearly)
        {
            group.weight = (FILLER * group.weight).max(FUNCTION_WEIGHT);
        }
        for group in &mut groups {
            group.aside = parsed.aside.contains(&group.text);
        }
        if groups.iter().all(|group| group.weight <= FUNCTION_WEIGHT) {
            for group in &mut groups {
                group.weight = 1.0;
            }
        }
        let begin = |at: usize| {
            groups
                .get(at)
                .map_or("", |group: &Group| group.text.as_str())
        };
        let more = question && asks_for_more(begin(0));
        // `how do I` and `how to` ask for a way, `how many` and `how far` for a figure.
        let figure =
            question && begin(0) == "how" && begin(1) != "to" && !begins_question(begin(1));
        let figures = if figure { vocabulary.figures() } else { 0..0 };
        let mut terms = Self {
            groups,
            asked,
            asks_for_more: more,
            figures,
            total: 0.0,
            lookup: Vec::new(),
        };
        terms.prepare();
        terms
    }

    /// Prepares the look-up, once all groups have their choices.
    fn prepare(&mut self) {
        let choices = (0..).zip(&self.groups).flat_map(|(number, group)| {
            group
                .choices
                .iter()
                .map(move |choice| (choice.word, number, choice.quality, choice.closeness))
        });
        let mut lookup: Vec<_> = choices.collect();
        lookup.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(b.2.total_cmp(&a.2)));
        lookup.dedup_by_key(|(word, group, ..)| (*word, *group));
        self.lookup = lookup;
        self.total = self
            .groups
            .iter()
            .map(|group| group.weight)
            .sum::<f32>()
            .max(f32::MIN_POSITIVE);
    }

    /// The groups that a word of the rules answers, with quality and closeness.
    pub(crate) fn of(&self, word: WordId) -> impl Iterator<Item = (usize, f32, f32)> + '_ {
        let first = self.lookup.partition_point(|(known, ..)| *known < word);
        let same = self.lookup[first..]
            .iter()
            .take_while(move |(known, ..)| *known == word);
        same.map(|(_, group, quality, closeness)| (usize::from(*group), *quality, *closeness))
    }

    /// The share of a group in the whole query, 0 to 1.
    pub(crate) fn share(&self, group: usize) -> f32 {
        self.groups
            .get(group)
            .map_or(0.0, |group| group.weight / self.total)
    }

    /// What a question is about: its rarest word that the rules know.
    pub(crate) fn subject(&self) -> Option<usize> {
        let known = self
            .groups
            .iter()
            .enumerate()
            .filter(|(_, group)| group.known == Known::Word);
        known
            .max_by(|a, b| a.1.weight.total_cmp(&b.1.weight))
            .map(|(number, _)| number)
    }

    /// The groups that say something.
    pub(crate) fn content(&self) -> impl Iterator<Item = &Group> {
        let all = self
            .groups
            .iter()
            .all(|group| is_function_word(&group.text));
        self.groups
            .iter()
            .filter(move |group| all || !is_function_word(&group.text))
    }
}

struct Finder<'a> {
    vocabulary: &'a Vocabulary,
    sections: usize,
    /// Whether words that only hold a sentence together were typed: then it is no bare name.
    sentence: bool,
    /// How surely a word is meant that means nearly the same.
    alike: f32,
    groups: Vec<Group>,
}

impl Finder<'_> {
    /// Takes the next typed word; gives how many tokens it is made of.
    fn word(&mut self, rest: &[Token], open: bool) -> usize {
        let (first, last) = (rest[0].position, rest[rest.len() - 1].position);
        let forms = rest
            .iter()
            .take_while(|token| token.position == first)
            .count();
        if let Some((joined, parts)) = rest[..forms].iter().find_map(|token| match token.form {
            Form::Joined(parts) => Some((token, parts)),
            _ => None,
        }) {
            let open = open && first + parts > last;
            if self.is_compound(&joined.text, open) {
                let group = self.group(&joined.text, open);
                self.groups.push(group);
                return rest
                    .iter()
                    .take_while(|token| token.position < first + parts)
                    .count();
            }
        }
        // `re roll`: what is no word by itself belongs to the next one.
        if let (true, Some(next)) = (PREFIXES.contains(&rest[0].text.as_str()), rest.get(forms)) {
            // Two letters may be the beginnings of two words: `re fi` is Reaction Fire.
            let begun = open && first + 1 == last && next.text.chars().count() > SHORTENED;
            let (joined, open) = (format!("{}{}", rest[0].text, next.text), begun);
            if self.is_compound(&joined, open) {
                let group = self.group(&joined, open);
                self.groups.push(group);
                return rest
                    .iter()
                    .take_while(|token| token.position <= first + 1)
                    .count();
            }
        }
        let mut group = self.group(&rest[0].text, open && first == last);
        let alone = self.groups.is_empty() && rest.len() == forms;
        let unknown = !matches!(group.known, Known::Word | Known::Start);
        if let Some(parts) = self.parted(&group.text).filter(|_| alone && unknown) {
            let groups = parts.map(|part| self.group(part, false));
            self.groups.extend(groups);
            return forms;
        }
        let (quality, closeness) = if group.known == Known::Unknown {
            LONE_PART
        } else {
            PART
        };
        for part in rest[..forms]
            .iter()
            .filter(|token| token.form == Form::Part)
        {
            if let Some(word) = self.vocabulary.get(&part.text) {
                group.choices.push(Choice {
                    word,
                    quality,
                    closeness,
                });
            }
        }
        self.groups.push(group);
        forms
    }

    /// Whether the rules have a compound, or a form of it.
    fn is_compound(&self, joined: &str, open: bool) -> bool {
        self.vocabulary.get(joined).is_some()
            || self.vocabulary.forms(joined).next().is_some()
            || open && self.vocabulary.completions(joined).next().is_some()
    }

    /// What one word may mean. With `open`, it may be the start of a word.
    fn group(&self, text: &str, open: bool) -> Group {
        let mut choices = Vec::new();
        let mut known = Known::Unknown;
        if let Some(word) = self.vocabulary.get(text) {
            choices.push(Choice {
                word,
                quality: 1.0,
                closeness: 1.0,
            });
            known = Known::Word;
        }
        // `counte` is the start of a word, and not a form of `counting`.
        let starts =
            open && known == Known::Unknown && self.vocabulary.completions(text).next().is_some();
        let little = says_little(text);
        let form = |word: &WordId| {
            !little
                || self
                    .vocabulary
                    .word(*word)
                    .is_some_and(|word| says_little(word.text))
        };
        for word in self
            .vocabulary
            .forms(text)
            .filter(|word| !starts && form(word))
        {
            choices.push(Choice {
                word,
                quality: FORM.0,
                closeness: FORM.1,
            });
            known = Known::Word;
        }
        if !starts && self.spelt_otherwise(text, &mut choices) {
            known = Known::Word;
        }
        if known == Known::Word && text.chars().count() >= LONG_WORD {
            self.misspelt_titles(text, &mut choices);
        }
        // The `a` of `fight a` may be the start of `action`.
        let starting = open && is_function_word(text) && text.len() <= 2 && !self.groups.is_empty();
        if open && (starting || !is_function_word(text)) {
            self.complete(
                text,
                if starting { Known::Start } else { known },
                &mut choices,
            );
        } else if !open
            && !self.sentence
            && known == Known::Word
            && text.chars().count() >= FIRST_PART
        {
            self.compounds(text, &mut choices);
        }
        let letters = text.chars().count();
        // Two letters are seldom a word, even where the rules have one of them.
        if !open
            && (choices.is_empty() && letters >= SHORTENED
                || !self.sentence && letters == SHORTENED)
        {
            let other = !choices.iter().any(|choice| self.is_named(choice));
            if self.shortened(text, &mut choices) && other {
                known = Known::Start;
            }
        }
        if known == Known::Unknown && !choices.is_empty() {
            known = Known::Start;
        }
        if let Some(word) = self.vocabulary.get(&format!("#{text}")) {
            choices.push(Choice {
                word,
                quality: RESULT.0,
                closeness: RESULT.1,
            });
        }
        if self.sentence && !little {
            self.alike(text, &mut choices);
        }
        let mut stem_of = text.to_owned();
        if choices.is_empty() {
            choices = self.similar(text, open);
            if let Some(nearest) = choices
                .first()
                .and_then(|choice| self.vocabulary.word(choice.word))
            {
                known = Known::Nearly;
                stem_of = nearest.text.to_string();
            }
        }
        let mut weight = if starting {
            START_WEIGHT
        } else {
            self.weight(text, &choices)
        };
        // One letter behind others is hardly a word yet: the `s` of `point-blank s`.
        if open
            && !self.groups.is_empty()
            && text.chars().count() == 1
            && text.starts_with(char::is_alphabetic)
        {
            (weight, known) = (weight.min(START_WEIGHT), Known::Start);
        }
        Group {
            text: text.to_owned(),
            weight,
            choices,
            stem: stem(&stem_of).to_owned(),
            known,
            aside: false,
            players: false,
        }
    }

    /// A word, or a form of it, in its American or British spelling; whether the rules have one.
    fn spelt_otherwise(&self, text: &str, choices: &mut Vec<Choice>) -> bool {
        let other = other_spelling(text);
        let words = other.iter().flat_map(|other| {
            self.vocabulary
                .get(other)
                .into_iter()
                .chain(self.vocabulary.forms(other))
        });
        let before = choices.len();
        choices.extend(words.map(|word| Choice {
            word,
            quality: FORM.0,
            closeness: FORM.1,
        }));
        choices.len() > before
    }

    fn complete(&self, text: &str, known: Known, choices: &mut Vec<Choice>) {
        // Where the word stands for itself, its completions are less likely meant.
        // Two or three letters are the start of a word, even where they are an abbreviation too.
        let quality = if known == Known::Word && text.chars().count() > 3 {
            0.6
        } else {
            0.95
        };
        // One letter starts too many words: names only.
        let short = text.chars().count() < 2;
        let named = |word: &WordId| {
            let places = self
                .vocabulary
                .word(*word)
                .map(|word| word.places)
                .unwrap_or_default();
            !short || places.has(Places::TITLE) || places.has(Places::LABEL)
        };
        for word in self
            .vocabulary
            .completions(text)
            .filter(named)
            .take(MOST_COMPLETIONS)
        {
            let letters = self.vocabulary.word(word).map_or(1, |word| word.text.len());
            choices.push(Choice {
                word,
                quality,
                closeness: ratio(text.len(), letters),
            });
        }
    }

    /// A word before others may be cut short, where it is one of a title; whether there are such words.
    fn shortened(&self, text: &str, choices: &mut Vec<Choice>) -> bool {
        let mut longer = Vec::new();
        self.complete(text, Known::Start, &mut longer);
        longer.retain(|choice| self.is_named(choice));
        choices.extend_from_slice(&longer);
        !longer.is_empty()
    }

    fn is_named(&self, choice: &Choice) -> bool {
        let places = self
            .vocabulary
            .word(choice.word)
            .map(|word| word.places)
            .unwrap_or_default();
        places.has(Places::TITLE) || places.has(Places::LABEL)
    }

    /// A whole word may be the first part of one in a title: the `hatch` of `hatchway`.
    fn compounds(&self, text: &str, choices: &mut Vec<Choice>) {
        for word in self.vocabulary.completions(text) {
            let Some(known) = self.vocabulary.word(word) else {
                continue;
            };
            let other = known.places.has(Places::TITLE)
                && !choices.iter().any(|choice| choice.word == word);
            if other && known.text.len() >= text.len() + 3 {
                choices.push(Choice {
                    word,
                    quality: COMPOUND,
                    closeness: ratio(text.len(), known.text.len()),
                });
            }
        }
    }

    /// Where no title has a word, one may have it misspelt: `Supression`.
    fn misspelt_titles(&self, text: &str, choices: &mut Vec<Choice>) {
        if !choices.iter().any(|choice| self.is_named(choice)) {
            let words = self.vocabulary.misspelt_titles(text);
            choices.extend(words.into_iter().map(|word| Choice {
                word,
                quality: MISSPELT.0,
                closeness: MISSPELT.1,
            }));
        }
    }

    /// Two words of titles without the space between them, `ducttape`: a name, where nothing else is typed.
    fn parted<'t>(&self, text: &'t str) -> Option<[&'t str; 2]> {
        let is_title = |part: &str| {
            let word = self
                .vocabulary
                .get(part)
                .filter(|_| part.chars().count() >= SHORTEST_PART);
            word.and_then(|word| self.vocabulary.word(word))
                .is_some_and(|word| word.places.has(Places::TITLE))
        };
        let mut parts = text.char_indices().map(|(at, _)| text.split_at(at));
        parts
            .find(|(first, second)| is_title(first) && is_title(second))
            .map(|(first, second)| [first, second])
    }

    /// In a sentence, words of the rules that mean nearly the same.
    fn alike(&self, text: &str, choices: &mut Vec<Choice>) {
        for word in alike(text).filter(|_| self.alike > 0.0) {
            for word in self
                .vocabulary
                .get(word)
                .into_iter()
                .chain(self.vocabulary.forms(word))
            {
                if !choices.iter().any(|choice| choice.word == word) {
                    choices.push(Choice {
                        word,
                        quality: self.alike,
                        closeness: ALIKE,
                    });
                }
            }
        }
    }

    fn similar(&self, text: &str, open: bool) -> Vec<Choice> {
        let found = self.vocabulary.similar(text, open);
        let nearest = found.first().map_or(0, |(_, edits)| *edits);
        let same = found
            .into_iter()
            .take_while(|(_, edits)| *edits == nearest)
            .take(MOST_SIMILAR);
        let quality = if nearest < 2 { 0.8 } else { 0.65 };
        same.map(|(word, _)| {
            let known = self.vocabulary.word(word).map_or("", |word| word.text);
            let same_start = known.chars().next() == text.chars().next();
            let closeness = if known.len() > text.len() + 2 {
                ratio(text.len(), known.len())
            } else {
                0.9
            };
            Choice {
                word,
                quality: if same_start { quality } else { quality - 0.1 },
                closeness,
            }
        })
        .collect()
    }

    /// Rare words say more. A word that is typed in part is as rare as the commonest that it may mean.
    fn weight(&self, text: &str, choices: &[Choice]) -> f32 {
        // A word that no section has is missing from all of them alike.
        if is_function_word(text) || choices.is_empty() {
            return FUNCTION_WEIGHT;
        }
        let best = choices
            .iter()
            .map(|choice| choice.quality)
            .fold(0.0, f32::max);
        let likely = choices.iter().filter(|choice| choice.quality >= best - 0.1);
        let sections = likely
            .filter_map(|choice| self.vocabulary.word(choice.word))
            .map(|word| word.sections)
            .max();
        let filler = if self.sentence && is_filler(text) {
            FILLER
        } else {
            1.0
        };
        filler * rarity(sections.unwrap_or(0), self.sections)
    }

    /// Two words of the query may be one in the rules: `counter act`.
    fn join_neighbours(&mut self, open: bool) {
        for at in 1..self.groups.len() {
            let joined = format!("{}{}", self.groups[at - 1].text, self.groups[at].text);
            let last = open && at + 1 == self.groups.len();
            if joined.len() < 6 {
                continue;
            }
            let start = self.vocabulary.completions(&joined).next().filter(|_| last);
            if let Some(word) = self
                .vocabulary
                .get(&joined)
                .or(start)
                .or_else(|| self.nearly_joined(at, &joined))
            {
                let choice = Choice {
                    word,
                    quality: JOINED.0,
                    closeness: JOINED.1,
                };
                self.groups[at - 1].choices.push(choice);
                self.groups[at].choices.push(choice);
            }
        }
    }

    /// A word that is both mistyped and split: `conter act`.
    fn nearly_joined(&self, at: usize, joined: &str) -> Option<WordId> {
        let mistyped = |group: &Group| matches!(group.known, Known::Nearly | Known::Unknown);
        if joined.chars().count() < LONG_WORD || !self.groups[at - 1..=at].iter().any(mistyped) {
            return None;
        }
        self.vocabulary.misspelt_titles(joined).first().copied()
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of sections are far below 2^24"
)]
fn rarity(sections: u32, of: usize) -> f32 {
    (1.0 + of as f32 / (sections as f32 + 1.0)).ln()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "lengths of words are far below 2^24"
)]
fn ratio(part: usize, whole: usize) -> f32 {
    (part as f32 / whole.max(1) as f32).min(1.0)
}
