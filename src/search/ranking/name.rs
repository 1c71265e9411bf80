//! How a section's name answers a query: its title, its labels, the titles above it, and what players call it.

use super::super::entry::{Entry, Name};
use super::super::terms::FORM;
use super::{Answers, Judge, set};
use crate::rules::{Section, SectionKind, SectionRef};

/// How one name is answered.
struct NameMatch {
    answers: Answers,
    /// How much of the name was typed, 0 to 1.
    typed: f32,
}

/// How a section is named by a query.
pub(super) struct Naming {
    title: NameMatch,
    labels: Answers,
    /// Whether a label is typed that says more than where the section stands.
    labelled: bool,
    above: NameMatch,
    path: Answers,
    synonym: Answers,
    /// The best synonym that leads to the section.
    pub via: Option<usize>,
    /// How well the name says what was typed, 0 to 1.
    pub name: f32,
    /// Whether the query names the section.
    pub named: bool,
    /// Whether the title starts with the query, letter by letter.
    pub start: bool,
    /// How surely it starts so: less, where it does in other forms of the words.
    pub begins: f32,
    /// 1 where the title is the query, a half where it is so with the title above or as a player's phrase.
    pub exactness: f32,
}

/// A name is typed in full from this share on: the forms of a word count for less than the word.
const IN_FULL: f32 = 0.88;
/// A name that is typed in full with a mistake in it is answered at least so well.
const MISTYPED: f32 = 0.6;
/// The letters of a name were typed, whole or in part: another form of a word is not that.
const LETTER_BY_LETTER: f32 = 0.93;
/// How much it counts that a name starts with other forms of the words.
const IN_OTHER_FORMS: f32 = 0.2;
/// A question is a title, but no name: who types a name looks for what is called so.
const QUESTION: f32 = 0.5;
/// The name of a rule that holds in one mission only, beside one that holds everywhere.
const LOCAL: f32 = 0.6;
/// Whose label is typed is named, if not by its title.
const BY_LABEL: f32 = 0.3;

impl Naming {
    /// How well the section's own names and its synonyms answer a group.
    pub(super) fn said(&self, group: usize) -> f32 {
        self.title.answers[group]
            .max(self.labels[group])
            .max(self.synonym[group])
    }

    /// How well its title and labels do.
    pub(super) fn literal(&self, group: usize) -> f32 {
        self.title.answers[group].max(self.labels[group])
    }

    pub(super) fn title(&self) -> &Answers {
        &self.title.answers
    }

    pub(super) fn path(&self) -> &Answers {
        &self.path
    }

    /// The groups that are half of the title, or begin that of a document, or are a synonym of it, as bits.
    pub(super) fn defining(&self, groups: usize, kind: &SectionKind) -> u32 {
        let titled = self.title.typed >= 0.5 || self.start && *kind == SectionKind::Document;
        let half = |group: &usize| {
            self.synonym[*group] >= 0.5 || titled && self.title.answers[*group] >= 0.5
        };
        (0..groups).filter(half).fold(0, set)
    }
}

