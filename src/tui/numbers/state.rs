//! The state of the pane, and how it reacts to keys and clicks.

use ratatui::layout::{Position, Rect};
use tui_input::{Input, InputRequest};

use super::filter::{Condition, by_value};
use crate::links::KeyNumber;
use crate::rules::slug::fold;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::library::Library;
use crate::tui::list::{List, steps};

/// The key numbers that the filter leaves.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// What the rows have to hold: words, and figures such as `2"` or `<3"`.
    pub filter: Input,
    /// The rows, as indexes into [`Library::key_numbers`].
    pub rows: Vec<u32>,
    /// The number of figures without a filter; `None` while they are being gathered.
    pub total: Option<usize>,
    /// The selected row and the first visible one.
    pub list: List,
    /// Whether the rows are in the order of their values, kind by kind, instead of their places.
    pub by_value: bool,
    /// Whether the last key was text for the filter: a blank is text then too.
    pub typing: bool,
}

impl Numbers {
    /// Lists the figures again, because the rules, the filter or the order have changed. The background gathers the figures
    /// of large rules first.
    pub fn refresh(&mut self, env: &Environment<'_>) -> Vec<Effect> {
        let library = env.library;
        let numbers = library.key_numbers();
        self.total = numbers.map(<[_]>::len);
        let numbers = numbers.unwrap_or_default();
        self.rows = self.matching(numbers, library);
        let number = |row: &u32| &numbers[*row as usize];
        if self.by_value {
            self.rows
                .sort_by(|a, b| by_value(number(a).value, number(b).value));
        } else {
            // The figures of the game being read come first.
            let game = library.book.game_of(env.section);
            self.rows
                .sort_by_key(|row| library.book.game_of(number(row).section) != game);
        }
        self.move_by(0, env.area);
        match self.total {
            Some(_) => Vec::new(),
            None => vec![Effect::GatherNumbers],
        }
    }

    /// The rows that the filter leaves, in the order of the rules.
    fn matching(&self, numbers: &[KeyNumber], library: &Library) -> Vec<u32> {
        let words = self.filter.value().split_whitespace();
        let conditions: Vec<_> = words.map(Condition::parse).collect();
        let (mut section, mut path) = (None, String::new());
        let mut rows = Vec::new();
        for (row, number) in (0..).zip(numbers) {
            if section != Some(number.section) && !conditions.is_empty() {
                section = Some(number.section);
                path = fold(&library.path(number.section));
            }
            if conditions.iter().all(|wanted| wanted.holds(number, &path)) {
                rows.push(row);
            }
        }
        rows
    }

    /// Lists the figures again after a key of text for the filter.
    pub fn filter_changed(&mut self, env: &Environment<'_>) -> Vec<Effect> {
        self.list.cursor = 0;
        self.typing = true;
        self.refresh(env)
    }

    /// The selected figure.
    #[must_use]
    pub fn selected<'a>(&self, library: &'a Library) -> Option<&'a KeyNumber> {
        let row = self.rows.get(self.list.cursor)?;
        library.key_numbers()?.get(*row as usize)
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        if action == Action::Peek && self.typing && !self.filter.value().ends_with(' ') {
            self.filter.handle(InputRequest::InsertChar(' '));
            return Vec::new();
        }
        self.typing = false;
        if action == Action::Down && env.enters_rows() {
            return Vec::new();
        }
        if let Some(rows) = steps(action, usize::from(rows_area(env.area).height)) {
            self.move_by(rows, env.area);
            return Vec::new();
        }
        let selected = self.selected(env.library);
        match (action, selected) {
            (Action::Close, _) => vec![Effect::Close],
            (Action::Sort, _) => {
                self.by_value = !self.by_value;
                self.list.cursor = 0;
                self.refresh(env)
            }
            (Action::Follow, Some(number)) => vec![Effect::OpenNumber(number.clone())],
            (Action::Peek, Some(number)) => {
                let line = 2 + self.list.cursor - self.list.scroll;
                let line = u16::try_from(line).unwrap_or(0);
                vec![Effect::Peek(number.section.into(), (line, line))]
            }
            _ => Vec::new(),
        }
    }

    /// Selects the clicked row; opens the selected one.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        let rows = rows_area(env.area);
        let row = self.list.scroll + usize::from(at.y.saturating_sub(rows.y));
        if !rows.contains(at) || row >= self.rows.len() {
            return Vec::new();
        }
        if row == self.list.cursor {
            return self.perform(Action::Follow, env);
        }
        self.list.cursor = row;
        Vec::new()
    }

    fn move_by(&mut self, rows: isize, area: Rect) {
        self.list.move_by(rows, self.rows.len());
        self.list.show(usize::from(rows_area(area).height), |_| 1);
    }
}

/// Where the rows are: below the border and the filter.
pub(super) fn rows_area(area: Rect) -> Rect {
    Rect {
        y: area.y + 2,
        height: area.height.saturating_sub(3),
        ..area
    }
}
