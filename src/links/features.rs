//! The features of a mention: what may tell whether some words mean a section.
//!
//! A feature is a number between about -1 and 4 that [`weights`](super::weights) explains and weighs.
//! Most are 0 or 1. Features of the name come from [`statistics`](super::statistics), those of the
//! occurrence from [`typography`](super::typography), and those of the target from the rules tree.

use std::ops::Range;

use strum::EnumCount;

use super::names::SectionName;
use super::prior;
use super::scan::Scan;
use super::statistics::NameCounts;
use super::weights::Feature;
use super::words::{Phrase, is_ideograph, words};
use crate::analyzer::{Language, Stemmer, exact};
use crate::rules::{SectionKind, SectionRef, TitleRole, title_above};

/// The maximum number of sections below the same heading that are counted.
const MAX_ENTRIES: usize = 50;

/// The maximum number of letters of an ending.
const MAX_ENDING: usize = 6;

/// The features of one mention, in the order of [`Feature`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MentionFeatures(pub [f32; Feature::COUNT]);

impl MentionFeatures {
    fn zero() -> Self {
        Self([0.0; Feature::COUNT])
    }

    fn set(&mut self, feature: Feature, value: f32) {
        self.0[feature as usize] = value;
    }

    fn flag(&mut self, feature: Feature, value: bool) {
        self.set(feature, f32::from(u8::from(value)));
    }

    /// Whether a feature is not 0.
    pub fn has(&self, feature: Feature) -> bool {
        self.0[feature as usize] != 0.0
    }

    /// Returns the sum of the features, each times its weight.
    pub fn score(&self, weights: &[f32; Feature::COUNT]) -> f32 {
        let values = self.0.iter().zip(weights);
        values.map(|(value, weight)| value * weight).sum()
    }
}

