//! The search screen, and the same in linear mode.

use ratatui::layout::{Position, Rect};

use super::rows::{ResultRow, beyond_title};
use super::state::Finder;
use crate::render::heading::{facts, kind_label};
use crate::render::wrap;
use crate::search::{Hit, Snippet};
use crate::theme::{Face, Role};
use crate::tui::action::Action;
use crate::tui::draw::{Canvas, LinearScreen};
use crate::tui::environment::Environment;
use crate::tui::home::INVITATION;
use crate::tui::layout::searching;

impl Finder {
    /// Draws the screen, `waiting` in place of a count while there is no index; gives the cursor's position.
    pub fn draw(
        &self,
        waiting: &str,
        env: &Environment<'_>,
        canvas: &mut Canvas<'_>,
    ) -> Option<Position> {
        let areas = searching(env.size, env.is_linear());
        if self.is_home() {
            return self.draw_home(waiting, env, canvas);
        }
        let upright = areas.upright && !areas.divider.is_empty();
        let dividers = Vec::from_iter(upright.then_some(areas.divider));
        canvas.frame_lines(areas.above, areas.below, &dividers);
        if !areas.upright {
            canvas.horizontal_line(areas.divider);
        }
        self.draw_results(areas.results, env, canvas);
        self.preview.draw(areas.preview, false, canvas);
        canvas.input(areas.input, " / ", &self.input, &self.count(waiting))
    }

    /// Draws the home screen below the empty box.
    fn draw_home(
        &self,
        waiting: &str,
        env: &Environment<'_>,
        canvas: &mut Canvas<'_>,
    ) -> Option<Position> {
        let areas = searching(env.size, env.is_linear());
        canvas.frame_lines(areas.above, areas.below, &[]);
        self.home.draw(areas.body, env, canvas);
        let remark = env.library.index.is_none().then_some(waiting);
        let remark = remark.unwrap_or_default();
        let cursor = canvas.input(areas.input, " / ", &self.input, remark);
        if let (true, Some(cursor)) = (self.input.value().is_empty(), cursor) {
            let from = cursor.x - areas.input.x;
            canvas.text(areas.input, from, INVITATION, Role::Dim);
        }
        cursor
    }

    fn draw_results(&self, area: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let Some(results) = &self.results else {
            return;
        };
        for (line, row, chosen) in self.list.visible(area) {
            match row {
                ResultRow::Game(game) => {
                    let name = env.library.book.game(*game).name.to_uppercase();
                    canvas.text(line, 1, &name, Role::Dim);
                }
                ResultRow::Title(hit, apart) => {
                    draw_title(&results.hits[*hit], apart, chosen, line, env, canvas);
                }
                ResultRow::Detail(hit) => self.draw_detail(&results.hits[*hit], line, env, canvas),
                ResultRow::Also(also) => canvas.text(line, 5, also, Role::Note),
                ResultRow::Note(note) => canvas.text(line, 3, note, Role::Note),
            }
        }
    }

    /// Draws a result's path, shortened as far as its snippet needs, and the snippet.
    fn draw_detail(&self, hit: &Hit, line: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let (path, snippet) = self.detail(hit, env);
        let mut row = canvas.row_in(line, 5);
        let Some(snippet) = snippet else {
            row.cut_path(&path, Role::Dim);
            return;
        };
        let most = row.room() * 2 / 5;
        row.within(wrap::columns(&path).min(most), |row| {
            row.cut_path(&path, Role::Dim)
        })
        .skip(if path.is_empty() { 0 } else { 2 })
        .sentence(&snippet.text, &snippet.marks, Face::of(Role::Dim));
    }

    /// The path of a result and its snippet. A result whose title has the whole query has only a path.
    fn detail<'a>(&self, hit: &'a Hit, env: &Environment<'_>) -> (String, Option<&'a Snippet>) {
        let symbols = env.styles.symbols();
        let [open, close] = symbols.quotes;
        let mut titles = env.library.book.titles(hit.section);
        titles.pop();
        let mut path = titles.join(symbols.path);
        if let Some(word) = &hit.via {
            path = format!("{path}  (for {open}{word}{close})");
        }
        let is_named = |results| {
            !hit.title_marks.is_empty() && beyond_title(env.library, results, hit).is_empty()
        };
        let is_said = path.is_empty()
            || !hit.snippet.text.is_empty() && !self.results.as_ref().is_some_and(is_named);
        let snippet = is_said.then_some(&hit.snippet);
        (path, snippet)
    }

    /// The screen in linear mode.
    pub fn linear(&self, waiting: &str, env: &Environment<'_>) -> LinearScreen<'_> {
        let areas = searching(env.size, env.is_linear());
        if self.is_home() {
            return LinearScreen {
                input: Some(("/ ", &self.input)),
                ..self.home.linear(areas.body, env)
            };
        }
        let height = usize::from(areas.results.height);
        let hits = self.hits();
        let title = |hit: usize, apart: &str| {
            let section = env.library.book.section(hits[hit].section);
            section.full_title() + apart + &facts(section)
        };
        let text = |row: &ResultRow| match row {
            ResultRow::Game(game) => (env.library.book.game(*game).name.clone(), Role::Chip),
            ResultRow::Title(hit, apart) => (title(*hit, apart), Role::Heading),
            ResultRow::Detail(hit) => {
                let (path, snippet) = self.detail(&hits[*hit], env);
                let snippet = snippet.map_or("", |snippet| &snippet.text);
                let gap = if path.is_empty() || snippet.is_empty() {
                    ""
                } else {
                    ": "
                };
                (format!("{path}{gap}{snippet}"), Role::Text)
            }
            ResultRow::Also(note) | ResultRow::Note(note) => (note.clone(), Role::Note),
        };
        let screen = self.list.linear(height, env, text);
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
                .filter(|_| env.choosing && self.section().is_some()),
            selected: match self.list.selected() {
                Some(ResultRow::Title(hit, apart)) => {
                    format!("result {}: {}", self.list.position(), title(*hit, apart))
                }
                _ => env
                    .shown_key(Action::Help)
                    .map_or_else(String::new, |key| format!("{key} help")),
            },
            ..screen
        }
    }
}

/// Draws a result's title with its matches, what tells it apart, its cost, and its kind at the right edge.
fn draw_title(
    hit: &Hit,
    apart: &str,
    chosen: bool,
    line: Rect,
    env: &Environment<'_>,
    canvas: &mut Canvas<'_>,
) {
    let this = env.library.book.section(hit.section);
    let (mark, role) = if chosen {
        (env.styles.symbols().chosen, Role::Heading)
    } else {
        (" ", Role::Text)
    };
    let mut row = canvas.row_in(line, 1);
    row.put(mark, Role::Link)
        .skip(1)
        .sentence(&this.full_title(), &hit.title_marks, Face::of(role))
        .cut(apart, Role::Dim);
    if let Some(cost) = this.cost {
        row.put(&format!("  {cost}"), Role::Chip);
    }
    let kind = kind_label(this.kind);
    let wide = u16::try_from(kind.len()).unwrap_or(0);
    if row.room() >= wide + 2 {
        row.x = row.end - wide;
        row.put(kind, Role::Dim);
    }
}
