//! The search screen: the box, the results, the best answer as it will be read.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::list::sentence;
use super::{put, put_cut, put_cut_left, put_line, put_row, rule, typed};
use crate::render::heading::kind_label;
use crate::render::wrap;
use crate::search::{Hit, Snippet};
use crate::theme::{Face, Role};
use crate::tui::app::App;
use crate::tui::finder::{Finder, Row, beyond_title};

pub(in crate::tui) fn draw(app: &App, buffer: &mut Buffer) -> Option<Position> {
    let finder = app.finder.as_ref()?;
    let places = app.searching();
    let divider = Some(places.divider).filter(|divider| places.upright && !divider.is_empty());
    let symbols = app.styles.symbols();
    rule(
        places.above,
        &app.styles,
        divider,
        symbols.joint_below,
        buffer,
    );
    rule(
        places.below,
        &app.styles,
        divider,
        symbols.joint_above,
        buffer,
    );
    for y in places.divider.top()..places.divider.bottom() {
        let line = if places.upright {
            symbols.down.to_owned()
        } else {
            symbols.across.repeat(usize::from(places.divider.width))
        };
        put(
            buffer,
            places.divider.x,
            y,
            places.divider.width,
            &line,
            app.styles.role(Role::Border),
        );
    }
    results(app, finder, places.results, buffer);
    let lines = finder
        .preview
        .lines
        .iter()
        .skip(finder.preview_scroll)
        .take(usize::from(places.preview.height));
    for (row, line) in (0..).zip(lines) {
        put_line(buffer, places.preview, row, line, &app.styles, None);
    }
    typed::draw(
        (" / ", &finder.input, &finder.count(&app.waiting())),
        places.input,
        &app.styles,
        buffer,
    )
}

fn results(app: &App, finder: &Finder, area: Rect, buffer: &mut Buffer) {
    if finder.input.value().trim().is_empty() {
        for (line, text) in area.rows().zip(INVITATION) {
            put_row(app, line, 3, text, Role::Dim, buffer);
        }
        return;
    }
    let Some(results) = &finder.results else {
        return;
    };
    for (line, row) in area.rows().zip(finder.rows.iter().skip(finder.scroll)) {
        match row {
            Row::Game(game) => {
                let name = app.library.book.game(*game).name.to_uppercase();
                put_row(app, line, 1, &name, Role::Dim, buffer);
            }
            Row::Title(hit) => title(
                app,
                &results.hits[*hit],
                *hit == finder.chosen,
                line,
                buffer,
            ),
            Row::Detail(hit) => detail(app, &results.hits[*hit], line, buffer),
            Row::Also(hit) => also(app, finder, *hit, line, buffer),
            Row::Note(note) => put_row(app, line, 3, note, Role::Note, buffer),
        }
    }
}

/// What an empty box says.
pub(in crate::tui) const INVITATION: [&str; 8] = [
    "",
    "Type a word of the rule: breach, control range, 4+",
    "Or ask: can I climb during a dash",
    "",
    "type:action   only actions, terms, datacards",
    "ap:1  ap:<2   by cost",
    "game:  doc:   by game or document",
    "\"1 less AP\"   the very words;   -word  -type:term   without",
];

fn title(app: &App, hit: &Hit, chosen: bool, line: Rect, buffer: &mut Buffer) {
    let styles = &app.styles;
    let symbols = styles.symbols();
    let this = app.library.book.section(hit.section);
    let right = line.right().saturating_sub(1);
    let mut x = line.x + 1;
    x += put(
        buffer,
        x,
        line.y,
        right.saturating_sub(x),
        if chosen { symbols.chosen } else { " " },
        styles.role(Role::Link),
    ) + 1;
    let name = this.full_title();
    let mut at = 0;
    let ends = hit
        .title_marks
        .iter()
        .flat_map(|mark| [(mark.start, false), (mark.end, true)]);
    for (end, matched) in ends.chain([(name.len(), false)]) {
        let Some(part) = name.get(at..end) else {
            continue;
        };
        let face = if chosen {
            Face::of(Role::Heading)
        } else {
            Face::default()
        };
        x += put_cut(
            buffer,
            x,
            line.y,
            right.saturating_sub(x),
            part,
            styles.of(Face { matched, ..face }),
            symbols,
        );
        at = end;
    }
    if let Some(cost) = this.kind.cost() {
        x += put(
            buffer,
            x,
            line.y,
            right.saturating_sub(x),
            &format!("  {cost}"),
            styles.role(Role::Chip),
        );
    }
    let kind = kind_label(&this.kind);
    let wide = u16::try_from(kind.len()).unwrap_or(0);
    if x + wide + 2 <= right {
        put(
            buffer,
            right - wide,
            line.y,
            wide,
            kind,
            styles.role(Role::Dim),
        );
    }
}

