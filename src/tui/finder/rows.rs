//! The rows of the result list, and the messages above it.

use crate::library::Library;
use crate::render::wrap;
use crate::rules::{GameRef, SectionRef};
use crate::search::{self, Answerability, Hit, Results, narrower_message, query_messages};
use crate::source::counted;
use crate::tui::action::Action;
use crate::tui::environment::Environment;
use crate::tui::home::HomeRow;
use crate::tui::keymap::Context;
use crate::tui::list::{ListRow, RowKind};

/// A row of the result list. The numbers are indices into [`Results::hits`].
#[derive(Debug, PartialEq)]
pub enum ResultRow {
    /// An offer to compare two rules, with its text.
    Compare([SectionRef; 2], String),
    /// The name of a game, above the results from this game.
    Game(GameRef),
    /// The names of the columns of cards.
    Columns,
    /// The title of a result.
    Title(usize),
    /// The snippet of a result, or its path.
    Detail(usize),
    /// The other documents with a version of a result's rule: `also in Joint Ops`.
    Also(String),
    /// A line of a message about the results, above them.
    Message(String),
    /// A note before or after the results.
    Note(String),
    /// A row of the home screen.
    Home(HomeRow),
}

impl ListRow for ResultRow {
    fn kind(&self) -> RowKind {
        match self {
            Self::Compare(..) | Self::Title(_) | Self::Home(HomeRow::Entry(..)) => RowKind::Entry,
            Self::Detail(_) | Self::Also(_) => RowKind::Detail,
            _ => RowKind::Heading,
        }
    }
}

/// The maximum number of values that are listed for a filter.
const MAX_VALUES: usize = 30;

/// Returns, in lower case, the words that are marked in the snippet of a result. Empty if the title
/// contains all words of the query, so that the rule is read from its start.
pub fn snippet_words(results: &Results, hit: &Hit) -> Vec<String> {
    let typed = results.about.words.split_whitespace().count();
    let is_title = hit.title_marks.len() >= typed;
    hit.snippet
        .marks
        .iter()
        .filter_map(|mark| hit.snippet.text.get(mark.clone()))
        .filter(|_| !is_title)
        .map(str::to_lowercase)
        .collect()
}

/// Whether a query contains a filter for a kind of section.
pub fn filters_kind(query: &str) -> bool {
    let mut words = query.split_whitespace();
    words.any(|word| word.starts_with("type:") || word.starts_with("kind:"))
}

/// Returns the rows of the result list, with messages of at most `room` columns at its top. Each run
/// of results from one game has the game's name above it. The name is left out above the first run
/// if that game is the game of the section `near`. With `has_columns`, the results are cards in
/// columns, without snippets.
pub fn rows(
    env: &Environment<'_>,
    near: Option<SectionRef>,
    query: &str,
    results: &Results,
    versions: &[Option<usize>],
    has_columns: bool,
    room: usize,
) -> Vec<ResultRow> {
    let library = env.library;
    let values = values(library, query);
    if results.hits.is_empty() && !values.is_empty() {
        let notes = std::iter::once("Completions:".to_owned()).chain(values);
        return notes.map(ResultRow::Note).collect();
    }
    let mut rows = Vec::new();
    let index = library.index.as_ref();
    let quoted = |word: &str| library.symbols.quoted(word);
    let mut filters = index.map_or_else(Vec::new, |index| {
        query_messages(index, &library.book, &results.about, &quoted)
    });
    let narrower = narrower_message(&results.about, &quoted);
    filters.extend(narrower.map(|matter| {
        env.advice(
            Context::Search,
            &matter,
            Action::Complete,
            "searches for it",
        )
    }));
    let filters = filters.into_iter().map(|message| message + ".");
    for message in filters.chain(explanation(library, query.trim(), results)) {
        let lines = wrap::wrap(&message, room).into_iter();
        rows.extend(lines.map(|line| ResultRow::Message(message[line].to_owned())));
    }
    let book = &library.book;
    if let Some(pair) = results.compared {
        let [left, right] = pair.map(|at| &book.section(at).title);
        let title = format!("Compare {left} and {right}");
        rows.push(ResultRow::Compare(pair, title));
    }
    rows.extend(has_columns.then_some(ResultRow::Columns));
    let hits = || results.hits.iter().map(|hit| hit.section).zip(versions);
    let mut game = near.map(|near| book.game_of(near));
    let is_folded = |section| near.is_some() && library.table.is_folded(section);
    let mut was_folded = false;
    for (index, (section, version)) in hits().enumerate() {
        if version.is_some() {
            continue;
        }
        let is_folded = is_folded(section);
        if std::mem::replace(&mut was_folded, is_folded) != is_folded {
            let note = if is_folded {
                "Not played in this game:"
            } else {
                "Played:"
            };
            rows.push(ResultRow::Note(note.to_owned()));
        }
        let of = book.game_of(section);
        if game.replace(of) != Some(of) {
            rows.push(ResultRow::Game(of));
        }
        rows.push(ResultRow::Title(index));
        let has_detail = !has_columns && !is_folded;
        rows.extend(has_detail.then_some(ResultRow::Detail(index)));
        let others = hits().filter(|(_, version)| **version == Some(index));
        let also = library.also_in(others.map(|(section, _)| section));
        rows.extend(also.map(ResultRow::Also));
    }
    rows.extend(results.synonyms.iter().map(|synonym| {
        let means = synonym.means.join(", ");
        ResultRow::Note(format!("{}: also {means}", synonym.word))
    }));
    rows
}

/// Explains why there are no results, or why they do not answer the query. `None` if the results
/// answer the query.
fn explanation(library: &Library, query: &str, results: &Results) -> Option<String> {
    let (book, about) = (&library.book, &results.about);
    let words = library.symbols.quoted(match about.words.as_str() {
        words if words.is_empty() || results.hits.is_empty() => query,
        words => words,
    });
    Some(match results.outcome {
        // The message about the filter says all.
        _ if about.typed.is_empty() && !about.misfits.is_empty() => return None,
        _ if results.hits.is_empty() => {
            format!("Nothing in the loaded rules answers {words}. Try fewer or other words.")
        }
        Answerability::None => {
            format!("Nothing in the loaded rules answers {words}. Closest matches:")
        }
        // Who filters looks for uses.
        Answerability::Undefined { .. } if about.is_narrowed => return None,
        Answerability::Undefined { uses, game } => {
            let rule = match game {
                Some(game) if book.games.len() > 1 => format!("rule of {}", book.game(game).name),
                _ => "loaded rule".to_owned(),
            };
            let used = counted(uses, "place");
            format!("No {rule} defines {words}. It is used in {used}:")
        }
        Answerability::OtherGame => format!("Only another game answers {words}:"),
        Answerability::Found => return None,
    })
}

/// Returns the values that complete the filter at the end of a query.
fn values(library: &Library, query: &str) -> Vec<String> {
    let last = query.rsplit(char::is_whitespace).next();
    let filter = last.filter(|last| last.contains(':'));
    let values = filter.zip(library.index.as_ref());
    let values = values.map(|(filter, index)| search::complete(index, &library.book, filter));
    values.into_iter().flatten().take(MAX_VALUES).collect()
}
