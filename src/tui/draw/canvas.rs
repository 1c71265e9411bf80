//! What panes draw on.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget};
use tui_input::Input;

use super::row::Row;
use crate::render::{Line, wrap};
use crate::theme::{Face, Role, Styles};
use crate::tui::layout::{columns, lines};

/// The cells of a frame, and the styles to draw them in.
pub struct Canvas<'a> {
    /// The cells.
    pub buffer: &'a mut Buffer,
    /// The styles.
    pub styles: &'a Styles,
}

impl Canvas<'_> {
    /// The first line of an area, to be written from left to right; without room in an empty area.
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

    /// The same, some columns in and up to one from the end.
    pub fn row_in(&mut self, area: Rect, indent: u16) -> Row<'_> {
        let mut row = self.row(area);
        row.end = row.end.saturating_sub(1);
        row.skip(indent);
        row
    }

    /// Writes a text on a line, some columns in and up to one from the end, with an ellipsis in place of what does not fit.
    pub fn text(&mut self, line: Rect, indent: u16, text: &str, face: impl Into<Face>) {
        self.row_in(line, indent).cut(text, face);
    }

    /// Shows a line as selected.
    pub fn select(&mut self, line: Rect) {
        let style = Style::new().add_modifier(Modifier::REVERSED);
        self.buffer.set_style(Rect { height: 1, ..line }, style);
    }

    /// Writes lines of a laid-out page from the top of an area on; `selected` is the link to show as selected.
    pub fn lines(&mut self, area: Rect, page: &[Line], selected: Option<usize>) {
        for (at, line) in area.rows().zip(page) {
            let (styles, mut row) = (self.styles, self.row(at));
            for piece in &line.pieces {
                let mut style = styles.of(piece.face);
                if piece.link.is_some() && piece.link == selected {
                    style = style.patch(styles.selected());
                }
                row.put_styled(&piece.text, style);
            }
        }
    }

    /// Draws a line across the top of an area.
    pub fn horizontal_line(&mut self, area: Rect) {
        let signs = self.styles.symbols().across;
        let line = signs.repeat(usize::from(area.width));
        self.row(area).put(&line, Role::Border);
    }

    /// Draws the lines above and below the panes, and those between panes side by side.
    pub fn frame_lines(&mut self, above: Rect, below: Rect, dividers: &[Rect]) {
        let symbols = self.styles.symbols();
        let lines = [(above, symbols.joint_below), (below, symbols.joint_above)];
        for (line, joint) in lines {
            self.horizontal_line(line);
            for divider in dividers {
                self.joint(line, *divider, joint);
            }
        }
        for divider in dividers {
            self.vertical_line(*divider);
        }
    }

    /// Draws a line down an area.
    pub fn vertical_line(&mut self, area: Rect) {
        for row in area.rows() {
            let sign = self.styles.symbols().down;
            self.row(row).put(sign, Role::Border);
        }
    }

    /// Draws the sign where a line down meets a line across.
    pub fn joint(&mut self, across: Rect, down: Rect, sign: &str) {
        if !across.is_empty() {
            let joint = columns(across, down.x - across.x, 1);
            self.row(joint).put(sign, Role::Border);
        }
    }

    /// Blanks an area, for what lies over something else.
    pub fn clear(&mut self, area: Rect) {
        Clear.render(area, self.buffer);
        self.buffer.set_style(area, self.styles.base);
    }

    /// A box with a title above and a hint below; gives what is inside.
    pub fn boxed(&mut self, area: Rect, title: &str, hint: &str) -> Rect {
        self.clear(area);
        if area.width < 4 || area.height < 3 {
            return area;
        }
        let symbols = self.styles.symbols();
        let [top_left, top_right, bottom_left, bottom_right] = symbols.corners;
        let block = Block::bordered()
            .border_style(self.styles.role(Role::Border))
            .border_set(border::Set {
                top_left,
                top_right,
                bottom_left,
                bottom_right,
                vertical_left: symbols.down,
                vertical_right: symbols.down,
                horizontal_top: symbols.across,
                horizontal_bottom: symbols.across,
            });
        let inner = block.inner(area);
        block.render(area, self.buffer);
        let room = area.width.saturating_sub(6);
        if room > 0 {
            let mut top = self.row(area);
            top.skip(2)
                .within(room, |top| top.cut(&format!(" {title}"), Role::Heading))
                .put(" ", Role::Border);
            if !hint.is_empty() && wrap::columns(hint).saturating_add(2) <= room {
                self.row(lines(area, area.height - 1, 1))
                    .skip(2)
                    .put(&format!(" {hint} "), Role::Dim);
            }
        }
        inner
    }

    /// A label, the text that is being typed, and a remark at the right edge where there is room; gives the cursor's place.
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
        let is_remarked = wide.saturating_add(12) < row.room();
        let (start, room) = (row.x, row.room() - if is_remarked { wide + 2 } else { 0 });
        let scroll = input.visual_scroll(usize::from(room.saturating_sub(1)));
        let visible = skip_columns(input.value(), scroll);
        row.within(room, |row| row.put(visible, Role::Text));
        if is_remarked {
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

/// A text without its first columns.
fn skip_columns(text: &str, columns: usize) -> &str {
    let mut skipped = 0;
    let mut letters = text.char_indices();
    while skipped < columns {
        let Some((at, letter)) = letters.next() else {
            return "";
        };
        skipped += wrap::width(&text[at..at + letter.len_utf8()]);
    }
    letters.as_str()
}
