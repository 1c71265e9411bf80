//! A comparison on the screen, and in linear mode.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::state::Compare;
use crate::rules::SectionRef;
use crate::theme::{Change, Face, Role};
use crate::tui::draw::{Canvas, LinearScreen};
use crate::tui::environment::Environment;

impl Compare {
    /// Draws the comparison over the body of the screen: titles, legend, and in the area of the environment the visible
    /// lines. The selected link is shown if `selected`.
    pub fn draw(&self, body: Rect, selected: bool, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        canvas.clear(body);
        let mut lines = body.rows();
        if let (true, Some(titles), Some(legend)) = (body.height > 2, lines.next(), lines.next()) {
            self.draw_titles(titles, env, canvas);
            self.draw_legend(legend, canvas);
        }
        self.sheet.draw(env.area, selected, canvas);
        self.mark_current(env.area, canvas);
        self.sheet.draw_scrollbar(env.area, canvas);
    }

    /// Shows the sign of the current difference in reverse.
    fn mark_current(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let line = self.current.and_then(|at| self.differences.get(at));
        let row = line.and_then(|line| line.checked_sub(self.sheet.scroll));
        let Some(row) = row.and_then(|row| area.rows().nth(row)) else {
            return;
        };
        let (column, width) = match self.split {
            Some(split) => (u16::try_from(split + 1).unwrap_or(u16::MAX), 1),
            None => (0, 3),
        };
        let sign = Rect {
            x: row.x.saturating_add(column),
            width,
            ..row
        };
        let reversed = Style::new().add_modifier(Modifier::REVERSED);
        canvas.buffer.set_style(sign.intersection(area), reversed);
    }

    /// The sections and their documents, each over its side.
    fn draw_titles(&self, line: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let split = match self.split {
            Some(split) => u16::try_from(split).unwrap_or(0) + 3,
            None => line.width / 2,
        };
        let margin = 2.min(line.width);
        let left = Rect {
            x: line.x + margin,
            width: split.saturating_sub(margin + 3),
            ..line
        };
        let right = Rect {
            x: line.x + split,
            width: line.width.saturating_sub(split + 1),
            ..line
        };
        draw_title(self.left, left, env, canvas);
        draw_title(self.right, right, env, canvas);
    }

    /// How much differs, in the style of the differences.
    fn draw_legend(&self, line: Rect, canvas: &mut Canvas<'_>) {
        let [same, changed, left, right] = self.counts;
        let dim = Face::of(Role::Dim);
        let of = |change| Face {
            change: Some(change),
            ..Face::default()
        };
        // With one below the other, there is no left and no right.
        let sides = if self.split.is_some() {
            ["only at the left", "only at the right"]
        } else {
            ["only in the first", "only in the second"]
        };
        let parts = [
            (same, "the same", dim, ""),
            (changed, "changed", of(Change::Changed), "~ "),
            (left, sides[0], of(Change::Only), "- "),
            (right, sides[1], of(Change::Only), "+ "),
        ];
        let mut row = canvas.row_in(line, 2.min(line.width));
        for (count, words, face, sign) in parts.into_iter().filter(|(count, ..)| *count > 0) {
            row.put(&format!("{sign}{count} "), dim)
                .cut(words, face)
                .put("    ", dim);
        }
    }

    /// The comparison in linear mode.
    #[must_use]
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        let named = |section| env.library.title_and_document(section, None);
        let (left, right) = (named(self.left), named(self.right));
        let name = format!("Comparison: {left}, with {right}");
        let line = self
            .current
            .and_then(|at| self.differences.get(at).copied());
        let mut screen = self.sheet.linear(name, line, env);
        if self.sheet.link.is_none() {
            let words = [
                "the same",
                "changed",
                "only in the first",
                "only in the second",
            ];
            let counts = self.counts.iter().zip(words);
            let counts: Vec<_> = counts
                .filter(|(count, _)| **count > 0)
                .map(|(count, words)| format!("{count} {words}"))
                .collect();
            screen.selected = format!("{}; {}", counts.join(", "), screen.selected);
        }
        screen
    }
}

fn draw_title(section: SectionRef, area: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
    let book = &env.library.book;
    let document = &book.document_of(section).title;
    canvas
        .row(area)
        .cut(&book.section(section).full_title(), Role::Heading)
        .skip(2)
        .cut(document, Role::Dim);
}
