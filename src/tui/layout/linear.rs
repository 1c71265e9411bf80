//! Where everything goes in linear mode: whatever has the focus fills the screen alone, between a line that names it and
//! a line that says what is chosen.

use ratatui::layout::Rect;

use super::{Reading, Searching};

/// What has the keys on the reading screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// The page.
    Page,
    /// The contents.
    Contents,
    /// The side pane.
    Side,
}

/// Name, body and status; the body comes first where a screen has no room for all three.
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

/// The search screen: what is typed, then the results.
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

/// What lies over everything: its first line names it and its last says what is chosen, as the lines of a box would.
#[must_use]
pub fn over((width, height): (u16, u16)) -> Rect {
    Rect {
        x: 0,
        y: 0,
        width,
        height,
    }
}
