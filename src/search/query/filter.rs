//! Filters typed in the search box: `type:action`, `ap:<2`, `game:kill-team`, `doc:tomb-world`.

use std::collections::HashSet;

use crate::quantity::Currency;
use crate::rules::slug::slug;
use crate::rules::{Cost, DocumentRef, GameRef, Rulebook, SectionKind, SectionRef};

/// What a hit must be: any of the values of each filter (`type:action type:ploy`), for all filters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filters {
    pub kinds: Vec<&'static str>,
    pub games: Vec<GameRef>,
    pub documents: Vec<DocumentRef>,
    pub costs: Vec<CostFilter>,
}

/// A bound on a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CostFilter {
    currency: Currency,
    comparison: Comparison,
    amount: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

const KEYS: [&str; 8] = ["type", "game", "doc", "ap", "cp", "sp", "ep", "vp"];

/// Whether a word, in lower case, is the key of a filter.
pub(crate) fn is_key(word: &str) -> bool {
    KEYS.contains(&word)
}

impl Filters {
    /// Adds a typed `key:value`. Gives `false` if it is no filter but a word like any other.
    pub(crate) fn take(&mut self, book: &Rulebook, key: &str, value: &str) -> bool {
        let value = value.trim_matches('"');
        let key = key.to_lowercase();
        if value.trim_start_matches(['<', '>', '=']).is_empty() && is_key(&key) {
            // The value is yet to be typed.
            return true;
        }
        let wanted = slug(value);
        match key.as_str() {
            "type" | "kind" => add(
                &mut self.kinds,
                starting(
                    SectionKind::NAMES.map(|kind| (kind.to_owned(), kind)),
                    &wanted,
                ),
            ),
            "game" => add(&mut self.games, starting(games(book), &wanted)),
            "doc" => add(&mut self.documents, starting(documents(book), &wanted)),
            currency => {
                let currency = Currency::ALL
                    .into_iter()
                    .find(|known| known.symbol().eq_ignore_ascii_case(currency));
                let cost = currency.and_then(|currency| CostFilter::parse(currency, value));
                add(&mut self.costs, cost.into_iter().collect())
            }
        }
    }

    /// Whether no filter was typed.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a section passes all filters.
    pub(crate) fn allow(&self, book: &Rulebook, at: SectionRef) -> bool {
        let kind = book.section(at).kind;
        let cost = kind.cost();
        (self.kinds.is_empty() || self.kinds.contains(&kind.name()))
            && (self.games.is_empty() || self.games.contains(&book.document_of(at).game))
            && (self.documents.is_empty() || self.is_in_documents(book, at))
            && self
                .costs
                .iter()
                .all(|filter| cost.is_some_and(|cost| filter.is_of(cost)))
    }

    /// Whether a section is what any filter names.
    pub(crate) fn name(&self, book: &Rulebook, at: SectionRef) -> bool {
        let kind = book.section(at).kind;
        let costs = |cost: Cost| self.costs.iter().any(|filter| filter.is_of(cost));
        self.kinds.contains(&kind.name())
            || self.games.contains(&book.document_of(at).game)
            || self.is_in_documents(book, at)
            || kind.cost().is_some_and(costs)
    }

    fn is_in_documents(&self, book: &Rulebook, at: SectionRef) -> bool {
        let document = book.document_of(at);
        self.documents
            .iter()
            .any(|at| book.document(*at).root == document.root)
    }
}

impl CostFilter {
    fn parse(currency: Currency, text: &str) -> Option<Self> {
        let operators = [
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("<", Comparison::Less),
            (">", Comparison::More),
            ("=", Comparison::Equal),
            ("", Comparison::Equal),
        ];
        let (operator, comparison) = operators
            .into_iter()
            .find(|(operator, _)| text.starts_with(operator))?;
        let amount = text[operator.len()..].trim().parse().ok()?;
        Some(Self {
            currency,
            comparison,
            amount,
        })
    }

