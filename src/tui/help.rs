//! The help: all keys, those of where one came from first, and what of them the typed words leave.

use tui_input::Input;

use super::keymap::{Binding, Context, Keymap};
use crate::render::wrap;
use crate::rules::slug::fold;
use crate::theme::Symbols;

/// Columns between the keys and what they do.
const GAP: usize = 2;

/// What stands for the keys of an action that has none.
const NO_KEY: &str = "-";

/// The help over the page.
#[derive(Clone, Debug)]
pub struct Help {
    /// Where the help was asked for: its keys come first.
    pub from: Context,
    /// The words that the rows have to hold.
    pub filter: Input,
    /// Whether keys go to the filter.
    pub typing: bool,
    /// The first visible line.
    pub scroll: usize,
}

/// Keys and what they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpKeys {
    /// The keys, as they are shown.
    pub keys: String,
    /// What they do.
    pub help: &'static str,
}

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HelpLine {
    /// The name of a context, over its keys.
    Context(&'static str),
    /// Keys side by side, and the columns that the widest keys of their context take.
    Keys(Vec<HelpKeys>, usize),
    /// Room between contexts.
    Blank,
}

/// The lines of the help at a width.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HelpPage {
    /// The lines.
    pub lines: Vec<HelpLine>,
    /// How many keys there are.
    pub count: usize,
}

impl Help {
    /// The help, asked for in a context.
    #[must_use]
    pub fn new(from: Context) -> Self {
        Self {
            from,
            filter: Input::default(),
            typing: false,
            scroll: 0,
        }
    }

    /// What it shows in so many columns.
    #[must_use]
    pub fn page(&self, keymap: &Keymap, width: usize, symbols: &Symbols) -> HelpPage {
        let others = Context::ALL
            .into_iter()
            .filter(|context| *context != self.from);
        let blocks = [self.from]
            .into_iter()
            .chain(others)
            .map(|context| (context.name(), self.rows(keymap, context, symbols)));
        let blocks: Vec<_> = blocks.filter(|(_, rows)| !rows.is_empty()).collect();
        let count = blocks.iter().map(|(_, rows)| rows.len()).sum();
        let mut page = HelpPage {
            lines: Vec::new(),
            count,
        };
        for (name, rows) in blocks {
            if !page.lines.is_empty() {
                page.lines.push(HelpLine::Blank);
            }
            page.lines.push(HelpLine::Context(name));
            page.lines.extend(in_columns(rows, width));
        }
        page
    }

    fn rows(&self, keymap: &Keymap, context: Context, symbols: &Symbols) -> Vec<HelpKeys> {
        let words = fold(self.filter.value());
        let holds = |row: &HelpKeys| {
            let text = fold(&format!("{} {} {}", context.name(), row.keys, row.help));
            words.split(' ').all(|word| text.contains(word))
        };
        keymap
            .bindings(context)
            .map(|binding| row(binding, symbols))
            .filter(holds)
            .collect()
    }
}

fn row(binding: &Binding, symbols: &Symbols) -> HelpKeys {
    // Where keys follow one another, blanks alone would not tell them from keys of which each will do.
    let between = if binding.keys.iter().any(|keys| keys.0.len() > 1) {
        ", "
    } else {
        " "
    };
    let keys: Vec<_> = binding
        .keys
        .iter()
        .map(|keys| keys.shown(symbols))
        .collect();
    let keys = if keys.is_empty() {
        NO_KEY.to_owned()
    } else {
        keys.join(between)
    };
    HelpKeys {
        keys,
        help: binding.help,
    }
}

/// Rows in two columns, read downwards, where each of them fits into half of the width; else in one.
fn in_columns(rows: Vec<HelpKeys>, width: usize) -> Vec<HelpLine> {
    let keys = rows
        .iter()
        .map(|row| wrap::width(&row.keys))
        .max()
        .unwrap_or(0)
        + GAP;
    let half = width / 2;
    if rows
        .iter()
        .any(|row| keys + wrap::width(row.help) + GAP > half)
    {
        return rows
            .into_iter()
            .map(|row| HelpLine::Keys(vec![row], keys))
            .collect();
    }
    let height = rows.len().div_ceil(2);
    let beside = |at: usize| {
        [rows.get(at), rows.get(at + height)]
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    };
    (0..height)
        .map(|at| HelpLine::Keys(beside(at), keys))
        .collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::tui::keymap::all_rows;

    fn usual() -> Keymap {
        Keymap::standard().unwrap()
    }

    fn filtered(from: Context, words: &str) -> HelpPage {
        let mut help = Help::new(from);
        help.filter = Input::new(words.to_owned());
        help.page(&usual(), 78, Symbols::UNICODE)
    }

    #[test]
    fn every_key_is_there_once_whatever_the_context() {
        for from in Context::ALL {
            let page = filtered(from, "");
            let rows = page.lines.iter().map(|line| {
                if let HelpLine::Keys(rows, _) = line {
                    rows.len()
                } else {
                    0
                }
            });
            assert_eq!(
                (rows.sum::<usize>(), page.count),
                (all_rows().count(), all_rows().count())
            );
            assert_eq!(page.lines[0], HelpLine::Context(from.name()));
        }
    }

    #[rstest]
    #[case(78, Symbols::UNICODE)]
    #[case(78, Symbols::ASCII)]
    fn the_keys_of_where_one_came_from_fit_a_screen_of_24_lines(
        #[case] width: usize,
        #[case] symbols: &'static Symbols,
    ) {
        for from in Context::ALL {
            let page = Help::new(from).page(&usual(), width, symbols);
            let lines = page
                .lines
                .iter()
                .position(|line| *line == HelpLine::Blank)
                .unwrap_or(page.lines.len());
            assert!(lines <= 21, "{from:?} takes {lines} lines");
        }
    }

    #[test]
    fn no_line_is_wider_than_the_screen() {
        for line in filtered(Context::Page, "").lines {
            let HelpLine::Keys(rows, keys) = line else {
                continue;
            };
            let room = 78 / rows.len();
            assert!(
                rows.iter().all(|row| keys + wrap::width(row.help) < room),
                "{rows:?}"
            );
        }
    }

    #[test]
    fn typed_words_leave_the_rows_that_hold_them_all() {
        let page = filtered(Context::Page, "search NEXT");
        assert!(page.count > 0 && page.count < 6, "{page:?}");
        let rows = page.lines.iter().filter_map(|line| {
            if let HelpLine::Keys(rows, _) = line {
                Some(rows)
            } else {
                None
            }
        });
        assert!(rows.flatten().any(|row| row.help.contains("next match")));
        assert_eq!(filtered(Context::Page, "no such words").lines, []);
    }
}
