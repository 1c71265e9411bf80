//! What consists of rows: contents, results, lists, figures, keys; and the question for a name.

use crate::render::Line;
use crate::render::linear::facts;
use crate::rules::SectionRef;
use crate::theme::Role;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::contents;
use crate::tui::draw::{LinearScreen, position as count, text_line};
use crate::tui::finder::{self, Finder};
use crate::tui::help::{Help, HelpLine};
use crate::tui::numbers::{Numbers, kind};
use crate::tui::popup::{List, Prompt};
use crate::tui::view::finder::{INVITATION, also_in, said_of};
use crate::tui::view::list::path;
use crate::tui::view::prompt;

/// Name and facts of a section: `Breach, action, 2 AP`.
fn title(app: &App, section: SectionRef) -> String {
    let this = app.library.book.section(section);
    std::iter::once(this.full_title())
        .chain(facts(this))
        .collect::<Vec<_>>()
        .join(", ")
}

pub(in crate::tui) fn contents(app: &App) -> LinearScreen<'_> {
    let (contents, symbols) = (&app.contents, app.styles.symbols());
    let height = app
        .reading()
        .contents
        .map_or(0, |area| usize::from(area.height));
    let row = |row: &contents::Row| match row {
        contents::Row::Game(game) => app.library.book.game(*game).name.clone(),
        contents::Row::Section {
            section,
            depth,
            open,
        } => {
            let fold = match open {
                Some(true) => symbols.open,
                Some(false) => symbols.folded,
                None => "",
            };
            let marked = app
                .marks
                .state
                .bookmark(&app.library.book.section(*section).id)
                .is_some();
            let mark = if marked { symbols.bookmark } else { "" };
            format!(
                "{}{}{fold}{mark}",
                "  ".repeat(usize::from(*depth)),
                title(app, *section)
            )
        }
    };
    let lines = contents
        .rows
        .iter()
        .skip(contents.scroll)
        .take(height)
        .map(|at| text(app, &row(at), Role::Text));
    let chosen = contents
        .rows
        .get(contents.cursor)
        .map_or_else(String::new, row);
    LinearScreen {
        name: "Contents".to_owned(),
        input: None,
        lines: lines.collect(),
        cursor: Some((contents.cursor.saturating_sub(contents.scroll), 0)),
        selected: format!(
            "row {}: {}",
            count(contents.cursor, contents.rows.len()),
            chosen.trim_start()
        ),
    }
}

pub(in crate::tui) fn results<'a>(app: &'a App, finder: &'a Finder) -> LinearScreen<'a> {
    let height = usize::from(app.searching().results.height);
    let hits = finder
        .results
        .as_ref()
        .map_or(&[][..], |results| &results.hits);
    let row = |row: &finder::Row| match row {
        finder::Row::Game(game) => text(app, &app.library.book.game(*game).name, Role::Chip),
        finder::Row::Title(hit) => text(app, &title(app, hits[*hit].section), Role::Heading),
        finder::Row::Detail(hit) => {
            let (path, snippet) = said_of(app, &hits[*hit]);
            let snippet = snippet.map_or("", |snippet| &snippet.text);
            let gap = if path.is_empty() || snippet.is_empty() {
                ""
            } else {
                ": "
            };
            text(app, &format!("{path}{gap}{snippet}"), Role::Text)
        }
        finder::Row::Also(hit) => text(app, &also_in(app, finder, *hit), Role::Note),
        finder::Row::Note(note) => text(app, note, Role::Note),
    };
    let lines: Vec<Line> = if finder.input.value().trim().is_empty() {
        INVITATION
            .iter()
            .take(height)
            .map(|words| text(app, words, Role::Text))
            .collect()
    } else {
        finder
            .rows
            .iter()
            .skip(finder.scroll)
            .take(height)
            .map(row)
            .collect()
    };
    let place = finder
        .rows
        .iter()
        .position(|row| *row == finder::Row::Title(finder.chosen));
    let found = finder.count(&app.waiting());
    let chosen = match hits.get(finder.chosen) {
        Some(hit) => format!(
            "result {}: {}",
            count(finder.chosen, hits.len()),
            title(app, hit.section)
        ),
        None => help_key(app),
    };
    LinearScreen {
        name: if found.is_empty() {
            "Search".to_owned()
        } else {
            format!("Search: {found}")
        },
        input: Some(("/ ", &finder.input)),
        lines,
        cursor: place
            .and_then(|row| Some((row.checked_sub(finder.scroll)?, 0)))
            .filter(|_| app.choosing),
        selected: chosen,
    }
}

