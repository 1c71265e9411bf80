//! The pane that compares two sections. It covers everything between the header and the footer.

use ratatui::layout::Rect;

use super::action::Action;
use super::draw::{Canvas, LinearScreen, Row};
use super::effect::Effect;
use super::environment::Environment;
use super::layout::columns;
use super::library::Library;
use super::sheet::{Sheet, next_of};
use crate::render::compare::Comparison;
use crate::rules::SectionRef;
use crate::theme::{Difference, Face, Role};

/// A comparison of two sections, and the reader's position in it.
#[derive(Debug)]
pub struct Compare {
    /// The section on the left.
    pub left: SectionRef,
    /// The section on the right.
    pub right: SectionRef,
    /// The laid-out comparison of both sections.
    pub sheet: Sheet,
    /// The differences. `Comparison::page` is empty, because `sheet` contains the page.
    pub comparison: Comparison,
    /// The index of the difference that the reader last moved to; `None` before the first move and
    /// after a change of width or rules.
    pub current: Option<usize>,
}

impl Compare {
    /// Creates a comparison that is not laid out yet.
    pub fn new([left, right]: [SectionRef; 2]) -> Self {
        Self {
            left,
            right,
            sheet: Sheet::default(),
            comparison: Comparison::default(),
            current: None,
        }
    }

    /// Lays the comparison out, unless it is laid out for this width.
    pub fn lay_out(&mut self, library: &Library, width: u16) {
        if self.sheet.page.width != width {
            let mut comparison = Comparison::of(library.context(width), self.left, self.right);
            self.sheet.replace(std::mem::take(&mut comparison.page));
            (self.comparison, self.current) = (comparison, None);
        }
    }

    /// Moves to the next or the previous difference. If the current difference is not on the
    /// screen, looks for the next difference from the top of the screen, and for the previous
    /// difference from the bottom. Returns the number of the difference, counted from 1, and the
    /// total; `None` if there is no further difference.
    fn move_to_difference(&mut self, forward: bool) -> Option<(usize, usize)> {
        let height = self.sheet.height;
        let visible = self.sheet.scroll..self.sheet.scroll + height;
        let lines = &self.comparison.differences;
        let next = next_of(lines, self.current, &visible, forward)?;
        let line = lines[next];
        if line < visible.start || line + 2 >= visible.end {
            // Also show some lines above the difference, for context.
            self.sheet.scroll_to(line.saturating_sub(height / 3));
        }
        self.current = Some(next);
        Some((next + 1, lines.len()))
    }

