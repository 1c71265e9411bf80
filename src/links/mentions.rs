//! Finds the links of a text: links that the author wrote, and mentions of names. Longer names win
//! over shorter ones, and a mention never overlaps another link.

use std::cell::OnceCell;
use std::ops::Range;

use super::explicit::{self, Written};
use super::graph::{Link, LinkGraph};
use super::names::{NameIndex, Part, Reach, SectionName};
use super::siblings::family;
use super::typography::{KINDS, Typography};
use super::value;
use super::words::{Phrase, SMALL_WORDS, trimmed};
use crate::rules::slug::{fold, straighten};
use crate::rules::{RichText, SectionRef};

/// If many sections share a name, a mention can mean only the first of them and the nearest: at
/// most this many before its text, and as many after it, in reading order.
const MAX_NAMESAKES: usize = 64;

/// If more sections than this share a name, the name counts as an everyday word: every class may
/// have `Hit Points`.
const MAX_DEFINITIONS: usize = 8;

/// The maximum number of words after a mention that are searched for a word of [`KINDS`]. The
/// mention may be the first of several names: `Heavy and Wall terrain`.
const MAX_LISTED: usize = 6;

impl LinkGraph {
    /// Returns the links in a text of section `from`, in order and without overlaps: links that the
    /// author wrote, and mentions of terms.
    pub fn links_in(&self, from: SectionRef, text: &RichText) -> Vec<Link> {
        let mut written = explicit::written(text);
        let mut opened: Vec<_> = Vec::with_capacity(written.len());
        // The text of a link that leads nowhere may contain mentions, like any other text.
        written.retain(|link| {
            let targets = explicit::opens(self, from, link.target);
            let is_text = targets.is_empty() && !link.code && !explicit::is_external(link.target);
            opened.extend((!is_text).then_some(targets));
            !is_text
        });
        let game = self.book.game_of(from);
        let names = self.names(game);
        let phrase = &Phrase::new(&text.plain);
        let scan = Scan {
            graph: self,
            names,
            from,
            text,
            phrase,
            typography: Typography::new(text, phrase, names.is_large),
            title: Phrase::new(without_kind(&self.book.document_of(from).title)),
            written: &written,
            has_siblings: family(&self.book, self.book.document_of(from)).is_some(),
        };
        let is_caption = scan.names.is_large && text.runs.iter().all(|run| run.style.strong);
        let mut links = if is_caption {
            Vec::new()
        } else {
            scan.mentions()
        };
        for (link, targets) in written.iter().zip(opened) {
            let range = trimmed(&text.plain, link.range.clone());
            if targets.iter().any(|to| *to != from) && !range.is_empty() {
                let value = self.value_of(game, &text.plain[range.clone()]);
                links.push(Link {
                    range,
                    targets,
                    value,
                    explicit: true,
                });
            }
        }
        links.sort_by_key(|link| link.range.start);
        links
    }
}

struct Scan<'a> {
    graph: &'a LinkGraph,
    names: &'a NameIndex,
    from: SectionRef,
    text: &'a RichText,
    phrase: &'a Phrase<'a>,
    typography: Typography<'a>,
    /// The title of the document that contains the text.
    title: Phrase<'a>,
    /// The links that the author wrote, in order. Mentions must not overlap them.
    written: &'a [Written<'a>],
    /// Whether the document has a [`family`], and therefore may have siblings.
    has_siblings: bool,
}

struct Occurrence {
    targets: Vec<SectionRef>,
    range: Range<usize>,
    value: Option<Range<usize>>,
    words: usize,
}

