//! The loaded rules, and everything that is computed from them.

use std::mem;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use super::load::LoadedRules;
use crate::cache::Cache;

use crate::links::{Backlink, Backlinks, KeyNumber, LinkGraph, key_numbers};
use crate::rules::{DocumentRef, GameRef, Rulebook, SectionRef};
use crate::search::{DocumentText, Query, SearchIndex};
use crate::source::Source;
use crate::table::TableSetup;
use crate::theme::Symbols;

/// The message that is shown while the rules are being read.
pub const READING: &str = "Reading the rules. The next start loads them from the cache.";

/// The maximum number of key numbers that are collected.
const MAX_NUMBERS: usize = 200_000;

/// The maximum size, in bytes, of a document that is parsed within a frame.
const FAST_BYTES: usize = 64 * 1024;

/// The maximum size, in bytes, of rules whose names are collected within a millisecond.
const TINY_BYTES: usize = 32 * 1024;

/// The maximum size, in bytes, of rules that can be scanned within a few milliseconds.
pub const SMALL_BYTES: usize = 256 * 1024;

/// The maximum size, in bytes, of rules that can be scanned in about a second.
const LARGE_BYTES: usize = 8 * 1024 * 1024;

/// What the search screen cannot show yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Missing {
    /// The document of the preview, which has to be parsed first.
    pub preview: Option<DocumentRef>,
    /// The hits whose versions have to be found.
    pub versions: Vec<SectionRef>,
}

/// The rules and their indexes. Copies share everything that is computed later.
#[derive(Clone)]
pub struct Library {
    /// The rules with all their sections.
    pub book: Arc<Rulebook>,
    /// The stored rulebook and search index; `None` if nothing is stored.
    pub cache: Option<Cache>,
    /// The texts of the documents that were parsed while loading, by path, until they are indexed.
    pub texts: Arc<Mutex<FxHashMap<String, DocumentText>>>,
    /// The game that the player chose on the command line or in the settings.
    pub game: Option<GameRef>,
    /// See [`Library::want`].
    pub missing: Arc<Mutex<Missing>>,
    /// The links between the sections.
    pub links: Arc<LinkGraph>,
    /// The search index; `None` until it is ready.
    pub index: Option<Arc<SearchIndex>>,
    /// The backlinks of each game, indexed by [`GameRef`], without links from other games. See
    /// [`Library::known_backlinks`].
    pub backlinks: Arc<[OnceLock<Backlinks>]>,
    /// The key numbers, which are collected when the player asks for them. See
    /// [`Library::key_numbers`].
    pub numbers: Arc<OnceLock<Vec<KeyNumber>>>,
    /// What the game that is played uses of the rules.
    pub table: Arc<TableSetup>,
    /// The section that is shown first.
    pub start: SectionRef,
    /// What is shown while there are no rules: they are being read, or cannot be read.
    pub placeholder: Option<String>,
    /// The marks that pages are drawn with: Unicode, ASCII or words.
    pub symbols: &'static Symbols,
}

impl Library {
    /// Builds a library with only what the first frame needs: no index, no backlinks and no key
    /// numbers.
    pub fn new(rules: impl Into<LoadedRules>) -> Self {
        let LoadedRules { book, texts } = rules.into();
        let book = Arc::new(book);
        Self {
            links: Arc::new(LinkGraph::new(Arc::clone(&book))),
            backlinks: book.games.iter().map(|_| OnceLock::new()).collect(),
            book,
            cache: None,
            texts: Arc::new(Mutex::new(texts)),
            game: None,
            missing: Arc::default(),
            index: None,
            numbers: Arc::default(),
            table: Arc::default(),
            start: SectionRef(0),
            placeholder: None,
            symbols: Symbols::UNICODE,
        }
    }

    /// Builds a library with a single page of plain text, which says why there are no rules.
    pub fn placeholder(text: &str) -> Self {
        let source = Source::in_memory("rules.txt", &format!("No rules yet\n\n{text}\n"));
        Self {
            placeholder: Some(text.to_owned()),
            ..Self::new(Rulebook::load(vec![source], Vec::new()))
        }
    }

