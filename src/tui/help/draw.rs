//! The help on the screen, and in linear mode.

use ratatui::layout::{Position, Rect};

use super::rows::{HelpKeys, HelpLine};
use super::state::{Help, area};
use crate::render::Line;
use crate::theme::Role;
use crate::tui::draw::{Canvas, LinearScreen, text_line};
use crate::tui::environment::Environment;

impl Help {
    /// Draws the help; gives the cursor's place while the filter is being typed.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let hint = "Ctrl-C always quits, Ctrl-Z stops for now";
        let mut lines = canvas.boxed(area(env), "Keys", hint).rows();
        let page = self.page(env);
        let filter = if self.has_filter(env) {
            lines.next()
        } else {
            None
        };
        let cursor = filter.and_then(|line| {
            let count = match page.count {
                1 => "1 key".to_owned(),
                count => format!("{count} keys"),
            };
            canvas.input(line, " filter: ", &self.filter, &count)
        });
        for (line, shown) in lines.zip(page.lines.iter().skip(self.scroll)) {
            match shown {
                HelpLine::Context(name) => drop(canvas.row_in(line, 1).put(name, Role::Chip)),
                HelpLine::Keys(beside, keys) => draw_keys(beside, *keys, line, canvas),
                HelpLine::Blank => {}
            }
        }
        cursor.filter(|_| self.typing)
    }

    /// The help in linear mode.
    #[must_use]
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
