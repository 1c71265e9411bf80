//! The areas in linear mode: the pane with the focus fills the screen, between a line with its name and a line that says
//! what is selected.

use ratatui::layout::Rect;

use super::frame::{lines, screen};
use super::reading::Reading;
use super::searching::Searching;

/// Name, body and status; a screen without room for all has a body.
pub fn frame(size: (u16, u16)) -> [Rect; 3] {
    let (screen, height) = (screen(size), size.1);
    let (name, status) = (u16::from(height >= 3), u16::from(height >= 2));
    [
        lines(screen, 0, name),
        lines(screen, name, height - name - status),
        lines(screen, height - status, status),
    ]
}

/// The reading screen, with the page in it.
pub fn reading(size: (u16, u16)) -> Reading {
    let [header, body, footer] = frame(size);
    Reading {
        header,
        page: body,
        body,
        footer,
        bare: true,
        ..Reading::default()
    }
}

/// The search screen: the typed text, then the results.
pub fn searching(size: (u16, u16)) -> Searching {
    let [_, body, footer] = frame(size);
    let input = u16::from(body.height > 1);
    Searching {
        input: lines(body, 0, input),
        results: lines(body, input, u16::MAX),
        footer,
        ..Searching::default()
    }
}
