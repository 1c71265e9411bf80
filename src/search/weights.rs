//! The weights of the ranking rules.

/// The weights of the ranking rules; 0 switches a rule off.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The title matches the query.
    pub name: f32,
    /// The title starts with the query.
    pub start: f32,
    /// How much a synonym counts beside the title's own words, at most 1.
    pub synonym: f32,
    /// How much a label counts beside the title, at most 1.
    pub label: f32,
    /// How much a word of the path counts beside a word of the section, at most 1.
    pub path: f32,
    /// The share of the words that the section has.
    pub cover: f32,
    /// One paragraph has most words of a question.
    pub answer: f32,
    /// The words are in the order of the query.
    pub phrase: f32,
    /// Tantivy's own score.
    pub text: f32,
    /// How much a related word counts in a sentence, at most 1.
    pub related: f32,
    /// A question names the section.
    pub mention: f32,
    /// One of the best hits of a question links to the section.
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
