//! Vocabularies: the words of a game that decide what the parts of its documents are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::block::Provenance;
use super::section::{KindRef, SectionKind};
use crate::quantity::Currency;
use crate::rules::slug::{fold, slug};

/// The words of a game, as in the `vocabulary` of its `game.yaml`. All words except names are in the
/// form of [`fold`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Vocabulary {
    /// The id of the game that the vocabulary is from. Empty for the base vocabulary, which contains
    /// only general English.
    pub name: String,
    /// Phrases of documents that need this vocabulary, as printed.
    pub signs: Vec<String>,
    /// The kinds of sections that words give. Besides the game's own kinds, `rule` and `term`, which
    /// are structural.
    pub kinds: Vec<NamedKind>,
    /// The game's names for structural kinds: `datacard` for a card.
    pub names: BTreeMap<StructuralKind, String>,
    /// The currencies of costs in headings, with the kind of a section that has such a cost.
    pub currencies: BTreeMap<Currency, String>,
    /// Words in brackets at the end of headings that are shown beside the name.
    pub tags: Vec<String>,
    /// The names of the statistics of a card.
    pub statistics: Vec<String>,
    /// The meanings of labels such as `**Keywords:**`.
    pub labels: BTreeMap<LabelRole, Vec<String>>,
    /// The meanings of the headings of table columns.
    pub columns: BTreeMap<ColumnRole, Vec<String>>,
    /// Characters that mark a paragraph as an effect, such as ▶.
    pub effect_marks: Vec<char>,
    /// Characters that mark a paragraph as a condition, such as ◆.
    pub condition_marks: Vec<char>,
    /// Whether the text in capitals before a dash is no part of a name: `TEAM - NAME`.
    pub scopes: bool,
    /// The types of documents of which a player uses only one, such as the rules of a team.
    pub team_documents: Vec<String>,
}

/// A kind of sections that a game names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NamedKind {
    /// The name in filters, lists and JSON, such as `event-card`.
    pub name: String,
    /// Words after a dash or in brackets at the end of a heading: `GNAW - Strategy Ploy`.
    pub suffixes: Vec<String>,
    /// Ends of the titles of sections whose subsections are of this kind.
    pub below: Vec<String>,
    /// Ends of lines above a name in plain text. A `#` at the end stands for a number: `mission #`.
    pub above: Vec<String>,
    /// Labels of which one in the text of a section makes it a section of this kind.
    pub labels: Vec<String>,
    /// Values of `document_type` that make a document a section of this kind.
    pub document_types: Vec<String>,
    /// Whether texts write the names of these sections with capitals, so that the same words in
    /// lower case mean something else.
    pub is_proper: bool,
    /// Which of the rules inside a section of this kind only the section itself mentions.
    pub encloses: Enclosed,
    /// The label before the number of copies of a card.
    pub copies: Option<String>,
}

/// Which rules inside a section are not mentioned outside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Enclosed {
    /// No rules.
    #[default]
    None,
    /// Rules whose names are everyday words.
    Everyday,
    /// All rules.
    All,
}

/// A kind of sections that a vocabulary may rename.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StructuralKind {
    /// See [`SectionKind::Card`].
    Card,
    /// See [`SectionKind::Table`].
    Table,
}

/// What a label at the start of a paragraph means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabelRole {
    /// A question.
    Question,
    /// The answer to the question above.
    Answer,
    /// The keywords of a card.
    Keywords,
    /// The statistics of a card, which follow the label.
    Stats,
    /// The weapons of a card, which follow the label.
    Weapons,
    /// A note of the designers.
    DesignersNote,
    /// A description of a picture.
    Illustration,
    /// A summary of other rules.
    Summary,
    /// A remark of the document's editors.
    EditorsNote,
    /// An example, or a component of a card: text that is no rule with a name.
    Remark,
}

impl LabelRole {
    /// Returns the origin of the note that the label starts, if any.
    pub fn provenance(self) -> Option<Provenance> {
        match self {
            Self::DesignersNote => Some(Provenance::Designer),
            Self::Illustration => Some(Provenance::Illustration),
            Self::Summary => Some(Provenance::Summary),
            Self::EditorsNote => Some(Provenance::Editor),
            _ => None,
        }
    }
}

/// What the heading of a table column means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnRole {
    /// A term, in a table of definitions.
    Term,
    /// The rule that a value is about, in a table of values.
    Subject,
    /// A value.
    Value,
    /// The name of a weapon.
    Weapon,
    /// The type of a weapon.
    WeaponType,
    /// The number of attack dice.
    Attacks,
    /// The lowest roll that hits.
    Hit,
    /// Normal and critical damage.
    Damage,
    /// The rules of a weapon.
    WeaponRules,
}

impl Vocabulary {
    /// Returns the name of a kind in filters, lists and JSON, such as `event-card`.
    pub fn kind_name(&self, kind: SectionKind) -> &str {
        let renamed = |structural| {
            let name = self.names.get(&structural);
            name.map_or(kind.structural_name(), String::as_str)
        };
        match kind {
            SectionKind::Named(at) => self
                .kind(at)
                .map_or(kind.structural_name(), |kind| &kind.name),
            SectionKind::Card => renamed(StructuralKind::Card),
            SectionKind::Table => renamed(StructuralKind::Table),
            other => other.structural_name(),
        }
    }

