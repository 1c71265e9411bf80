//! Finds the links of a text: links that the author wrote, and mentions of names. Longer names win
//! over shorter ones, and a mention never overlaps another link.

use std::cell::{LazyCell, OnceCell};
use std::ops::Range;

use super::documents;
use super::explicit::{self, Written};
use super::graph::{Link, LinkGraph, References};
use super::names::{NameIndex, NameOrigin, Reach, SectionName};
use super::siblings::family;
use super::typography::{Case, KINDS, Typography};
use super::value;
use super::words::{Phrase, SMALL_WORDS, trimmed};
use crate::rules::{RichText, SectionRef, title_above};

/// The maximum number of sections with the same name that a mention can mean on each side of its
/// text in reading order. The nearest are used, and in any case the first in the game.
const MAX_NAMESAKES: usize = 64;

/// If more sections than this share a name, the name counts as everyday English: every class may
/// have `Hit Points`.
pub const MAX_DEFINITIONS: usize = 8;

impl LinkGraph {
    /// Returns the links in a text of section `from`, in order and without overlaps: links that the
    /// author wrote, and mentions of terms.
    pub fn links_in(&self, from: SectionRef, text: &RichText) -> Vec<Link> {
        let references = self.references(self.book.game_of(from));
        self.links_among(from, text, references)
    }

    /// Like [`Self::links_in`]. With `references`, leaves out mentions of most sections of documents that
    /// are not among them: see [`Scan::link`].
    pub(super) fn links_among(
        &self,
        from: SectionRef,
        text: &RichText,
        references: Option<&References>,
    ) -> Vec<Link> {
        let mut written = explicit::written(text);
        let mut opened: Vec<_> = Vec::with_capacity(written.len());
        // The text of a link that leads nowhere may contain mentions, like any other text.
        written.retain(|link| {
            let targets = explicit::opens(self, from, link.target);
            let is_text = targets.is_empty() && !link.code && !explicit::is_external(link.target);
            opened.extend((!is_text).then_some(targets));
            !is_text
        });
        let document = self.book.document_of(from);
        let names = self.names(document.game);
        let is_caption = || text.runs.iter().all(|run| run.style.strong);
        let is_linked =
            written.iter().map(|link| link.range.len()).sum::<usize>() == text.plain.len();
        let may_mention =
            !is_linked && !(names.is_large && (documents::has_no_rules(document) || is_caption()));
        let mut links = if may_mention {
            let phrase = &Phrase::new(&text.plain);
            let scan = Scan {
                graph: self,
                names,
                from,
                text,
                phrase,
                references,
                typography: Typography::new(text, phrase, names.is_large),
                written: &written,
                siblings: OnceCell::new(),
                titles: OnceCell::new(),
            };
            scan.mentions()
        } else {
            Vec::new()
        };
        for (link, targets) in written.iter().zip(opened) {
            let range = trimmed(&text.plain, link.range.clone());
            if targets.iter().any(|to| *to != from) && !range.is_empty() {
                let has_parameter = self.book.section(targets[0]).parameter.is_some();
                let text = &text.plain[range.clone()];
                let value = has_parameter.then(|| self.value_of(document.game, text));
                links.push(Link {
                    range,
                    targets,
                    value: value.flatten(),
                    explicit: true,
                });
            }
        }
        links.sort_by_key(|link| link.range.start);
        links
    }
}

/// The search for mentions in a text of section `from`.
pub struct Scan<'a> {
    pub graph: &'a LinkGraph,
    pub names: &'a NameIndex,
    pub from: SectionRef,
    pub text: &'a RichText,
    phrase: &'a Phrase<'a>,
    pub typography: Typography<'a>,
    /// See [`LinkGraph::links_among`].
    pub references: Option<&'a References>,
    /// The links that the author wrote, in order. Mentions must not overlap them.
    written: &'a [Written<'a>],
    siblings: OnceCell<bool>,
    titles: OnceCell<Vec<(SectionRef, Phrase<'a>)>>,
}

/// Words that may be a mention, and the sections that they may mean.
pub struct Occurrence {
    pub targets: Vec<SectionRef>,
    pub range: Range<usize>,
    pub value: Option<Range<usize>>,
    pub words: usize,
}

impl<'a> Scan<'a> {
    /// Whether the document has a [`family`], and therefore may have siblings.
    pub fn has_siblings(&self) -> bool {
        let book = &self.graph.book;
        let has_family = || family(book, book.document_of(self.from)).is_some();
        *self.siblings.get_or_init(has_family)
    }