pub(in crate::tui) fn list<'a>(app: &App, list: &List) -> LinearScreen<'a> {
    let height = app.list_lines();
    let mut lines = Vec::new();
    for row in list.rows.iter().skip(list.scroll) {
        if lines.len() >= height {
            break;
        }
        lines.extend(
            row.heading
                .as_ref()
                .map(|heading| text(app, heading, Role::Chip)),
        );
        let also = if row.also.is_empty() {
            String::new()
        } else {
            format!("; {}", row.also)
        };
        lines.push(text(
            app,
            &format!("{}{also}", path(app, row)),
            Role::Heading,
        ));
        lines.push(text(app, &row.sentence, Role::Text));
    }
    let chosen = list
        .rows
        .get(list.cursor)
        .map_or_else(String::new, |row| app.library.path(row.section));
    LinearScreen {
        name: format!("{}: {} places", list.title, list.rows.len()),
        input: None,
        lines,
        cursor: Some((list.line_of(list.cursor), 0)),
        selected: format!("row {}: {chosen}", count(list.cursor, list.rows.len())),
    }
}

pub(in crate::tui) fn numbers<'a>(app: &App, numbers: &'a Numbers) -> LinearScreen<'a> {
    let all = app.library.key_numbers().unwrap_or_default();
    let row = |at: &u32| {
        let number = all.get(*at as usize)?;
        let (kind, path) = (kind(number.value), app.library.path(number.section));
        Some(format!(
            "{}, {kind}: {}; {path}",
            number.printed, number.about
        ))
    };
    let visible = numbers
        .rows
        .iter()
        .skip(numbers.scroll)
        .take(app.place_rows());
    let order = if numbers.by_value {
        "by value"
    } else {
        "by place"
    };
    let many = match numbers.total {
        Some(total) => format!("{} of {total}, {order}", numbers.rows.len()),
        None => "still gathering".to_owned(),
    };
    let chosen = numbers
        .rows
        .get(numbers.cursor)
        .and_then(row)
        .unwrap_or_default();
    LinearScreen {
        name: format!("Key numbers: {many}"),
        input: Some(("filter: ", &numbers.filter)),
        lines: visible
            .filter_map(row)
            .map(|row| text(app, &row, Role::Text))
            .collect(),
        cursor: Some((numbers.cursor.saturating_sub(numbers.scroll), 0))
            .filter(|_| app.choosing && !numbers.rows.is_empty()),
        selected: format!(
            "row {}: {chosen}",
            count(numbers.cursor, numbers.rows.len())
        ),
    }
}

pub(in crate::tui) fn prompt<'a>(app: &App, prompt: &'a Prompt) -> LinearScreen<'a> {
    let section = app
        .library
        .book
        .by_id(&prompt.id)
        .map(|at| app.library.book.section(at).full_title());
    LinearScreen {
        name: format!(
            "What to call the bookmark of {}",
            section.unwrap_or_default()
        ),
        input: Some(("name: ", &prompt.input)),
        lines: Vec::new(),
        cursor: None,
        selected: prompt::keys(app, prompt),
    }
}

pub(in crate::tui) fn help<'a>(app: &App, help: &'a Help) -> LinearScreen<'a> {
    let page = help.page(&app.keymap, app.help_width(), app.styles.symbols());
    let filtered = app.help_has_filter(help);
    let height = usize::from(app.help_area().height.saturating_sub(2)) - usize::from(filtered);
    let line = |line: &HelpLine| match line {
        HelpLine::Context(name) => text(app, name, Role::Heading),
        HelpLine::Keys(beside, _) => {
            let keys: Vec<_> = beside
                .iter()
                .map(|row| format!("{}: {}", row.keys, row.help))
                .collect();
            text(app, &keys.join("; "), Role::Text)
        }
        HelpLine::Blank => Line::default(),
    };
    let last = (help.scroll + height).min(page.lines.len());
    LinearScreen {
        name: format!(
            "{} keys; Ctrl-C always quits, Ctrl-Z stops for now",
            page.count
        ),
        input: filtered.then_some(("filter: ", &help.filter)),
        lines: page
            .lines
            .iter()
            .skip(help.scroll)
            .take(height)
            .map(line)
            .collect(),
        cursor: Some((0, 0)).filter(|_| !help.typing),
        selected: format!(
            "lines {} to {last} of {}",
            (help.scroll + 1).min(last),
            page.lines.len()
        ),
    }
}

/// `? help`
fn help_key(app: &App) -> String {
    let env = app.environment(app.footer_area());
    env.shown_key(Action::Help)
        .map_or_else(String::new, |key| format!("{key} help"))
}

fn text(app: &App, text: &str, role: Role) -> Line {
    text_line(text, role, app.styles.symbols())
}
