//! Whether the loaded rules answer a query at all, and if not, why.

use super::SearchIndex;
use super::entry::Entry;
use super::ranking::Verdict;
use super::terms::{Group, Known, Terms};
use super::vocabulary::WordId;
use super::words::{is_filler, is_function_word, is_plural};
use crate::rules::slug::fold;
use crate::rules::{GameRef, Rulebook, SectionRef};

/// Whether the loaded rules answer a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// They do.
    Found,
    /// They use the word and never define it; hits are the places.
    Undefined {
        /// How often it is used.
        uses: usize,
    },
    /// Only another game than the one being read, or than the one the query names, defines it.
    OtherGame,
    /// They do not know the word.
    #[default]
    None,
}

impl Outcome {
    /// Why there is no answer, in one word; `None` where there is one.
    #[must_use]
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::Found => None,
            Self::Undefined { .. } => Some("undefined"),
            Self::OtherGame => Some("other-game"),
            Self::None => Some("none"),
        }
    }
}

/// A query of more words that say something is a sentence: what it is about cannot be told from one of them.
const MOST_TOPIC_WORDS: usize = 3;

/// A word that is used only once is a word of some sentence, not of the rules; words that stand side by side more often
/// than by chance are a term.
const LEAST_USES: usize = 2;
const LEAST_USES_OF_A_TERM: usize = 4;

/// In so many sections the words of a term are counted at the most.
const MOST_COUNTED: usize = 1000;

/// What a query is about.
struct Topic<'a> {
    /// The words that say something, the game's name left out, with the numbers of their groups.
    words: Vec<(usize, &'a Group)>,
    /// The rarest of them.
    rarest: usize,
    /// The game that the query names, or that is being read.
    game: Option<GameRef>,
    /// Whether a definition is asked for: `what is cover`.
    definition: bool,
    /// Whether it is asked in a sentence.
    sentence: bool,
}

/// Whether a query is a term that its game says to be defined in a book that is not loaded (`undefined` in `game.yaml`).
/// Where no game is meant, no other game may name something after it.
fn defined_in_another_book(
    book: &Rulebook,
    topic: &Topic<'_>,
    ranked: &[(SectionRef, Verdict)],
) -> bool {
    let typed: Vec<_> = topic
        .words
        .iter()
        .map(|(_, group)| group.text.as_str())
        .collect();
    let typed = fold(&typed.join(" "));
    let lists = |game: GameRef| {
        book.game(game)
            .undefined
            .iter()
            .any(|term| fold(term) == typed)
    };
    if let Some(game) = topic.game {
        return lists(game);
    }
    let mut naming = ranked
        .iter()
        .filter(|(_, verdict)| topic.is_named_by(verdict));
    (0..).map(GameRef).take(book.games.len()).any(lists)
        && naming.all(|(at, _)| lists(book.game_of(*at)))
}

impl Topic<'_> {
    /// Whether all of its words are named by a section.
    fn is_named_by(&self, verdict: &Verdict) -> bool {
        self.words
            .iter()
            .all(|(number, _)| verdict.naming >> number & 1 == 1)
    }
}

/// What the hits of a query are worth.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub outcome: Outcome,
    /// The game that is meant, where the query names one or one is being read.
    pub game: Option<GameRef>,
    /// The rules' word for what was typed, where they use that and never define it.
    pub spelt: Option<String>,
}

