//! What is laid out as a page: the page itself, a peek, the pinned rule, a comparison.

use std::ops::Range;

use super::{Shown, text};
use crate::render::heading::readable_date;
use crate::render::linear::facts;
use crate::render::{Line, Page};
use crate::rules::SectionRef;
use crate::theme::Role;
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::compare::Compare;
use crate::tui::popup::Peek;
use crate::tui::sheet::Sheet;
use crate::tui::side::SideContent;

pub(super) fn page(app: &App) -> Shown<'_> {
    let reader = &app.reader;
    shown(
        app,
        page_name(app),
        &reader.page,
        (reader.visible(), reader.link, reader.line),
    )
}

/// Document, section, date, bookmark.
fn page_name(app: &App) -> String {
    let (book, symbols) = (&app.library.book, app.styles.symbols());
    let titles = app.library.titles(app.reader.focus);
    let (document, inner) = titles
        .split_first()
        .map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let mut name = document.to_owned();
    if !inner.is_empty() {
        name = format!("{name}: {}", inner.join(symbols.path));
    }
    if let Some(date) = &book
        .document_of(app.reader.focus)
        .front_matter
        .last_update_date
    {
        name = format!("{name}, {}", readable_date(date));
    }
    match app.marks.state.bookmark(&book.section(app.reader.focus).id) {
        Some(bookmark) => format!("{name}{} {}", symbols.bookmark, bookmark.name),
        None => name,
    }
}

pub(super) fn peek<'a>(app: &'a App, peek: &'a Peek) -> Shown<'a> {
    let name = match &peek.undefined {
        Some(undefined) => format!("Peek: {}, defined nowhere", undefined.name),
        None => format!(
            "Peek: {}",
            named(app, peek.section(), peek.value.as_deref())
        ),
    };
    let visible = peek.scroll..peek.scroll + app.peek_height();
    let mut shown = shown(app, name, &peek.page, (visible, peek.link, None));
    if peek.has_tabs() {
        let tab = peek.tabs(&app.library).swap_remove(peek.chosen);
        let words = format!(
            "Definition {} of {}: {tab}",
            peek.chosen + 1,
            peek.targets.len()
        );
        shown.lines.insert(0, text(app, &words, Role::Heading));
        shown.cursor = shown
            .cursor
            .map(|(row, column)| (row + usize::from(peek.link.is_some()), column));
    }
    shown
}

pub(super) fn side(app: &App) -> Shown<'_> {
    let name = match app.side_content() {
        Some(SideContent::Pin(section)) => format!("Pinned: {}", named(app, section, None)),
        Some(SideContent::Links(section)) => format!("What links to {}", named(app, section, None)),
        None => String::new(),
    };
    sheet(app, name, &app.side.sheet, app.side_height(), None)
}

pub(super) fn compare<'a>(app: &'a App, compare: &'a Compare) -> Shown<'a> {
    let name = format!(
        "Comparison: {}, with {}",
        named(app, compare.left, None),
        named(app, compare.right, None)
    );
    let line = compare
        .current
        .and_then(|at| compare.differences.get(at).copied());
    let mut shown = sheet(app, name, &compare.sheet, app.compare_height(), line);
    if compare.sheet.link.is_none() {
        let words = [
            "the same",
            "changed",
            "only in the first",
            "only in the second",
        ];
        let counts = compare
            .counts
            .iter()
            .zip(words)
            .filter(|(count, _)| **count > 0);
        let counts: Vec<_> = counts
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        shown.selected = format!("{}; {}", counts.join(", "), shown.selected);
    }
    shown
}

fn sheet<'a>(
    app: &App,
    name: String,
    sheet: &Sheet,
    height: usize,
    line: Option<usize>,
) -> Shown<'a> {
    shown(
        app,
        name,
        &sheet.page,
        (sheet.scroll..sheet.scroll + height, sheet.link, line),
    )
}

/// A page under its name: the cursor at the link, else at the line that one went to, else at the first line of text.
fn shown<'a>(
    app: &App,
    name: String,
    page: &Page,
    (visible, link, line): (Range<usize>, Option<usize>, Option<usize>),
) -> Shown<'a> {
    let visible = visible.start.min(page.lines.len())..visible.end.min(page.lines.len());
    let lines: Vec<Line> = page.lines[visible.clone()].to_vec();
    let at_link = link.and_then(|link| page.place_of_link(link));
    let went = line.map(|line| (line, 0));
    let at = at_link.or(went).filter(|(line, _)| visible.contains(line));
    let first = lines.iter().position(|line| !line.is_blank()).unwrap_or(0);
    let cursor = at.map_or((first, 0), |(line, column)| (line - visible.start, column));
    let chosen = match link {
        Some(link) => link_in_words(app, page, link),
        None => position(app, &visible, page.lines.len()),
    };
    Shown {
        name,
        input: None,
        lines,
        cursor: Some(cursor),
        selected: chosen,
    }
}

/// `link 3 of 12: Heavy, term`
fn link_in_words(app: &App, page: &Page, link: usize) -> String {
    let mut words = format!("link {} of {}", link + 1, page.links.len());
    let Some((link, target)) = page
        .links
        .get(link)
        .and_then(|link| Some((link, *link.targets.first()?)))
    else {
        return words;
    };
    let section = app.library.book.section(target);
    let parameter = link.value.as_ref().filter(|_| section.parameter.is_some());
    let title = parameter.map_or_else(
        || section.full_title(),
        |value| format!("{} {value}", section.title),
    );
    words = format!("{words}: {title}");
    for fact in facts(section) {
        words = format!("{words}, {fact}");
    }
    match link.targets.len() {
        1 => words,
        several => format!("{words}; {several} definitions"),
    }
}

/// `lines 1 to 22 of 340; ? help`
fn position(app: &App, visible: &Range<usize>, lines: usize) -> String {
    let words = format!(
        "lines {} to {} of {lines}",
        (visible.start + 1).min(visible.end),
        visible.end
    );
    help_key(app).map_or_else(|| words.clone(), |help| format!("{words}; {help}"))
}

/// `? help`
pub(super) fn help_key(app: &App) -> Option<String> {
    app.keymap
        .shown(app.context(), Action::Help, app.styles.symbols())
        .map(|key| format!("{key} help"))
}

/// `Control Range - Core Rules`: a section and its document, which need not be said twice.
fn named(app: &App, section: SectionRef, value: Option<&str>) -> String {
    let book = &app.library.book;
    let this = book.section(section);
    let value = value.filter(|_| this.parameter.is_some());
    let name = value.map_or_else(
        || this.full_title(),
        |value| format!("{} {value}", this.title),
    );
    let document = &book.document_of(section).title;
    if name == *document {
        name
    } else {
        format!("{name} - {document}")
    }
}
