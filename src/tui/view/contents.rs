//! The contents pane.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{clear, put, put_cut, put_row};
use crate::rules::SectionRef;
use crate::theme::Role;
use crate::tui::app::App;
use crate::tui::contents::Row;

pub(in crate::tui) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    clear(area, &app.styles, buffer);
    let contents = &app.contents;
    for (line, (index, row)) in area
        .rows()
        .zip(contents.rows.iter().enumerate().skip(contents.scroll))
    {
        match row {
            Row::Game(game) => {
                let name = app.library.book.game(*game).name.to_uppercase();
                put_row(app, line, 1, &name, Role::Dim, buffer);
            }
            Row::Section {
                section,
                depth,
                open,
            } => {
                let chosen = index == contents.cursor;
                self::section(app, line, (*section, *depth, *open), chosen, buffer);
            }
        }
    }
}

fn section(
    app: &App,
    line: Rect,
    (section, depth, open): (SectionRef, u16, Option<bool>),
    chosen: bool,
    buffer: &mut Buffer,
) {
    let styles = &app.styles;
    let symbols = styles.symbols();
    let book = &app.library.book;
    let (title, cost, id) = if depth == 0 {
        // Of a document all is known that is shown of it, while its sections may still be stored.
        let document = book.document_of(section);
        (document.title.clone(), None, &document.id)
    } else {
        let this = book.section(section);
        (this.full_title(), this.kind.cost(), &this.id)
    };
    let fold = match open {
        Some(true) => symbols.open,
        Some(false) => symbols.folded,
        None => "  ",
    };
    let style = if depth == 0 || chosen {
        styles.role(Role::Heading)
    } else {
        styles.role(Role::Text)
    };
    let right = line.right().saturating_sub(1);
    let mut x = line.x + 1 + (depth * 2).min(line.width / 3);
    x += put(
        buffer,
        x,
        line.y,
        right.saturating_sub(x),
        fold,
        styles.role(Role::Dim),
    );
    x += put_cut(
        buffer,
        x,
        line.y,
        right.saturating_sub(x),
        &title,
        style,
        symbols,
    );
    if let Some(cost) = cost {
        x += put(
            buffer,
            x,
            line.y,
            right.saturating_sub(x),
            &format!("  {cost}"),
            styles.role(Role::Chip),
        );
    }
    if app.marks.state.bookmark(id).is_some() {
        // Where a title takes all the room, the mark stands at its end.
        put(
            buffer,
            (x + 1).min(right.saturating_sub(1)),
            line.y,
            1,
            symbols.bookmark,
            styles.role(Role::Link),
        );
    }
    if chosen {
        // Keys go here or not: the whole row, or a bar at its edge.
        if app.contents.focused {
            buffer.set_style(line, Style::new().add_modifier(Modifier::REVERSED));
        } else {
            put(
                buffer,
                line.x,
                line.y,
                1,
                symbols.chosen,
                styles.role(Role::Link),
            );
        }
    }
}
