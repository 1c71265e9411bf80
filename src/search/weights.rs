//! The weights of the features of a score, and the parameters of BM25F.

/// The number of features.
pub const FEATURES: usize = 7;

/// What each feature is called, in the order of [`Features`] and [`Weights`].
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "text", "pairs", "mention", "name", "start", "cover", "answer",
];

/// The features of a hit; `search/rank/scorer.rs` explains them.
pub type Features = [f32; FEATURES];

/// How a section is scored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The weight of each feature. The score of a section is the sum of its features, each multiplied
    /// by its weight.
    pub features: Features,
    /// The parameters of the feature `text`.
    pub bm25f: Bm25f,
}

/// The parameters of BM25F.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bm25f {
    /// The weighted frequency of a word at which it has half of its greatest weight.
    pub k: f32,
    /// How much the length of a field reduces the weight of its words, from 0 to 1.
    pub b: f32,
    /// The weights of title, labels, title above, other titles above, and text.
    pub fields: [f32; 5],
}

impl Default for Weights {
    /// As `cargo run --release --example relevance -- fit` prints the weights for these parameters, with
    /// the first four lists of BENCHMARKS.md and the titles of two more sets of rules. BENCHMARKS.md
    /// says why the parameters are not those that it chooses.
    fn default() -> Self {
        Self {
            features: [1.0, 0.62, 0.13, 1.64, 1.10, 0.77, 0.59],
            bm25f: Bm25f {
                k: 2.0,
                b: 0.65,
                fields: [1.0, 3.0, 2.0, 0.3, 1.0],
            },
        }
    }
}
