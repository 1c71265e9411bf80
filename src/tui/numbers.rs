//! The pane of key numbers: a filter, and a row for each key number. A row shows the figure (such
//! as `3"`), its subject and the path of its section.

use std::cmp::Ordering;

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::filter_list::FilterList;
use super::keymap::Context;
use super::list::ListRow;
use super::pane::Pane;
use super::typing::Edit;
use crate::library::Library;
use crate::links::KeyNumber;
use crate::quantity::{Quantity, Value, comparison};
use crate::render::wrap;
use crate::rules::SectionKind;
use crate::rules::slug::fold;
use crate::theme::Role;

#[cfg(test)]
mod tests;

/// The maximum width of the column of figures. Wider figures take room from their subject.
const MAX_FIGURE: u16 = 16;

/// The minimum number of columns for a path. If there is less room, the path is left out.
const MIN_PATH: u16 = 16;

/// A row is an index into [`Library::key_numbers`].
impl ListRow for usize {}

/// The pane of key numbers.
#[derive(Debug, Default)]
pub struct Numbers {
    /// The key numbers that match the filter. The filter accepts words, and figures such as `2"` or
    /// `<3"`.
    pub list: FilterList<usize>,
    /// Whether the rows are sorted by kind and value. If not, the game being read comes first.
    pub by_value: bool,
}

impl Numbers {
    /// Returns the selected key number.
    pub fn selected<'a>(&self, library: &'a Library) -> Option<&'a KeyNumber> {
        library.key_numbers().get(*self.list.list.selected()?)
    }

    /// Describes the number of rows and their order: `3 of 120, by value`.
    fn count(&self, library: &Library) -> String {
        let order = if self.by_value { "value" } else { "place" };
        let (shown, all) = (self.list.list.rows.len(), library.key_numbers().len());
        if library.has_key_numbers() {
            format!("{shown} of {all}, by {order}")
        } else {
            "collecting figures".to_owned()
        }
    }
}

impl Pane for Numbers {
    fn context(&self) -> Context {
        Context::Numbers
    }

    fn refresh(&mut self, env: &Environment<'_>) {
        let numbers = env.library.key_numbers();
        let words = self.list.filter.value().split_whitespace();
        let conditions: Vec<_> = words.map(Condition::parse).collect();
        let is_wanted = |row: &usize| conditions.iter().all(|wanted| wanted.holds(&numbers[*row]));
        let mut rows: Vec<_> = (0..numbers.len()).filter(is_wanted).collect();
        if self.by_value {
            let value = |row: &usize| numbers[*row].value;
            rows.sort_by(|a, b| value(a).partial_cmp(&value(b)).unwrap_or(Ordering::Equal));
        } else {
            // Key numbers of the document being read come first, then those of its game, then those
            // of other games. In each group, those from tables of key numbers come first.
            let book = &env.library.book;
            let (game, document) = (
                book.game_of(env.section),
                book.section(env.section).document,
            );
            rows.sort_by_key(|row| {
                let section = numbers[*row].section;
                let is_summary = book.section(section).kind == SectionKind::Table;
                (
                    book.section(section).document != document,
                    book.game_of(section) != game,
                    !is_summary,
                )
            });
        }
        self.list.fill(rows, env);
    }

    fn is_revisited(&self) -> bool {
        true
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        if self.list.move_cursor(action, env) {
            return None;
        }
        if action == Action::Sort {
            self.by_value = !self.by_value;
            self.list.list.cursor = 0;
            self.refresh(env);
            return None;
        }
        let number = self.selected(env.library)?;
        (action == Action::Follow).then(|| Effect::OpenKeyNumber(number.clone()))
    }

    /// Selects the clicked row. If it was already selected, opens it.
    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        let opens = self.list.select_at(at, env) == Some(true);
        opens.then(|| self.perform(Action::Follow, env)).flatten()
    }

    fn edit(&mut self, edit: Edit<'_>, env: &Environment<'_>) -> Option<Effect> {
        if self.list.edit_filter(edit) {
            self.refresh(env);
        }
        None
    }

    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let (area, cursor) =
            self.list
                .draw_head("Key numbers", &self.count(env.library), env, canvas);
        let numbers = env.library.key_numbers();
        let shown = self.list.list.rows.iter().map(|row| &numbers[*row]);
        let wide = shown.map(|number| wrap::columns(&number.printed));
        let figures = wide.filter(|wide| *wide <= MAX_FIGURE).max();
        let figures = figures.unwrap_or(0);
        for (line, row, selected) in self.list.list.visible(area) {
            draw_number(&numbers[*row], figures, env, line, canvas);
            canvas.select(line, selected);
        }
        cursor
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let name = format!("Key numbers: {}", self.count(env.library));
        self.list.screen(name, "row", env, |row| {
            let number = &env.library.key_numbers()[*row];
            let path = env.library.path(number.section);
            format!("{}: {}; {path}", number.printed, number.about)
        })
    }
}

/// Draws the figure, its subject, and the path if there is room.
fn draw_number(
    number: &KeyNumber,
    figures: u16,
    env: &Environment<'_>,
    line: Rect,
    canvas: &mut Canvas<'_>,
) {
    let marks = std::slice::from_ref(&number.mark);
    let wide = wrap::columns(&number.printed);
    // The figures are aligned at the right.
    let mut row = canvas.row_in(line, 2 + figures.saturating_sub(wide));
    row.cut(&number.printed, Role::Heading)
        .skip(2)
        .sentence(&number.about, marks, Role::Text)
        .skip(2);
    if row.room() >= MIN_PATH {
        let path = env.library.path(number.section);
        row.x = row.end - wrap::columns(&path).min(row.room());
        row.cut_path(&path, Role::Dim);
    }
}

/// A condition of the filter.
enum Condition {
    /// The subject, the path or the figure contains this word.
    Word(String),
    /// Comparing the key number's value with this value gives one of these orderings. For `<=3"`,
    /// the orderings are `Less` and `Equal`, and the value is `3"`.
    Figure(&'static [Ordering], Value),
}

impl Condition {
    /// Parses one part of the filter: `<3"` is a comparison, and `drop` is a word.
    fn parse(word: &str) -> Self {
        let (orders, figure) = comparison(word);
        match Quantity::parse(figure).map(|quantity| quantity.value) {
            // A plain number without a comparison sign is searched for as text, because it may be
            // part of a name or a figure.
            Some(value) if figure.len() < word.len() || !matches!(value, Value::Number(_)) => {
                Self::Figure(orders, value)
            }
            _ => Self::Word(fold(word)),
        }
    }

    /// Whether a key number meets the condition.
    fn holds(&self, number: &KeyNumber) -> bool {
        match self {
            Self::Word(word) => number.contains(word),
            Self::Figure(orders, value) => {
                let order = number.value.compare(*value);
                order.is_some_and(|order| orders.contains(&order))
            }
        }
    }
}
