//! The rows of the game in the side pane: which is selected, and what keys and clicks do with it.

use ratatui::layout::Position;

use super::pane::{Side, SideKind};
use crate::render::{Page, PageContext};
use crate::state::Pile;
use crate::table::TableSetup;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::{Environment, Shared};
use crate::tui::table::{self, GameRow, entries};

impl Side {
    /// Selects the new row that the player asked for, or else the row that was selected before.
    pub(super) fn select_row(&mut self, selected: Option<&GameRow>, known: &[GameRow]) {
        let is_new = |row: &&GameRow| match row {
            GameRow::Counter(_) | GameRow::Card(_, _, Pile::Drawn) => {
                !known.iter().any(|known| known.is_about(row))
            }
            _ => false,
        };
        let new = self.rows.iter().find(is_new).filter(|_| self.expects_row);
        self.expects_row &= new.is_none();
        let wanted = new.or(selected).cloned();
        let place = |is_wanted: &dyn Fn(&GameRow, &GameRow) -> bool| {
            let wanted = wanted.as_ref()?;
            self.rows.iter().position(|row| is_wanted(row, wanted))
        };
        let same = place(&GameRow::eq);
        self.sheet.link = same.or_else(|| place(&GameRow::is_about));
    }

    /// Lays out the game that is played.
    pub(super) fn table_page(&mut self, shared: &Shared, context: PageContext<'_>) -> Page {
        let game = shared.state.game().cloned().unwrap_or_default();
        let (library, rolls) = (&shared.library, shared.rolls());
        let (lines, rows) = entries(library, &game, &self.pins, rolls, self.lists_cards);
        self.rows = rows;
        Page::of_entries(context, lines)
    }

    /// Returns the selected row of the game.
    pub(super) fn row(&self) -> Option<&GameRow> {
        let is_table = self
            .content()
            .is_some_and(|(kind, _)| kind == SideKind::Table);
        self.rows.get(self.sheet.link.filter(|_| is_table)?)
    }

    /// Selects a counter, unless a row is selected: the one that was changed last, or else one of what
    /// is played before one of every game.
    pub fn select_counter(&mut self, table: &TableSetup) {
        if self.row().is_none() {
            let counters = self
                .rows
                .iter()
                .enumerate()
                .filter_map(|(at, row)| match row {
                    GameRow::Counter(name) => {
                        let mut counters = table.counters.iter();
                        Some((at, counters.find(|of| of.rules.name == *name)?))
                    }
                    _ => None,
                });
            let first = counters.min_by_key(|(_, counter)| {
                let rules = &counter.rules;
                (rules.name != self.changed, rules.with.is_empty())
            });
            let any = (!self.rows.is_empty()).then_some(0);
            self.sheet.link = first.map(|(at, _)| at).or(any);
        }
    }

    /// Performs an action on the game.
    pub(super) fn perform_on_table(
        &mut self,
        action: Action,
        env: &Environment<'_>,
    ) -> Option<Effect> {
        if matches!(action, Action::Add | Action::Subtract | Action::SetValue) {
            self.select_counter(&env.library.table);
            if let Some(GameRow::Counter(name)) = self.row() {
                self.changed = name.clone();
            }
        }
        self.expects_row = matches!(action, Action::NewCounter | Action::Draw);
        match (action, self.row()) {
            (Action::ListCards, _) => {
                self.lists_cards = !self.lists_cards;
                self.invalidate();
                None
            }
            (Action::Follow, Some(GameRow::Played)) => Some(Effect::Perform(Action::Playing)),
            (action, row) => {
                let effect = table::perform(action, row, env);
                effect.or_else(|| self.perform_on_sheet(action, env))
            }
        }
    }

    /// Chooses, opens or peeks at a row.
    pub(super) fn perform_on_sheet(
        &mut self,
        action: Action,
        env: &Environment<'_>,
    ) -> Option<Effect> {
        let row = self.row().cloned();
        let message = match self.sheet.perform(action, env) {
            Some(Effect::Status(_)) if row.is_some() => match action {
                Action::NextLink | Action::PreviousLink => "no more rows",
                _ => "the rules have no section for this row",
            },
            effect => return effect,
        };
        Some(Effect::Status(message.to_owned()))
    }

    /// Selects the clicked row of the game. If it was already selected, opens it.
    pub(super) fn click_row(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        self.focused = true;
        let (line, column) = self.sheet.position_at(env.area, at)?;
        let row = self.sheet.page.link_at(line, column)?;
        let is_selected = self.sheet.link.replace(row) == Some(row);
        let effect = is_selected.then(|| self.perform_on_table(Action::Follow, env));
        effect.flatten()
    }
}
