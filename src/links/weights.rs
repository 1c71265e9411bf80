//! What each feature of a mention says, and its weight.
//!
//! A mention is a link if the sum of its features, each times its weight, is at least the
//! [`threshold`](super::threshold). The weights are a logistic regression on links of authors that were
//! hidden and on judged mentions, with a penalty on the distance from expected weights. They are what
//! `cargo run --release --example fit_links -- fit` prints for the collections of `tests/links/labels.tsv`.

use strum::{EnumCount, IntoStaticStr, VariantArray};

/// A feature of a mention. Unless the explanation says otherwise, it is 1 or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumCount, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum Feature {
    /// 1 for all mentions.
    Bias,
    /// The number of words of the name, except words of grammar, minus one; at most 3.
    Words,
    /// The name has one or two letters.
    Short,
    /// Each word starts with a capital inside a sentence; less where the collection writes many words
    /// so.
    Capital,
    /// How ordinary the name's least ordinary word is, from 0 to 1, if `capital` is not 0.
    CapitalEveryday,
    /// The share of capitals among the name's occurrences inside sentences, minus a half, if `capital`
    /// is not 0.
    CapitalShare,
    /// The first word is in lower case.
    LowerCase,
    /// How ordinary the name's least ordinary word is, from 0 to 1, if `capital` is 0.
    Everyday,
    /// The share of capitals among the name's occurrences inside sentences, minus a half, if `capital`
    /// is 0.
    LowerShare,
    /// The language has no list of everyday words, and `capital` is 0.
    NoPrior,
    /// How often the name occurs among 100,000 words of the collection, as a logarithm, if `capital` is
    /// 0.
    Frequency,
    /// The share of the documents that contain the name, as a square root, if `capital` is 0.
    Spread,
    /// The number of letters of the name, at most 15, in tens, if `capital` is 0.
    Letters,
    /// The share of the name's occurrences that are in bold or italics, times ten; at most 1.
    MarkedShare,
    /// The share of the name's occurrences that are links of the author, as log odds, if the collection
    /// has such links.
    LinkedShare,
    /// The number of sections with this name, as a logarithm.
    Namesakes,
    /// A phrase in bold consists of the name.
    Bold,
    /// A phrase in italics consists of the name.
    Italic,
    /// The name is in quotation marks or brackets.
    Quoted,
    /// The name is a label at the start of a line: `Melee: +3 to hit`.
    Label,
    /// The text, such as a table cell or an item of a list, consists of the name.
    Alone,
    /// The name is one of a list: it is between commas or other marks.
    Listed,
    /// A hyphen or a slash joins the name to another word.
    Joined,
    /// The name is the start of a longer name that is no link.
    InsideName,
    /// A capitalised word follows: `Sprocket` in `Sprocket Guild`.
    ContinuedAfter,
    /// A capitalised word is before the name: `Guild` in `the Sprocket Guild`.
    ContinuedBefore,
    /// The name is a part of a title around the text: `bat` in the entry `Fire Bat`.
    OwnTitle,
    /// The value of the target's parameter follows: `Piercing 2`.
    Value,
    /// The target has a parameter, and no value follows.
    NoValue,
    /// A word for the kind of the target follows: `Dodge action`. Such words are those of the titles,
    /// folders and tags above the target.
    KindAfter,
    /// A word for the kind of the target is before the name.
    KindBefore,
    /// The section that contains the target also contains the text.
    SameScope,
    /// The target is in the document of the text.
    SameDocument,
    /// The target is in another document of the folder of the text.
    SameFolder,
    /// The share of the other documents that contain names which only the target's document defines, as
    /// a square root, if the target is in another document.
    Authority,
    /// The number of names in the text's document which only the target's document defines, as a
    /// logarithm, if the target is in another document.
    Related,
    /// The documents of the text and of the target are in different languages.
    OtherLanguage,
    /// The target's text does not begin like a definition of its title.
    TitleLabel,
    /// The target's title is the caption of a table.
    TitleCaption,
    /// The target has no text of its own, or it only names a source.
    TitleStub,
    /// The target's text only refers to another place.
    TitleReference,
    /// The number of sections below the heading of the target, or of documents in its folder, as a
    /// logarithm.
    Entries,
    /// The number of headings above the target, minus one.
    Depth,
    /// The length of the target's own text, as a logarithm.
    Length,
    /// The target is a whole document.
    Document,
    /// The target is a heading above other sections.
    Group,
    /// The target is a step of a sequence.
    Step,
    /// The target is the definition of a term.
    Term,
    /// The target is a run-in rule: `**Name:** text`.
    RunIn,
    /// How far the ending of the name is from that in the title of the target, in pairs of letters, at most
    /// 2.5: 0 for a plural.
    Inflected,
}

impl Feature {
    /// All features, in order.
    pub const ALL: &[Self] = Self::VARIANTS;
}

/// The weights, in the order of [`Feature`].
pub const WEIGHTS: [(Feature, f32); Feature::COUNT] = [
    (Feature::Bias, 0.36),
    (Feature::Words, 0.63),
    (Feature::Short, -0.97),
    (Feature::Capital, 0.85),
    (Feature::CapitalEveryday, -1.17),
    (Feature::CapitalShare, 1.49),
    (Feature::LowerCase, -0.45),
    (Feature::Everyday, -2.44),
    (Feature::LowerShare, -0.60),
    (Feature::NoPrior, -0.56),
    (Feature::Frequency, 0.42),
    (Feature::Spread, -0.64),
    (Feature::Letters, 0.78),
    (Feature::MarkedShare, 0.01),
    (Feature::LinkedShare, 0.12),
    (Feature::Namesakes, -0.99),
    (Feature::Bold, 1.14),
    (Feature::Italic, 1.26),
    (Feature::Quoted, -0.34),
    (Feature::Label, -0.98),
    (Feature::Alone, 0.48),
    (Feature::Listed, 0.56),
    (Feature::Joined, -1.15),
    (Feature::InsideName, -1.04),
    (Feature::ContinuedAfter, -0.20),
    (Feature::ContinuedBefore, -0.76),
    (Feature::OwnTitle, -0.46),
    (Feature::Value, 2.28),
    (Feature::NoValue, -1.06),
    (Feature::KindAfter, 0.89),
    (Feature::KindBefore, 0.27),
    (Feature::SameScope, 0.33),
    (Feature::SameDocument, 1.18),
    (Feature::SameFolder, -0.37),
    (Feature::Authority, 0.79),
    (Feature::Related, 0.46),
    (Feature::OtherLanguage, -0.61),
    (Feature::TitleLabel, -0.49),
    (Feature::TitleCaption, -1.08),
    (Feature::TitleStub, -0.79),
    (Feature::TitleReference, -1.20),
    (Feature::Entries, -0.28),
    (Feature::Depth, -0.31),
    (Feature::Length, -0.24),
    (Feature::Document, 1.18),
    (Feature::Group, -0.93),
    (Feature::Step, -1.94),
    (Feature::Term, -0.26),
    (Feature::RunIn, -0.94),
    (Feature::Inflected, -1.01),
];

/// How far the score of the best target of a mention must be ahead of the second best.
pub const MARGIN: f32 = 0.0;
