//! The names of a game's sections, and where an occurrence of a name in running text is a mention.
//!
//! A written link or a lookup may use the name of any section. In running text, the name of a
//! section that defines nothing is not a mention, unless it is a rule number, or the name of a step
//! before the word `step`. Names come from titles and aliases, never from a section's text.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::documents;
use super::kinds::{self, is_proper, lists_kinds, owner};
use super::typography::{Case, MAX_ABBREVIATION_LENGTH};
use super::usage::{self, Usage};
use super::words::{Phrase, SMALL_WORDS, is_common_word, is_everyday, subject};
use crate::rules::{
    Enclosed, GameRef, Rulebook, SectionKind, SectionRef, TitleRole, is_placeholder,
};

/// The maximum number of words in a mentioned name. A longer name is probably a sentence.
const MAX_WORDS: usize = 8;

/// A collection (the documents of one game) is large if it has at least this many documents.
const LARGE_COLLECTION: usize = 100;
/// A collection of more than [`FEW_BOOKS`] documents, or of books of entries, is also large if it
/// has at least this many sections. Any other collection is small.
const LARGE_BOOKS: usize = 3000;
const FEW_BOOKS: usize = 8;

#[derive(Debug, Default)]
pub struct NameIndex {
    pub is_large: bool,
    /// Whether the documents are a few books of entries, such as monsters.
    pub has_books: bool,
    /// See [`stems_of_game`].
    pub game_stems: String,
    by_stems: FxHashMap<Box<str>, Vec<SectionName>>,
    /// Maps a word to the lengths, in words, of the names that start with it: bit 0 is set if the
    /// word is a name by itself.
    lengths: FxHashMap<Box<str>, u8>,
    /// How the authors use words; empty in a small collection.
    pub usage: Usage,
    /// The roots that are rules, because they have text of their own. In a small collection, a
    /// root with headings below it is only a title.
    rules: FxHashSet<SectionRef>,
}

#[derive(Debug)]
pub struct SectionName {
    pub section: SectionRef,
    /// The punctuation between the words of the name; `None` if there is none. See
    /// [`Phrase::gaps`].
    pub gaps: Option<Box<str>>,
    /// Whether the name has a parameter: `Piercing x`.
    pub parameter: bool,
    pub reach: Reach,
    /// Whether only typography distinguishes the name from everyday English.
    pub everyday: bool,
    pub case: Case,
    pub origin: NameOrigin,
    /// The number of sections with this name up to this one that are not run-in rules.
    pub headings: u32,
}

/// Where a name comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOrigin {
    /// The title, or an alias.
    Title,
    /// The label of a run-in rule of a large collection.
    Label,
    /// What the title is about: see [`subject`]. A look-up does not find the section by it.
    Subject,
}

/// Where an occurrence of a name is a mention of its section.
#[derive(Clone, Copy, Debug)]
pub enum Reach {
    /// In the whole game.
    Game,
    /// Only inside this section: the mission, card, entry or document with the named rule.
    Within(SectionRef),
    /// Before the word `step`: `the Set Up Operatives step`.
    Step,
    /// Inside this section, and elsewhere only before a word for a kind of rule: `the Hide action`.
    Kind(SectionRef),
    /// Nowhere, because the section defines nothing.
    Nowhere,
}

impl NameIndex {
    pub fn new(book: &Rulebook, game: GameRef) -> Self {
        let roots = usage::roots(book, game);
        let sections = roots.iter().map(|root| book.subtree(*root).count());
        let sections: usize = sections.sum();
        let has_many = roots.len() > FEW_BOOKS;
        let is_long = sections >= LARGE_BOOKS;
        let has_books = is_long && !has_many && usage::repeats_headings(book, &roots);
        let is_large = roots.len() >= LARGE_COLLECTION || is_long && has_many || has_books;
        let mut names = Self {
            is_large,
            has_books,
            game_stems: stems_of_game(book, game),
            ..Self::default()
        };
        if is_large {
            let is_original =
                |root: &SectionRef| !documents::is_translation(book.document_of(*root));
            let originals: Vec<_> = roots.iter().copied().filter(is_original).collect();
            names.usage = Usage::of(book, &originals);
        }
        names.by_stems.reserve(sections / 2);
        for root in roots {
            if is_large && documents::has_no_rules(book.document_of(root)) {
                continue;
            }
            let is_heading = |at| !book.section(at).run_in;
            if book.section(root).has_text && (is_large || !book.descendants(root).any(is_heading))
            {
                names.rules.insert(root);
            }
            let is_translation = documents::is_translation(book.document_of(root));
            let mut commentary_end = root;
            for at in book.subtree(root) {
                let reach = match names.reach(book, at) {
                    Reach::Step => Reach::Step,
                    _ if at < commentary_end => Reach::Nowhere,
                    _ if is_translation => Reach::Within(root),
                    reach => reach,
                };
                names.section(book, at, reach);
                let section = book.section(at);
                if is_large && documents::is_commentary(&section.title) {
                    commentary_end = commentary_end.max(section.end);
                }
            }
        }
        names
    }

