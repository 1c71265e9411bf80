//! Filters typed in the search box: `type:action`, `ap:<2`, `game:kill-team`, `doc:tomb-world`.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::mem::discriminant;

use crate::analyzer;
use crate::quantity::{Currency, comparison};
use crate::rules::slug::slug;
use crate::rules::{DocumentRef, GameRef, IS, Rulebook, SectionRef, first_number};
use crate::search::index::{MIN_SECTIONS, SearchIndex};
use crate::source::last_part;

/// A filter of a query.
#[derive(Debug, PartialEq, Eq)]
pub enum Filter {
    Kind(String),
    /// One of these games.
    Games(BTreeSet<GameRef>),
    /// One of these documents: the names of thousands may start with the letters typed so far.
    Documents(BTreeSet<DocumentRef>),
    /// A field of the documents, whether it is compared with a number, and the sections that match.
    Field(String, bool, BTreeSet<SectionRef>),
    /// A currency, and the orders in which a cost may compare with an amount.
    Cost(Currency, &'static [Ordering], u32),
}

impl Filter {
    pub fn matches(&self, book: &Rulebook, at: SectionRef) -> bool {
        let section = book.section(at);
        match self {
            Self::Kind(kind) => book.kind_name(at) == kind,
            Self::Games(games) => games.contains(&book.game_of(at)),
            Self::Documents(documents) => documents.contains(&section.document),
            Self::Field(_, _, sections) => sections.contains(&at),
            Self::Cost(currency, orders, amount) => section.cost.is_some_and(|cost| {
                cost.currency == *currency && orders.contains(&cost.amount.cmp(amount))
            }),
        }
    }

