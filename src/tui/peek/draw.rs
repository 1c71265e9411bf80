//! A peek on the screen, and in linear mode.

use ratatui::layout::Rect;

use super::state::{Peek, TAB_GAP};
use crate::theme::Role;
use crate::tui::draw::{Canvas, LinearScreen, text_line};
use crate::tui::environment::Environment;

impl Peek {
    /// Where the tabs and the text are.
    pub(super) fn areas(&self, env: &Environment<'_>) -> (Rect, Rect) {
        let border = u16::from(!env.is_linear());
        let area = env.area;
        let inner = Rect {
            x: area.x + border.min(area.width),
            y: area.y + 1.min(area.height),
            width: area.width.saturating_sub(2 * border),
            height: area.height.saturating_sub(2),
        };
        let tabs = u16::from(self.has_tabs()).min(inner.height);
        let text = Rect {
            y: inner.y + tabs,
            height: inner.height - tabs,
            ..inner
        };
        let tabs = Rect {
            height: tabs,
            ..inner
        };
        (tabs, text)
    }

    /// Draws the peek under a title. Only the topmost one has a hint and shows its selected link. Gives the area of the text.
    pub fn draw(
        &self,
        title: &str,
        is_top: bool,
        env: &Environment<'_>,
        canvas: &mut Canvas<'_>,
    ) -> Rect {
        if env.area.is_empty() {
            return env.area;
        }
        let hint = if is_top {
            self.hint(usize::from(env.area.height.saturating_sub(2)), env)
        } else {
            String::new()
        };
        let inner = canvas.boxed(env.area, title, &hint);
        let mut text = inner;
        if self.has_tabs() && inner.height >= 2 {
            self.draw_tabs(inner, env, canvas);
            text.y += 1;
            text.height -= 1;
        }
        self.sheet.draw(text, is_top, canvas);
        text
    }

    fn draw_tabs(&self, line: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let styles = canvas.styles;
        let mut row = canvas.row(line);
        row.skip(1);
        let tabs = self.tabs(env.library);
        for (index, tab) in tabs.iter().enumerate().skip(self.first_tab()) {
            let style = if index == self.chosen {
                styles.role(Role::Heading).patch(styles.selected())
            } else {
                styles.role(Role::Link)
            };
            row.cut_styled(tab, style).skip(TAB_GAP);
        }
    }

    /// `definition 1 of 2 · 14 more lines`
    fn hint(&self, height: usize, env: &Environment<'_>) -> String {
        let mut parts = Vec::new();
        if self.has_tabs() {
            let count = self.subject.targets.len();
            parts.push(format!("definition {} of {count}", self.chosen + 1));
        }
        let shown = self.sheet.scroll + height;
        let rest = self.sheet.page.lines.len().saturating_sub(shown);
        if rest > 0 {
            parts.push(format!("{rest} more lines"));
        }
        parts.join(env.styles.symbols().gap)
    }

    /// The peek in linear mode.
    #[must_use]
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        let name = match &self.subject.undefined {
            Some(undefined) => format!("Peek: {}, defined nowhere", undefined.name),
            None => format!(
                "Peek: {}",
                env.library
                    .title_and_document(self.section(), self.subject.value.as_deref())
            ),
        };
        let mut screen = self.sheet.linear(name, None, env);
        if self.has_tabs() {
            let tab = self.tabs(env.library).swap_remove(self.chosen);
            let (at, of) = (self.chosen + 1, self.subject.targets.len());
            let words = format!("Definition {at} of {of}: {tab}");
            let line = text_line(&words, Role::Heading, env.styles.symbols());
            screen.lines.insert(0, line);
            let shift = usize::from(self.sheet.link.is_some());
            screen.cursor = screen.cursor.map(|(line, column)| (line + shift, column));
        }
        screen
    }
}
