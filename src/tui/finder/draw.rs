//! Draws the search screen, and describes it for linear mode.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use super::rows::ResultRow;
use super::state::{Finder, SCOPE_GAP};
use crate::render::heading::{facts, kind_label};
use crate::render::wrap;
use crate::rules::SectionRef;
use crate::search::Hit;
use crate::theme::{Face, Role};
use crate::tui::action::Action;
use crate::tui::draw::{Canvas, LinearScreen, Row, text_line};
use crate::tui::environment::Environment;
use crate::tui::home::INVITATION;
use crate::tui::layout::{Searching, columns};

/// The maximum width of the parent section's title in the row of a result, in columns. A title that
/// is cut off keeps at least `MIN_PARENT` columns; with less room, the title is left out.
const MAX_PARENT: u16 = 28;
const MIN_PARENT: u16 = 10;

impl Finder {
    /// Draws the screen. While there is no index, `waiting` is shown instead of the number of
    /// results. Returns the cursor position.
    pub fn draw(
        &self,
        waiting: &str,
        env: &Environment<'_>,
        canvas: &mut Canvas<'_>,
    ) -> Option<Position> {
        let areas = self.areas(env);
        let mut remark = self.count(waiting);
        if self.is_home() {
            canvas.frame_lines(areas.above, areas.below, &[]);
            self.home.draw(areas.body, env, canvas);
            if env.library.index.is_some() {
                remark.clear();
            }
        } else {
            self.draw_found(&areas, env, canvas);
        }
        let scope = self.scope_area(env);
        if !scope.is_empty() {
            let blank = " ".repeat(usize::from(scope.width + SCOPE_GAP));
            remark.insert_str(0, &blank);
        }
        let cursor = canvas.input(areas.input, " / ", &self.input, &remark);
        canvas.row(scope).put(&self.scope(env), Role::Link);
        if let (true, Some(cursor)) = (self.input.value().is_empty(), cursor) {
            let from = cursor.x - areas.input.x;
            canvas.text(areas.input, from, INVITATION, Role::Dim);
        }
        cursor
    }

    /// Draws the messages, the results and the preview.
    fn draw_found(&self, areas: &Searching, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let preview_beside = areas.preview_beside && !self.list.rows.is_empty();
        let dividers = Vec::from_iter(preview_beside.then_some(areas.divider));
        let has_line = !areas.below_banner.is_empty();
        let above = if has_line {
            areas.below_banner
        } else {
            areas.above
        };
        canvas.horizontal_line(areas.above);
        canvas.frame_lines(above, areas.below, &dividers);
        for (line, message) in areas.banner.rows().zip(self.message_text(env.size.0)) {
            canvas.text(line, 1, &message, Role::Text);
        }
        if !areas.preview_beside && !self.preview.page.lines.is_empty() {
            canvas.horizontal_line(areas.divider);
        }
        self.draw_results(areas.results, env, canvas);
        self.preview.draw(areas.preview, false, canvas);
    }

    fn draw_results(&self, area: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let Some(results) = &self.results else {
            return;
        };
        for (line, row, selected) in self.list.visible(area) {
            match row {
                ResultRow::Compare(_, text) | ResultRow::Value(text) => {
                    let role = if selected { Role::Heading } else { Role::Text };
                    let area = columns(line, 1, u16::MAX);
                    canvas.mark_selected(area, selected).skip(1).cut(text, role);
                }
                ResultRow::Game(game) => {
                    let name = env.library.book.game(*game).name.to_uppercase();
                    canvas.text(line, 1, &name, Role::Dim);
                }
                ResultRow::Title(hit, suffix) => {
                    let hit = &results.hits[*hit];
                    self.draw_title(hit, suffix, selected, line, env, canvas);
                }
                ResultRow::Detail(hit) => self.draw_detail(&results.hits[*hit], line, env, canvas),
                ResultRow::Also(also) => canvas.text(line, 5, also, Role::Note),
                ResultRow::Note(note) => canvas.text(line, 3, note, Role::Note),
            }
        }
    }

    /// Writes the title or snippet of a result. If it does not fit, writes the part near the first
    /// of `marks`. Only words of the query are drawn as matches, although `marks` can include their
    /// synonyms.
    fn put_matched<'a, 'b>(
        &self,
        row: &'a mut Row<'b>,
        text: &str,
        marks: &[Range<usize>],
        role: Role,
    ) -> &'a mut Row<'b> {
        let highlight = self.results.as_ref().map(|results| &results.highlight);
        let literal = highlight.map_or_else(Vec::new, |words| words.literal_marks(text));
        let around = marks.first().map_or(0, |first| first.start);
        row.sentence(text, around, &literal, Face::of(role))
    }

    /// Draws the reasons why a result was found, and its snippet. Without a snippet, draws the path
    /// of the result instead.
    fn draw_detail(&self, hit: &Hit, line: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let mut row = canvas.row_in(line, 5);
        if hit.snippet.text.is_empty() {
            row.cut_path(&env.library.path_above(hit.section), Role::Dim);
            return;
        }
        row.put(&reasons(hit, env), Role::Note);
        self.put_matched(&mut row, &hit.snippet.text, &hit.snippet.marks, Role::Dim);
    }

