//! Full-text search over a rulebook: the best answer first, from the first letter.
//!
//! What is typed becomes groups of words that it may mean (`terms`), tantivy finds the sections that hold them (`schema`),
//! and the best of these are looked at again, by title, row and text (`ranking`). What the index knows of a section is
//! its words as numbers (`entry`); texts are read from the rulebook when a hit is shown. An index has one form, the stored
//! one (`store`): one that is built is one that was stored and opened.

use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::Range;
use std::sync::OnceLock;

use tantivy::directory::FileSlice;

use crate::order;
use crate::rules::{GameRef, Rulebook, SectionKind, SectionRef};

mod entry;
mod error;
mod filter;
mod fuzzy;
mod headings;
mod highlight;
mod indexer;
mod layout;
mod number;
mod outcome;
mod pieces;
mod query;
mod ranking;
mod schema;
mod snippet;
mod store;
mod synonyms;
mod terms;
mod titles;
mod tokenizer;
mod vocabulary;
mod words;

#[cfg(test)]
mod tests;

pub use error::SearchError;
pub use filter::complete;
pub use headings::headings;
pub use highlight::Highlight;
pub use indexer::{Before, Indexer};
pub use layout::Volume;
pub use outcome::Outcome;
pub use query::About;
pub use ranking::Weights;
pub use snippet::Snippet;
pub use titles::Titles;
pub(crate) use words::is_function_word;

use entry::{Entries, Entry};
use layout::Layout;
use outcome::Judged;
use ranking::{Judge, Verdict};
use schema::{Request, TextIndex, Wanted};
use store::{Part, Store, StoreError};
use synonyms::{Synonyms, Used, unique};
use terms::Terms;
use vocabulary::{Places, Vocabulary, WordId};

/// The search index of one rulebook.
pub struct SearchIndex {
    store: Store,
    layout: Layout,
    text: TextIndex,
    vocabulary: Vocabulary,
    entries: Entries,
    synonyms: Synonyms,
    costs: Vec<(crate::quantity::Currency, u32)>,
    weights: Weights,
}

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// As typed: words, `"phrases"`, `-words`, filters.
    pub text: String,
    /// The game that is being read: its hits come first, and those of the others each together.
    pub game: Option<GameRef>,
    /// The only game to look in.
    pub only_game: Option<GameRef>,
    /// How many hits to give at most.
    pub limit: usize,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The best hits, best first.
    pub hits: Vec<Hit>,
    /// How many sections match in all, run-in rules counted by themselves where they are many.
    pub total: usize,
    /// Whether the rules answer the query.
    pub outcome: Outcome,
    /// What was asked about.
    pub about: About,
    /// The player's words in the query and what they stand for.
    pub synonyms: Vec<SynonymUse>,
    /// Marks the query's words in any text.
    pub highlight: Highlight,
    /// Whether only titles were looked at: there is no index yet.
    pub only_headings: bool,
}

/// A section that was found.
#[derive(Clone, Debug)]
pub struct Hit {
    /// The section.
    pub section: SectionRef,
    /// What speaks for it; comparable within one search only.
    pub score: f32,
    /// Where its full title matches.
    pub title_marks: Vec<Range<usize>>,
    /// The player's word that led to it, where its own words did not.
    pub via: Option<String>,
    /// The piece of its text that matches best.
    piece: Option<usize>,
    snippet: OnceLock<Snippet>,
}

impl Hit {
    /// The line of its text that matches best, marked by the `highlight` of its results. It is read from the rules when it is
    /// asked for the first time: of many hits few are looked at.
    pub fn snippet(&self, book: &Rulebook, highlight: &Highlight) -> &Snippet {
        self.snippet.get_or_init(|| {
            let body = book.body(book.section(self.section).document);
            let pieces = pieces::pieces(book, &body, self.section);
            let best = self.piece.and_then(|piece| pieces.get(piece));
            // Whose text has none of the words is found by its names.
            let keywords = pieces::keywords(body.blocks(self.section))
                .collect::<Vec<_>>()
                .join(" · ");
            if best.is_none() && !highlight.marks(&keywords).is_empty() {
                return Snippet::of(&keywords, highlight);
            }
            let piece = best.or_else(|| pieces.iter().find(|piece| !piece.text.trim().is_empty()));
            piece
                .map(|piece| Snippet::of(&piece.text, highlight))
                .unwrap_or_default()
        })
    }
}

