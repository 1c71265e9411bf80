//! The areas of the search screen.

use ratatui::layout::Rect;

use super::frame::{columns, frame, lines};

/// From this width the preview is beside the results, else below them.
const PREVIEW_BESIDE: u16 = 96;

/// The areas of the search screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searching {
    /// The box and the count.
    pub input: Rect,
    /// The line under it.
    pub above: Rect,
    /// The results.
    pub results: Rect,
    /// The line between results and preview.
    pub divider: Rect,
    /// Whether the divider is vertical.
    pub upright: bool,
    /// The selected result; empty on a low narrow screen.
    pub preview: Rect,
    /// The line above the footer.
    pub below: Rect,
    /// Keys.
    pub footer: Rect,
}

/// The search screen.
pub fn searching(size: (u16, u16)) -> Searching {
    let frame = frame(size);
    let body = frame.body;
    let mut layout = Searching {
        input: frame.header,
        above: frame.above,
        results: body,
        below: frame.below,
        footer: frame.footer,
        ..Searching::default()
    };
    if size.0 >= PREVIEW_BESIDE {
        let width = (body.width * 9 / 20).min(64);
        layout.upright = true;
        layout.results = columns(body, 0, width);
        layout.divider = columns(body, width, 1);
        layout.preview = columns(body, width + 1, u16::MAX);
    } else if body.height >= 9 {
        let height = body.height / 2;
        layout.results = lines(body, 0, height);
        layout.divider = lines(body, height, 1);
        layout.preview = lines(body, height + 1, u16::MAX);
    }
    layout
}