impl Scan<'_> {
    /// Computes the features of an occurrence that do not depend on its target.
    pub fn occurrence_features(
        &self,
        words: &Range<usize>,
        is_inside_name: bool,
        namesakes: usize,
    ) -> MentionFeatures {
        let (phrase, typography) = (self.phrase, &self.typography);
        let range = typography.range(words);
        let stems = phrase.stems(words.clone());
        let counts = self.statistics.name(&stems);
        let mut features = MentionFeatures::zero();
        features.set(Feature::Bias, 1.0);
        let content: Vec<_> = words
            .clone()
            .filter(|at| !prior::is_grammar(phrase.language, &phrase.exact(*at)))
            .collect();
        let everyday = content
            .iter()
            .map(|at| prior::everyday(phrase.language, &phrase.exact(*at)));
        let everyday = everyday.fold(1.0, f32::min);
        let ideographs = stems.chars().filter(|c| is_ideograph(*c)).count();
        let length =
            as_f32(content.len() - ideographs.min(content.len())) + as_f32(ideographs) / 2.0;
        features.set(Feature::Words, (length - 1.0).clamp(-1.0, 3.0));
        features.flag(Feature::Short, range.len() <= 2);
        let is_written = |at: &usize| typography.is_capitalised(*at);
        let is_capital = !content.is_empty() && content.iter().all(is_written);
        let is_lower = content.first().is_some_and(|at| typography.is_lower(*at));
        let is_inside =
            typography.is_inside_sentence(words.start) || is_capital && content.len() > 1;
        let rate = 1.0 - (2.0 * self.statistics.capital_rate).min(1.0);
        let capital = capital_share(&counts) - 0.5;
        let frequency = self.statistics.frequency(&counts);
        if is_capital && is_inside {
            features.set(Feature::Capital, rate);
            features.set(Feature::CapitalEveryday, everyday);
            features.set(Feature::CapitalShare, capital * rate);
        } else {
            features.flag(Feature::LowerCase, is_lower);
            features.set(Feature::Everyday, everyday);
            features.flag(Feature::NoPrior, phrase.language != Language::default());
            features.set(Feature::LowerShare, capital * rate);
            features.set(Feature::Frequency, frequency);
            features.set(Feature::Spread, self.statistics.spread(&counts));
            let letters = stems.chars().count() + 2 * ideographs;
            features.set(Feature::Letters, as_f32(letters.min(15)) / 10.0);
        }
        features.set(
            Feature::MarkedShare,
            (rounded(counts.marked, counts.total) * 10.0).min(1.0),
        );
        let linked = ((as_f32(counts.linked as usize) + 0.5)
            / (as_f32(counts.total as usize - counts.linked as usize) + 2.0))
            .ln();
        features.set(
            Feature::LinkedShare,
            linked.clamp(-3.0, 3.0) * self.statistics.link_density,
        );
        features.set(Feature::Namesakes, as_f32(namesakes).ln());
        let is_strong = typography.is_whole(&range, |style| style.strong);
        let is_label = typography.is_label(&range);
        features.flag(Feature::Bold, is_strong && !is_label);
        features.flag(
            Feature::Italic,
            typography.is_whole(&range, |style| style.emphasis) && !is_label,
        );
        features.flag(Feature::Quoted, typography.is_quoted(&range));
        features.flag(Feature::Label, is_label);
        features.flag(
            Feature::Alone,
            range.len() == typography.text.plain.trim().len(),
        );
        features.flag(Feature::Listed, typography.is_listed(&range));
        features.flag(Feature::Joined, typography.is_joined(&range));
        features.flag(Feature::InsideName, is_inside_name);
        if content.iter().any(is_written) {
            features.flag(Feature::ContinuedAfter, typography.continues_after(words));
            features.flag(Feature::ContinuedBefore, typography.continues_before(words));
        }
        features.flag(
            Feature::OwnTitle,
            self.is_part_of_own_title(phrase.all_stems(words.clone())),
        );
        features
    }

    /// Adds the features that depend on the target of a mention.
    pub fn add_target_features(
        &self,
        features: &mut MentionFeatures,
        words: &Range<usize>,
        name: &SectionName,
        has_value: bool,
    ) {
        let book = &self.graph.book;
        let at = name.section;
        let section = book.section(at);
        let from = book.section(self.from);
        features.flag(Feature::Value, name.parameter && has_value);
        features.flag(Feature::NoValue, name.parameter && !has_value);
        let is_document = section.parent.is_none() || book.is_whole_document(at);
        let names_kind = |word: usize| word < self.phrase.words.len() && self.names_kind(at, word);
        features.flag(Feature::KindAfter, names_kind(words.end));
        features.flag(
            Feature::KindBefore,
            words.start.checked_sub(1).is_some_and(names_kind),
        );
        features.flag(
            Feature::SameScope,
            section
                .parent
                .is_some_and(|parent| book.contains(parent, self.from)),
        );
        let is_same = section.document == from.document;
        features.flag(Feature::SameDocument, is_same);
        let (here, there) = (book.document_of(self.from), book.document_of(at));
        features.flag(
            Feature::SameFolder,
            !is_same && here.source.folders() == there.source.folders(),
        );
        if !is_same {
            features.set(
                Feature::Authority,
                self.statistics.authority(section.document),
            );
            let related = self.related.get(&section.document).copied().unwrap_or(0);
            features.set(Feature::Related, (1.0 + as_f32(related as usize)).ln());
        }
        features.flag(Feature::OtherLanguage, here.language != there.language);
        let role = match section.title_role {
            TitleRole::Subject => None,
            TitleRole::Label => Some(Feature::TitleLabel),
            TitleRole::Caption => Some(Feature::TitleCaption),
            TitleRole::Stub => Some(Feature::TitleStub),
            TitleRole::Reference => Some(Feature::TitleReference),
        };
        if let Some(role) = role {
            features.set(role, 1.0);
        }
        let entries = section.parent.map_or_else(
            || self.statistics.documents_of_folder(there.source.folders()),
            |parent| book.children(parent).take(MAX_ENTRIES).count(),
        );
        features.set(Feature::Entries, (as_f32(entries) + 1.0).log10());
        features.set(Feature::Depth, as_f32(book.upwards(at).count()) - 2.0);
        let length = section.span.end.saturating_sub(section.span.start);
        features.set(
            Feature::Length,
            (as_f32(length as usize) + 1.0).log10() - 2.0,
        );
        features.flag(Feature::Document, is_document);
        features.flag(Feature::Group, matches!(section.kind, SectionKind::Group));
        features.flag(
            Feature::Step,
            matches!(section.kind, SectionKind::Step { .. }),
        );
        features.flag(Feature::Term, matches!(section.kind, SectionKind::Term));
        features.flag(Feature::RunIn, section.run_in);
        features.set(Feature::Inflected, self.inflection(words, &section.title));
    }

    /// Whether words are written as in the title of a section, whatever their case.
    pub fn is_as_titled(&self, found: &Range<usize>, section: SectionRef) -> bool {
        let title = &self.graph.book.section(section).title;
        let mut title = words(title).map(|word| exact(&title[word.start..word.end]));
        found
            .clone()
            .all(|at| title.next() == Some(self.phrase.exact(at)))
    }

    /// Returns how far the endings of words are from those of a title, in pairs of letters: 0 for a plural,
    /// about 1 for `jumped` and `Jumping`, 2 for `visibility` and `Visible`. Words of which less than half
    /// begin alike, or that are not as many, are no forms of each other, but another name, with no ending.
    fn inflection(&self, found: &Range<usize>, title: &str) -> f32 {
        let title: Vec<_> = words(title)
            .map(|word| exact(&title[word.start..word.end]))
            .collect();
        if title.len() != found.len() {
            return 0.0;
        }
        let mut most = 1;
        for (at, word) in found.clone().zip(title) {
            let found = self.phrase.exact(at);
            let same = found.chars().zip(word.chars());
            let same = same.take_while(|(a, b)| a == b).count();
            let longest = found.chars().count().max(word.chars().count());
            if 2 * same < longest {
                return 0.0;
            }
            most = most.max(longest - same);
        }
        as_f32(most.min(MAX_ENDING) - 1) / 2.0
    }

    /// Whether a word beside a mention names the kind of the target: a word of the titles and folders
    /// above the target, or of its kind, as in `the Dodge action` or `Heavy terrain`.
    fn names_kind(&self, target: SectionRef, word: usize) -> bool {
        let stem = self.phrase.stem(word);
        if stem.chars().count() < 3 && !stem.contains(is_ideograph)
            || prior::is_grammar(self.phrase.language, &self.phrase.exact(word))
        {
            return false;
        }
        let book = &self.graph.book;
        let mut above = book.upwards(target).skip(1);
        above.any(|at| has_word(title_above(&book.section(at).title), stem))
            || has_word(book.document_of(target).source.folders(), stem)
            || book
                .section(target)
                .tags
                .iter()
                .any(|tag| has_word(title_above(tag), stem))
    }

    /// Whether the words are a part of a title around the text: `bat` in the entry `Fire Bat`.
    fn is_part_of_own_title(&self, stems: &str) -> bool {
        let mut titles = self.own_titles.iter();
        titles.any(|title| {
            let found = title.find(stems);
            found.is_some_and(|at| {
                let (before, after) = (&title[..at], &title[at + stems.len()..]);
                (before.is_empty() || before.ends_with(' '))
                    && (after.is_empty() || after.starts_with(' '))
            })
        })
    }
}