/// A player's word and the rules' words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SynonymUse {
    /// The player's word.
    pub word: String,
    /// What the rules call it.
    pub means: Vec<String>,
}

/// Where the bytes of a stored index are.
pub enum Bytes {
    /// In the program itself.
    Program(&'static [u8]),
    /// In memory.
    Memory(Vec<u8>),
    /// In a file that nobody changes while it is open: what a search needs is read from it by position.
    File(std::path::PathBuf),
}

/// The ranking looks again at this many of the best by their text.
const CANDIDATES: usize = 60;
/// Completions of one word that tantivy is asked for; the ranking knows all of them.
const MOST_WANTED: usize = 24;
/// A hit is far below another under this share of its score.
const FAR_BELOW: f32 = 0.6;

impl SearchIndex {
    /// Indexes all sections of a rulebook.
    ///
    /// # Errors
    /// Where tantivy fails.
    pub fn build(book: &Rulebook) -> Result<Self, SearchError> {
        Self::build_telling(book, &mut |_| {})
    }

    /// The same; after each document it is told how many have been read.
    ///
    /// # Errors
    /// Where tantivy fails.
    pub fn build_telling(
        book: &Rulebook,
        tell: &mut dyn FnMut(usize),
    ) -> Result<Self, SearchError> {
        Indexer::new(book).telling(tell).build()
    }

    /// Opens an index that [`SearchIndex::encode`] wrote. Nothing of it is read through, and nothing is copied out of memory.
    /// It must be of the rulebook that is searched: the cache knows which one that is by the outline's checksum.
    ///
    /// # Errors
    /// The bytes cannot be read, are of another version of the program or cut off, or damaged where they say what stands
    /// where. Damage elsewhere is noticed by the search that comes upon it.
    pub fn open(bytes: Bytes) -> Result<Self, SearchError> {
        let bytes = match bytes {
            Bytes::Program(bytes) => FileSlice::from(bytes),
            Bytes::Memory(bytes) => FileSlice::from(bytes),
            Bytes::File(path) => FileSlice::open(&path).map_err(StoreError::Io)?,
        };
        let store = Store::open(bytes)?;
        let layout = Layout::read(&store.bytes(Part::Layout)?);
        let text = TextIndex::open(&store, &layout)?;
        let entries = Entries::open(&store, &layout)?;
        let vocabulary = Vocabulary::open(&store)?;
        let synonyms = Synonyms::open(&store, entries.len())?;
        let costs = filter::read_costs(&store.bytes(Part::Costs)?);
        Ok(Self {
            store,
            layout,
            text,
            vocabulary,
            entries,
            synonyms,
            costs,
            weights: Weights::default(),
        })
    }

    /// Writes the index out, to be opened again.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn encode(&self, out: &mut impl io::Write) -> io::Result<()> {
        self.store.write(out)
    }

    /// How many sections it was built of.
    #[must_use]
    pub fn sections(&self) -> usize {
        self.entries.len()
    }

    /// The same index with other weights, to measure what each rule of the ranking is worth.
    #[must_use]
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    /// Searches. Any text is a query; one that says nothing finds nothing.
    #[must_use]
    pub fn search(&self, book: &Rulebook, query: &Query) -> Results {
        // What nobody calls off comes to its end.
        self.search_until(book, query, &|| false)
            .unwrap_or_default()
    }

