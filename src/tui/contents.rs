//! The contents pane: games, folders, documents and sections as rows that fold.

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::Context;
use super::layout::ScreenAreas;
use super::list::{List, scrolled, steps};
use super::pane::Pane;
use crate::render::heading::facts;
use crate::rules::{Rulebook, SectionRef};
use crate::source::last_part;
use crate::theme::{Role, Symbols};
use rows::{ContentsItem, ContentsRow, OpenRows, nearest_with_row};

mod rows;
#[cfg(test)]
mod tests;

/// The contents pane, and which of its folders and sections are unfolded.
#[derive(Debug, Default)]
pub struct Contents {
    /// Whether the pane is shown.
    pub shown: bool,
    /// Whether the pane has the focus.
    pub focused: bool,
    /// The rows, without those inside folded rows.
    pub list: List<ContentsRow>,
    open: OpenRows,
    /// The section being read when the cursor last followed the reader; `None` while the pane is
    /// hidden or has the focus.
    followed: Option<SectionRef>,
}

impl Contents {
    /// Unfolds the row of a section and the rows that contain it, folds other documents and
    /// folders, and moves the cursor to the row of the section. If the section has no row, does
    /// this for its nearest ancestor that has one.
    pub fn reveal(&mut self, book: &Rulebook, section: SectionRef) {
        let heading = nearest_with_row(book, section);
        self.open.reveal(book, heading);
        self.list.fill(rows::visible(book, &self.open));
        let item = ContentsItem::Section(heading);
        let row = self.list.rows.iter().position(|row| row.item == item);
        self.list.cursor = row.unwrap_or(0);
    }

    /// Reveals the section being read if the pane is shown, does not have the focus, and has not
    /// yet followed the reader to this section. Returns whether the section was revealed.
    pub fn follow_reader(&mut self, book: &Rulebook, section: SectionRef) -> bool {
        let followed = (self.shown && !self.focused).then_some(section);
        let before = std::mem::replace(&mut self.followed, followed);
        let is_new = followed.is_some() && before != followed;
        if is_new {
            self.reveal(book, section);
        }
        is_new
    }

    /// Opens the section on the selected row, or folds or unfolds the selected folder.
    fn follow_row(&mut self, book: &Rulebook) -> Option<Effect> {
        if let ContentsItem::Section(section) = self.list.selected()?.item {
            return Some(Effect::Open(section));
        }
        self.toggle(book);
        None
    }

    /// If the selected row is not among the `height` visible lines, scrolls to it and shows some
    /// rows around it.
    pub fn scroll_to_cursor(&mut self, height: usize) {
        let height = height.max(1);
        let last = self.list.rows.len().saturating_sub(height);
        self.list.scroll = scrolled(self.list.scroll, self.list.cursor, height).min(last);
    }

    /// Unfolds the selected row. If the row is already unfolded, moves to the first row inside it.
    fn expand(&mut self, book: &Rulebook) {
        match self.list.selected().and_then(|row| row.open) {
            Some(true) => self.list.move_by(1),
            Some(false) => self.toggle(book),
            None => {}
        }
    }

    /// Folds the selected row. If the row is not unfolded, moves to the row that contains it.
    fn collapse(&mut self, book: &Rulebook) {
        if let Some(row) = self.list.selected()
            && row.open != Some(true)
        {
            let parent = self.list.rows[..self.list.cursor]
                .iter()
                .rposition(|outer| outer.depth < row.depth);
            self.list.cursor = parent.unwrap_or(self.list.cursor);
        } else {
            self.toggle(book);
        }
    }

    fn toggle(&mut self, book: &Rulebook) {
        if let Some(row) = self.list.selected() {
            self.open.toggle(row.item.clone());
            self.list.fill(rows::visible(book, &self.open));
        }
    }
}

impl Pane for Contents {
    fn context(&self) -> Context {
        Context::Contents
    }