/// Returns the stems of the titles around a section with all articles, its own first.
pub fn own_titles(
    graph: &super::graph::LinkGraph,
    from: SectionRef,
    stemmer: &mut Stemmer,
) -> Vec<String> {
    let book = &graph.book;
    let titles = book
        .upwards(from)
        .map(|at| title_above(&book.section(at).title));
    titles
        .map(|title| {
            let phrase = Phrase::new(title, stemmer);
            phrase.all_stems(0..phrase.words.len()).to_owned()
        })
        .collect()
}

/// Whether a text has a word with this stem, judging by the word's beginning.
fn has_word(text: &str, stem: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| {
        let rest = word.len().checked_sub(stem.len());
        rest.is_some_and(|rest| rest <= 2)
            && word.get(..stem.len()).is_some_and(|start| {
                start.eq_ignore_ascii_case(stem) || start.to_lowercase() == stem
            })
    })
}

/// Returns the share of a name's occurrences inside sentences that are capitalised, smoothed.
fn capital_share(counts: &NameCounts) -> f32 {
    (as_f32(counts.capital as usize) + 1.0)
        / (as_f32((counts.capital + counts.lower) as usize) + 2.0)
}

fn rounded(part: u32, all: u32) -> f32 {
    as_f32(part as usize) / (as_f32(all as usize) + 2.0)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a feature needs no more precision"
)]
fn as_f32(number: usize) -> f32 {
    number as f32
}
