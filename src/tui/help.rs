//! The help: all keys, filtered by typed words. The keys of the pane that had the focus come first.

use ratatui::layout::{Margin, Position, Rect};
use tui_input::Input;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::{Binding, Context};
use super::layout::lines;
use super::list::steps;
use crate::render::{Line, wrap};
use crate::rules::slug::fold;
use crate::source::counted;
use crate::theme::{Role, Symbols};

/// The number of columns between the keys and their descriptions.
const GAP: usize = 2;

/// The text shown for an action without keys.
const NO_KEY: &str = "-";

/// A reminder that the help shows, if there is room, whatever the filter is.
const HINT: &str = "Ctrl-c always quits, Ctrl-z suspends";

/// The help, which covers the screen above the footer.
#[derive(Debug)]
pub struct Help {
    /// The context of the pane that had the focus. Its keys come first.
    pub from: Context,
    /// The filter. A row is shown if its keys, its description and the name of its pane together
    /// contain every word of the filter.
    pub filter: Input,
    /// Whether the filter has the focus.
    pub typing: bool,
    /// The first visible line.
    pub scroll: usize,
}

impl Help {
    /// Creates the help for the pane that has the focus.
    pub fn new(from: Context) -> Self {
        Self {
            from,
            filter: Input::default(),
            typing: false,
            scroll: 0,
        }
    }

    /// Performs an action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::Search => self.typing = true,
            Action::Follow => self.typing = false,
            Action::Close if !self.typing => return Some(Effect::Close),
            Action::Close => *self = Self::new(self.from),
            _ => {
                if let Some(lines) = steps(action, usize::from(env.size.1) / 2) {
                    self.scroll_by(lines, env);
                }
            }
        }
        None
    }

    /// Closes the help. If the click is on a key of the pane that had the focus, also performs the
    /// action of the key.
    pub fn click(&self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        let action = self.action_at(at, env);
        Some(action.map_or(Effect::Close, Effect::Perform))
    }

    /// Returns the action of the key at a position on the screen, if it is a key of the pane that
    /// had the focus.
    fn action_at(&self, at: Position, env: &Environment<'_>) -> Option<Action> {
        let filter = u16::from(self.has_filter(env));
        let inner = lines(area(env).inner(Margin::new(1, 1)), filter, u16::MAX);
        if !inner.contains(at) {
            return None;
        }
        let rows = self.matching(self.from, env);
        let columns = Columns::of(&rows, env);
        // The first line is the name of the pane.
        let line = (self.scroll + usize::from(at.y - inner.y)).checked_sub(1)?;
        let column = usize::from(at.x - inner.x) / columns.width.max(1);
        let row = (line < columns.height).then(|| column * columns.height + line)?;
        rows.get(row).map(|(_, binding)| binding.action)
    }

    fn scroll_by(&mut self, lines: isize, env: &Environment<'_>) {
        let last = self.page(env).lines.len().saturating_sub(self.height(env));
        self.scroll = self.scroll.saturating_add_signed(lines).min(last);
    }

    /// Lays out the keys whose rows contain every word of the filter. Those of the pane that had
    /// the focus come first.
    fn page(&self, env: &Environment<'_>) -> HelpPage {
        let others = Context::all().filter(|context| *context != self.from);
        let mut page = HelpPage::default();
        for context in std::iter::once(self.from).chain(others) {
            let rows = self.matching(context, env);
            if rows.is_empty() {
                continue;
            }
            page.count += rows.len();
            if !page.lines.is_empty() {
                page.lines.push(Line::default());
            }
            if env.is_linear() {
                page.lines.push(Line::of(context.name(), Role::Dim));
                let words = rows.iter();
                let words = words.map(|(keys, binding)| format!("{keys}: {}", binding.help));
                page.lines
                    .extend(words.map(|words| Line::of(&words, Role::Text)));
            } else {
                page.lines
                    .push(Line::of(&format!(" {}", context.name()), Role::Dim));
                page.lines.extend(Columns::of(&rows, env).lines(&rows));
            }
        }
        page
    }

    /// Returns those rows of a context that contain every word of the filter. The name of the
    /// context counts as part of every row.
    fn matching<'a>(&self, context: Context, env: &Environment<'a>) -> Vec<HelpRow<'a>> {
        let words = fold(self.filter.value());
        let bindings = env.keymap.bindings(context);
        let rows = bindings.map(|binding| (shown_keys(binding, env.styles.symbols), binding));
        let matches = |(keys, binding): &HelpRow<'_>| {
            let text = fold(&format!("{} {keys} {}", context.name(), binding.help));
            words.split(' ').all(|word| text.contains(word))
        };
        rows.filter(matches).collect()
    }

    /// Returns the number of visible lines.
    fn height(&self, env: &Environment<'_>) -> usize {
        let inner = usize::from(area(env).height.saturating_sub(2));
        inner - usize::from(self.has_filter(env))
    }

    /// Whether the filter is shown: it has the focus or contains words, and there is room.
    fn has_filter(&self, env: &Environment<'_>) -> bool {
        (self.typing || !self.filter.value().is_empty()) && area(env).height > 3
    }

    /// Draws the help. Returns the cursor position while the filter has the focus.
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

    /// Describes the help for linear mode.
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

