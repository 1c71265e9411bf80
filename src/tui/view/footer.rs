//! The keys that hold right now, as many as there is room for; or what there is to say.

use ratatui::buffer::Buffer;

use super::{footer_area, put, put_cut};
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::app::App;
use crate::tui::keymap::{BINDINGS, Binding, shown};

pub(super) fn draw(app: &App, buffer: &mut Buffer) {
    let (area, symbols) = (footer_area(app), app.styles.symbols());
    if area.is_empty() {
        return;
    }
    super::clear(area, &app.styles, buffer);
    let status = match &app.letters {
        Some(typed) => Some(format!("type the letters of a link: {typed}")),
        None => app.status.clone(),
    };
    if let Some(status) = status {
        put_cut(
            buffer,
            area.x + 1,
            area.y,
            area.width.saturating_sub(2),
            &status,
            app.styles.role(Role::Heading),
            symbols,
        );
        return;
    }
    let mut x = area.x + 1;
    for (key, label) in fitting(app, usize::from(area.width.saturating_sub(1))) {
        x += put(buffer, x, area.y, area.right().saturating_sub(x), &key, app.styles.role(Role::Heading));
        x +=
            put(buffer, x, area.y, area.right().saturating_sub(x), &format!(" {label}   "), app.styles.role(Role::Dim));
    }
}

/// Key and label of the bindings that hold now and fit: by rank, then shown in the order of the table.
fn fitting(app: &App, room: usize) -> Vec<(String, &'static str)> {
    let bindings = BINDINGS.iter().filter(|binding| binding.context == app.context());
    let mut ranked: Vec<_> =
        bindings.enumerate().filter_map(|(at, binding)| Some((binding.footer?, at, binding))).collect();
    ranked.retain(|(_, _, binding)| holds(app, binding));
    ranked.sort_by_key(|((_, rank), ..)| *rank);
    let (mut used, symbols) = (0, app.styles.symbols());
    ranked.retain(|((label, _), _, binding)| {
        used += wrap::width(shown(binding.keys[0], symbols)) + wrap::width(label) + 4;
        used <= room + 3
    });
    ranked.sort_by_key(|(_, at, _)| *at);
    ranked.into_iter().map(|((label, _), _, binding)| (shown(binding.keys[0], symbols).to_owned(), label)).collect()
}

/// Whether a key would do something now.
fn holds(app: &App, binding: &Binding) -> bool {
    use crate::tui::action::Action;
    use crate::tui::keymap::Context;
    match (binding.context, binding.action) {
        (Context::Page, Action::Follow) => app.reader.link.is_some(),
        (Context::Page, Action::Peek | Action::NextLink | Action::LinkLetters) => !app.reader.page.links.is_empty(),
        (Context::Page, Action::Back) => !app.history.is_empty(),
        (Context::Peek, Action::NextDefinition) => app.peeks().last().is_some_and(|peek| peek.targets.len() > 1),
        (Context::Peek, Action::NextLink | Action::Peek) => {
            app.peeks().last().is_some_and(|peek| !peek.page.links.is_empty())
        }
        (Context::Page, Action::OtherPane) => app.side_content().is_some(),
        (Context::Side, Action::Follow) => app.side.sheet.link.is_some(),
        (Context::Side, Action::Pin) => app.side.pin.is_some() || app.side.sheet.link.is_some(),
        (Context::Compare, Action::Follow) => app.comparison().is_some_and(|compare| compare.sheet.link.is_some()),
        (Context::Compare, Action::Pin) => app.side.pin.is_some(),
        (Context::Compare, Action::NextMatch) => {
            app.comparison().is_some_and(|compare| !compare.differences.is_empty())
        }
        (Context::Search, Action::Follow) => app
            .finder
            .as_ref()
            .is_some_and(|finder| finder.results.as_ref().is_some_and(|results| !results.hits.is_empty())),
        _ => true,
    }
}
