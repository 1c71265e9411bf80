//! Finds the links of a text: links that the author wrote, and mentions of names. A mention never
//! overlaps another link, and the longest name that is a link wins.
//!
//! Each occurrence of a name with each section of that name is a candidate, with one row of
//! [`MentionFeatures`]. The words are a link if the best candidate's score is above a threshold, and the
//! second best is not as good.

use std::ops::Range;

use super::explicit::{self, MAX_TARGETS};
use super::features::{MentionFeatures, own_titles};
use super::graph::LinkGraph;
use super::level::threshold;
use super::link::Link;
use super::names::{MAX_WORDS, SectionName, considered, is_rule_number};
use super::prior;
use super::scan::Scan;
use super::typography::Typography;
use super::value;
use super::weights::{Feature, MARGIN, WEIGHTS};
use super::words::{Phrase, trimmed};
use super::written::{self, Written};
use crate::rules::slug::straighten;
use crate::rules::{RichText, SectionKind, SectionRef, TitleRole, is_sentence};

/// The maximum number of mentions in one text. A longer list of links helps nobody.
const MAX_MENTIONS: usize = 4096;

/// The minimum length in bytes of a run-in rule that defines its label without repeating it.
const SHORTEST_DEFINITION: u32 = 40;

/// Words that may mean a section.
#[derive(Clone, Debug)]
pub struct LinkCandidate {
    /// The byte range of the words in the text, with the value of the name's parameter.
    pub range: Range<usize>,
    /// The section that the words may mean.
    pub target: SectionRef,
    /// What tells whether they do.
    pub features: MentionFeatures,
    /// The sum of the features, each times its weight.
    pub score: f32,
    value: Option<Range<usize>>,
}

/// An occurrence of a name in a text.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// The words, as indices into the words of the text.
    pub words: Range<usize>,
    /// The byte range of the words.
    pub range: Range<usize>,
    /// Whether the name is that of a section around the text. Such words are no link.
    pub is_own: bool,
    /// The sections that the words may mean, best first.
    pub candidates: Vec<LinkCandidate>,
}

impl LinkGraph {
    /// Returns the links in a text of section `from`, in order and without overlaps: links that the
    /// author wrote, and mentions of names.
    pub fn links_in(&self, from: SectionRef, text: &RichText) -> Vec<Link> {
        let (written, targets) = self.opened_links(from, text);
        let linked = written.iter().map(|link| link.range.len());
        let mut links = Vec::new();
        if linked.sum::<usize>() < text.plain.len() {
            self.scan(from, text, &written, |scan| links = scan.mentions());
        }
        links.extend(self.explicit_links(from, text, written, targets));
        links.sort_by_key(|link| link.range.start);
        links
    }

    /// Returns the links in a text of section `from` that the author wrote, in order.
    pub fn written_links(&self, from: SectionRef, text: &RichText) -> Vec<Link> {
        let (written, targets) = self.opened_links(from, text);
        self.explicit_links(from, text, written, targets)
    }

