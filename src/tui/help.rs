//! The help: all keys, those of the pane that had the focus first, filtered by the typed words.

mod rows;

pub use rows::{HelpKeys, HelpLine, HelpPage};

use ratatui::layout::{Position, Rect};
use tui_input::Input;

use super::action::Action;
use super::draw::{Canvas, LinearScreen, text_line};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::Context;
use super::list::steps;
use crate::render::Line;
use crate::theme::Role;

#[cfg(test)]
mod tests;

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

    fn scroll_by(&mut self, lines: isize, env: &Environment<'_>) {
        let last = self.page(env).lines.len().saturating_sub(self.height(env));
        self.scroll = self.scroll.saturating_add_signed(lines).min(last);
    }

    /// The lines of the help at the current width.
    fn page(&self, env: &Environment<'_>) -> HelpPage {
        // In linear mode each key has a line of its own.
        let width = if env.is_linear() {
            0
        } else {
            usize::from(env.size.0.saturating_sub(2))
        };
        let symbols = env.styles.symbols();
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
        let hint = "Ctrl-C always quits, Ctrl-Z stops for now";
        let mut lines = canvas.boxed(area(env), "Keys", hint).rows();
        let page = self.page(env);
        let filter = self.has_filter(env).then(|| lines.next()).flatten();
        let cursor = filter.and_then(|line| {
            let count = match page.count {
                1 => "1 key".to_owned(),
                count => format!("{count} keys"),
            };
            canvas.input(line, " filter: ", &self.filter, &count)
        });
        for (line, shown) in lines.zip(page.lines.iter().skip(self.scroll)) {
            match shown {
                HelpLine::Context(name) => canvas.text(line, 1, name, Role::Chip),
                HelpLine::Keys(beside, keys) => draw_keys(beside, *keys, line, canvas),
                HelpLine::Blank => {}
            }
        }
        cursor.filter(|_| self.typing)
    }

    /// The help in linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let (page, symbols) = (self.page(env), env.styles.symbols());
        let height = self.height(env);
        let line = |line: &HelpLine| match line {
            HelpLine::Context(name) => text_line(name, Role::Heading, symbols),
            HelpLine::Keys(beside, _) => {
                let keys = beside
                    .iter()
                    .map(|row| format!("{}: {}", row.keys, row.help));
                text_line(&keys.collect::<Vec<_>>().join("; "), Role::Text, symbols)
            }
            HelpLine::Blank => Line::default(),
        };
        let count = page.lines.len();
        let last = (self.scroll + height).min(count);
        let first = (self.scroll + 1).min(last);
        let visible = page.lines.iter().skip(self.scroll).take(height);
        LinearScreen {
            name: format!(
                "{} keys; Ctrl-C always quits, Ctrl-Z stops for now",
                page.count
            ),
            input: Some(("filter: ", &self.filter)).filter(|_| self.has_filter(env)),
            lines: visible.map(line).collect(),
            cursor: Some((0, 0)).filter(|_| !self.typing),
            selected: format!("lines {first} to {last} of {count}"),
        }
    }
}

/// Where the help lies: over everything but the footer.
fn area(env: &Environment<'_>) -> Rect {
    let (width, height) = env.size;
    let footer = u16::from(height >= 5 && !env.is_linear());
    Rect::new(0, 0, width, height - footer)
}

fn draw_keys(beside: &[HelpKeys], keys: usize, line: Rect, canvas: &mut Canvas<'_>) {
    let keys = u16::try_from(keys).unwrap_or(u16::MAX);
    let width = line.width / u16::try_from(beside.len()).unwrap_or(1).max(1);
    for (column, row) in (0..).zip(beside) {
        let x = line.x + column * width;
        canvas
            .row(Rect { x, width, ..line })
            .skip(1)
            .field(keys, |at| at.cut(&row.keys, Role::Heading))
            .cut(row.help, Role::Text);
    }
}
