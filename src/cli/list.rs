//! `tableside list` prints the sections, one per line.

use unicode_width::UnicodeWidthStr;

use super::args::ListArgs;
use super::entry::{Entry, title};
use super::output::{BOLD, Failure, Output, Status, notice};
use super::setup::Scope;
use crate::source::clean;

pub fn run(scope: &Scope, args: &ListArgs, output: &mut Output) -> Result<Status, Failure> {
    let book = &scope.book;
    let of_kind = |name: &str| {
        args.kind
            .as_ref()
            .is_none_or(|kind| kind.eq_ignore_ascii_case(name))
    };
    let wanted = book
        .iter()
        .filter(|(at, section)| of_kind(section.kind.name()) && scope.wants(*at));
    let listed: Vec<_> = wanted.map(|(at, _)| at).collect();
    if listed.is_empty() {
        let kind = args.kind.as_ref();
        let kind = kind.map_or_else(String::new, |kind| format!(" of kind `{kind}`"));
        let game = scope.game.map(|game| clean(&book.game(game).name));
        let place = game.as_deref().unwrap_or("the loaded rules");
        notice(&format!("no section{kind} in {place}"));
        return Ok(Status::Nothing);
    }
    if args.json {
        for at in listed {
            output.json(&Entry::of(book, at))?;
        }
        return Ok(Status::Fine);
    }
    let titles: Vec<_> = listed.iter().map(|at| title(book, *at)).collect();
    // A very long title, such as a question, must not push all ids off the screen.
    let widest = titles
        .iter()
        .map(|title| title.width())
        .max()
        .unwrap_or(0)
        .min(48);
    for (at, title) in listed.into_iter().zip(titles) {
        let section = book.section(at);
        let gap = " ".repeat(widest.saturating_sub(title.width()));
        let title = output.paint(&title, BOLD);
        output.line(&format!(
            "{:<11}  {title}{gap}  {}",
            section.kind.name(),
            section.id
        ))?;
    }
    Ok(Status::Fine)
}
