//! The letters of links or words: each before what it chooses, so that no text is written over.

use super::{Shown, text};
use crate::render::wrap;
use crate::theme::Role;
use crate::tui::app::App;

pub(super) fn shown<'a>(app: &App, typed: &str) -> Shown<'a> {
    let words = !app.lettered.is_empty();
    let what = if words { "word" } else { "link" };
    let named: Vec<(String, String)> = if words {
        app.lettered_words()
            .into_iter()
            .map(|(word, name)| (name, word.text.clone()))
            .collect()
    } else {
        app.lettered_links()
            .into_iter()
            .map(|link| (link.name.clone(), app.text_of(&link)))
            .collect()
    };
    let count = named.len();
    let listed = named
        .iter()
        .filter(|(name, _)| name.starts_with(typed))
        .map(|(name, text)| format!("{name} {text}"));
    let all = listed.collect::<Vec<_>>().join(", ");
    let width = usize::from(app.size.0.max(1));
    let lines = wrap::wrap(&all, width, width)
        .into_iter()
        .map(|range| text(app, &all[range], Role::Text))
        .collect();
    let chosen = format!("type the letters of a {what}: {typed}");
    Shown {
        name: format!("Letters of {count} {what}s"),
        input: None,
        lines,
        cursor: Some((0, 0)),
        selected: chosen,
    }
}
