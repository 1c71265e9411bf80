//! The rows of the result list, and the messages above it.

use std::ops::Range;

use crate::render::wrap;
use crate::rules::{GameRef, Rulebook, SectionRef};
use crate::search::{self, Answerability, Hit, Results};
use crate::source::counted;
use crate::tui::home::HomeRow;
use crate::tui::library::Library;
use crate::tui::list::{ListRow, RowKind};

/// A row of the result list. The numbers are indices into [`Results::hits`].
#[derive(Clone, Debug, PartialEq)]
pub enum ResultRow {
    /// An offer to compare two rules, with its text.
    Compare([SectionRef; 2], String),
    /// A value that completes the filter in the search box.
    Value(String),
    /// The name of a game, above the results from this game.
    Game(GameRef),
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
            Self::Compare(..)
            | Self::Value(_)
            | Self::Title(_)
            | Self::Home(HomeRow::Entry(..)) => RowKind::Entry,
            Self::Detail(_) | Self::Also(_) => RowKind::Detail,
            _ => RowKind::Heading,
        }
    }
}

/// The maximum number of values that are listed for a filter.
const MAX_VALUES: usize = 30;

/// The line above the values of a filter.
pub const COMPLETIONS: &str = "Completions:";

/// Returns, in lower case, the words that are marked in the snippet of a result. Empty if the title
/// of the result contains all of these words, or if the query is a single word that matches the
/// title.
pub fn snippet_words(library: &Library, results: &Results, hit: &Hit) -> Vec<String> {
    // For a longer query, the marks in the title do not show whether it contains every word.
    let is_one_word = !results.about.words.contains(char::is_whitespace);
    if is_one_word && !hit.title_marks.is_empty() {
        return Vec::new();
    }
    let marked = |text: &str, marks: &[Range<usize>]| -> Vec<String> {
        let words = marks.iter().filter_map(|mark| text.get(mark.clone()));
        words.map(str::to_lowercase).collect()
    };
    let mut words = marked(&hit.snippet.text, &hit.snippet.marks);
    let titled = marked(&library.title(hit.section), &hit.title_marks);
    let is_titled = |word: &String| {
        let mut titled = titled.iter();
        titled.any(|known| known.starts_with(word) || word.starts_with(known))
    };
    if words.iter().all(is_titled) {
        words.clear();
    }
    words
}

/// Returns, for each result, the index of a better result that is another version of the same rule;
/// `None` if there is no better one. The list shows all versions of a rule as one entry. If
/// `unfolded`, all items are `None`.
pub fn versions(library: &Library, results: &Results, unfolded: bool) -> Vec<Option<usize>> {
    let sections: Vec<_> = results.hits.iter().map(|hit| hit.section).collect();
    if unfolded {
        vec![None; sections.len()]
    } else {
        library.links.earlier_versions(&sections)
    }
}

/// Returns the rows of the result list, with messages of at most `room` columns at its top. Each run
/// of results from one game has the game's name above it. The name is left out above the first run
/// if that game is the game of the section `near`.
pub fn rows(
    library: &Library,
    near: Option<SectionRef>,
    query: &str,
    results: &Results,
    versions: &[Option<usize>],
    room: usize,
) -> Vec<ResultRow> {
    let mut rows = Vec::new();
    let values = values(library, query);
    if results.hits.is_empty() && !values.is_empty() {
        rows.push(ResultRow::Note(COMPLETIONS.to_owned()));
        rows.extend(values.into_iter().map(ResultRow::Value));
        return rows;
    }
    for message in messages(library, query, results) {
        let lines = wrap::wrap(&message, room).into_iter();
        rows.extend(lines.map(|line| ResultRow::Message(message[line].to_owned())));
    }
    let book = &library.book;
    if let Some(pair) = results.compared {
        let [left, right] = pair.map(|at| &book.section(at).title);
        let title = format!("Compare {left} and {right}");
        rows.push(ResultRow::Compare(pair, title));
    }
    let hits = || results.hits.iter().map(|hit| hit.section).zip(versions);
    let mut game = near.map(|near| book.game_of(near));
    for (index, (section, version)) in hits().enumerate() {
        if version.is_some() {
            continue;
        }
        let of = book.game_of(section);
        if game.replace(of) != Some(of) {
            rows.push(ResultRow::Game(of));
        }
        rows.extend([ResultRow::Title(index), ResultRow::Detail(index)]);
        let others = hits().filter(|(_, version)| **version == Some(index));
        let also = library.also_in(others.map(|(section, _)| section));
        if !also.is_empty() {
            rows.push(ResultRow::Also(also));
        }
    }
    rows.extend(results.synonyms.iter().map(|synonym| {
        let means = synonym.means.join(", ");
        ResultRow::Note(format!("{}: also {means}", synonym.word))
    }));
    rows
}

/// Returns the messages about results: which filters match nothing, and why the results do not
/// answer the query.
fn messages(library: &Library, query: &str, results: &Results) -> Vec<String> {
    let quotes @ [open, close] = library.symbols.quotes;
    let misfits = results
        .about
        .misfits
        .iter()
        .map(|word| format!("{open}{word}{close} matches no loaded rules; ignoring it."));
    let explained = explanation(&library.book, results, query.trim(), quotes);
    misfits.chain(explained).collect()
}

/// Explains why there are no results, or why they do not answer the query. `None` if the results
/// answer the query.
fn explanation(
    book: &Rulebook,
    results: &Results,
    query: &str,
    [open, close]: [&str; 2],
) -> Option<String> {
    let about = &results.about;
    let quoted = |words: &str| format!("{open}{words}{close}");
    let words = quoted(match about.words.as_str() {
        "" => query,
        words => words,
    });
    let closest = match (results.hits.is_empty(), about.is_narrowed) {
        (false, _) => " Closest matches:",
        (true, true) => " Remove the filters to search all rules.",
        (true, false) => " Try fewer or other words.",
    };
    let nothing = if about.is_narrowed {
        "No rule that matches the filters"
    } else {
        "Nothing in the loaded rules"
    };
    Some(match results.outcome {
        Answerability::None if about.is_narrowed && about.words.is_empty() => {
            "This only excludes rules; also type words to search for.".to_owned()
        }
        Answerability::Found if results.hits.is_empty() => {
            format!(
                "Nothing in the loaded rules matches {}.{closest}",
                quoted(query)
            )
        }
        Answerability::None => format!("{nothing} answers {words}.{closest}"),
        Answerability::Undefined { .. } if about.is_narrowed => {
            format!("{nothing} defines {words}. It is used here:")
        }
        Answerability::Undefined { uses, game } => {
            // If `about.words` is a correction or a synonym, name the typed words too.
            let no = if about.typed.to_lowercase().ends_with(&about.words) {
                "No".to_owned()
            } else {
                format!("{}: no", quoted(&about.typed))
            };
            let rule = match game {
                Some(game) if book.games.len() > 1 => format!("rule of {}", book.game(game).name),
                _ => "loaded rule".to_owned(),
            };
            let used = counted(uses, "place");
            format!("{no} {rule} defines {words}. It is used in {used}:")
        }
        Answerability::OtherGame => format!("Only another game answers {words}:"),
        Answerability::Found => return None,
    })
}

/// Returns the values that complete the filter at the end of a query.
fn values(library: &Library, query: &str) -> Vec<String> {
    let last = query.rsplit(char::is_whitespace).next();
    let filter = last.filter(|last| last.contains(':'));
    let values = filter.map(|filter| search::complete(&library.book, filter));
    values.into_iter().flatten().take(MAX_VALUES).collect()
}
