//! The index itself: what tantivy is told of a section, and how it is asked. The only file that knows tantivy's fields.
//!
//! A group of documents is a segment of tantivy's, filled in the order of the sections: a section is known by the number of
//! its tantivy document, counted from the first section of the group.

use std::collections::HashSet;
use std::ops::Range;
use std::slice;

use tantivy::collector::DocSetCollector;
use tantivy::postings::Postings;
use tantivy::query::{
    AllQuery, BooleanQuery, BoostQuery, ConstScoreQuery, EnableScoring, Occur, Query,
};
use tantivy::schema::{Field, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions};
use tantivy::{DocAddress, DocSet, Index, ReloadPolicy, Searcher, SegmentReader, TERMINATED, Term};

use super::SearchError;
use super::layout::Layout;
use super::store::directory::StoredFiles;
use super::store::{Store, StoreError};
use super::vocabulary::Places;
use asked::Asked;
use best::Best;

mod asked;
mod best;
pub(crate) mod write;

/// What a section is, as an exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Facet {
    Kind,
    Cost,
}

/// The index of a rulebook's sections.
pub(crate) struct TextIndex {
    fields: Fields,
    searcher: Searcher,
    /// The first section of each segment.
    starts: Vec<u32>,
}

struct Fields {
    title: Field,
    labels: Field,
    path: Field,
    body: Field,
    rows: Field,
    kind: Field,
    cost: Field,
}

/// A word to ask for, where it occurs, and how much it counts.
pub(crate) struct Wanted<'a> {
    pub text: &'a str,
    pub places: Places,
    pub boost: f32,
}

/// What to ask for.
#[derive(Default)]
pub(crate) struct Request<'a> {
    /// Any of these.
    pub words: Vec<Wanted<'a>>,
    /// Whether to find all sections that the rest allows, without regard to words.
    pub everything: bool,
    /// All of these, each a run of words.
    pub phrases: &'a [Vec<String>],
    /// None of these.
    pub excluded: &'a [Vec<String>],
    /// One of the values of each.
    pub facets: Vec<(Facet, Vec<String>)>,
    /// Values that a facet must not have.
    pub unwanted: Vec<(Facet, Vec<String>)>,
    /// Only sections in one of these, which are in order; all sections, where there is nothing.
    pub within: Option<Vec<Range<u32>>>,
    /// How many of the best to give.
    pub limit: usize,
}

/// After so many sections it is looked whether a search was called off.
const LOOK_UP: usize = 4096;

/// The name under which our tokenizer is known to tantivy.
const TOKENIZER: &str = "rules";

/// A name counts double: more helps names and hurts questions, and the ranking sees to names in any case.
const PLACES: [(Places, f32); 5] = [
    (Places::TITLE, 2.0),
    (Places::LABEL, 1.5),
    (Places::PATH, 0.4),
    (Places::BODY, 1.0),
    (Places::ROW, 1.0),
];

impl Fields {
    fn new() -> (Self, Schema) {
        let mut schema = Schema::builder();
        let words = |positions| {
            let indexing = TextFieldIndexing::default()
                .set_tokenizer(TOKENIZER)
                .set_index_option(positions);
            TextOptions::default().set_indexing_options(indexing)
        };
        let phrases = IndexRecordOption::WithFreqsAndPositions;
        let fields = Self {
            title: schema.add_text_field("title", words(phrases)),
            labels: schema.add_text_field("labels", words(IndexRecordOption::WithFreqs)),
            path: schema.add_text_field("path", words(IndexRecordOption::WithFreqs)),
            body: schema.add_text_field("body", words(phrases)),
            rows: schema.add_text_field("rows", words(phrases)),
            kind: schema.add_text_field("kind", STRING),
            cost: schema.add_text_field("cost", STRING),
        };
        (fields, schema.build())
    }