    fn is_of(self, cost: Cost) -> bool {
        cost.currency == self.currency && self.holds(cost.amount)
    }

    fn holds(self, amount: u32) -> bool {
        match self.comparison {
            Comparison::Less => amount < self.amount,
            Comparison::AtMost => amount <= self.amount,
            Comparison::Equal => amount == self.amount,
            Comparison::AtLeast => amount >= self.amount,
            Comparison::More => amount > self.amount,
        }
    }
}

fn add<T: PartialEq>(known: &mut Vec<T>, found: Vec<T>) -> bool {
    let any = !found.is_empty();
    for value in found {
        if !known.contains(&value) {
            known.push(value);
        }
    }
    any
}

/// The values of exactly this name, or else those whose name starts with it.
fn starting<T>(values: impl IntoIterator<Item = (String, T)>, wanted: &str) -> Vec<T> {
    let (exact, rest): (Vec<_>, Vec<_>) = values.into_iter().partition(|(name, _)| name == wanted);
    let found = if exact.is_empty() { rest } else { exact };
    found
        .into_iter()
        .filter(|(name, _)| name.starts_with(wanted))
        .map(|(_, value)| value)
        .collect()
}

fn games(book: &Rulebook) -> Vec<(String, GameRef)> {
    book.games
        .iter()
        .map(|game| game.id.clone())
        .zip((0..).map(GameRef))
        .collect()
}

/// A document is known by the last part of its id and by its title.
fn documents(book: &Rulebook) -> Vec<(String, DocumentRef)> {
    let named = book
        .documents
        .iter()
        .zip((0..).map(DocumentRef))
        .flat_map(|(document, at)| {
            let name = last_part(&document.id).to_owned();
            [(name, at), (slug(&document.title), at)]
        });
    named.collect()
}

/// Completions of the filter that is being typed at the end of the input, best first; empty if none is.
#[must_use]
pub fn complete(book: &Rulebook, input: &str) -> Vec<String> {
    let start = input.rfind(char::is_whitespace).map_or(0, |at| {
        at + input[at..].chars().next().map_or(0, char::len_utf8)
    });
    let minus = usize::from(input[start..].starts_with('-'));
    let (before, typed) = input.split_at(start + minus);
    let typed = typed.to_lowercase();
    let Some((key, value)) = typed.split_once(':') else {
        let keys = KEYS
            .into_iter()
            .filter(|key| !typed.is_empty() && key.starts_with(&typed));
        return keys.map(|key| format!("{before}{key}:")).collect();
    };
    let comparison = value.len() - value.trim_start_matches(['<', '>', '=']).len();
    let values: Vec<String> = match key {
        "type" => book.kinds().map(str::to_owned).collect(),
        "game" => book.games.iter().map(|game| game.id.clone()).collect(),
        "doc" => book
            .documents
            .iter()
            .map(|document| last_part(&document.id).to_owned())
            .collect(),
        _ => used_costs(book, key)
            .into_iter()
            .map(|cost| format!("{}{cost}", &value[..comparison]))
            .collect(),
    };
    // Documents of different games may share a name.
    let mut known = HashSet::new();
    let fitting = values
        .into_iter()
        .filter(|name| name.starts_with(value) && name != value);
    fitting
        .filter(|name| known.insert(name.clone()))
        .map(|name| format!("{before}{key}:{name}"))
        .collect()
}

/// The last part of a document's id, by which a filter knows it.
fn last_part(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}

fn used_costs(book: &Rulebook, currency: &str) -> Vec<String> {
    let costs = book
        .costs()
        .into_iter()
        .filter(|cost| cost.currency.symbol().eq_ignore_ascii_case(currency));
    let mut amounts: Vec<_> = costs.map(|cost| cost.amount).collect();
    amounts.sort_unstable();
    amounts.iter().map(u32::to_string).collect()
}
