//! The weights of the features of a score.

/// The number of features.
pub const FEATURES: usize = 7;

/// What each feature is called, in the order of [`Features`] and [`Weights`].
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "text", "passage", "pairs", "mention", "named", "name", "start",
];

/// The features of a hit; `search/rank/scorer.rs` explains them.
pub type Features = [f32; FEATURES];

/// The weight of each feature. The score of a section is the sum of its features, each multiplied by
/// its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights(pub Features);

impl Default for Weights {
    /// Near those that `cargo run --release --example relevance -- fit` prints, and chosen by the mean
    /// over its lists.
    fn default() -> Self {
        Self([1.0, 0.1, 0.5, 0.2, 0.7, 1.4, 0.9])
    }
}
