//! The help: all keys, filtered by typed words. The keys of the pane that had the focus come first.

use ratatui::layout::Position;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::filter_list::{FilterList, NamedItem, NamedRow};
use super::keymap::{Binding, Context};
use super::pane::Pane;
use super::typing::Edit;
use crate::theme::{Role, Symbols};

impl NamedItem for Binding {
    const WIDTH: u16 = 50;
    const TITLE: &'static str = "Keys; Ctrl-c always quits, Ctrl-z suspends";
    const NOUN: &'static str = "key";
    const ROLE: Role = Role::Text;
}

/// The list of all keys.
#[derive(Debug)]
pub struct Help {
    /// The context of the pane that had the focus. Its keys come first.
    from: Context,
    /// The keys of all panes.
    pub list: FilterList<NamedRow<Binding>>,
}

impl Help {
    /// Creates the help for the pane that has the focus. [`Help::refresh`] fills it.
    pub fn new(from: Context) -> Self {
        Self {
            from,
            list: FilterList::default(),
        }
    }
}

impl Pane for Help {
    fn context(&self) -> Context {
        Context::Help
    }

    fn refresh(&mut self, env: &Environment<'_>) {
        let group = |context: Context| {
            let bindings = env.keymap.bindings(context).map(|binding| {
                let keys = shown_keys(binding, env.styles.symbols);
                (keys, binding.help.to_owned(), binding.clone())
            });
            (context.name(), bindings.collect())
        };
        let from = self.from;
        let others = Context::all().filter(|context| *context != from);
        let contexts = std::iter::once(from).chain(others);
        self.list.fill_groups(contexts.map(group), env);
    }

    /// Follow performs the action of the selected row, if that is an action of the pane that had
    /// the focus.
    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        if self.list.move_cursor(action, env) {
            return None;
        }
        let binding = self.list.selected()?;
        let is_here = action == Action::Follow && binding.context == self.from;
        is_here.then_some(Effect::Perform(binding.action))
    }

    /// Performs the action of the clicked key.
    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        self.list.select_at(at, env)?;
        self.perform(Action::Follow, env)
    }

    fn edit(&mut self, edit: Edit<'_>, env: &Environment<'_>) -> Option<Effect> {
        if self.list.edit_filter(edit) {
            self.refresh(env);
        }
        None
    }

    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        self.list.draw_list(env, canvas)
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        self.list.linear_list(env)
    }
}

/// Returns the keys of a binding as text, or `-` if it has none.
fn shown_keys(binding: &Binding, symbols: &Symbols) -> String {
    let keys = binding.keys.iter().map(|keys| keys.shown(symbols));
    match keys.collect::<Vec<_>>() {
        keys if keys.is_empty() => "-".to_owned(),
        keys => keys.join(", "),
    }
}
