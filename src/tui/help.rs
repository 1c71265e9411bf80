//! The help: all keys, filtered by typed words. The keys of the pane that had the focus come first.

use ratatui::layout::Position;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::{Binding, Context};
use super::list::{FilterList, ListRow, RowKind};
use crate::render::wrap;
use crate::rules::slug::fold;
use crate::source::counted;
use crate::theme::{Role, Symbols};

/// The title, with a reminder.
const TITLE: &str = "Keys; Ctrl-c always quits, Ctrl-z suspends";

/// A row of the help.
#[derive(Debug)]
pub enum HelpRow {
    /// The name of a pane, above its keys.
    Pane(&'static str),
    /// The keys of a binding as the screen shows them, and the binding.
    Keys(String, Binding),
}

impl ListRow for HelpRow {
    fn kind(&self) -> RowKind {
        match self {
            Self::Pane(_) => RowKind::Heading,
            Self::Keys(..) => RowKind::Entry,
        }
    }
}

/// The list of all keys.
#[derive(Debug)]
pub struct Help {
    /// The context of the pane that had the focus. Its keys come first.
    from: Context,
    /// The rows whose keys, description and name of the pane together contain every word of the
    /// filter.
    pub list: FilterList<HelpRow>,
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
        let words = fold(self.list.filter.value());
        let others = Context::all().filter(|context| *context != self.from);
        let mut rows = Vec::new();
        for context in std::iter::once(self.from).chain(others) {
            let bindings = env.keymap.bindings(context).filter_map(|binding| {
                let keys = shown_keys(binding, env.styles.symbols);
                let text = fold(&format!("{} {keys} {}", context.name(), binding.help));
                let matches = words.split(' ').all(|word| text.contains(word));
                matches.then(|| HelpRow::Keys(keys, binding.clone()))
            });
            let mut bindings = bindings.peekable();
            rows.extend(bindings.peek().map(|_| HelpRow::Pane(context.name())));
            rows.extend(bindings);
        }
        self.list.fill(rows, env);
    }

    /// Performs an action. Returns the effect for the browser, if there is one: Follow performs the
    /// action of the selected row, if that is an action of the pane that had the focus.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        if self.list.move_cursor(action, env) {
            return None;
        }
        match self.list.list.selected()? {
            HelpRow::Keys(_, binding)
                if action == Action::Follow && binding.context == self.from =>
            {
                Some(Effect::Perform(binding.action))
            }
            _ => None,
        }
    }

    /// Draws the help. Returns the position of the text cursor.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let count = counted(self.list.list.count(), "key");
        let (area, cursor) = self.list.draw_head(TITLE, &count, env, canvas);
        let widths = self.list.list.rows.iter().map(|row| match row {
            HelpRow::Keys(keys, _) => wrap::columns(keys),
            HelpRow::Pane(_) => 0,
        });
        let width = widths.max().unwrap_or(0).min(area.width / 3);
        for (line, row, selected) in self.list.list.visible(area) {
            match row {
                HelpRow::Pane(name) => canvas.text(line, 1, name, Role::Dim),
                HelpRow::Keys(keys, binding) => {
                    canvas
                        .row_in(line, 2)
                        .field(width, |row| row.cut(keys, Role::Heading))
                        .skip(2)
                        .cut(binding.help, Role::Text);
                }
            }
            canvas.mark_selected(line, selected);
        }
        cursor
    }

    /// Describes the help for linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let name = format!("{TITLE}: {}", self.list.list.count());
        self.list.screen(name, "key", env, |row| match row {
            HelpRow::Pane(name) => (*name).to_owned(),
            HelpRow::Keys(keys, binding) => format!("{keys}: {}", binding.help),
        })
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
