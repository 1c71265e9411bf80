//! How a section's text answers a query: its best paragraph, its best row.

use super::super::entry::{Entry, Posting};
use super::super::pieces::PieceKind;
use super::{Answers, Judge, count, set};

/// How the text is answered.
#[derive(Default)]
pub(super) struct BodyMatch {
    pub answers: Answers,
    /// How well its best row says what was typed.
    pub row: f32,
    /// The groups that first cells of rows answer, as bits.
    pub row_naming: u32,
    /// How well its best piece does, words that stand close together counting more.
    pub nearness: f32,
    /// The largest share of the query in one piece.
    pub together: f32,
    /// How much of the query the best piece holds, with the titles it stands under, squared.
    pub answer: f32,
    /// The longest run of words as typed, as a share of the query.
    pub phrase: f32,
    /// The best piece.
    pub piece: Option<usize>,
}

/// Words this close together are read together.
const WINDOW: u32 = 14;

#[derive(Clone, Copy)]
struct Hit {
    group: usize,
    quality: f32,
    position: u32,
}

impl Judge<'_> {
    /// Judges all pieces of a section's text.
    pub(super) fn body(
        &self,
        entry: &Entry,
        title: &Answers,
        path: &Answers,
        question: bool,
    ) -> BodyMatch {
        // A question is text, although it is a title.
        let asked = if question { 1.0 } else { 0.7 };
        let mut body = BodyMatch::default();
        let mut hits = Vec::new();
        let mut best = 0.0;
        for (number, piece) in entry.pieces.iter().enumerate() {
            hits.clear();
            let words = entry
                .body
                .get(piece.first as usize..piece.end as usize)
                .unwrap_or_default();
            for posting in words {
                let of = self.terms.of(posting.word);
                hits.extend(of.map(|(group, quality, _)| Hit {
                    group,
                    quality,
                    position: posting.position,
                }));
            }
            if hits.is_empty() {
                continue;
            }
            let factor = if piece.kind == PieceKind::Note {
                1.0 - self.weights.provenance
            } else {
                1.0
            };
            let mut answers = Answers::default();
            for hit in &hits {
                answers[hit.group] = answers[hit.group].max(hit.quality);
            }
            for (all, own) in body.answers.iter_mut().zip(&answers) {
                *all = all.max(factor * own);
            }
            if let PieceKind::Row(first) = piece.kind {
                self.row(&mut body, &hits, &answers, title, words, first);
            }
            let together = self.sum(|group| answers[group]);
            let with_title = self.sum(|group| {
                answers[group]
                    .max(asked * title[group])
                    .max(0.7 * path[group])
            });
            let nearness = factor * (0.5 * with_title + 0.5 * self.window(&hits));
            body.answer = body
                .answer
                .max(factor * self.figure(words) * with_title * with_title);
            body.phrase = body.phrase.max(factor * self.run(&hits));
            body.together = body.together.max(factor * together);
            if nearness > best {
                best = nearness;
                body.piece = Some(number);
            }
        }
        body.nearness = best;
        body
    }

    /// A title is text too: words stand near and in a row in it.
    pub(super) fn title_as_text(&self, entry: &Entry, body: &mut BodyMatch, labelled: bool) {
        let mut hits = Vec::new();
        for posting in &entry.title.postings {
            let of = self.terms.of(posting.word);
            hits.extend(of.map(|(group, quality, _)| Hit {
                group,
                quality,
                position: posting.position,
            }));
        }
        body.phrase = body.phrase.max(self.run(&hits));
        body.nearness = body.nearness.max(self.window(&hits));
        if labelled {
            let labels = self.answers(&entry.labels);
            body.nearness = body
                .nearness
                .max(self.weights.label * self.sum(|group| labels[group]));
        }
    }

    /// How well a row says what was typed; its first cell is its name.
    fn row(
        &self,
        body: &mut BodyMatch,
        hits: &[Hit],
        answers: &Answers,
        title: &Answers,
        words: &[Posting],
        first: u32,
    ) {
        let start = words.first().map_or(0, |word| word.position);
        let mut name = Answers::default();
        let mut cells: Vec<u32> = Vec::new();
        for hit in hits
            .iter()
            .filter(|hit| hit.position < start + first && self.terms.share(hit.group) > 0.05)
        {
            name[hit.group] = name[hit.group].max(hit.quality);
            if hit.quality >= 0.5 && cells.last() != Some(&hit.position) {
                cells.push(hit.position);
            }
        }
        let typed = count(cells.len()) / count(first as usize).max(1.0);
        if self.terms.groups.len() == 1 && typed < 0.5 {
            return;
        }
        let said = self.sum(|group| answers[group].max(0.8 * title[group]));
        let named = self.sum(|group| name[group]);
        body.row = body
            .row
            .max(said * (0.4 + 0.6 * typed.min(1.0) * named.sqrt()));
        body.row_naming = (0..self.terms.groups.len())
            .filter(|group| name[*group] >= 0.5)
            .fold(body.row_naming, set);
    }

    /// How much a paragraph counts as an answer: less, where a figure is asked for and it has none.
    fn figure(&self, words: &[Posting]) -> f32 {
        let figures = &self.terms.figures;
        let has_one = || words.iter().any(|posting| figures.contains(&posting.word));
        if figures.is_empty() || has_one() {
            1.0
        } else {
            1.0 - self.weights.figure
        }
    }

    /// The largest share of the query within a few words.
    fn window(&self, hits: &[Hit]) -> f32 {
        let mut best = 0.0_f32;
        for (start, first) in hits.iter().enumerate() {
            let mut seen = 0_u32;
            let mut share = 0.0;
            for hit in hits[start..]
                .iter()
                .take_while(|hit| hit.position <= first.position + WINDOW)
            {
                if seen >> hit.group & 1 == 0 {
                    seen = set(seen, hit.group);
                    share += self.terms.share(hit.group) * hit.quality;
                }
            }
            best = best.max(share);
        }
        best
    }

    /// The longest run of words as typed, as a share of the query; one word is no run.
    fn run(&self, hits: &[Hit]) -> f32 {
        let groups = self.terms.groups.len();
        if groups < 2 {
            return 0.0;
        }
        let mut best = 0.0_f32;
        for (start, first) in hits.iter().enumerate() {
            let mut last = first;
            let mut length = 1;
            for hit in &hits[start + 1..] {
                // A run is never longer than the query, however long the paragraph is.
                if hit.position > last.position + 1 || length == groups {
                    break;
                }
                if hit.position == last.position + 1 && hit.group == last.group + 1 {
                    last = hit;
                    length += 1;
                }
            }
            if length > 1 {
                best = best.max(count(length) / count(groups));
            }
        }
        best
    }
}
