//! What each rule of the ranking is worth.

/// What each rule of the ranking is worth; 0 switches it off.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The title says what was typed.
    pub name: f32,
    /// The title starts with what was typed.
    pub start: f32,
    /// The title is what was typed.
    pub exact: f32,
    /// How much a synonym counts beside the title's own words, at most 1.
    pub synonym: f32,
    /// How much a label counts beside the title, at most 1.
    pub label: f32,
    /// How much a word of the path counts beside a word of the section, at most 1.
    pub path: f32,
    /// How many of the words are there.
    pub cover: f32,
    /// One paragraph holds what a sentence asks.
    pub answer: f32,
    /// The words are close together.
    pub nearness: f32,
    /// The words are there as typed.
    pub phrase: f32,
    /// Tantivy's own score.
    pub text: f32,
    /// What the section is.
    pub kind: f32,
    /// How surely a related word is meant in a sentence, at most 1.
    pub related: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            name: 3.5,
            start: 0.8,
            exact: 2.0,
            synonym: 0.8,
            label: 0.9,
            path: 0.55,
            cover: 1.8,
            answer: 2.0,
            nearness: 1.5,
            phrase: 1.0,
            text: 0.4,
            kind: 1.0,
            related: 0.55,
        }
    }
}
