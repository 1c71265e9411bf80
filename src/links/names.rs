//! The names of a game's sections. They come from titles and aliases, never from a section's text.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::words::{Phrase, is_ideograph};
use crate::analyzer::{Language, Stemmer};
use crate::rules::{GameRef, Rulebook, SectionRef, is_placeholder, without_letters};

/// The maximum number of words in a mentioned name. A longer name is probably a sentence.
pub const MAX_WORDS: usize = 12;

/// The maximum number of sections of one name that are considered. A text considers only a quarter as many
/// on each side of it.
pub const MAX_NAMESAKES: usize = 128;

/// The names of one game, by their stems.
#[derive(Debug, Default)]
pub struct NameIndex {
    by_stems: FxHashMap<Box<str>, Vec<SectionName>>,
    /// Maps a word to the lengths, in words, of the names that start with it: bit 0 is set if the
    /// word is a name by itself.
    lengths: FxHashMap<Box<str>, u16>,
    /// The stems of the name of the game, if it has several words.
    pub game: String,
    /// The languages of the documents.
    pub languages: Vec<Language>,
    /// The stems of the names that `game.yaml` excludes or includes.
    never: FxHashSet<String>,
    always: FxHashSet<String>,
}

#[derive(Debug)]
pub struct SectionName {
    pub section: SectionRef,
    /// The punctuation between the words of the name; `None` if there is none. See
    /// [`Phrase::gaps`].
    pub gaps: Option<Box<str>>,
    /// Whether the name has a parameter: `Piercing x`.
    pub parameter: bool,
}

impl NameIndex {
    pub fn new(book: &Rulebook, game: GameRef) -> Self {
        let mut names = Self::default();
        let documents = book.documents.iter();
        let mut stemmer = Stemmer::new(Language::default());
        for document in documents.filter(|document| document.game == game) {
            if document.language != stemmer.language() {
                stemmer = Stemmer::new(document.language);
            }
            if !names.languages.contains(&document.language) {
                names.languages.push(document.language);
            }
            for at in book.subtree(document.root) {
                for name in names_of(book, at) {
                    names.add(book, at, &name, &mut stemmer);
                }
            }
        }
        let settings = book.game(game);
        for language in names.languages.clone() {
            let mut stemmer = Stemmer::new(language);
            let name = Phrase::new(&settings.name, &mut stemmer);
            if (2..=MAX_WORDS).contains(&name.words.len()) {
                names.game = name.all().into_owned();
            }
            let mut stems = |names: &[String]| -> Vec<String> {
                let phrases = names.iter().map(|name| Phrase::new(name, &mut stemmer));
                phrases.map(|phrase| phrase.all().into_owned()).collect()
            };
            names.never.extend(stems(&settings.never_link));
            names.always.extend(stems(&settings.always_link));
        }
        names
    }

    /// Whether a name is a link only where the author wrote a link.
    pub fn is_never_linked(&self, stems: &str) -> bool {
        self.never.contains(stems)
    }

    /// Whether a name is a link wherever it occurs.
    pub fn is_always_linked(&self, stems: &str) -> bool {
        self.always.contains(stems)
    }

    /// Returns the names with exactly these stems, in reading order.
    pub fn get(&self, stems: &str) -> &[SectionName] {
        self.by_stems.get(stems).map_or(&[], Vec::as_slice)
    }

    /// Returns the stems of all names.
    pub fn stems(&self) -> impl Iterator<Item = (&str, &[SectionName])> {
        let names = self.by_stems.iter();
        names.map(|(stems, names)| (&**stems, names.as_slice()))
    }

    /// Calls `find` with ranges of words that begin at `at`, longest range first. Each range is as
    /// long as a name with the same first word. Returns the first result that is not `None`.
    pub fn longest<T>(
        &self,
        phrase: &Phrase<'_>,
        at: usize,
        find: impl FnMut(Range<usize>) -> Option<T>,
    ) -> Option<T> {
        let lengths = self.lengths.get(phrase.stem(at)).copied()?;
        let most = MAX_WORDS.min(phrase.words.len() - at);
        let ranges = (1..=most).rev().map(|count| at..at + count);
        ranges
            .filter(|words| lengths >> (phrase.count(words) - 1) & 1 == 1)
            .find_map(find)
    }

