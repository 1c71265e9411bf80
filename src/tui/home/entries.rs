//! The entries of the home screen.

use strum::IntoStaticStr;

use super::parts::parts;
use crate::library::Library;
use crate::loader::unread_count;
use crate::render::heading::readable_date;
use crate::rules::{Document, Rulebook, SectionRef};
use crate::source::counted;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::messages::grouped;
use crate::tui::places::known_places;

/// The maximum number of bookmarks and of recent places. The list of places has all of them.
const MAX_PLACES: usize = 4;

/// The minimum height of a tall screen. A lower screen lists only one bookmark and one recent place
/// and, except in linear mode, has no summary of the rules. It has no blank rows.
pub const TALL_FROM: u16 = 18;

/// The maximum number of entries for games or documents. If there are more games or documents, the
/// last entry opens the contents.
const MAX_NAMED: usize = 8;

/// The minimum height of a screen that lists the documents of each game.
const DOCUMENTS_FROM: u16 = 36;

/// The maximum number of documents that are listed below their games.
const MAX_DOCUMENTS: usize = 14;

/// Questions about the bundled rules, each with the id of a section that answers it. A question is
/// suggested if the document of its section is loaded.
pub const QUESTIONS: [(&str, &str); 3] = [
    ("can I climb during a dash", "kill-team/core-terms#dash"),
    ("2D6 npo 7", "kill-team/npo-datacards#npo-table"),
    ("blast or torrent", "kill-team/core-terms#blast"),
];

/// The groups of entries, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
pub enum Group {
    /// The place where the reader stopped.
    Continue,
    /// The games that were begun, the most recent first.
    Games,
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
        self.into()
    }

    /// Whether the entries are suggestions, and not places that the reader has read or bookmarked.
    pub fn is_suggestion(self) -> bool {
        matches!(self, Self::Browse | Self::Try)
    }
}

/// An entry that the reader can select and open.
#[derive(Debug, PartialEq)]
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

/// Returns the entries of all groups in order, or none while the rules are being loaded. `resume`
/// is the section that the entry `Continue` opens, with the effect that opens it.
pub fn entries(resume: Option<(SectionRef, Effect)>, env: &Environment<'_>) -> Vec<HomeEntry> {
    let library = env.library;
    if library.placeholder.is_some() {
        return Vec::new();
    }
    let here = resume.as_ref().map(|(section, _)| *section);
    let [bookmarks, recent] = known_places(env, here);
    let most = if env.screen.size.1 < TALL_FROM {
        1
    } else {
        MAX_PLACES
    };
    let mut entries = Vec::new();
    let mut add = |group, name, path, effect| {
        entries.push(HomeEntry {
            group,
            name,
            path,
            effect,
        });
    };
    if let Some((at, effect)) = resume {
        let path = library.path_above(at);
        add(Group::Continue, library.title(at), path, effect);
    }
    for game in env.state.playable().rev().take(most) {
        let is_played = env.state.game() == Some(game);
        let about = match game.ended {
            true => "ended".to_owned(),
            false if is_played => library.table.line(game, library.symbols.gap, usize::MAX),
            false => String::new(),
        };
        add(
            Group::Games,
            game.name.clone(),
            about,
            Effect::Play(game.name.clone()),
        );
    }
    let bookmarks = bookmarks.into_iter().rev().collect();
    for (group, places) in [(Group::Bookmarks, bookmarks), (Group::Recent, recent)] {
        let known = places
            .into_iter()
            .filter_map(|place| Some((place.section?, place)));
        for (section, place) in known.take(most) {
            add(group, place.name, place.path, Effect::Open(section));
        }
    }
    let lists_documents = env.screen.size.1 >= DOCUMENTS_FROM
        && library.book.documents.len() <= MAX_DOCUMENTS
        && !env.is_linear();
    for (name, about, effect) in browsed(library, lists_documents) {
        add(Group::Browse, name, about, effect);
    }
    for question in questions(&library.book) {
        let effect = Effect::Search(question.clone());
        add(Group::Try, question, String::new(), effect);
    }
    entries
}

/// Returns up to three questions that the rules answer. If the bundled rules are not loaded, the
/// questions are names of rules from the longest parts of the rulebook.
fn questions(book: &Rulebook) -> Vec<String> {
    // Looking for the sections would collect all ids before the first frame.
    let is_loaded = |id: &str| {
        let document = id.split('#').next();
        book.documents.iter().any(|of| Some(&*of.id) == document)
    };
    let known = QUESTIONS.iter().filter(|(_, id)| is_loaded(id));
    let mut questions: Vec<_> = known.map(|(question, _)| (*question).to_owned()).collect();
    if questions.is_empty() {
        let parts = parts(book);
        let each = if parts.len() < 3 { 3 } else { 1 };
        let all = parts.iter().flat_map(|part| part.questions(book, each));
        questions.extend(all.take(3));
        questions.dedup();
    }
    questions
}

