//! The areas of the reading screen.

use ratatui::layout::Rect;

use super::frame::{columns, frame, lines};

/// The contents are hidden below this width.
pub const CONTENTS_FROM: u16 = 90;

/// From this width there is room for contents, page and side pane.
pub const SIDE_FROM: u16 = 140;

/// From this width a pinned section is beside the page, with the contents hidden; else it is under the page: in two
/// columns of fewer than fifty letters every line would break.
const PIN_BESIDE: u16 = 100;

/// With this many lines for both, a pinned section is under the page, so that a paragraph of each can be read. On a lower
/// screen it is a key away.
const PIN_BELOW: u16 = 16;

/// The content that the side pane needs room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideWanted {
    /// Nothing.
    #[default]
    Nothing,
    /// What links here, if there is room.
    Links,
    /// A pinned section. Without room it covers the page while it has the focus.
    Pin {
        /// Its lines.
        lines: usize,
        /// Whether it has the focus.
        focused: bool,
    },
}

/// The areas of the reading screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Path, source, date.
    pub header: Rect,
    /// The line under the header; empty on a low screen.
    pub above: Rect,
    /// The contents, if they are shown.
    pub contents: Option<Rect>,
    /// The line between contents and page.
    pub divider: Option<Rect>,
    /// The page.
    pub page: Rect,
    /// The side pane, if it is shown; its first line is a caption.
    pub side: Option<Rect>,
    /// The line between page and side pane, if they are side by side.
    pub side_divider: Option<Rect>,
    /// Everything between header and footer.
    pub body: Rect,
    /// The line above the footer; empty on a low screen.
    pub below: Rect,
    /// Keys.
    pub footer: Rect,
    /// Whether the side pane and comparisons have no captions.
    pub bare: bool,
}

/// The reading screen; `contents` asks for the contents pane.
pub fn reading(size: (u16, u16), contents: bool, side: SideWanted) -> Reading {
    let frame = frame(size);
    let body = frame.body;
    let mut layout = Reading {
        header: frame.header,
        above: frame.above,
        page: body,
        body,
        below: frame.below,
        footer: frame.footer,
        ..Reading::default()
    };
    let beside = match side {
        SideWanted::Nothing => false,
        SideWanted::Links => size.0 >= SIDE_FROM,
        SideWanted::Pin { .. } => size.0 >= PIN_BESIDE,
    };
    let contents = contents && body.width >= 20;
    if contents && size.0 >= if beside { SIDE_FROM } else { CONTENTS_FROM } {
        let width = if beside {
            body.width / 5
        } else {
            body.width * 3 / 10
        }
        .clamp(26, 40);
        layout.contents = Some(columns(body, 0, width));
        layout.divider = Some(columns(body, width, 1));
        layout.page = columns(body, width + 1, u16::MAX);
    }
    if beside {
        layout.beside(matches!(side, SideWanted::Links));
    } else if let SideWanted::Pin { lines, focused } = side {
        layout.under(lines, focused);
    }
    if contents && layout.contents.is_none() {
        // Over the page, not beside it: there is no room for both.
        layout.contents = Some(if beside { layout.page } else { body });
    }
    layout
}

impl Reading {
    /// Puts the side pane at the right of the page: a pinned section gets half of the room.
    fn beside(&mut self, narrow: bool) {
        let page = self.page;
        let width = if narrow {
            (self.body.width / 4).clamp(34, 48)
        } else {
            (page.width - 1) / 2
        };
        let left = page.width - width - 1;
        self.page = columns(page, 0, left);
        self.side_divider = Some(columns(page, left, 1));
        self.side = Some(columns(page, left + 1, width));
    }

    /// Puts the side pane under the page, as high as it needs and at most two fifths; without room it covers the page while
    /// it has the focus.
    fn under(&mut self, text: usize, focused: bool) {
        let page = self.page;
        if page.height < PIN_BELOW {
            self.side = focused.then_some(page);
            return;
        }
        let wanted = u16::try_from(text).unwrap_or(u16::MAX).saturating_add(1);
        let height = wanted.clamp(3, page.height * 2 / 5);
        let above = page.height - height;
        self.page = lines(page, 0, above);
        self.side = Some(lines(page, above, height));
    }

    /// Whether the side pane covers the page.
    pub fn side_covers_page(&self) -> bool {
        self.side == Some(self.page)
    }

    /// Whether the contents cover the page.
    pub fn contents_cover_page(&self) -> bool {
        self.contents.is_some() && self.divider.is_none()
    }

    /// The side pane below its caption.
    pub fn side_text(&self) -> Rect {
        let area = self.side.unwrap_or_default();
        lines(area, u16::from(!self.bare), u16::MAX)
    }

    /// A comparison below its captions.
    pub fn compared(&self) -> Rect {
        let heads = if self.body.height < 12 { 2 } else { 3 };
        lines(self.body, if self.bare { 0 } else { heads }, u16::MAX)
    }
}
