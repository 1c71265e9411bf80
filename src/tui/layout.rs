//! The areas of the screen: pure functions of its size and of what is open. Drawing and the mouse use the same ones.

use ratatui::layout::Rect;

use crate::render::MEASURE;

#[cfg(test)]
mod tests;

/// The contents are hidden below this width.
pub const CONTENTS_FROM: u16 = 90;

/// From this width there is room for contents, page and side pane.
pub const SIDE_FROM: u16 = 140;

/// From this width a pinned section is beside the page, with the contents hidden. On a narrower screen it is under the page:
/// columns of fewer than fifty letters would break every line.
const PIN_BESIDE: u16 = 100;

/// From this height of the page a pinned section fits under it: a paragraph of each can be read. On a lower screen it covers
/// the page while it has the focus.
const PIN_BELOW: u16 = 16;

/// From this width the preview is beside the results. On a narrower screen it is below them.
const PREVIEW_BESIDE: u16 = 96;

/// Below this height the results have no line under their messages.
const LOW: u16 = 16;

/// Below this height a popup covers everything but the footer.
const POPUP_FROM: u16 = 14;

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

/// The areas of the search screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searching {
    /// The query and the number of results.
    pub input: Rect,
    /// The line under it.
    pub above: Rect,
    /// Messages about the results, above both panes.
    pub banner: Rect,
    /// The line under the messages; empty without any, and on a low screen.
    pub under: Rect,
    /// Everything between the two lines: the results and the preview, or the home screen.
    pub body: Rect,
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

/// The whole screen.
pub fn screen((width, height): (u16, u16)) -> Rect {
    Rect::new(0, 0, width, height)
}

/// Up to `height` lines of an area, starting at line `from`.
pub fn lines(area: Rect, from: u16, height: u16) -> Rect {
    let from = from.min(area.height);
    Rect {
        y: area.y + from,
        height: height.min(area.height - from),
        ..area
    }
}

/// The columns of an area from `from` on, at most `width` of them.
pub fn columns(area: Rect, from: u16, width: u16) -> Rect {
    let from = from.min(area.width);
    Rect {
        x: area.x + from,
        width: width.min(area.width - from),
        ..area
    }
}

/// A screen with only header, body and footer; on a short screen, some have zero height.
fn frame(size: (u16, u16)) -> Reading {
    let (screen, height) = (screen(size), size.1);
    let header = u16::from(height >= 3);
    let footer = u16::from(height >= 5);
    let line = u16::from(height >= 10);
    let end = height - footer;
    let body = lines(screen, header + line, end - header - 2 * line);
    Reading {
        header: lines(screen, 0, header),
        above: lines(screen, header, line),
        page: body,
        body,
        below: lines(screen, end - line, line),
        footer: lines(screen, end, footer),
        ..Reading::default()
    }
}

/// The reading screen; `contents` asks for the contents pane.
pub fn reading(size: (u16, u16), contents: bool, side: SideWanted) -> Reading {
    let mut layout = frame(size);
    let body = layout.body;
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
        // There is no room beside the page: the contents cover it.
        layout.contents = Some(if beside { layout.page } else { body });
    }
    layout
}

/// The reading screen of linear mode: the page between a line with its name and a status line.
pub fn linear_reading(size: (u16, u16)) -> Reading {
    let (screen, height) = (screen(size), size.1);
    let (name, status) = (u16::from(height >= 3), u16::from(height >= 2));
    let body = lines(screen, name, height - name - status);
    Reading {
        header: lines(screen, 0, name),
        page: body,
        body,
        footer: lines(screen, height - status, status),
        bare: true,
        ..Reading::default()
    }
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

    /// Puts the side pane under the page, as high as its text needs and at most two fifths of the page. Without room it covers
    /// the page while it has the focus.
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

/// The search screen with some lines of messages; in linear mode without a preview.
pub fn searching(size: (u16, u16), is_linear: bool, messages: u16) -> Searching {
    if is_linear {
        let Reading { body, footer, .. } = linear_reading(size);
        let input = u16::from(body.height > 1);
        let messages = messages.min(body.height / 2);
        let results = lines(body, input + messages, u16::MAX);
        return Searching {
            input: lines(body, 0, input),
            banner: lines(body, input, messages),
            body: results,
            results,
            footer,
            ..Searching::default()
        };
    }
    let frame = frame(size);
    let messages = messages.min(frame.body.height / 2);
    let line = u16::from(messages > 0 && size.1 >= LOW);
    let body = lines(frame.body, messages + line, u16::MAX);
    let mut layout = Searching {
        input: frame.header,
        above: frame.above,
        banner: lines(frame.body, 0, messages),
        under: lines(frame.body, messages, line),
        body,
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

/// The area of a popup of `height` lines that belongs to some lines of the page: below them, or above if there is more
/// room, never over them; on a low screen all of it but the footer. `step` is the number of popups below it.
pub fn popup(
    size: (u16, u16),
    page: Rect,
    (first, last): (u16, u16),
    height: u16,
    step: u16,
) -> Rect {
    if size.1 < POPUP_FROM {
        return lines(screen(size), 0, size.1 - frame(size).footer.height);
    }
    let line = |line: u16| line.min(page.height.saturating_sub(1));
    let (above, next) = (line(first), line(last) + 1);
    let below = page.height.saturating_sub(next);
    let inset = (2 + step.min(6) * 2).min(page.width / 4);
    let width = page.width.saturating_sub(inset + 1);
    let column = columns(page, inset, width.min(MEASURE));
    if below >= height || below >= above {
        lines(column, next, height)
    } else {
        let height = height.min(above);
        lines(column, above - height, height)
    }
}

/// The columns of text in a [`popup`].
pub fn popup_width(size: (u16, u16), page: Rect, step: u16) -> u16 {
    let popup = popup(size, page, (0, 0), 1, step);
    popup.width.saturating_sub(2).max(1)
}
