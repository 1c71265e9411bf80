//! The weights of the ranking rules.

/// The weight of each ranking rule; 0 disables a rule. `search/rank/scorer.rs` explains the rules.
#[derive(Debug)]
pub struct Weights {
    /// The weight of a title that matches the query.
    pub name: f32,
    /// The weight of a title that starts with the query.
    pub start: f32,
    /// The factor for a synonym, compared with the words of the title; at most 1.
    pub synonym: f32,
    /// The factor for a label, compared with the title; at most 1.
    pub label: f32,
    /// The factor for a word of the path, compared with a word of the section; at most 1.
    pub path: f32,
    /// The weight of the share of the query's words that the section contains.
    pub cover: f32,
    /// The weight of a paragraph that contains most words of a question.
    pub answer: f32,
    /// The weight of a run of words in the order of the query.
    pub phrase: f32,
    /// The weight of tantivy's BM25 score.
    pub text: f32,
    /// The factor for a related word, compared with the typed word; at most 1.
    pub related: f32,
    /// The weight of a section that a question names.
    pub mention: f32,
    /// The weight of a section that one of the best hits of a question links to.
    pub link: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            name: 3.5,
            start: 0.8,
            synonym: 0.8,
            label: 0.9,
            path: 0.7,
            cover: 2.4,
            answer: 2.0,
            phrase: 1.3,
            text: 0.4,
            related: 0.55,
            mention: 0.5,
            link: 1.35,
        }
    }
}