    /// Returns the sections around the text, innermost first, with the starts of their titles.
    fn titles(&self) -> &[(SectionRef, Phrase<'a>)] {
        let book = &self.graph.book;
        let titled = |at| (at, Phrase::new(title_above(&book.section(at).title)));
        let titles = || book.upwards(self.from).map(titled).collect();
        self.titles.get_or_init(titles)
    }

    fn mentions(&self) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::new();
        let (mut at, mut last) = (0, 0);
        while let Some(word) = self.phrase.words.get(at) {
            let mut found = self
                .names
                .longest(self.phrase, at, |words| self.occurrence(words));
            at += found.as_ref().map_or(1, |found| found.words);
            if let Some(found) = &mut found {
                // In `Range 8" Devastating 3`, the distance is the value of the first name, not the
                // start of the second.
                if found.range.start < last {
                    found.range.start = word.start;
                }
                last = found.range.end;
            }
            if let Some(mut link) = found.and_then(|found| self.link(found)) {
                if let Some(before) = links.last() {
                    self.prefer_numbered(&mut link, before);
                }
                // A value may be the start of another name: `8` in `Range 8 Barrel Gun`.
                while self
                    .phrase
                    .words
                    .get(at)
                    .is_some_and(|word| word.start < link.range.end)
                {
                    at += 1;
                }
                links.push(link);
            }
        }
        links
    }

    /// If the text is a rule number with a name, such as `rule 810, "Two-Headed Giant Variant"`, puts
    /// the rule with this number first. `number` is the link before `link`.
    fn prefer_numbered(&self, link: &mut Link, number: &Link) {
        let plain = &self.text.plain;
        let between = plain.get(number.range.end..link.range.start);
        let mut targets = link.targets.iter();
        if matches!(between, Some(", \"" | ", “"))
            && plain[number.range.clone()].contains(|c: char| c.is_ascii_digit())
            && let Some(at) = targets.position(|to| *to == number.targets[0])
        {
            link.targets[..=at].rotate_right(1);
        }
    }

    /// Finds the sections that a range of words mentions. Returns `None` if the words are not a
    /// mention.
    fn occurrence(&self, words: Range<usize>) -> Option<Occurrence> {
        let stems = self.phrase.stems(words.clone());
        let names = self.names.get(stems);
        if names.is_empty()
            || SMALL_WORDS.contains(&stems)
            || self.is_joined(&words)
            || self.is_in_name_of_game(&words)
            || self.names.is_large && self.typography.is_part(&words)
        {
            return None;
        }
        let next = self.phrase.stem(words.end);
        let (is_step, is_kind) = (next == "step", KINDS.contains(&next));
        let reaches = |name: &SectionName| match name.reach {
            Reach::Game => true,
            Reach::Within(owner) => self.graph.book.contains(owner, self.from),
            Reach::Step => is_step,
            Reach::Kind(owner) => is_kind || self.graph.book.contains(owner, self.from),
            Reach::Nowhere => false,
        };
        let gaps = self.phrase.gaps(words.clone());
        // The extent of a mention depends only on whether the name has a parameter, so there are
        // two cases.
        let places = [false, true].map(|has_parameter| {
            let (range, value) = self.extent(has_parameter, &words);
            (range, value, OnceCell::new())
        });
        let is_label = LazyCell::new(|| self.typography.is_label(&words));
        let differs = |case| self.typography.differs_in_case(&words, case);
        let new = |range: &Range<usize>, value: &Option<_>| Occurrence {
            targets: Vec::new(),
            range: range.clone(),
            value: value.clone(),
            words: words.len(),
        };
        // `Create an Advantage` is a rule that each skill has a label for.
        let definitions = match names.last() {
            Some(last) if self.names.is_large && words.len() > 1 => last.headings as usize,
            _ => names.len(),
        };
        let kinds = LazyCell::new(|| self.kinds_of(stems));
        let mut found = None;
        for name in self.near(names) {
            if name.gaps != gaps || !reaches(name) || differs(name.case) {
                continue;
            }
            let own = self.graph.book.contains(name.section, self.from);
            let (range, value, is_distinct) = &places[usize::from(name.parameter)];
            let is_term = |stems: &str| !self.names.get(stems).is_empty();
            let is_distinct = || {
                let has_value = value.is_some();
                *is_distinct.get_or_init(|| {
                    self.typography
                        .is_distinct(&words, range, has_value, is_term)
                })
            };
            let is_shared = definitions > MAX_DEFINITIONS;
            // `Adventurer Feat` means the heading of this chapter, if any.
            let is_elsewhere = is_shared && words.len() > 1 && !self.is_in_scope(name.section);
            let is_entry = self.graph.book.section(name.section).parent.is_none();
            // The `AC` of each monster is a value, not the rule. A single letter may be a footnote.
            let is_value = is_shared
                && name.case == Case::Capitals
                && stems.len() > 1
                && self.graph.book.section(name.section).run_in;
            // The entry `Fire Bat` means itself by `bat`, which is another entry, or its neighbour in a
            // book.
            let above = self.graph.book.section(name.section).parent;
            let is_kind = |at: &SectionRef| {
                above.is_none()
                    || self.names.has_books && self.graph.book.section(*at).parent == above
            };
            if self.names.is_large && (is_elsewhere || is_value || kinds.iter().any(is_kind)) {
                continue;
            }
            if !own && (name.origin == NameOrigin::Label && is_shared || *is_label) {
                continue;
            }
            let everyday = name.everyday || is_shared;
            let is_distinct = || is_distinct() || is_entry && self.typography.is_emphasised(range);
            let is_sibling =
                self.has_siblings() && self.graph.are_siblings(self.from, name.section);
            // The title of the document never means a rule of a sibling.
            let may_be_sibling = || {
                let title = self.titles().last();
                words.len() > 1 && title.is_none_or(|(_, title)| title.all() != stems)
            };
            if own || !everyday && !is_sibling || is_distinct() && (!is_sibling || may_be_sibling())
            {
                let occurrence = found.get_or_insert_with(|| new(range, value));
                occurrence.targets.push(name.section);
            }
        }
        // Where `sahuagin mutant` is an entry, or `Tug of War` any name, but the words are no
        // mention of it, they are no mention of `sahuagin` or `Tug` either.
        let is_name = self.typography.is_capitalised(words.start)
            && self.typography.is_capitalised(words.end - 1);
        let is_longer = |name: &SectionName| {
            let is_entry = || self.graph.book.section(name.section).parent.is_none();
            name.gaps == gaps && (is_name || is_entry())
        };
        if found.is_none() && self.names.is_large && words.len() > 1 && names.iter().any(is_longer)
        {
            let (range, value, _) = &places[0];
            return Some(new(range, value));
        }
        found
    }