    /// Whether a search came upon bytes that are not what had been written, or that cannot be read any more. Such an index has
    /// to be made anew; until then the titles answer in its place.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.store.is_damaged()
    }

    /// Searches until it is called off, which it looks for between its stages and while sections are gone through.
    #[must_use]
    pub fn search_until(
        &self,
        book: &Rulebook,
        query: &Query,
        off: &dyn Fn() -> bool,
    ) -> Option<Results> {
        let results = if self.is_damaged() {
            None
        } else {
            self.ranked(book, query, off)
        };
        // What was found before the damage was come upon is not all that there is.
        if self.is_damaged() {
            headings(&Titles::of(book), book, query, off)
        } else {
            results
        }
    }

    fn ranked(&self, book: &Rulebook, query: &Query, off: &dyn Fn() -> bool) -> Option<Results> {
        let mut parsed = query::parse(book, &query.text);
        let about = parsed.about();
        if let Some(game) = query.only_game {
            parsed.filters.games = vec![game];
        }
        let mut terms = Terms::new(
            &parsed,
            &self.vocabulary,
            self.entries.len(),
            self.weights.alike,
        );
        let named_game = outcome::named_game(book, &terms).map_or(0, |(_, groups)| groups);
        let used = self.synonyms.find(&terms, parsed.open, named_game);
        terms.take_in(&used, &self.vocabulary, self.entries.len());
        let highlight = Highlight::new(&terms, &self.vocabulary, &parsed.phrases);
        if terms.groups.is_empty() && (!parsed.has_filters() || query.text.trim().is_empty()) {
            return Some(Results {
                about,
                highlight,
                ..Results::default()
            });
        }
        let (found, total) = self.find(book, &terms, &parsed, query.limit, off);
        if off() {
            return None;
        }
        let allowed = |at: SectionRef| parsed.allows(book, at);
        let mut ranked = self.rank(book, &terms, &used, &found, query.game, &allowed);
        if !parsed.phrases.is_empty() || !parsed.excluded.is_empty() {
            // A synonym or a heading above a hit was not asked for by tantivy's own yes or no.
            ranked.retain(|(at, _)| found.iter().any(|(section, _)| section == at));
        }
        if off() {
            return None;
        }
        let by_id = book.by_id(query.text.trim()).filter(|at| allowed(*at));
        // Who asks for a section by its id looks for no words in it.
        let highlight = if by_id.is_some() {
            Highlight::default()
        } else {
            highlight
        };
        if let Some(at) = by_id {
            put_first(book, at, &mut ranked);
        }
        let judged = if terms.groups.is_empty() || by_id.is_some() {
            Judged {
                outcome: Outcome::Found,
                ..Judged::default()
            }
        } else {
            let reading = query.game.filter(|game| parsed.allows_game(book, *game));
            outcome::judge(book, self, &terms, &ranked, reading)
        };
        if let (Outcome::OtherGame, Some(game), Some(_)) = (judged.outcome, judged.game, query.game)
        {
            // The games stand apart from one another, and what another one says is the answer.
            order::put_first(&mut ranked, |(at, _)| book.game_of(*at) != game);
        }
        let about = About {
            words: judged.spelt.unwrap_or(about.words),
            ..about
        };
        let total = if total <= CANDIDATES.max(query.limit) {
            ranked.len()
        } else {
            total
        };
        ranked.truncate(query.limit);
        let hits = ranked
            .into_iter()
            .map(|(at, verdict)| hit(book, at, &verdict, &highlight, &used))
            .collect();
        let synonyms = unique(used.into_iter().map(|used| SynonymUse {
            word: used.word,
            means: used.means,
        }));
        Some(Results {
            hits,
            total,
            outcome: judged.outcome,
            about,
            synonyms,
            highlight,
            only_headings: false,
        })
    }

    /// What tantivy finds: sections with their share of the best score.
    fn find(
        &self,
        book: &Rulebook,
        terms: &Terms,
        parsed: &query::Parsed,
        limit: usize,
        off: &dyn Fn() -> bool,
    ) -> (Vec<(SectionRef, f32)>, usize) {
        let mut words = Vec::new();
        let content: Vec<_> = terms.content().collect();
        for group in content {
            let mut wanted: Vec<_> = group
                .choices
                .iter()
                .filter_map(|choice| Some((self.vocabulary.word(choice.word)?, choice)))
                .map(|(word, choice)| Wanted {
                    text: word.text,
                    // What one letter starts stands in nearly every text: names only.
                    places: if group.is_letter() && choice.closeness < 1.0 {
                        word.places.of_names()
                    } else {
                        word.places
                    },
                    boost: choice.quality * (0.3 + 0.7 * choice.closeness),
                })
                .collect();
            let named = |wanted: &Wanted<'_>| wanted.places.has(Places::TITLE);
            wanted.sort_by(|a, b| named(b).cmp(&named(a)).then(b.boost.total_cmp(&a.boost)));
            words.extend(wanted.into_iter().take(MOST_WANTED));
        }
        let request = Request {
            words,
            everything: terms.groups.is_empty(),
            phrases: &parsed.phrases,
            excluded: &parsed.excluded,
            facets: parsed.filters.facets(&self.costs),
            unwanted: parsed.unwanted.facets(&self.costs),
            within: filter::within(&parsed.filters, &parsed.unwanted, book),
            limit: CANDIDATES.max(limit),
        };
        // The query is built from the index's own words: what can fail is reading them, and that leaves its mark.
        let (found, total) = self.text.find(&request, off).unwrap_or_default();
        let best = found
            .first()
            .map_or(1.0, |(_, score)| score.max(f32::MIN_POSITIVE));
        (
            found
                .into_iter()
                .map(|(section, score)| (SectionRef(section), score / best))
                .collect(),
            total,
        )
    }

    /// Judges what was found and what synonyms lead to, best first.
    fn rank(
        &self,
        book: &Rulebook,
        terms: &Terms,
        used: &[Used],
        found: &[(SectionRef, f32)],
        reading: Option<GameRef>,
        allowed: &dyn Fn(SectionRef) -> bool,
    ) -> Vec<(SectionRef, Verdict)> {
        let judge = Judge {
            book,
            terms,
            weights: &self.weights,
            synonyms: used,
        };
        let mut texts: HashMap<SectionRef, f32> = found.iter().copied().collect();
        let meant = used.iter().flat_map(|used| &used.targets);
        for (target, _) in meant.filter(|(target, _)| allowed(*target)) {
            texts.entry(*target).or_insert(0.0);
        }
        let mut looked_at: HashMap<SectionRef, Entry> = HashMap::new();
        let mut verdict = |at: SectionRef, text: f32| {
            let entry = self.entry(at)?;
            let verdict = judge.judge(at, book.section(at), &entry, text);
            looked_at.insert(at, entry);
            Some(verdict)
        };
        let mut ranked: Vec<(SectionRef, Verdict)> = Vec::with_capacity(texts.len());
        let mut raised: HashMap<SectionRef, f32> = HashMap::new();
        for (at, text) in &texts {
            let Some(verdict) = verdict(*at, *text) else {
                continue;
            };
            // A run-in rule that the query does not name is a part of the section it stands in. A question stands for itself.
            let part = book.section(*at).run_in && book.section(*at).kind != SectionKind::Question;
            if part && !verdict.named && verdict.via.is_none() && !terms.groups.is_empty() {
                let heading = heading_above(book, *at);
                if !texts.contains_key(&heading) && allowed(heading) {
                    let best = raised.entry(heading).or_insert(0.0);
                    *best = best.max(*text);
                }
            } else {
                ranked.push((*at, verdict));
            }
        }
        ranked.extend(
            raised
                .into_iter()
                .filter_map(|(at, text)| Some((at, verdict(at, text)?))),
        );
        // A heading without text of its own is an answer only where nothing else carries the name, and never to a question.
        let is_group = |at: SectionRef| looked_at.get(&at).is_some_and(|entry| !entry.has_text);
        if ranked
            .iter()
            .any(|(at, verdict)| !is_group(*at) && (verdict.name > 0.4 || terms.asked))
        {
            ranked.retain(|(at, _)| !is_group(*at));
        }
        if self.weights.introduced > 0.0 {
            ranking::introduce(book, terms, self.weights.introduced, &mut ranked);
        }
        order::by_number(&mut ranked, |(at, verdict)| {
            order::both(order::greatest_first(verdict.score), at.0)
        });
        let ranked = if self.weights.once {
            printed_once(&looked_at, ranked)
        } else {
            ranked
        };
        by_game(book, reading, ranked)
    }

    /// What is known of a section.
    fn entry(&self, at: SectionRef) -> Option<Entry> {
        self.entries.get(at.0)
    }

    /// How often some words stand in the texts of headings, told by section; a run-in rule's text is its heading's.
    fn count(&self, book: &Rulebook, words: &[WordId], mut tell: impl FnMut(SectionRef, usize)) {
        for word in words.iter().filter_map(|id| self.vocabulary.word(*id)) {
            // The word is one of the index's own: what can fail is reading it, and that leaves its mark.
            let _ = self.text.occurrences(word.text, |section, times| {
                if (section as usize) < book.section_count()
                    && !book.section(SectionRef(section)).run_in
                {
                    tell(SectionRef(section), times as usize);
                }
            });
        }
    }

    /// The sections whose texts hold a word of each group, in their order.
    fn sections_with(&self, groups: &[Vec<WordId>]) -> Vec<SectionRef> {
        let texts = |words: &Vec<WordId>| {
            words
                .iter()
                .filter_map(|id| self.vocabulary.word(*id))
                .map(|word| word.text)
                .collect()
        };
        let groups: Vec<Vec<&str>> = groups.iter().map(texts).collect();
        self.text
            .with_words(&groups)
            .unwrap_or_default()
            .into_iter()
            .map(SectionRef)
            .collect()
    }
}

