//! Draws text, lines and boxes on the cells of a frame.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::Span;
use ratatui::widgets::{Block, Clear, Widget};
use tui_input::Input;
use unicode_segmentation::UnicodeSegmentation;

use crate::render::wrap;
use crate::theme::{Face, Role, Styles};
use crate::tui::layout::columns;

/// The cells of a frame, and the styles for drawing on them.
pub struct Canvas<'a> {
    /// The cells of the frame.
    pub buffer: &'a mut Buffer,
    /// The styles.
    pub styles: &'a Styles,
}

impl Canvas<'_> {
    /// Returns the first line of an area, to be written from left to right. The line of an empty
    /// area has no columns.
    pub fn row(&mut self, area: Rect) -> Row<'_> {
        Row {
            styles: self.styles,
            x: area.x,
            y: area.y,
            end: if area.is_empty() {
                area.x
            } else {
                area.right()
            },
            buffer: self.buffer,
        }
    }

    /// Returns the first line of an area without the first `indent` columns and the last column.
    pub fn row_in(&mut self, area: Rect, indent: u16) -> Row<'_> {
        let mut row = self.row(area);
        row.end = row.end.saturating_sub(1);
        row.skip(indent);
        row
    }

    /// Writes text on a line after `indent` columns, and leaves the last column blank. Text that
    /// does not fit is cut off with an ellipsis.
    pub fn text(&mut self, line: Rect, indent: u16, text: &str, face: impl Into<Face>) {
        self.row_in(line, indent).cut(text, face);
    }

    /// Writes the bar of the selected row in the first column of an area if `is_selected` is true.
    pub fn bar(&mut self, area: Rect, is_selected: bool, role: Role) {
        if is_selected {
            let bar = self.styles.symbols.selected;
            self.row(area).put(bar, role);
        }
    }

    /// Marks a line, on which a row is drawn, as the selected row of a list if `is_selected` is
    /// true: fills it, and writes the bar.
    pub fn select(&mut self, line: Rect, is_selected: bool) {
        if is_selected {
            let fill = columns(line, 1, u16::MAX);
            self.buffer.set_style(fill, self.styles.selected_row());
            self.bar(line, true, Role::Heading);
        }
    }

    /// Draws a horizontal line across the top of an area.
    pub fn horizontal_line(&mut self, area: Rect) {
        let signs = self.styles.symbols.across;
        let line = signs.repeat(usize::from(area.width));
        self.row(area).put(&line, Role::Border);
    }

    /// Draws the horizontal lines above and below the panes, the vertical lines between panes, and
    /// the joints where they meet.
    pub fn frame_lines(&mut self, above: Rect, below: Rect, dividers: &[Rect]) {
        let symbols = self.styles.symbols;
        for (line, joint) in [(above, symbols.joint_below), (below, symbols.joint_above)] {
            self.horizontal_line(line);
            for divider in dividers {
                self.row(columns(line, divider.x - line.x, 1))
                    .put(joint, Role::Border);
            }
        }
        for row in dividers.iter().flat_map(|divider| divider.rows()) {
            self.row(row).put(symbols.down, Role::Border);
        }
    }

    /// Clears an area before something else is drawn over it.
    pub fn clear(&mut self, area: Rect) {
        Clear.render(area, self.buffer);
        self.buffer.set_style(area, self.styles.base);
    }

    /// Draws a box with a title in the upper border and a hint in the lower one.
    pub fn boxed(&mut self, area: Rect, title: &str, hint: &str) {
        self.clear(area);
        let symbols = self.styles.symbols;
        let label = |text: &str, role| {
            let text = match text {
                "" => String::new(),
                text => format!(" {} ", symbols.text(text)),
            };
            Span::styled(text, self.styles.of(role))
        };
        let [top_left, top_right, bottom_left, bottom_right] = symbols.corners;
        Block::bordered()
            .border_style(self.styles.of(Role::Border))
            .border_set(border::Set {
                top_left,
                top_right,
                bottom_left,
                bottom_right,
                vertical_left: symbols.down,
                vertical_right: symbols.down,
                horizontal_top: symbols.across,
                horizontal_bottom: symbols.across,
            })
            .title_top(label(title, Role::Heading))
            .title_bottom(label(hint, Role::Dim))
            .render(area, self.buffer);
    }

    /// Draws an input line: a label, the typed text, and a remark at the right edge if there is
    /// room beside the text. Returns the cursor position.
    pub fn input(
        &mut self,
        line: Rect,
        label: &str,
        input: &Input,
        remark: &str,
    ) -> Option<Position> {
        if line.is_empty() {
            return None;
        }
        let mut row = self.row(line);
        row.put(label, Role::Heading);
        let wide = wrap::columns(remark);
        // What is typed is more important.
        let typed = wrap::columns(input.value()).max(8);
        let has_remark = wide.saturating_add(typed).saturating_add(4) < row.room();
        let (start, room) = (row.x, row.room() - if has_remark { wide + 2 } else { 0 });
        let scroll = input.visual_scroll(usize::from(room.saturating_sub(1)));
        let visible = skip_columns(input.value(), scroll);
        row.within(room, |row| row.put(visible, Role::Text));
        if has_remark {
            row.x = line.right() - wide - 1;
            row.put(remark, Role::Dim);
        }
        let column = u16::try_from(input.visual_cursor().saturating_sub(scroll)).unwrap_or(0);
        Some(Position {
            x: (start + column).min(line.right() - 1),
            y: line.y,
        })
    }
}

