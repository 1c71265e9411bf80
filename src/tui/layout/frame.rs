//! Header, body and footer of a screen, and parts of an area.

use ratatui::layout::Rect;

/// The parts that both screens have.
pub(super) struct Frame {
    pub header: Rect,
    pub above: Rect,
    pub body: Rect,
    pub below: Rect,
    pub footer: Rect,
}

/// Header, body and footer; on a low screen some have no height.
pub(super) fn frame(size: (u16, u16)) -> Frame {
    let (screen, height) = (screen(size), size.1);
    let header = u16::from(height >= 3);
    let footer = u16::from(height >= 5);
    let line = u16::from(height >= 10);
    let end = height - footer;
    Frame {
        header: lines(screen, 0, header),
        above: lines(screen, header, line),
        body: lines(screen, header + line, end - header - 2 * line),
        below: lines(screen, end - line, line),
        footer: lines(screen, end, footer),
    }
}

/// The whole screen.
pub fn screen((width, height): (u16, u16)) -> Rect {
    Rect {
        x: 0,
        y: 0,
        width,
        height,
    }
}

/// Some lines of an area from one on, as far as it has them.
pub fn lines(area: Rect, from: u16, height: u16) -> Rect {
    let from = from.min(area.height);
    Rect {
        y: area.y + from,
        height: height.min(area.height - from),
        ..area
    }
}

/// Some columns of an area from one on, as far as it has them.
pub fn columns(area: Rect, from: u16, width: u16) -> Rect {
    let from = from.min(area.width);
    Rect {
        x: area.x + from,
        width: width.min(area.width - from),
        ..area
    }
}
