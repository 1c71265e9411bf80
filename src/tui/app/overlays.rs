//! What is open over the page.

use super::state::App;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::help::Help;
use crate::tui::mentions::Mentions;
use crate::tui::numbers::Numbers;
use crate::tui::overlay::Overlay;
use crate::tui::places::Places;
use crate::tui::prompt::Prompt;

impl App {
    /// Has the topmost overlay do something, and carries out what it asks for.
    pub(super) fn with_overlay(
        &mut self,
        act: impl FnOnce(&mut Overlay, &Environment<'_>) -> Vec<Effect>,
    ) {
        let context = self.context();
        let area = self.overlay_area(self.overlays.len().saturating_sub(1));
        let Some(mut overlay) = self.overlays.pop() else {
            return;
        };
        let env = Environment {
            context,
            ..self.environment(area)
        };
        let effects = act(&mut overlay, &env);
        self.overlays.push(overlay);
        self.carry_out(effects);
    }

    /// Brings what is listed over the page in line with other rules or bookmarks.
    pub(super) fn refresh_overlays(&mut self) {
        let mut overlays = std::mem::take(&mut self.overlays);
        let env = self.environment(self.list_area());
        let effects: Vec<_> = overlays
            .iter_mut()
            .flat_map(|overlay| overlay.refresh(&env))
            .collect();
        self.overlays = overlays;
        self.carry_out(effects);
    }

    /// Shows all keys, those of the pane with the focus first.
    pub(super) fn open_help(&mut self) {
        self.overlays.push(Overlay::Help(Help::new(self.context())));
    }

    /// Lists bookmarks and recent places.
    pub(super) fn list_places(&mut self) {
        self.overlays.push(Overlay::Places(Places::default()));
        self.refresh_overlays();
    }

    /// Lists the key numbers.
    pub(super) fn open_numbers(&mut self) {
        self.overlays.push(Overlay::Numbers(Numbers::default()));
        self.refresh_overlays();
    }

    /// Asks what to call the bookmark of the section being read.
    pub(super) fn ask_for_bookmark(&mut self) {
        if self.library.is_placeholder {
            self.status = Some("the rules are still being read".to_owned());
            return;
        }
        let prompt = Prompt::new(&self.environment(self.footer_area()));
        self.overlays.push(Overlay::Prompt(prompt));
    }

    /// Lists what links to the section being read, or only what changes it.
    pub(super) fn list_mentions(&mut self, exceptions: bool) {
        let Some(backlinks) = self.library.backlinks(self.reader.focus) else {
            self.requests.backlinks = Some(self.library.book.game_of(self.reader.focus));
            self.status = Some("still reading what links here".to_owned());
            return;
        };
        let env = self.environment(self.list_area());
        match Mentions::new(&env, backlinks, exceptions) {
            Ok(mentions) => self.overlays.push(Overlay::Mentions(mentions)),
            Err(nothing) => self.status = Some(nothing),
        }
    }
}
