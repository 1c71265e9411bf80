//! The contents on the screen, and in linear mode.

use ratatui::layout::Rect;

use super::rows::Row;
use super::state::Contents;
use crate::render::linear::facts;
use crate::rules::SectionRef;
use crate::theme::{Role, Symbols};
use crate::tui::draw::{Canvas, LinearScreen, position, text_line};
use crate::tui::environment::Environment;
use crate::tui::list::List;

impl Contents {
    /// Draws the pane.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        canvas.clear(env.area);
        let rows = self.rows.iter().enumerate().skip(self.list.scroll);
        for (line, (at, row)) in env.area.rows().zip(rows) {
            match row {
                Row::Game(game) => {
                    let name = env.library.book.game(*game).name.to_uppercase();
                    canvas.text(line, 1, &name, Role::Dim);
                }
                Row::Section {
                    section,
                    depth,
                    open,
                } => {
                    let selected = at == self.list.cursor;
                    draw_section(env, line, (*section, *depth, *open), selected, canvas);
                    if selected && self.focused {
                        canvas.select(line);
                    } else if selected {
                        let symbol = env.styles.symbols().chosen;
                        canvas.row(line).put(symbol, Role::Link);
                    }
                }
            }
        }
    }

    /// The pane in linear mode.
    #[must_use]
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let (book, symbols) = (&env.library.book, env.styles.symbols());
        let text = |row: &Row| match row {
            Row::Game(game) => book.game(*game).name.clone(),
            Row::Section {
                section,
                depth,
                open,
            } => {
                let this = book.section(*section);
                let indent = "  ".repeat(usize::from(*depth));
                let fold = fold_symbol(*open, "", symbols);
                let bookmark = env.state.bookmark(&this.id).map(|_| symbols.bookmark);
                let title = std::iter::once(this.full_title()).chain(facts(this));
                let title = title.collect::<Vec<_>>().join(", ");
                let bookmark = bookmark.unwrap_or_default();
                format!("{indent}{title}{fold}{bookmark}")
            }
        };
        let List { cursor, scroll } = self.list;
        let visible = self
            .rows
            .iter()
            .skip(scroll)
            .take(usize::from(env.area.height));
        let selected = self.rows.get(cursor).map_or_else(String::new, text);
        let at = position(cursor, self.rows.len());
        LinearScreen {
            name: "Contents".to_owned(),
            lines: visible
                .map(|row| text_line(&text(row), Role::Text, symbols))
                .collect(),
            cursor: Some((cursor.saturating_sub(scroll), 0)),
            selected: format!("row {at}: {}", selected.trim_start()),
            ..LinearScreen::default()
        }
    }
}

fn draw_section(
    env: &Environment<'_>,
    line: Rect,
    (section, depth, open): (SectionRef, u16, Option<bool>),
    selected: bool,
    canvas: &mut Canvas<'_>,
) {
    let this = env.library.book.section(section);
    let symbols = env.styles.symbols();
    let role = if depth == 0 || selected {
        Role::Heading
    } else {
        Role::Text
    };
    let mut row = canvas.row_in(line, 1 + (depth * 2).min(line.width / 3));
    row.put(fold_symbol(open, "  ", symbols), Role::Dim)
        .cut(&this.full_title(), role);
    if let Some(cost) = this.kind.cost() {
        row.put(&format!("  {cost}"), Role::Chip);
    }
    if env.state.bookmark(&this.id).is_some() {
        // The mark is at the end of a title that takes all the room.
        row.x = (row.x + 1).min(row.end.saturating_sub(1));
        row.put(symbols.bookmark, Role::Link);
    }
}

fn fold_symbol(open: Option<bool>, none: &'static str, symbols: &Symbols) -> &'static str {
    match open {
        Some(true) => symbols.open,
        Some(false) => symbols.folded,
        None => none,
    }
}
