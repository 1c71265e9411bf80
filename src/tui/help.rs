//! The help: all keys, those of the pane that had the focus first, filtered by the typed words.

use ratatui::layout::{Margin, Position, Rect};
use tui_input::Input;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::{Binding, Context, Keymap};
use super::layout::lines;
use super::list::steps;
use crate::render::{Line, wrap};
use crate::rules::slug::fold;
use crate::source::counted;
use crate::theme::{Role, Symbols};

/// Columns between the keys and what they do.
const GAP: usize = 2;

/// What is shown for an action without a key.
const NO_KEY: &str = "-";

/// The message that the help always shows.
const HINT: &str = "Ctrl-C always quits, Ctrl-Z suspends";

/// The help over the page.
#[derive(Clone, Debug)]
pub struct Help {
    /// The context of the pane that had the focus: its keys come first.
    pub from: Context,
    /// The words that the rows have to hold.
    pub filter: Input,
    /// Whether keys go to the filter.
    pub typing: bool,
    /// The first visible line.
    pub scroll: usize,
}

impl Help {
    /// The help, asked for in a context.
    pub fn new(from: Context) -> Self {
        Self {
            from,
            filter: Input::default(),
            typing: false,
            scroll: 0,
        }
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        match action {
            Action::Search => self.typing = true,
            Action::Follow => self.typing = false,
            Action::Close if !self.typing => return vec![Effect::Close],
            Action::Close => *self = Self::new(self.from),
            _ => {
                if let Some(lines) = steps(action, usize::from(env.size.1) / 2) {
                    self.scroll_by(lines, env);
                }
            }
        }
        Vec::new()
    }

    /// Does what the clicked key would do before the help opened; elsewhere closes the help.
    pub fn click(&self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        let mut effects = vec![Effect::Close];
        effects.extend(self.action_at(at, env).map(Effect::Perform));
        effects
    }

    /// The action of the key at a place of the screen, if it is one of the pane that had the focus.
    fn action_at(&self, at: Position, env: &Environment<'_>) -> Option<Action> {
        let filter = u16::from(self.has_filter(env));
        let inner = area(env).inner(Margin::new(1, 1));
        let inner = lines(inner, filter, u16::MAX);
        let (symbols, width) = (env.styles.symbols(), help_width(env));
        if !inner.contains(at) || width == 0 {
            return None;
        }
        let (actions, rows) = matching(self.from, self.filter.value(), env.keymap, symbols);
        if rows.is_empty() {
            return None;
        }
        let columns = column_count(&rows, width);
        let height = rows.len().div_ceil(columns);
        // The name of the pane is above its keys.
        let line = (self.scroll + usize::from(at.y - inner.y)).checked_sub(1)?;
        let column = usize::from(at.x - inner.x) / (width / columns).max(1);
        let row = column * height + line;
        actions.get(row).copied().filter(|_| line < height)
    }

    fn scroll_by(&mut self, lines: isize, env: &Environment<'_>) {
        let last = self.page(env).lines.len().saturating_sub(self.height(env));
        self.scroll = self.scroll.saturating_add_signed(lines).min(last);
    }

    /// The lines of the help at the current width.
    fn page(&self, env: &Environment<'_>) -> HelpPage {
        let (width, symbols) = (help_width(env), env.styles.symbols());
        HelpPage::new(self.from, self.filter.value(), env.keymap, width, symbols)
    }

    /// The number of visible lines.
    fn height(&self, env: &Environment<'_>) -> usize {
        let inner = usize::from(area(env).height.saturating_sub(2));
        inner - usize::from(self.has_filter(env))
    }

    /// Whether the filter takes a line: while it is being typed or leaves something out.
    fn has_filter(&self, env: &Environment<'_>) -> bool {
        (self.typing || !self.filter.value().is_empty()) && area(env).height > 3
    }

    /// Draws the help; gives the cursor's place while the filter is being typed.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let inner = canvas.boxed(area(env), "Keys", HINT);
        let page = self.page(env);
        let filter = lines(inner, 0, u16::from(self.has_filter(env)));
        let count = counted(page.count, "key");
        let cursor = canvas.input(filter, " filter: ", &self.filter, &count);
        let visible = &page.lines[self.scroll.min(page.lines.len())..];
        canvas.plain_lines(lines(inner, filter.height, u16::MAX), visible);
        cursor.filter(|_| self.typing)
    }

    /// The help in linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let (page, height) = (self.page(env), self.height(env));
        let count = page.lines.len();
        let last = (self.scroll + height).min(count);
        let first = (self.scroll + 1).min(last);
        let visible = page.lines.into_iter().skip(self.scroll).take(height);
        LinearScreen {
            name: format!("{}; {HINT}", counted(page.count, "key")),
            input: Some(("filter: ", &self.filter)).filter(|_| self.has_filter(env)),
            lines: visible.collect(),
            cursor: Some((0, 0)).filter(|_| !self.typing),
            selected: format!("lines {first} to {last} of {count}"),
        }
    }
}