    /// Whether a section is directly below the root of one of the books of a large collection.
    fn is_chapter(&self, book: &Rulebook, at: SectionRef) -> bool {
        self.has_books && book.section(at).parent == Some(book.document_of(at).root)
    }

    /// Whether a section defines nothing, like a group of sections or a question.
    pub fn is_mere_heading(&self, book: &Rulebook, at: SectionRef) -> bool {
        match book.section(at).kind {
            SectionKind::Document => !self.rules.contains(&at),
            // A chapter of a book is like a document of its own.
            SectionKind::Group => !self.is_chapter(book, at),
            SectionKind::Step { .. } | SectionKind::Question | SectionKind::Table => true,
            _ => false,
        }
    }

    /// Returns the names with exactly these stems, in reading order.
    pub fn get(&self, stems: &str) -> &[SectionName] {
        self.by_stems.get(stems).map_or(&[], Vec::as_slice)
    }

    /// Calls `find` with ranges of words that begin at `at`, longest range first. Each range is as
    /// long as a name with the same first word. Returns the first result that is not `None`.
    pub fn longest<T>(
        &self,
        phrase: &Phrase<'_>,
        at: usize,
        find: impl FnMut(Range<usize>) -> Option<T>,
    ) -> Option<T> {
        let lengths = self.lengths.get(phrase.stem(at)).copied().unwrap_or(0);
        let most = MAX_WORDS.min(phrase.words.len() - at);
        let counts = (1..=most)
            .rev()
            .filter(|count| lengths >> (count - 1) & 1 == 1);
        counts.map(|count| at..at + count).find_map(find)
    }

    fn section(&mut self, book: &Rulebook, at: SectionRef, reach: Reach) {
        let section = book.section(at);
        let title = &section.title;
        let scoped = section
            .scope
            .as_ref()
            .map(|scope| format!("{scope} {title}"));
        let names = [title].into_iter().chain(&section.aliases).chain(&scoped);
        let aliases = (section.kind == SectionKind::Document)
            .then(|| &book.document_of(at).front_matter.aliases);
        for name in names.chain(aliases.into_iter().flatten()) {
            self.name(book, at, reach, name, NameOrigin::Title);
        }
        if self.is_large
            && let Some(name) = subject(title, self.has_books)
        {
            self.name(book, at, reach, name, NameOrigin::Subject);
        }
    }

    fn reach(&self, book: &Rulebook, at: SectionRef) -> Reach {
        let section = book.section(at);
        let root = book.document_of(at).root;
        let scope = if self.has_books { at } else { root };
        // A document without text of its own consists of its sections, and so does a chapter that is
        // not only a list of kinds. Any other heading without text defines nothing.
        let has_sections = || {
            let is_chapter = || self.is_chapter(book, at) && !lists_kinds(book, at);
            book.children(at).next().is_some() && (book.is_whole_document(at) || is_chapter())
        };
        let is_stub = match section.title_role {
            TitleRole::Reference => !has_sections(),
            TitleRole::Stub => self.is_large && !has_sections(),
            _ => false,
        };
        match section.kind {
            SectionKind::Step { .. } => Reach::Step,
            _ if is_stub || self.is_mere_heading(book, at) => Reach::Nowhere,
            // Many entries have a run-in rule with the same title, such as `Bite`. A mention means
            // the rule of the entry that contains the mention.
            _ if section.run_in && !is_abbreviation(&section.title) && self.has_books => {
                Reach::Within(section.parent.unwrap_or(root))
            }
            // Texts elsewhere mean a caption only if they name the table: `the Marsh Fever table`.
            SectionKind::Rule
                if self.is_large && section.title_role == TitleRole::Caption && at != root =>
            {
                Reach::Kind(scope)
            }
            SectionKind::Rule | SectionKind::Ability => match owner(book, at) {
                // A rule of a mission is known only in that mission. If a rule of a card has a
                // common name, the rule is known only on that card. Other rules of cards may be
                // mentioned in the whole game, for example in answers.
                Some(owner)
                    if book
                        .named_kind(owner)
                        .is_some_and(|kind| kind.encloses == Enclosed::All)
                        || is_common(&section.title) =>
                {
                    Reach::Within(owner)
                }
                _ => Reach::Game,
            },
            _ => Reach::Game,
        }
    }