/// Puts the section whose id was asked for before all others, and its game before other games.
fn put_first(book: &Rulebook, wanted: SectionRef, ranked: &mut Vec<(SectionRef, Verdict)>) {
    let found = ranked
        .iter()
        .position(|(at, _)| *at == wanted)
        .map(|place| ranked.remove(place).1);
    let verdict = Verdict {
        named: true,
        ..found.unwrap_or_default()
    };
    let game = book.game_of(wanted);
    order::put_first(ranked, |(at, _)| book.game_of(*at) == game);
    ranked.insert(0, (wanted, verdict));
}

/// Puts what is printed again behind the rest: sections that are found by the very same sentence are one answer, and
/// the best of them stands for all. What the query names stays where it is.
fn printed_once(
    entries: &HashMap<SectionRef, Entry>,
    ranked: Vec<(SectionRef, Verdict)>,
) -> Vec<(SectionRef, Verdict)> {
    let mut printed = HashSet::new();
    let (once, again): (Vec<_>, Vec<_>) = ranked.into_iter().partition(|(at, verdict)| {
        let words = entries
            .get(at)
            .zip(verdict.piece)
            .map(|(entry, piece)| entry.piece(piece));
        let first = words
            .filter(|words| !words.is_empty())
            .is_none_or(|words| printed.insert(words));
        first || verdict.named || verdict.via.is_some()
    });
    once.into_iter().chain(again).collect()
}

