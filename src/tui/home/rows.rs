//! The rows of the home screen: a summary of the loaded rules, keys for a new reader, and entries.

use ratatui::layout::Rect;

use super::entries::{HomeEntry, TALL_FROM, entries, summary};
use crate::render::wrap;
use crate::rules::{Document, Game, Rulebook, SectionRef, TableRules};
use crate::theme::Role;
use crate::tui::action::Action;
use crate::tui::draw::Canvas;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::keymap::Context;
use crate::tui::layout::columns;

/// The actions whose keys are shown to a new reader.
const INTRO_ACTIONS: [Action; 5] = [
    Action::Search,
    Action::NextLink,
    Action::Peek,
    Action::Back,
    Action::Help,
];

/// The minimum width of a wide screen, in columns. A narrower screen has shorter labels and no
/// paths.
const WIDE_FROM: u16 = 60;

/// A row of the home screen.
#[derive(Debug, PartialEq)]
pub enum HomeRow {
    /// A head such as a key, and a text, which cannot be selected. Both are empty in a blank row.
    Text(String, String),
    /// An entry with the label of its group, if it is the first of the group, and the width of the
    /// column of names.
    Entry(HomeEntry, &'static str, u16),
}

/// Returns the rows of the home screen. `resume` is the section that the entry `Continue` opens,
/// with the effect that opens it.
pub fn rows(resume: Option<(SectionRef, Effect)>, env: &Environment<'_>) -> Vec<HomeRow> {
    let (library, is_linear) = (env.library, env.is_linear());
    let text = |head: &str, text: &str| HomeRow::Text(head.to_owned(), text.to_owned());
    let head = if is_linear { "" } else { "Tableside" };
    let entries = entries(resume, env);
    let mut rows = vec![text("", "")];
    // A label and margins are left of a text.
    let width = usize::from(env.screen.size.0.saturating_sub(18));
    if let Some(placeholder) = &library.placeholder {
        let mut head = head;
        for line in wrap::wrap(placeholder, width) {
            rows.push(text(std::mem::take(&mut head), &placeholder[line]));
        }
    } else {
        if is_linear || env.screen.size.1 >= TALL_FROM {
            rows.extend([text(head, &summary(library)), text("", "")]);
        }
        // A reader who has read and bookmarked nothing in the loaded rules is new to the program.
        if entries.iter().all(|entry| entry.group.is_suggestion()) {
            rows.extend(intro_rows(env));
        }
    }
    if let Some([one, other]) = joinable(&library.book) {
        let yaml = format!(
            "To make {one} and {other} one game, write `name: {one}` in {other}/game.yaml."
        );
        let lines = wrap::wrap(&yaml, width).into_iter();
        rows.push(text("", ""));
        rows.extend(lines.map(|line| text("", &yaml[line])));
    }
    let described = entries.iter().filter(|entry| !entry.path.is_empty());
    let names = described.map(|entry| wrap::columns(&entry.name)).max();
    let mut before = None;
    for entry in entries {
        let is_first = before.replace(entry.group) != Some(entry.group);
        if is_first && entry.group.is_suggestion() {
            rows.push(text("", ""));
        }
        let label = if is_first { entry.group.label() } else { "" };
        rows.push(HomeRow::Entry(entry, label, names.unwrap_or(0)));
    }
    if is_linear || env.screen.size.1 < TALL_FROM {
        rows.retain(|row| *row != text("", ""));
    }
    rows
}

/// Returns the names of two games that are named after their folders, because neither has a
/// `game.yaml`, the larger first. They may belong together, such as a game's rules and a player's
/// notes.
fn joinable(book: &Rulebook) -> Option<[&str; 2]> {
    let is_folder = |game: &&Game| {
        let of_game = |document: &&Document| std::ptr::eq(book.game(document.game), *game);
        let mut documents = book.documents.iter().filter(of_game);
        documents.all(|document| document.source.folder == game.name)
    };
    let mut games = book.games.iter().filter(is_folder);
    let mut pair = [games.next()?, games.next()?];
    let count = |game: &&Game| {
        let documents = book.documents.iter();
        documents
            .filter(|of| std::ptr::eq(book.game(of.game), *game))
            .count()
    };
    pair.sort_by_key(|game| std::cmp::Reverse(count(game)));
    Some(pair.map(|game| &*game.name))
}

/// Returns the rows for a new reader: a title, and some keys of the page.
fn intro_rows(env: &Environment<'_>) -> Vec<HomeRow> {
    let book = &env.library.book;
    let plays = book.game(book.game_of(env.section)).table != TableRules::default();
    let actions = INTRO_ACTIONS.into_iter();
    let actions = actions.chain(plays.then_some(Action::Playing));
    let bindings = actions.filter_map(|action| {
        let mut bindings = env.keymap.bindings(Context::Page);
        let binding = bindings.find(|binding| binding.action == action)?;
        Some((
            binding.keys.first()?.shown(env.styles.symbols),
            binding.help,
        ))
    });
    std::iter::once(("On a page".to_owned(), ""))
        .chain(bindings)
        .map(|(key, help)| HomeRow::Text(key, help.to_owned()))
        .collect()
}

impl HomeRow {
    /// Draws the row.
    pub fn draw(&self, line: Rect, selected: bool, canvas: &mut Canvas<'_>) {
        let is_wide = line.width >= WIDE_FROM;
        let (indent, labels) = if is_wide { (3, 13) } else { (1, 11) };
        match self {
            Self::Text(head, text) => {
                canvas
                    .row_in(line, indent)
                    .field(labels, |row| row.cut(head, Role::Heading))
                    .skip(1)
                    .cut(text, Role::Text);
            }
            Self::Entry(entry, label, names) => {
                canvas.text(line, indent, label, Role::Dim);
                let role = if selected { Role::Heading } else { Role::Text };
                let area = columns(
                    line,
                    indent + labels,
                    line.width.saturating_sub(indent + labels + 1),
                );
                let mut row = canvas.row(area);
                row.skip(1);
                // A narrow screen has no room for paths.
                if is_wide && !entry.path.is_empty() {
                    row.field((*names).min(line.width / 2), |row| {
                        row.cut(&entry.name, role)
                    })
                    .skip(3)
                    .cut_path(&entry.path, Role::Dim);
                } else {
                    row.cut(&entry.name, role);
                }
            }
        }
    }

    /// Returns the row as text, for linear mode.
    pub fn text(&self) -> String {
        match self {
            Self::Text(head, text) if head.is_empty() => text.clone(),
            Self::Text(head, text) => format!("{head}: {text}"),
            Self::Entry(
                HomeEntry {
                    group, name, path, ..
                },
                ..,
            ) => {
                let gap = if path.is_empty() { "" } else { ", " };
                format!("{}: {name}{gap}{path}", group.label())
            }
        }
    }
}
