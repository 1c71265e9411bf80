//! The keys that hold right now, as many as there is room for; or what there is to say.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{footer_area, put, put_row};
use crate::order;
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::keymap::{Binding, Context, Keys};

pub(super) fn draw(app: &App, buffer: &mut Buffer) {
    let area = footer_area(app);
    if area.is_empty() {
        return;
    }
    super::clear(area, &app.styles, buffer);
    let area = progress(app, area, buffer);
    let what = if app.lettered.is_empty() {
        "link"
    } else {
        "word"
    };
    let status = match &app.letters {
        Some(typed) => Some(format!("type the letters of a {what}: {typed}")),
        None => app.status.clone(),
    };
    if let Some(status) = status {
        put_row(app, area, 1, &status, Role::Heading, buffer);
        return;
    }
    let mut x = area.x + 1;
    let room = usize::from(area.width.saturating_sub(1));
    let keys = if app.pending.is_empty() {
        fitting(app, room)
    } else {
        following(app)
    };
    for (key, label) in keys {
        x += put(
            buffer,
            x,
            area.y,
            area.right().saturating_sub(x),
            &key,
            app.styles.role(Role::Heading),
        );
        x += put(
            buffer,
            x,
            area.y,
            area.right().saturating_sub(x),
            &format!(" {label}   "),
            app.styles.role(Role::Dim),
        );
    }
}

/// How far the background has come, at the right; what is left for the rest.
fn progress(app: &App, area: Rect, buffer: &mut Buffer) -> Rect {
    let Some(text) = app.progress.map(|progress| progress.shown()) else {
        return area;
    };
    let wide = u16::try_from(wrap::width(&text))
        .unwrap_or(u16::MAX)
        .saturating_add(2);
    // On a narrow screen what has to be said and the keys come first.
    if wide > area.width / 2 {
        return area;
    }
    let rest = Rect {
        width: area.width - wide,
        ..area
    };
    put(
        buffer,
        rest.right() + 1,
        area.y,
        wide,
        &text,
        app.styles.role(Role::Dim),
    );
    rest
}

/// Key and label of the bindings that hold now and fit: by rank, then shown in the order of the table.
fn fitting(app: &App, room: usize) -> Vec<(String, &'static str)> {
    let bindings = app
        .keymap
        .bindings(app.context())
        .filter(|binding| holds(app, binding));
    let shown = |binding: &Binding| {
        let (label, rank) = binding.footer?;
        let key = binding.keys.first()?.shown(app.styles.symbols());
        Some((
            (if unpins(app, binding) { "unpin" } else { label }, rank),
            key,
        ))
    };
    let mut ranked: Vec<_> = bindings
        .enumerate()
        .filter_map(|(at, binding)| Some((shown(binding)?, at)))
        .collect();
    order::by_number(&mut ranked, |(((_, rank), _), _)| u64::from(*rank));
    let mut used = 0;
    ranked.retain(|(((label, _), key), _)| {
        used += wrap::width(key) + wrap::width(label) + 4;
        used <= room + 3
    });
    order::by_number(&mut ranked, |(_, at)| *at as u64);
    ranked
        .into_iter()
        .map(|(((label, _), key), _)| (key, label))
        .collect()
}

/// The keys that have been pressed of several, then what may follow and what it does.
pub(super) fn following(app: &App) -> Vec<(String, &'static str)> {
    let symbols = app.styles.symbols();
    let mut shown = vec![(Keys(app.pending.clone()).shown(symbols), symbols.ellipsis)];
    for binding in app.keymap.bindings(app.context()) {
        let rests = binding
            .keys
            .iter()
            .filter_map(|keys| keys.0.strip_prefix(&app.pending[..]));
        let label = binding.footer.map_or(binding.help, |(label, _)| label);
        shown.extend(rests.map(|rest| (Keys(rest.to_vec()).shown(symbols), label)));
    }
    shown
}

/// Whether the key that pins the target of a link lets the pinned section go, because no link is selected.
fn unpins(app: &App, binding: &Binding) -> bool {
    (binding.context, binding.action) == (Context::Side, Action::Pin)
        && app.side.sheet.link.is_none()
}

/// Whether a key would do something now.
fn holds(app: &App, binding: &Binding) -> bool {
    match (binding.context, binding.action) {
        (Context::Page, Action::Follow) => app.reader.link.is_some(),
        (Context::Page, Action::Peek | Action::NextLink | Action::LinkLetters) => {
            !app.reader.page.links.is_empty()
        }
        (Context::Page, Action::Back) => !app.history.is_empty(),
        (Context::Peek, Action::NextDefinition) => app
            .peeks()
            .last()
            .is_some_and(|peek| peek.targets.len() > 1),
        (Context::Peek, Action::NextLink | Action::Peek) => app
            .peeks()
            .last()
            .is_some_and(|peek| !peek.page.links.is_empty()),
        (Context::Page, Action::OtherPane) => app.side_content().is_some(),
        (Context::Side, Action::Follow) => app.side.sheet.link.is_some(),
        (Context::Side, Action::Pin) => app.side.pin.is_some() || app.side.sheet.link.is_some(),
        (Context::Compare, Action::Follow) => app
            .comparison()
            .is_some_and(|compare| compare.sheet.link.is_some()),
        (Context::Compare, Action::Pin) => app.side.pin.is_some(),
        (Context::Compare, Action::NextMatch) => app
            .comparison()
            .is_some_and(|compare| !compare.differences.is_empty()),
        (Context::Search, Action::Follow | Action::Down) => app
            .finder
            .as_ref()
            .is_some_and(|finder| finder.section().is_some()),
        (Context::Search, Action::Up) => {
            app.finder.as_ref().is_some_and(|finder| finder.chosen == 0)
                && !app.marks.state.queries.is_empty()
        }
        _ => true,
    }
}