impl Judge<'_> {
    /// Judges all names of a section.
    pub(super) fn naming(&self, at: SectionRef, section: &Section, entry: &Entry) -> Naming {
        let mut title = self.name(&entry.title);
        self.parameter(section, &mut title);
        let above = self.name(&entry.above);
        let path = self.path(entry, &above);
        let (via, synonym) = self.synonym(at);
        let mut labels = self.answers(&entry.labels);
        // A keyword that is the team's name says no more than the team's name.
        for (label, place) in labels
            .iter_mut()
            .zip(&path)
            .filter(|(_, place)| **place > 0.0)
        {
            *label = label.min(*place);
        }
        let labelled = labels
            .iter()
            .zip(&path)
            .any(|(label, place)| self.weights.label * label > *place);
        let labels = labels.map(|quality| self.weights.label * quality);
        let start = self.weights.start > 0.0 && self.starts(entry, LETTER_BY_LETTER);
        let begins = if start {
            1.0
        } else if self.starts(entry, FORM.0) {
            IN_OTHER_FORMS
        } else {
            0.0
        };
        let mut naming = Naming {
            title,
            labels,
            labelled,
            above,
            path,
            synonym,
            via,
            name: 0.0,
            named: false,
            start,
            begins,
            exactness: 0.0,
        };
        self.weigh(&mut naming, entry, section);
        naming
    }

    /// Sums up what speaks for a name.
    fn weigh(&self, naming: &mut Naming, entry: &Entry, section: &Section) {
        let typed = naming
            .title
            .typed
            .max(naming.via.map_or(0.0, |_| self.weights.synonym));
        let typed = if naming.labelled {
            typed.max(BY_LABEL)
        } else {
            typed
        };
        // Words of the path are the section's only where it has some word of its own.
        let titled = naming.labelled
            || self.sum(|group| naming.title.answers[group].max(naming.synonym[group])) > 0.0;
        let path = |group: usize| if titled { naming.path[group] } else { 0.0 };
        let said = self.sum(|group| naming.said(group).max(path(group)));
        let own = self.sum(|group| naming.literal(group));
        let in_full = naming.title.typed > IN_FULL;
        let with_above =
            self.sum(|group| naming.title.answers[group].max(naming.above.answers[group]));
        let exact =
            in_full && own > MISTYPED && self.terms.groups.len() == entry.title.weights.len();
        // A player's phrase that is typed in full is meant as one, and not by its words.
        let phrase = naming.via.is_some_and(|number| self.is_phrase(number));
        // A title that is typed in full, with words behind or before it that only say where it stands.
        let place = |group: usize| if naming.path[group] > 0.0 { 1.0 } else { 0.0 };
        let with_place = self.sum(|group| naming.title.answers[group].max(place(group)));
        naming.exactness = if exact {
            if own > IN_FULL { 1.0 } else { own * own }
        } else if phrase
            || in_full
                && (naming.above.typed > IN_FULL && with_above > IN_FULL
                    || own > 0.0 && with_place > IN_FULL)
        {
            0.5
        } else {
            0.0
        };
        naming.named = said >= 0.72 && typed >= 0.3 || in_full && own >= 0.4 || naming.start;
        naming.name = said * (0.7 + 0.3 * said) * if titled { 0.5 + 0.5 * typed } else { 0.5 };
        if section.kind == SectionKind::Question && !self.terms.asked {
            naming.name *= QUESTION;
        }
        if self.weights.scope && exact && !self.terms.asked && self.is_local(section) {
            (naming.exactness, naming.begins) = (0.0, 0.0);
            naming.name *= LOCAL;
        }
    }

    /// Whether a rule holds in one mission only.
    fn is_local(&self, section: &Section) -> bool {
        let mut above = std::iter::successors(section.parent, |at| self.book.section(*at).parent);
        section.run_in && above.any(|at| self.book.section(at).kind == SectionKind::Mission)
    }

    fn name(&self, name: &Name) -> NameMatch {
        let mut answers = Answers::default();
        let mut typed = 0.0;
        for same in name.postings.chunk_by(|a, b| a.position == b.position) {
            let mut closest = 0.0_f32;
            for (group, quality, closeness) in
                same.iter().flat_map(|posting| self.terms.of(posting.word))
            {
                answers[group] = answers[group].max(quality);
                closest = closest.max(closeness);
            }
            let position = same.first().map_or(0, |posting| posting.position);
            typed += closest
                * name
                    .weights
                    .get(position as usize)
                    .copied()
                    .unwrap_or_default();
        }
        let all: f32 = name.weights.iter().sum();
        NameMatch {
            answers,
            typed: if all > 0.0 {
                (typed / all).min(1.0)
            } else {
                0.0
            },
        }
    }

    /// A number typed behind `Piercing` is the x of `Piercing x`.
    fn parameter(&self, section: &Section, title: &mut NameMatch) {
        let named = title.answers.iter().any(|quality| *quality > 0.0);
        if section.parameter.is_some() && named {
            for (group, answer) in self.terms.groups.iter().zip(&mut title.answers) {
                if group.text.starts_with(|c: char| c.is_ascii_digit()) {
                    *answer = answer.max(0.9);
                }
            }
        }
    }

    /// What the titles above answer: the one directly above counts more.
    fn path(&self, entry: &Entry, above: &NameMatch) -> Answers {
        let weight = self.weights.path;
        let mut path = self.answers(&entry.path).map(|quality| weight * quality);
        for (answer, above) in path.iter_mut().zip(above.answers) {
            *answer = answer.max((weight + weight * (1.0 - weight)) * above);
        }
        path
    }

    /// The best synonym that leads to a section, and what it answers.
    fn synonym(&self, at: SectionRef) -> (Option<usize>, Answers) {
        let mut answers = Answers::default();
        let mut best = None;
        for (number, used) in self.synonyms.iter().enumerate() {
            let Some((_, sure)) = used.targets.iter().find(|(target, _)| *target == at) else {
                continue;
            };
            let quality = self.weights.synonym * sure;
            for (group, answer) in answers
                .iter_mut()
                .enumerate()
                .filter(|(group, _)| used.groups >> group & 1 == 1)
            {
                if quality > *answer {
                    *answer = quality;
                    best = Some(number).filter(|_| group < self.terms.groups.len());
                }
            }
        }
        (best, answers)
    }

    /// Whether a synonym of several words is all that the query says.
    fn is_phrase(&self, synonym: usize) -> bool {
        let groups = self.synonyms.get(synonym).map_or(0, |used| used.groups);
        groups.count_ones() > 1
            && self.sum(|group| f32::from(u8::from(groups >> group & 1 == 1))) > 0.9
    }

    /// Whether the title starts with the words typed, in their order, each at least so surely meant.
    fn starts(&self, entry: &Entry, least: f32) -> bool {
        let postings = &entry.title.postings;
        let answers = |position: u32, group: usize| {
            let here = postings
                .iter()
                .filter(|posting| posting.position == position);
            here.flat_map(|posting| self.terms.of(posting.word))
                .any(|(own, quality, _)| own == group && quality >= least)
        };
        let groups = self.terms.groups.len();
        groups > 0
            && (0..)
                .zip(0..groups)
                .all(|(position, group)| answers(position, group))
    }
}
