//! What the home screen offers.

use super::questions::questions;
use crate::render::heading::readable_date;
use crate::rules::{DocumentRef, SectionRef};
use crate::source::counted;
use crate::state::ReadingPosition;
use crate::tui::environment::Environment;
use crate::tui::library::Library;
use crate::tui::messages::grouped;
use crate::tui::places::{PlaceEntry, known_places};

/// At most this many games or documents are named; the contents have all of them.
const MOST_NAMED: usize = 8;

/// A group of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Where the reader was.
    Continue,
    /// Bookmarks, the latest first.
    Bookmarks,
    /// Sections that were read, the latest first.
    Recent,
    /// The games, or the documents of the only one.
    Browse,
    /// Questions to try.
    Try,
}

impl Group {
    /// The label before the first entry.
    pub fn label(self) -> &'static str {
        match self {
            Self::Continue => "Continue",
            Self::Bookmarks => "Bookmarks",
            Self::Recent => "Recent",
            Self::Browse => "Browse",
            Self::Try => "Try",
        }
    }

    /// Whether its entries are side by side.
    pub fn is_inline(self) -> bool {
        matches!(self, Self::Browse | Self::Try)
    }
}

/// What an entry opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opens {
    /// The page below the home screen.
    Page,
    /// A reading position of an earlier session.
    Position(ReadingPosition),
    /// A section.
    Section(SectionRef),
    /// The contents at a section.
    Contents(SectionRef),
    /// The results of a query.
    Query(String),
}

/// A line or a name that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomeEntry {
    /// Its group.
    pub group: Group,
    /// Its name.
    pub name: String,
    /// Its path.
    pub path: String,
    /// What it opens.
    pub opens: Opens,
}

/// Where the reader goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Resume {
    /// Nothing has been read yet.
    #[default]
    Nowhere,
    /// On the page below the home screen.
    Here,
    /// Where an earlier session ended.
    At(ReadingPosition),
}

/// The entries, group by group.
pub fn entries(resume: &Resume, env: &Environment<'_>) -> Vec<HomeEntry> {
    let library = env.library;
    if library.is_placeholder {
        return Vec::new();
    }
    let (section, opens) = match resume {
        Resume::Nowhere => (None, Opens::Page),
        Resume::Here => (Some(env.section), Opens::Page),
        Resume::At(position) => (
            library.book.by_id(&position.section),
            Opens::Position(position.clone()),
        ),
    };
    let resumed = section.map(|section| HomeEntry {
        group: Group::Continue,
        name: library.book.section(section).full_title(),
        path: path_above(library, section),
        opens,
    });
    let [bookmarks, recent] = known_places(library, env.state, section);
    let mut entries = Vec::from_iter(resumed);
    entries.extend(places(Group::Bookmarks, bookmarks.into_iter().rev()));
    entries.extend(places(Group::Recent, recent.into_iter()));
    entries.extend(browse(library));
    entries.extend(
        questions(&library.book)
            .into_iter()
            .map(|question| HomeEntry {
                group: Group::Try,
                name: question.clone(),
                path: String::new(),
                opens: Opens::Query(question),
            }),
    );
    entries
}

/// The places that the loaded rules have.
fn places(
    group: Group,
    places: impl Iterator<Item = PlaceEntry>,
) -> impl Iterator<Item = HomeEntry> {
    places.filter_map(move |place| {
        Some(HomeEntry {
            group,
            name: place.name,
            path: place.path,
            opens: Opens::Section(place.section?),
        })
    })
}

fn path_above(library: &Library, section: SectionRef) -> String {
    let mut titles = library.book.titles(section);
    titles.pop();
    titles.join(library.symbols.path)
}

/// The games, or the documents of the only game.
fn browse(library: &Library) -> Vec<HomeEntry> {
    let book = &library.book;
    let documents = || (0..).map(DocumentRef).zip(&book.documents);
    let mut named: Vec<(String, Opens)> = if book.games.len() > 1 {
        let games = book.games.iter().enumerate().filter_map(|(at, game)| {
            let first = documents()
                .find(|(_, document)| document.game.0 as usize == at)?
                .1;
            Some((game.name.clone(), Opens::Contents(first.root)))
        });
        games.collect()
    } else {
        documents()
            .map(|(_, document)| (document.title.clone(), Opens::Section(document.root)))
            .take(MOST_NAMED + 1)
            .collect()
    };
    let all = if book.games.len() > 1 {
        format!("all {} games", grouped(book.games.len()))
    } else {
        format!("all {} documents", grouped(book.documents.len()))
    };
    if named.len() > MOST_NAMED {
        named.truncate(MOST_NAMED - 1);
        named.push((all, Opens::Contents(library.start)));
    }
    let entry = |(name, opens)| HomeEntry {
        group: Group::Browse,
        name,
        path: String::new(),
        opens,
    };
    named.into_iter().map(entry).collect()
}

/// `2 games · 11 documents · rules of 10 Sep 2025`: what is loaded.
pub fn loaded(library: &Library) -> String {
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
    let dates = dates.filter_map(|document| document.front_matter.last_update_date.as_deref());
    // Dates in digits come after dates in words, whose order is unknown.
    if let Some(latest) = dates.max_by_key(|date| (date.starts_with('2'), *date)) {
        parts.push(format!("rules of {}", readable_date(latest)));
    }
    parts.join(library.symbols.gap)
}
