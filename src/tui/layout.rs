//! The areas of the screen, as pure functions of its size and of the open panes. Drawing and the
//! mouse use the same areas.

use ratatui::layout::Rect;

use crate::render::MEASURE;

#[cfg(test)]
mod tests;

/// The minimum width of a screen, in columns, for the contents beside the page. On a narrower
/// screen, the contents are hidden or cover the page.
pub const CONTENTS_FROM: u16 = 110;

/// The minimum width of a screen, in columns, for the contents, the page and the side pane side by
/// side.
pub const SIDE_FROM: u16 = 140;

/// The minimum width of a screen, in columns, for a pinned section or a game beside the page. On a narrower
/// screen, the pinned section is under the page, because columns of fewer than fifty characters
/// would wrap nearly every line.
pub const BESIDE_FROM: u16 = 100;

/// The minimum height of the page, in lines, for a pinned section under it, so that the page and
/// the section both have room for a paragraph. On a shorter page, the pinned section covers the
/// page while it has the focus, and is hidden otherwise.
const PIN_BELOW: u16 = 16;

/// The minimum width of a screen, in columns, for the preview beside the results. On a narrower
/// screen, the preview is under the results.
const PREVIEW_BESIDE: u16 = 96;

/// The minimum height of a screen, in lines, for small popups. On a shorter screen, a popup covers
/// everything but the footer.
const POPUP_FROM: u16 = 14;

/// The content that the side pane has to show.
#[derive(Clone, Copy, Debug)]
pub struct SideRequest {
    /// The number of lines of the pinned section; `None` for a list of passages.
    pub pinned: Option<usize>,
    /// The minimum width of a screen, in columns, for the pane beside the page.
    pub from: u16,
    /// Whether the side pane has the focus. On a screen without room for it, it covers the page
    /// while it has the focus, and is hidden otherwise.
    pub focused: bool,
}

/// The areas of the reading screen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// The header: path, source and date.
    pub header: Rect,
    /// The line under the header; empty on a short screen.
    pub above: Rect,
    /// The contents, if they are shown.
    pub contents: Option<Rect>,
    /// The line between the contents and the page, if they are side by side.
    pub divider: Option<Rect>,
    /// The page.
    pub page: Rect,
    /// The side pane, if it is shown. Its first line is a caption unless `bare` is true.
    pub side: Option<Rect>,
    /// The line between the page and the side pane, if they are side by side.
    pub side_divider: Option<Rect>,
    /// Everything between the header and the footer, except the lines `above` and `below`.
    pub body: Rect,
    /// The line above the footer; empty on a short screen.
    pub below: Rect,
    /// The footer: keys or a message.
    pub footer: Rect,
    /// Whether the side pane and comparisons have no captions, as in linear mode.
    pub bare: bool,
}

/// The areas of the search screen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searching {
    /// The search box: the query and the number of results.
    pub input: Rect,
    /// The line under the search box.
    pub above: Rect,
    /// The list of results, or the home screen.
    pub results: Rect,
    /// The line between the results and the preview.
    pub divider: Rect,
    /// Whether the preview is beside the results, so that the divider is vertical.
    pub preview_beside: bool,
    /// The preview of the selected result; empty in linear mode, or if the screen is both short and
    /// narrow.
    pub preview: Rect,
    /// The line above the footer.
    pub below: Rect,
    /// The footer: keys or a message.
    pub footer: Rect,
}

/// The parts of the screen that a pane can lie on.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScreenAreas {
    /// The columns and rows of the screen.
    pub size: (u16, u16),
    /// Whether the browser is in linear mode.
    pub is_linear: bool,
    /// The areas of the reading screen.
    pub reading: Reading,
    /// Everything between header and footer, or in linear mode everything above the last line.
    pub body: Rect,
    /// The text that a peek lies over.
    pub beneath: Rect,
    /// The first and the last line of the link that is selected in this text, counted from its
    /// first visible line.
    pub link: Option<(u16, u16)>,
}

