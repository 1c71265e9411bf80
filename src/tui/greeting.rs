//! The first-run hint: five keys to begin with. The first key closes it.

use super::action::Action;
use super::draw::Canvas;
use super::environment::Environment;
use super::keymap::Context;
use super::layout::{columns, lines};
use crate::render::wrap;
use crate::theme::Role;

/// The actions of the first minute.
const FIRST: [Action; 5] = [
    Action::Search,
    Action::NextLink,
    Action::Peek,
    Action::Back,
    Action::Help,
];

/// Columns for the keys.
const KEYS: u16 = 10;

/// The keys to begin with, and what they do.
pub fn first_keys(env: &Environment<'_>) -> Vec<(String, &'static str)> {
    let bindings = FIRST.iter().filter_map(|action| {
        env.keymap
            .bindings(Context::Page)
            .find(|binding| binding.action == *action)
    });
    bindings
        .filter_map(|binding| {
            let key = binding.keys.first()?.shown(env.styles.symbols());
            Some((key, binding.help))
        })
        .collect()
}

/// Draws the hint in the corner of the page.
pub fn draw(env: &Environment<'_>, canvas: &mut Canvas<'_>) {
    let (rows, page) = (first_keys(env), env.area);
    let widest = rows.iter().map(|(_, help)| wrap::columns(help)).max();
    let width = widest.unwrap_or(0).saturating_add(KEYS + 4).max(34);
    let height = u16::try_from(rows.len()).unwrap_or(0) + 2;
    // On a small screen the page matters more than the hint: the footer names keys too.
    if width + 2 > page.width || height + 3 > page.height {
        return;
    }
    let corner = lines(page, page.height - height, height);
    let area = columns(corner, page.width - width - 1, width);
    let inner = canvas.boxed(area, "Five keys to begin with", "the first key closes this");
    for (line, (key, help)) in inner.rows().zip(rows) {
        canvas
            .row(line)
            .skip(1)
            .field(KEYS, |row| row.cut(&key, Role::Heading))
            .cut(help, Role::Text);
    }
}
