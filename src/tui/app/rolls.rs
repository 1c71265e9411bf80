//! Rolls dice: finds what the selected link or the section being read offers, and keeps the rolls.

use super::state::App;
use crate::rules::{Rulebook, SectionRef};
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

    /// Returns what can be rolled: what the selected link leads to or, if that offers nothing, what the
    /// section being read offers. Tables come first, also those to which the section links.
    fn rollables(&self) -> Vec<Rollable> {
        let (book, links) = (&self.shared.library.book, &self.shared.library.links);
        let of_target = |target| {
            let links = links.links_from(target).into_iter();
            let targets = links.filter_map(|(_, link)| link.targets.first().copied());
            with_linked(book, target, targets.take(MAX_LINKS))
        };
        let selected = self.sheet().target().map(of_target).unwrap_or_default();
        if !selected.is_empty() {
            return selected;
        }
        let section = self.section_in_focus();
        with_linked(book, section, self.links_of(section))
    }

    /// Returns the section that the focused pane shows.
    fn section_in_focus(&self) -> SectionRef {
        let peek = self.peeks().last().filter(|_| self.context().is_peek());
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

/// Returns what can be rolled in a section, with the tables of the sections to which it links.
fn with_linked(
    book: &Rulebook,
    section: SectionRef,
    links: impl Iterator<Item = SectionRef>,
) -> Vec<Rollable> {
    let mut choices = Rollable::in_section(book, section);
    let own = choices.iter().take_while(|of| of.table().is_some()).count();
    let linked = links.flat_map(|section| KeyedTable::in_section(book, section));
    let linked: Vec<_> = linked.map(Rollable::of_table).collect();
    choices.retain(|of| {
        let mut others = linked.iter().filter(|table| *table != of);
        others.all(|table| table.expression() != of.expression())
    });
    let linked: Vec<_> = linked
        .into_iter()
        .filter(|of| !choices.contains(of))
        .collect();
    let own = own.min(choices.len());
    choices.splice(own..own, linked);
    choices
}
