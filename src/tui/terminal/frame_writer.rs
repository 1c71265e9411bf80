//! Writes frames: only the changed cells, in a single write, inside a synchronised update.

use std::io::{self, Write};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::queue;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::Modifier;

use crate::tui::layout::screen;

/// Writes frames to a terminal. The writer `W` has a buffer for a whole frame.
pub struct FrameWriter<W: Write> {
    /// The backend of the terminal, which is also used for output other than frames.
    pub backend: CrosstermBackend<W>,
    /// The frame on the screen and its cursor; `None` if the screen may show something else.
    shown: Option<(Buffer, Option<Position>)>,
}

impl<W: Write> FrameWriter<W> {
    /// Creates a writer for a blank screen without a cursor.
    pub fn new(writer: W, size: (u16, u16)) -> Self {
        Self {
            backend: CrosstermBackend::new(writer),
            shown: Some((Buffer::empty(screen(size)), None)),
        }
    }

    /// Makes the next frame write every cell. The screen is not cleared first, so it does not
    /// flicker.
    pub fn invalidate(&mut self) {
        self.shown = None;
    }

    /// Writes a frame. `draw` fills the buffer and returns the position of the cursor.
    pub fn draw(
        &mut self,
        size: (u16, u16),
        draw: impl FnOnce(&mut Buffer) -> Option<Position>,
    ) -> io::Result<()> {
        let mut buffer = Buffer::empty(screen(size));
        let cursor = draw(&mut buffer);
        let next = (buffer, cursor);
        if self.shown.as_ref() == Some(&next) {
            return Ok(());
        }
        let before = match self.shown.take() {
            Some((before, _)) if before.area == next.0.area => before,
            // If the frame on the screen is unknown or has another size, write every cell. No cell
            // of a frame has the style of `unknown`, so all cells count as changed.
            _ => {
                let mut unknown = Cell::EMPTY;
                unknown.modifier = Modifier::RAPID_BLINK;
                Buffer::filled(next.0.area, unknown)
            }
        };
        queue!(self.backend, BeginSynchronizedUpdate)?;
        self.backend.draw(before.diff_iter(&next.0))?;
        match cursor {
            Some(Position { x, y }) => queue!(self.backend, MoveTo(x, y), Show)?,
            None => queue!(self.backend, Hide)?,
        }
        queue!(self.backend, EndSynchronizedUpdate)?;
        self.shown = Some(next);
        Write::flush(&mut self.backend)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use ratatui::style::Style;

    use super::*;

    /// A writer that records the bytes of each flush separately.
    #[derive(Default)]
    struct Wire {
        open: Vec<u8>,
        sent: Rc<RefCell<Vec<String>>>,
    }

    impl Write for Wire {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.open.extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            if !self.open.is_empty() {
                self.sent
                    .borrow_mut()
                    .push(String::from_utf8(std::mem::take(&mut self.open)).unwrap());
            }
            Ok(())
        }
    }

    struct Fixture {
        frames: FrameWriter<Wire>,
        sent: Rc<RefCell<Vec<String>>>,
    }

    impl Fixture {
        fn new() -> Self {
            let wire = Wire::default();
            let sent = Rc::clone(&wire.sent);
            let frames = FrameWriter::new(wire, (10, 2));
            Self { frames, sent }
        }

        /// Returns what is written for a frame with `text` in its first line.
        fn frame(
            &mut self,
            size: (u16, u16),
            text: &str,
            cursor: Option<(u16, u16)>,
        ) -> Vec<String> {
            let draw = |buffer: &mut Buffer| {
                buffer.set_string(0, 0, text, Style::new());
                cursor.map(Position::from)
            };
            self.frames.draw(size, draw).unwrap();
            self.sent.take()
        }
    }

    #[test]
    fn a_frame_is_one_write_or_none_if_nothing_changed() {
        let mut fixture = Fixture::new();
        let mut frame = |text: &str, cursor| fixture.frame((10, 2), text, cursor);
        let [first] = frame("ab", None).try_into().unwrap();
        assert!(
            first.starts_with("\x1b[?2026h\x1b[1;1Hab") && first.ends_with("\x1b[?25l\x1b[?2026l"),
            "{first:?}"
        );
        assert!(frame("ab", None).is_empty());
        let [moved] = frame("ab", Some((1, 0))).try_into().unwrap();
        assert!(
            moved.ends_with("\x1b[1;2H\x1b[?25h\x1b[?2026l") && !moved.contains('a'),
            "{moved:?}"
        );
        assert!(frame("ab", Some((1, 0))).is_empty());
        let [changed] = frame("ac", Some((2, 0))).try_into().unwrap();
        assert!(
            changed.contains("\x1b[1;2Hc") && changed.ends_with("\x1b[1;3H\x1b[?25h\x1b[?2026l"),
            "{changed:?}"
        );
    }

    #[test]
    fn a_screen_of_another_size_or_of_something_else_is_written_in_full() {
        let mut fixture = Fixture::new();
        let all = fixture.frame((4, 1), "abcdef", None).concat();
        assert!(
            all.contains("abcd") && !all.contains('e') && !all.contains("\x1b[2J"),
            "{all:?}"
        );
        assert!(fixture.frame((4, 1), "a", None).concat().contains("   "));
        assert!(fixture.frame((4, 1), "a", None).is_empty());
        fixture.frames.invalidate();
        assert!(fixture.frame((4, 1), "a", None).concat().contains("a   "));
    }
}
