//! The rows of the game in the side pane: which is selected, and what keys and clicks do with it.

use ratatui::layout::Position;

use super::pane::{Side, SideKind};
use crate::render::{Page, PageContext};
use crate::state::{Pile, PlayedGame};
use crate::table::{Counter, TableSetup};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::{Environment, Shared};
use crate::tui::table::{self, GameRow, entries};

impl Side {
    /// Selects the new row that the player asked for, or else the row that was selected before.
    pub(super) fn select_row(&mut self, selected: Option<&GameRow>, known: &[GameRow]) {
        let is_new = |row: &&GameRow| {
            let is_wanted = matches!(row, GameRow::Counter(_) | GameRow::Card(_, _, Pile::Drawn));
            // A deck may have two copies of a card.
            let count = |rows: &[GameRow]| rows.iter().filter(|of| of == row).count();
            is_wanted && count(&self.rows) > count(known)
        };
        let new = self.rows.iter().find(is_new).filter(|_| self.expects_row);
        self.expects_row &= new.is_none();
        let wanted = new.or(selected).cloned();
        let place = |is_wanted: &dyn Fn(&GameRow, &GameRow) -> bool| {
            let wanted = wanted.as_ref()?;
            self.rows.iter().position(|row| is_wanted(row, wanted))
        };
        let same = place(&GameRow::eq).or_else(|| place(&GameRow::is_about));
        // A card whose row is gone leaves the selection to its deck.
        let is_deck = |row: &GameRow, card: &GameRow| match (row, card) {
            (GameRow::Deck(deck), GameRow::Card(of, ..)) => deck == of,
            _ => false,
        };
        self.sheet.link = same.or_else(|| place(&is_deck));
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
    pub fn row(&self) -> Option<&GameRow> {
        let is_table = self
            .content()
            .is_some_and(|(kind, _)| kind == SideKind::Table);
        self.rows.get(self.sheet.link.filter(|_| is_table)?)
    }

    /// Selects the first counter of what is played, or else the first of every game. If that one is
    /// selected, and a game is given, selects the other number that was changed last in it.
    pub fn select_counter(&mut self, table: &TableSetup, again: Option<&PlayedGame>) {
        let named = |name: &str| {
            let mut counters = table.counters.iter();
            counters.find(|of| of.rules.name == name)
        };
        let counters = self.rows.iter().enumerate();
        let counters = counters.filter_map(|(at, row)| match row {
            GameRow::Counter(name) => Some((at, name, named(name)?)),
            _ => None,
        });
        let counters: Vec<_> = counters.collect();
        let first = counters
            .iter()
            .min_by_key(|(.., of)| of.rules.with.is_empty());
        let first = first.map(|(at, ..)| *at);
        let again = again.filter(|_| self.sheet.link == first);
        let last = again.and_then(|game| {
            // What a step changes is not what players come back to.
            let is_stepped = |name: &String| {
                let mut steps = table.steps.iter();
                steps.any(|step| step.add.contains_key(name) || step.set.contains_key(name))
            };
            let is_other = |at: usize, of: &Counter| {
                Some(at) != first && of.rules.values.is_empty() && !is_stepped(&of.rules.name)
            };
            game.changed_counters().find_map(|changed| {
                let mut others = counters.iter();
                others.find(|(at, name, of)| *name == changed && is_other(*at, of))
            })
        });
        let last = last.map(|(at, ..)| *at);
        let any = (!self.rows.is_empty()).then_some(0);
        self.select(last.or(first).or(any));
    }

    /// Selects a row, and scrolls to it.
    fn select(&mut self, row: Option<usize>) {
        self.sheet.link = row;
        if let Some(link) = self.sheet.selected() {
            let line = link.line;
            self.sheet.show(line);
        }
    }

    /// Performs an action on the game.
    pub(super) fn perform_on_table(
        &mut self,
        action: Action,
        env: &Environment<'_>,
    ) -> Option<Effect> {
        let is_change = matches!(action, Action::Add | Action::Subtract | Action::SetValue);
        if is_change && self.row().is_none() {
            self.select_counter(&env.library.table, None);
        }
        self.expects_row = matches!(action, Action::NewCounter | Action::Draw);
        match (action, self.row()) {
            (Action::ListCards, row) => {
                if let Some(GameRow::Card(deck, _, Pile::Deck | Pile::Removed)) = row {
                    // The row of the card may go; that of its deck stays.
                    let of = GameRow::Deck(*deck);
                    self.sheet.link = self.rows.iter().position(|row| *row == of);
                }
                self.lists_cards = !self.lists_cards;
                self.invalidate();
                None
            }
            (Action::Top, _) => {
                self.select((!self.rows.is_empty()).then_some(0));
                None
            }
            (Action::Bottom, _) => {
                self.select(self.rows.len().checked_sub(1));
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