    fn of(&self, place: Places) -> Field {
        match place {
            Places::TITLE => self.title,
            Places::LABEL => self.labels,
            Places::PATH => self.path,
            Places::ROW => self.rows,
            _ => self.body,
        }
    }

    fn facet(&self, facet: Facet) -> Field {
        match facet {
            Facet::Kind => self.kind,
            Facet::Cost => self.cost,
        }
    }
}

impl TextIndex {
    /// Opens tantivy's files in a stored index.
    pub(crate) fn open(store: &Store, layout: &Layout) -> Result<Self, SearchError> {
        let (fields, schema) = Fields::new();
        let index = Index::open(StoredFiles::open(store)?)?;
        let searcher = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?
            .searcher();
        let sections = (0..layout.len()).map(|group| layout.sections_of_group(group));
        let segments = searcher
            .segment_readers()
            .iter()
            .map(|segment| segment.max_doc() as usize);
        if index.schema() != schema || !segments.eq(sections.clone().map(|sections| sections.len()))
        {
            return Err(StoreError::Damaged.into());
        }
        Ok(Self {
            fields,
            searcher,
            starts: sections.map(|sections| sections.start).collect(),
        })
    }

    /// The segments, each with its first section.
    fn segments(&self) -> impl Iterator<Item = (u32, &SegmentReader)> {
        self.starts
            .iter()
            .copied()
            .zip(self.searcher.segment_readers())
    }

    fn section(&self, address: DocAddress) -> u32 {
        self.starts
            .get(address.segment_ord as usize)
            .map_or(u32::MAX, |start| start + address.doc_id)
    }

    /// The best sections by tantivy's own score with it, and how many there are. Every match is scored, since all are counted:
    /// for a union of many words that is the faster way in any case. Called off, it gives what it has.
    pub(crate) fn find(
        &self,
        request: &Request<'_>,
        off: &dyn Fn() -> bool,
    ) -> tantivy::Result<(Vec<(u32, f32)>, usize)> {
        let excluded = self.holding(request.excluded)?;
        let weight = self
            .query(request)
            .weight(EnableScoring::enabled_from_searcher(&self.searcher))?;
        let mut best = Best::new(request.limit.max(1));
        let mut total = 0_usize;
        let everywhere = 0..u32::MAX;
        let within = request
            .within
            .as_deref()
            .unwrap_or(slice::from_ref(&everywhere));
        for (start, segment) in self.segments() {
            let end = start + segment.max_doc();
            let mut within = within
                .iter()
                .filter(|within| within.start < end && start < within.end)
                .peekable();
            if within.peek().is_none() {
                continue;
            }
            let mut matches = weight.scorer(segment, 1.0)?;
            for within in within {
                if matches.doc() != TERMINATED && start + matches.doc() < within.start {
                    matches.seek(within.start - start);
                }
                while matches.doc() != TERMINATED && start + matches.doc() < within.end {
                    let section = start + matches.doc();
                    if excluded.is_empty() || !excluded.contains(&section) {
                        best.add(section, matches.score());
                        total += 1;
                    }
                    if total.is_multiple_of(LOOK_UP) && off() {
                        return Ok((best.sorted(), total));
                    }
                    matches.advance();
                }
            }
        }
        Ok((best.sorted(), total))
    }

    /// Tells in which sections' texts a word occurs, and how often.
    pub(crate) fn occurrences(
        &self,
        word: &str,
        mut tell: impl FnMut(u32, u32),
    ) -> tantivy::Result<()> {
        for (start, segment) in self.segments() {
            for field in [self.fields.body, self.fields.rows] {
                let term = Term::from_field_text(field, word);
                let postings = segment
                    .inverted_index(field)?
                    .read_postings(&term, IndexRecordOption::WithFreqs)?;
                let Some(mut postings) = postings else {
                    continue;
                };
                while postings.doc() != TERMINATED {
                    tell(start + postings.doc(), postings.term_freq());
                    postings.advance();
                }
            }
        }
        Ok(())
    }

