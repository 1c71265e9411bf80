//! Decides whether an occurrence of a name is a mention, and of which sections.

use std::ops::Range;

use super::graph::Link;
use super::mentions::{MAX_DEFINITIONS, Occurrence, Scan};
use super::typography::KINDS;
use super::words::{Phrase, is_common_word, is_everyday};
use crate::rules::slug::{fold, straighten};
use crate::rules::{SectionRef, TitleRole, title_above};

/// A word of [`KINDS`] is looked for only among this many words after a mention. The mention may be
/// the first of several names: `Heavy and Wall terrain`.
const MAX_LISTED: usize = 6;

/// A document is mentioned much less than another if it is mentioned less than a third as often.
const MENTIONS_DIVISOR: usize = 3;

/// Parts of words in the titles above things of kinds that are not in [`KINDS`].
const OTHER_KINDS: [&str; 6] = ["skill", "spell", "trait", "feat", "talent", "abilit"];

/// If a chapter of a book has more sections than this, they are entries, such as spells.
const MANY_ENTRIES: usize = 100;
/// The number of characters at the start of an entry that may name it.
const BEGINNING: usize = 140;

impl Scan<'_> {
    /// Builds the link of an occurrence. Returns `None` in these cases:
    ///
    /// - The text belongs to one of the sections that the name means.
    /// - The occurrence overlaps a link that the author wrote.
    /// - The occurrence is in an address, or in a line that names a source.
    /// - It is unclear which of several sections is meant.
    /// - The name is probably used as ordinary words.
    pub fn link(&self, found: Occurrence) -> Option<Link> {
        let Occurrence {
            mut targets,
            range,
            value,
            words,
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
            |to: &SectionRef| self.has_siblings() && self.graph.are_siblings(self.from, *to);
        if !targets.iter().all(is_sibling) {
            targets.retain(|to| !is_sibling(to));
        }
        self.graph.sort_by_distance(Some(self.from), &mut targets);
        self.keep_known(&mut targets, is_shared);
        self.prefer_kind(range.end, &mut targets);
        // It is unclear which of several targets is meant:
        // - in books of entries, always
        // - for a name with more than `MAX_DEFINITIONS` targets, if the first target is a document,
        //   or the first two are equal
        // - in a large collection, if the first two are equal documents (a spell and a condition may
        //   share a name)
        if let [first, second, ..] = targets[..] {
            let is_document = self.graph.book.section(first).parent.is_none();
            let distance = |to| self.graph.distance(Some(self.from), to);
            let place = |to| (distance(to), self.graph.depth(to));
            let is_equal = |to| place(first) == place(to);
            let is_unclear = is_shared || self.names.is_large && is_document;
            if self.names.has_books || is_unclear && (is_shared && is_document || is_equal(second))
            {
                return None;
            }
        }
        let first = *targets.first()?;
        if self.is_ordinary(&self.text.plain[range.clone()], words, first)
            || self.is_loose(&range, first)
        {
            return None;
        }
        let value = value.map(|value| straighten(&self.text.plain[value]));
        Some(Link {
            range,
            targets,
            value,
            explicit: false,
        })
    }

    /// Removes the sections of documents that the collection does not refer to. Whole documents are
    /// kept, and of this document, sections with the text in their scope, and a section near the root
    /// whose name means nothing else. Sorts the others:
    ///
    /// - If few sections share the name, a whole document comes before sections that do not have the
    ///   text in their scope.
    /// - Of equally near sections, headings come before run-in rules.
    /// - The sections of documents that are mentioned much less than another one, and known only
    ///   because of their folder, come last, and the others in the order of documents.
    fn keep_known(&self, targets: &mut Vec<SectionRef>, is_shared: bool) {
        let Some(references) = self.references else {
            return;
        };
        let graph = self.graph;
        let document = |to| graph.book.section(to).document;
        let count = |to| references.get(&document(to));
        let is_only = targets.len() == 1;
        targets.retain(|to| {
            self.is_in_scope(*to)
                || is_only && self.is_near(*to)
                || graph.book.is_whole_document(*to)
                || count(*to).is_some()
        });
        let most = targets.iter().filter_map(|to| count(*to)).max();
        let is_seldom = |to| {
            most.is_some_and(|most| count(to).map_or(0, |count| count * MENTIONS_DIVISOR) < *most)
        };
        let distance = |to| graph.distance(Some(self.from), to);
        let is_run_in = |to| graph.book.section(to).run_in;
        let is_document = |to: &_| graph.book.is_whole_document(*to);
        let has_document = !is_shared && targets.iter().any(is_document);
        targets.sort_by_cached_key(|to| {
            let is_later = has_document && !is_document(to) && !self.is_in_scope(*to);
            let near = (is_later, distance(*to));
            (near, is_run_in(*to), is_seldom(*to), document(*to))
        });
    }

    /// Whether the text is in the section that directly contains `to`: a chapter may name a thing that
    /// has another name, or another meaning, outside the chapter.
    pub fn is_in_scope(&self, to: SectionRef) -> bool {
        let parent = self.graph.book.section(to).parent;
        parent.is_some_and(|parent| self.graph.book.contains(parent, self.from))
    }

    /// Whether `to` is in this document, at most two levels below its root.
    fn is_near(&self, to: SectionRef) -> bool {
        let book = &self.graph.book;
        book.section(to).document == book.section(self.from).document && self.graph.depth(to) <= 3
    }

    /// Whether a name in a large collection, such as `agent`, is probably used as an ordinary word. That
    /// is so only if it is a single word, and the target, which is a section of another document or a
    /// run-in rule outside the section that contains the text, does not begin as a definition.
    /// Abbreviations are never ordinary.
    fn is_ordinary(&self, found: &str, words: usize, target: SectionRef) -> bool {
        let section = self.graph.book.section(target);
        self.names.is_large
            && found.contains(char::is_lowercase)
            && section.parent.is_some()
            && (section.document != self.graph.book.section(self.from).document
                || section.run_in && !self.is_in_scope(target))
            && words == 1
            && section.title_role == TitleRole::Label
    }

    /// Whether a name in a book is probably used as ordinary words: in lower case, a single word or
    /// common words mean one of the many entries of a chapter, such as a spell, only in a list, before a
    /// word such as `spell`, or if the entry's text begins with the name, as that of a condition does.
    /// Only entries of the same document are examined, because that of another may have to be parsed.
    fn is_loose(&self, range: &Range<usize>, target: SectionRef) -> bool {
        let book = &self.graph.book;
        let section = book.section(target);
        let is_chapter = |at| book.section(at).parent.is_some();
        let is_entry =
            |above| is_chapter(above) && book.children(above).nth(MANY_ENTRIES).is_some();
        let (name, after) = self.text.plain[range.start..].split_at(range.len());
        let phrase = Phrase::new(name);
        let is_common = |word| {
            let stem = phrase.stem(word);
            is_common_word(stem) || is_everyday(stem)
        };
        self.names.has_books
            && section.document == book.section(self.from).document
            && name.starts_with(char::is_lowercase)
            && (phrase.words.len() == 1 || (0..phrase.words.len()).all(is_common))
            && section.parent.is_some_and(is_entry)
            && !OTHER_KINDS
                .iter()
                .any(|kind| after.trim_start().starts_with(kind))
            && !is_between_marks(&self.text.plain[..range.start], after)
            && !self.begins_with_name(target)
    }

    /// Whether the start of a section's text contains the words of its title.
    fn begins_with_name(&self, section: SectionRef) -> bool {
        let book = &self.graph.book;
        let blocks = book.blocks(section);
        let texts = blocks
            .texts()
            .flat_map(|text| text.plain.chars().chain([' ']));
        let start = fold(&texts.take(BEGINNING).collect::<String>());
        let title = Phrase::new(&book.section(section).title);
        (0..title.words.len()).all(|word| start.contains(title.stem(word)))
    }

    /// Returns the word of [`KINDS`] after a mention that ends at byte `end`. Names of other rules
    /// may come before the word: `terrain` in `Heavy and Wall terrain`.
    fn kind_after(&self, end: usize) -> Option<&str> {
        let rest = self.text.plain[end..].split(['.', ':', ';']).next()?;
        let words = rest.split(' ').skip(1).take(MAX_LISTED);
        let mut words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let is_listed = |word: &&str| word.starts_with(char::is_uppercase) || *word == "and";
        let kind = words.find(|word| !is_listed(word))?;
        KINDS.contains(&kind).then_some(kind)
    }

    /// Moves the targets of the kind that the word of [`KINDS`] after the mention names to the front:
    /// `Heavy terrain` and `Heavy and Wall terrain` mean the section Heavy below the heading Terrain
    /// Types, not the weapon rule. Those of [`OTHER_KINDS`] come last: `Block action` does not mean
    /// the section Block below the heading Skills.
    fn prefer_kind(&self, end: usize, targets: &mut [SectionRef]) {
        if targets.len() > 1
            && let Some(kind) = self.kind_after(end)
        {
            let book = &self.graph.book;
            let is_below = |to, kinds: &[&str]| {
                let mut above = book.upwards(to).skip(1);
                above.any(|at| {
                    let title = fold(title_above(&book.section(at).title));
                    kinds.iter().any(|kind| title.contains(kind))
                })
            };
            targets.sort_by_cached_key(|to| {
                let is_other = || self.names.is_large && is_below(*to, &OTHER_KINDS);
                (!is_below(*to, &[kind])).then(is_other)
            });
        }
    }
}

/// Whether words between these texts are one of a list: `fireball` in `At will: fireball, fly`.
fn is_between_marks(before: &str, after: &str) -> bool {
    let (before, after) = (before.trim_end_matches(' '), after.trim_start_matches(' '));
    let is_first = before.is_empty() || before.ends_with([',', ';', ':', '(', '\n', '•', '-']);
    let is_last = after.is_empty() || after.starts_with([',', ';', '.', '(', ')', '\n']);
    (is_first || before.ends_with(" and") || before.ends_with(" or"))
        && (is_last || after.starts_with("and ") || after.starts_with("or "))
}
