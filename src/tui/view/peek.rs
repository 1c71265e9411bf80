//! A peek: the target of a link over the page, never over the line that is being read.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::page::letters;
use super::{boxed, put_cut, put_line};
use crate::theme::Role;
use crate::tui::app::App;
use crate::tui::overlay::Overlay;
use crate::tui::popup::{Peek, TAB_GAP, first_tab};
use crate::tui::update::Pane;

pub(super) fn draw(app: &App, peek: &Peek, index: usize, buffer: &mut Buffer) {
    let top = index + 1 == app.overlays.len();
    let depth = app.overlays[..index]
        .iter()
        .filter(|overlay| matches!(overlay, Overlay::Peek(_)))
        .count();
    let area = app.peek_area(depth);
    if area.is_empty() {
        return;
    }
    let hint = hint(
        peek,
        usize::from(area.height.saturating_sub(2)),
        app.styles.symbols().gap,
    );
    let inner = boxed(
        area,
        &breadcrumb(app, index),
        if top { &hint } else { "" },
        &app.styles,
        buffer,
    );
    let inner = tabs(app, peek, inner, buffer);
    let lines = peek
        .page
        .lines
        .iter()
        .skip(peek.scroll)
        .take(usize::from(inner.height));
    for (row, line) in (0..).zip(lines) {
        put_line(
            buffer,
            inner,
            row,
            line,
            &app.styles,
            peek.link.filter(|_| top),
        );
    }
    if top {
        letters(app, Pane::Over, inner, buffer);
    }
}

/// The definitions of a name that has several, side by side; gives what is left below them.
fn tabs(app: &App, peek: &Peek, inner: Rect, buffer: &mut Buffer) -> Rect {
    if !peek.has_tabs() || inner.height < 2 {
        return inner;
    }
    let mut x = inner.x + 1;
    for (index, tab) in peek
        .tabs(&app.library)
        .iter()
        .enumerate()
        .skip(first_tab(peek.chosen))
    {
        let chosen = index == peek.chosen;
        let style = if chosen {
            app.styles.role(Role::Heading).patch(app.styles.selected())
        } else {
            app.styles.role(Role::Link)
        };
        let room = inner.right().saturating_sub(x);
        x += put_cut(buffer, x, inner.y, room, tab, style, app.styles.symbols())
            + u16::try_from(TAB_GAP).unwrap_or(2);
        if x >= inner.right() {
            break;
        }
    }
    Rect {
        y: inner.y + 1,
        height: inner.height - 1,
        ..inner
    }
}

/// `Breach › control range`: how one got here.
fn breadcrumb(app: &App, index: usize) -> String {
    let book = &app.library.book;
    let start = book.section(app.reader.focus).full_title();
    let peeks = app.overlays[..=index]
        .iter()
        .filter_map(|overlay| match overlay {
            Overlay::Peek(peek) => {
                if let Some(undefined) = &peek.undefined {
                    return Some(undefined.name.clone());
                }
                let this = book.section(peek.section());
                let parameter = peek.value.as_ref().filter(|_| this.parameter.is_some());
                Some(parameter.map_or_else(
                    || this.full_title(),
                    |value| format!("{} {value}", this.title),
                ))
            }
            _ => None,
        });
    std::iter::once(start)
        .chain(peeks)
        .collect::<Vec<_>>()
        .join(app.styles.symbols().path)
}

fn hint(peek: &Peek, height: usize, gap: &str) -> String {
    let mut parts = Vec::new();
    if peek.has_tabs() {
        parts.push(format!(
            "definition {} of {}",
            peek.chosen + 1,
            peek.targets.len()
        ));
    }
    let rest = peek.page.lines.len().saturating_sub(peek.scroll + height);
    if rest > 0 {
        parts.push(format!("{rest} more lines"));
    }
    parts.join(gap)
}
