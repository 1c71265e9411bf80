//! Where everything goes: pure functions of the size and of what is open. Drawing and the mouse ask the same ones.

use ratatui::layout::Rect;

pub mod linear;

/// The contents fold away below this width.
pub const CONTENTS_FROM: u16 = 90;

/// From this width on there is room for contents, page and side pane.
pub const SIDE_FROM: u16 = 140;

/// A pinned section stands beside the page from this width on, the contents folded away; below it under the page: two
/// columns of fewer than fifty letters would break every line.
const PIN_BESIDE: u16 = 100;

/// A pinned section stands under the page where the screen has so many lines for both, so that a paragraph of each can be
/// read. On a lower one it is a key away.
const PIN_BELOW: u16 = 16;

/// What is wanted in the side pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideWanted {
    /// Nothing.
    #[default]
    Nothing,
    /// What links here: only where there is room for it.
    Links,
    /// A pinned section of so many lines; where there is no room it takes the place of the page while it has the keys.
    Pin {
        /// Its lines.
        lines: usize,
        /// Whether it has the keys.
        focused: bool,
    },
}

/// The preview stands beside the results from this width on, below them otherwise.
const PREVIEW_BESIDE: u16 = 96;

/// The places of the reading screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Path, source, date.
    pub header: Rect,
    /// The line under the header; nothing on a low screen.
    pub above: Rect,
    /// The contents, where they are shown.
    pub contents: Option<Rect>,
    /// The line between contents and page.
    pub divider: Option<Rect>,
    /// The page.
    pub page: Rect,
    /// The side pane, where it is shown; its first line says what it is.
    pub side: Option<Rect>,
    /// The line between page and side pane, where they stand side by side.
    pub side_divider: Option<Rect>,
    /// Everything between header and footer.
    pub body: Rect,
    /// The line above the footer; nothing on a low screen.
    pub below: Rect,
    /// Keys.
    pub footer: Rect,
    /// Whether the side pane and a comparison have no lines of their own that say what they are.
    pub bare: bool,
}

/// The reading screen; `contents` asks for the contents pane.
#[must_use]
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
        layout.contents = Some(Rect { width, ..body });
        layout.divider = Some(Rect {
            x: body.x + width,
            width: 1,
            ..body
        });
        layout.page = Rect {
            x: body.x + width + 1,
            width: body.width - width - 1,
            ..body
        };
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
    /// The side pane at the right of the page: a pinned section gets half of the room.
    fn beside(&mut self, narrow: bool) {
        let page = self.page;
        let width = if narrow {
            (self.body.width / 4).clamp(34, 48)
        } else {
            (page.width - 1) / 2
        };
        let x = page.right() - width;
        self.page.width = page.width - width - 1;
        self.side_divider = Some(Rect {
            x: x - 1,
            width: 1,
            ..page
        });
        self.side = Some(Rect { x, width, ..page });
    }

    /// The side pane under the page, no higher than it needs and never more than two fifths; without room for that it takes
    /// the place of the page while it has the keys.
    fn under(&mut self, lines: usize, focused: bool) {
        let page = self.page;
        if page.height < PIN_BELOW {
            self.side = focused.then_some(page);
            return;
        }
        let wanted = u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(1);
        let height = wanted.clamp(3, page.height * 2 / 5);
        self.page.height = page.height - height;
        self.side = Some(Rect {
            y: page.bottom() - height,
            height,
            ..page
        });
    }

    /// Whether the side pane has taken the place of the page.
    #[must_use]
    pub fn side_covers_page(&self) -> bool {
        self.side == Some(self.page)
    }

    /// Whether the contents lie over the page.
    #[must_use]
    pub fn contents_cover_page(&self) -> bool {
        self.contents.is_some() && self.divider.is_none()
    }

    /// The lines of the side pane below the one that says what it is.
    #[must_use]
    pub fn side_text(&self) -> Rect {
        self.side.map_or(Rect::default(), |area| {
            below_first(area, u16::from(!self.bare))
        })
    }

    /// The lines of a comparison below those that say what is compared.
    #[must_use]
    pub fn compared(&self) -> Rect {
        let heads = if self.body.height < 12 { 2 } else { 3 };
        below_first(self.body, if self.bare { 0 } else { heads })
    }
}

/// An area without its first lines.
fn below_first(area: Rect, lines: u16) -> Rect {
    let lines = lines.min(area.height);
    Rect {
        y: area.y + lines,
        height: area.height - lines,
        ..area
    }
}

/// The places of the search screen.
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
    /// Whether the divider stands upright.
    pub upright: bool,
    /// The best answer; empty on a low narrow screen.
    pub preview: Rect,
    /// The line above the footer.
    pub below: Rect,
    /// Keys.
    pub footer: Rect,
}

/// The search screen.
#[must_use]
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
        layout.results = Rect { width, ..body };
        layout.divider = Rect {
            x: body.x + width,
            width: 1,
            ..body
        };
        layout.preview = Rect {
            x: body.x + width + 1,
            width: body.width - width - 1,
            ..body
        };
    } else if body.height >= 9 {
        let height = body.height / 2;
        layout.results = Rect { height, ..body };
        layout.divider = Rect {
            y: body.y + height,
            height: 1,
            ..body
        };
        layout.preview = Rect {
            y: body.y + height + 1,
            height: body.height - height - 1,
            ..body
        };
    }
    layout
}

