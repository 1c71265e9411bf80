//! The prompt for the name of a bookmark, in place of the footer.

use ratatui::layout::{Position, Rect};
use tui_input::Input;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::Context;
use super::layout::ScreenAreas;
use super::pane::Pane;
use super::typing::Edit;
use crate::source::clean;
use crate::state::{Bookmark, Change};

/// A prompt for the name of a bookmark.
#[derive(Debug)]
pub struct Prompt {
    /// The id of the section that gets the bookmark.
    pub id: String,
    /// The input line with the name.
    pub input: Input,
}

impl Prompt {
    /// Creates a prompt for the section being read. The input line already contains the name of the
    /// section's bookmark, or the section's title if it has no bookmark.
    pub fn new(env: &Environment<'_>) -> Self {
        let section = env.library.book.section(env.section);
        let known = env.state.bookmark(&section.id);
        let name = known.map_or_else(|| section.full_title(), |bookmark| bookmark.name.clone());
        Self {
            id: section.id.clone(),
            input: Input::new(name),
        }
    }

    /// Returns the effect that saves the bookmark, or removes it if the name is empty.
    pub fn save(&self, env: &Environment<'_>) -> Effect {
        let name = clean(self.input.value()).trim().to_owned();
        let id = self.id.clone();
        if !name.is_empty() {
            let status = format!("saved the bookmark {name}");
            return Effect::Store(Change::Bookmark(Bookmark { id, name }), status);
        }
        match env.state.bookmark(&id) {
            Some(known) => {
                let status = format!("removed the bookmark {}", known.name);
                Effect::Store(Change::Forget(id), status)
            }
            None => Effect::Close,
        }
    }
}

impl Pane for Prompt {
    fn context(&self) -> Context {
        Context::Prompt
    }

    fn area(&self, screen: &ScreenAreas) -> Rect {
        screen.reading.footer
    }

    fn covers_body(&self) -> bool {
        false
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::Follow => Some(self.save(env)),
            _ => None,
        }
    }

    /// Saves the bookmark.
    fn click(&mut self, _at: Position, env: &Environment<'_>) -> Option<Effect> {
        Some(self.save(env))
    }

    fn edit(&mut self, edit: Edit<'_>, _env: &Environment<'_>) -> Option<Effect> {
        edit(&mut self.input);
        None
    }

    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        canvas.clear(env.area);
        canvas.input(env.area, " bookmark: ", &self.input, &keys(env))
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let section = env.library.book.by_id(&self.id);
        let section = section.map(|at| env.library.title(at)).unwrap_or_default();
        LinearScreen {
            name: format!("Name of the bookmark for {section}"),
            input: Some(("name: ", &self.input)),
            selected: keys(env),
            ..LinearScreen::default()
        }
    }
}

/// Describes the keys of the prompt: `Enter save, Esc cancel`.
fn keys(env: &Environment<'_>) -> String {
    let named = |(action, does)| {
        let key = env.keymap.shown(env.context, action, env.styles.symbols)?;
        Some(format!("{key} {does}"))
    };
    let keys = [(Action::Follow, "save"), (Action::Close, "cancel")];
    let keys: Vec<_> = keys.into_iter().filter_map(named).collect();
    keys.join(", ")
}