    /// Chooses a game, and starts at the root section of its first document.
    pub fn choose_game(&mut self, game: GameRef) {
        self.game = Some(game);
        let mut documents = self.book.documents.iter();
        let first = documents.find(|document| document.game == game);
        self.start = first.map_or(self.start, |document| document.root);
    }

    /// Forgets the backlinks, because other mentions are links now.
    pub fn forget_backlinks(&mut self) {
        self.backlinks = self.book.games.iter().map(|_| OnceLock::new()).collect();
    }

    /// Whether the links of a text are found fast: the rules are tiny, or the names of all sections
    /// have been collected. Until then, pages have no links.
    pub fn has_links(&self) -> bool {
        self.links.is_ready() || self.length() <= TINY_BYTES
    }

    /// Collects what links need: the names, and how the texts write them. The latter is slow for large
    /// rules, and is stored for the next start.
    pub fn collect_links(&self) {
        if self.links.is_ready() {
            return;
        }
        let cache = self.cache.as_ref();
        let stored = cache.and_then(|cache| cache.load_links(&self.book));
        let is_stored = stored.is_some_and(|statistics| self.links.adopt(statistics));
        self.links.collect_all();
        if let Some(cache) = cache.filter(|_| !is_stored) {
            // If this fails, the next start collects them again.
            let _ = cache.store_links(&self.book, self.links.statistics());
        }
    }

    /// Finds the hits that are versions of better hits, as far as that is known or found within a
    /// frame; see [`LinkGraph::known_earlier_versions`]. [`Library::prepare`] finds the rest.
    pub fn earlier_versions(
        &self,
        sections: &[SectionRef],
    ) -> (Vec<Option<usize>>, Vec<SectionRef>) {
        let (before, unknown) = self.links.known_earlier_versions(sections);
        let is_fast = self.has_links() && self.links.finds_versions_fast(unknown.iter().copied());
        if unknown.is_empty() || !is_fast {
            return (before, unknown);
        }
        (self.links.earlier_versions(sections), Vec::new())
    }

    /// Whether the text of a section can be laid out within a frame: its document is short or in
    /// memory.
    pub fn reads_fast(&self, section: SectionRef) -> bool {
        let document = self.book.section(section).document;
        let length = self.book.document(document).length as usize;
        length <= FAST_BYTES || self.book.bodies.is_in_memory(document)
    }

    /// Replaces what [`Library::prepare`] does next.
    pub fn want(&self, missing: Missing) {
        *self.missing.lock().unwrap_or_else(PoisonError::into_inner) = missing;
    }

    /// Reads and finds what the search screen last missed, and calls `ready` when the preview can be
    /// laid out. Stops when the screen wants something else.
    pub fn prepare(&self, ready: impl Fn()) {
        let take = || mem::take(&mut *self.missing.lock().unwrap_or_else(PoisonError::into_inner));
        let Missing { preview, versions } = take();
        if let Some(document) = preview {
            // If the document is unreadable, the preview says so.
            let _ = self.book.body(document);
            ready();
        }
        let is_outdated = || {
            let missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
            *missing != Missing::default()
        };
        for section in versions {
            if is_outdated() {
                return;
            }
            self.links.versions(section);
        }
    }

    /// Returns a query for the chosen game, or for all games.
    pub fn query(&self, text: &str, limit: usize) -> Query {
        Query {
            text: text.to_owned(),
            game: self.game,
            only_game: self.game,
            limit,
            sort: None,
        }
    }

    /// Whether a section belongs to the chosen game. Always true if no game was chosen.
    pub fn wants(&self, section: SectionRef) -> bool {
        self.game
            .is_none_or(|game| self.book.game_of(section) == game)
    }

    /// Returns the backlinks of the game that contains `near`; `None` until they have been
    /// collected. Links from other games are not included.
    pub fn known_backlinks(&self, near: SectionRef) -> Option<&Backlinks> {
        self.backlinks[self.book.game_of(near).0 as usize].get()
    }

    /// Returns the backlinks for the page of a section. Returns `None` until they are known and the
    /// versions of the section and its descendants can be found fast.
    pub fn known_changes(&self, section: SectionRef) -> Option<&Backlinks> {
        let sections = self.book.subtree(section).filter(|at| {
            let this = self.book.section(*at);
            this.has_text && !this.run_in
        });
        self.known_backlinks(section)
            .filter(|_| self.links.finds_versions_fast(sections))
    }