    /// Draws the title of a result with its matches, then `suffix`, which distinguishes results
    /// with the same title, and the cost. At the right edge, draws the title of the parent section,
    /// and the kind.
    fn draw_title(
        &self,
        hit: &Hit,
        suffix: &str,
        selected: bool,
        line: Rect,
        env: &Environment<'_>,
        canvas: &mut Canvas<'_>,
    ) {
        let this = env.library.book.section(hit.section);
        let role = if selected { Role::Heading } else { Role::Text };
        let area = columns(line, 1, line.width.saturating_sub(2));
        let mut row = canvas.mark_selected(area, selected);
        row.skip(1);
        self.put_matched(&mut row, &this.full_title(), &hit.title_marks, role)
            .cut(suffix, Role::Dim);
        if let Some(cost) = this.cost {
            row.put(&format!("  {cost}"), Role::Chip);
        }
        let kind = kind_label(this.kind);
        let wide = wrap::columns(kind);
        if row.room() < wide + 2 {
            return;
        }
        let (start, mut end) = (row.x + 2, row.end - wide);
        row.x = end;
        row.put(kind, Role::Dim);
        end -= if kind.is_empty() { 0 } else { 2 };
        let parent = parent_title(hit.section, suffix, env);
        let wanted = wrap::columns(&parent).min(MAX_PARENT);
        let room = end.saturating_sub(start);
        if room >= wanted.min(MIN_PARENT) {
            let shown = wanted.min(room);
            row.x = end - shown;
            row.end = end;
            row.cut(&parent, Role::Dim);
        }
    }

    /// Describes the screen for linear mode.
    pub fn linear(&self, waiting: &str, env: &Environment<'_>) -> LinearScreen<'_> {
        let areas = self.areas(env);
        if self.is_home() {
            return LinearScreen {
                input: Some(("/ ", &self.input)),
                ..self.home.linear(areas.body, env)
            };
        }
        let height = usize::from(areas.results.height);
        let hits = self.hits();
        let title = |hit: usize, suffix: &str| {
            let section = env.library.book.section(hits[hit].section);
            section.full_title() + suffix + &facts(section)
        };
        let text = |row: &ResultRow| match row {
            ResultRow::Game(game) => (env.library.book.game(*game).name.clone(), Role::Dim),
            ResultRow::Title(hit, suffix) => (title(*hit, suffix), Role::Heading),
            ResultRow::Detail(hit) => {
                let hit = &hits[*hit];
                let path = env.library.path_above(hit.section);
                let gap = if path.is_empty() || hit.snippet.text.is_empty() {
                    ""
                } else {
                    ": "
                };
                let text = format!("{path}{gap}{}{}", reasons(hit, env), hit.snippet.text);
                (text, Role::Text)
            }
            ResultRow::Compare(_, text) | ResultRow::Value(text) => (text.clone(), Role::Heading),
            ResultRow::Also(note) | ResultRow::Note(note) => (note.clone(), Role::Note),
        };
        let mut screen = self.list.linear(height, env, text);
        let messages = self.message_text(env.size.0);
        let lines = messages.iter().take(usize::from(areas.banner.height));
        let lines = lines.map(|text| text_line(text, Role::Note, env.styles.symbols));
        let count = lines.len();
        screen.lines.splice(0..0, lines);
        screen.cursor = screen.cursor.map(|(row, column)| (row + count, column));
        let count = self.count(waiting);
        LinearScreen {
            name: if count.is_empty() {
                "Search".to_owned()
            } else {
                format!("Search: {count}")
            },
            input: Some(("/ ", &self.input)),
            cursor: screen
                .cursor
                .filter(|_| env.on_row && self.list.selected().is_some()),
            selected: match self.list.selected() {
                Some(row) => format!("result {}: {}", self.list.position(), text(row).0),
                None => env
                    .shown_key(Action::Help)
                    .map_or_else(String::new, |key| format!("{key} help")),
            },
            ..screen
        }
    }
}

/// Explains why a result was found: `(for “zap”, linked from Torrent)`. Empty if the only reason is
/// that the section itself contains words of the query.
fn reasons(hit: &Hit, env: &Environment<'_>) -> String {
    let [open, close] = env.styles.symbols.quotes;
    let word = hit
        .via
        .as_ref()
        .map(|word| format!("for {open}{word}{close}"));
    let reason = hit.reason.map(|reason| reason.describe(&env.library.book));
    let reasons: Vec<_> = word.into_iter().chain(reason).collect();
    if reasons.is_empty() {
        String::new()
    } else {
        format!("({}) ", reasons.join(", "))
    }
}

/// Returns the title of a section's parent. Empty if the section has no parent, or if `suffix`
/// already says where the section is.
fn parent_title(section: SectionRef, suffix: &str, env: &Environment<'_>) -> String {
    let parent = env.library.book.section(section).parent;
    let parent = parent.filter(|_| suffix.is_empty());
    parent.map_or_else(String::new, |parent| env.library.title(parent))
}
