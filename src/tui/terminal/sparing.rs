//! What frames are drawn on: the terminal, told only what changes. A frame that is like the one before writes nothing at
//! all, and any other is one write.

use std::io::{self, Write};

use crossterm::queue;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

/// A terminal behind a writer that holds a whole frame.
pub(super) struct Sparing<W: Write> {
    inner: CrosstermBackend<W>,
    /// Its size as the browser knows it: to ask the system each time would be three calls a frame.
    size: Size,
    /// Whether something of this frame has been drawn.
    begun: bool,
    /// Whether the cursor is shown, and where it is; nothing where that is not known.
    shown: Option<bool>,
    at: Option<Position>,
}

impl<W: Write> Sparing<W> {
    pub fn new(writer: W, size: (u16, u16)) -> Self {
        Self {
            inner: CrosstermBackend::new(writer),
            size: size.into(),
            begun: false,
            shown: None,
            at: None,
        }
    }

    /// Tells the terminal's size.
    pub fn set_size(&mut self, size: (u16, u16)) {
        self.size = size.into();
    }

    /// Forgets what is known of the terminal: it may have been something else's.
    pub fn forget(&mut self) {
        (self.shown, self.at) = (None, None);
    }

    /// Begins a frame: the terminal shows it at once, where it can.
    fn begin(&mut self) -> io::Result<()> {
        self.at = None;
        if std::mem::replace(&mut self.begun, true) {
            Ok(())
        } else {
            queue!(self.inner, BeginSynchronizedUpdate)
        }
    }

    fn show(&mut self, shown: bool) -> io::Result<()> {
        if self.shown.replace(shown) == Some(shown) {
            return Ok(());
        }
        if shown {
            queue!(self.inner, crossterm::cursor::Show)
        } else {
            queue!(self.inner, crossterm::cursor::Hide)
        }
    }
}

/// What is no part of a frame.
impl<W: Write> Write for Sparing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Write::flush(&mut self.inner)
    }
}

impl<W: Write> Backend for Sparing<W> {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> io::Result<()> {
        let mut content = content.peekable();
        if content.peek().is_none() {
            return Ok(());
        }
        self.begin()?;
        self.inner.draw(content)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.show(false)
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.show(true)
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.inner.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let position = position.into();
        if self.at.replace(position) == Some(position) {
            return Ok(());
        }
        queue!(
            self.inner,
            crossterm::cursor::MoveTo(position.x, position.y)
        )
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.begin()?;
        self.inner.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        Ok(self.size)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.inner.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.begun) {
            queue!(self.inner, EndSynchronizedUpdate)?;
        }
        Write::flush(&mut self.inner)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use ratatui::Terminal;
    use ratatui::style::Style;

    use super::*;

    /// Keeps what is flushed, piece by piece.
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

    #[test]
    fn a_frame_is_one_write_and_none_where_it_is_like_the_one_before() {
        let wire = Wire::default();
        let sent = Rc::clone(&wire.sent);
        let mut terminal = Terminal::new(Sparing::new(wire, (10, 2))).unwrap();
        let mut frame = |text: &str, cursor: Option<(u16, u16)>| {
            let draw = |frame: &mut ratatui::Frame<'_>| {
                frame.buffer_mut().set_string(0, 0, text, Style::new());
                if let Some(at) = cursor {
                    frame.set_cursor_position(at);
                }
            };
            terminal.draw(draw).unwrap();
            sent.take()
        };
        let [first] = frame("ab", None).try_into().unwrap();
        assert!(
            first.starts_with("\x1b[?2026h\x1b[1;1Hab") && first.ends_with("\x1b[?25l\x1b[?2026l"),
            "{first:?}"
        );
        assert!(frame("ab", None).is_empty());
        // The cursor alone is no change of the picture.
        assert_eq!(frame("ab", Some((1, 0))), ["\x1b[?25h\x1b[1;2H"]);
        assert!(frame("ab", Some((1, 0))).is_empty());
        assert_eq!(frame("ab", Some((2, 0))), ["\x1b[1;3H"]);
        // Drawing moves it.
        let [changed] = frame("ac", Some((2, 0))).try_into().unwrap();
        assert!(
            changed.contains("\x1b[1;2Hc") && changed.ends_with("\x1b[1;3H\x1b[?2026l"),
            "{changed:?}"
        );
        assert_eq!(frame("ac", None), ["\x1b[?25l"]);
    }

    #[test]
    fn a_size_that_is_told_is_cleared_and_drawn_anew() {
        let wire = Wire::default();
        let sent = Rc::clone(&wire.sent);
        let mut terminal = Terminal::new(Sparing::new(wire, (10, 2))).unwrap();
        terminal.backend_mut().set_size((4, 1));
        let area = terminal
            .draw(|frame| frame.buffer_mut().set_string(0, 0, "abcdef", Style::new()))
            .unwrap()
            .area;
        assert_eq!((area.width, area.height), (4, 1));
        let all = sent.take().concat();
        assert!(
            all.contains("\x1b[2J") && all.contains("abcd") && !all.contains('e'),
            "{all:?}"
        );
        assert_eq!(
            (
                all.matches("\x1b[?2026h").count(),
                all.matches("\x1b[?2026l").count()
            ),
            (1, 1)
        );
    }

    #[test]
    fn a_terminal_that_was_something_elses_is_told_of_its_cursor_again() {
        let wire = Wire::default();
        let sent = Rc::clone(&wire.sent);
        let mut terminal = Terminal::new(Sparing::new(wire, (10, 2))).unwrap();
        let mut frame = |forget: bool| {
            if forget {
                terminal.backend_mut().forget();
            }
            terminal
                .draw(|frame| frame.set_cursor_position((3, 1)))
                .unwrap();
            sent.take().concat()
        };
        assert_eq!(
            [frame(false), frame(false), frame(true)],
            ["\x1b[?25h\x1b[2;4H", "", "\x1b[?25h\x1b[2;4H"]
        );
    }
}
