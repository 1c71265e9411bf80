//! Sections: the headings of a document, and its run-in rules.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::quantity::Currency;
use crate::source::Span;

/// Index of a game in [`Rulebook::games`](crate::rules::Rulebook::games).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct GameRef(pub u32);

/// Index of a document in [`Rulebook::documents`](crate::rules::Rulebook::documents).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct DocumentRef(pub u32);

/// Index of a section in the flat list of all sections of a [`Rulebook`](crate::rules::Rulebook).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct SectionRef(pub u32);

/// Index of a vocabulary in [`Rulebook::vocabularies`](crate::rules::Rulebook::vocabularies).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VocabularyRef(pub u32);

/// Index of a kind in [`Vocabulary::kinds`](crate::rules::Vocabulary::kinds).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KindRef(pub u32);

/// How the title of a section relates to its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TitleRole {
    /// The text may define the title: its beginning contains a word of the title, or it is short
    /// and below a heading.
    #[default]
    Subject,
    /// The title is the caption of a table: the text has a table, and no sentence.
    Caption,
    /// The text does not define the title: its beginning contains no word of the title, and it is
    /// not a short text below a heading.
    Label,
    /// There is no text besides run-in rules and notes, or it only names a source, a page, a tag or
    /// an image, lists links, or begins like a reference to another place or with a copyright notice.
    Stub,
    /// The text is only a reference to a place that it names: `See Running.`
    Reference,
}

/// The maximum length in bytes of the start of a title that the sections below it use.
const MAX_TITLE_ABOVE: usize = 200;

/// Returns the start of a title, or of its slug, that the sections below it use: in their ids, to be
/// found, and to tell what they are. A whole title of any length would be read or stored again for
/// each of them.
pub fn title_above(title: &str) -> &str {
    let ends = (0..=title.len().min(MAX_TITLE_ABOVE)).rev();
    let end = ends.into_iter().find(|at| title.is_char_boundary(*at));
    &title[..end.unwrap_or(0)]
}

/// A heading or a run-in rule (`**Name:** text`). Its text is in [`Blocks`](crate::rules::Blocks).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// Stable unique id: `game/document#slug`. The id of a document's root has no `#slug`.
    pub id: String,
    /// The document that contains the section.
    pub document: DocumentRef,
    /// The section that directly contains this section. `None` for a document's root.
    pub parent: Option<SectionRef>,
    /// The section after the last descendant. The descendants are `this + 1 .. end`.
    pub end: SectionRef,
    /// The name alone, without the cost and other parts of the heading, and with straight quotes:
    /// `BREACH` for the heading `BREACH (2AP)`, `Long Falls` for `4.2 Long Falls`. Links, search and
    /// ids use it; [`Self::full_title`] is shown.
    pub title: String,
    /// The heading without what the vocabulary knows and the page shows apart, if that is more than
    /// the title and its parameter: `4.2 Long Falls`, `Elemental (Water)`.
    pub printed: Option<Box<str>>,
    /// The heading as printed; [`Blocks::heading`](crate::rules::Blocks::heading) has its styles.
    pub heading: String,
    /// Level of the heading as written, from 1 to 6. A root has level 0, and a run-in rule is one
    /// level deeper than its parent.
    pub level: u8,
    /// The kind, such as action or term.
    pub kind: SectionKind,
    /// The cost in the heading, if any.
    pub cost: Option<Cost>,
    /// Whether the section is a run-in rule, which is shown in the text of its parent.
    pub run_in: bool,
    /// What a run-in rule is written as.
    pub form: RunInForm,
    /// The texts in parentheses or brackets in the heading: `LIGHT TERRAIN` for
    /// `DEBRIS (LIGHT TERRAIN)`.
    pub tags: Vec<String>,
    /// Other names of the section: `702.19` for `702.19. Trample`.
    pub aliases: Vec<String>,
    /// The `TEAM` of a heading such as `TEAM - NAME`.
    pub scope: Option<String>,
    /// The parameter of a name such as `Piercing x` or `Lethal x+`, as printed (`x`, `x+`).
    pub parameter: Option<String>,
    /// Whether the section has text before the next heading.
    pub has_text: bool,
    /// How the title relates to the text before the next heading.
    pub title_role: TitleRole,
    /// Span of the heading in the source.
    pub heading_span: Span,
    /// Span of the heading and the section's own text, up to the next heading.
    pub span: Span,
    /// 1-based line of the heading.
    pub line: u32,
    /// 1-based line on which the section's own text ends.
    pub line_end: u32,
}

/// What a run-in rule is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunInForm {
    /// A label at the start of a paragraph, or a question: `**Name:** text`.
    #[default]
    Label,
    /// A term in a list of definitions.
    Definition,
    /// A heading in a quote, an admonition or a list, such as that of a statblock.
    Heading,
}

/// The kind of a section, inferred from its heading, its text and its parent's heading with the
/// words of its document's [`Vocabulary`](crate::rules::Vocabulary).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SectionKind {
    /// A kind that the game names, such as an action.
    Named(KindRef),
    /// The definition of a term.
    Term,
    /// Rules text of no other kind.
    #[default]
    Rule,
    /// A run-in rule with a name, such as an ability on a card.
    Ability,
    /// A question with its answer.
    Question,
    /// A numbered step of a sequence.
    Step {
        /// The number as printed. Several steps may have the same number.
        number: u32,
    },
    /// A card with stats. [`Card::read`](crate::rules::Card::read) parses the content.
    Card,
    /// A table of values, with a column for the rules that they are about.
    Table,
    /// A heading without text of its own, usually with subsections.
    Group,
    /// The root of a document.
    Document,
}

impl SectionKind {
    /// The names of the structural kinds.
    pub const STRUCTURAL: [&str; 9] = [
        "term", "rule", "ability", "card", "question", "step", "table", "group", "document",
    ];

    /// Returns the name of a structural kind in filters, lists and JSON. A kind that a game names
    /// counts as a rule.
    pub fn structural_name(self) -> &'static str {
        let at = match self {
            Self::Term => 0,
            Self::Named(_) | Self::Rule => 1,
            Self::Ability => 2,
            Self::Card => 3,
            Self::Question => 4,
            Self::Step { .. } => 5,
            Self::Table => 6,
            Self::Group => 7,
            Self::Document => 8,
        };
        Self::STRUCTURAL[at]
    }
}

/// An amount of a currency, such as `2AP`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// The number of points.
    pub amount: u32,
    /// The kind of points.
    pub currency: Currency,
    /// Whether a space is printed between the two.
    pub is_spaced: bool,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.is_spaced { " " } else { "" };
        write!(f, "{}{gap}{}", self.amount, self.currency.code())
    }
}

impl Section {
    /// Returns the heading as it is shown: as printed, without what is shown apart, such as the cost.
    pub fn full_title(&self) -> String {
        match (&self.printed, &self.parameter) {
            (Some(printed), _) => printed.to_string(),
            (None, Some(parameter)) => format!("{} {parameter}", self.title),
            (None, None) => self.title.clone(),
        }
    }

    /// Returns the texts in brackets that are not in [`Self::full_title`].
    pub fn tags_apart(&self) -> impl Iterator<Item = &str> {
        let printed = self.printed.as_deref().unwrap_or_default();
        let tags = self.tags.iter().map(String::as_str);
        tags.filter(move |tag| !printed.contains(tag))
    }
}
