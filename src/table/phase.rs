//! Finds what the rules say about a phase: the sentences that name it, with what follows them.

use std::ops::Range;

use crate::rules::{Block, BlockKind, DocumentRef, Rulebook, SectionRef, TableRow};

/// The maximum number of sentences that are collected.
const MAX_SENTENCES: usize = 200;

/// The maximum length, in bytes, of what is shown of a paragraph. Of a longer one, only the sentence that
/// names the phase is shown.
const MAX_LENGTH: usize = 320;

/// A statement about a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhaseUse {
    /// The section of the sentence.
    pub section: SectionRef,
    /// The sentence that names the phase with the rest of its paragraph, or a row of a table.
    pub sentence: String,
    /// The byte range of the name in it.
    pub range: Range<usize>,
}

/// Returns the statements of some documents about a phase, in reading order.
pub fn uses_of(
    book: &Rulebook,
    documents: impl Iterator<Item = DocumentRef>,
    phase: &str,
) -> Vec<PhaseUse> {
    let sections = documents.flat_map(|document| book.walk_document(document));
    let uses = sections.flat_map(|(section, _, blocks)| {
        let rules = &book.game(book.game_of(section)).table;
        let place = |text: &str| rules.find_phase(text, phase);
        let mut titles = book.upwards(section).map(|at| &book.section(at).title);
        let is_inside = titles.any(|title| place(title).is_some());
        let mut texts = Vec::new();
        blocks.iter().for_each(|block| collect(block, &mut texts));
        let statements = texts.iter().filter_map(|text| statement(text, &place));
        let mut uses: Vec<_> = statements.collect();
        // A rule below a heading that names the phase need not name it again.
        if uses.is_empty() && is_inside {
            uses.extend(texts.first().map(|text| (shown(text), 0..0)));
        }
        let uses = uses.into_iter().map(|(sentence, range)| PhaseUse {
            section,
            sentence: sentence.to_owned(),
            range,
        });
        uses.collect::<Vec<_>>()
    });
    uses.take(MAX_SENTENCES).collect()
}

/// Collects the lines of the paragraphs in a block, and the rows of its tables.
fn collect(block: &Block, texts: &mut Vec<String>) {
    match &block.kind {
        BlockKind::Paragraph(text) => {
            let lines = text.plain.lines().map(str::trim);
            texts.extend(lines.filter(|line| !line.is_empty()).map(str::to_owned));
        }
        BlockKind::Table(table) => texts.extend(table.rows.iter().map(TableRow::line)),
        _ => block
            .parts()
            .flatten()
            .for_each(|inner| collect(inner, texts)),
    }
}

/// Returns what a text says about a phase, from the first sentence that names it, and the byte range of
/// the name.
fn statement<'a>(
    text: &'a str,
    place: &dyn Fn(&str) -> Option<Range<usize>>,
) -> Option<(&'a str, Range<usize>)> {
    let named = place(text)?;
    let before = text[..named.start].rmatch_indices(". ").next();
    let start = before.map_or(0, |(at, end)| at + end.len());
    let shown = shown(&text[start..]);
    let end = (named.end - start).min(shown.len());
    Some((shown, (named.start - start).min(end)..end))
}

/// Returns a text, or its first sentence if it is long.
fn shown(text: &str) -> &str {
    if text.len() <= MAX_LENGTH {
        return text;
    }
    let end = text.find(". ").map_or(text.len(), |at| at + 1);
    &text[..end]
}