    /// Returns the links that the author wrote, with their targets. The text of a link that leads nowhere
    /// may contain mentions, like any other text.
    fn opened_links<'a>(
        &self,
        from: SectionRef,
        text: &'a RichText,
    ) -> (Vec<Written<'a>>, Vec<Vec<SectionRef>>) {
        let written = if self.hides_links {
            Vec::new()
        } else {
            written::written(text)
        };
        let opened = written.into_iter().map(|link| {
            let targets = explicit::opens(self, from, link.target);
            (link, targets)
        });
        opened
            .filter(|(link, targets)| {
                !targets.is_empty() || link.code || written::is_external(link.target)
            })
            .unzip()
    }

    fn explicit_links(
        &self,
        from: SectionRef,
        text: &RichText,
        written: Vec<Written<'_>>,
        targets: Vec<Vec<SectionRef>>,
    ) -> Vec<Link> {
        let mut links = Vec::new();
        for (link, targets) in written.into_iter().zip(targets) {
            let range = trimmed(&text.plain, link.range);
            if targets.iter().any(|to| *to != from) && !range.is_empty() {
                let has_parameter = self.book.section(targets[0]).parameter.is_some();
                let text = &text.plain[range.clone()];
                let value = has_parameter.then(|| self.value_of(from, text));
                links.push(Link {
                    range,
                    targets,
                    value: value.flatten(),
                    explicit: true,
                });
            }
        }
        links
    }

    /// Returns all occurrences of names in a text of section `from`, whether or not they are links, in
    /// order. Those that start at the same word are sorted by length, longest first.
    pub fn occurrences(&self, from: SectionRef, text: &RichText) -> Vec<Occurrence> {
        let written = if self.hides_links {
            Vec::new()
        } else {
            written::written(text)
        };
        let mut all = Vec::new();
        self.scan(from, text, &written, |scan| {
            for at in 0..scan.phrase.words.len() {
                let mut is_inside_name = false;
                scan.names.longest(scan.phrase, at, |words| {
                    all.extend(scan.occurrence(&words, is_inside_name, 0));
                    is_inside_name |= words.len() > 1 && scan.is_name(&words);
                    None::<()>
                });
            }
        });
        all
    }

    fn scan(
        &self,
        from: SectionRef,
        text: &RichText,
        written: &[Written<'_>],
        work: impl FnOnce(&Scan<'_>),
    ) {
        let game = self.book.game_of(from);
        let mut stemmer = self.stemmer(self.book.document_of(from).language);
        let phrase = Phrase::new(&text.plain, &mut stemmer);
        let own_titles = own_titles(self, from, &mut stemmer);
        self.return_stemmer(stemmer);
        work(&Scan {
            graph: self,
            names: self.names(game),
            statistics: self.game_statistics(game),
            from,
            text,
            phrase: &phrase,
            typography: Typography::new(text, &phrase),
            written,
            own_titles,
            related: &self.related(self.book.section(from).document),
        });
    }
}

impl Scan<'_> {
    fn mentions(&self) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::new();
        let mut at = 0;
        while at < self.phrase.words.len() && links.len() < MAX_MENTIONS {
            if let Some(end) = self.end_of_game_name(at) {
                at = end;
                continue;
            }
            let last = links.last().map_or(0, |last| last.range.end);
            let mut is_inside_name = false;
            let found = self.names.longest(self.phrase, at, |words| {
                let found = self.occurrence(&words, is_inside_name, last);
                is_inside_name |= words.len() > 1 && self.is_name(&words);
                let found = found?;
                let link = self.link(&found);
                (found.is_own || link.is_some()).then_some((words.end, link))
            });
            at = found.as_ref().map_or(at + 1, |(end, _)| *end);
            if let Some((_, Some(link))) = found {
                // A value may be the start of another name: `8` in `Range 8 Barrel Gun`.
                let rest = self.phrase.words[at..].iter();
                at += rest.take_while(|word| word.start < link.range.end).count();
                links.push(link);
            }
        }
        links
    }

    /// Returns the end of the name of the game, if it starts at this word. A part of it is no mention.
    fn end_of_game_name(&self, at: usize) -> Option<usize> {
        let name = &self.names.game;
        let rest = name.strip_prefix(self.phrase.stem(at))?;
        let last = (at + MAX_WORDS).min(self.phrase.words.len());
        let mut ends = (at + 1..=last).filter(|_| rest.starts_with(' '));
        ends.find(|end| self.phrase.stems(at..*end) == *name)
    }

    fn is_name(&self, words: &Range<usize>) -> bool {
        let gaps = self.phrase.gaps(words.clone());
        let names = self.names.get(&self.phrase.stems(words.clone()));
        names.iter().any(|name| name.gaps == gaps)
    }

    /// Returns the occurrence of a name at these words, if there is one.
    fn occurrence(
        &self,
        words: &Range<usize>,
        is_inside_name: bool,
        last: usize,
    ) -> Option<Occurrence> {
        let stems = self.phrase.stems(words.clone());
        let names = self.names.get(&stems);
        let range = self.typography.range(words);
        let is_number = stems.starts_with(|c: char| c.is_ascii_digit())
            || is_rule_number(&self.text.plain[range.clone()]);
        let is_grammar = |at| prior::is_grammar(self.phrase.language, &self.phrase.exact(at));
        if names.is_empty()
            || self.names.is_never_linked(&stems)
            || !is_number && words.clone().all(is_grammar)
        {
            return None;
        }
        // A heading that is a rule is no name that texts mention.
        let section = |name: &SectionName| self.graph.book.section(name.section);
        if names.iter().all(|name| is_sentence(&section(name).title)) {
            return None;
        }
        if written::overlaps(self.written, &range) || self.typography.is_address(&range) {
            return None;
        }
        let mut found = Occurrence {
            words: words.clone(),
            range,
            is_own: self.is_own(names) || self.ends_document_title(words),
            candidates: Vec::new(),
        };
        if !found.is_own {
            found.candidates = self.candidates(words, names, is_inside_name, last);
        }
        Some(found)
    }

    fn candidates(
        &self,
        words: &Range<usize>,
        names: &[SectionName],
        is_inside_name: bool,
        last: usize,
    ) -> Vec<LinkCandidate> {
        let gaps = self.phrase.gaps(words.clone());
        let places = [false, true].map(|has_parameter| self.extent(has_parameter, words, last));
        let features = self.occurrence_features(words, is_inside_name, names.len());
        let names = considered(names, self.from)
            .filter(|name| name.gaps == gaps && self.defines(name.section))
            // Without its value, another form of a name that takes one is another word: `ranged` is
            // not `Range x`.
            .filter(|name| {
                let has_value = places[1].1.is_some();
                !name.parameter || has_value || self.is_as_titled(words, name.section)
            });
        let candidates = names.map(|name| {
            let (range, value) = &places[usize::from(name.parameter)];
            let mut features = features;
            self.add_target_features(&mut features, words, name, value.is_some());
            LinkCandidate {
                range: range.clone(),
                target: name.section,
                score: features.score(&WEIGHTS),
                features,
                value: value.clone(),
            }
        });
        let mut candidates: Vec<_> = candidates.collect();
        // Sections whose name is written exactly so come before those of which it is another form.
        let is_exact = |candidate: &LinkCandidate| !candidate.features.has(Feature::Inflected);
        if candidates.iter().any(is_exact) {
            candidates.retain(is_exact);
        }
        candidates.sort_by(|one, other| other.score.total_cmp(&one.score));
        candidates
    }

    /// Builds the link of the best of the candidates, which are sorted, if it is a link.
    fn link(&self, found: &Occurrence) -> Option<Link> {
        let candidates = &found.candidates;
        let best = candidates.first()?;
        let second = candidates.get(1).map_or(f32::MIN, |second| second.score);
        let stems = self.phrase.stems(found.words.clone());
        // The number of a rule means nothing else.
        let is_number = is_rule_number(&self.text.plain[found.range.clone()]);
        let threshold = if is_number || self.names.is_always_linked(&stems) {
            f32::MIN
        } else {
            threshold(self.graph.level())
        };
        if best.score < threshold || best.score - second < MARGIN {
            return None;
        }
        let is_likely =
            |other: &&LinkCandidate| other.score >= threshold && other.range == best.range;
        let targets = candidates.iter().filter(is_likely).take(MAX_TARGETS);
        let value = best.value.clone();
        Some(Link {
            range: best.range.clone(),
            targets: targets.map(|other| other.target).collect(),
            value: value.map(|value| straighten(&self.text.plain[value])),
            explicit: false,
        })
    }

    /// Whether the title of the document ends with the words: in the entry `Fire Bat`, `bat` is the
    /// fire bat.
    fn ends_document_title(&self, words: &Range<usize>) -> bool {
        let start = self
            .own_titles
            .last()
            .and_then(|title| title.strip_suffix(self.phrase.all_stems(words.clone())));
        start.is_some_and(|start| start.ends_with(' '))
    }

    /// Whether one of these names, which are in reading order, is that of a section around the text.
    fn is_own(&self, names: &[SectionName]) -> bool {
        let mut around = self.graph.book.upwards(self.from);
        around.any(|at| names.binary_search_by_key(&at, |name| name.section).is_ok())
    }

    /// Whether a section may define a name. A question is not a name, a table of key numbers only repeats
    /// rules, and a label before a few words, such as `**GM:** offer a choice.`, defines nothing.
    fn defines(&self, section: SectionRef) -> bool {
        let section = self.graph.book.section(section);
        let length = section.span.end.saturating_sub(section.span.start);
        let is_mere_label = section.run_in
            && section.title_role == TitleRole::Label
            && !is_rule_number(&section.title)
            && length < SHORTEST_DEFINITION;
        !is_mere_label && !matches!(section.kind, SectionKind::Question | SectionKind::Table)
    }

    /// Returns the byte range of a mention, including its distance and value, and the byte range of
    /// the value alone. The range starts at byte `last` or later.
    fn extent(
        &self,
        has_parameter: bool,
        words: &Range<usize>,
        last: usize,
    ) -> (Range<usize>, Option<Range<usize>>) {
        let plain = &self.text.plain;
        let (start, end) = (
            self.phrase.words[words.start].start,
            self.phrase.words[words.end - 1],
        );
        if !has_parameter {
            return (start..end.end, None);
        }
        let value = value::after(plain, end.full_end);
        // In `Range 8" Devastating 3`, the distance is the value of the first name, not the start of
        // the second.
        let distance = value::before(plain, start).filter(|distance| distance.start >= last);
        let from = distance.map_or(start, |distance| distance.start);
        let to = value.as_ref().map_or(end.end, |value| value.end);
        (from..to, value)
    }
}
