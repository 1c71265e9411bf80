//! The rows of the home screen, as a pure function of its entries and its area.

use ratatui::layout::Rect;

use super::entries::{Group, HomeEntry};
use crate::render::wrap;

/// A plan of what the home screen shows. The first plan whose rows fit on the screen is used.
struct Plan {
    /// Whether there are blank rows: at the top, under the summary, and above `Browse` and `Try`.
    has_blanks: bool,
    /// Whether there is a row that summarises the loaded rules.
    has_loaded: bool,
    /// The maximum number of entries in each of the groups `Bookmarks` and `Recent`.
    places: usize,
    /// Whether there are questions to try.
    has_questions: bool,
}

const fn plan(has_blanks: bool, has_loaded: bool, places: usize, has_questions: bool) -> Plan {
    Plan {
        has_blanks,
        has_loaded,
        places,
        has_questions,
    }
}

/// All plans, from the one with the most rows to the one with the fewest.
const PLANS: [Plan; 7] = [
    plan(true, true, 5, true),
    plan(true, true, 3, true),
    plan(false, true, 3, true),
    plan(false, true, 2, true),
    plan(false, false, 1, true),
    plan(false, false, 1, false),
    plan(false, false, 0, false),
];

/// The width of the indentation on a wide screen, in columns.
const INDENT: u16 = 3;

/// The width of the labels on a wide screen and on a narrow screen, in columns.
const LABELS: [u16; 2] = [13, 11];

/// The number of blank columns between two entries on the same row.
const GAP: u16 = 3;

/// A row of the home screen.
#[derive(Debug)]
pub enum HomeRow {
    /// An empty row.
    Blank,
    /// A summary of the loaded rules.
    Loaded,
    /// A row of the list of keys for a new reader, by its index. Row 0 is the title of the list;
    /// each row below it is for one key.
    Key(usize),
    /// Entries side by side. The first row of a group also has the label of the group.
    Entries(Option<&'static str>, Vec<Slot>),
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

/// The minimum width of a wide screen, in columns. A narrower screen has shorter labels and no
/// paths.
pub const WIDE_FROM: u16 = 60;

/// Returns the width of the indentation and the width of the labels, in columns, on a screen of the
/// given width.
pub fn indents(width: u16) -> [u16; 2] {
    match width {
        WIDE_FROM.. => [INDENT, LABELS[0]],
        _ => [1, LABELS[1]],
    }
}

/// Returns the rows of the first plan that fits into an area. If none fits, returns as many rows of
/// the last plan as fit. `keys` is the number of rows for a new reader: the title and the keys. In
/// linear mode every entry has a row of its own.
pub fn rows(entries: &[HomeEntry], keys: usize, area: Rect, is_linear: bool) -> Vec<HomeRow> {
    let height = usize::from(area.height);
    let mut plans = PLANS.iter().filter(|plan| !(is_linear && plan.has_blanks));
    let arranged = |plan| arrange(entries, keys, area.width, plan, is_linear);
    let mut rows = plans
        .by_ref()
        .map(arranged)
        .find(|rows| rows.len() <= height)
        .unwrap_or_else(|| arranged(&PLANS[PLANS.len() - 1]));
    rows.truncate(height);
    rows
}

fn arrange(
    entries: &[HomeEntry],
    keys: usize,
    width: u16,
    plan: &Plan,
    is_linear: bool,
) -> Vec<HomeRow> {
    let mut rows = Vec::new();
    if plan.has_loaded {
        rows.push(HomeRow::Loaded);
    }
    let add_blank = |rows: &mut Vec<HomeRow>| {
        if plan.has_blanks {
            rows.push(HomeRow::Blank);
        }
    };
    add_blank(&mut rows);
    rows.extend((0..keys).map(HomeRow::Key));
    let groups = [
        (Group::Continue, 1),
        (Group::Bookmarks, plan.places),
        (Group::Recent, plan.places),
        (Group::Browse, usize::MAX),
        (Group::Try, if plan.has_questions { usize::MAX } else { 0 }),
    ];
    for (group, most) in groups {
        let of_group = entries.iter().enumerate();
        let of_group = of_group
            .filter(|(_, entry)| entry.group == group)
            .take(most);
        let slots = of_group.map(|(at, entry)| (at, wrap::columns(&entry.name)));
        let room = if group.is_inline() && !is_linear {
            width
        } else {
            0
        };
        let lines = flow(slots, room, width);
        if group.is_inline() && !lines.is_empty() && !rows.is_empty() {
            add_blank(&mut rows);
        }
        let labels = std::iter::once(Some(group.label())).chain(std::iter::repeat(None));
        rows.extend(
            lines
                .into_iter()
                .zip(labels)
                .map(|(slots, label)| HomeRow::Entries(label, slots)),
        );
    }
    if plan.has_blanks {
        rows.insert(0, HomeRow::Blank);
    }
    rows
}

/// Distributes entries over rows. `slots` contains the index of each entry and the width of its
/// name. Each row has at least one entry, and further entries as long as they end before column
/// `room`. `width` is the width of the screen.
fn flow(slots: impl Iterator<Item = (usize, u16)>, room: u16, width: u16) -> Vec<Vec<Slot>> {
    let [indent, label] = indents(width);
    let start = indent + label;
    let mut lines: Vec<Vec<Slot>> = Vec::new();
    let mut from = start;
    for (entry, name) in slots {
        let wide = name.saturating_add(1);
        if lines.is_empty() || from.saturating_add(wide) > room {
            lines.push(Vec::new());
            from = start;
        }
        if let Some(line) = lines.last_mut() {
            line.push(Slot {
                entry,
                from,
                width: wide,
            });
        }
        from = from.saturating_add(wide + GAP - 1);
    }
    lines
}

/// Returns the entry at a column of a row.
pub fn entry_at(row: &HomeRow, column: u16) -> Option<usize> {
    let HomeRow::Entries(_, slots) = row else {
        return None;
    };
    match slots.as_slice() {
        // A single entry can be clicked anywhere on its row.
        [slot] => Some(slot.entry),
        slots => {
            let mut slots = slots.iter();
            let is_in = |slot: &&Slot| (slot.from..slot.from + slot.width).contains(&column);
            slots.find(is_in).map(|slot| slot.entry)
        }
    }
}
