//! The list of bookmarks and recent places.

use ratatui::layout::Position;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::filter_list::{FilterList, NamedItem, NamedRow};
use super::keymap::Context;
use super::pane::Pane;
use super::typing::Edit;
use crate::library::Library;
use crate::rules::SectionRef;
use crate::source::clean;
use crate::state::Change;
use crate::theme::Role;

#[cfg(test)]
mod tests;

/// The maximum number of recent places in the list.
const MAX_RECENT: usize = 40;

/// A bookmark, or a recently read section.
#[derive(Debug)]
pub struct PlaceEntry {
    /// The id of the section.
    pub id: String,
    /// The section; `None` if the loaded rules do not contain it.
    pub section: Option<SectionRef>,
    /// The bookmark's name or the section's title.
    pub name: String,
    /// The path of the section; for a missing section, a message such as `missing:
    /// rules/house#dig`.
    pub path: String,
    /// Whether the place is a bookmark.
    pub bookmark: bool,
}

impl NamedItem for PlaceEntry {
    const TITLE: &'static str = "Bookmarks and recent places";
    const NOUN: &'static str = "place";
    const ROLE: Role = Role::Dim;
}

/// The list of bookmarks and recent places, with a filter.
pub type PlaceList = FilterList<NamedRow<PlaceEntry>>;

impl Pane for PlaceList {
    fn context(&self) -> Context {
        Context::Places
    }

    /// The section being read is left out of the recent places.
    fn refresh(&mut self, env: &Environment<'_>) {
        let places = known_places(env, Some(env.section));
        let groups = ["Bookmarks", "Recent"]
            .into_iter()
            .zip(places)
            .map(|(name, places)| {
                let items = places
                    .into_iter()
                    .map(|place| (place.name.clone(), place.path.clone(), place));
                (name, items.collect())
            });
        self.fill_groups(groups, env);
        if self.list.rows.is_empty() && self.filter.value().is_empty() {
            let nothing = "no bookmarks or recent places yet";
            let does = "on a page adds one";
            let advice = env.advice(Context::Page, nothing, Action::Bookmark, does);
            self.fill(vec![NamedRow::Heading(advice)], env);
        }
    }

    fn is_revisited(&self) -> bool {
        true
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        if self.move_cursor(action, env) {
            return None;
        }
        let entry = self.selected()?;
        let (id, name) = (&entry.id, &entry.name);
        Some(match (action, entry.section) {
            (Action::Follow, Some(section)) => Effect::Open(section),
            (Action::Follow, None) => {
                Effect::Status(format!("{} is no longer in the loaded rules", clean(id)))
            }
            (Action::Remove, _) if entry.bookmark => {
                let status = format!("removed the bookmark {name}");
                Effect::Store(Change::Forget(id.clone()), status)
            }
            (Action::Remove, _) => Effect::Status("only bookmarks can be removed".to_owned()),
            _ => return None,
        })
    }

    /// Selects the clicked entry. If it was already selected, opens it.
    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        let opens = self.select_at(at, env) == Some(true);
        opens.then(|| self.perform(Action::Follow, env)).flatten()
    }

    fn edit(&mut self, edit: Edit<'_>, env: &Environment<'_>) -> Option<Effect> {
        if self.edit_filter(edit) {
            self.refresh(env);
        }
        None
    }

    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        self.draw_list(env, canvas)
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        self.linear_list(env)
    }
}

/// Returns the bookmarks, oldest first, and the recent places, most recent first. Leaves the
/// section `here` out of the recent places.
pub fn known_places(env: &Environment<'_>, here: Option<SectionRef>) -> [Vec<PlaceEntry>; 2] {
    let (library, state) = (env.library, env.state);
    let bookmarks = state
        .bookmarks
        .iter()
        .filter_map(|bookmark| entry(library, &bookmark.id, Some(&bookmark.name)));
    let recent = state
        .visited
        .iter()
        .rev()
        .filter_map(|id| entry(library, id, None))
        .filter(|entry| entry.section.is_some() && entry.section != here)
        .take(MAX_RECENT);
    [bookmarks.collect(), recent.collect()]
}

/// Returns the entry of a section. `bookmark` is its bookmark's name, or `None` for a recent place.
/// If the loaded rules do not contain the section, only a bookmark in a loaded game has an entry.
fn entry(library: &Library, id: &str, bookmark: Option<&str>) -> Option<PlaceEntry> {
    let book = &library.book;
    let section = book.by_id(id);
    let (name, path) = if let Some(at) = section {
        let name = bookmark.map_or_else(|| library.title(at), str::to_owned);
        let mut path = vec![book.game(book.game_of(at)).name.clone()];
        path.extend(book.titles(at));
        // The path does not repeat the name of the entry.
        path.pop_if(|last| *last == name);
        (name, path.join(library.symbols.path))
    } else {
        let game = id.split('/').next();
        book.games.iter().find(|known| Some(&*known.id) == game)?;
        (bookmark?.to_owned(), format!("missing: {}", clean(id)))
    };
    Some(PlaceEntry {
        id: id.to_owned(),
        section,
        name,
        path,
        bookmark: bookmark.is_some(),
    })
}
