//! The rows of the home screen, as pure functions of its entries and its size.

use super::entries::{Group, HomeEntry};
use crate::render::wrap;
use crate::theme::Role;

/// The width of the indentation on a wide screen, in columns.
const INDENT: u16 = 3;

/// The width of the labels on a wide screen and on a narrow screen, in columns.
const LABELS: [u16; 2] = [13, 11];

/// The number of blank columns between two entries on the same row.
const GAP: u16 = 3;

/// The minimum width of a wide screen, in columns. A narrower screen has shorter labels and no
/// paths.
pub const WIDE_FROM: u16 = 60;

/// The ranks of the rows of bookmarks and of recent places, from the first row to the last.
const PLACE_RANKS: [u8; 5] = [1, 3, 4, 6, 6];

/// The highest rank of a row.
const MAX_RANK: u8 = 6;

/// The rank of a blank row.
const BLANK_RANK: u8 = 5;

/// A row of the home screen. By default, the row is blank.
#[derive(Debug)]
pub struct HomeRow {
    /// Which rows are left out if the screen is too short: those with the highest rank first, those
    /// with rank 0 never.
    pub rank: u8,
    /// The title, the key or the label of a group at the start of the row.
    pub head: String,
    /// The text after the head.
    pub text: String,
    /// The role of the text.
    pub role: Role,
    /// The entries on the row, side by side.
    pub slots: Vec<Slot>,
}

/// The position of an entry on a row.
#[derive(Debug)]
pub struct Slot {
    /// The index of the entry.
    pub entry: usize,
    /// The first column, counted from the left edge of the screen.
    pub from: u16,
    /// The width of the name and the selection mark before it, in columns.
    pub width: u16,
}

impl Default for HomeRow {
    fn default() -> Self {
        Self {
            rank: BLANK_RANK,
            head: String::new(),
            text: String::new(),
            role: Role::Text,
            slots: Vec::new(),
        }
    }
}

impl HomeRow {
    /// Returns the entry at a column. A single entry can be clicked anywhere on its row.
    pub fn entry_at(&self, column: u16) -> Option<usize> {
        let is_single = self.slots.len() == 1;
        let mut slots = self.slots.iter();
        let slot = slots.find(|slot| {
            is_single || (slot.from..slot.from.saturating_add(slot.width)).contains(&column)
        });
        slot.map(|slot| slot.entry)
    }
}

/// Returns the width of the indentation and the width of the labels, in columns, on a screen of the
/// given width.
pub fn indents(width: u16) -> [u16; 2] {
    match width {
        WIDE_FROM.. => [INDENT, LABELS[0]],
        _ => [1, LABELS[1]],
    }
}

/// Leaves out rows, those with the highest rank first, until the others fit into `height` lines. In
/// linear mode there are no blank rows.
pub fn fitted(mut rows: Vec<HomeRow>, height: usize, is_linear: bool) -> Vec<HomeRow> {
    for rank in (1..=MAX_RANK).rev() {
        if rows.len() > height || is_linear && rank >= BLANK_RANK {
            rows.retain(|row| row.rank < rank);
        }
    }
    rows.truncate(height);
    rows
}

/// Adds the rows of all entries to a screen of the given width. Entries of an inline group share a
/// row, except in linear mode.
pub fn add_entries(rows: &mut Vec<HomeRow>, entries: &[HomeEntry], screen: u16, is_linear: bool) {
    let [indent, label] = indents(screen);
    let (mut before, mut count, mut next) = (None, 0, 0_u16);
    for (entry, HomeEntry { group, name, .. }) in entries.iter().enumerate() {
        count = if before == Some(group) { count + 1 } else { 0 };
        before = Some(group);
        let rank = match group {
            Group::Continue | Group::Browse => Some(&0),
            Group::Try => Some(&2),
            Group::Bookmarks | Group::Recent => PLACE_RANKS.get(count),
        };
        let Some(rank) = rank else {
            continue;
        };
        if count == 0 && group.is_inline() {
            rows.push(HomeRow::default());
        }
        let width = wrap::columns(name).saturating_add(1);
        let shares_row = count > 0 && group.is_inline() && !is_linear;
        if !shares_row || next.saturating_add(width) > screen {
            next = indent + label;
            let head = if count == 0 { group.label() } else { "" };
            rows.push(HomeRow {
                rank: *rank,
                head: head.to_owned(),
                ..HomeRow::default()
            });
        }
        if let Some(row) = rows.last_mut() {
            let from = next;
            row.slots.push(Slot { entry, from, width });
        }
        next = next.saturating_add(width).saturating_add(GAP - 1);
    }
}
