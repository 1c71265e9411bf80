//! The lines of the help at a width.

use crate::render::wrap;
use crate::rules::slug::fold;
use crate::theme::Symbols;
use crate::tui::keymap::{Binding, Context, Keymap};

/// Columns between the keys and what they do.
const GAP: usize = 2;

/// What is shown for an action without a key.
const NO_KEY: &str = "-";

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
    /// The name of a context, above its keys.
    Context(&'static str),
    /// Keys side by side, and the columns for the keys of their context.
    Keys(Vec<HelpKeys>, usize),
    /// Room between contexts.
    Blank,
}

/// The lines of the help at a width.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HelpPage {
    /// The lines.
    pub lines: Vec<HelpLine>,
    /// The number of keys.
    pub count: usize,
}

impl HelpPage {
    /// The keys that hold every word of a filter, those of the context `from` first.
    pub fn new(
        from: Context,
        filter: &str,
        keymap: &Keymap,
        width: usize,
        symbols: &Symbols,
    ) -> Self {
        let others = Context::ALL.into_iter().filter(|context| *context != from);
        let words = fold(filter);
        let mut page = Self::default();
        for context in std::iter::once(from).chain(others) {
            let matches = |row: &HelpKeys| {
                let text = fold(&format!("{} {} {}", context.name(), row.keys, row.help));
                words.split(' ').all(|word| text.contains(word))
            };
            let rows = keymap
                .bindings(context)
                .map(|binding| row(binding, symbols));
            let rows: Vec<_> = rows.filter(matches).collect();
            if rows.is_empty() {
                continue;
            }
            page.count += rows.len();
            if !page.lines.is_empty() {
                page.lines.push(HelpLine::Blank);
            }
            page.lines.push(HelpLine::Context(context.name()));
            page.lines.extend(in_columns(&rows, width));
        }
        page
    }
}

fn row(binding: &Binding, symbols: &Symbols) -> HelpKeys {
    // Between sequences of keys, blanks alone would read as one more key of a sequence.
    let between = if binding.keys.iter().any(|keys| keys.0.len() > 1) {
        ", "
    } else {
        " "
    };
    let keys = binding.keys.iter().map(|keys| keys.shown(symbols));
    let keys = keys.collect::<Vec<_>>().join(between);
    HelpKeys {
        keys: if keys.is_empty() {
            NO_KEY.to_owned()
        } else {
            keys
        },
        help: binding.help,
    }
}

/// Rows in two columns, read downwards, if each of them fits into half of the width; else in one.
fn in_columns(rows: &[HelpKeys], width: usize) -> Vec<HelpLine> {
    let widest = rows.iter().map(|row| wrap::width(&row.keys)).max();
    let keys = widest.unwrap_or(0) + GAP;
    let is_wide = |row: &HelpKeys| keys + wrap::width(row.help) + GAP > width / 2;
    let columns = if rows.iter().any(is_wide) { 1 } else { 2 };
    let height = rows.len().div_ceil(columns);
    (0..height)
        .map(|at| {
            let beside = rows.iter().skip(at).step_by(height).cloned();
            HelpLine::Keys(beside.collect(), keys)
        })
        .collect()
}
