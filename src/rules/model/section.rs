//! Sections: the headings of documents and the rules that run in their text.

use serde::Serialize;

use super::text::RichText;
use crate::quantity::Currency;
use crate::source::Span;

/// A game in [`Rulebook::games`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct GameRef(pub u32);

/// A document in [`Rulebook::documents`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct DocumentRef(pub u32);

/// A section of a [`Rulebook`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct SectionRef(pub u32);

/// A heading, or a run-in rule (`**Name:** text`) inside a section: all that is known of it without its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Stable unique id: `game/document#slug`; a document's root has no `#slug`.
    pub id: String,
    /// The document it stands in.
    pub document: DocumentRef,
    /// The section it stands in; `None` for a document's root.
    pub parent: Option<SectionRef>,
    /// Sections directly inside, in order, run-in rules among them.
    pub children: Vec<SectionRef>,
    /// The section after the last descendant: `this + 1 .. end` are the descendants.
    pub end: SectionRef,
    /// Its name: no cost, no kind, no prefix, no parenthesis, straight quotes.
    pub title: String,
    /// The heading as printed.
    pub heading: RichText,
    /// Depth of the heading as written, 1 to 6; 0 for a root; one more than its parent's for a run-in rule.
    pub level: u8,
    /// What the heading *is*.
    pub kind: SectionKind,
    /// Whether it is a run-in rule: shown in its parent's text, without a heading of its own.
    pub run_in: bool,
    /// Words about it, from the heading's parentheses and brackets: `LIGHT TERRAIN`, `Terrain`.
    pub tags: Vec<String>,
    /// Other names of it.
    pub aliases: Vec<String>,
    /// What a heading such as `TEAM - NAME` puts before the name.
    pub scope: Option<String>,
    /// The parameter of a name such as `Piercing x` or `Lethal x+`, as printed (`x`, `x+`).
    pub parameter: Option<String>,
    /// Whether anything stands under the heading before the next one: [`Rulebook::blocks`] gives it.
    pub has_text: bool,
    /// Place of the heading.
    pub heading_span: Span,
    /// From the heading to the end of the section's own text, before the first child heading.
    pub span: Span,
    /// 1-based line of the heading.
    pub line: u32,
    /// Last 1-based line of the section's own text.
    pub line_end: u32,
}

/// What a heading is, read from its shape and place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SectionKind {
    /// The root of a document.
    Document,
    /// A heading that only holds others.
    Group,
    /// Rules text.
    Rule,
    /// The definition of a term: a weapon rule, a terrain type, a core term.
    Term,
    /// Something that is done for a cost.
    Action {
        /// What it costs.
        cost: Cost,
    },
    /// A numbered step of a sequence.
    Step {
        /// Its ordinal as printed; they may repeat.
        number: u32,
    },
    /// A named rule inside a section.
    Ability {
        /// What using it costs, where it does.
        cost: Option<Cost>,
    },
    /// A strategy or firefight ploy.
    Ploy {
        /// What it costs, where it says.
        cost: Option<Cost>,
    },
    /// A piece of equipment.
    Equipment {
        /// What it costs, where it says.
        cost: Option<Cost>,
    },
    /// A datacard; [`Datacard::of`] reads it.
    Datacard,
    /// An event card.
    EventCard {
        /// How many of it are in the deck, where it says.
        copies: Option<u32>,
    },
    /// A mission.
    Mission,
    /// A stratagem.
    Stratagem {
        /// What it costs.
        cost: Cost,
    },
    /// A question with its answer.
    Question,
    /// A table of key numbers.
    KeyNumbers,
}

/// A price: how many of which points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Cost {
    /// How many.
    pub amount: u32,
    /// Of what.
    pub currency: Currency,
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let gap = if self.currency == Currency::SP {
            " "
        } else {
            ""
        };
        write!(f, "{}{gap}{}", self.amount, self.currency.symbol())
    }
}

impl SectionKind {
    /// The names of all kinds, those that are looked for most often first.
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

    /// The one word by which filters, lists and JSON know the kind.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Group => "group",
            Self::Rule => "rule",
            Self::Term => "term",
            Self::Action { .. } => "action",
            Self::Step { .. } => "step",
            Self::Ability { .. } => "ability",
            Self::Ploy { .. } => "ploy",
            Self::Equipment { .. } => "equipment",
            Self::Datacard => "datacard",
            Self::EventCard { .. } => "event-card",
            Self::Mission => "mission",
            Self::Stratagem { .. } => "stratagem",
            Self::Question => "question",
            Self::KeyNumbers => "key-numbers",
        }
    }

    /// What it costs, where it costs something.
    #[must_use]
    pub fn cost(&self) -> Option<Cost> {
        match self {
            Self::Action { cost } | Self::Stratagem { cost } => Some(*cost),
            Self::Ability { cost } | Self::Ploy { cost } | Self::Equipment { cost } => *cost,
            _ => None,
        }
    }
}

impl Section {
    /// The title with its parameter: `Piercing x`.
    #[must_use]
    pub fn full_title(&self) -> String {
        match &self.parameter {
            Some(parameter) => format!("{} {parameter}", self.title),
            None => self.title.clone(),
        }
    }
}