    fn add(&mut self, book: &Rulebook, at: SectionRef, text: &str, stemmer: &mut Stemmer) {
        let is_number = is_rule_number(text);
        if !is_number && !text.contains(char::is_alphabetic) || is_placeholder(text) {
            return;
        }
        let phrase = Phrase::new(text, stemmer);
        let words = 0..phrase.words.len();
        if words.is_empty() {
            return;
        }
        let gaps = phrase.gaps(words.clone());
        let (stems, count) = (phrase.all(), phrase.count(&words));
        // A text in another language does not know the articles of this one.
        if count < words.len() {
            let all = phrase.all_stems(words.clone());
            self.insert(book, at, (all, words.len()), gaps.clone());
        }
        self.insert(book, at, (&stems, count), gaps);
    }

    /// Adds a name by its stems, of which the number is given.
    fn insert(
        &mut self,
        book: &Rulebook,
        section: SectionRef,
        (stems, count): (&str, usize),
        gaps: Option<Box<str>>,
    ) {
        if count <= MAX_WORDS {
            let first = stems.split(' ').next().unwrap_or(stems);
            let length = 1 << (count - 1);
            match self.lengths.get_mut(first) {
                Some(lengths) => *lengths |= length,
                None => drop(self.lengths.insert(first.into(), length)),
            }
        }
        let name = SectionName {
            section,
            gaps,
            parameter: book.section(section).parameter.is_some(),
        };
        match self.by_stems.get_mut(stems) {
            Some(named) => named.push(name),
            // Most names have a single section, so the list starts with room for one.
            None => drop(self.by_stems.insert(stems.into(), vec![name])),
        }
    }
}

/// Returns the names of a section: its title and aliases, the title with its scope (`TEAM NAME` for
/// `TEAM - NAME`), those of its document for a root, and the parts of a title in two scripts, such as
/// `泥陷 Mired`.
fn names_of(book: &Rulebook, at: SectionRef) -> Vec<String> {
    let section = book.section(at);
    let title = &section.title;
    let mut names = vec![title.clone()];
    names.extend(section.aliases.iter().cloned());
    names.extend(section.scope.iter().map(|scope| format!("{scope} {title}")));
    if section.parent.is_none() {
        let aliases = &book.document_of(at).front_matter.aliases;
        names.extend(aliases.iter().cloned());
    }
    names.extend(in_two_scripts(title));
    names
}

/// Returns the parts of a title of which one is in a script without spaces, and the other is not.
fn in_two_scripts(title: &str) -> Vec<String> {
    let Some(start) = title.find(is_ideograph) else {
        return Vec::new();
    };
    let end = title.rfind(is_ideograph).unwrap_or(start);
    let end = end + title[end..].chars().next().map_or(0, char::len_utf8);
    let parts = [&title[..start], &title[start..end], &title[end..]];
    // `NPC擲骰` is one word.
    let is_gap = |at: &usize| {
        title[..*at].ends_with(char::is_alphanumeric)
            && title[*at..].starts_with(char::is_alphanumeric)
    };
    if [start, end].iter().any(is_gap) {
        return Vec::new();
    }
    let parts = parts.map(|part| part.trim_matches(|c: char| !c.is_alphanumeric()));
    let parts = parts.iter().filter(|part| part.chars().count() > 1);
    let parts: Vec<_> = parts.map(|part| (*part).to_owned()).collect();
    if parts.len() > 1 { parts } else { Vec::new() }
}

/// Returns those of `namesakes`, which are in reading order, that are nearest to a text, at most
/// a quarter of [`MAX_NAMESAKES`] on each side. `before` is the number of namesakes before the text.
pub fn nearest<T>(namesakes: &[T], before: usize) -> &[T] {
    let end = namesakes.len().min(before + MAX_NAMESAKES / 4);
    &namesakes[before.saturating_sub(MAX_NAMESAKES / 4)..end]
}

/// Returns the sections to which a name in section `from` may refer: the nearest ones in reading
/// order, and in any case the first in the game.
pub fn considered(names: &[SectionName], from: SectionRef) -> impl Iterator<Item = &SectionName> {
    let before = names.partition_point(|name| name.section < from);
    let near = nearest(names, before);
    let first = names.iter().take(usize::from(before > MAX_NAMESAKES / 4));
    first.chain(near)
}

/// Whether a name is the number of a rule: `702.19b`, `EV5.1`, `rule 903`.
pub fn is_rule_number(name: &str) -> bool {
    let number = name.strip_prefix("rule ");
    let bare = number.unwrap_or(name);
    let is_number = without_letters(bare).starts_with(|c: char| c.is_ascii_digit())
        && !bare.contains(char::is_whitespace);
    is_number && (number.is_some() || name.trim_end_matches('.').contains('.'))
}
