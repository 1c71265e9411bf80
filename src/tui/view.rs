//! The drawing of panes that is not beside their state yet.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::app::App;
use crate::render::{Line, wrap};
use crate::theme::{Role, Styles, Symbols};

pub(super) mod contents;
pub(super) mod finder;
pub(super) mod greeting;
pub(super) mod help;
pub(super) mod linear;
pub(super) mod list;
pub(super) mod numbers;
pub(super) mod prompt;
mod typed;

/// A line across, with a joint where the divider meets it.
fn rule(area: Rect, styles: &Styles, divider: Option<Rect>, joint: char, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let style = styles.role(Role::Border);
    put(
        buffer,
        area.x,
        area.y,
        area.width,
        &styles.symbols().across.repeat(usize::from(area.width)),
        style,
    );
    if let Some(divider) = divider {
        put(
            buffer,
            divider.x,
            area.y,
            1,
            joint.encode_utf8(&mut [0; 4]),
            style,
        );
    }
}

/// Puts text into at most `room` columns and gives the columns it took.
fn put(buffer: &mut Buffer, x: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
    if room == 0 {
        return 0;
    }
    if text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return put_ascii(buffer, x, y, room, text, style);
    }
    let (end, _) = buffer.set_stringn(x, y, text, usize::from(room), style);
    end - x
}

/// The same of text that takes a column a byte, as most does: nothing has to be measured.
fn put_ascii(buffer: &mut Buffer, x: u16, y: u16, room: u16, text: &str, style: Style) -> u16 {
    let room = usize::from(room.min(buffer.area.right().saturating_sub(x)));
    let Some(text) = text
        .get(..text.len().min(room))
        .filter(|text| !text.is_empty())
    else {
        return 0;
    };
    let start = buffer.index_of(x, y);
    for (cell, letter) in buffer.content[start..].iter_mut().zip(text.chars()) {
        cell.set_char(letter).set_style(style);
    }
    u16::try_from(text.len()).unwrap_or(u16::MAX)
}

/// Puts text that may be too long: cut at the end, with an ellipsis where it is.
fn put_cut(
    buffer: &mut Buffer,
    x: u16,
    y: u16,
    room: u16,
    text: &str,
    style: Style,
    symbols: &Symbols,
) -> u16 {
    let text = symbols.text(text);
    if wrap::width(&text) <= usize::from(room) {
        return put(buffer, x, y, room, &text, style);
    }
    let ellipsis = u16::try_from(wrap::width(symbols.ellipsis)).unwrap_or(0);
    let used = put(buffer, x, y, room.saturating_sub(ellipsis), &text, style);
    used + put(buffer, x + used, y, room - used, symbols.ellipsis, style)
}

/// Puts a text of one role on a line, some columns in and up to one from its end.
fn put_row(app: &App, line: Rect, indent: u16, text: &str, role: Role, buffer: &mut Buffer) {
    let room = line.width.saturating_sub(indent + 1);
    put_cut(
        buffer,
        line.x + indent,
        line.y,
        room,
        text,
        app.styles.role(role),
        app.styles.symbols(),
    );
}

/// Puts a path that may be too long: cut at the beginning, since its end says what is meant.
fn put_cut_left(
    buffer: &mut Buffer,
    x: u16,
    y: u16,
    room: u16,
    path: &str,
    style: Style,
    symbols: &Symbols,
) -> u16 {
    let lead = format!("{}{}", symbols.ellipsis, symbols.path);
    let mut rest = path;
    while wrap::width(rest)
        > usize::from(room)
            .saturating_sub(usize::from(rest.len() < path.len()) * wrap::width(&lead))
    {
        match rest.split_once(symbols.path) {
            Some((_, inner)) => rest = inner,
            None => break,
        }
    }
    let used = if rest.len() < path.len() {
        put(buffer, x, y, room, &lead, style)
    } else {
        0
    };
    used + put_cut(buffer, x + used, y, room - used, rest, style, symbols)
}

/// Puts a laid-out line; `selected` is the link to be shown as chosen.
fn put_line(
    buffer: &mut Buffer,
    area: Rect,
    row: u16,
    line: &Line,
    styles: &Styles,
    selected: Option<usize>,
) {
    let mut x = area.x;
    for piece in &line.pieces {
        let mut style = styles.of(piece.face);
        if piece.link.is_some() && piece.link == selected {
            style = style.patch(styles.selected());
        }
        x += put(
            buffer,
            x,
            area.y + row,
            area.right().saturating_sub(x),
            &piece.text,
            style,
        );
    }
}

/// Blanks an area, for what lies over something else.
fn clear(area: Rect, styles: &Styles, buffer: &mut Buffer) {
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            buffer[(x, y)].reset();
        }
    }
    buffer.set_style(area, styles.base);
}

/// A box with a title above and a hint below; gives what is inside.
fn boxed(area: Rect, title: &str, hint: &str, styles: &Styles, buffer: &mut Buffer) -> Rect {
    clear(area, styles, buffer);
    if area.width < 4 || area.height < 3 {
        return area;
    }
    let (style, symbols) = (styles.role(Role::Border), styles.symbols());
    let [top_left, top_right, bottom_left, bottom_right] = symbols.corners;
    let inner = usize::from(area.width - 2);
    let line = symbols.across.repeat(inner);
    let (left, right, top, bottom) = (area.x, area.right() - 1, area.y, area.bottom() - 1);
    put(
        buffer,
        left,
        top,
        area.width,
        &format!("{top_left}{line}{top_right}"),
        style,
    );
    put(
        buffer,
        left,
        bottom,
        area.width,
        &format!("{bottom_left}{line}{bottom_right}"),
        style,
    );
    for y in top + 1..bottom {
        put(buffer, left, y, 1, symbols.down, style);
        put(buffer, right, y, 1, symbols.down, style);
    }
    let room = area.width.saturating_sub(6);
    if room > 0 {
        let used = put_cut(
            buffer,
            left + 2,
            top,
            room,
            &format!(" {title}"),
            styles.role(Role::Heading),
            symbols,
        );
        put(buffer, left + 2 + used, top, 1, " ", style);
        if !hint.is_empty() && wrap::width(hint) + 2 <= usize::from(room) {
            put(
                buffer,
                left + 2,
                bottom,
                room,
                &format!(" {hint} "),
                styles.role(Role::Dim),
            );
        }
    }
    Rect {
        x: left + 1,
        y: top + 1,
        width: area.width - 2,
        height: area.height - 2,
    }
}
