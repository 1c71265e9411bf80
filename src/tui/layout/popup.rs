//! The area of a popup.

use ratatui::layout::Rect;

use super::frame::{columns, lines};

/// On a lower screen a popup may cover header and footer too.
const LOW: u16 = 16;

/// The area of a popup of `height` lines that belongs to some lines of the page: below them, or above if there is more
/// room, never over them. `step` is the number of popups under it.
pub fn popup(
    size: (u16, u16),
    page: Rect,
    (first, last): (u16, u16),
    height: u16,
    step: u16,
) -> Rect {
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
        let line = page.y.saturating_add(line) - area.y;
        line.min(area.height.saturating_sub(1))
    };
    let (above, next) = (line(first), line(last) + 1);
    let below = area.height.saturating_sub(next);
    let inset = (2 + step.min(6) * 2).min(page.width / 4);
    let width = page.width.saturating_sub(inset + 1);
    let column = columns(area, inset, width.min(crate::render::MEASURE));
    if below >= height || below >= above {
        lines(column, next, height)
    } else {
        let height = height.min(above);
        lines(column, above - height, height)
    }
}

/// The columns of text in a [`popup`].
pub fn popup_width(size: (u16, u16), page: Rect, step: u16) -> u16 {
    popup(size, page, (0, 0), 1, step)
        .width
        .saturating_sub(2)
        .max(1)
}