/// Judges the hits of a query.
pub(crate) fn judge(
    book: &Rulebook,
    index: &SearchIndex,
    terms: &Terms,
    ranked: &[(SectionRef, Verdict)],
    reading: Option<GameRef>,
) -> Judged {
    let Some(topic) = topic(book, terms, reading).filter(|_| !ranked.is_empty()) else {
        let outcome = if ranked.is_empty() {
            Outcome::None
        } else {
            Outcome::Found
        };
        return Judged {
            outcome,
            ..Judged::default()
        };
    };
    let game = topic.game;
    let word = terms.groups.get(topic.rarest);
    let alone = topic.words.len() == 1 && terms.content().count() == 1;
    let others_known = topic
        .words
        .iter()
        .any(|(_, word)| word.known == Known::Word && !word.players);
    let found = outcome(book, index, terms, ranked, topic);
    if found != Outcome::None {
        return Judged {
            outcome: found,
            game,
            spelt: None,
        };
    }
    // Of what the rules speak of, something is asked in a player's word: `hit penalty`.
    if others_known && word.is_some_and(|word| word.players) {
        return Judged {
            outcome: Outcome::Found,
            game,
            spelt: None,
        };
    }
    let another = word.filter(|word| alone && (word.known == Known::Nearly || word.players));
    match another.and_then(|word| used_instead(book, index, word)) {
        Some((uses, spelt)) => Judged {
            outcome: Outcome::Undefined { uses },
            game,
            spelt: Some(spelt),
        },
        None => Judged {
            outcome: Outcome::None,
            game,
            spelt: None,
        },
    }
}

/// How often the words are used that a word stands for which the rules do not have, and the one that most sections have.
fn used_instead(book: &Rulebook, index: &SearchIndex, word: &Group) -> Option<(usize, String)> {
    let words = meant(word, 0.0);
    let mut uses = 0;
    index.count(book, &words, |_, times| uses += times);
    let known = words.iter().filter_map(|id| index.vocabulary.word(*id));
    let spelt = known.max_by_key(|word| word.sections)?.text.to_owned();
    (uses >= LEAST_USES).then_some((uses, spelt))
}

/// What a short query is about is its rarest word: somebody has to define that.
fn outcome(
    book: &Rulebook,
    index: &SearchIndex,
    terms: &Terms,
    ranked: &[(SectionRef, Verdict)],
    mut topic: Topic<'_>,
) -> Outcome {
    let word = terms.groups.get(topic.rarest);
    if word.is_some_and(|word| word.known == Known::Start) {
        return Outcome::Found;
    }
    let uses = uses(book, index, &topic);
    if topic.definition && topic.game.is_none() {
        // Nobody said which game: the one that uses the word most is meant.
        topic.game = (0..)
            .map(GameRef)
            .zip(&uses)
            .max_by_key(|(_, uses)| **uses)
            .map(|(game, _)| game);
    }
    let here = |at: SectionRef| topic.game.is_none_or(|game| book.game_of(at) == game);
    let count: usize = (0..)
        .map(GameRef)
        .zip(&uses)
        .filter(|(at, _)| topic.game.is_none_or(|game| game == *at))
        .map(|(_, uses)| uses)
        .sum();
    let only_words = terms.content().count() == topic.words.len();
    let term = topic.words.len() == 2 && only_words && count >= LEAST_USES_OF_A_TERM;
    let several =
        terms.content().count() > 1 && word.is_some_and(|word| word.known != Known::Unknown);
    let elsewhere_defined = only_words && defined_in_another_book(book, &topic, ranked);
    let defines = |verdict: &Verdict| {
        // Of a term, more has to be in the title than one of its words by chance.
        let names = if topic.definition || term || elsewhere_defined {
            verdict.defining
        } else {
            verdict.naming
        };
        names >> topic.rarest & 1 == 1
            || several && !term && !elsewhere_defined && verdict.together > 0.9
    };
    // One word of a name says little where another game has a rule of the whole name.
    let elsewhere = ranked
        .iter()
        .any(|(at, verdict)| !here(*at) && topic.is_named_by(verdict));
    let only_elsewhere = elsewhere
        && !ranked
            .iter()
            .any(|(at, verdict)| here(*at) && topic.is_named_by(verdict));
    if !only_elsewhere
        && ranked
            .iter()
            .any(|(at, verdict)| here(*at) && defines(verdict))
    {
        Outcome::Found
    } else if (topic.definition || elsewhere_defined) && count >= LEAST_USES {
        Outcome::Undefined { uses: count }
    } else if ranked.iter().any(|(_, verdict)| defines(verdict)) {
        // A sentence may be answered without the word by which another game names something.
        if topic.sentence && is_best(ranked, here) {
            Outcome::Found
        } else {
            Outcome::OtherGame
        }
    } else if topic.sentence
        && (word.is_some_and(|word| word.known != Known::Unknown)
            || others_named(terms, &topic, ranked))
    {
        // Of a sentence nobody can tell which word it is about.
        Outcome::Found
    } else if term || topic.words.len() == 1 && count >= LEAST_USES {
        Outcome::Undefined { uses: count }
    } else {
        lone_word(book, index, word)
    }
}

