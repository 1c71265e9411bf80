//! The weights of the ranking rules.

/// The weight of each ranking rule; 0 disables a rule. `search/rank/scorer.rs` explains the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For a title that matches the query.
    pub name: f32,
    /// For a title that starts with the query.
    pub start: f32,
    /// What a synonym counts for, compared with the words of the title; at most 1.
    pub synonym: f32,
    /// What a label counts for, compared with the title; at most 1.
    pub label: f32,
    /// What a word of the path counts for, compared with a word of the section; at most 1.
    pub path: f32,
    /// For the share of the query's words that the section contains.
    pub cover: f32,
    /// For one paragraph that contains most words of a question.
    pub answer: f32,
    /// For words in the order of the query.
    pub phrase: f32,
    /// For tantivy's BM25 score.
    pub text: f32,
    /// What a related word counts for in a sentence, compared with the typed word; at most 1.
    pub related: f32,
    /// For a section that a question names.
    pub mention: f32,
    /// For a section that one of the best hits of a question links to.
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
