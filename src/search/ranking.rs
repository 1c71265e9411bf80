//! Which of the sections that tantivy found answers best.
//!
//! tantivy finds sections by their words (BM25); this module looks at the best of them again and adds up what speaks for
//! each. Every rule can be said in two sentences:
//!
//! - **Name.** A section is meant if its title says what was typed: the share of the query that the title holds, times how
//!   much of the title was typed. A small share counts less than its size: a question that holds a title by chance gains
//!   little. A question is a title too, but no name: it counts for half where no question is typed.
//! - **Label.** An alias, a cost, the name of a kind and a datacard's keyword are names too, a little less surely: `salt wardens
//!   medic` is the datacard of that team with the keyword Medic. Keywords that only repeat its own name or its team's are none.
//! - **Named.** Where the title holds most of the query, the section is named. Only a named run-in rule is a hit of its
//!   own; else the section it stands in is.
//! - **Start.** Who knows a name types it from its first letter, so that other forms of the words count for a fifth. A title that
//!   starts with what was typed comes before one that holds it elsewhere; among such titles the shorter one comes first,
//!   whatever their texts say.
//! - **Exact.** A title that is the query, word for word, comes before one that only holds it. A title that is so together
//!   with the one above it (`open breach point`), or with words that only say where it stands (`tomb world guard`), gains
//!   half as much.
//! - **Synonym.** A section that the player's word stands for counts as if its title had been typed, a little less surely;
//!   so does, much less, one whose longer title holds what it stands for. A literal title therefore always comes first. In
//!   texts the rules' word answers the player's for a little more than half, unless the player's is the name of something.
//! - **Scope.** A rule that holds in one mission only comes after those that hold everywhere, where a word of their titles is
//!   all that is typed (`sarcophagus`): the mission's own name is for its rules.
//! - **Alike.** In a sentence a word may stand for others of ordinary English that mean nearly the same (`grab` for `take`):
//!   they answer it a little more than half, whether the rules have the word itself or not.
//! - **Guess.** A word of a sentence that the rules have not is less surely mistyped than one of a name: what it is taken for
//!   counts for a third.
//! - **Path.** Words that name the team, the document, the game or a heading above are not missing from the section. They
//!   count for half there, so that `tomb world guard` finds Guard in Tomb World.
//! - **Row.** A row of a table whose first cell says what was typed is an answer like a heading. It counts less than one. One
//!   word that is a small part of that cell makes the row no answer.
//! - **Cover.** What share of the query's words the section has at all, rare words counting more, and in a question nearly
//!   half as much again. Words that only hold a sentence together count for nothing, and those that any sentence may have
//!   (`use`, `take`, `only`) for a third. It is squared: a section with all of the words is worth more than twice one with
//!   half of them.
//! - **Answer.** A question is answered by a paragraph, whatever stands above it: what share of its words one paragraph
//!   holds together with its titles, squared. This is asked of questions, and of five words and more, but never of a name.
//! - **Figure.** Who asks how many, how far or how much is answered by a paragraph with a figure: others count for three
//!   fifths as answers.
//! - **Yes or no.** A question of the rules that begins with `can`, `does` or `is` seldom answers one with `how`, `when` or
//!   `who`.
//! - **Introduced.** Where no heading of a document names what a question is about, its rarest word, the first section that
//!   speaks of it introduces it: it comes before those of the document that are not much better. So it does where a word is
//!   typed alone.
//! - **Nearness.** Words that stand close together in one paragraph belong together. The best paragraph counts, not their
//!   sum.
//! - **Phrase.** A run of words that stands in the text as typed speaks for it.
//! - **Text.** tantivy's own score, as a share of the best one's, decides where the rest is even.
//! - **Kind.** What defines something comes before what only mentions or sums it up: terms and actions, then rules, then
//!   steps, tables of numbers and whole documents.
//! - **Provenance.** Words found only in a note or a summary count for half: they are not the rules.
//! - **Printed once.** Sections that are found by the very same sentence are one answer. The best of them keeps its place,
//!   the others follow after all other hits, unless the query names them.
//! - **Game.** Where a game is being read, its hits come first, then those of each other game together. Only where the
//!   query names nothing in it, and the best hit of all is named or stands far above its own, that hit's game comes first.