/// The columns for the keys; 0 in linear mode, where each key has a line of its own.
fn help_width(env: &Environment<'_>) -> usize {
    if env.is_linear() {
        0
    } else {
        usize::from(env.size.0.saturating_sub(2))
    }
}

/// The area of the help: over everything but the footer.
fn area(env: &Environment<'_>) -> Rect {
    let (width, height) = env.size;
    let footer = u16::from(height >= 5 && !env.is_linear());
    Rect::new(0, 0, width, height - footer)
}

/// The lines of the help at a width.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HelpPage {
    /// The lines.
    pub lines: Vec<Line>,
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
        let others = Context::all().filter(|context| *context != from);
        let mut page = Self::default();
        for context in std::iter::once(from).chain(others) {
            let (_, rows) = matching(context, filter, keymap, symbols);
            if rows.is_empty() {
                continue;
            }
            page.count += rows.len();
            if !page.lines.is_empty() {
                page.lines.push(Line::default());
            }
            let indent = if width > 0 { " " } else { "" };
            let name = format!("{indent}{}", context.name());
            page.lines.push(Line::of(&name, Role::Dim));
            page.lines.extend(in_columns(&rows, width));
        }
        page
    }
}

/// The actions of a context whose row contains every word of a filter, and those rows.
fn matching(
    context: Context,
    filter: &str,
    keymap: &Keymap,
    symbols: &Symbols,
) -> (Vec<Action>, Vec<(String, &'static str)>) {
    let words = fold(filter);
    let row = |binding: &Binding| (shown_keys(binding, symbols), binding.help);
    let matches = |(_, (keys, help)): &(Action, (String, &str))| {
        let text = fold(&format!("{} {keys} {help}", context.name()));
        words.split(' ').all(|word| text.contains(word))
    };
    let bindings = keymap.bindings(context);
    let rows = bindings.map(|binding| (binding.action, row(binding)));
    rows.filter(matches).unzip()
}

/// The keys of a binding, or [`NO_KEY`].
fn shown_keys(binding: &Binding, symbols: &Symbols) -> String {
    if binding.keys.is_empty() {
        return NO_KEY.to_owned();
    }
    // Between sequences of keys, blanks alone would read as one more key of a sequence.
    let between = if binding.keys.iter().any(|keys| keys.0.len() > 1) {
        ", "
    } else {
        " "
    };
    let keys = binding.keys.iter().map(|keys| keys.shown(symbols));
    keys.collect::<Vec<_>>().join(between)
}

/// The columns of the widest keys, with the gap behind them.
fn key_columns(rows: &[(String, &str)]) -> usize {
    let widest = rows.iter().map(|(keys, _)| wrap::width(keys)).max();
    widest.unwrap_or(0) + GAP
}

/// Whether rows are in one column or in two.
fn column_count(rows: &[(String, &str)], width: usize) -> usize {
    let keys = key_columns(rows);
    let is_wide = |(_, help): &(String, &str)| keys + wrap::width(help) + GAP > width / 2;
    if rows.iter().any(is_wide) { 1 } else { 2 }
}

/// Rows in two columns, read downwards, if each of them fits into half of the width, else in one; without a width, in words.
fn in_columns(rows: &[(String, &str)], width: usize) -> Vec<Line> {
    if width == 0 {
        let words = rows.iter().map(|(keys, help)| format!("{keys}: {help}"));
        return words.map(|words| Line::of(&words, Role::Text)).collect();
    }
    let (keys, columns) = (key_columns(rows), column_count(rows, width));
    let height = rows.len().div_ceil(columns);
    let line = |at: usize| {
        let mut line = Line::default();
        for (column, (shown, help)) in rows.iter().skip(at).step_by(height).enumerate() {
            let start = 1 + column * (width / columns);
            line.pad_to(start);
            line.push(shown, Role::Heading);
            line.pad_to(start + keys);
            line.push(help, Role::Text);
        }
        line
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests;
