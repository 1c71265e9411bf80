//! Runs a search, from the query to the results.

use rustc_hash::FxHashMap;

use super::compared::{compared, raise_compared};
use super::highlight::Highlight;
use super::narrower::narrower;
use super::outcome::answerability;
use super::ranked::{Ranked, sort};
use super::results::{Answerability, Hit, Query, Results, SynonymUse};
use super::snippet::Snippet;
use super::topic::named_game;
use crate::analyzer::tokenize;
use crate::rules::slug::slug;
use crate::rules::{GameRef, Rulebook, SectionKind, SectionRef, first_number};
use crate::search::index::{
    PassageTokens, SearchIndex, SectionText, StoredPassage, StoredSynonym, StoredToken,
};
use crate::search::query::{self, About, Candidates, Filter, Found, Parsed, SynonymMatch, Terms};
use crate::search::rank::{Score, Scorer, ScoringContext};

/// How many of the best sections by their words are ranked, unless [`Query::limit`] is greater.
const CANDIDATES: usize = 40;
/// How many sections, the best by their names and words, are ranked by their passages too.
const BY_PASSAGES: usize = 24;
/// At most this many hits are above the first hit whose title or alias is the query, if that hit
/// and the top hit are from different games.
const ABOVE_OTHERS: usize = 2;
/// A hit is far worse than another if its score is below this share of the other's score.
const FAR_BELOW: f32 = 0.6;

impl SearchIndex {
    /// Searches the rules. Any text is a valid query; a query with neither words nor filters finds
    /// nothing.
    pub fn search(&self, book: &Rulebook, query: &Query) -> Results {
        let mut parsed = query::parse(self, book, &query.text);
        let results = self.search_parsed(book, query, &mut parsed);
        if results.hits.is_empty() && !parsed.phrases.is_empty() {
            // A phrase that no section contains is searched for as words.
            parsed.phrases.clear();
            return self.search_parsed(book, query, &mut parsed);
        }
        results
    }

    fn search_parsed(&self, book: &Rulebook, query: &Query, parsed: &mut Parsed) -> Results {
        // If a filter chooses games or documents, the query is not about the game being read.
        let is_place = |filter: &Filter| matches!(filter, Filter::Games(_) | Filter::Documents(_));
        let mut filters = parsed.filters.iter().chain(&parsed.unwanted);
        let reading = query.game.filter(|_| !filters.any(is_place));
        if let Some(game) = query.only_game {
            parsed
                .filters
                .retain(|filter| !matches!(filter, Filter::Games(_)));
            parsed.filters.push(Filter::Games([game].into()));
        }
        if let Some(at) = book.by_id(query.text.trim())
            && parsed.allows(book, at)
        {
            return self.by_id(book, at, parsed.about.clone());
        }
        let vocabulary = &self.lexicon.vocabulary;
        let mut terms = query::expand(parsed, vocabulary, book.section_count());
        let game_words = named_game(book, &terms).map_or(0, |(_, words)| words);
        let used = query::match_synonyms(self, book, &terms, parsed.open, game_words);
        query::add_synonyms(&mut terms, &used, self);
        let highlight = Highlight::new(&terms, vocabulary.language());
        if terms.all.is_empty() && (!parsed.has_filters() || query.text.trim().is_empty()) {
            return Results {
                about: parsed.about.clone(),
                highlight,
                ..Results::default()
            };
        }
        let most = match query.sort {
            Some(_) => usize::MAX,
            None => CANDIDATES.max(query.limit),
        };
        let candidates = query::retrieve(self, book, &terms, parsed, most);
        let total = candidates.total;
        let mut ranked = self.rank(book, &terms, &used, &candidates, parsed);
        if !parsed.phrases.is_empty() || !parsed.excluded.is_empty() {
            // Keep only the retrieved sections. Sections that `rank` added for a name or a synonym may
            // lack the phrases or contain excluded words.
            let is_retrieved = |at| candidates.found.iter().any(|found| found.at == at);
            ranked.retain(|hit| is_retrieved(hit.at));
        }
        let mut ranked = by_game(book, query.game, ranked);
        let answer = answerability(book, self, &terms, &ranked, reading);
        if let (Some(game), Some(_)) = (answer.game, query.game) {
            // The hits in `game` come last if only other games define the term, and first if the
            // term is undefined.
            match answer.outcome {
                Answerability::OtherGame => ranked.sort_by_key(|hit| book.game_of(hit.at) == game),
                Answerability::Undefined { .. } => {
                    ranked.sort_by_key(|hit| book.game_of(hit.at) != game);
                }
                Answerability::Found | Answerability::None => {}
            }
        }
        if query.game.is_some() {
            raise_exact(book, &mut ranked);
        }
        if let Some(key) = &query.sort {
            self.sort_by_field(key, &mut ranked);
        }
        let total = if total <= most { ranked.len() } else { total };
        let compared = compared(book, &terms, &ranked).filter(|pair| {
            let games = pair.map(|at| book.game_of(at));
            games[0] == games[1]
        });
        if let Some(pair) = compared.filter(|_| query.sort.is_none()) {
            raise_compared(&terms, &pair, &mut ranked);
        }
        let is_found = answer.outcome == Answerability::Found && !ranked.is_empty();
        // A query that filters already says what it wants.
        let narrower = (!parsed.has_filters())
            .then(|| narrower(book, &parsed.about.typed, &ranked))
            .flatten();
        Results {
            hits: self.hits(book, ranked, query.limit, &highlight, &used),
            total,
            outcome: answer.outcome,
            about: About {
                words: answer.spelling.unwrap_or(parsed.about.words.clone()),
                unknown: if is_found {
                    terms.unknown()
                } else {
                    Vec::new()
                },
                narrower,
                ..parsed.about.clone()
            },
            synonyms: synonym_uses(&used),
            compared,
            highlight,
        }
    }