mod introduced;
mod name;
mod text;

pub(crate) use introduced::introduce;

use super::entry::{Entry, Posting};
use super::query::MOST_WORDS;
use super::synonyms::Used;
use super::terms::Terms;
use super::words::asks_for_more;
use crate::rules::{Rulebook, Section, SectionKind, SectionRef};

/// What each rule of the ranking is worth; 0 switches it off.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The title says what was typed.
    pub name: f32,
    /// The title starts with what was typed.
    pub start: f32,
    /// The title is what was typed.
    pub exact: f32,
    /// How much a synonym counts beside the title's own words, at most 1.
    pub synonym: f32,
    /// How much a label counts beside the title, at most 1.
    pub label: f32,
    /// How much a word of the path counts beside a word of the section, at most 1.
    pub path: f32,
    /// A row of a table says what was typed.
    pub row: f32,
    /// How many of the words are there.
    pub cover: f32,
    /// One paragraph holds what a sentence asks.
    pub answer: f32,
    /// The words stand close together.
    pub nearness: f32,
    /// The words stand there as typed.
    pub phrase: f32,
    /// tantivy's own score.
    pub text: f32,
    /// What the section is.
    pub kind: f32,
    /// How much a word in a note counts less, at most 1.
    pub provenance: f32,
    /// How much less a paragraph without a figure counts where one is asked for, at most 1.
    pub figure: f32,
    /// How much a question that yes or no answers loses where more is asked.
    pub yes_or_no: f32,
    /// How far the section that introduces what is asked about may stand below the best of its document.
    pub introduced: f32,
    /// Whether sections that are found by the same sentence count as one.
    pub once: bool,
    /// Whether a rule of one mission gives way to those that hold everywhere.
    pub scope: bool,
    /// How surely a word is meant that means nearly the same as one of a sentence, at most 1.
    pub alike: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            name: 3.5,
            start: 0.8,
            exact: 2.0,
            synonym: 0.8,
            label: 0.9,
            path: 0.55,
            row: 1.2,
            cover: 1.8,
            answer: 2.0,
            nearness: 1.5,
            phrase: 1.0,
            text: 0.4,
            kind: 1.0,
            provenance: 0.5,
            figure: 0.4,
            yes_or_no: 1.0,
            introduced: 0.5,
            once: true,
            scope: true,
            alike: 0.55,
        }
    }
}

/// How much more it counts in a question that all words are there.
const COVER_OF_A_QUESTION: f32 = 1.4;

/// From this quality on a text has a word, or a form of it, and in no note.
const HELD: f32 = 0.85;

/// What is asked of every section.
pub(crate) struct Judge<'a> {
    pub book: &'a Rulebook,
    pub terms: &'a Terms,
    pub weights: &'a Weights,
    pub synonyms: &'a [Used],
}

/// What speaks for a section.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    pub score: f32,
    /// How well the title, a label or a synonym says what was typed, 0 to 1.
    pub name: f32,
    /// Whether the query names the section: not merely some words of its title.
    pub named: bool,
    /// The best piece of its text.
    pub piece: Option<usize>,
    /// The groups that its title, labels, synonyms or a row's first cell answer, and where it is named those above, as bits.
    pub naming: u32,
    /// The groups that it defines, as bits: those that are half of its title, or a synonym of it.
    pub defining: u32,
    /// The groups that its text answers, notes left out, as bits.
    pub holding: u32,
    /// The share of the query that one piece of the text holds.
    pub together: f32,
    /// The synonym that leads to it, where its own words do not.
    pub via: Option<usize>,
}

/// The best quality with which each group is answered.
type Answers = [f32; MOST_WORDS];

