//! What each feature of a mention says, and its weight.
//!
//! A mention is a link if the sum of its features, each times its weight, is at least the
//! [`threshold`](super::threshold). The weights are a logistic regression on links of authors that were
//! hidden and on judged mentions, with a penalty on the distance from expected weights. They are what
//! `cargo run --release --example fit_links -- fit` prints for the collections of `tests/links/labels.tsv`, within
//! 0.01: later changes of reading move the last digit of a few.

use strum::{EnumCount, IntoStaticStr, VariantArray};

macro_rules! features {
    ($($(#[$explanation:meta])* $feature:ident = $weight:literal,)*) => {
        /// A feature of a mention. Unless the explanation says otherwise, it is 1 or 0.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumCount, IntoStaticStr, VariantArray)]
        #[strum(serialize_all = "kebab-case")]
        pub enum Feature {
            $($(#[$explanation])* $feature,)*
        }

        /// The weights, in the order of [`Feature`].
        pub const WEIGHTS: [f32; Feature::COUNT] = [$($weight),*];
    };
}

// Each feature with what it says and its weight.
features! {
    /// 1 for all mentions.
    Bias = 0.34,
    /// The number of words of the name, except words of grammar, minus one; at most 3.
    Words = 0.63,
    /// The name has one or two letters.
    Short = -0.98,
    /// Each word starts with a capital inside a sentence; less where the collection writes many words
    /// so.
    Capital = 0.84,
    /// How ordinary the name's least ordinary word is, from 0 to 1, if `capital` is not 0.
    CapitalEveryday = -1.17,
    /// The share of capitals among the name's occurrences inside sentences, minus a half, if `capital`
    /// is not 0.
    CapitalShare = 1.48,
    /// The first word is in lower case.
    LowerCase = -0.44,
    /// How ordinary the name's least ordinary word is, from 0 to 1, if `capital` is 0.
    Everyday = -2.44,
    /// The share of capitals among the name's occurrences inside sentences, minus a half, if `capital`
    /// is 0.
    LowerShare = -0.61,
    /// The language has no list of everyday words, and `capital` is 0.
    NoPrior = -0.56,
    /// How often the name occurs among 100,000 words of the collection, as a logarithm, if `capital` is
    /// 0.
    Frequency = 0.42,
    /// The share of the documents that contain the name, as a square root, if `capital` is 0.
    Spread = -0.64,
    /// The number of letters of the name, at most 15, in tens, if `capital` is 0.
    Letters = 0.78,
    /// The share of the name's occurrences that are in bold or italics, times ten; at most 1.
    MarkedShare = 0.01,
    /// The share of the name's occurrences that are links of the author, as log odds, if the collection
    /// has such links.
    LinkedShare = 0.13,
    /// The number of sections with this name, as a logarithm.
    Namesakes = -0.99,
    /// A phrase in bold consists of the name.
    Bold = 1.14,
    /// A phrase in italics consists of the name.
    Italic = 1.26,
    /// The name is in quotation marks or brackets.
    Quoted = -0.34,
    /// The name is a label at the start of a line: `Melee: +3 to hit`.
    Label = -0.98,
    /// The text, such as a table cell or an item of a list, consists of the name.
    Alone = 0.48,
    /// The name is one of a list: it is between commas or other marks.
    Listed = 0.56,
    /// A hyphen or a slash joins the name to another word.
    Joined = -1.16,
    /// The name is the start of a longer name that is no link.
    InsideName = -1.04,
    /// A capitalised word follows: `Sprocket` in `Sprocket Guild`.
    ContinuedAfter = -0.20,
    /// A capitalised word is before the name: `Guild` in `the Sprocket Guild`.
    ContinuedBefore = -0.75,
    /// The name is a part of a title around the text: `bat` in the entry `Fire Bat`.
    OwnTitle = -0.46,
    /// The value of the target's parameter follows: `Piercing 2`.
    Value = 2.28,
    /// The target has a parameter, and no value follows.
    NoValue = -1.06,
    /// A word for the kind of the target follows: `Dodge action`. Such words are those of the titles,
    /// folders and tags above the target.
    KindAfter = 0.89,
    /// A word for the kind of the target is before the name.
    KindBefore = 0.27,
    /// The section that contains the target also contains the text.
    SameScope = 0.33,
    /// The target is in the document of the text.
    SameDocument = 1.17,
    /// The target is in another document of the folder of the text.
    SameFolder = -0.37,
    /// The share of the other documents that contain names which only the target's document defines, as
    /// a square root, if the target is in another document.
    Authority = 0.78,
    /// The number of names in the text's document which only the target's document defines, as a
    /// logarithm, if the target is in another document.
    Related = 0.45,
    /// The documents of the text and of the target are in different languages.
    OtherLanguage = -0.60,
    /// The target's text does not begin like a definition of its title.
    TitleLabel = -0.49,
    /// The target's title is the caption of a table.
    TitleCaption = -1.08,
    /// The target has no text of its own, or it only names a source.
    TitleStub = -0.81,
    /// The target's text only refers to another place.
    TitleReference = -1.20,
    /// The number of sections below the heading of the target, or of documents in its folder, as a
    /// logarithm.
    Entries = -0.28,
    /// The number of headings above the target, minus one.
    Depth = -0.30,
    /// The length of the target's own text, as a logarithm.
    Length = -0.22,
    /// The target is a whole document.
    Document = 1.16,
    /// The target is a heading above other sections.
    Group = -0.93,
    /// The target is a step of a sequence.
    Step = -1.94,
    /// The target is the definition of a term.
    Term = -0.26,
    /// The target is a run-in rule: `**Name:** text`.
    RunIn = -0.94,
    /// How far the ending of the name is from that in the title of the target, in pairs of letters, at most
    /// 2.5: 0 for a plural.
    Inflected = -1.10,
}

impl Feature {
    /// All features, in order.
    pub const ALL: &[Self] = Self::VARIANTS;
}

/// How far the score of the best target of a mention must be ahead of the second best.
pub const MARGIN: f32 = 0.0;
