//! The areas in linear mode: the pane with the focus fills the screen, between a line with its name and a line that says
//! what is selected.

use ratatui::layout::Rect;

use super::reading::Reading;
use super::searching::Searching;

/// The pane with the focus on the reading screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// The page.
    Page,
    /// The contents.
    Contents,
    /// The side pane.
    Side,
}

/// Name, body and status; a screen without room for all has a body.
#[must_use]
pub fn frame((width, height): (u16, u16)) -> [Rect; 3] {
    let (name, status) = (u16::from(height >= 3), u16::from(height >= 2));
    let row = |y, height| Rect {
        x: 0,
        y,
        width,
        height,
    };
    [
        row(0, name),
        row(name, height - name - status),
        row(height - status, status),
    ]
}

/// The reading screen.
#[must_use]
pub fn reading(size: (u16, u16), focus: Focus) -> Reading {
    let [header, body, footer] = frame(size);
    Reading {
        header,
        page: body,
        body,
        footer,
        contents: (focus == Focus::Contents).then_some(body),
        side: (focus == Focus::Side).then_some(body),
        bare: true,
        ..Reading::default()
    }
}

/// The search screen: the typed text, then the results.
#[must_use]
pub fn searching(size: (u16, u16)) -> Searching {
    let [_, body, footer] = frame(size);
    let input = u16::from(body.height > 1);
    Searching {
        input: Rect {
            height: input,
            ..body
        },
        results: Rect {
            y: body.y + input,
            height: body.height - input,
            ..body
        },
        footer,
        ..Searching::default()
    }
}

/// An overlay: its first line has its name and its last says what is selected, as the lines of a box would.
#[must_use]
pub fn over((width, height): (u16, u16)) -> Rect {
    Rect {
        x: 0,
        y: 0,
        width,
        height,
    }
}
