//! Draws the search screen, and describes it for linear mode.

use ratatui::layout::Position;

use super::rows::ResultRow;
use super::state::{Finder, SCOPE_GAP};
use crate::render::heading::{facts, kind_label};
use crate::render::wrap;
use crate::rules::SectionRef;
use crate::search::Hit;
use crate::theme::Role;
use crate::tui::draw::{Canvas, LinearScreen, Row};
use crate::tui::environment::Environment;
use crate::tui::layout::Searching;

/// The minimum width, in columns, of the title that tells a result apart from others with the same
/// title.
const MIN_LEAD: u16 = 8;

/// The text in the empty search box.
const INVITATION: &str = "Type a rule or a question";

impl Finder {
    /// Draws the screen. Returns the cursor position.
    pub(super) fn draw_screen(
        &self,
        env: &Environment<'_>,
        canvas: &mut Canvas<'_>,
    ) -> Option<Position> {
        let areas = self.areas(env);
        let mut remark = self.count(&env.messages.waiting());
        if self.is_home() && env.library.index.is_some() {
            remark.clear();
        }
        self.draw_rows(&areas, env, canvas);
        let scope = self.scope_area(env);
        if !scope.is_empty() {
            let blank = " ".repeat(usize::from(scope.width + SCOPE_GAP));
            remark.insert_str(0, &blank);
        }
        let cursor = canvas.input(areas.input, " / ", &self.input, &remark);
        canvas.row(scope).put(&self.scope(env), Role::Link);
        if let (true, Some(cursor)) = (self.input.value().is_empty(), cursor) {
            canvas.text(areas.input, cursor.x, INVITATION, Role::Dim);
        }
        cursor
    }

    /// Draws the results and the preview, or the home screen.
    fn draw_rows(&self, areas: &Searching, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let is_beside = areas.preview_beside && self.list.selected().is_some();
        let dividers = Vec::from_iter(is_beside.then_some(areas.divider));
        canvas.frame_lines(areas.above, areas.below, &dividers);
        if !areas.preview_beside && !self.preview.page.lines.is_empty() {
            canvas.horizontal_line(areas.divider);
        }
        for (line, row, selected) in self.list.visible(areas.results) {
            let role = if selected { Role::Heading } else { Role::Text };
            match row {
                ResultRow::Compare(_, text) => canvas.text(line, 2, text, role),
                ResultRow::Game(game) => {
                    let name = env.library.book.game(*game).name.to_uppercase();
                    canvas.text(line, 1, &name, Role::Dim);
                }
                ResultRow::Title(hit) => {
                    let (lead, row) = (self.leads[*hit], &mut canvas.row_in(line, 2));
                    let is_card = self.draw_cells(Some(*hit), row);
                    draw_title(&self.hits()[*hit], lead, !is_card, role, row, env);
                }
                ResultRow::Columns => {
                    self.draw_cells(None, &mut canvas.row_in(line, 2));
                }
                ResultRow::Detail(hit) => {
                    draw_detail(&self.hits()[*hit], &mut canvas.row_in(line, 4), env);
                }
                ResultRow::Also(also) => canvas.text(line, 4, also, Role::Note),
                ResultRow::Message(message) => canvas.text(line, 1, message, Role::Text),
                ResultRow::Note(note) => canvas.text(line, 3, note, Role::Note),
                ResultRow::Home(row) => row.draw(line, selected, canvas),
            }
            canvas.select(line, selected);
        }
        self.preview.draw(areas.preview, false, canvas);
    }

    /// Draws the columns of a card at the right edge of its row or, without a card, their names.
    /// The row then ends before the columns. Returns whether there are any.
    fn draw_cells(&self, card: Option<usize>, row: &mut Row<'_>) -> bool {
        let (start, end) = (row.x, row.end);
        let cells = self.cards.iter().flat_map(|of| of.cells(row.room(), card));
        let cells: Vec<_> = cells.collect();
        for (at, text) in &cells {
            row.x = end.saturating_sub(*at);
            row.put(
                text,
                if card.is_some() {
                    Role::Text
                } else {
                    Role::Dim
                },
            );
        }
        row.x = start;
        let first = cells.first().map_or(0, |(at, _)| at + 2);
        row.end = end.saturating_sub(first);
        self.cards.is_some()
    }

