//! What links here: every mention of every section, with the sentence it stands in.

use std::collections::HashMap;
use std::ops::Range;

use super::sentences::Sentences;
use super::{LinkGraph, exceptions, nearness};
use crate::rules::block::Row;
use crate::rules::{Block, BlockKind, RichText, Rulebook, SectionRef, Table};

/// Between the cells of a row that is shown as a sentence.
const CELL_GAP: &str = " · ";

/// All mentions, by the section that they mention.
#[derive(Debug, Default)]
pub struct Backlinks {
    by_target: HashMap<SectionRef, Vec<Backlink>>,
}

/// A place that mentions a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backlink {
    /// The innermost section of the place.
    pub from: SectionRef,
    /// The sentence, or the row of a table.
    pub sentence: String,
    /// The bytes of the sentence that mention the section.
    pub range: Range<usize>,
    /// Whether the sentence makes an exception: instead, takes precedence, cannot, ignore, unless ...
    pub exception: bool,
}

impl Backlinks {
    /// Reads every text of the rulebook.
    #[must_use]
    pub fn build(book: &Rulebook, graph: &LinkGraph) -> Self {
        let mut builder = Builder { book, graph, out: Self::default() };
        for (from, section) in book.iter() {
            section.blocks.iter().for_each(|block| builder.block(from, block));
        }
        builder.out
    }

    /// What mentions a section, in reading order; a sentence that does so twice is there once.
    #[must_use]
    pub fn to(&self, section: SectionRef) -> &[Backlink] {
        self.by_target.get(&section).map_or(&[], Vec::as_slice)
    }
}

struct Builder<'a> {
    book: &'a Rulebook,
    graph: &'a LinkGraph,
    out: Backlinks,
}

impl Builder<'_> {
    fn block(&mut self, from: SectionRef, block: &Block) {
        match &block.kind {
            BlockKind::Paragraph(text) => self.text(from, text),
            BlockKind::List(list) => list.items.iter().flatten().for_each(|block| self.block(from, block)),
            BlockKind::Table(table) => self.table(from, table),
            BlockKind::Effect(blocks)
            | BlockKind::Condition(blocks)
            | BlockKind::Quote(blocks)
            | BlockKind::Note { blocks, .. } => blocks.iter().for_each(|block| self.block(from, block)),
            BlockKind::RunIn(_)
            | BlockKind::Stats(_)
            | BlockKind::Keywords(_)
            | BlockKind::Break
            | BlockKind::Code(_) => {}
        }
    }

    fn text(&mut self, from: SectionRef, text: &RichText) {
        let links = self.graph.links_in(self.book, from, text);
        if links.is_empty() {
            return;
        }
        let sentences = Sentences::new(&text.plain);
        for link in links {
            let sentence = sentences.at(link.range.start);
            // A link that runs over the end of a sentence is shown as far as the sentence goes.
            let range = link.range.start - sentence.start..link.range.end.min(sentence.end) - sentence.start;
            self.add(from, &text.plain[sentence], &range, &link.targets);
        }
    }

    fn table(&mut self, from: SectionRef, table: &Table) {
        table.caption.iter().for_each(|caption| self.text(from, caption));
        table.rows.iter().for_each(|row| self.row(from, row));
    }

    fn row(&mut self, from: SectionRef, row: &Row) {
        let cells: Vec<_> = row.cells.iter().map(|cell| cell.text.plain.as_str()).collect();
        let sentence = cells.join(CELL_GAP).replace('\n', " ");
        let mut start = 0;
        for cell in &row.cells {
            for link in self.graph.links_in(self.book, from, &cell.text) {
                let range = start + link.range.start..start + link.range.end;
                self.add(from, &sentence, &range, &link.targets);
            }
            start += cell.text.plain.len() + CELL_GAP.len();
        }
    }

    /// Adds a mention of the nearest target and of those that are as near.
    fn add(&mut self, from: SectionRef, sentence: &str, range: &Range<usize>, targets: &[SectionRef]) {
        let near = |to: &SectionRef| nearness::nearness(self.book, Some(from), *to);
        let Some(nearest) = targets.first().map(near) else { return };
        let exception = exceptions::is_exception(sentence, range);
        for to in targets.iter().filter(|to| near(to) == nearest && **to != from) {
            let known = self.out.by_target.entry(*to).or_default();
            let mut same_section = known.iter_mut().rev().take_while(|known| known.from == from);
            match same_section.find(|known| known.sentence == sentence) {
                Some(known) if exception && !known.exception => {
                    (known.range, known.exception) = (range.clone(), true);
                }
                Some(_) => {}
                None => known.push(Backlink { from, sentence: sentence.to_owned(), range: range.clone(), exception }),
            }
        }
    }
}