impl Judge<'_> {
    /// Judges a section. `text` is tantivy's score as a share of the best one's.
    pub(crate) fn judge(
        &self,
        at: SectionRef,
        section: &Section,
        entry: &Entry,
        text: f32,
    ) -> Verdict {
        let weights = self.weights;
        let naming = self.naming(at, section, entry);
        let question = section.kind == SectionKind::Question;
        let mut body = self.body(entry, naming.title(), naming.path(), question);
        self.title_as_text(entry, &mut body, section.kind.cost().is_some());
        // Who types a name from its start means the name: its text says nothing for it.
        let (text, row) = if naming.start {
            (1.0, 1.0)
        } else {
            (text, body.row)
        };
        let has = |group: usize| {
            naming
                .said(group)
                .max(body.answers[group])
                .max(naming.path()[group])
        };
        let cover = self.sum(has);
        let asked = if self.terms.asked {
            COVER_OF_A_QUESTION
        } else {
            1.0
        };
        let another = question && self.terms.asks_for_more && is_yes_or_no(&section.title);
        let score = weights.name * naming.name
            + weights.start * naming.begins
            + weights.exact * naming.exactness
            + weights.row * row
            + weights.cover * asked * cover * cover
            + weights.nearness * body.nearness
            + weights.phrase * body.phrase
            + weights.answer * flag(self.terms.asked) * body.answer
            + weights.text * text
            + weights.kind * prior(section, entry)
            - weights.yes_or_no * flag(another);
        let groups = self.terms.groups.len();
        // Where a section's own words say it all, no synonym led to it.
        let literal = self.sum(|group| naming.literal(group).max(body.answers[group])) > 0.95;
        // Who names a section may say where it stands, too.
        let place = |group: usize| {
            if naming.named {
                naming.path()[group]
            } else {
                0.0
            }
        };
        Verdict {
            score,
            name: naming.name,
            named: naming.named,
            piece: body.piece,
            naming: (0..groups)
                .filter(|group| naming.said(*group).max(place(*group)) >= 0.5)
                .fold(body.row_naming, set),
            defining: naming.defining(groups, &section.kind),
            holding: (0..groups)
                .filter(|group| body.answers[*group] >= HELD)
                .fold(0, set),
            together: body.together,
            via: naming.via.filter(|_| !literal),
        }
    }

    /// The sum of a quality over the groups, each by its share in the query.
    fn sum(&self, quality: impl Fn(usize) -> f32) -> f32 {
        (0..self.terms.groups.len())
            .map(|group| self.terms.share(group) * quality(group))
            .sum()
    }

    /// The best quality with which words answer each group.
    fn answers(&self, postings: &[Posting]) -> Answers {
        let mut answers = Answers::default();
        for (group, quality, _) in postings
            .iter()
            .flat_map(|posting| self.terms.of(posting.word))
        {
            answers[group] = answers[group].max(quality);
        }
        answers
    }
}

/// Whether yes or no answers a question of the rules: its last sentence begins with no word that asks for more.
fn is_yes_or_no(question: &str) -> bool {
    let last = question.rsplit(". ").next().unwrap_or_default();
    !asks_for_more(&last.split(' ').next().unwrap_or_default().to_lowercase())
}

fn flag(holds: bool) -> f32 {
    if holds { 1.0 } else { 0.0 }
}

fn set(bits: u32, bit: usize) -> u32 {
    u32::try_from(bit)
        .ok()
        .and_then(|bit| 1_u32.checked_shl(bit))
        .map_or(bits, |bit| bits | bit)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of words are far below 2^24"
)]
fn count(number: usize) -> f32 {
    number as f32
}

/// What defines comes before what mentions or sums up.
fn prior(section: &Section, entry: &Entry) -> f32 {
    if !entry.has_text {
        return -0.6;
    }
    match &section.kind {
        SectionKind::Term | SectionKind::Action { .. } => 0.2,
        SectionKind::Ploy { .. }
        | SectionKind::Equipment { .. }
        | SectionKind::Stratagem { .. }
        | SectionKind::Datacard
        | SectionKind::Question
        | SectionKind::Ability { .. } => 0.15,
        SectionKind::Rule | SectionKind::EventCard { .. } | SectionKind::Mission => 0.1,
        SectionKind::Step { .. } => 0.0,
        SectionKind::KeyNumbers | SectionKind::Document => -0.15,
        SectionKind::Group => -0.6,
    }
}