/// Puts the hits of each game together: those of the game being read first, the others in the order of their best hits.
/// The game being read gives way where the query names nothing in it and either names the best hit of all or finds
/// nothing in it that comes near that one.
fn by_game(
    book: &Rulebook,
    reading: Option<GameRef>,
    ranked: Vec<(SectionRef, Verdict)>,
) -> Vec<(SectionRef, Verdict)> {
    let Some(reading) = reading else {
        return ranked;
    };
    let game = |hit: &(SectionRef, Verdict)| book.game_of(hit.0);
    let named = ranked.iter().any(|hit| game(hit) == reading && hit.1.named);
    let best = ranked
        .iter()
        .find(|hit| game(hit) == reading)
        .map_or(0.0, |hit| hit.1.score);
    let gives_way = !named
        && ranked
            .first()
            .is_some_and(|all| all.1.named || best < FAR_BELOW * all.1.score);
    let mut games: Vec<GameRef> = Vec::from_iter((!gives_way).then_some(reading));
    for hit in &ranked {
        if !games.contains(&game(hit)) {
            games.push(game(hit));
        }
    }
    let mut ranked = ranked;
    order::by_number(&mut ranked, |hit| place(&games, game(hit)));
    ranked
}

/// The place of a game among others, as a number to put hits in order by.
fn place(games: &[GameRef], game: GameRef) -> u64 {
    games
        .iter()
        .position(|of| *of == game)
        .unwrap_or(games.len()) as u64
}

/// The heading that a run-in rule stands under.
fn heading_above(book: &Rulebook, at: SectionRef) -> SectionRef {
    let above = std::iter::successors(Some(at), |at| book.section(*at).parent);
    above
        .into_iter()
        .find(|at| !book.section(*at).run_in)
        .unwrap_or(at)
}

fn hit(
    book: &Rulebook,
    at: SectionRef,
    verdict: &Verdict,
    highlight: &Highlight,
    used: &[Used],
) -> Hit {
    let via = verdict
        .via
        .and_then(|number| used.get(number))
        .map(|used| used.word.clone());
    let title_marks = highlight.marks(&book.section(at).full_title());
    Hit {
        section: at,
        score: verdict.score,
        title_marks,
        via,
        piece: verdict.piece,
        snippet: OnceLock::new(),
    }
}
