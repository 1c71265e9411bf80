//! A peek: the target of a link over the page, never over the line that is being read.

use ratatui::buffer::Buffer;

use super::{boxed, put_line};
use crate::tui::app::App;
use crate::tui::layout;
use crate::tui::popup::{Overlay, Peek};

pub(super) fn draw(app: &App, peek: &Peek, index: usize, buffer: &mut Buffer) {
    let top = index + 1 == app.overlays.len();
    let before = app.overlays[..=index].iter().filter(|overlay| matches!(overlay, Overlay::Peek(_))).count() - 1;
    let page = app.reading().page;
    let step = u16::try_from(before).unwrap_or(0).min(6);
    let line = app.peeks().next().map_or(0, |first| first.line);
    let height = u16::try_from(peek.page.lines.len()).unwrap_or(u16::MAX).saturating_add(2);
    let area = layout::popup(page, line, height.clamp(5, page.height.max(5)), step);
    if area.is_empty() {
        return;
    }
    let hint = hint(peek, usize::from(area.height.saturating_sub(2)));
    let inner = boxed(area, &breadcrumb(app, index), if top { &hint } else { "" }, &app.styles, buffer);
    let lines = peek.page.lines.iter().skip(peek.scroll).take(usize::from(inner.height));
    for (row, line) in (0..).zip(lines) {
        put_line(buffer, inner, row, line, &app.styles, peek.link.filter(|_| top));
    }
}

/// `Breach › control range`: how one got here.
fn breadcrumb(app: &App, index: usize) -> String {
    let book = &app.library.book;
    let start = book.section(app.reader.focus).full_title();
    let peeks = app.overlays[..=index].iter().filter_map(|overlay| match overlay {
        Overlay::Peek(peek) => Some(book.section(peek.section()).title.clone()),
        _ => None,
    });
    std::iter::once(start).chain(peeks).collect::<Vec<_>>().join(" › ")
}

fn hint(peek: &Peek, height: usize) -> String {
    let mut parts = Vec::new();
    if peek.targets.len() > 1 {
        parts.push(format!("definition {} of {}", peek.chosen + 1, peek.targets.len()));
    }
    let rest = peek.page.lines.len().saturating_sub(peek.scroll + height);
    if rest > 0 {
        parts.push(format!("{rest} more lines"));
    }
    parts.join(" · ")
}