/// Returns the area of the help: the screen without the footer. In linear mode and on a screen too
/// short for a footer, the help has the whole screen.
fn area(env: &Environment<'_>) -> Rect {
    let (width, height) = env.size;
    let footer = u16::from(height >= 5 && !env.is_linear());
    Rect::new(0, 0, width, height - footer)
}

/// The help, laid out for the current width.
#[derive(Debug, Default)]
struct HelpPage {
    /// The lines.
    lines: Vec<Line>,
    /// The number of rows, not counting names of panes and blank lines.
    count: usize,
}

/// A row of the help: the keys as the screen shows them, and their binding.
type HelpRow<'a> = (String, &'a Binding);

/// Returns the keys of a binding as text, or [`NO_KEY`] if it has none.
fn shown_keys(binding: &Binding, symbols: &Symbols) -> String {
    if binding.keys.is_empty() {
        return NO_KEY.to_owned();
    }
    // Separate key sequences with commas: after a blank, the next key would look like a part of the
    // sequence.
    let has_sequence = binding.keys.iter().any(|keys| keys.0.len() > 1);
    let keys = binding.keys.iter().map(|keys| keys.shown(symbols));
    keys.collect::<Vec<_>>()
        .join(if has_sequence { ", " } else { " " })
}

/// The columns that the rows of a context are laid out in, read downwards: two if every row fits
/// into half of the width, otherwise one. In linear mode, every row is a line without columns.
struct Columns {
    /// The width of a column.
    width: usize,
    /// The number of lines.
    height: usize,
    /// The width of the keys before their descriptions, with the gap between the two.
    keys: usize,
}

impl Columns {
    fn of(rows: &[HelpRow<'_>], env: &Environment<'_>) -> Self {
        let width = usize::from(env.size.0.saturating_sub(2));
        let widest = rows.iter().map(|(keys, _)| wrap::width(keys)).max();
        let keys = widest.unwrap_or(0) + GAP;
        let is_wide =
            |(_, binding): &HelpRow<'_>| keys + wrap::width(binding.help) + GAP > width / 2;
        let is_single = env.is_linear() || rows.iter().any(is_wide);
        let count = if is_single { 1 } else { 2 };
        Self {
            width: width / count,
            height: rows.len().div_ceil(count),
            keys,
        }
    }

    fn lines(&self, rows: &[HelpRow<'_>]) -> Vec<Line> {
        let mut lines = vec![Line::default(); self.height];
        for (at, (keys, binding)) in rows.iter().enumerate() {
            let (line, start) = (
                &mut lines[at % self.height],
                1 + at / self.height * self.width,
            );
            line.pad_to(start);
            line.push(keys, Role::Heading);
            line.pad_to(start + self.keys);
            line.push(binding.help, Role::Text);
        }
        lines
    }
}

#[cfg(test)]
mod tests;