/// Whether the best of all hits is one of these.
fn is_best(ranked: &[(SectionRef, Verdict)], these: impl Fn(SectionRef) -> bool) -> bool {
    ranked
        .iter()
        .max_by(|a, b| a.1.score.total_cmp(&b.1.score))
        .is_some_and(|(at, _)| these(*at))
}

/// Whether the unknown word of a sentence stands apart from the others, and one section is named by all of these: what is
/// asked about them is said in a word that the rules do not use.
fn others_named(terms: &Terms, topic: &Topic<'_>, ranked: &[(SectionRef, Verdict)]) -> bool {
    let says_nothing = |number: usize| {
        let text = terms.groups.get(number).map(|group| group.text.as_str());
        text.is_none_or(|text| is_function_word(text) || is_filler(text))
    };
    let apart =
        says_nothing(topic.rarest + 1) && topic.rarest.checked_sub(1).is_none_or(says_nothing);
    let mut others = topic
        .words
        .iter()
        .filter(|(number, _)| *number != topic.rarest)
        .peekable();
    let any = others.peek().is_some();
    let others: Vec<_> = others.map(|(number, _)| *number).collect();
    apart
        && any
        && ranked.iter().any(|(_, verdict)| {
            others
                .iter()
                .all(|number| verdict.naming >> number & 1 == 1)
        })
}

/// Several words that are no term: the rarest of them may still be a word that the rules use.
fn lone_word(book: &Rulebook, index: &SearchIndex, word: Option<&Group>) -> Outcome {
    let uses = |least: f32| {
        let mut uses = 0;
        index.count(
            book,
            &word.map(|word| meant(word, least)).unwrap_or_default(),
            |_, times| uses += times,
        );
        uses
    };
    let (as_typed, in_any_form) = (uses(1.0), uses(0.9));
    if as_typed > 0 && in_any_form >= LEAST_USES {
        Outcome::Undefined { uses: in_any_form }
    } else {
        Outcome::None
    }
}

/// The words of the rules that a word typed means, at least so surely.
fn meant(word: &Group, least: f32) -> Vec<WordId> {
    let choices = word.choices.iter().filter(|choice| choice.quality >= least);
    let mut words: Vec<_> = choices.map(|choice| choice.word).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn topic<'a>(book: &Rulebook, terms: &'a Terms, reading: Option<GameRef>) -> Option<Topic<'a>> {
    let named = named_game(book, terms);
    let game_words = named.map_or(0, |(_, groups)| groups);
    let says_something = |number: usize, group: &Group| {
        let number_or_mark = group
            .text
            .contains(|c: char| c.is_ascii_digit() || c == '#');
        let filler = terms.asked && is_filler(&group.text);
        !filler
            && !group.aside
            && !is_function_word(&group.text)
            && !number_or_mark
            && game_words >> number & 1 == 0
    };
    let mut words: Vec<_> = terms
        .groups
        .iter()
        .enumerate()
        .filter(|(number, group)| says_something(*number, group))
        .collect();
    let sentence = words.len() > 1
        && terms
            .groups
            .iter()
            .any(|group| is_function_word(&group.text));
    if terms.asked
        && words
            .iter()
            .any(|(number, group)| !is_done(terms, *number, group))
    {
        words.retain(|(number, group)| !is_done(terms, *number, group));
    }
    let rarity = |word: &Group| {
        if word.known == Known::Unknown {
            f32::INFINITY
        } else {
            word.weight
        }
    };
    let (rarest, _) = words
        .iter()
        .max_by(|a, b| rarity(a.1).total_cmp(&rarity(b.1)))
        .copied()?;
    let definition = match terms.groups.as_slice() {
        [what, is, ..] => what.text == "what" && matches!(is.text.as_str(), "is" | "are"),
        _ => false,
    };
    let game = named.map(|(game, _)| game).or(reading);
    (words.len() <= MOST_TOPIC_WORDS).then_some(Topic {
        words,
        rarest,
        game,
        definition,
        sentence,
    })
}

