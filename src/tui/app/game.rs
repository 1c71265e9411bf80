//! The game that is played: what it uses of the rules, its pins, and the pane that shows it.

use std::sync::Arc;

use super::state::App;
use crate::rules::SectionRef;
use crate::state::{Change, GameChange, MAX_PINS, Move};
use crate::table::TableSetup;
use crate::tui::keymap::Context;
use crate::tui::side::SideKind;

impl App {
    /// Finds what the game uses of the rules, and takes over its pins. Before the index is ready,
    /// and so before the first frame, nothing is looked for.
    pub(super) fn update_table(&mut self) {
        let library = &self.shared.library;
        let game = self.shared.state.game();
        let is_shown = self.side.list == Some(SideKind::Table);
        let is_needed = library.index.is_some() && (is_shown || game.is_some());
        let table = if is_needed {
            let game = game.cloned().unwrap_or_default();
            if library.table.is_for(&game) {
                Arc::clone(&library.table)
            } else {
                let near = library.book.game_of(self.reader.focus);
                Arc::new(TableSetup::new(&library.book, &game, near))
            }
        } else {
            Arc::default()
        };
        let pins = game.map(|game| game.pins.iter().filter_map(|id| library.book.by_id(id)));
        let pins: Vec<_> = pins.into_iter().flatten().collect();
        let is_changed = !Arc::ptr_eq(&self.shared.library.table, &table);
        self.shared.library.table = table;
        let kept = game.map(|game| game.pins.clone()).unwrap_or_default();
        if !pins.is_empty() || kept != self.side.kept {
            self.side.kept = kept;
            self.side.pin = self.side.pin.filter(|pin| pins.contains(pin));
            self.side.pins = pins;
        }
        self.side.invalidate();
        if is_changed {
            self.reader.sheet.page.width = 0;
        }
    }

    /// Gives the table the focus, and selects the counter that players change most. If it has the
    /// focus already, selects the other counter that was changed last.
    pub(super) fn enter_table(&mut self) {
        let is_entered = self.context() == Context::Table;
        if !is_entered {
            self.uncover_page();
            self.finder = None;
            self.side.enter(Some(SideKind::Table));
            self.update_table();
            self.fit_reading();
        }
        let again = self.shared.state.game().filter(|_| is_entered);
        self.side.select_counter(&self.shared.library.table, again);
    }

    /// Shows what the rules of the game say about a phase.
    pub(super) fn show_phase(&mut self, phase: String) {
        self.side.phase = phase;
        self.side.invalidate();
        self.side.enter(Some(SideKind::When));
        self.fit_reading();
        self.side.sheet.move_to_link(true);
    }

    /// Pins a section beside the other pins, and shows it.
    pub(super) fn add_pin(&mut self) {
        let section = self.sheet().target().unwrap_or(self.reader.focus);
        let pins = &mut self.side.pins;
        if pins.len() >= MAX_PINS && !pins.contains(&section) {
            return self.say(format!("there are {MAX_PINS} pins already"));
        }
        if !pins.contains(&section) {
            pins.push(section);
        }
        self.say(format!("pinned {}", self.shared.library.title(section)));
        self.side.pin = Some(section);
        self.store_pins();
    }

    /// Shows a pin and gives it the focus, or hides it if it has the focus.
    pub(super) fn show_pin(&mut self, slot: usize) {
        let Some(pin) = self.side.pins.get(slot).copied() else {
            return self.say(format!("there is no pin {}", slot + 1));
        };
        let shown = self
            .side_content()
            .filter(|_| self.context() == Context::Side);
        let has_focus = shown == Some((SideKind::Pin, pin));
        self.side.pin = Some(pin).filter(|_| !has_focus);
        self.side.clear();
        if !has_focus {
            self.side.enter(None);
        }
    }

    /// Keeps the pins with the game.
    pub(super) fn store_pins(&mut self) {
        self.side.clear();
        let book = &self.shared.library.book;
        let ids = self
            .side
            .pins
            .iter()
            .map(|pin| book.section(*pin).id.clone());
        let pins = Move::Pin(ids.collect());
        if let Some(game) = self.shared.state.game() {
            let moves = GameChange::Moves(game.name.clone(), vec![pins]);
            self.store(Change::Game(moves));
        }
    }

    /// Makes a game of the home screen the one that is played, and opens what is played in it.
    pub(super) fn resume_game(&mut self, name: &str) {
        let change = GameChange::Moves(name.to_owned(), vec![Move::End(false)]);
        self.store(Change::Game(change));
        let played: Option<SectionRef> = self.shared.library.table.played.last().copied();
        self.go(played.unwrap_or(self.reader.focus));
        self.say(format!("playing {name}"));
    }
}
