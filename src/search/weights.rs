//! The weights of the features of a score.

/// The number of features.
pub const FEATURES: usize = 7;

/// What each feature is called, in the order of [`Features`] and [`Weights`].
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "text", "pairs", "mention", "name", "start", "cover", "answer",
];

/// The features of a hit; `search/rank/scorer.rs` explains them.
pub type Features = [f32; FEATURES];

/// The weight of each feature. The score of a section is the sum of its features, each multiplied by
/// its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights(pub Features);

impl Default for Weights {
    /// As `cargo run --release --example relevance -- fit` prints them, with the lists of
    /// BENCHMARKS.md.
    fn default() -> Self {
        Self([1.0, 0.62, 0.13, 1.64, 1.10, 0.77, 0.59])
    }
}
