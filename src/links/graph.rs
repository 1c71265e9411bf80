//! The link graph: finds the sections that a name means.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use super::anchors::Anchors;
use super::files::DocumentNames;
use super::names::{NameIndex, SectionName, considered};
use super::shown::ShownLinks;
use super::statistics::{GameStatistics, LinkStatistics};
use super::value;
use super::words::Phrase;
use crate::analyzer::{Language, Stemmer};
use crate::rules::slug::straighten;
use crate::rules::{DocumentRef, GameRef, Rulebook, SectionKind, SectionRef, TitleRole};
use crate::settings::LinkLevel;
use crate::source::clamped;

/// The maximum number of documents whose relations are kept.
const MAX_RELATED: usize = 64;

/// The maximum number of stemmers that are kept.
const MAX_STEMMERS: usize = 16;

/// A rulebook with the names of its sections and files.
#[derive(Debug)]
pub struct LinkGraph {
    /// The rulebook.
    pub book: Arc<Rulebook>,
    /// The names of each game, collected on first use. A mention never refers to a section of
    /// another game.
    names: Vec<OnceLock<NameIndex>>,
    files: OnceLock<DocumentNames>,
    /// See [`Self::is_ready`].
    is_ready: AtomicBool,
    /// The anchors of the documents to which links with an anchor lead.
    anchors: RwLock<FxHashMap<DocumentRef, Arc<Anchors>>>,
    statistics: OnceLock<LinkStatistics>,
    game_statistics: Vec<OnceLock<GameStatistics>>,
    stemmers: Mutex<Vec<Stemmer>>,
    related: Mutex<FxHashMap<DocumentRef, Arc<Related>>>,
    level: Mutex<LinkLevel>,
    /// Whether the links that the authors wrote count as plain text, to find them again.
    pub hides_links: bool,
    /// The versions that have been looked up, by section.
    pub(super) versions: Mutex<HashMap<SectionRef, Vec<RuleVersion>>>,
    pub(super) shown: Mutex<ShownLinks>,
}

/// For each other document, how many of its names a document contains.
pub type Related = FxHashMap<DocumentRef, u32>;

/// A version of a rule in another document.
#[derive(Clone, Copy, Debug)]
pub struct RuleVersion {
    /// The section with this version.
    pub section: SectionRef,
    /// Whether this version has the same words as the section whose versions were requested, not
    /// counting notes.
    pub same: bool,
}

impl LinkGraph {
    /// Builds the graph of a rulebook. Names are collected later, on first use.
    pub fn new(book: impl Into<Arc<Rulebook>>) -> Self {
        let book = book.into();
        Self {
            names: book.games.iter().map(|_| OnceLock::new()).collect(),
            game_statistics: book.games.iter().map(|_| OnceLock::new()).collect(),
            statistics: OnceLock::new(),
            stemmers: Mutex::default(),
            related: Mutex::default(),
            level: Mutex::default(),
            hides_links: false,
            book,
            files: OnceLock::new(),
            is_ready: AtomicBool::new(false),
            anchors: RwLock::default(),
            versions: Mutex::default(),
            shown: Mutex::default(),
        }
    }

    /// Collects the names of all games, unless they have already been collected. For large rules, this
    /// takes seconds.
    pub fn collect_all(&self) {
        for game in (0..).map(GameRef).take(self.names.len()) {
            self.game_statistics(game);
        }
        self.files();
        self.is_ready.store(true, Ordering::Release);
    }

    /// Whether the names of all games have been collected, so that the links of a text are found
    /// fast.
    pub fn is_ready(&self) -> bool {
        self.is_ready.load(Ordering::Acquire)
    }

    pub(super) fn names(&self, game: GameRef) -> &NameIndex {
        self.names[game.0 as usize].get_or_init(|| NameIndex::new(&self.book, game))
    }

