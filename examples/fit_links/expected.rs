//! The weights that the fit starts from.

use tableside::links::Feature;

/// What weights are expected to be. They were fitted by hand and on ten of the collections, before the fit
/// was a program. With few labels, a weight stays near its expectation.
const EXPECTED: &[(Feature, f64)] = &[
    (Feature::Bias, 0.42),
    (Feature::Words, 0.56),
    (Feature::Short, -0.99),
    (Feature::Capital, 0.93),
    (Feature::CapitalEveryday, -1.18),
    (Feature::CapitalShare, 1.52),
    (Feature::LowerCase, -0.58),
    (Feature::Everyday, -2.62),
    (Feature::LowerShare, -0.59),
    (Feature::NoPrior, -0.56),
    (Feature::Frequency, 0.17),
    (Feature::Spread, -0.71),
    (Feature::Letters, 0.75),
    (Feature::MarkedShare, -0.03),
    (Feature::LinkedShare, 0.07),
    (Feature::Namesakes, -0.80),
    (Feature::Bold, 1.18),
    (Feature::Italic, 1.32),
    (Feature::Quoted, -0.36),
    (Feature::Label, -1.02),
    (Feature::Alone, 0.45),
    (Feature::Listed, 0.58),
    (Feature::Joined, -1.18),
    (Feature::InsideName, -1.06),
    (Feature::ContinuedAfter, -0.25),
    (Feature::ContinuedBefore, -0.77),
    (Feature::OwnTitle, -0.48),
    (Feature::Value, 2.27),
    (Feature::NoValue, -1.06),
    (Feature::KindAfter, 0.89),
    (Feature::KindBefore, 0.24),
    (Feature::SameScope, 0.22),
    (Feature::SameDocument, 1.01),
    (Feature::SameFolder, -0.46),
    (Feature::Authority, 0.80),
    (Feature::Related, 0.43),
    (Feature::OtherLanguage, -0.65),
    (Feature::TitleLabel, -0.41),
    (Feature::TitleCaption, -1.07),
    (Feature::TitleStub, -0.82),
    (Feature::TitleReference, -1.20),
    (Feature::Entries, -0.27),
    (Feature::Depth, -0.25),
    (Feature::Length, -0.30),
    (Feature::Document, 1.05),
    (Feature::Group, -0.92),
    (Feature::Step, -2.00),
    (Feature::Term, -0.29),
    (Feature::RunIn, -0.91),
    (Feature::Inflected, -1.15),
];

/// Returns the expected weight of a feature: 0 for one that has none.
pub fn expected(feature: Feature) -> f64 {
    let mut weights = EXPECTED.iter();
    let found = weights.find(|(known, _)| *known == feature);
    found.map_or(0.0, |(_, weight)| *weight)
}
