//! Actions go to the pane that has the focus, but for those that any pane has.

use ratatui::layout::Rect;

use super::state::App;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::keymap::Context;
use crate::tui::page::Reader;
use crate::tui::side::Side;

impl App {
    /// Carries an action out.
    pub fn perform(&mut self, action: Action) {
        let context = self.context();
        let is_help = matches!(context, Context::Help | Context::HelpFilter);
        match action {
            Action::Quit => self.requests.quit = true,
            Action::Suspend => self.requests.suspend = true,
            Action::Help => self.open_help(),
            Action::Search if !is_help => self.open_finder(),
            Action::LinkLetters => self.show_link_hints(),
            Action::WordLetters => self.show_word_hints(),
            Action::Back => self.go_back(),
            Action::Forward => self.go_forward(),
            Action::Contents if context != Context::Contents => self.enter_contents(),
            Action::OtherPane if context == Context::Page => self.enter_side(),
            Action::Backlinks => self.list_mentions(false),
            Action::Exceptions => self.list_mentions(true),
            Action::KeyNumbers => self.open_numbers(),
            Action::Bookmark => self.ask_for_bookmark(),
            Action::Places => self.list_places(),
            _ => self.perform_in(context, action),
        }
    }

    /// Has the pane with the focus carry an action out.
    fn perform_in(&mut self, context: Context, action: Action) {
        match context {
            Context::Page => {
                let before = (self.reader.focus, self.reader.sheet.scroll);
                self.with_page(self.reading().page, |page, env| page.perform(action, env));
                if before != (self.reader.focus, self.reader.sheet.scroll) {
                    self.follow_focus();
                }
            }
            Context::Side => {
                let area = self.reading().side_text();
                self.with_side(area, |side, env| side.perform(action, env));
            }
            Context::Contents => {
                self.with_contents(|contents, env| contents.perform(action, env));
            }
            Context::Search => {
                self.with_finder(|finder, env| finder.perform(action, env));
            }
            _ => self.with_overlay(|overlay, env| overlay.perform(action, env)),
        }
    }

    /// Has the page do something, and carries out what it asks for.
    pub(super) fn with_page(
        &mut self,
        area: Rect,
        act: impl FnOnce(&mut Reader, &Environment<'_>) -> Vec<Effect>,
    ) {
        let context = self.context();
        let env = Environment {
            library: &self.library,
            state: &self.marks.state,
            keymap: &self.keymap,
            styles: &self.styles,
            size: self.size,
            area,
            context,
            section: self.reader.focus,
            choosing: self.choosing,
        };
        let effects = act(&mut self.reader, &env);
        self.carry_out(effects);
    }

    /// Has the side pane do something, and carries out what it asks for.
    pub(super) fn with_side(
        &mut self,
        area: Rect,
        act: impl FnOnce(&mut Side, &Environment<'_>) -> Vec<Effect>,
    ) {
        let mut side = std::mem::take(&mut self.side);
        let mut env = self.environment(area);
        env.context = Context::Side;
        let effects = act(&mut side, &env);
        self.side = side;
        self.carry_out(effects);
    }
}