/// Whether an unknown word of a question says what is done, or how, by its ending or by the word before it (`how sharply`, `I
/// fix`, `to fix`; behind a plural, `hatches cheaper`, stands no name of a thing): that is not what is asked about.
fn is_done(terms: &Terms, number: usize, group: &Group) -> bool {
    let before = number
        .checked_sub(1)
        .and_then(|before| terms.groups.get(before))
        .map_or("", |word| word.text.as_str());
    let by_place = matches!(
        before,
        "how" | "to" | "i" | "you" | "we" | "they" | "he" | "she" | "it"
    );
    let by_ending = ["ly", "ed", "ing"]
        .iter()
        .any(|ending| group.text.ends_with(ending));
    group.known == Known::Unknown && (by_place || by_ending || is_plural(before))
}

/// How often the topic's words stand side by side in the texts of each game.
fn uses(book: &Rulebook, index: &SearchIndex, topic: &Topic<'_>) -> Vec<usize> {
    let words: Vec<_> = topic
        .words
        .iter()
        .map(|(_, word)| meant(word, 0.9))
        .collect();
    let mut uses = vec![0; book.games.len()];
    if let [word] = words.as_slice() {
        index.count(book, word, |at, times| {
            if let Some(uses) = uses.get_mut(book.game_of(at).0 as usize) {
                *uses += times;
            }
        });
        return uses;
    }
    let sections = index.sections_with(&words);
    // Of very many sections only one in `step` is looked at, and stands for the others.
    let step = sections.len().div_ceil(MOST_COUNTED).max(1);
    for (at, entry) in texts(index, sections.into_iter().step_by(step)) {
        let mut matched = 0;
        let mut last = 0;
        for posting in &entry.body {
            if matched > 0 && posting.position > last + 1 {
                matched = 0;
            }
            let next = posting.position > last || matched == 0;
            if next
                && words
                    .get(matched)
                    .is_some_and(|word| word.contains(&posting.word))
            {
                (matched, last) = (matched + 1, posting.position);
            }
            if matched == words.len() {
                matched = 0;
                if let Some(uses) = uses.get_mut(book.game_of(at).0 as usize) {
                    *uses += step;
                }
            }
        }
    }
    uses
}

/// What is known of those sections that are headings; a run-in rule's text is its heading's.
fn texts(
    index: &SearchIndex,
    sections: impl Iterator<Item = SectionRef>,
) -> impl Iterator<Item = (SectionRef, Entry)> {
    let entries = sections.filter_map(|at| Some((at, index.entry(at)?)));
    entries.filter(|(_, entry)| !entry.run_in)
}

/// The game that the query names, with the groups that do so as bits.
pub(crate) fn named_game(book: &Rulebook, terms: &Terms) -> Option<(GameRef, u32)> {
    let games = book.games.iter().zip((0..).map(GameRef));
    games.into_iter().find_map(|(game, at)| {
        let mut groups = 0_u32;
        for token in super::tokenizer::tokenize(&game.name) {
            let number = terms
                .groups
                .iter()
                .position(|group| group.text == token.text)?;
            groups |= u32::try_from(number)
                .ok()
                .and_then(|number| 1_u32.checked_shl(number))
                .unwrap_or(0);
        }
        (groups != 0).then_some((at, groups))
    })
}
