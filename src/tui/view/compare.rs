//! A comparison: what is compared, what the signs mean, and the visible lines.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::page::{letters, scrollbar};
use super::{clear, put, put_cut, put_line};
use crate::rules::SectionRef;
use crate::theme::{Change, Face, Role};
use crate::tui::app::App;
use crate::tui::compare::Compare;
use crate::tui::update::Pane;

pub(super) fn draw(app: &App, compare: &Compare, index: usize, buffer: &mut Buffer) {
    let places = app.reading();
    clear(places.body, &app.styles, buffer);
    if let Some(divider) = places.side_divider {
        mend(app, places.above, divider.x, buffer);
        mend(app, places.below, divider.x, buffer);
    }
    if let Some(divider) = places.divider {
        mend(app, places.above, divider.x, buffer);
        mend(app, places.below, divider.x, buffer);
    }
    let text = places.compared();
    if places.body.height > 2 {
        titles(
            app,
            compare,
            Rect {
                height: 1,
                ..places.body
            },
            buffer,
        );
        legend(
            app,
            compare,
            Rect {
                y: places.body.y + 1,
                height: 1,
                ..places.body
            },
            buffer,
        );
    }
    let top = index + 1 == app.overlays.len();
    let sheet = &compare.sheet;
    let lines = sheet
        .page
        .lines
        .iter()
        .skip(sheet.scroll)
        .take(usize::from(text.height));
    for (row, line) in (0..).zip(lines) {
        // Under a peek the link stays marked: it says what is peeked at.
        put_line(
            buffer,
            text,
            row,
            line,
            &app.styles,
            sheet.link.filter(|_| top || app.peeks().count() > 0),
        );
    }
    let current = compare
        .current
        .and_then(|at| compare.differences.get(at)?.checked_sub(sheet.scroll));
    if let Some(row) = current
        .and_then(|row| u16::try_from(row).ok())
        .filter(|row| *row < text.height)
    {
        let column = compare.split.map_or(0, |split| split + 1);
        let sign = Rect {
            x: text.x + u16::try_from(column).unwrap_or(0),
            y: text.y + row,
            width: 3,
            height: 1,
        };
        let sign = if compare.split.is_some() {
            Rect { width: 1, ..sign }
        } else {
            sign
        };
        buffer.set_style(
            sign.intersection(text),
            Style::new().add_modifier(Modifier::REVERSED),
        );
    }
    if top {
        letters(app, Pane::Over, text, buffer);
    }
    scrollbar(
        (sheet.scroll, sheet.page.lines.len()),
        text,
        &app.styles,
        buffer,
    );
}

/// The panes are covered: so are the joints of the lines between them.
fn mend(app: &App, across: Rect, x: u16, buffer: &mut Buffer) {
    if !across.is_empty() {
        put(
            buffer,
            x,
            across.y,
            1,
            app.styles.symbols().across,
            app.styles.role(Role::Border),
        );
    }
}

/// What the two texts are and which documents they come from, each over its side.
fn titles(app: &App, compare: &Compare, line: Rect, buffer: &mut Buffer) {
    let split = compare.split.map_or(line.width / 2, |split| {
        u16::try_from(split).unwrap_or(0) + 3
    });
    let margin = 2.min(line.width);
    let left = Rect {
        x: line.x + margin,
        width: split.saturating_sub(margin + 3),
        ..line
    };
    let right = Rect {
        x: line.x + split,
        width: line.width.saturating_sub(split + 1),
        ..line
    };
    title(app, compare.left, left, buffer);
    title(app, compare.right, right, buffer);
}

fn title(app: &App, section: SectionRef, area: Rect, buffer: &mut Buffer) {
    let (styles, symbols) = (&app.styles, app.styles.symbols());
    let book = &app.library.book;
    let name = book.section(section).full_title();
    let used = put_cut(
        buffer,
        area.x,
        area.y,
        area.width,
        &name,
        styles.role(Role::Heading),
        symbols,
    ) + 2;
    let document = &book.document_of(section).title;
    let room = area.width.saturating_sub(used);
    put_cut(
        buffer,
        area.x + used,
        area.y,
        room,
        document,
        styles.role(Role::Dim),
        symbols,
    );
}

/// How much differs; the words are set as what they count.
fn legend(app: &App, compare: &Compare, line: Rect, buffer: &mut Buffer) {
    let styles = &app.styles;
    let [same, changed, left, right] = compare.counts;
    let dim = Face::of(Role::Dim);
    let of = |change| Face {
        change: Some(change),
        ..Face::default()
    };
    // One under the other, there is no left and no right.
    let sides = if compare.split.is_some() {
        ["only at the left", "only at the right"]
    } else {
        ["only in the first", "only in the second"]
    };
    let words = [
        (same, "the same", dim, ""),
        (changed, "changed", of(Change::Changed), "~ "),
        (left, sides[0], of(Change::Only), "- "),
        (right, sides[1], of(Change::Only), "+ "),
    ];
    let mut x = line.x + 2.min(line.width);
    for (count, word, face, sign) in words.into_iter().filter(|(count, ..)| *count > 0) {
        let room = |x: u16| line.right().saturating_sub(x + 1);
        x += put(
            buffer,
            x,
            line.y,
            room(x),
            &format!("{sign}{count} "),
            styles.of(dim),
        );
        x += put_cut(
            buffer,
            x,
            line.y,
            room(x),
            word,
            styles.of(face),
            styles.symbols(),
        );
        x += put(buffer, x, line.y, room(x), "    ", styles.of(dim));
    }
}
