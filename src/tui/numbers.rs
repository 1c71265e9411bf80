//! The table of key numbers, and what of it the typed words and figures leave.

use std::cmp::Ordering;

use tui_input::Input;

use super::library::Library;
use crate::links::KeyNumber;
use crate::quantity::{Quantity, Value};
use crate::rules::GameRef;
use crate::rules::slug::fold;

/// The list over the page: places in the library's key numbers, of which only the visible ones are ever drawn.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// What the rows have to hold: words, and figures such as `2"` or `<3"`.
    pub filter: Input,
    /// The rows: places in [`Library::key_numbers`].
    pub rows: Vec<u32>,
    /// How many figures there are without a filter; `None` while they are being gathered.
    pub total: Option<usize>,
    /// The chosen row.
    pub cursor: usize,
    /// The first visible row.
    pub scroll: usize,
    /// Whether the rows are in the order of their values, kind by kind, instead of their places.
    pub by_value: bool,
    /// Whether the last key was text for the filter: a blank is text then too.
    pub typing: bool,
}

/// A part of the filter.
enum Wanted {
    Word(String),
    Figure(&'static [Ordering], Value),
}

impl Numbers {
    /// Lists the figures that the filter leaves: those of the game being read first, or by value. There are none while
    /// they are being gathered.
    pub fn list(&mut self, library: &Library, game: GameRef) {
        self.rows.clear();
        let all = library.key_numbers();
        self.total = all.map(<[_]>::len);
        let all = all.unwrap_or_default();
        let wanted: Vec<_> = self.filter.value().split_whitespace().map(wanted).collect();
        let mut section = None;
        let mut path = String::new();
        for (at, number) in (0..).zip(all) {
            if section != Some(number.section) && !wanted.is_empty() {
                section = Some(number.section);
                path = fold(&library.path(number.section));
            }
            if wanted.iter().all(|wanted| wanted.holds(number, &path)) {
                self.rows.push(at);
            }
        }
        let number = |at: &u32| &all[*at as usize];
        if self.by_value {
            self.rows
                .sort_by(|a, b| order(number(a).value, number(b).value).then(a.cmp(b)));
        } else {
            self.rows
                .sort_by_key(|at| library.book.game_of(number(at).section) != game);
        }
    }

    /// The chosen figure.
    #[must_use]
    pub fn chosen<'a>(&self, library: &'a Library) -> Option<&'a KeyNumber> {
        library
            .key_numbers()?
            .get(*self.rows.get(self.cursor)? as usize)
    }

    /// Moves the cursor by rows, with `height` rows visible.
    pub fn move_by(&mut self, rows: isize, height: usize) {
        self.cursor = self
            .cursor
            .saturating_add_signed(rows)
            .min(self.rows.len().saturating_sub(1));
        self.scroll = self
            .scroll
            .min(self.cursor)
            .max((self.cursor + 1).saturating_sub(height.max(1)));
    }
}

fn wanted(word: &str) -> Wanted {
    use Ordering::{Equal, Greater, Less};
    const SIGNS: [(&str, &[Ordering]); 5] = [
        ("<=", &[Less, Equal]),
        (">=", &[Greater, Equal]),
        ("<", &[Less]),
        (">", &[Greater]),
        ("=", &[Equal]),
    ];
    let signed = SIGNS
        .iter()
        .find_map(|(sign, orders)| Some((*orders, word.strip_prefix(sign)?)));
    let (orders, figure) = signed.unwrap_or((&[Equal], word));
    match Quantity::parse(figure).map(|quantity| quantity.value) {
        // A bare number without a sign may be a part of anything.
        Some(Value::Number(_)) if signed.is_none() => Wanted::Word(fold(word)),
        Some(value) => Wanted::Figure(orders, value),
        None => Wanted::Word(fold(word)),
    }
}

impl Wanted {
    fn holds(&self, number: &KeyNumber, path: &str) -> bool {
        match self {
            Self::Word(word) => {
                let has = |text: &str| fold(text).contains(word);
                has(&number.about)
                    || path.contains(word)
                    || has(&number.printed)
                    || kind(number.value).contains(word)
            }
            Self::Figure(orders, value) => number
                .value
                .compare(*value)
                .is_some_and(|order| orders.contains(&order)),
        }
    }
}

/// What kind of figure a value is, in a word.
#[must_use]
pub fn kind(value: Value) -> &'static str {
    match value {
        Value::Distance(_) => "distance",
        Value::Area(..) => "area",
        Value::Grid(..) => "grid",
        Value::RollTarget(_) => "roll",
        Value::Cost(_, currency) => currency.symbol(),
        Value::Dice(_) => "dice",
        Value::Range(..) => "range",
        Value::Damage(..) => "damage",
        Value::Count(_) => "count",
        Value::Modifier(_) => "modifier",
        Value::Factor(_) => "factor",
        Value::Percent(_) => "percent",
        Value::Number(_) => "number",
    }
}

/// The order by value: kind by kind, each from the least on.
fn order(a: Value, b: Value) -> Ordering {
    kind(a)
        .cmp(kind(b))
        .then_with(|| a.compare(b).unwrap_or(Ordering::Equal))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::Rulebook;
    use crate::source::Source;

    const RULES: &str = "# House\n\n## Climbing\n\nUp to 3\" at once. A drop of 2\" is free.\n\n## Leap **1AP**\n\nOn a 4+ it lands 76.2mm away.\n";

    fn listed(filter: &str, by_value: bool) -> Vec<String> {
        let library = Library::new(Rulebook::load(
            vec![Source::in_memory("a.md", RULES)],
            vec![],
        ));
        let mut numbers = Numbers {
            filter: filter.into(),
            by_value,
            ..Numbers::default()
        };
        numbers.list(&library, GameRef(0));
        let all = library.key_numbers().expect("a small document");
        numbers
            .rows
            .iter()
            .map(|at| all[*at as usize].printed.to_string())
            .collect()
    }

    #[rstest]
    #[case("", &["3\"", "2\"", "1AP", "4+", "76.2mm"])]
    #[case("drop", &["2\""])]
    #[case("LEAP roll", &["4+"])]
    #[case("2\"", &["2\""])]
    #[case("3\"", &["3\"", "76.2mm"])]
    #[case("<3\"", &["2\""])]
    #[case(">=3\"", &["3\"", "76.2mm"])]
    #[case("4+", &["4+"])]
    #[case("climbing <=3\"", &["3\"", "2\""])]
    #[case("nothing", &[])]
    #[case("< \" ''", &[])]
    fn words_and_figures_filter(#[case] filter: &str, #[case] expected: &[&str]) {
        assert_eq!(listed(filter, false), expected);
    }

    #[test]
    fn by_value_each_kind_begins_with_the_least() {
        assert_eq!(listed("", true), ["1AP", "2\"", "3\"", "76.2mm", "4+"]);
    }
}