/// Returns the entries to browse: the games or, if there is only one game, the folders or documents
/// that a reader would open. Each has a name, a description and the effect that opens it.
/// `lists_documents` adds the documents of each of several games.
fn browsed(library: &Library, lists_documents: bool) -> Vec<(String, String, Effect)> {
    let book = &library.book;
    if book.games.len() > 1 {
        let games = book.documents.chunk_by(|a, b| a.game == b.game);
        let entry = |of: &[Document]| {
            let name = book.game(of[0].game).name.clone();
            let documents: Vec<_> = of.iter().collect();
            (name, about(library, &documents), Effect::Browse(of[0].root))
        };
        if lists_documents {
            let with_documents = games.flat_map(|of| {
                let documents = of.iter().filter(|_| of.len() > 1);
                let documents = documents.map(|document| {
                    let date = latest_date(std::iter::once(document)).map(readable_date);
                    let name = format!("  {}", document.title);
                    (name, date.unwrap_or_default(), Effect::Open(document.root))
                });
                std::iter::once(entry(of)).chain(documents)
            });
            return with_documents.collect();
        }
        return limited(library, games.map(entry).collect(), "games");
    }
    let parts = parts(book);
    let is_folders = parts.iter().any(|part| part.documents.len() > 1);
    let (effect, noun): (fn(SectionRef) -> Effect, _) = if is_folders {
        (Effect::Browse, "folders")
    } else {
        (Effect::Open, "documents")
    };
    let entries = parts.into_iter().map(|part| {
        let first = &part.documents[0];
        let about = about(library, &part.documents);
        (part.name, about, effect(first.root))
    });
    limited(library, entries.collect(), noun)
}

/// Describes some documents: `7 documents · 10 Sep 2025`.
fn about(library: &Library, documents: &[&Document]) -> String {
    let count = Some(documents.len()).filter(|count| *count > 1);
    let count = count.map(|count| counted(count, "document"));
    let date = latest_date(documents.iter().copied()).map(readable_date);
    let book = &library.book;
    let words = documents.iter().map(|document| {
        let words = &book.vocabularies[document.vocabulary.0 as usize].name;
        let game = book.game(document.game);
        let why = game.vocabulary.map_or("signs", |_| "game.yaml");
        let is_other = !words.is_empty() && *words != game.id;
        is_other.then(|| format!("words of {words} ({why})"))
    });
    let words = words.flatten().next();
    let facts: Vec<_> = count.into_iter().chain(date).chain(words).collect();
    facts.join(library.symbols.gap)
}

/// Returns the date of the last update of any of the documents, as written in the front matter.
fn latest_date<'a>(documents: impl Iterator<Item = &'a Document>) -> Option<&'a str> {
    let dates = documents.filter_map(|document| document.front_matter.get("last_update_date"));
    // Dates in digits, such as `2025-09-10`, sort by time.
    dates.filter(|date| date.starts_with('2')).max()
}

/// Limits the entries to browse. If there are too many, the last entry opens the contents.
fn limited(
    library: &Library,
    mut entries: Vec<(String, String, Effect)>,
    noun: &str,
) -> Vec<(String, String, Effect)> {
    let count = entries.len();
    if count > MAX_NAMED {
        entries.truncate(MAX_NAMED - 1);
        let all = format!("all {} {noun}", grouped(count));
        entries.push((all, String::new(), Effect::Browse(library.start)));
    }
    entries
}

/// Summarises the loaded rules: `2 games · 11 documents · rules of 10 Sep 2025`.
pub fn summary(library: &Library) -> String {
    let book = &library.book;
    let games = Some(book.games.len()).filter(|games| *games > 1);
    let documents = match &book.documents[..] {
        [document] => document.title.clone(),
        documents => format!("{} documents", grouped(documents.len())),
    };
    let latest = latest_date(book.documents.iter());
    let unread = Some(unread_count(&book.diagnostics)).filter(|count| *count > 0);
    games
        .map(|games| counted(games, "game"))
        .into_iter()
        .chain([documents])
        .chain(latest.map(|date| format!("rules of {}", readable_date(date))))
        .chain(unread.map(|count| format!("{} not read (see check)", counted(count, "file"))))
        .collect::<Vec<_>>()
        .join(library.symbols.gap)
}