    /// The sections whose texts hold a word of each group, in their order.
    pub(crate) fn with_words(&self, groups: &[Vec<&str>]) -> tantivy::Result<Vec<u32>> {
        let group = |words: &Vec<&str>| -> (Occur, Box<dyn Query>) {
            let fields = [self.fields.body, self.fields.rows];
            let each = words
                .iter()
                .flat_map(|word| fields.map(|field| term(field, word, IndexRecordOption::Basic)));
            (
                Occur::Must,
                Box::new(BooleanQuery::new(
                    each.map(|term| (Occur::Should, term)).collect(),
                )),
            )
        };
        let query = BooleanQuery::new(groups.iter().map(group).collect());
        let found = self.searcher.search(&query, &DocSetCollector)?;
        let mut sections: Vec<_> = found
            .into_iter()
            .map(|address| self.section(address))
            .collect();
        sections.sort_unstable();
        Ok(sections)
    }

    /// The sections that hold any of some phrases. They are looked up by themselves: a phrase as something that must not
    /// be there trips an assertion in tantivy where its words stand apart.
    fn holding(&self, phrases: &[Vec<String>]) -> tantivy::Result<HashSet<u32>> {
        let mut sections = HashSet::new();
        for phrase in phrases {
            let found = self
                .searcher
                .search(&*self.phrase(phrase), &DocSetCollector)?;
            sections.extend(found.into_iter().map(|address| self.section(address)));
        }
        Ok(sections)
    }

    fn query(&self, request: &Request<'_>) -> BooleanQuery {
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        let mut words: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for wanted in &request.words {
            for (place, boost) in PLACES
                .into_iter()
                .filter(|(place, _)| wanted.places.has(*place))
            {
                let term = term(
                    self.fields.of(place),
                    wanted.text,
                    IndexRecordOption::WithFreqs,
                );
                words.push((
                    Occur::Should,
                    Box::new(BoostQuery::new(term, boost * wanted.boost)),
                ));
            }
        }
        if request.everything {
            words.push((Occur::Should, Box::new(AllQuery)));
        }
        let needed = if request.phrases.is_empty() {
            Occur::Must
        } else {
            Occur::Should
        };
        clauses.push((needed, Box::new(BooleanQuery::new(words))));
        clauses.extend(
            request
                .phrases
                .iter()
                .map(|phrase| (Occur::Must, self.phrase(phrase))),
        );
        for (facet, values) in &request.facets {
            let field = self.fields.facet(*facet);
            let any = values
                .iter()
                .map(|value| (Occur::Should, term(field, value, IndexRecordOption::Basic)));
            let any = BooleanQuery::new(any.collect());
            clauses.push((
                Occur::Must,
                Box::new(ConstScoreQuery::new(Box::new(any), 0.0)),
            ));
        }
        for (facet, values) in &request.unwanted {
            let field = self.fields.facet(*facet);
            let each = values
                .iter()
                .map(|value| term(field, value, IndexRecordOption::Basic));
            clauses.extend(each.map(|term| (Occur::MustNot, term)));
        }
        BooleanQuery::new(clauses)
    }

    /// A run of words in one place, be it the title, the text or a row.
    fn phrase(&self, words: &[String]) -> Box<dyn Query> {
        let fields = [self.fields.title, self.fields.body, self.fields.rows];
        let anywhere = fields.into_iter().map(|field| -> (Occur, Box<dyn Query>) {
            if words.len() > 1 {
                return (Occur::Should, Box::new(Asked::phrase(field, words)));
            }
            let word = words.first().map(String::as_str).unwrap_or_default();
            (
                Occur::Should,
                term(field, word, IndexRecordOption::WithFreqs),
            )
        });
        Box::new(BooleanQuery::new(anywhere.collect()))
    }
}

fn term(field: Field, text: &str, option: IndexRecordOption) -> Box<dyn Query> {
    Box::new(Asked::word(field, text, option))
}
