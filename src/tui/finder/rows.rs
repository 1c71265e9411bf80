//! The rows of the result list, and the messages above it.

use crate::rules::{GameRef, Rulebook, SectionRef};
use crate::search::{self, Answerability, Hit, Results};
use crate::source::counted;
use crate::tui::library::Library;
use crate::tui::list::{ListRow, RowKind, shared_names};

/// A row of the result list. The numbers are indices into [`Results::hits`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultRow {
    /// An offer to compare two rules, with its text.
    Compare([SectionRef; 2], String),
    /// A value that completes the filter in the search box.
    Value(String),
    /// The name of a game, above the results from this game.
    Game(GameRef),
    /// The title of a result. The text distinguishes the result from others with the same title;
    /// the text is empty if no other result has this title.
    Title(usize, String),
    /// The snippet of a result, or its path.
    Detail(usize),
    /// The other documents with a version of a result's rule: `also in Joint Ops`.
    Also(String),
    /// A note before or after the results.
    Note(String),
}

impl ListRow for ResultRow {
    fn kind(&self) -> RowKind {
        match self {
            Self::Compare(..) | Self::Value(_) | Self::Title(..) => RowKind::Entry,
            Self::Detail(_) | Self::Also(_) => RowKind::Detail,
            Self::Game(_) | Self::Note(_) => RowKind::Heading,
        }
    }
}

/// The maximum number of values that are listed for a filter.
const MAX_VALUES: usize = 30;

/// The line above the values of a filter.
pub const COMPLETIONS: &str = "Completions:";

/// Whether the query is a single word, and the title of the result contains the word, a form of it
/// or a synonym. Always false for a longer query, because the marks in the title do not show
/// whether the title contains every word of the query.
fn has_word_in_title(results: &Results, hit: &Hit) -> bool {
    let is_one_word = !results.about.words.contains(char::is_whitespace);
    !hit.title_marks.is_empty() && is_one_word
}

/// Returns, in lower case, the words that are marked in the snippet of a result. Empty if the title
/// of the result contains all of these words, or if the query is a single word that matches the
/// title.
pub fn snippet_words(library: &Library, results: &Results, hit: &Hit) -> Vec<String> {
    if has_word_in_title(results, hit) {
        return Vec::new();
    }
    let title = library.title(hit.section);
    let snippet = &hit.snippet;
    let words: Vec<_> = snippet
        .marks
        .iter()
        .map(|mark| snippet.text[mark.clone()].to_lowercase())
        .collect();
    let titled = hit
        .title_marks
        .iter()
        .filter_map(|mark| title.get(mark.clone()));
    let titled: Vec<_> = titled.map(str::to_lowercase).collect();
    let is_titled = |word: &String| {
        titled
            .iter()
            .any(|known| known.starts_with(word) || word.starts_with(known))
    };
    if words.iter().all(is_titled) {
        Vec::new()
    } else {
        words
    }
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

/// Returns the rows of the result list. The name of a game is above its results, except at the top
/// of the list if the first result is from the game of the section `near`.
pub fn rows(
    library: &Library,
    near: Option<SectionRef>,
    query: &str,
    results: &Results,
    versions: &[Option<usize>],
) -> Vec<ResultRow> {
    if results.hits.is_empty()
        && let values @ [_, ..] = &values(library, query)[..]
    {
        let values = values.iter().cloned().map(ResultRow::Value);
        return std::iter::once(ResultRow::Note(COMPLETIONS.to_owned()))
            .chain(values)
            .collect();
    }
    let mut rows = Vec::new();
    let hits = results.hits.iter().zip(versions).enumerate();
    let listed: Vec<_> = hits
        .filter(|(_, (_, version))| version.is_none())
        .map(|(index, (hit, _))| (index, hit.section))
        .collect();
    let book = &library.book;
    let title = |section: SectionRef| library.title(section);
    let parent = |section: SectionRef| book.section(section).parent.map(title);
    let with_parent = |section| (title(section), parent(section));
    let shared = shared_names(listed.iter().map(|(_, at)| (title(*at), *at)));
    let shared_with_parent = shared_names(listed.iter().map(|(_, at)| (with_parent(*at), *at)));
    let mut game = near.map(|near| book.game_of(near));
    for (index, section) in listed {
        let of = Some(book.game_of(section));
        if of != game {
            rows.extend(of.map(ResultRow::Game));
            game = of;
        }
        let above = parent(section).filter(|_| shared.contains(&title(section)));
        let above = above.map(|parent| {
            if shared_with_parent.contains(&with_parent(section)) {
                book.document_of(section).title.clone()
            } else {
                parent
            }
        });
        let suffix = above.map_or_else(String::new, |parent| {
            format!("{}{parent}", library.symbols.gap)
        });
        rows.extend([ResultRow::Title(index, suffix), ResultRow::Detail(index)]);
        let others = results.hits.iter().zip(versions);
        let others = others.filter(|(_, version)| **version == Some(index));
        let also = library.also_in(others.map(|(hit, _)| hit.section));
        if !also.is_empty() {
            rows.push(ResultRow::Also(also));
        }
    }
    if let Some(pair) = results.compared {
        let [left, right] = pair.map(|at| &book.section(at).title);
        let title = format!("Compare {left} and {right}");
        rows.insert(0, ResultRow::Compare(pair, title));
    }
    rows.extend(results.synonyms.iter().map(|synonym| {
        let means = synonym.means.join(", ");
        ResultRow::Note(format!("{}: also {means}", synonym.word))
    }));
    rows
}

/// Returns the messages about results: which filters match nothing, and why the results do not
/// answer the query.
pub fn messages(library: &Library, query: &str, results: &Results) -> Vec<String> {
    if results.hits.is_empty() && !values(library, query).is_empty() {
        return Vec::new();
    }
    let quotes @ [open, close] = library.symbols.quotes;
    let misfits = results.about.misfits.iter().map(|word| {
        format!("{open}{word}{close} matches no loaded rules; searching for it as plain words.")
    });
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
    let words = if about.words.is_empty() {
        query
    } else {
        &about.words
    };
    let words = format!("{open}{words}{close}");
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
            format!("Nothing in the loaded rules matches {open}{query}{close}.{closest}")
        }
        Answerability::None => format!("{nothing} answers {words}.{closest}"),
        Answerability::Undefined { .. } if about.is_narrowed => {
            format!("{nothing} defines {words}. It is used here:")
        }
        Answerability::Undefined { uses, game } => {
            let used = counted(uses, "place");
            // If `about.words` is a correction or a synonym, name the typed words too.
            let is_typed = about.typed.to_lowercase().ends_with(&about.words);
            let nothing = if is_typed || about.words == about.typed {
                "No".to_owned()
            } else {
                format!("{open}{}{close}: no", about.typed)
            };
            let rule = match game {
                Some(game) if book.games.len() > 1 => format!("rule of {}", book.game(game).name),
                _ => "loaded rule".to_owned(),
            };
            format!("{nothing} {rule} defines {words}. It is used in {used}:")
        }
        Answerability::OtherGame => format!("Only another game answers {words}:"),
        Answerability::Found => return None,
    })
}

/// Returns the values that complete the filter at the end of a query.
fn values(library: &Library, query: &str) -> Vec<String> {
    let last = query.rsplit(char::is_whitespace).next().unwrap_or_default();
    let known = if last.contains(':') {
        search::complete(&library.book, last)
    } else {
        Vec::new()
    };
    known.into_iter().take(MAX_VALUES).collect()
}
