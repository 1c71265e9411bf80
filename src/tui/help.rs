//! The help: all keys, filtered by typed words. The keys of the pane that had the focus come first.

use super::action::Action;
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::{Binding, Context};
use super::list::{FilterList, NamedItem, NamedRow};
use crate::theme::{Role, Symbols};

impl NamedItem for Binding {
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

    /// Lists the keys again after the filter has changed.
    pub fn refresh(&mut self, env: &Environment<'_>) {
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

    /// Performs an action. Returns the effect for the browser, if there is one: Follow performs the
    /// action of the selected row, if that is an action of the pane that had the focus.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        if self.list.move_cursor(action, env) {
            return None;
        }
        let binding = self.list.selected()?;
        let is_here = action == Action::Follow && binding.context == self.from;
        is_here.then_some(Effect::Perform(binding.action))
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