    /// Performs an action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::NextMatch | Action::PreviousMatch => {
                let difference = self.move_to_difference(action == Action::NextMatch);
                Some(Effect::Status(match difference {
                    Some((at, of)) => format!("difference {at} of {of}"),
                    None => "no more differences".to_owned(),
                }))
            }
            Action::Pin => Some(Effect::Pin(None)),
            Action::CompareVersions => Some(self.compare_next(env)),
            _ => self.sheet.perform(action, env),
        }
    }

    /// Compares the section on the left with the version after the one on the right. After the last
    /// version, starts again with the first.
    fn compare_next(&self, env: &Environment<'_>) -> Effect {
        let versions = env.library.links.versions(self.left);
        let next = versions
            .iter()
            .find(|version| version.section > self.right)
            .or(versions.first());
        match next.filter(|next| next.section != self.right) {
            Some(next) => Effect::Compare([self.left, next.section]),
            None => Effect::Status("no other version to compare with".to_owned()),
        }
    }

    /// Draws the visible lines in `env.area` and, if `body` has room, the titles and the legend
    /// above them.
    pub fn draw(&self, body: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let mut lines = body.rows();
        if let (true, Some(titles), Some(legend)) = (body.height > 2, lines.next(), lines.next()) {
            self.draw_titles(titles, env, canvas);
            self.draw_legend(legend, canvas);
        }
        self.sheet.draw(env.area, true, canvas);
        self.mark_current(env.area, canvas);
        self.sheet.draw_scrollbar(env.area, canvas);
    }

    /// Returns the line of the difference that the reader last moved to.
    fn current_line(&self) -> Option<usize> {
        let lines = &self.comparison.differences;
        lines.get(self.current?).copied()
    }

    /// Reverses the colours of the sign of the current difference.
    fn mark_current(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let line = self.current_line();
        let row = line.and_then(|line| line.checked_sub(self.sheet.scroll));
        let Some(row) = row.and_then(|row| area.rows().nth(row)) else {
            return;
        };
        let sign = match self.comparison.left {
            Some(split) => columns(row, u16::try_from(split + 1).unwrap_or(u16::MAX), 1),
            None => columns(row, 0, 3),
        };
        let style = canvas.styles.current_match();
        canvas.buffer.set_style(sign, style);
    }

    /// Draws the titles of the two sections and of their documents, side by side.
    fn draw_titles(&self, line: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let split = match self.comparison.left {
            Some(split) => u16::try_from(split).unwrap_or(0) + 3,
            None => line.width / 2,
        };
        let mut row = canvas.row_in(line, 2);
        row.field(split.saturating_sub(5), |row| {
            write_title(self.left, row, env)
        })
        .skip(3);
        write_title(self.right, &mut row, env);
    }

    /// Returns the entries of the legend, which say how many parts are the same, changed, or only
    /// in one section. An entry consists of a number, a description, a sign and a kind of
    /// difference, for example `(2, "changed", "~ ", ...)`. Entries with the number 0 are left out.
    fn legend(
        &self,
    ) -> impl Iterator<Item = (usize, &'static str, &'static str, Option<Difference>)> {
        let [same, changed, left, right] = self.comparison.counts;
        // Without columns, the versions of a part are one above the other, so there is no left or
        // right.
        let [only_left, only_right] = if self.comparison.left.is_some() {
            ["only on the left", "only on the right"]
        } else {
            ["only in the first", "only in the second"]
        };
        let parts = [
            (same, "the same", "", None),
            (changed, "changed", "~ ", Some(Difference::Changed)),
            (left, only_left, "- ", Some(Difference::Only)),
            (right, only_right, "+ ", Some(Difference::Only)),
        ];
        parts.into_iter().filter(|(count, ..)| *count > 0)
    }

    /// Draws the legend. The description of each kind of difference has the style of that kind.
    fn draw_legend(&self, line: Rect, canvas: &mut Canvas<'_>) {
        let dim = Face::of(Role::Dim);
        let mut row = canvas.row_in(line, 2.min(line.width));
        for (count, words, sign, difference) in self.legend() {
            let role = difference.map_or(Role::Dim, |_| Role::Text);
            let face = Face {
                difference,
                ..Face::of(role)
            };
            row.put(&format!("{sign}{count} "), dim)
                .cut(words, face)
                .put("    ", dim);
        }
    }

    /// Describes the comparison for linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        let named = |section| env.library.title_and_document(section, None);
        let (left, right) = (named(self.left), named(self.right));
        let name = format!("Comparison: {left}, with {right}");
        let mut screen = self.sheet.linear(name, self.current_line(), env);
        if self.sheet.link.is_none() {
            let counts = self
                .legend()
                .map(|(count, words, ..)| format!("{count} {words}"));
            let counts = counts.collect::<Vec<_>>().join(", ");
            screen.selected = format!("{counts}; {}", screen.selected);
        }
        screen
    }
}

fn write_title<'a, 'b>(
    section: SectionRef,
    row: &'a mut Row<'b>,
    env: &Environment<'_>,
) -> &'a mut Row<'b> {
    let book = &env.library.book;
    row.cut(&book.section(section).full_title(), Role::Heading)
        .skip(2)
        .cut(&book.document_of(section).title, Role::Dim)
}
