//! `tableside list` prints the sections, one per line.

use unicode_width::UnicodeWidthStr;

use super::args::ListArgs;
use super::entry::{Entry, title};
use super::output::{BOLD, Outcome, Output, notice};
use super::setup::Scope;

pub fn run(scope: &Scope, args: &ListArgs, output: &mut Output) -> Outcome {
    let book = &scope.book;
    let of_kind = |name: &str| {
        let kind = args.kind.as_ref();
        kind.is_none_or(|kind| kind.eq_ignore_ascii_case(name))
    };
    let mut listed: Vec<_> = book.iter().collect();
    listed.retain(|(at, section)| of_kind(section.kind.name()) && scope.wants(*at));
    if listed.is_empty() {
        let kind = args.kind.as_ref();
        let kind = kind.map_or_else(String::new, |kind| format!(" of kind `{kind}`"));
        let game = scope.game.map(|game| book.game(game).name.as_str());
        let place = game.unwrap_or("the loaded rules");
        notice(&format!("no section{kind} in {place}"));
        return Ok(false);
    }
    if args.json {
        for (at, _) in listed {
            output.json(&Entry::of(book, at))?;
        }
        return Ok(true);
    }
    let width = |at| title(book, at).width();
    let widest = listed.iter().map(|(at, _)| width(*at)).max().unwrap_or(0);
    for (at, section) in listed {
        // A very long title, such as a question, must not push all ids off the screen.
        let gap = " ".repeat(widest.min(48).saturating_sub(width(at)));
        let title = output.paint(&title(book, at), BOLD);
        let (kind, id) = (section.kind.name(), &section.id);
        output.line(&format!("{kind:<11}  {title}{gap}  {id}"))?;
    }
    Ok(true)
}
