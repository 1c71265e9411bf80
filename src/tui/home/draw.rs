//! Draws the home screen, and describes it in linear mode.

use ratatui::layout::Rect;

use super::entries::{HomeEntry, summary};
use super::layout::{HomeRow, Slot, WIDE_FROM, indents};
use super::pane::{Home, intro_key};
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::action::Action;
use crate::tui::draw::{Canvas, LinearScreen, position, text_line};
use crate::tui::environment::Environment;
use crate::tui::layout::columns;

/// The text in the empty search box.
pub const INVITATION: &str = "Type a rule or a question";

/// The message that replaces the summary of the loaded rules while the rules are being loaded.
const READING: &str = "Reading the rules. The next start loads them from the cache.";

impl Home {
    /// Draws the home screen in an area below the search box.
    pub fn draw(&self, area: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let [indent, labels] = indents(area.width);
        let names = self.name_columns(area.width);
        for (line, row) in area.rows().zip(self.rows(area, env)) {
            let (head, text, role) = match row {
                HomeRow::Blank => continue,
                HomeRow::Loaded => ("Tableside".to_owned(), loaded_text(env), Role::Dim),
                HomeRow::Key(at) => {
                    let (key, help) = intro_key(at, env).unwrap_or_default();
                    (key, help.to_owned(), Role::Text)
                }
                HomeRow::Entries(label, slots) => {
                    canvas.text(line, indent, label.unwrap_or_default(), Role::Dim);
                    for slot in &slots {
                        self.draw_entry(slot, names, line, env, canvas);
                    }
                    continue;
                }
            };
            canvas
                .row_in(line, indent)
                .field(labels, |row| row.cut(&head, Role::Heading))
                .skip(1)
                .cut(&text, role);
        }
    }

    /// Returns the width of the column of names: the width of the longest name, but at most half of
    /// `width`.
    fn name_columns(&self, width: u16) -> u16 {
        let places = self.entries.iter().filter(|entry| !entry.group.is_inline());
        let names = places.map(|entry| wrap::columns(&entry.name));
        names.max().unwrap_or(0).min(width / 2)
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
        let is_selected = slot.entry == self.cursor;
        let role = if is_selected {
            Role::Heading
        } else {
            Role::Text
        };
        if entry.group.is_inline() {
            let area = columns(line, slot.from, slot.width);
            canvas
                .mark_selected(area, is_selected)
                .cut(&entry.name, role);
            return;
        }
        let right = line.width.saturating_sub(slot.from + 1);
        let area = Rect {
            x: line.x + slot.from,
            width: right,
            ..line
        };
        let key = env.shown_key(Action::Follow).filter(|_| is_selected);
        let key = key.unwrap_or_default();
        let mut row = canvas.mark_selected(area, is_selected);
        let end = row.end;
        row.end = end.saturating_sub(wrap::columns(&key) + 1);
        // A narrow screen has no room for paths.
        if line.width < WIDE_FROM {
            row.cut(&entry.name, role);
        } else {
            row.field(names, |row| row.cut(&entry.name, role))
                .skip(3)
                .cut_path(&entry.path, Role::Dim);
        }
        row.end = end;
        row.x = end.saturating_sub(wrap::columns(&key));
        row.put(&key, Role::Dim);
    }

    /// Describes the home screen for linear mode.
    pub fn linear(&self, area: Rect, env: &Environment<'_>) -> LinearScreen<'_> {
        let rows = self.rows(area, env);
        let text = |row: &HomeRow| match row {
            HomeRow::Blank => String::new(),
            HomeRow::Loaded => loaded_text(env),
            HomeRow::Key(at) => {
                intro_key(*at, env).map_or_else(String::new, |(key, help)| format!("{key}: {help}"))
            }
            HomeRow::Entries(_, slots) => {
                let words = slots.iter().map(|slot| describe(&self.entries[slot.entry]));
                words.collect()
            }
        };
        let is_selected = |row: &HomeRow| match row {
            HomeRow::Entries(_, slots) => slots.iter().any(|slot| slot.entry == self.cursor),
            _ => false,
        };
        let symbols = env.styles.symbols;
        let lines = rows
            .iter()
            .map(|row| text_line(&text(row), Role::Text, symbols));
        let cursor = rows.iter().position(is_selected);
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

fn describe(entry: &HomeEntry) -> String {
    let gap = if entry.path.is_empty() { "" } else { ", " };
    format!("{}: {}{gap}{}", entry.group.label(), entry.name, entry.path)
}

/// Returns a summary of the loaded rules, or a message while the rules are being loaded.
fn loaded_text(env: &Environment<'_>) -> String {
    if env.library.is_placeholder {
        READING.to_owned()
    } else {
        summary(env.library)
    }
}