/// Returns a number as `u16`, or the largest `u16` if the number is too large.
pub fn clamped(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Returns the area of the whole screen.
pub fn screen((width, height): (u16, u16)) -> Rect {
    Rect::new(0, 0, width, height)
}

/// Returns up to `height` lines of an area, starting at line `from` of the area.
pub fn lines(area: Rect, from: u16, height: u16) -> Rect {
    let from = from.min(area.height);
    Rect {
        y: area.y + from,
        height: height.min(area.height - from),
        ..area
    }
}

/// Returns up to `width` columns of an area, starting at column `from` of the area.
pub fn columns(area: Rect, from: u16, width: u16) -> Rect {
    let from = from.min(area.width);
    Rect {
        x: area.x + from,
        width: width.min(area.width - from),
        ..area
    }
}

/// Returns the areas of a screen that has only a header, a body and a footer. On a very short
/// screen, some areas are empty.
fn frame(size: (u16, u16)) -> Reading {
    let has = |least: u16| u16::from(size.1 >= least);
    framed(size, has(3), has(10), has(5))
}

/// Returns the areas of a screen with a header, a body, a footer, and the lines between them. The
/// other numbers are the heights of the header, of each line and of the footer.
fn framed(size: (u16, u16), header: u16, line: u16, footer: u16) -> Reading {
    let (screen, end) = (screen(size), size.1 - footer);
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

/// Returns the areas of the reading screen. If `contents` is true, they include the contents beside
/// the page. If there is no room, the contents cover the page if they are `focused`, and are hidden
/// otherwise.
pub fn reading(
    size: (u16, u16),
    contents: bool,
    focused: bool,
    side: Option<SideRequest>,
) -> Reading {
    let mut layout = frame(size);
    let body = layout.body;
    let is_pin = side.is_some_and(|side| side.pinned.is_some());
    let beside = side.is_some_and(|side| size.0 >= side.from);
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
        layout.put_side_beside(!is_pin);
    } else if let Some(side) = side {
        layout.put_side_below(side);
    }
    if focused && layout.contents.is_none() {
        layout.contents = Some(if beside { layout.page } else { body });
    }
    layout
}

/// Returns the areas of the reading screen in linear mode: a line with the name of the pane, the
/// page, and a status line.
pub fn linear_reading(size: (u16, u16)) -> Reading {
    Reading {
        bare: true,
        ..framed(size, u16::from(size.1 >= 3), 0, u16::from(size.1 >= 2))
    }
}

impl Reading {
    /// Puts the side pane to the right of the page. The side pane gets half of the page's width, or
    /// about a quarter of the screen if `narrow`.
    fn put_side_beside(&mut self, narrow: bool) {
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

    /// Puts a pinned section under the page. It has room for its lines and the caption, but gets at
    /// most two fifths of the page. A list, and a pinned section on a page that is too short for
    /// both, covers the page while it has the focus, and is hidden otherwise.
    fn put_side_below(&mut self, side: SideRequest) {
        let page = self.page;
        let Some(lines_of_pin) = side.pinned.filter(|_| page.height >= PIN_BELOW) else {
            self.side = side.focused.then_some(page);
            return;
        };
        let wanted = clamped(lines_of_pin).saturating_add(1);
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

    /// Returns the area of the side pane below its caption.
    pub fn side_text(&self) -> Rect {
        let area = self.side.unwrap_or_default();
        lines(area, u16::from(!self.bare), u16::MAX)
    }

    /// Returns the area of a comparison below its captions.
    pub fn compared(&self) -> Rect {
        let heads = if self.body.height < 12 { 2 } else { 3 };
        lines(self.body, if self.bare { 0 } else { heads }, u16::MAX)
    }
}

/// Returns the areas of the search screen. In linear mode and on the home screen there is no
/// preview.
pub fn searching(size: (u16, u16), is_linear: bool, is_home: bool) -> Searching {
    let frame = if is_linear {
        linear_reading(size)
    } else {
        frame(size)
    };
    let body = frame.body;
    let mut layout = Searching {
        input: frame.header,
        above: frame.above,
        results: body,
        below: frame.below,
        footer: frame.footer,
        ..Searching::default()
    };
    if is_linear {
        let input = u16::from(body.height > 1);
        layout.input = lines(body, 0, input);
        layout.results = lines(body, input, u16::MAX);
    }
    if is_linear || is_home {
        return layout;
    }
    if size.0 >= PREVIEW_BESIDE {
        let width = (body.width * 9 / 20).min(64);
        layout.preview_beside = true;
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

/// Returns the area of a popup with up to `height` lines, opened from the lines `first` to `last`
/// of a pane. The popup is as wide as the pane, but may be higher. It is below these lines, or above
/// them if it does not fit below and there is more room above. On a short screen, it covers
/// everything but the footer.
pub fn popup(size: (u16, u16), pane: Rect, (first, last): (u16, u16), height: u16) -> Rect {
    let Reading { body, footer, .. } = frame(size);
    if size.1 < POPUP_FROM {
        return lines(screen(size), 0, size.1 - footer.height);
    }
    let top = pane.y.saturating_sub(body.y);
    let line = |line: u16| top + line.min(pane.height.saturating_sub(1));
    let (above, next) = (line(first), line(last) + 1);
    let below = body.height.saturating_sub(next);
    let inset = 2.min(pane.width / 4);
    let width = pane.width.saturating_sub(inset + 1);
    let column = columns(pane, inset, width.min(MEASURE));
    let column = Rect {
        y: body.y,
        height: body.height,
        ..column
    };
    if below >= height || below >= above {
        lines(column, next, height)
    } else {
        let height = height.min(above);
        lines(column, above - height, height)
    }
}