    /// Whether the backlinks of the game that contains `near` are known or can be collected in
    /// about a second. Those of larger rules are collected only when the player asks for them.
    pub fn collects_backlinks(&self, near: SectionRef) -> bool {
        let is_small = self.placeholder.is_none() && self.length() < LARGE_BYTES;
        self.known_backlinks(near).is_some() || is_small
    }

    /// Finds and caches the versions of all sections of a document, which is slow for a long
    /// document.
    pub fn collect_versions(&self, document: DocumentRef) {
        let sections = self.book.subtree(self.book.document(document).root);
        sections.for_each(|section| drop(self.links.versions(section)));
    }

    /// Collects the backlinks of a game, which is slow for large rules.
    pub fn collect_backlinks(&self, game: GameRef) {
        self.backlinks[game.0 as usize].get_or_init(|| Backlinks::build(&self.links, Some(game)));
    }

    /// Returns the size of all documents, in bytes.
    fn length(&self) -> usize {
        let documents = self.book.documents.iter();
        documents.map(|document| document.length as usize).sum()
    }

    /// Returns the key numbers. For small rules, collects them first if necessary. For large rules,
    /// returns none until the background thread has collected them.
    pub fn key_numbers(&self) -> &[KeyNumber] {
        if self.is_small() {
            self.collect_key_numbers();
        }
        self.numbers.get().map_or(&[], Vec::as_slice)
    }

    /// Whether the key numbers have been collected.
    pub fn has_key_numbers(&self) -> bool {
        self.numbers.get().is_some()
    }

    /// Collects the key numbers, which is slow for large rules.
    pub fn collect_key_numbers(&self) {
        self.numbers
            .get_or_init(|| key_numbers(&self.book, MAX_NUMBERS));
    }

    /// Whether the rules are small enough to be scanned within a frame.
    pub fn is_small(&self) -> bool {
        self.length() <= SMALL_BYTES
    }

    /// Returns the backlinks of a section; `None` until they are known. The passages that change
    /// the section come first, or alone if `only_changes`. They include passages that change
    /// another definition of the same rule, or a parent or child with a similar name.
    pub fn links_to(&self, section: SectionRef, only_changes: bool) -> Option<Vec<Backlink>> {
        let backlinks = self.known_backlinks(section)?;
        let changes = backlinks.exceptions(&self.links, section);
        let others = backlinks.to(section).iter();
        let others = others
            .filter(|link| !only_changes && !changes.contains(link))
            .map(|link| (link, false));
        let changes = changes.iter().map(|link| (*link, true));
        let links = changes.chain(others).map(|(link, exception)| Backlink {
            exception,
            ..link.clone()
        });
        Some(links.collect())
    }

    /// Returns the title of a section.
    pub fn title(&self, section: SectionRef) -> String {
        self.book.section(section).full_title()
    }

    /// Returns the titles of a section and its document: `Control Range - Core Rules`. If both are
    /// the same, returns one title.
    pub fn title_and_document(&self, section: SectionRef) -> String {
        let title = self.title(section);
        let document = &self.book.document_of(section).title;
        if title == *document {
            title
        } else {
            format!("{title} - {document}")
        }
    }

    /// Returns the titles from the document down to the section: `Tomb World › Breach Point ›
    /// Breach`.
    pub fn path(&self, section: SectionRef) -> String {
        self.book.titles(section).join(self.symbols.path)
    }

    /// Returns the path of a section without the section's own title; empty for a document.
    pub fn path_above(&self, section: SectionRef) -> String {
        let mut titles = self.book.titles(section);
        titles.pop();
        titles.join(self.symbols.path)
    }

    /// Lists the documents of other versions of a rule: `also in Joint Ops, Adversary Ops`. `None`
    /// if there are none.
    pub fn also_in(&self, versions: impl Iterator<Item = SectionRef>) -> Option<String> {
        let mut titles: Vec<_> = versions
            .map(|at| self.book.document_of(at).title.as_str())
            .collect();
        titles.dedup();
        (!titles.is_empty()).then(|| format!("also in {}", titles.join(", ")))
    }
}