/// Where else the rule is printed.
fn also(app: &App, finder: &Finder, hit: usize, line: Rect, buffer: &mut Buffer) {
    put_row(app, line, 5, &also_in(app, finder, hit), Role::Note, buffer);
}

/// `also in Joint Ops, Adversary Ops`
pub(in crate::tui) fn also_in(app: &App, finder: &Finder, hit: usize) -> String {
    let book = &app.library.book;
    let titles = finder
        .folded
        .get(hit)
        .into_iter()
        .flatten()
        .map(|hit| book.document_of(hit.section).title.as_str());
    let mut documents: Vec<_> = titles.collect();
    documents.dedup();
    format!("also in {}", documents.join(", "))
}

/// The path of a result and its snippet; one whose name says all of what is looked for has only a path.
pub(in crate::tui) fn said_of<'a>(app: &App, hit: &'a Hit) -> (String, Option<&'a Snippet>) {
    let symbols = app.styles.symbols();
    let [open, close] = symbols.quotes;
    let book = &app.library.book;
    let parents: Vec<_> = book
        .ancestors(hit.section)
        .iter()
        .map(|at| book.section(*at).full_title())
        .collect();
    let path = parents.join(symbols.path);
    let path = match &hit.via {
        Some(word) => format!("{path}  (for {open}{word}{close})"),
        None => path,
    };
    let results = app
        .finder
        .as_ref()
        .and_then(|finder| finder.results.as_ref());
    let by_name = |results| {
        !hit.title_marks.is_empty() && beyond_title(&app.library, results, hit).is_empty()
    };
    let results = results.filter(|results| path.is_empty() || !by_name(*results));
    let snippet = results.map(|_| &hit.snippet);
    let snippet = snippet.filter(|snippet| path.is_empty() || !snippet.text.is_empty());
    (path, snippet)
}

/// The snippet behind a path as short as it has to be.
fn detail(app: &App, hit: &Hit, line: Rect, buffer: &mut Buffer) {
    let symbols = app.styles.symbols();
    let area = Rect {
        x: line.x + 5,
        width: line.width.saturating_sub(6),
        ..line
    };
    let (path, snippet) = said_of(app, hit);
    let Some(snippet) = snippet else {
        put_cut_left(
            buffer,
            area.x,
            area.y,
            area.width,
            &path,
            app.styles.role(Role::Dim),
            symbols,
        );
        return;
    };
    let half = u16::try_from(wrap::width(&path))
        .unwrap_or(u16::MAX)
        .min(area.width * 2 / 5);
    let used = put_cut_left(
        buffer,
        area.x,
        area.y,
        half,
        &path,
        app.styles.role(Role::Dim),
        symbols,
    );
    let gap = if used > 0 { 2 } else { 0 };
    let rest = Rect {
        x: area.x + used + gap,
        width: area.width.saturating_sub(used + gap),
        ..area
    };
    sentence(&snippet.text, &snippet.marks, rest, &app.styles, buffer);
}

#[cfg(test)]
mod tests {
    use super::INVITATION;
    use crate::loader;
    use crate::rules::Rulebook;
    use crate::search::{Outcome, Query, SearchIndex};

    #[test]
    fn what_an_empty_box_invites_to_type_finds_something() {
        let book = Rulebook::load(loader::bundled().collect(), Vec::new());
        let index = SearchIndex::build(&book).unwrap();
        let list = |line: &&str| {
            line.split_once(": ")
                .map(|(_, list)| list.to_owned())
                .filter(|list| !list.starts_with(' '))
        };
        let listed: Vec<String> = INVITATION.iter().filter_map(list).collect();
        let listed = listed.iter().flat_map(|list| list.split(", "));
        let set_apart = INVITATION
            .iter()
            .filter(|line| list(line).is_none())
            .flat_map(|line| line.split("  "));
        let filters = set_apart
            .map(str::trim)
            .filter(|part| part.contains([':', '"']) && !part.ends_with(':'));
        let examples: Vec<_> = listed.chain(filters).collect();
        assert_eq!(examples.len(), 9, "{examples:?}");
        for example in examples {
            let results = index.search(
                &book,
                &Query {
                    text: example.to_owned(),
                    limit: 1,
                    ..Query::default()
                },
            );
            assert!(
                results.outcome == Outcome::Found && results.total > 0,
                "{example}"
            );
        }
    }
}
