//! The state of the help, and how it reacts to keys.

use ratatui::layout::Rect;
use tui_input::Input;

use super::rows::HelpPage;
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::keymap::Context;
use crate::tui::list::steps;

/// The help over the page.
#[derive(Clone, Debug)]
pub struct Help {
    /// The context of the pane that had the focus: its keys come first.
    pub from: Context,
    /// The words that the rows have to hold.
    pub filter: Input,
    /// Whether keys go to the filter.
    pub typing: bool,
    /// The first visible line.
    pub scroll: usize,
}

impl Help {
    /// The help, asked for in a context.
    #[must_use]
    pub fn new(from: Context) -> Self {
        Self {
            from,
            filter: Input::default(),
            typing: false,
            scroll: 0,
        }
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        match action {
            Action::Search => self.typing = true,
            Action::Follow => self.typing = false,
            Action::Close if !self.typing => return vec![Effect::Close],
            Action::Close => *self = Self::new(self.from),
            _ => {
                if let Some(lines) = steps(action, usize::from(env.size.1) / 2) {
                    self.scroll_by(lines, env);
                }
            }
        }
        Vec::new()
    }

    fn scroll_by(&mut self, lines: isize, env: &Environment<'_>) {
        let last = self.page(env).lines.len().saturating_sub(self.height(env));
        self.scroll = self.scroll.saturating_add_signed(lines).min(last);
    }

    /// The lines of the help at the current width.
    pub(super) fn page(&self, env: &Environment<'_>) -> HelpPage {
        // In linear mode each key has a line of its own.
        let width = if env.is_linear() {
            0
        } else {
            usize::from(env.size.0.saturating_sub(2))
        };
        let symbols = env.styles.symbols();
        HelpPage::new(self.from, self.filter.value(), env.keymap, width, symbols)
    }

    /// The number of visible lines.
    pub(super) fn height(&self, env: &Environment<'_>) -> usize {
        let inner = usize::from(area(env).height.saturating_sub(2));
        inner - usize::from(self.has_filter(env))
    }

    /// Whether the filter takes a line: while it is being typed or leaves something out.
    pub(super) fn has_filter(&self, env: &Environment<'_>) -> bool {
        (self.typing || !self.filter.value().is_empty()) && area(env).height > 3
    }
}

/// Where the help lies: over everything but the footer.
pub(super) fn area(env: &Environment<'_>) -> Rect {
    let (width, height) = env.size;
    let footer = u16::from(height >= 5 && !env.is_linear());
    Rect::new(0, 0, width, height - footer)
}