    /// Describes the screen for linear mode.
    pub(super) fn linear_screen(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let hits = self.hits();
        let text = |row: &ResultRow| match row {
            ResultRow::Game(game) => (env.library.book.game(*game).name.clone(), Role::Dim),
            ResultRow::Title(hit) => {
                let book = &env.library.book;
                let section = book.section(hits[*hit].section);
                let card = self.cards.as_ref().map(|of| of.describe(*hit));
                let card = card.map_or_else(String::new, |card| format!(", {card}"));
                (
                    section.full_title() + &facts(book, section) + &card,
                    Role::Heading,
                )
            }
            ResultRow::Detail(hit) => {
                let hit = &hits[*hit];
                let path = env.library.path_above(hit.section);
                let is_alone = path.is_empty() || hit.snippet.text.is_empty();
                let gap = if is_alone { "" } else { ": " };
                let text = format!("{path}{gap}{}{}", reasons(hit, env), hit.snippet.text);
                (text, Role::Text)
            }
            ResultRow::Compare(_, text) => (text.clone(), Role::Heading),
            ResultRow::Columns => ("Cards".to_owned(), Role::Dim),
            ResultRow::Also(text) | ResultRow::Message(text) | ResultRow::Note(text) => {
                (text.clone(), Role::Note)
            }
            ResultRow::Home(row) => (row.text(), Role::Text),
        };
        let height = self.areas(env).results.height;
        let (name, noun) = if self.is_home() {
            ("Home".to_owned(), "row")
        } else {
            (
                format!("Search: {}", self.count(&env.messages.waiting())),
                "result",
            )
        };
        let screen = self.list.linear(height, noun, text);
        let has_selected = self.list.selected().is_some();
        LinearScreen {
            name,
            input: Some(("/ ", &self.input)),
            cursor: screen.cursor.filter(|_| env.on_row && has_selected),
            selected: if has_selected {
                screen.selected
            } else {
                INVITATION.to_owned()
            },
            ..screen
        }
    }
}

/// Draws the reasons why a result was found, and its snippet. Without a snippet, draws the path
/// of the result instead.
fn draw_detail(hit: &Hit, row: &mut Row<'_>, env: &Environment<'_>) {
    if hit.snippet.text.is_empty() {
        row.cut_path(&env.library.path_above(hit.section), Role::Dim);
        return;
    }
    row.put(&reasons(hit, env), Role::Note);
    row.sentence(&hit.snippet.text, &hit.snippet.marks, Role::Dim);
}

/// Draws the title of a result with its matches, and the cost. The title of the ancestor `lead`
/// comes before it, cut if there is little room. At the right edge, draws the title of the parent
/// section, without a lead, and the kind, as far as there is room and `has_kind` is true.
fn draw_title(
    hit: &Hit,
    lead: Option<SectionRef>,
    has_kind: bool,
    role: Role,
    row: &mut Row<'_>,
    env: &Environment<'_>,
) {
    let this = env.library.book.section(hit.section);
    if let Some(lead) = lead {
        let path = env.styles.symbols.path;
        let title = wrap::columns(&this.full_title()) + wrap::columns(path);
        let room = row.room().saturating_sub(title).max(MIN_LEAD);
        row.within(room, |row| row.cut(&env.library.title(lead), Role::Dim))
            .put(path, Role::Dim);
    }
    row.sentence(&this.full_title(), &hit.title_marks, role);
    if let Some(cost) = this.cost {
        row.put(&format!("  {cost}"), Role::Chip);
    }
    if !has_kind {
        return;
    }
    let kind = kind_label(&env.library.book, this);
    let parent = this.parent.filter(|_| lead.is_none());
    let parent = parent.map(|parent| env.library.title(parent));
    let both = format!("{}  {kind}", parent.unwrap_or_default());
    for text in [both.trim(), kind.as_str()] {
        let wide = wrap::columns(text);
        if wide + 2 <= row.room() {
            row.x = row.end - wide;
            row.put(text, Role::Dim);
        }
    }
}

/// Explains why a result was found: `(for “zap”, named)`. Empty if the only reason is
/// that the section itself contains words of the query.
fn reasons(hit: &Hit, env: &Environment<'_>) -> String {
    let symbols = env.styles.symbols;
    let word = hit.via.as_ref();
    let word = word.map(|word| format!("for {}", symbols.quoted(word)));
    let named = hit.is_named.then(|| "named".to_owned());
    match word.into_iter().chain(named).collect::<Vec<_>>() {
        reasons if reasons.is_empty() => String::new(),
        reasons => format!("({}) ", reasons.join(", ")),
    }
}