    /// Scores the candidates, the sections that synonyms mean, and the sections whose name is the
    /// query. Returns the hits, best first.
    fn rank(
        &self,
        book: &Rulebook,
        terms: &Terms<'_>,
        used: &[SynonymMatch<'_>],
        retrieved: &Candidates,
        parsed: &Parsed,
    ) -> Vec<Ranked> {
        let scorer = Scorer::new(ScoringContext {
            book,
            terms,
            weights: &self.weights,
            synonyms: used,
            idf: &retrieved.idf,
            labels: &retrieved.labels,
            best: retrieved.best,
        });
        let found = retrieved.found.iter();
        let mut candidates: FxHashMap<_, _> = found.map(|found| (found.at, *found)).collect();
        let meant = used.iter().flat_map(|used| &used.targets);
        let named = query::sections_named(self, &parsed.about.typed);
        let meant = meant.map(|(at, _)| *at);
        for at in meant.chain(named.into_iter().take(CANDIDATES)) {
            if parsed.allows(book, at) {
                candidates.entry(at).or_insert_with(|| retrieved.other(at));
            }
        }
        let rank = |found: &Found| Ranked {
            at: found.at,
            score: scorer.score(found),
            words_in: found.words_in,
        };
        // The section around a run-in rule contains all words of the rule. The rule is a hit of its
        // own only if the query names it (directly or by a synonym), or if the query has no words.
        let is_hit = |hit: &Ranked| {
            let section = book.section(hit.at);
            let is_rule = section.run_in && section.kind != SectionKind::Question;
            let is_named = hit.score.named || hit.score.via.is_some() || hit.score.mention != 0;
            !is_rule || is_named || terms.all.is_empty()
        };
        let mut ranked: Vec<_> = candidates.values().map(rank).filter(is_hit).collect();
        // Drop headings without text that are not what the query names, if there are other hits.
        let has_text = |hit: &Ranked| book.section(hit.at).has_text;
        if ranked.iter().any(has_text) {
            let is_named = |score: &Score| score.naming.count_ones() as usize == terms.all.len();
            ranked.retain(|hit| has_text(hit) || hit.score.exact || is_named(&hit.score));
        }
        sort(book, &mut ranked);
        let is_whole = |hit: &Ranked| hit.score.naming.count_ones() as usize == terms.all.len();
        let is_phrase = terms.content().count() > 1;
        let is_question = terms.is_question || is_phrase && !ranked.iter().any(is_whole);
        for hit in ranked.iter_mut().take(BY_PASSAGES) {
            if let Some(passages) = self.tokens_with(book, hit.at, hit.words_in) {
                scorer.add_passages(hit.at, &passages, is_question, &mut hit.score);
            }
        }
        sort(book, &mut ranked);
        ranked
    }

    /// Sorts hits by a field of the documents, in descending order if `key` starts with a hyphen:
    /// numbers by their values, before other texts. Hits without the field come last.
    fn sort_by_field(&self, key: &str, ranked: &mut [Ranked]) {
        let (key, is_descending) = match key.strip_prefix('-') {
            Some(key) => (key, true),
            None => (key, false),
        };
        let mut values: FxHashMap<SectionRef, (f64, String)> = FxHashMap::default();
        for (value, sections) in self.field_values(&slug(key)) {
            let number = first_number(&value).unwrap_or(f64::INFINITY);
            values.extend(sections.into_iter().map(|at| (at, (number, value.clone()))));
        }
        ranked.sort_by(|a, b| match (values.get(&a.at), values.get(&b.at)) {
            (Some(a), Some(b)) => {
                let order = a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1));
                if is_descending {
                    order.reverse()
                } else {
                    order
                }
            }
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
    }

    /// Reads the text of section `at`. If `words_in` is a section inside `at`, appends the title
    /// and text of `words_in`.
    fn text_with(
        &self,
        book: &Rulebook,
        at: SectionRef,
        words_in: SectionRef,
    ) -> Option<SectionText> {
        let mut text = self.text(at)?;
        if words_in != at {
            text.passages.push(StoredPassage {
                text: book.section(words_in).full_title(),
                ..StoredPassage::default()
            });
            text.passages.extend(self.text(words_in)?.passages);
        }
        Some(text)
    }

    /// Reads the tokens of the passages that [`Self::text_with`] returns.
    fn tokens_with(
        &self,
        book: &Rulebook,
        at: SectionRef,
        words_in: SectionRef,
    ) -> Option<Vec<PassageTokens>> {
        let mut passages = self.tokens(at)?;
        if words_in != at {
            let language = book.document_of(words_in).language;
            let title = book.section(words_in).full_title();
            let tokens = tokenize(&title, language).into_iter();
            passages.push(PassageTokens {
                tokens: tokens.map(|of| StoredToken::of(&of, language)).collect(),
                ..PassageTokens::default()
            });
            passages.extend(self.tokens(words_in)?);
        }
        Some(passages)
    }

    /// Turns the best `limit` sections into hits, and reads their texts for the snippets.
    fn hits(
        &self,
        book: &Rulebook,
        ranked: Vec<Ranked>,
        limit: usize,
        highlight: &Highlight,
        used: &[SynonymMatch<'_>],
    ) -> Vec<Hit> {
        let hit = |hit: Ranked| {
            let text = self.text_with(book, hit.at, hit.words_in);
            let text = text.unwrap_or_default();
            let via = hit.score.via;
            Hit {
                section: hit.at,
                score: hit.score.total,
                features: hit.score.features,
                title_marks: highlight.marks(&book.section(hit.at).full_title()),
                via: via.map(|number| used[number].synonym.word.clone()),
                is_named: hit.score.mention != 0,
                snippet: snippet(&text, hit.score.passage, highlight),
            }
        };
        ranked.into_iter().take(limit).map(hit).collect()
    }

    /// Returns the section whose id is the query as the only hit.
    fn by_id(&self, book: &Rulebook, at: SectionRef, about: About) -> Results {
        let hit = Ranked {
            at,
            score: Score::default(),
            words_in: at,
        };
        Results {
            hits: self.hits(book, vec![hit], 1, &Highlight::default(), &[]),
            total: 1,
            outcome: Answerability::Found,
            about,
            ..Results::default()
        }
    }
}

/// If a game is being read, puts the hits of each game together: first those of the game being
/// read, then the other games in the order of their best hits.
///
/// The game being read is not put first if the query names none of its hits, and the best hit of
/// all is named by the query or scores far better than every hit of the game being read.
fn by_game(book: &Rulebook, reading: Option<GameRef>, mut ranked: Vec<Ranked>) -> Vec<Ranked> {
    let Some(reading) = reading else {
        return ranked;
    };
    let game = |hit: &Ranked| book.game_of(hit.at);
    let own: Vec<_> = ranked.iter().filter(|hit| game(hit) == reading).collect();
    let best = own.first().map_or(0.0, |hit| hit.score.total);
    let is_far_below = |first: &Ranked| first.score.named || best < FAR_BELOW * first.score.total;
    let yields = !own.iter().any(|hit| hit.score.named) && ranked.first().is_some_and(is_far_below);
    let mut games: Vec<GameRef> = Vec::from_iter((!yields).then_some(reading));
    games.extend(ranked.iter().map(game));
    ranked.sort_by_key(|hit| games.iter().position(|of| *of == game(hit)));
    ranked
}

/// Finds the first hit whose title or alias is the query. If this hit and the top hit are from
/// different games, moves it up so that at most [`ABOVE_OTHERS`] hits are above it.
fn raise_exact(book: &Rulebook, ranked: &mut [Ranked]) {
    let game = |hit: &Ranked| book.game_of(hit.at);
    if let Some(exact) = ranked.iter().position(|hit| hit.score.exact)
        && exact > ABOVE_OTHERS
        && game(&ranked[exact]) != game(&ranked[0])
    {
        ranked[ABOVE_OTHERS..=exact].rotate_right(1);
    }
}

/// Returns a snippet of the best passage, otherwise of the datacard's keywords if they match,
/// otherwise of the first passage with text.
fn snippet(text: &SectionText, best: Option<usize>, highlight: &Highlight) -> Snippet {
    let mut passages = text.passages.iter();
    let shown = match best.map(|passage| &text.passages[passage]) {
        Some(passage) => &passage.text,
        None if !highlight.marks(&text.keywords).is_empty() => &text.keywords,
        None => passages
            .find(|passage| !passage.text.trim().is_empty())
            .map_or(&text.keywords, |passage| &passage.text),
    };
    Snippet::of(shown, highlight)
}

/// Lists each synonym once, with its meanings from every game.
fn synonym_uses(used: &[SynonymMatch<'_>]) -> Vec<SynonymUse> {
    let mut uses: Vec<SynonymUse> = Vec::new();
    for StoredSynonym { word, means, .. } in used.iter().map(|used| used.synonym) {
        match uses.iter_mut().find(|known| known.word == *word) {
            Some(known) => {
                let mut means = means.clone();
                means.retain(|meaning| !known.means.contains(meaning));
                known.means.extend(means);
            }
            None => uses.push(SynonymUse {
                word: word.clone(),
                means: means.clone(),
            }),
        }
    }
    uses
}
