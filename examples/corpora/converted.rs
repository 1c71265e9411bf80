//! Checks whether documents keep their tree when they are converted to markdown and loaded again.

use tableside::rules::convert::to_markdown;
use tableside::rules::{DocumentRef, Rulebook};
use tableside::source::Source;

use crate::outline::outline;

/// The maximum number of differences that are printed.
const SHOWN: usize = 5;

/// Reports how many documents change, and the first differences.
pub fn compare(book: &Rulebook) -> String {
    let (mut differ, mut restless, mut shown) = (0, 0, Vec::new());
    let documents: Vec<_> = (0..).map(DocumentRef).take(book.documents.len()).collect();
    for document in &documents {
        let markdown = to_markdown(book, *document).expect("a text in memory");
        let again = load(&markdown);
        restless += usize::from(to_markdown(&again, DocumentRef(0)) != Ok(markdown));
        let (before, after) = (outline(book, *document), outline(&again, DocumentRef(0)));
        if before == after {
            continue;
        }
        differ += 1;
        if differ <= SHOWN {
            let end = &"nothing".to_owned();
            let lines = 0..before.len().max(after.len());
            let lines =
                lines.map(|at| (before.get(at).unwrap_or(end), after.get(at).unwrap_or(end)));
            let first = lines.into_iter().find(|(one, other)| one != other);
            let path = &book.document(*document).path;
            shown.push(format!("\n    {path}: {first:?}"));
        }
    }
    format!(
        "converted: {differ} of {} documents give another tree, {restless} are converted differently once more{}",
        documents.len(),
        shown.concat()
    )
}

fn load(markdown: &str) -> Rulebook {
    Rulebook::load(
        vec![Source::in_memory("converted.md", markdown)],
        Vec::new(),
    )
}