/// The unwritten rest of a line on the screen, which is filled from left to right.
pub struct Row<'a> {
    /// The cells of the frame.
    pub buffer: &'a mut Buffer,
    /// The styles.
    pub styles: &'a Styles,
    /// The column of the next text.
    pub x: u16,
    /// The row of the screen.
    pub y: u16,
    /// The column after the last usable one.
    pub end: u16,
}

impl Row<'_> {
    /// Returns the number of columns that are left.
    pub fn room(&self) -> u16 {
        self.end.saturating_sub(self.x)
    }

    /// Skips some columns.
    pub fn skip(&mut self, columns: u16) -> &mut Self {
        self.x = self.x.saturating_add(columns);
        self
    }

    /// Writes text, and drops what does not fit.
    pub fn put(&mut self, text: &str, face: impl Into<Face>) -> &mut Self {
        self.put_styled(text, self.styles.of(face))
    }

    /// Writes text in a style, and drops what does not fit. On an ASCII screen, typographic
    /// characters are replaced.
    pub fn put_styled(&mut self, text: &str, style: Style) -> &mut Self {
        let room = usize::from(self.room());
        if room > 0 {
            let text = self.styles.symbols.text(text);
            (self.x, _) = self.buffer.set_stringn(self.x, self.y, text, room, style);
        }
        self
    }

    /// Writes text, cut off with an ellipsis if it does not fit.
    pub fn cut(&mut self, text: &str, face: impl Into<Face>) -> &mut Self {
        let style = self.styles.of(face);
        if wrap::columns(text) <= self.room() {
            return self.put_styled(text, style);
        }
        let (end, ellipsis) = (self.end, self.styles.symbols.ellipsis);
        self.end = end.saturating_sub(wrap::columns(ellipsis)).max(self.x);
        self.put_styled(text, style);
        self.end = end;
        self.put_styled(ellipsis, style)
    }

    /// Writes a path. If it does not fit, an ellipsis replaces its first parts: `… › Breach`.
    pub fn cut_path(&mut self, path: &str, face: impl Into<Face>) -> &mut Self {
        let (ellipsis, separator) = (self.styles.symbols.ellipsis, self.styles.symbols.path);
        let (mut shown, mut rest) = (path.to_owned(), path);
        while wrap::columns(&shown) > self.room()
            && let Some((_, inner)) = rest.split_once(separator)
        {
            shown = format!("{ellipsis}{separator}{inner}");
            rest = inner;
        }
        self.cut(&shown, face)
    }

    /// Calls `write` with a row that ends after the next `columns` columns, or at the end of the
    /// line if that comes first.
    pub fn within(
        &mut self,
        columns: u16,
        write: impl FnOnce(&mut Self) -> &mut Self,
    ) -> &mut Self {
        let end = self.end;
        self.end = end.min(self.x.saturating_add(columns));
        write(self);
        self.end = end;
        self
    }

    /// Calls `write` with a row that ends after the next `columns` columns, and skips the columns
    /// that `write` leaves unused.
    pub fn field(&mut self, columns: u16, write: impl FnOnce(&mut Self) -> &mut Self) -> &mut Self {
        let next = self.x.saturating_add(columns);
        self.within(columns, write);
        self.x = next;
        self
    }

    /// Writes the part of `text` near the first of `marks`, as much as fits on the line. These byte
    /// ranges are drawn as matches.
    pub fn sentence(&mut self, text: &str, marks: &[Range<usize>], role: Role) -> &mut Self {
        let (room, symbols) = (usize::from(self.room()), self.styles.symbols);
        let lead = marks.first().and_then(|first| text.get(..first.start));
        let lead = lead.unwrap_or_default();
        let face = Face::of(role);
        let in_sight = wrap::width(text) <= room || wrap::width(lead) + 20 <= room;
        let mut at = if in_sight {
            0
        } else {
            // Near the end of the text, start earlier, so that the rest of the text fills the line.
            word_start(lead, room / 2).min(word_start(text, room.saturating_sub(2)))
        };
        if at > 0 {
            self.cut(symbols.ellipsis, face);
        }
        let shown = at;
        let ends = marks
            .iter()
            .filter(|mark| mark.start >= shown)
            .flat_map(|mark| [(mark.start, false), (mark.end, true)]);
        for (end, matched) in ends.chain([(text.len(), false)]) {
            if let Some(part) = text.get(at..end) {
                self.cut(part, Face { matched, ..face });
                at = end;
            }
        }
        self
    }
}

/// Returns the byte offset after the first space in the last `columns` columns of `text`. If these
/// columns contain no space, returns the offset at which they start.
fn word_start(text: &str, columns: usize) -> usize {
    let mut width = 0;
    let letters = text.grapheme_indices(true).rev();
    let near = letters.take_while(|(_, letter)| {
        width += wrap::width(letter);
        width <= columns
    });
    let from = near.last().map_or(text.len(), |(at, _)| at);
    text[from..].find(' ').map_or(from, |gap| from + gap + 1)
}

/// Returns `text` without its first `columns` columns.
fn skip_columns(text: &str, columns: usize) -> &str {
    let mut starts = text.char_indices().map(|(at, _)| at);
    let start = starts.find(|at| wrap::width(&text[..*at]) >= columns);
    start.map_or("", |at| &text[at..])
}

#[cfg(test)]
mod tests;