/// On a screen lower than this a popup may cover header and footer too.
const LOW: u16 = 16;

/// The place of a popup of `height` lines that belongs to some lines of the page: below them, or above where there is
/// more room, never over them. `step` is how many popups lie under it.
#[must_use]
pub fn popup(size: (u16, u16), page: Rect, lines: (u16, u16), height: u16, step: u16) -> Rect {
    let area = if size.1 < LOW {
        Rect {
            y: 0,
            height: size.1,
            ..page
        }
    } else {
        page
    };
    let line = |line: u16| {
        page.y
            .saturating_add(line)
            .clamp(area.y, area.bottom().saturating_sub(1))
            - area.y
    };
    let (first, last) = (line(lines.0), line(lines.1));
    let (above, below) = (first, area.height.saturating_sub(last + 1));
    let inset = (2 + step.min(6) * 2).min(page.width / 4);
    let (x, width) = (
        page.x + inset,
        page.width
            .saturating_sub(inset + 1)
            .min(crate::render::MEASURE),
    );
    if below >= height || below >= above {
        Rect {
            x,
            y: area.y + last + 1,
            width,
            height: height.min(below),
        }
    } else {
        let height = height.min(above);
        Rect {
            x,
            y: area.y + first - height,
            width,
            height,
        }
    }
}

/// Columns of text in a popup of [`popup`].
#[must_use]
pub fn popup_width(size: (u16, u16), page: Rect, step: u16) -> u16 {
    popup(size, page, (0, 0), 1, step)
        .width
        .saturating_sub(2)
        .max(1)
}

struct Frame {
    header: Rect,
    above: Rect,
    body: Rect,
    below: Rect,
    footer: Rect,
}

/// Header, body and footer; what a low screen has no room for has no height.
fn frame((width, height): (u16, u16)) -> Frame {
    let header = u16::from(height >= 3);
    let footer = u16::from(height >= 5);
    let line = u16::from(height >= 10);
    let body = height - header - footer - 2 * line;
    let row = |y, height| Rect {
        x: 0,
        y,
        width,
        height,
    };
    Frame {
        header: row(0, header),
        above: row(header, line),
        body: row(header + line, body),
        below: row(header + line + body, line),
        footer: row(height - footer, footer),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    /// A popup of the link on line 12 of a page of 20 lines: 7 lines are below it, 12 above.
    #[rstest]
    #[case::it_fits_below(7, 15, 7)]
    #[case::it_fits_only_above(8, 6, 8)]
    #[case::it_fits_nowhere(19, 2, 12)]
    fn a_popup_lies_below_its_link_where_it_fits_else_where_there_is_more_room(
        #[case] wanted: u16,
        #[case] top: u16,
        #[case] height: u16,
    ) {
        let page = Rect {
            x: 0,
            y: 2,
            width: 80,
            height: 20,
        };
        let popup = popup((80, 24), page, (12, 12), wanted, 0);
        assert_eq!((popup.y, popup.height), (top, height));
    }

    fn inside(rect: Rect, (width, height): (u16, u16)) -> bool {
        rect.is_empty() || (rect.right() <= width && rect.bottom() <= height)
    }

    proptest! {
        #[test]
        fn nothing_leaves_the_screen(width in 1_u16..300, height in 1_u16..120, contents: bool, side in 0_u8..4, lines in 0_usize..60, line in 0_u16..130, wanted in 1_u16..60) {
            let size = (width, height);
            let side = match side {
                0 => SideWanted::Nothing,
                1 => SideWanted::Links,
                other => SideWanted::Pin { lines, focused: other == 2 },
            };
            let reading = reading(size, contents, side);
            let parts = [reading.header, reading.above, reading.page, reading.below, reading.footer];
            let panes = [reading.contents, reading.divider, reading.side, reading.side_divider].into_iter().flatten();
            if let Some(side) = reading.side {
                prop_assert!(reading.side_covers_page() || !side.intersects(reading.page));
            }
            prop_assert!(parts.into_iter().chain(panes).all(|rect| inside(rect, size)));
            prop_assert!(reading.page.height > 0 && reading.page.width > 0);
            let searching = searching(size);
            let parts = [searching.input, searching.results, searching.divider, searching.preview, searching.footer];
            prop_assert!(parts.into_iter().all(|rect| inside(rect, size)));
            prop_assert!(inside(popup(size, reading.page, (line, line + 1), wanted, 3), size));
        }

        #[test]
        fn a_popup_never_covers_its_lines(first in 0_u16..30, more in 0_u16..3, height in 1_u16..40, rows in 12_u16..50) {
            let page = Rect { x: 5, y: 2, width: 70, height: rows - 4 };
            let last = (first + more).min(page.height - 1);
            let first = first.min(last);
            let popup = popup((80, rows), page, (first, last), height, 0);
            for row in page.y + first..=page.y + last {
                prop_assert!(row < popup.y || row >= popup.bottom());
            }
        }
    }
}