    /// Returns those of `names` whose sections are nearest to the text in reading order, at most
    /// [`MAX_NAMESAKES`] in each direction. The first of `names` is always included.
    fn near<'n>(&self, names: &'n [SectionName]) -> impl Iterator<Item = &'n SectionName> {
        let here = names.partition_point(|name| name.section < self.from);
        let start = here.saturating_sub(MAX_NAMESAKES);
        let end = names.len().min(here + MAX_NAMESAKES);
        names[..start.min(1)].iter().chain(&names[start..end])
    }

    /// Returns the sections around the text whose titles end with the words with these stems, and have
    /// other words before them.
    fn kinds_of(&self, stems: &str) -> Vec<SectionRef> {
        let is_kind = |(_, title): &&(SectionRef, Phrase<'_>)| title.ends_with(stems);
        let kinds = self.titles().iter().filter(is_kind);
        kinds.map(|(at, _)| *at).collect()
    }

    /// Whether the words are a part of the name of the game: `Blitz` in `Blitz Bowl`.
    fn is_in_name_of_game(&self, words: &Range<usize>) -> bool {
        let name = &self.names.game_stems;
        let count = name.split(' ').count();
        let mut starts = words.end.saturating_sub(count)..=words.start;
        words.len() < count && starts.any(|start| self.phrase.stems(start..start + count) == name)
    }

    /// Whether the words are followed by `&` and a capitalised word that is not a name: `Seek` in
    /// `Seek & Destroy`.
    fn is_joined(&self, words: &Range<usize>) -> bool {
        let after = &self.text.plain[self.phrase.words[words.end - 1].full_end..];
        let other = after.strip_prefix(" & ").unwrap_or_default();
        other.starts_with(char::is_uppercase)
            && self.names.get(self.phrase.stem(words.end + 1)).is_empty()
    }

    /// Returns the byte range of a mention, including its distance and value, and the byte range of
    /// the value alone.
    fn extent(
        &self,
        has_parameter: bool,
        words: &Range<usize>,
    ) -> (Range<usize>, Option<Range<usize>>) {
        let plain = &self.text.plain;
        let (start, last) = (
            self.phrase.words[words.start].start,
            self.phrase.words[words.end - 1],
        );
        if !has_parameter {
            return (start..last.end, None);
        }
        let value = value::after(plain, last.full_end);
        let from = value::before(plain, start).map_or(start, |distance| distance.start);
        let to = value.as_ref().map_or(last.end, |value| value.end);
        (from..to, value)
    }

    pub fn is_taken(&self, range: &Range<usize>) -> bool {
        let ends_before = |link: &Written<'_>| link.range.end <= range.start;
        let next = self.written.get(self.written.partition_point(ends_before));
        next.is_some_and(|link| link.range.start < range.end)
    }
}
