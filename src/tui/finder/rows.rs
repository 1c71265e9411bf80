//! The rows of the result list.

use crate::links::printed_before;
use crate::rules::GameRef;
use crate::search::{self, Hit, Outcome, Results};
use crate::tui::library::Library;
use crate::tui::list::{ListRow, RowKind};

/// A row of the result list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultRow {
    /// A game's name over its results.
    Game(GameRef),
    /// Title of a result.
    Title(usize),
    /// Path or snippet of a result.
    Detail(usize),
    /// Where else the rule of a result is printed.
    Also(usize),
    /// Something to know about the results.
    Note(String),
}

impl ListRow for ResultRow {
    fn kind(&self) -> RowKind {
        match self {
            Self::Title(_) => RowKind::Entry,
            Self::Detail(_) | Self::Also(_) => RowKind::Detail,
            Self::Game(_) | Self::Note(_) => RowKind::Heading,
        }
    }
}

/// At most this many values of a filter are listed, while none of them is typed.
const MOST_VALUES: usize = 30;

/// The line above the values.
pub(super) const COMPLETES: &str = "May be completed to:";

/// Whether a result's title has the whole query; without its text, only a query of one word tells.
fn is_named(results: &Results, hit: &Hit) -> bool {
    let one_word = !results.about.words.contains(char::is_whitespace);
    !hit.title_marks.is_empty() && one_word
}

/// The words of the search in a result's best line, in small letters; none where its title has all of them.
pub fn beyond_title(library: &Library, results: &Results, hit: &Hit) -> Vec<String> {
    if is_named(results, hit) {
        return Vec::new();
    }
    let title = library.book.section(hit.section).full_title();
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
    let forms = |word: &String| {
        titled
            .iter()
            .any(|known| known.starts_with(word) || word.starts_with(known))
    };
    if words.iter().all(forms) {
        Vec::new()
    } else {
        words
    }
}

/// Takes the results that print the rule of a better one out of the list.
pub(super) fn fold(library: &Library, results: &mut Results, unfolded: bool) -> Vec<Vec<Hit>> {
    let sections: Vec<_> = results.hits.iter().map(|hit| hit.section).collect();
    let before = if unfolded {
        vec![None; sections.len()]
    } else {
        printed_before(&library.book, &sections)
    };
    let mut places = Vec::with_capacity(before.len());
    let mut folded: Vec<Vec<Hit>> = Vec::with_capacity(before.len());
    for (hit, before) in std::mem::take(&mut results.hits).into_iter().zip(&before) {
        if let Some(place) = before.map(|before| places[before]) {
            let prints: &mut Vec<Hit> = &mut folded[place];
            prints.push(hit);
            places.push(place);
        } else {
            places.push(results.hits.len());
            results.hits.push(hit);
            folded.push(Vec::new());
        }
    }
    folded
}

pub(super) fn rows(
    library: &Library,
    home: Option<GameRef>,
    query: &str,
    results: &Results,
    folded: &[Vec<Hit>],
) -> Vec<ResultRow> {
    let mut rows = Vec::new();
    let [open, close] = library.symbols.quotes;
    let values = if results.hits.is_empty() {
        values(library, query)
    } else {
        Vec::new()
    };
    if !values.is_empty() {
        rows.push(ResultRow::Note(COMPLETES.to_owned()));
        rows.extend(values.into_iter().map(ResultRow::Note));
        return rows;
    }
    let misfits = results.about.misfits.iter();
    rows.extend(misfits.map(|word| {
        ResultRow::Note(format!(
            "{open}{word}{close} fits nothing loaded; it is looked for as words."
        ))
    }));
    rows.extend(said(results, query.trim(), [open, close]).map(ResultRow::Note));
    let mut game = home;
    for (index, hit) in results.hits.iter().enumerate() {
        let of = Some(library.book.game_of(hit.section));
        if of != game {
            rows.extend(of.map(ResultRow::Game));
            game = of;
        }
        rows.extend([ResultRow::Title(index), ResultRow::Detail(index)]);
        if folded.get(index).is_some_and(|folded| !folded.is_empty()) {
            rows.push(ResultRow::Also(index));
        }
    }
    let synonyms = results.synonyms.iter();
    rows.extend(synonyms.map(|synonym| {
        ResultRow::Note(format!(
            "{}: also {}",
            synonym.word,
            synonym.means.join(", ")
        ))
    }));
    rows
}

/// What there is to say about results before they are listed.
fn said(results: &Results, query: &str, [open, close]: [&str; 2]) -> Option<String> {
    let about = &results.about;
    let words = if about.words.is_empty() {
        query
    } else {
        &about.words
    };
    let nearest = if results.hits.is_empty() {
        ""
    } else {
        " The nearest:"
    };
    let said = match results.outcome {
        Outcome::None if about.is_narrowed && about.words.is_empty() => {
            "This only leaves out: type what to look for too.".to_owned()
        }
        Outcome::Found if results.hits.is_empty() => {
            format!("Nothing in the loaded rules is {open}{query}{close}.")
        }
        Outcome::None if about.is_narrowed => {
            format!("Nothing that the filters leave answers {open}{words}{close}.{nearest}")
        }
        Outcome::None => {
            format!("Nothing in the loaded rules answers {open}{words}{close}.{nearest}")
        }
        Outcome::Undefined { .. } if about.is_narrowed => {
            format!("Nothing that the filters leave defines {open}{words}{close}. It is used here:")
        }
        // What was typed is mistyped, or a player's word for this one.
        Outcome::Undefined { uses } if about.words != about.typed => {
            let typed = &about.typed;
            format!(
                "{open}{typed}{close}: no loaded rule defines {open}{words}{close}. It is used in {uses} places:"
            )
        }
        Outcome::Undefined { uses } => {
            format!("No loaded rule defines {open}{words}{close}. It is used in {uses} places:")
        }
        Outcome::OtherGame => "Only another game's rules have this:".to_owned(),
        Outcome::Found => return None,
    };
    Some(said)
}

/// What a filter may be whose value is still to be typed, or only begun.
fn values(library: &Library, query: &str) -> Vec<String> {
    let last = query.rsplit(char::is_whitespace).next().unwrap_or_default();
    let known = if last.contains(':') {
        search::complete(&library.book, last)
    } else {
        Vec::new()
    };
    known.into_iter().take(MOST_VALUES).collect()
}
