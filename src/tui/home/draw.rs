//! Draws the home screen, and describes it in linear mode.

use ratatui::layout::Rect;

use super::entries::HomeEntry;
use super::pane::Home;
use super::rows::{HomeRow, Slot, WIDE_FROM, indents};
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::action::Action;
use crate::tui::draw::{Canvas, LinearScreen, position, text_line};
use crate::tui::environment::Environment;
use crate::tui::layout::columns;

/// The text in the empty search box.
pub const INVITATION: &str = "Type a rule or a question";

impl Home {
    /// Draws the home screen in an area below the search box.
    pub fn draw(&self, area: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let [indent, labels] = indents(area.width);
        let places = self.entries.iter().filter(|entry| !entry.group.is_inline());
        let names = places.map(|entry| wrap::columns(&entry.name)).max();
        let names = names.unwrap_or(0).min(area.width / 2);
        for (line, row) in area.rows().zip(self.rows(area, env)) {
            let is_label = !row.slots.is_empty();
            let head = if is_label { Role::Dim } else { Role::Heading };
            canvas
                .row_in(line, indent)
                .field(labels, |line| line.cut(&row.head, head))
                .skip(1)
                .cut(&row.text, row.role);
            for slot in &row.slots {
                self.draw_entry(slot, names, line, env, canvas);
            }
        }
    }

    fn draw_entry(
        &self,
        slot: &Slot,
        names: u16,
        line: Rect,
        env: &Environment<'_>,
        canvas: &mut Canvas<'_>,
    ) {
        let entry = &self.entries[slot.entry];
        let selected = slot.entry == self.cursor;
        let role = if selected { Role::Heading } else { Role::Text };
        if entry.group.is_inline() {
            let area = columns(line, slot.from, slot.width);
            canvas.mark_selected(area, selected).cut(&entry.name, role);
            return;
        }
        let area = columns(line, slot.from, line.width.saturating_sub(slot.from + 1));
        let key = env.shown_key(Action::Follow).filter(|_| selected);
        let key = key.unwrap_or_default();
        let mut row = canvas.mark_selected(area, selected);
        let room = row.room().saturating_sub(wrap::columns(&key) + 1);
        row.within(room, |row| {
            // A narrow screen has no room for paths.
            if line.width < WIDE_FROM {
                return row.cut(&entry.name, role);
            }
            row.field(names, |row| row.cut(&entry.name, role))
                .skip(3)
                .cut_path(&entry.path, Role::Dim)
        });
        row.x = row.end.saturating_sub(wrap::columns(&key));
        row.put(&key, Role::Dim);
    }

    /// Describes the home screen for linear mode.
    pub fn linear(&self, area: Rect, env: &Environment<'_>) -> LinearScreen<'_> {
        let rows = self.rows(area, env);
        let text = |HomeRow {
                        head, text, slots, ..
                    }: &HomeRow| match &slots[..] {
            [slot, ..] => describe(&self.entries[slot.entry]),
            [] if head.is_empty() => text.clone(),
            [] => format!("{head}: {text}"),
        };
        let symbols = env.styles.symbols;
        let lines = rows
            .iter()
            .map(|row| text_line(&text(row), Role::Text, symbols));
        let is_here = |row: &HomeRow| row.slots.iter().any(|slot| slot.entry == self.cursor);
        let cursor = rows.iter().position(is_here);
        let visible = self.visible(area, env);
        let at = visible.iter().position(|entry| *entry == self.cursor);
        let at = position(at.unwrap_or(0), visible.len());
        LinearScreen {
            name: "Home".to_owned(),
            lines: lines.collect(),
            cursor: cursor.filter(|_| env.on_row).map(|row| (row, 0)),
            selected: match self.selected() {
                Some(entry) => format!("row {at}: {}", describe(entry)),
                None => INVITATION.to_owned(),
            },
            ..LinearScreen::default()
        }
    }
}

fn describe(
    HomeEntry {
        group, name, path, ..
    }: &HomeEntry,
) -> String {
    let gap = if path.is_empty() { "" } else { ", " };
    format!("{}: {name}{gap}{path}", group.label())
}
