//! Header, body and footer of a screen.

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
pub(super) fn frame((width, height): (u16, u16)) -> Frame {
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