    fn area(&self, screen: &ScreenAreas) -> Rect {
        screen.reading.contents.unwrap_or_default()
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        let book = &env.library.book;
        if let Some(rows) = steps(action, usize::from(env.area.height)) {
            self.list.move_by(rows);
        }
        let mut effect = None;
        match action {
            Action::Expand => self.expand(book),
            Action::Collapse => self.collapse(book),
            Action::Follow => effect = self.follow_row(book),
            _ => {}
        }
        self.scroll_to_cursor(usize::from(env.area.height));
        effect
    }

    /// Opens the section on the clicked row, or folds or unfolds the clicked folder.
    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        self.list.cursor = self.list.entry_at(env.area, at)?;
        self.follow_row(&env.library.book)
    }

    /// Replaces the unfolded sections.
    fn reload(&mut self, to_new: &dyn Fn(SectionRef) -> Option<SectionRef>) -> Option<()> {
        self.open.map(to_new);
        Some(())
    }

    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        canvas.clear(env.area);
        for (line, row, selected) in self.list.visible(env.area) {
            draw_row(env, line, row, selected, canvas);
            canvas.bar(line, selected, Role::Dim);
            canvas.select(line, selected && self.focused);
        }
        None
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let (book, symbols) = (&env.library.book, env.styles.symbols);
        let text = |row: &ContentsRow| {
            let text = match &row.item {
                ContentsItem::Game(game) => book.game(*game).name.clone(),
                ContentsItem::Folder(path) => last_part(path).to_owned(),
                ContentsItem::Section(section) => {
                    let this = book.section(*section);
                    this.full_title() + &facts(book, this)
                }
            };
            let bookmark = bookmark_symbol(row, env).unwrap_or_default();
            let indent = "  ".repeat(row.depth.into());
            let fold = fold_symbol(row.open, symbols).unwrap_or_default();
            format!("{indent}{text}{fold}{bookmark}")
        };
        LinearScreen {
            name: "Contents".to_owned(),
            ..self
                .list
                .linear(env.area.height, "row", |row| (text(row), Role::Text))
        }
    }
}

fn draw_row(
    env: &Environment<'_>,
    line: Rect,
    row: &ContentsRow,
    selected: bool,
    canvas: &mut Canvas<'_>,
) {
    let book = &env.library.book;
    let mut shown = canvas.row_in(line, 1 + (row.depth * 2).min(line.width / 3));
    let fold = fold_symbol(row.open, env.styles.symbols);
    match &row.item {
        ContentsItem::Game(game) => {
            shown.cut(&book.game(*game).name.to_uppercase(), Role::Dim);
        }
        ContentsItem::Folder(path) => {
            let fold = fold.unwrap_or_default();
            shown.put(fold, Role::Dim).cut(last_part(path), Role::Text);
        }
        ContentsItem::Section(section) => {
            let this = book.section(*section);
            let is_strong = this.parent.is_none() || selected;
            let role = if is_strong { Role::Heading } else { Role::Text };
            shown
                .put(fold.unwrap_or("  "), Role::Dim)
                .cut(&this.full_title(), role);
            if let Some(cost) = this.cost {
                shown.put(&format!("  {cost}"), Role::Chip);
            }
        }
    }
    if let Some(bookmark) = bookmark_symbol(row, env) {
        // If the title fills the row, the mark replaces the last column of the title.
        shown.x = (shown.x + 1).min(shown.end.saturating_sub(1));
        shown.put(bookmark, Role::Heading);
    }
}

/// Returns the mark of a section that has a bookmark.
fn bookmark_symbol(row: &ContentsRow, env: &Environment<'_>) -> Option<&'static str> {
    let ContentsItem::Section(section) = row.item else {
        return None;
    };
    let known = env.state.bookmark(&env.library.book.section(section).id);
    known.map(|_| env.styles.symbols.bookmark)
}

fn fold_symbol(open: Option<bool>, symbols: &Symbols) -> Option<&'static str> {
    open.map(|open| if open { symbols.open } else { symbols.folded })
}