impl Scan<'_> {
    fn mentions(&self) -> Vec<Link> {
        let mut links = Vec::new();
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
            links.extend(found.and_then(|found| self.link(found)));
        }
        links
    }

    /// Finds the sections that a range of words mentions. Returns `None` if the words are not a
    /// mention.
    fn occurrence(&self, words: Range<usize>) -> Option<Occurrence> {
        let names = self.names.get(self.phrase.stems(words.clone()));
        let stems = self.phrase.stems(words.clone());
        if self.typography.is_large && self.is_document(&words) {
            // Return the document itself, so that shorter names inside its title are not mentions:
            // `vampire` in `vampire spawn`.
            let word = |at: usize| self.phrase.words[at];
            return Some(Occurrence {
                targets: vec![self.graph.book.document_of(self.from).root],
                range: word(words.start).start..word(words.end - 1).end,
                value: None,
                words: words.len(),
            });
        }
        if names.is_empty()
            || SMALL_WORDS.contains(&stems)
            || self.is_joined(&words)
            || self.typography.is_large && self.typography.is_part(&words)
        {
            return None;
        }
        let gaps = self.phrase.gaps(words.clone());
        // The extent of a mention depends only on whether the name has a parameter, so there are
        // two cases.
        let places = [false, true].map(|has_parameter| {
            let (range, value) = self.extent(has_parameter, &words);
            (range, value, OnceCell::new())
        });
        let is_label = self.typography.is_label(&words);
        let differs =
            [false, true].map(|capitals| self.typography.differs_in_case(&words, capitals));
        let mut found: Option<Occurrence> = None;
        let mut parts = Vec::new();
        for name in self.near(names) {
            let own = self.graph.book.contains(name.section, self.from);
            if *name.gaps != gaps
                || !self.reaches(name, &words)
                || differs[usize::from(name.capitals)]
            {
                continue;
            }
            let (range, value, is_distinct) = &places[usize::from(name.parameter)];
            let is_term = |stems: &str| !self.names.get(stems).is_empty();
            let is_distinct = || {
                let has_value = value.is_some();
                *is_distinct.get_or_init(|| {
                    self.typography
                        .is_distinct(&words, range, has_value, is_term)
                })
            };
            let is_shared = names.len() > MAX_DEFINITIONS;
            let is_entry = self.graph.book.section(name.section).parent.is_none();
            let is_part = name.part != Part::General;
            if !own && (is_part && is_shared || is_label) {
                continue;
            }
            let everyday = name.everyday || is_shared;
            let is_distinct = || is_distinct() || is_entry && self.typography.is_emphasised(range);
            let is_sibling = self.has_siblings && self.graph.are_siblings(self.from, name.section);
            if own
                || !everyday && !is_sibling
                || is_distinct() && (!is_sibling || self.names_sibling(&words))
            {
                let occurrence = found.get_or_insert_with(|| Occurrence {
                    targets: Vec::new(),
                    range: range.clone(),
                    value: value.clone(),
                    words: words.len(),
                });
                occurrence.targets.push(name.section);
                let is_part = name.part == Part::OneOfMany && !name.capitals;
                parts.extend(is_part.then_some(name.section));
            }
        }
        // If the targets include general rules or entries, leave out rules of the many similar
        // documents, such as classes, unless a rule is in the same document as the text.
        if let Some(found) = &mut found
            && found.targets.len() > parts.len()
        {
            let here = self.graph.book.section(self.from).document;
            found
                .targets
                .retain(|to| !parts.contains(to) || self.graph.book.section(*to).document == here);
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

    /// Whether the words are in lower case and are the title of the document or its end: `wraith`
    /// in a document titled `Greater Wraith`. An end after a small word, such as `of`, is not
    /// enough.
    fn is_document(&self, words: &Range<usize>) -> bool {
        let start = self.phrase.words[words.start].start;
        let before = self
            .title
            .all()
            .strip_suffix(self.phrase.stems(words.clone()));
        let is_lower = self.text.plain[start..].starts_with(char::is_lowercase);
        is_lower
            && before.is_some_and(|before| {
                let word = before
                    .strip_suffix(' ')
                    .and_then(|words| words.rsplit(' ').next());
                before.is_empty() || word.is_some_and(|word| !SMALL_WORDS.contains(&word))
            })
    }

    /// Whether the words are followed by `&` and a capitalised word that is not a name: `Seek` in
    /// `Seek & Destroy`.
    fn is_joined(&self, words: &Range<usize>) -> bool {
        let after = &self.text.plain[self.phrase.words[words.end - 1].full_end..];
        let other = after.strip_prefix(" & ").unwrap_or_default();
        other.starts_with(char::is_uppercase)
            && self.names.get(self.phrase.stem(words.end + 1)).is_empty()
    }

    /// Whether words that typography marks as a name may name a rule in a sibling document. This
    /// requires several words, and they must not be the title of their own document.
    fn names_sibling(&self, words: &Range<usize>) -> bool {
        words.len() > 1 && self.phrase.stems(words.clone()) != self.title.all()
    }

    /// Whether the reach of `name` includes the position of `words`.
    fn reaches(&self, name: &SectionName, words: &Range<usize>) -> bool {
        let next = || self.phrase.stem(words.end);
        match name.reach {
            Reach::Game => true,
            Reach::Within(owner) => self.graph.book.contains(owner, self.from),
            Reach::Step => next() == "step",
            Reach::Kind(owner) => {
                self.graph.book.contains(owner, self.from) || KINDS.contains(&next())
            }
            Reach::Nowhere => false,
        }
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

    fn is_taken(&self, range: &Range<usize>) -> bool {
        let ends_before = |link: &Written<'_>| link.range.end <= range.start;
        let next = self.written.get(self.written.partition_point(ends_before));
        next.is_some_and(|link| link.range.start < range.end)
    }

    /// Builds the link of an occurrence. Returns `None` in these cases:
    ///
    /// - The text belongs to one of the sections that the name means.
    /// - The occurrence overlaps a link that the author wrote.
    /// - The occurrence is in an address, or in a line that names a source.
    /// - It is unclear which of several sections is meant.
    fn link(&self, found: Occurrence) -> Option<Link> {
        let Occurrence {
            mut targets,
            range,
            value,
            ..
        } = found;
        let is_own = |to: &SectionRef| self.graph.book.contains(*to, self.from);
        if targets.iter().any(is_own)
            || self.is_taken(&range)
            || self.typography.is_address_or_source(&range)
        {
            return None;
        }
        let is_shared = targets.len() > MAX_DEFINITIONS;
        let is_sibling =
            |to: &SectionRef| self.has_siblings && self.graph.are_siblings(self.from, *to);
        if !targets.iter().all(is_sibling) {
            targets.retain(|to| !is_sibling(to));
        }
        self.graph.sort_by_distance(Some(self.from), &mut targets);
        let is_preferred = self.prefer_kind(range.end, &mut targets);
        // A label explains an abbreviation: `**STR:** Strength`.
        if self.names.is_large && !self.text.plain[range.clone()].contains(char::is_lowercase) {
            targets.sort_by_key(|to| !self.graph.book.section(*to).run_in);
        }
        // If two documents have the same title, such as a spell and a condition, either may be
        // meant. The same goes for two sections in books of entries, and for three equally near
        // sections in a large collection.
        if let [first, second, ref rest @ ..] = targets[..] {
            let is_document = self.graph.book.section(first).parent.is_none();
            let is_equal = |to| self.graph.are_equal(self.from, first, to);
            let are_many = rest.first().is_some_and(|third| is_equal(*third));
            let is_unclear =
                is_shared || self.names.is_large && (is_document || are_many && !is_preferred);
            if self.names.has_books || is_unclear && (is_shared && is_document || is_equal(second))
            {
                return None;
            }
        }
        let value = value.map(|value| straighten(&self.text.plain[value]));
        Some(Link {
            range,
            targets,
            value,
            explicit: false,
        })
    }

    /// Returns the word of [`KINDS`] after a mention that ends at byte `end`. Names of other rules
    /// may come before the word: `terrain` in `Heavy and Wall terrain`.
    fn kind_after(&self, end: usize) -> Option<&str> {
        let ends = |piece: &str| piece.ends_with(['.', ':', ';']);
        let mut pieces = self.text.plain[end..].split(' ');
        pieces.next().filter(|rest| !ends(rest))?;
        for piece in pieces.take(MAX_LISTED) {
            let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
            let is_listed = word.starts_with(char::is_uppercase) || ["and", "or"].contains(&word);
            if KINDS.contains(&word) {
                return Some(word);
            } else if !is_listed || ends(piece) {
                return None;
            }
        }
        None
    }

    /// Moves the targets of one kind to the front. The kind is what the text names after the
    /// mention: `Heavy terrain` and `Heavy and Wall terrain` mean the section Heavy below the
    /// heading Terrain Types, not the weapon rule. If the text names none, the kind is the title of
    /// the section that contains the text: `Stealth` in a section `Skills`. Returns whether there
    /// is a target of that kind.
    fn prefer_kind(&self, end: usize, targets: &mut [SectionRef]) -> bool {
        if targets.len() < 2 {
            return false;
        }
        let book = &self.graph.book;
        let here = book.section(self.from);
        let here = here.parent.map(|_| fold(&here.title));
        let kind = self.kind_after(end);
        let is_below = |at| {
            let above = fold(&book.section(at).title);
            match kind {
                Some(kind) => above.contains(kind),
                None => here.as_ref() == Some(&above),
            }
        };
        targets.sort_by_cached_key(|to| !book.upwards(*to).skip(1).any(is_below));
        book.upwards(targets[0]).skip(1).any(is_below)
    }
}

/// Returns a title without the kind in brackets: `Gelatinous Cube` for `Gelatinous Cube (Ooze)`.
fn without_kind(title: &str) -> &str {
    title.split_once(" (").map_or(title, |(name, _)| name)
}