    /// Returns the names of all kinds that the vocabulary names.
    pub fn kind_names(&self) -> impl Iterator<Item = &str> {
        let named = self.kinds.iter().map(|kind| &kind.name);
        named.chain(self.names.values()).map(String::as_str)
    }

    /// Returns a kind of the game.
    pub fn kind(&self, at: KindRef) -> Option<&NamedKind> {
        self.kinds.get(at.0 as usize)
    }

    /// Returns the kind of sections for which words decide.
    pub fn find_kind(&self, decides: impl Fn(&NamedKind) -> bool) -> Option<SectionKind> {
        let mut kinds = (0..).map(KindRef).zip(&self.kinds);
        let (at, kind) = kinds.find(|(_, kind)| decides(kind))?;
        Some(match kind.name.as_str() {
            "rule" => SectionKind::Rule,
            "term" => SectionKind::Term,
            _ => SectionKind::Named(at),
        })
    }

    /// Whether the entries below a title are definitions of terms: the title is or ends with a word
    /// such as `glossary`.
    pub fn defines_terms(&self, title: &str) -> bool {
        let title = fold(title);
        let is_end = |word: &String| {
            let before = title.strip_suffix(word.as_str());
            before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
        };
        let mut terms = self.kinds.iter().filter(|kind| kind.name == "term");
        terms.any(|kind| kind.below.iter().any(is_end))
    }

    /// Returns the kind of a section with a cost, if the vocabulary knows the currency.
    pub fn kind_of_cost(&self, currency: Currency) -> Option<SectionKind> {
        let name = self.currencies.get(&currency)?;
        let named = self.find_kind(|kind| kind.name == *name);
        Some(named.unwrap_or(SectionKind::Rule))
    }

    /// Returns the meaning of a label, if the vocabulary knows it. A colon at its end does not
    /// count.
    pub fn label_role(&self, label: &str) -> Option<LabelRole> {
        let label = fold(label);
        role_of(&self.labels, label.trim_end_matches(':'))
    }

    /// Returns the meaning of the heading of a column, if the vocabulary knows it.
    pub fn column_role(&self, heading: &str) -> Option<ColumnRole> {
        role_of(&self.columns, &fold(heading))
    }

    /// Whether at least `count` of the vocabulary's signs are in a text.
    pub fn has_signs(&self, text: &str, count: usize) -> bool {
        let mut found = self.signs.iter().filter(|sign| text.contains(*sign));
        found.nth(count.saturating_sub(1)).is_some()
    }

    /// Returns the number of words.
    pub fn word_count(&self) -> usize {
        let lists = self.labels.values().chain(self.columns.values());
        let lists = lists.chain([
            &self.signs,
            &self.tags,
            &self.statistics,
            &self.team_documents,
        ]);
        let of_kind = |kind: &NamedKind| {
            let lists = [&kind.suffixes, &kind.below, &kind.above, &kind.labels];
            1 + kind.document_types.len() + lists.map(Vec::len).into_iter().sum::<usize>()
        };
        lists.map(Vec::len).sum::<usize>() + self.kinds.iter().map(of_kind).sum::<usize>()
    }

    /// Adds the words of `base`, and brings all words into the form of [`fold`] and the names of
    /// kinds into that of [`slug`].
    pub fn extend(&mut self, base: &Self) {
        for name in self.names.values_mut().chain(self.currencies.values_mut()) {
            *name = slug(name);
        }
        for kind in &mut self.kinds {
            kind.name = slug(&kind.name);
            kind.copies = kind.copies.as_deref().map(fold);
        }
        for (role, words) in &base.labels {
            self.labels
                .entry(*role)
                .or_default()
                .extend_from_slice(words);
        }
        for (role, words) in &base.columns {
            self.columns
                .entry(*role)
                .or_default()
                .extend_from_slice(words);
        }
        self.kinds.extend_from_slice(&base.kinds);
        let of_kinds = self.kinds.iter_mut().flat_map(|kind| {
            let lists = [&mut kind.suffixes, &mut kind.below, &mut kind.above];
            lists
                .into_iter()
                .chain([&mut kind.labels, &mut kind.document_types])
        });
        let lists = self
            .labels
            .values_mut()
            .chain(self.columns.values_mut())
            .chain(of_kinds);
        let lists = lists.chain([&mut self.statistics, &mut self.tags]);
        for word in lists.chain([&mut self.team_documents]).flatten() {
            *word = fold(word);
        }
    }
}

fn role_of<R: Copy>(words: &BTreeMap<R, Vec<String>>, word: &str) -> Option<R> {
    let mut roles = words.iter();
    let found = roles.find(|(_, words)| words.iter().any(|known| known == word));
    found.map(|(role, _)| *role)
}
