//! Filters typed in the search box: `type:action`, `ap:<2`, `game:kill-team`, `doc:tomb-world`.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use crate::quantity::Currency;
use crate::rules::slug::slug;
use crate::rules::{DocumentRef, GameRef, Rulebook, SectionKind, SectionRef};

/// The filters of a query. An empty list does not filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    pub kinds: Vec<&'static str>,
    pub games: Vec<GameRef>,
    pub documents: Vec<DocumentRef>,
    /// The ranges of allowed amounts, each for one currency.
    pub costs: Vec<(Currency, Range<u32>)>,
}

const KEYS: [&str; 8] = ["type", "game", "doc", "ap", "cp", "sp", "ep", "vp"];

/// Whether a lower-case word is the documented key of a filter: `type`, but not its alias `kind`.
pub fn is_key(word: &str) -> bool {
    KEYS.contains(&word)
}

impl Filters {
    /// Adds a typed `key:value` as a filter. Returns `false` if it is not a filter, because the key
    /// is unknown or the value does not fit the key. Only loaded games and documents fit.
    pub fn add(&mut self, book: &Rulebook, key: &str, value: &str) -> bool {
        let value = value.trim_matches('"');
        let key = key.to_lowercase();
        if value.trim_start_matches(['<', '>', '=']).is_empty() && is_key(&key) {
            // The player has not typed a value yet.
            return true;
        }
        let wanted = slug(value);
        match key.as_str() {
            "type" | "kind" => {
                let kinds = SectionKind::NAMES.map(|kind| (kind, kind));
                add_new(&mut self.kinds, best_named(kinds, &wanted))
            }
            "game" => {
                let games = book.games.iter().map(|game| &*game.id);
                add_new(
                    &mut self.games,
                    best_named(games.zip((0..).map(GameRef)), &wanted),
                )
            }
            "doc" => {
                // A document has two names: the last part of its id, and its title.
                let documents = book.documents.iter().zip((0..).map(DocumentRef));
                let named = documents.flat_map(|(document, at)| {
                    let name = last_part(&document.id).to_owned();
                    [(name, at), (slug(&document.title), at)]
                });
                add_new(&mut self.documents, best_named(named, &wanted))
            }
            currency => {
                let cost = currency_of(currency).zip(amounts(value));
                add_new(&mut self.costs, cost.into_iter().collect())
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub fn allows(&self, book: &Rulebook, at: SectionRef) -> bool {
        self.matches_each(book, at).all(|matches| matches)
    }

    pub fn matches_any(&self, book: &Rulebook, at: SectionRef) -> bool {
        self.matches_each(book, at).any(|matches| matches)
    }

    /// Tests a section against each filter that is set.
    fn matches_each(&self, book: &Rulebook, at: SectionRef) -> impl Iterator<Item = bool> {
        let section = book.section(at);
        let kind = section.kind.name();
        let game = book.game_of(at);
        let has_cost = move |(currency, amounts): &(Currency, Range<u32>)| {
            let cost = section.cost.filter(|cost| cost.currency == *currency);
            cost.is_some_and(|cost| amounts.contains(&cost.amount))
        };
        // `ap:1 ap:2` finds either cost, but both limits of `ap:>1 ap:<4` must hold.
        let (exact, limits): (Vec<_>, Vec<_>) = self
            .costs
            .iter()
            .partition(|(_, amounts)| amounts.len() == 1);
        let lists = [
            (!self.kinds.is_empty()).then(|| self.kinds.contains(&kind)),
            (!self.games.is_empty()).then(|| self.games.contains(&game)),
            (!self.documents.is_empty()).then(|| self.documents.contains(&section.document)),
            (!exact.is_empty()).then(|| exact.into_iter().any(has_cost)),
        ];
        let limits = limits.into_iter().map(has_cost);
        lists.into_iter().flatten().chain(limits)
    }
}

/// Parses the value of a cost filter: `<2` means `0..2`.
fn amounts(text: &str) -> Option<Range<u32>> {
    let value = text.trim_start_matches(['<', '>', '=']);
    let amount: u32 = value.trim().parse().ok()?;
    let above = amount.saturating_add(1);
    Some(match &text[..text.len() - value.len()] {
        "<" => 0..amount,
        "<=" => 0..above,
        "" | "=" => amount..above,
        ">=" => amount..u32::MAX,
        ">" => above..u32::MAX,
        _ => return None,
    })
}

fn add_new<T: PartialEq>(known: &mut Vec<T>, found: Vec<T>) -> bool {
    let any = !found.is_empty();
    for value in found {
        if !known.contains(&value) {
            known.push(value);
        }
    }
    any
}

/// Returns the values that match best: those named `wanted`, otherwise those whose name starts with
/// `wanted`, otherwise those with a later word that starts with `wanted`.
fn best_named<T>(values: impl IntoIterator<Item = (impl AsRef<str>, T)>, wanted: &str) -> Vec<T> {
    let inner = format!("-{wanted}");
    let mut best = [const { Vec::new() }; 3];
    for (name, value) in values {
        match name.as_ref() {
            name if name == wanted => best[0].push(value),
            name if name.starts_with(wanted) => best[1].push(value),
            name if name.contains(&inner) => best[2].push(value),
            _ => {}
        }
    }
    let mut best = best.into_iter();
    best.find(|values| !values.is_empty()).unwrap_or_default()
}

fn currency_of(key: &str) -> Option<Currency> {
    let mut currencies = Currency::ALL.into_iter();
    currencies.find(|known| known.symbol().eq_ignore_ascii_case(key))
}

/// Returns the possible completions of the filter at the end of the input: `guard type:` for
/// `guard ty`.
pub fn complete(book: &Rulebook, input: &str) -> Vec<String> {
    let last = input.rsplit(char::is_whitespace).next().unwrap_or_default();
    let typed = last.strip_prefix('-').unwrap_or(last);
    let before = &input[..input.len() - typed.len()];
    let typed = typed.to_lowercase();
    let Some((key, value)) = typed.split_once(':') else {
        let keys = KEYS
            .into_iter()
            .filter(|key| !typed.is_empty() && key.starts_with(&typed));
        return keys.map(|key| format!("{before}{key}:")).collect();
    };
    let values: Vec<String> = match key {
        "type" => book.kinds().map(str::to_owned).collect(),
        "game" => book.games.iter().map(|game| game.id.clone()).collect(),
        "doc" => {
            let ids = book
                .documents
                .iter()
                .map(|document| last_part(&document.id));
            ids.map(str::to_owned).collect()
        }
        _ => {
            let comparison = value.trim_end_matches(|c: char| c.is_ascii_digit());
            let costs = book.sections().filter_map(|section| section.cost);
            let costs = costs.filter(|cost| Some(cost.currency) == currency_of(key));
            let amounts: BTreeSet<_> = costs.map(|cost| cost.amount).collect();
            let amounts = amounts.iter();
            amounts
                .map(|amount| format!("{comparison}{amount}"))
                .collect()
        }
    };
    // Documents of different games may have the same name.
    let mut known = HashSet::new();
    let fitting = values
        .into_iter()
        .filter(|name| name.starts_with(value) && name != value && known.insert(name.clone()));
    fitting
        .map(|name| format!("{before}{key}:{name}"))
        .collect()
}

/// Returns the last part of a document's id, which is its name in a filter: `tomb-world` for
/// `kill-team/tomb-world`.
fn last_part(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}
