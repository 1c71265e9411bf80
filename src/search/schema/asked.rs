//! A word or a run of words as tantivy is asked for it.
//!
//! tantivy's own queries can print and explain the terms they look for, facets among them, and for a facet it takes regular
//! expressions with the tables of all of Unicode: 0.9 MB of the program. Nobody prints these queries. So they stand
//! behind a type that says no more than what it is, and everything else of them stays.

use std::fmt;

use tantivy::query::{EnableScoring, Explanation, PhraseQuery, Query, Scorer, TermQuery, Weight};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, Score, SegmentReader, Term};

/// What is asked for in one field.
#[derive(Clone)]
pub(super) enum Asked {
    Word(TermQuery),
    Phrase(PhraseQuery),
}

impl Asked {
    /// A word; `option` says what its places are asked for.
    pub fn word(field: Field, text: &str, option: IndexRecordOption) -> Self {
        Self::Word(TermQuery::new(Term::from_field_text(field, text), option))
    }

    /// Words that follow one another, two of them at least.
    pub fn phrase(field: Field, words: &[String]) -> Self {
        Self::Phrase(PhraseQuery::new(
            words
                .iter()
                .map(|word| Term::from_field_text(field, word))
                .collect(),
        ))
    }
}

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self, Self::Word(_)) {
            "a word"
        } else {
            "a phrase"
        })
    }
}

impl Query for Asked {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        match self {
            Self::Word(word) => Ok(Box::new(Unexplained(word.specialized_weight(scoring)?))),
            Self::Phrase(phrase) => phrase.weight(scoring),
        }
    }
}

/// What weighs a word, without the words for it.
struct Unexplained<W>(W);

impl<W: Weight> Weight for Unexplained<W> {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        self.0.scorer(reader, boost)
    }

    fn explain(&self, reader: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        let mut scorer = self.0.scorer(reader, 1.0)?;
        let found = scorer.doc() == doc || scorer.doc() < doc && scorer.seek(doc) == doc;
        let score = if found { scorer.score() } else { 0.0 };
        Ok(Explanation::new("a word", score))
    }
}
