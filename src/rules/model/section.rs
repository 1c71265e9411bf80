//! Sections: the headings of a document, and its run-in rules.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::quantity::Currency;
use crate::source::Span;

/// A game in [`Rulebook::games`](crate::rules::Rulebook::games).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct GameRef(pub u32);

/// A document in [`Rulebook::documents`](crate::rules::Rulebook::documents).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct DocumentRef(pub u32);

/// A section of a [`Rulebook`](crate::rules::Rulebook).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct SectionRef(pub u32);

/// A heading or a run-in rule (`**Name:** text`), without its text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// Stable unique id: `game/document#slug`; a document's root has no `#slug`.
    pub id: String,
    /// The document it belongs to.
    pub document: DocumentRef,
    /// The section that contains it; `None` for a document's root.
    pub parent: Option<SectionRef>,
    /// The section after the last descendant: `this + 1 .. end` are the descendants.
    pub end: SectionRef,
    /// Its name: no cost, no kind, no prefix, no parenthesis, straight quotes.
    pub title: String,
    /// The heading as printed; [`Blocks::heading`](crate::rules::Blocks::heading) has its styles.
    pub heading: String,
    /// Depth of the heading as written, 1 to 6; 0 for a root; one more than its parent's for a run-in rule.
    pub level: u8,
    /// Its kind.
    pub kind: SectionKind,
    /// What it costs, if the heading says so.
    pub cost: Option<Cost>,
    /// Whether it is a run-in rule: shown in its parent's text, without a heading of its own.
    pub run_in: bool,
    /// The words in parentheses and brackets of its heading: `LIGHT TERRAIN`, `Terrain`.
    pub tags: Vec<String>,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// The `TEAM` of a heading such as `TEAM - NAME`.
    pub scope: Option<String>,
    /// The parameter of a name such as `Piercing x` or `Lethal x+`, as printed (`x`, `x+`).
    pub parameter: Option<String>,
    /// Whether there is text between this heading and the next one.
    pub has_text: bool,
    /// Position of the heading.
    pub heading_span: Span,
    /// From the heading to the end of the section's own text, before the first child heading.
    pub span: Span,
    /// 1-based line of the heading.
    pub line: u32,
    /// Last 1-based line of the section's own text.
    pub line_end: u32,
}

/// The kind of a section, read from the shape and position of its heading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SectionKind {
    /// The root of a document.
    Document,
    /// A heading with subsections only.
    Group,
    /// Rules text.
    #[default]
    Rule,
    /// The definition of a term: a weapon rule, a terrain type, a core term.
    Term,
    /// An action, which has a cost.
    Action,
    /// A numbered step of a sequence.
    Step {
        /// Its ordinal as printed; they may repeat.
        number: u32,
    },
    /// A named rule inside a section.
    Ability,
    /// A strategy or firefight ploy.
    Ploy,
    /// A piece of equipment.
    Equipment,
    /// A datacard; [`Datacard::of`](crate::rules::Datacard::of) reads it.
    Datacard,
    /// An event card.
    EventCard {
        /// Number of copies in the deck, if printed.
        copies: Option<u32>,
    },
    /// A mission.
    Mission,
    /// A stratagem.
    Stratagem,
    /// A question with its answer.
    Question,
    /// A table of key numbers.
    KeyNumbers,
}

/// A price: an amount of some currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cost {
    /// How many.
    pub amount: u32,
    /// Of what.
    pub currency: Currency,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.currency == Currency::SP {
            " "
        } else {
            ""
        };
        write!(f, "{}{gap}{}", self.amount, self.currency.symbol())
    }
}

impl SectionKind {
    /// The names of all kinds, the most wanted first.
    pub const NAMES: [&str; 15] = [
        "action",
        "term",
        "rule",
        "ability",
        "ploy",
        "equipment",
        "datacard",
        "event-card",
        "mission",
        "stratagem",
        "question",
        "step",
        "key-numbers",
        "group",
        "document",
    ];

    /// The name of the kind in filters, lists and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Group => "group",
            Self::Rule => "rule",
            Self::Term => "term",
            Self::Action => "action",
            Self::Step { .. } => "step",
            Self::Ability => "ability",
            Self::Ploy => "ploy",
            Self::Equipment => "equipment",
            Self::Datacard => "datacard",
            Self::EventCard { .. } => "event-card",
            Self::Mission => "mission",
            Self::Stratagem => "stratagem",
            Self::Question => "question",
            Self::KeyNumbers => "key-numbers",
        }
    }
}

impl Section {
    /// The title with its parameter: `Piercing x`.
    pub fn full_title(&self) -> String {
        match &self.parameter {
            Some(parameter) => format!("{} {parameter}", self.title),
            None => self.title.clone(),
        }
    }
}