    /// Whether it is enough if a section matches one of two filters: `ap:1 ap:2` finds either cost,
    /// but both limits of `ap:>1 ap:<4` must hold.
    fn is_alternative(&self, other: &Self) -> bool {
        let is_limit = |filter: &Self| match filter {
            Self::Cost(_, orders, _) => **orders != [Ordering::Equal],
            Self::Field(_, is_limit, _) => *is_limit,
            _ => false,
        };
        let is_same = match (self, other) {
            // A section is several things at once: `is:3rd is:evocation`.
            (Self::Field(key, ..), Self::Field(other, ..)) => key == other && key != IS,
            _ => discriminant(self) == discriminant(other),
        };
        is_same && !is_limit(self) && !is_limit(other)
    }
}

/// Whether a section matches all filters, or an alternative of each.
pub fn match_all(filters: &[Filter], book: &Rulebook, at: SectionRef) -> bool {
    filters.iter().all(|filter| {
        let mut others = filters.iter().filter(|other| filter.is_alternative(other));
        filter.matches(book, at) || others.any(|other| other.matches(book, at))
    })
}

/// Returns the keys of filters: besides those of all rules, the currencies of the loaded rules.
pub fn keys(book: &Rulebook) -> Vec<String> {
    let currencies = book.currencies();
    let currencies = currencies
        .iter()
        .map(|currency| currency.code().to_lowercase());
    let keys = ["type", "game", "doc"].map(str::to_owned);
    keys.into_iter().chain(currencies).collect()
}

/// Returns the filters that a typed `key:value` means: none if the value does not fit the key. Only
/// loaded games and documents fit. Returns `None` if the key is not the key of a filter.
pub fn filters(
    index: &SearchIndex,
    book: &Rulebook,
    key: &str,
    value: &str,
) -> Option<Vec<Filter>> {
    let wanted = slug(value);
    Some(match key.to_lowercase().as_str() {
        "type" | "kind" => {
            let kinds = book.kinds().into_iter();
            let kinds = kinds.map(|kind| (kind.to_owned(), kind.to_owned()));
            let kinds = named(kinds, &wanted).into_iter();
            let kinds: Vec<_> = kinds.map(Filter::Kind).collect();
            // Many documents have a field of this name.
            let field = || field_filter(index, key, value).unwrap_or_default();
            if kinds.is_empty() { field() } else { kinds }
        }
        "game" => {
            let games = book.games.iter().zip((0..).map(GameRef));
            let games = named(games.map(|(game, at)| (game.id.clone(), at)), &wanted);
            one_of(games, Filter::Games)
        }
        "doc" => {
            // A document has two names: the last part of its id, and its title.
            let documents = book.documents.iter().zip((0..).map(DocumentRef));
            let names = documents.flat_map(|(document, at)| {
                let names = [last_part(&document.id).to_owned(), slug(&document.title)];
                names.map(|name| (name, at))
            });
            one_of(named(names, &wanted), Filter::Documents)
        }
        key if currency_of(book, key).is_none() => field_filter(index, key, value)?,
        key => {
            let currency = currency_of(book, key)?;
            let (orders, amount) = comparison(value);
            let amount = amount.parse().into_iter();
            amount
                .map(|amount| Filter::Cost(currency, orders, amount))
                .collect()
        }
    })
}

/// Returns a filter for a field of the documents: a number compared with the first number of each
/// value, otherwise a name of values. If the documents have no such field, the value may be what
/// sections are (see [`IS`]): `school:evocation` or, with a number, `level:<3`, which `3rd-level` also
/// names. Otherwise returns `None`.
fn field_filter(index: &SearchIndex, key: &str, value: &str) -> Option<Vec<Filter>> {
    let key = slug(key);
    let values = index.field_values(&key);
    let count: usize = values.iter().map(|(_, sections)| sections.len()).sum();
    let (orders, operand) = comparison(value);
    let is_limit = *orders != [Ordering::Equal];
    let wanted = first_number(operand).filter(|_| is_limit || is_number(operand));
    let (key, values) = if count < MIN_SECTIONS {
        let mut values: Vec<_> = parts(index.field_values(IS)).collect();
        if wanted.is_some() {
            values.retain(|(value, _)| value.split('-').any(|word| word == key));
        }
        if values.is_empty() || slug(operand).is_empty() {
            return None;
        }
        (IS.to_owned(), values)
    } else {
        (key, values)
    };
    let sections: BTreeSet<SectionRef> = if let Some(wanted) = wanted {
        let numbers = values.into_iter().filter(|(value, _)| {
            let order = first_number(value).and_then(|value| value.partial_cmp(&wanted));
            order.is_some_and(|order| orders.contains(&order))
        });
        numbers.flat_map(|(_, sections)| sections).collect()
    } else {
        named(parts(values), &slug(operand))
            .into_iter()
            .flatten()
            .collect()
    };
    if key == IS && sections.is_empty() {
        return None;
    }
    let filter = (!sections.is_empty()).then_some(Filter::Field(key, is_limit, sections));
    Some(filter.into_iter().collect())
}

/// Splits values at commas: a spell with the components `V, S` has each of them.
fn parts(
    values: Vec<(String, Vec<SectionRef>)>,
) -> impl Iterator<Item = (String, Vec<SectionRef>)> {
    values.into_iter().flat_map(|(value, sections)| {
        let parts = value.split(',').map(slug).filter(|part| !part.is_empty());
        let parts: Vec<_> = parts.map(|part| (part, sections.clone())).collect();
        parts
    })
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns a filter for any of `values`, or none if there are no values.
fn one_of<T: Ord>(values: Vec<T>, filter: fn(BTreeSet<T>) -> Filter) -> Vec<Filter> {
    let values = BTreeSet::from_iter(values);
    Vec::from_iter((!values.is_empty()).then(|| filter(values)))
}

/// Returns the values with the name `wanted`, or otherwise those with a name in which a word starts
/// with `wanted`. Accents make no difference.
fn named<T>(names: impl Iterator<Item = (String, T)>, wanted: &str) -> Vec<T> {
    let wanted = &*analyzer::fold(wanted);
    let inner = format!("-{wanted}");
    let mut fitting: Vec<_> = names
        .map(|(name, value)| (analyzer::fold(&name).into_owned(), value))
        .filter(|(name, _)| name.starts_with(wanted) || name.contains(&inner))
        .collect();
    if fitting.iter().any(|(name, _)| name == wanted) {
        fitting.retain(|(name, _)| name == wanted);
    }
    fitting.into_iter().map(|(_, value)| value).collect()
}

fn currency_of(book: &Rulebook, key: &str) -> Option<Currency> {
    Currency::new(key).filter(|currency| book.currencies().contains(currency))
}

/// Returns what completes a filter for a value: `1/4` for `1/4 (50 XP)`, `very-rare` for `Very rare`.
fn completed(value: &str) -> String {
    match value.split_whitespace().next() {
        Some(number) if is_number(value) => number.to_owned(),
        _ => slug(value),
    }
}

/// Returns the possible completions of the filter at the end of the input: `guard type:` for
/// `guard ty`.
pub fn complete(index: &SearchIndex, book: &Rulebook, input: &str) -> Vec<String> {
    let last = input.rsplit(char::is_whitespace).next().unwrap_or_default();
    let typed = last.strip_prefix('-').unwrap_or(last);
    let before = &input[..input.len() - typed.len()];
    let typed = typed.to_lowercase();
    let Some((key, value)) = typed.split_once(':') else {
        if typed.is_empty() {
            return Vec::new();
        }
        let mut keys = keys(book);
        let fields = index.field_keys().iter();
        let fields: Vec<_> = fields.filter(|field| !keys.contains(field)).collect();
        keys.extend(fields.into_iter().cloned());
        keys.retain(|key| key.starts_with(&typed));
        return keys.iter().map(|key| format!("{before}{key}:")).collect();
    };
    let values: Vec<String> = match key {
        "type" => book.kinds().into_iter().map(str::to_owned).collect(),
        "game" => book.games.iter().map(|game| game.id.clone()).collect(),
        "doc" => {
            // Documents of different games may have the same name.
            let ids = book
                .documents
                .iter()
                .map(|document| last_part(&document.id));
            ids.collect::<BTreeSet<_>>()
                .into_iter()
                .map(str::to_owned)
                .collect()
        }
        key if currency_of(book, key).is_none() => {
            let values = index.field_values(key);
            // Without such a field, the value may be what sections are.
            let is = if values.is_empty() {
                index.field_values(IS)
            } else {
                Vec::new()
            };
            let words = is.iter().flat_map(|(value, _)| value.split_whitespace());
            let words = words.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
            let words: BTreeSet<_> = words.map(|word| (word.to_owned(), Vec::new())).collect();
            let values = values.into_iter().chain(words);
            let mut names: Vec<_> = values.map(|(value, _)| completed(&value)).collect();
            // Numbers by their values, then other names.
            names.sort_by(|a, b| {
                let number = |name: &str| first_number(name).filter(|_| is_number(name));
                let numbers = (number(a), number(b));
                match numbers {
                    (Some(one), Some(other)) => one.total_cmp(&other),
                    _ => numbers.1.is_some().cmp(&numbers.0.is_some()),
                }
                .then_with(|| a.cmp(b))
            });
            names.dedup();
            names
        }
        _ => {
            let comparison = value.trim_end_matches(|c: char| c.is_ascii_digit());
            let currency = currency_of(book, key);
            let costs = book.sections().filter_map(|section| section.cost);
            let costs = costs.filter(|cost| Some(cost.currency) == currency);
            let amounts: BTreeSet<_> = costs.map(|cost| cost.amount).collect();
            amounts
                .iter()
                .map(|amount| format!("{comparison}{amount}"))
                .collect()
        }
    };
    values
        .iter()
        .filter(|name| name.starts_with(value) && *name != value)
        .map(|name| format!("{before}{key}:{name}"))
        .collect()
}
