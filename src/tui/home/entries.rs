//! The entries of the home screen.

use std::collections::HashSet;

use super::questions::questions;
use crate::render::heading::readable_date;
use crate::source::counted;
use crate::state::ReadingPosition;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::library::Library;
use crate::tui::messages::grouped;
use crate::tui::places::{PlaceEntry, known_places};

/// The maximum number of entries for games or documents. If there are more games or documents, the
/// last entry opens the contents.
const MAX_NAMED: usize = 8;

/// The groups of entries, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The place where the reader stopped.
    Continue,
    /// The bookmarks, newest first.
    Bookmarks,
    /// The sections that were read, most recent first.
    Recent,
    /// The games, or the documents if there is only one game.
    Browse,
    /// Questions to try.
    Try,
}

impl Group {
    /// Returns the label before the first entry of the group.
    pub fn label(self) -> &'static str {
        match self {
            Self::Continue => "Continue",
            Self::Bookmarks => "Bookmarks",
            Self::Recent => "Recent",
            Self::Browse => "Browse",
            Self::Try => "Try",
        }
    }

    /// Whether several entries of the group can share a row.
    pub fn is_inline(self) -> bool {
        matches!(self, Self::Browse | Self::Try)
    }
}

/// An entry that the reader can select and open.
#[derive(Debug)]
pub struct HomeEntry {
    /// The group that contains the entry.
    pub group: Group,
    /// The name, such as a title, the name of a game or bookmark, or a question.
    pub name: String,
    /// The path that is shown after the name; empty if there is none.
    pub path: String,
    /// The effect of opening the entry.
    pub effect: Effect,
}

impl HomeEntry {
    /// Returns an entry without a path.
    fn named(group: Group, name: String, effect: Effect) -> Self {
        Self {
            group,
            name,
            path: String::new(),
            effect,
        }
    }
}

/// The place that the entry `Continue` opens.
#[derive(Debug, Default)]
pub enum Resume {
    /// Nothing has been read yet.
    #[default]
    Nowhere,
    /// The page beneath the home screen.
    Here,
    /// The place where an earlier session ended.
    At(ReadingPosition),
}

/// Returns the entries of all groups in order, or none while the rules are being loaded.
pub fn entries(resume: &Resume, env: &Environment<'_>) -> Vec<HomeEntry> {
    let library = env.library;
    if library.is_placeholder {
        return Vec::new();
    }
    let (section, effect) = match resume {
        Resume::Nowhere => (None, Effect::CloseSearch),
        Resume::Here => (Some(env.section), Effect::CloseSearch),
        Resume::At(position) => (
            library.book.by_id(&position.section),
            Effect::Resume(position.clone()),
        ),
    };
    let resumed = section.map(|section| HomeEntry {
        path: library.path_above(section),
        ..HomeEntry::named(Group::Continue, library.title(section), effect)
    });
    let [bookmarks, recent] = known_places(library, env.state, section);
    let mut entries = Vec::from_iter(resumed);
    entries.extend(place_entries(Group::Bookmarks, bookmarks.into_iter().rev()));
    entries.extend(place_entries(Group::Recent, recent.into_iter()));
    entries.extend(browse_entries(library));
    let asked = questions(&library.book).into_iter();
    entries.extend(asked.map(|question| {
        let effect = Effect::Search(question.clone());
        HomeEntry::named(Group::Try, question, effect)
    }));
    entries
}

/// Returns entries for those places that the loaded rules contain.
fn place_entries(
    group: Group,
    places: impl Iterator<Item = PlaceEntry>,
) -> impl Iterator<Item = HomeEntry> {
    places.filter_map(move |place| {
        let effect = Effect::Open(place.section?);
        Some(HomeEntry {
            path: place.path,
            ..HomeEntry::named(group, place.name, effect)
        })
    })
}

/// Returns entries for the games, or for the documents if there is only one game.
fn browse_entries(library: &Library) -> Vec<HomeEntry> {
    let book = &library.book;
    let has_games = book.games.len() > 1;
    let mut named: Vec<_> = book.documents.iter().collect();
    let all = if has_games {
        let mut known = HashSet::new();
        named.retain(|document| known.insert(document.game));
        named.sort_by_key(|document| document.game);
        format!("all {} games", grouped(book.games.len()))
    } else {
        format!("all {} documents", grouped(book.documents.len()))
    };
    let is_long = named.len() > MAX_NAMED;
    if is_long {
        named.truncate(MAX_NAMED - 1);
    }
    let named = named.into_iter().map(|document| {
        if has_games {
            let name = book.game(document.game).name.clone();
            (name, Effect::Browse(document.root))
        } else {
            (document.title.clone(), Effect::Open(document.root))
        }
    });
    let all = is_long.then_some((all, Effect::Browse(library.start)));
    let entry = |(name, effect)| HomeEntry::named(Group::Browse, name, effect);
    named.chain(all).map(entry).collect()
}

/// Summarises the loaded rules: `2 games · 11 documents · rules of 10 Sep 2025`.
pub fn summary(library: &Library) -> String {
    let book = &library.book;
    let (games, documents) = (book.games.len(), book.documents.len());
    let mut parts = Vec::new();
    if games > 1 {
        parts.push(counted(games, "game"));
    }
    parts.push(match documents {
        1 => book.documents[0].title.clone(),
        _ => format!("{} documents", grouped(documents)),
    });
    let dates = book.documents.iter();
    let dates = dates.filter_map(|document| document.front_matter.get("last_update_date"));
    // Dates in words do not sort by time, so a date in digits, such as `2025-09-10`, counts as
    // later than any of them.
    if let Some(latest) = dates.max_by_key(|date| (date.starts_with('2'), *date)) {
        parts.push(format!("rules of {}", readable_date(latest)));
    }
    parts.join(library.symbols.gap)
}
