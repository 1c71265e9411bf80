//! The typed rules tree: what the documents say, parsed once and walked by everything else.
//!
//! Parsing never fails: it gives the tree *and* its [`Diagnostic`]s. Sections live in one flat list in reading order, and
//! a [`SectionRef`] is a place in it: links, search hits and history are small copyable numbers, and a section's
//! descendants are the ones that follow it. The list holds no text: that is a document's [`Body`], parsed when it is read.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::quantity::Currency;
use crate::source::{Source, Span};

mod assemble;
mod before;
pub mod block;
mod body;
pub mod check;
pub mod convert;
mod datacard;
mod front_matter;
mod game;
mod heading;
mod load;
mod markdown;
mod outline;
mod plain_text;
mod reading;
mod shape;
mod shelf;
pub mod slug;
mod stored;
mod synonyms;
pub mod table;
pub mod text;

pub use block::{Block, BlockKind, Cell, Column, ColumnKind, List, Provenance, Table, Weapon};
pub use body::{Blocks, Body};
pub use datacard::{Datacard, Stat};
pub use front_matter::FrontMatter;
pub use game::{Game, bundled_synonyms};
pub use reading::{Opened, Reading};
pub use synonyms::{Synonym, Synonyms};
pub use text::{LinkTarget, RichText, Run, Style};

/// All loaded rules.
#[derive(Debug, Default)]
pub struct Rulebook {
    /// The games, in the order of their `game.yaml`, then by name.
    pub games: Vec<Game>,
    /// The documents, grouped by game, in the order they were loaded.
    pub documents: Vec<Document>,
    outline: outline::Outline,
    by_id: HashMap<String, DocumentRef>,
    bodies: Arc<body::Bodies>,
    /// What is wrong with the files.
    pub diagnostics: Vec<Diagnostic>,
}

/// A game in [`Rulebook::games`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct GameRef(pub u32);

/// A document in [`Rulebook::documents`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct DocumentRef(pub u32);

/// A section of a [`Rulebook`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct SectionRef(pub u32);

/// One file of rules, understood.
#[derive(Clone, Debug)]
pub struct Document {
    /// `game/name`, unique; the front of its sections' ids.
    pub id: String,
    /// The game it belongs to: every document has one.
    pub game: GameRef,
    /// Its title: front matter, else the only H1, else front matter's `section` in title case, else the file's name.
    pub title: String,
    /// The data at the head of the file.
    pub front_matter: FrontMatter,
    /// The section that holds all others of the document; its title is the document's.
    pub root: SectionRef,
    /// Bytes of the source before its text begins: the front matter.
    pub body: u32,
    /// Bytes of the source, text and front matter.
    pub length: u32,
    /// Where it came from.
    pub source: Arc<Source>,
    /// Its sections in the order of their ids, once somebody has asked for one.
    by_id: OnceLock<Vec<SectionRef>>,
    /// Whether its outline is known; at a glance it is not.
    pub whole: bool,
}

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

impl Rulebook {
    /// How many sections there are.
    #[must_use]
    pub fn section_count(&self) -> usize {
        self.outline.len()
    }

    /// All sections in reading order.
    pub fn sections(&self) -> impl Iterator<Item = &Section> {
        (0..)
            .map(DocumentRef)
            .take(self.documents.len())
            .flat_map(|document| self.sections_of(document))
    }

    /// All sections with their references, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = (SectionRef, &Section)> {
        (0..).map(SectionRef).zip(self.sections())
    }

    /// The sections of a document in reading order, its root first.
    ///
    /// # Panics
    /// Where the reference is of another rulebook.
    #[must_use]
    pub fn sections_of(&self, document: DocumentRef) -> &[Section] {
        self.outline.sections(document, || self.unpack(document))
    }

    /// The names of the kinds that sections are of, those that are looked for most often first.
    pub fn kinds(&self) -> impl Iterator<Item = &'static str> {
        let kinds = self.outline.kinds;
        SectionKind::NAMES
            .into_iter()
            .enumerate()
            .filter(move |(at, _)| kinds >> at & 1 == 1)
            .map(|(_, name)| name)
    }

    /// Every cost that some section has, once.
    #[must_use]
    pub fn costs(&self) -> &[Cost] {
        &self.outline.costs
    }

    /// Whether a section is a run-in rule, as its `run_in` says: known without the section.
    #[must_use]
    pub fn is_run_in(&self, section: SectionRef) -> bool {
        self.outline.is_run_in(section)
    }

    /// Whether a document has headings: known without its sections.
    #[must_use]
    pub fn has_headings(&self, document: DocumentRef) -> bool {
        let (root, end) = self.outline.range(document);
        (root.0 + 1..end.0).any(|at| !self.is_run_in(SectionRef(at)))
    }

    /// A section.
    ///
    /// # Panics
    /// Where the reference is of another rulebook.
    #[must_use]
    pub fn section(&self, section: SectionRef) -> &Section {
        let document = self.outline.document_of(section);
        let (root, _) = self.outline.range(document);
        &self.sections_of(document)[(section.0 - root.0) as usize]
    }

    /// A document.
    ///
    /// # Panics
    /// Where the reference is of another rulebook.
    #[must_use]
    pub fn document(&self, document: DocumentRef) -> &Document {
        &self.documents[document.0 as usize]
    }

    /// The document a section stands in.
    #[must_use]
    pub fn document_of(&self, section: SectionRef) -> &Document {
        self.document(self.outline.document_of(section))
    }

    /// The game a section belongs to.
    #[must_use]
    pub fn game_of(&self, section: SectionRef) -> GameRef {
        self.document_of(section).game
    }

    /// A game.
    ///
    /// # Panics
    /// Where the reference is of another rulebook.
    #[must_use]
    pub fn game(&self, game: GameRef) -> &Game {
        &self.games[game.0 as usize]
    }

    /// The section with an id.
    #[must_use]
    pub fn by_id(&self, id: &str) -> Option<SectionRef> {
        let name = id.split_once('#').map_or(id, |(document, _)| document);
        let document = self.document(*self.by_id.get(name)?);
        if name.len() == id.len() {
            return Some(document.root);
        }
        let id_of = |at: &SectionRef| self.section(*at).id.as_str();
        let sorted = document.by_id.get_or_init(|| {
            let mut sorted: Vec<_> = self.descendants(document.root).collect();
            sorted.sort_unstable_by(|a, b| id_of(a).cmp(id_of(b)));
            sorted
        });
        sorted
            .binary_search_by(|at| id_of(at).cmp(id))
            .ok()
            .map(|found| sorted[found])
    }

    /// The sections inside a section, at any depth, in reading order.
    pub fn descendants(&self, section: SectionRef) -> impl Iterator<Item = SectionRef> + use<> {
        (section.0 + 1..self.section(section).end.0).map(SectionRef)
    }

    /// The sections a section stands in, outermost first, without itself.
    #[must_use]
    pub fn ancestors(&self, section: SectionRef) -> Vec<SectionRef> {
        let parent = |at: &SectionRef| self.section(*at).parent;
        let mut path: Vec<_> = std::iter::successors(parent(&section), parent).collect();
        path.reverse();
        path
    }
}
