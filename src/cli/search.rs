//! `tableside search` prints ranked hits as text or JSON.

use std::io::{self, BufRead};

use serde::Serialize;

use super::args::SearchArgs;
use super::entry::{Entry, path, title};
use super::output::{BOLD, DIM, Outcome, Output, notice};
use super::setup;
use crate::library::Library;
use crate::rules::Rulebook;
use crate::search::{
    Answerability, Hit, Query, Results, SearchIndex, narrower_message, query_messages,
};
use crate::source::{clean, counted};

/// A hit in JSON; the order of the fields is the order of the keys.
#[derive(Serialize)]
struct HitLine<'a> {
    query: &'a str,
    /// The rank among the hits, starting at 1.
    rank: usize,
    #[serde(flatten)]
    entry: Entry<'a>,
    score: f32,
    snippet: &'a str,
    /// `named` if the query is a question that names the section.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'static str>,
    /// `hit`, which tells the line from a [`ReasonLine`].
    record: &'static str,
}

/// The last line of JSON for a query that no hit answers. It contains the reason.
#[derive(Serialize)]
struct ReasonLine<'a> {
    query: &'a str,
    hits: usize,
    reason: &'static str,
    /// `reason`.
    record: &'static str,
}

pub fn run(library: &Library, args: &SearchArgs, output: &mut Output) -> Outcome {
    let search = Search {
        library,
        index: setup::index(library)?,
        args,
    };
    if !args.batch {
        let query = args.query.join(" ");
        if query.trim().is_empty() {
            return Err("no words to search for; give a QUERY".into());
        }
        return Ok(search.answer(&query, output)?);
    }
    let mut is_fine = false;
    for line in io::stdin().lock().split(b'\n') {
        let line = line.map_err(|error| format!("standard input cannot be read: {error}"))?;
        let query = String::from_utf8_lossy(&line);
        is_fine |= search.answer(query.trim_end_matches('\r'), output)?;
        // The program that sends the queries may wait for each answer.
        output.flush()?;
    }
    Ok(is_fine)
}

struct Search<'a> {
    library: &'a Library,
    index: SearchIndex,
    args: &'a SearchArgs,
}

impl Search<'_> {
    /// Prints the answer to a query, and returns whether there is a hit.
    fn answer(&self, text: &str, output: &mut Output) -> io::Result<bool> {
        let book = &self.library.book;
        let query = Query {
            sort: self.args.sort.clone(),
            ..self.library.query(text, self.args.limit)
        };
        let mut results = self.index.search(book, &query);
        if results.outcome == Answerability::None {
            // With this outcome, the hits match the query only by chance.
            results.hits.clear();
        }
        if results.hits.is_empty() && query.game.is_some() {
            let only_game = None;
            let anywhere = self.index.search(book, &Query { only_game, ..query });
            let reason = anywhere.outcome.reason();
            if !anywhere.hits.is_empty() && matches!(reason, None | Some("other-game")) {
                results.outcome = Answerability::OtherGame;
            }
        }
        if self.args.json {
            self.query_messages(&results)
                .iter()
                .for_each(|message| notice(message));
            self.json(text, &results, output)?;
        } else {
            self.text(text, &results, output)?;
        }
        Ok(!results.hits.is_empty())
    }

    fn json(&self, query: &str, results: &Results, output: &mut Output) -> io::Result<()> {
        for (rank, hit) in (1..).zip(&results.hits) {
            output.json(&HitLine {
                record: "hit",
                query,
                rank,
                entry: Entry::of(&self.library.book, hit.section),
                score: hit.score,
                snippet: &hit.snippet.text,
                why: hit.is_named.then_some("named"),
            })?;
        }
        // The reason why no hit answers the query comes last, after the hits.
        let none = results.hits.is_empty().then_some("none");
        match results.outcome.reason().or(none) {
            Some(reason) => output.json(&ReasonLine {
                record: "reason",
                query,
                hits: 0,
                reason,
            }),
            None => Ok(()),
        }
    }

    fn text(&self, query: &str, results: &Results, output: &mut Output) -> io::Result<()> {
        if self.args.batch {
            output.line(&output.paint(&format!("# {}", clean(query)), BOLD))?;
        }
        for synonym in &results.synonyms {
            let means = synonym.means.join(", ");
            let also = format!("{}: also {means}", clean(&synonym.word));
            self.message(&also, output)?;
        }
        for hit in &results.hits {
            self.hit(hit, output)?;
        }
        let explanation = explanation(&self.library.book, query, results);
        let filters = self.query_messages(results).into_iter();
        for message in filters.chain(explanation) {
            self.message(&message, output)?;
        }
        if self.args.batch {
            output.line("")?;
        }
        Ok(())
    }

    /// Returns what is wrong with the filters of a query, and the filter that it may want.
    fn query_messages(&self, results: &Results) -> Vec<String> {
        let quoted = |word: &str| format!("`{}`", clean(word));
        let book = &self.library.book;
        let mut messages = query_messages(&self.index, book, &results.about, &quoted);
        messages.extend(narrower_message(&results.about, &quoted));
        messages
    }

    /// Prints a message. In a batch, it is printed with the results of its query.
    fn message(&self, message: &str, output: &mut Output) -> io::Result<()> {
        if self.args.batch {
            return output.line(message);
        }
        notice(message);
        Ok(())
    }

    /// Prints a hit, such as `Breach  2AP  action  Kill Team › Killzone: Tomb World`, and its
    /// snippet.
    fn hit(&self, hit: &Hit, output: &mut Output) -> io::Result<()> {
        let book = &self.library.book;
        let section = book.section(hit.section);
        let game = &book.game(book.game_of(hit.section)).name;
        let mut place = path(book, hit.section);
        place.insert(0, game.clone());
        let place = place.join(output.symbols.path);
        let mut place = format!("{}  {place}", book.kind_name_of(section));
        if hit.is_named {
            place = format!("{place}  (named)");
        }
        let name = output.paint(&title(book, hit.section), BOLD);
        let place = output.paint(&place, DIM);
        output.line(&format!("{name}  {place}"))?;
        let snippet = &hit.snippet;
        if snippet.text.is_empty() {
            return Ok(());
        }
        output.sentence(&snippet.text, &snippet.marks)
    }
}

/// Explains why no hit answers the query, or returns `None` if a hit does.
fn explanation(book: &Rulebook, query: &str, results: &Results) -> Option<String> {
    let about = &results.about;
    let query = match about.words.as_str() {
        "" => clean(query),
        words => clean(words),
    };
    Some(match results.outcome {
        Answerability::Found if results.hits.is_empty() => format!("nothing found for `{query}`"),
        Answerability::Found => return None,
        // Who filters looks for uses.
        Answerability::Undefined { .. } if about.is_narrowed => return None,
        Answerability::Undefined { uses, game } => {
            let rule = game.map_or("loaded rule".to_owned(), |game| {
                format!("rule of {}", clean(&book.game(game).name))
            });
            let used = counted(uses, "place");
            format!("no {rule} defines `{query}`, but it is used in {used}")
        }
        Answerability::OtherGame => format!("only another game answers `{query}`"),
        Answerability::None => format!("nothing in the loaded rules answers `{query}`"),
    })
}
