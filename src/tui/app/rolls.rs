//! Rolls dice: finds what the selected link or the section being read offers, and keeps the rolls.

use super::state::App;
use crate::rules::SectionRef;
use crate::state::{Change, GameChange, MAX_ROLLS, Move, StoredRoll};
use crate::table::{KeyedTable, Rollable};
use crate::tui::effect::Question;
use crate::tui::keymap::Context;
use crate::tui::peek::Peek;
use crate::tui::roll::RollPane;

/// The maximum number of links of a section in whose targets tables are looked for.
const MAX_LINKS: usize = 16;

impl App {
    /// Rolls what the selected link or the section being read offers. Without any dice, asks for
    /// some.
    pub(super) fn roll_here(&mut self) {
        let choices = self.rollables();
        if choices.is_empty() {
            self.ask(Question::Dice, "");
        } else {
            let about = self.shared.library.title(self.section_in_focus());
            self.roll(choices, about);
        }
    }

    /// Opens the pane for rolling, and rolls the first of `choices`. `about` says what the dice are
    /// for.
    pub(super) fn roll(&mut self, choices: Vec<Rollable>, about: String) {
        self.overlays.pop_if(|top| top.context() == Context::Prompt);
        match RollPane::new(choices, about, self.shared.seed) {
            Ok(pane) => {
                let roll = pane.stored(&self.shared.library);
                self.overlays.push(Box::new(pane));
                self.keep_roll(roll);
            }
            Err(why) => self.say(why),
        }
    }

    /// Adds a roll to the list of last rolls.
    pub(super) fn keep_roll(&mut self, roll: StoredRoll) {
        if let Some(game) = self.shared.state.game() {
            let moves = GameChange::Moves(game.name.clone(), vec![Move::Roll(roll)]);
            return self.store(Change::Game(moves));
        }
        let rolls = &mut self.shared.rolls;
        rolls.push(roll);
        let surplus = rolls.len().saturating_sub(MAX_ROLLS);
        rolls.drain(..surplus);
    }

    /// Returns what can be rolled: the tables of the selected link, or what the section being read
    /// offers. Of the section, tables come first, also those to which it links.
    fn rollables(&self) -> Vec<Rollable> {
        let book = &self.shared.library.book;
        let tables = |section| KeyedTable::in_section(book, section).into_iter();
        let linked: Vec<_> = self.sheet().target().into_iter().flat_map(tables).collect();
        if !linked.is_empty() {
            return linked.into_iter().map(Rollable::of_table).collect();
        }
        let section = self.section_in_focus();
        let mut choices = Rollable::in_section(book, section);
        let own = choices.iter().take_while(|of| of.table().is_some()).count();
        let linked = self.links_of(section).flat_map(tables);
        let linked: Vec<_> = linked.map(Rollable::of_table).collect();
        choices.retain(|of| {
            linked
                .iter()
                .all(|table| table.expression() != of.expression())
        });
        choices.splice(own.min(choices.len())..own.min(choices.len()), linked);
        choices
    }

    /// Returns the section that the focused pane shows.
    fn section_in_focus(&self) -> SectionRef {
        let peek = self
            .peeks()
            .last()
            .filter(|_| self.context() == Context::Peek);
        let side = self.side_content().filter(|_| self.side.focused);
        let side = side.map(|(_, section)| section);
        peek.map(Peek::section)
            .or(side)
            .unwrap_or(self.reader.focus)
    }

    /// Returns the targets of the links on the lines of a section in the focused pane.
    fn links_of(&self, section: SectionRef) -> impl Iterator<Item = SectionRef> {
        let page = &self.sheet().page;
        let lines = page.lines_before(section, self.shared.library.book.section(section).end);
        let links = page.links.iter();
        let links = links.filter(move |link| lines.contains(&link.line));
        let targets = links.filter_map(|link| link.targets.first().copied());
        targets
            .filter(move |target| *target != section)
            .take(MAX_LINKS)
    }
}