    fn name(
        &mut self,
        book: &Rulebook,
        at: SectionRef,
        reach: Reach,
        text: &str,
        origin: NameOrigin,
    ) {
        let section = book.section(at);
        let phrase = Phrase::new(text);
        let count = phrase.words.len();
        let is_number = is_rule_number(text);
        if !is_number && !text.contains(char::is_alphabetic) || is_placeholder(text) {
            return;
        }
        let is_long = count > MAX_WORDS;
        if !is_long {
            let first = phrase.stem(0);
            let length = 1 << count.saturating_sub(1);
            if let Some(lengths) = self.lengths.get_mut(first) {
                *lengths |= length;
            } else {
                self.lengths.insert(first.into(), length);
            }
        }
        let mut content = (0..count)
            .map(|at| phrase.stem(at))
            .filter(|word| !SMALL_WORDS.contains(word));
        let is_generic = self.is_large && content.clone().all(usage::is_generic);
        let word = content.next().unwrap_or_default();
        let is_one_word = content.next().is_none();
        let is_marked = self.usage.frequent.contains(word)
            || is_common_word(word)
            || self.usage.is_linked
            || is_proper(book, at);
        let is_label =
            self.is_large && section.run_in && !is_number && !is_abbreviation(&section.title);
        // `DC 20`, `Tier 1 Skills` and `3rd Level Spells` count as everyday English.
        let is_digit = |c: char| c.is_ascii_digit();
        let mut stems = phrase.all().split(' ');
        let is_numbered = self.is_large && stems.any(|word| word.starts_with(is_digit));
        let is_plain = !is_number && (is_numbered || is_plain(&phrase));
        let is_short = phrase.all().len() <= MAX_ABBREVIATION_LENGTH;
        let case = if is_abbreviation(text) && is_short {
            Case::Capitals
        } else if is_one_word {
            match kinds::case(book, section, self.is_large) {
                Case::Any if self.usage.capitalised.contains(word) => Case::Capitalised,
                case => case,
            }
        } else {
            Case::Any
        };
        let root = book.document_of(at).root;
        // An entry is a whole document, or the only section below its root.
        let is_entry = at == root || book.children(root).take(2).eq([at]);
        let scope = if self.has_books { at } else { root };
        let name = SectionName {
            section: at,
            gaps: phrase.gaps(0..count),
            parameter: section.parameter.is_some(),
            reach: match reach {
                _ if is_long => Reach::Nowhere,
                _ if is_number => Reach::Game,
                // Authors who write links have linked the word where they mean the section.
                _ if is_one_word && self.usage.is_linked => Reach::Within(root),
                Reach::Game
                    if self.is_large && is_plain && (at != root || self.usage.is_linked) =>
                {
                    Reach::Kind(scope)
                }
                reach => reach,
            },
            // If the authors write links, they have already linked the entries that they mean. The
            // name of an entry without a link is therefore everyday English.
            everyday: is_plain
                || is_generic
                || self.usage.italic.contains(phrase.all())
                || is_one_word && (is_marked || count > 1)
                || is_label
                || self.usage.is_linked && is_entry,
            case,
            origin: if is_label && origin == NameOrigin::Title {
                NameOrigin::Label
            } else {
                origin
            },
            headings: self
                .get(phrase.all())
                .last()
                .map_or(0, |last| last.headings)
                + u32::from(!section.run_in),
        };
        if let Some(named) = self.by_stems.get_mut(phrase.all()) {
            named.push(name);
        } else {
            // Most names have a single section, so the list starts with room for one.
            self.by_stems.insert(phrase.all().into(), vec![name]);
        }
    }
}

/// Returns the stems of the name of a game; empty if it has more than [`MAX_WORDS`] words.
fn stems_of_game(book: &Rulebook, game: GameRef) -> String {
    let name = Phrase::new(&book.game(game).name);
    let is_short = name.words.len() <= MAX_WORDS;
    let stems = if is_short { name.all() } else { "" };
    stems.to_owned()
}

/// Whether a name is in capitals: `STR`.
fn is_abbreviation(name: &str) -> bool {
    !name.contains(char::is_lowercase)
}

/// Whether a name is the number of a rule: `702.19b`, `rule 903`.
fn is_rule_number(name: &str) -> bool {
    let number = name.strip_prefix("rule ");
    let is_number = number
        .unwrap_or(name)
        .starts_with(|c: char| c.is_ascii_digit());
    is_number && (number.is_some() || name.trim_end_matches('.').contains('.'))
}

/// Whether a title is a single word or consists only of everyday words.
fn is_common(title: &str) -> bool {
    let phrase = Phrase::new(title);
    phrase.words.len() < 2 || is_plain(&phrase)
}

/// Whether a name consists only of everyday words and numbers.
pub fn is_plain(phrase: &Phrase<'_>) -> bool {
    (0..phrase.words.len()).all(|word| is_everyday(phrase.stem(word)))
}
