//! Text on one line of the screen, written from left to right.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::render::wrap;
use crate::theme::{Face, Styles};

/// The rest of a line of the screen: each text follows the one before.
pub struct Row<'a> {
    /// The cells of the frame.
    pub buffer: &'a mut Buffer,
    /// The styles.
    pub styles: &'a Styles,
    /// The next column.
    pub x: u16,
    /// The line of the screen.
    pub y: u16,
    /// The column behind the last one.
    pub end: u16,
}

impl Row<'_> {
    /// The columns that are left.
    pub fn room(&self) -> u16 {
        self.end.saturating_sub(self.x)
    }

    /// Leaves columns blank.
    pub fn skip(&mut self, columns: u16) -> &mut Self {
        self.x = self.x.saturating_add(columns);
        self
    }

    /// Writes a text; what does not fit is left out.
    pub fn put(&mut self, text: &str, face: impl Into<Face>) -> &mut Self {
        self.put_styled(text, self.styles.of(face.into()))
    }

    /// Writes a text in a style; what does not fit is left out.
    pub fn put_styled(&mut self, text: &str, style: Style) -> &mut Self {
        let room = usize::from(self.room());
        if room > 0 {
            (self.x, _) = self.buffer.set_stringn(self.x, self.y, text, room, style);
        }
        self
    }

    /// Writes a text, cut with an ellipsis if it does not fit.
    pub fn cut(&mut self, text: &str, face: impl Into<Face>) -> &mut Self {
        self.cut_styled(text, self.styles.of(face.into()))
    }

    /// Writes a text in a style, cut with an ellipsis if it does not fit.
    pub fn cut_styled(&mut self, text: &str, style: Style) -> &mut Self {
        let symbols = self.styles.symbols();
        let text = symbols.text(text);
        if wrap::columns(&text) <= self.room() {
            return self.put_styled(&text, style);
        }
        let end = self.end;
        let ellipsis = wrap::columns(symbols.ellipsis);
        self.end = end.saturating_sub(ellipsis).max(self.x);
        self.put_styled(&text, style);
        self.end = end;
        self.put_styled(symbols.ellipsis, style)
    }

    /// Writes a path; if it does not fit, without its first parts.
    pub fn cut_path(&mut self, path: &str, face: impl Into<Face>) -> &mut Self {
        let face = face.into();
        let symbols = self.styles.symbols();
        let lead = format!("{}{}", symbols.ellipsis, symbols.path);
        let (mut rest, mut room) = (path, self.room());
        while wrap::columns(rest) > room
            && let Some((_, inner)) = rest.split_once(symbols.path)
        {
            rest = inner;
            room = self.room().saturating_sub(wrap::columns(&lead));
        }
        if rest.len() < path.len() {
            self.put(&lead, face);
        }
        self.cut(rest, face)
    }

    /// Writes in at most `columns` of the next columns.
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

    /// Writes in a field of `columns` columns, and goes on after it.
    pub fn field(&mut self, columns: u16, write: impl FnOnce(&mut Self) -> &mut Self) -> &mut Self {
        let next = self.x.saturating_add(columns);
        self.within(columns, write);
        self.x = next;
        self
    }

    /// Writes as much of a sentence around its first mark as fits; the marks are shown as matches.
    pub fn sentence(
        &mut self,
        text: &str,
        marks: &[std::ops::Range<usize>],
        face: Face,
    ) -> &mut Self {
        let (room, symbols) = (usize::from(self.room()), self.styles.symbols());
        let first = marks.first().map_or(0, |mark| mark.start.min(text.len()));
        let before_mark = &text[..floor(text, first)];
        let in_sight = wrap::width(text) <= room || wrap::width(before_mark) + 20 <= room;
        // No room is left empty behind the last word.
        let last = word_start(text, text.len(), room.saturating_sub(2));
        let mut at = if in_sight {
            0
        } else {
            word_start(text, first, room / 2).min(last)
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
            let end = floor(text, end);
            if end > at {
                self.cut(&text[at..end], Face { matched, ..face });
                at = end;
            }
        }
        self
    }
}

/// The start of a word about `columns` before a place.
fn word_start(text: &str, place: usize, columns: usize) -> usize {
    let from = floor(text, place.saturating_sub(columns));
    text[from..place.max(from)]
        .find(' ')
        .map_or(from, |gap| from + gap + 1)
}

/// The nearest boundary between characters at or before a place.
fn floor(text: &str, place: usize) -> usize {
    (0..=place.min(text.len()))
        .rfind(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}
