//! Drawing: the state, looked at. One pane a file; nothing here changes anything.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Style};

use super::app::App;
use super::draw::Canvas;
use super::overlay::Overlay;
use crate::render::{Line, wrap};
use crate::theme::{Role, Styles, Symbols, in_ascii};

mod compare;
mod contents;
mod finder;
mod footer;
mod greeting;
mod header;
mod help;
mod linear;
mod list;
mod numbers;
mod page;
mod peek;
mod prompt;
mod side;
mod typed;

/// Draws the whole screen.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    // A new frame's cells have the terminal's own colours: only others have to be set.
    if app.styles.base != Style::new().fg(Color::Reset).bg(Color::Reset) {
        frame.buffer_mut().set_style(area, app.styles.base);
    }
    // A terminal may report a new size before its event arrives; the next event fits the state to it.
    if (area.width, area.height) != app.size || area.is_empty() {
        return;
    }
    let buffer = frame.buffer_mut();
    let cursor = if app.is_linear() {
        linear::draw(app, buffer)
    } else {
        panes(app, buffer)
    };
    if app.styles.symbols().ascii {
        plain(buffer);
    }
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
}

/// Draws the panes and what lies over them; gives the cursor's place.
fn panes(app: &App, buffer: &mut Buffer) -> Option<Position> {
    let mut cursor = if app.finder.is_some() {
        finder::draw(app, buffer)
    } else {
        reading(app, buffer)
    };
    for (index, overlay) in app.overlays.iter().enumerate() {
        cursor = None;
        match overlay {
            Overlay::Peek(peek) => peek::draw(app, peek, index, buffer),
            Overlay::Compare(compare) => compare::draw(app, compare, index, buffer),
            Overlay::List(list) => list::draw(app, list, buffer),
            Overlay::Places(places) => {
                let styles = &app.styles;
                let env = app.environment(app.list_area());
                cursor = places.draw(&env, &mut Canvas { buffer, styles });
            }
            Overlay::Numbers(numbers) => cursor = numbers::draw(app, numbers, buffer),
            // It stands in the footer's place, so that it comes last.
            Overlay::Prompt(_) => {}
            Overlay::Help(help) => cursor = help::draw(app, help, buffer),
        }
    }
    if app.marks.greeting && app.overlays.is_empty() && app.finder.is_none() {
        greeting::draw(app, buffer);
    }
    footer::draw(app, buffer);
    if let Some(Overlay::Prompt(prompt)) = app.overlays.last() {
        cursor = prompt::draw(app, prompt, buffer);
    }
    cursor
}

/// Puts what is left of typography in ASCII: titles and names that were set as the rules have them.
fn plain(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        let mut letters = cell.symbol().chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && let Some(plain) = in_ascii(letter).and_then(|plain| plain.chars().next())
        {
            cell.set_char(plain);
        }
    }
}

fn reading(app: &App, buffer: &mut Buffer) -> Option<Position> {
    let places = app.reading();
    header::draw(app, places.header, buffer);
    let symbols = app.styles.symbols();
    rule(
        places.above,
        &app.styles,
        places.divider,
        symbols.joint_below,
        buffer,
    );
    rule(
        places.below,
        &app.styles,
        places.divider,
        symbols.joint_above,
        buffer,
    );
    if let Some(divider) = places.side_divider {
        joint(
            places.above,
            divider,
            symbols.joint_below,
            &app.styles,
            buffer,
        );
        joint(
            places.below,
            divider,
            symbols.joint_above,
            &app.styles,
            buffer,
        );
        upright(divider, &app.styles, buffer);
    }
    if !places.contents_cover_page() && !places.side_covers_page() {
        page::draw(app, places.page, buffer);
    }
    if let Some(area) = places.side {
        side::draw(app, area, buffer);
    }
    if let Some(area) = places.contents {
        contents::draw(app, area, buffer);
    }
    if let Some(area) = places.divider {
        upright(area, &app.styles, buffer);
    }
    None
}

/// A line down.
fn upright(area: Rect, styles: &Styles, buffer: &mut Buffer) {
    for y in area.top()..area.bottom() {
        put(
            buffer,
            area.x,
            y,
            1,
            styles.symbols().down,
            styles.role(Role::Border),
        );
    }
}

/// Where a line down meets a line across.
fn joint(across: Rect, down: Rect, joint: char, styles: &Styles, buffer: &mut Buffer) {
    if !across.is_empty() {
        put(
            buffer,
            down.x,
            across.y,
            1,
            joint.encode_utf8(&mut [0; 4]),
            styles.role(Role::Border),
        );
    }
}

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

/// The place of the footer, whichever screen is shown.
fn footer_area(app: &App) -> Rect {
    if app.finder.is_some() {
        app.searching().footer
    } else {
        app.reading().footer
    }
}
