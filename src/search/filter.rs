//! Filters typed in the search box: `type:action`, `ap:<2`, `game:kill-team`, `doc:tomb-world`.

use std::collections::HashSet;
use std::ops::Range;

use super::schema::Facet;
use crate::bytes::{Reader, put_number, put_text};
use crate::quantity::Currency;
use crate::rules::slug::slug;
use crate::rules::{Cost, DocumentRef, GameRef, Rulebook, SectionKind, SectionRef};

/// What a hit must be. Values of one filter add up (`type:action type:ploy`), different filters must all hold.
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

/// Whether a filter begins with this word, in small letters.
pub(crate) fn is_key(word: &str) -> bool {
    KEYS.contains(&word)
}

impl Filters {
    /// Takes a typed `key:value` in; `false` where it is no filter, but a word like any other.
    pub(crate) fn take(&mut self, book: &Rulebook, key: &str, value: &str) -> bool {
        let value = value.trim_matches('"');
        let key = key.to_lowercase();
        if value.trim_start_matches(['<', '>', '=']).is_empty() && is_key(&key) {
            // Its value is still to be typed.
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

    /// Whether nothing is asked for.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a section of some kind is what is asked for.
    pub(crate) fn allow(&self, book: &Rulebook, at: SectionRef, kind: SectionKind) -> bool {
        let cost = kind.cost();
        (self.kinds.is_empty() || self.kinds.contains(&kind.name()))
            && (self.games.is_empty() || self.games.contains(&book.document_of(at).game))
            && (self.documents.is_empty() || self.is_in_documents(book, at))
            && self
                .costs
                .iter()
                .all(|filter| cost.is_some_and(|cost| filter.is_of(cost)))
    }

    /// Whether a section of some kind is any of what is named here.
    pub(crate) fn name(&self, book: &Rulebook, at: SectionRef, kind: SectionKind) -> bool {
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

    /// The values that the index's facets may have; a facet that is not named may have any.
    pub(crate) fn facets(&self, costs: &[(Currency, u32)]) -> Vec<(Facet, Vec<String>)> {
        let mut facets = Vec::new();
        let mut push = |facet, values: Vec<String>| facets.push((facet, values));
        if !self.kinds.is_empty() {
            push(
                Facet::Kind,
                self.kinds.iter().map(|kind| (*kind).to_owned()).collect(),
            );
        }
        for filter in &self.costs {
            let held = costs
                .iter()
                .filter(|(currency, amount)| *currency == filter.currency && filter.holds(*amount));
            push(
                Facet::Cost,
                held.map(|(currency, amount)| cost_facet(*currency, *amount))
                    .collect(),
            );
        }
        facets
    }
}

/// The sections of the documents and games that are asked for and not unwanted, where there are such filters: the sections of
/// a document stand together.
pub(crate) fn within(
    filters: &Filters,
    unwanted: &Filters,
    book: &Rulebook,
) -> Option<Vec<Range<u32>>> {
    if [filters, unwanted]
        .iter()
        .all(|filters| filters.games.is_empty() && filters.documents.is_empty())
    {
        return None;
    }
    let documents: HashSet<_> = filters.documents.iter().collect();
    let not: HashSet<_> = unwanted.documents.iter().collect();
    let sections = u32::try_from(book.section_count()).unwrap_or(u32::MAX);
    let ends = book
        .documents
        .iter()
        .skip(1)
        .map(|next| next.root.0)
        .chain([sections]);
    let mut within: Vec<Range<u32>> = Vec::new();
    for ((at, document), end) in (0..).map(DocumentRef).zip(&book.documents).zip(ends) {
        let of_game = filters.games.is_empty() || filters.games.contains(&document.game);
        let is_unwanted = unwanted.games.contains(&document.game) || not.contains(&at);
        if is_unwanted || !of_game || !(documents.is_empty() || documents.contains(&at)) {
            continue;
        }
        match within.last_mut() {
            Some(last) if last.end == document.root.0 => last.end = end,
            _ => within.push(document.root.0..end),
        }
    }
    Some(within)
}

/// A cost as the index holds it.
pub(crate) fn cost_facet(currency: Currency, amount: u32) -> String {
    format!("{amount}{}", currency.symbol())
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

/// The values named exactly, else those whose name starts with what is typed.
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

/// A document goes by the last part of its id and by its title.
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

/// Completions of the filter that is being typed at the end of the input, best first; empty where none is.
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
    // Documents of several games may share a name.
    let mut known = HashSet::new();
    let fitting = values
        .into_iter()
        .filter(|name| name.starts_with(value) && name != value);
    fitting
        .filter(|name| known.insert(name.clone()))
        .map(|name| format!("{before}{key}:{name}"))
        .collect()
}

/// The part of a document's id by which a filter knows it.
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

/// Stores every cost that a section of the rulebook has.
pub(crate) fn write_costs(book: &Rulebook, out: &mut Vec<u8>) {
    for cost in book.costs() {
        put_text(out, cost.currency.symbol());
        put_number(out, u64::from(cost.amount));
    }
}

/// Reads what [`write_costs`] stored.
pub(crate) fn read_costs(bytes: &[u8]) -> Vec<(Currency, u32)> {
    let mut costs = Vec::new();
    let mut rest = Reader::new(bytes);
    while !rest.is_empty() {
        let symbol = rest.text();
        let amount = rest.small();
        costs.extend(
            Currency::ALL
                .into_iter()
                .find(|currency| currency.symbol() == symbol)
                .zip(Some(amount)),
        );
    }
    costs
}