    /// Returns how many mentions are links.
    pub fn level(&self) -> LinkLevel {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets how many mentions are links.
    pub fn set_level(&self, level: LinkLevel) {
        if self.level() == level {
            return;
        }
        *self.level.lock().unwrap_or_else(PoisonError::into_inner) = level;
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.clear();
    }

    /// Returns the counts of names, which are collected on first use.
    pub fn statistics(&self) -> &LinkStatistics {
        self.statistics.get_or_init(|| {
            LinkStatistics::collect(&self.book, self.hides_links, |game| self.names(game))
        })
    }

    /// Uses counts that were collected earlier from the same rules. Returns whether they fit: the counts
    /// have the right number of documents, and none have been collected yet.
    pub fn adopt(&self, statistics: LinkStatistics) -> bool {
        statistics.documents.len() == self.book.documents.len()
            && self.statistics.set(statistics).is_ok()
    }

    pub(super) fn game_statistics(&self, game: GameRef) -> &GameStatistics {
        self.game_statistics[game.0 as usize].get_or_init(|| {
            GameStatistics::new(&self.book, game, self.names(game), self.statistics())
        })
    }

    /// Returns how many names of each other document a document contains.
    pub(super) fn related(&self, document: DocumentRef) -> Arc<Related> {
        let known = || self.related.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(related) = known().get(&document) {
            return Arc::clone(related);
        }
        let game = self.game_statistics(self.book.document(document).game);
        let counts = self.statistics().documents.get(document.0 as usize);
        let related = Arc::new(
            counts
                .map(|counts| game.related(counts))
                .unwrap_or_default(),
        );
        let mut known = known();
        if known.len() >= MAX_RELATED {
            known.clear();
        }
        known.insert(document, Arc::clone(&related));
        related
    }

    pub(super) fn files(&self) -> &DocumentNames {
        self.files.get_or_init(|| DocumentNames::new(&self.book))
    }

    pub(super) fn anchors(&self, document: DocumentRef) -> Arc<Anchors> {
        let known = self.anchors.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(anchors) = known.get(&document) {
            return Arc::clone(anchors);
        }
        drop(known);
        let anchors = Arc::new(Anchors::of(&self.book, document));
        let mut known = self.anchors.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(document).or_insert(anchors))
    }

    /// Returns the sections that a name means in all games, or in the game of section `near`. Then only
    /// the sections that are considered there are returned. The nearest sections come first, and
    /// headings that define nothing last. `Piercing 2` finds `Piercing x`, and a plural finds the
    /// singular.
    pub fn definitions(&self, name: &str, near: Option<SectionRef>) -> Vec<SectionRef> {
        let mut found = self.unsorted_definitions(name, near);
        self.sort_by_distance(near, &mut found);
        found
    }

    /// Like [`Self::definitions`], but game by game, each in reading order. A section with two such
    /// names is returned twice.
    pub(super) fn unsorted_definitions(
        &self,
        name: &str,
        near: Option<SectionRef>,
    ) -> Vec<SectionRef> {
        let sections = |name: &str, has_parameter: bool| -> Vec<_> {
            let named = match near {
                Some(near) => self.named(self.book.game_of(near), name, Some(near)),
                None => (0..)
                    .map(GameRef)
                    .take(self.names.len())
                    .flat_map(|game| self.named(game, name, None))
                    .collect(),
            };
            let named = named.into_iter();
            named
                .filter(|name| name.parameter || !has_parameter)
                .map(|name| name.section)
                .collect()
        };
        let found = sections(name, false);
        match value::split(name) {
            Some((_, bare)) if found.is_empty() => sections(&name[bare], true),
            _ => found,
        }
    }

    /// Returns those names in a game that are equal to `name`, apart from case, punctuation, and
    /// plural and possessive endings. With `near`, only those that are [`considered`] there.
    pub(super) fn named(
        &self,
        game: GameRef,
        name: &str,
        near: Option<SectionRef>,
    ) -> Vec<&SectionName> {
        let names = self.names(game);
        let mut found: Vec<&SectionName> = Vec::new();
        for language in &names.languages {
            let mut stemmer = self.stemmer(*language);
            let named = names.get(&Phrase::new(name, &mut stemmer).all());
            match near {
                Some(near) => found.extend(considered(named, near)),
                None => found.extend(named),
            }
            self.return_stemmer(stemmer);
        }
        if names.languages.len() > 1 {
            found.sort_by_key(|name| name.section);
            found.dedup_by_key(|name| name.section);
        }
        found
    }

    /// Whether more than `most` sections of a game have this name in one language.
    pub(super) fn is_common(&self, game: GameRef, name: &str, most: usize) -> bool {
        let names = self.names(game);
        names.languages.iter().any(|language| {
            let mut stemmer = self.stemmer(*language);
            let count = names.get(&Phrase::new(name, &mut stemmer).all()).len();
            self.return_stemmer(stemmer);
            count > most
        })
    }

    /// Returns a stemmer for a language, which knows the words of earlier texts.
    pub(super) fn stemmer(&self, language: Language) -> Stemmer {
        let mut stemmers = self.stemmers.lock().unwrap_or_else(PoisonError::into_inner);
        let known = stemmers
            .iter()
            .position(|known| known.language() == language);
        let known = known.map(|at| stemmers.swap_remove(at));
        known.unwrap_or_else(|| Stemmer::new(language))
    }

    /// Keeps a stemmer for later texts.
    pub(super) fn return_stemmer(&self, stemmer: Stemmer) {
        let mut stemmers = self.stemmers.lock().unwrap_or_else(PoisonError::into_inner);
        if stemmers.len() < MAX_STEMMERS {
            stemmers.push(stemmer);
        }
    }

    /// Splits the text of a link in section `from` into a name and a value, and returns the value: `2`
    /// for `Piercing 2`. Returns `None` if the text has no value, or if no section with that name takes
    /// a parameter.
    pub(super) fn value_of(&self, from: SectionRef, text: &str) -> Option<String> {
        let (value, name) = value::split(text)?;
        let named = self.named(self.book.game_of(from), &text[name], Some(from));
        let takes_value = named.iter().any(|name| name.parameter);
        takes_value.then(|| straighten(&text[value]))
    }

    /// Returns a sort key that is smaller for nearer targets: whether `to` is a heading that defines
    /// nothing, the number of levels from `from` up to a section that contains both, or a very large
    /// number, and the number of folders that the documents do not share.
    pub(super) fn distance(&self, from: Option<SectionRef>, to: SectionRef) -> (bool, u32, u32) {
        let up = from.into_iter().flat_map(|from| self.book.upwards(from));
        let mut up = (0..).zip(up);
        let common = up.find(|(_, at)| self.book.contains(*at, to));
        let steps = common.map_or(u32::MAX, |(steps, _)| steps);
        let shared = from.map_or(0, |from| self.shared_folders(from, to));
        (self.is_mere_heading(to), steps, u32::MAX - shared)
    }

    /// Whether a section defines nothing, like a group of sections or a question.
    fn is_mere_heading(&self, at: SectionRef) -> bool {
        let section = self.book.section(at);
        match section.kind {
            SectionKind::Document => !section.has_text || self.book.children(at).next().is_some(),
            SectionKind::Group
            | SectionKind::Step { .. }
            | SectionKind::Question
            | SectionKind::Table => true,
            _ => false,
        }
    }

    /// Returns the number of folders, from the rules folder down, that contain both documents.
    fn shared_folders(&self, one: SectionRef, other: SectionRef) -> u32 {
        let folders = |at| self.book.document_of(at).source.folders().split('/');
        let pairs = folders(one).zip(folders(other));
        let shared = pairs.take_while(|(one, other)| one == other && !one.is_empty());
        clamped(shared.count())
    }

    /// Sorts targets by distance, nearest first, and removes duplicates. Of equally near targets,
    /// the least deeply nested come first. At the same depth, captions of tables come last.
    pub(super) fn sort_by_distance(&self, from: Option<SectionRef>, targets: &mut Vec<SectionRef>) {
        if targets.len() < 2 {
            return;
        }
        let place = |to| (self.distance(from, to), self.depth(to));
        let is_caption = |to| self.book.section(to).title_role == TitleRole::Caption;
        targets.sort_by_cached_key(|to| (place(*to), is_caption(*to), *to));
        targets.dedup();
    }

    /// Returns the number of sections that contain a section, including itself.
    pub(super) fn depth(&self, section: SectionRef) -> usize {
        self.book.upwards(section).count()
    }
}
