//! Running text with faces and links, ready to be wrapped.

use super::{Builder, Piece, parameter, wrap};
use crate::rules::RichText;
use crate::theme::{Change, Face, Role};

/// Text in one piece, with a face and a link for each stretch of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    pub text: String,
    stretches: Vec<Stretch>,
}

#[derive(Clone, Debug)]
struct Stretch {
    end: usize,
    face: Face,
    link: Option<usize>,
}

impl Flow {
    /// Text in one face.
    pub(super) fn of(text: &str, face: Face) -> Self {
        let mut flow = Self::default();
        flow.push(text, face, None);
        flow
    }

    pub(super) fn push(&mut self, text: &str, face: Face, link: Option<usize>) {
        if !text.is_empty() {
            self.text.push_str(text);
            self.stretches.push(Stretch {
                end: self.text.len(),
                face,
                link,
            });
        }
    }

    /// Appends rich text: its own emphasis, links in the link's face, matches of the search marked.
    pub(super) fn push_rich(&mut self, builder: &mut Builder<'_>, text: &RichText, base: Face) {
        let context = builder.context;
        let substituted = builder
            .parameter()
            .and_then(|value| parameter::substitute(text, value));
        let text = substituted.as_ref().unwrap_or(text);
        let found = context.links.links_in(context.book, builder.from, text);
        let links: Vec<_> = found
            .iter()
            .map(|link| (link.range.clone(), builder.link(link)))
            .collect();
        let marks = context
            .highlight
            .map(|highlight| highlight.marks(&text.plain))
            .unwrap_or_default();
        let mut cuts: Vec<usize> = text.runs.iter().map(|run| run.end as usize).collect();
        cuts.extend(links.iter().flat_map(|(range, _)| [range.start, range.end]));
        cuts.extend(marks.iter().flat_map(|range| [range.start, range.end]));
        cuts.sort_unstable();
        cuts.dedup();
        let mut start = 0;
        for end in cuts
            .into_iter()
            .filter(|cut| *cut > 0 && text.plain.is_char_boundary(*cut))
        {
            let style = text.run_at(start).map(|run| run.style).unwrap_or_default();
            let link = links
                .iter()
                .find(|(range, _)| range.contains(&start))
                .map(|(_, link)| *link);
            let face = Face {
                role: if link.is_some() {
                    Role::Link
                } else {
                    base.role
                },
                strong: base.strong || style.strong,
                emphasis: base.emphasis || style.emphasis,
                matched: marks.iter().any(|range| range.contains(&start)),
                change: None,
            };
            self.push(&builder.symbols().text(&text.plain[start..end]), face, link);
            start = end;
        }
    }

    /// Goes on with another.
    pub(super) fn append(&mut self, other: &Self) {
        let before = self.text.len();
        self.text.push_str(&other.text);
        self.stretches
            .extend(other.stretches.iter().map(|stretch| Stretch {
                end: stretch.end + before,
                ..stretch.clone()
            }));
    }

    /// What differs from what it is compared with between brackets.
    pub(super) fn bracketed(&self) -> Self {
        let mut flow = Self::default();
        let (mut start, mut before) = (0, None);
        for stretch in &self.stretches {
            let differs = stretch.face.change;
            if differs != before {
                flow.push(
                    if before.is_some() { "]" } else { "" },
                    Face::default(),
                    None,
                );
                flow.push(
                    if differs.is_some() { "[" } else { "" },
                    Face::default(),
                    None,
                );
            }
            flow.push(&self.text[start..stretch.end], stretch.face, stretch.link);
            (start, before) = (stretch.end, differs);
        }
        flow.push(
            if before.is_some() { "]" } else { "" },
            Face::default(),
            None,
        );
        flow
    }

    /// Sets all of it in bold.
    pub(super) fn strengthen(&mut self) {
        self.stretches
            .iter_mut()
            .for_each(|stretch| stretch.face.strong = true);
    }

    /// Sets all of it in a quieter role; links stay links.
    pub(super) fn quieten(&mut self) {
        let plain = self
            .stretches
            .iter_mut()
            .filter(|stretch| stretch.link.is_none());
        plain.for_each(|stretch| stretch.face.role = Role::Dim);
    }

    /// Marks parts of the text as different; the ranges are in order and do not overlap.
    pub(super) fn mark(&mut self, changes: &[(std::ops::Range<usize>, Change)]) {
        let mut marked = Vec::with_capacity(self.stretches.len() + 2 * changes.len());
        let (mut start, mut next) = (0, 0);
        for stretch in &self.stretches {
            while start < stretch.end {
                while changes
                    .get(next)
                    .is_some_and(|(range, _)| range.end <= start)
                {
                    next += 1;
                }
                let (end, change) = match changes.get(next) {
                    Some((range, change)) if range.start <= start => (range.end, Some(*change)),
                    Some((range, _)) => (range.start, None),
                    None => (stretch.end, None),
                };
                let end = end.min(stretch.end);
                marked.push(Stretch {
                    end,
                    face: Face {
                        change,
                        ..stretch.face
                    },
                    link: stretch.link,
                });
                start = end;
            }
        }
        self.stretches = marked;
    }

    /// The pieces of a byte range of the text.
    pub(super) fn pieces(&self, range: std::ops::Range<usize>) -> impl Iterator<Item = Piece> + '_ {
        let first = self
            .stretches
            .partition_point(|stretch| stretch.end <= range.start);
        let mut start = range.start;
        self.stretches[first..].iter().map_while(move |stretch| {
            let end = stretch.end.min(range.end);
            let text = self
                .text
                .get(start..end)
                .filter(|_| start < end)?
                .to_owned();
            start = end;
            Some(Piece {
                text,
                face: stretch.face,
                link: stretch.link,
            })
        })
    }
}

impl Builder<'_> {
    /// Wraps a flow within the margins.
    pub(super) fn set(&mut self, flow: &Flow) {
        let led = self.lead.take().map(|mut lead| {
            lead.append(flow);
            lead
        });
        let flow = led.as_ref().unwrap_or(flow);
        let room = self.room();
        for range in wrap::wrap(&flow.text, room, room) {
            let mut line = self.begin();
            let at = self.page.lines.len();
            for piece in flow.pieces(range) {
                if let Some(link) = piece.link {
                    self.reach(link, at);
                }
                line.push_piece(piece);
            }
            self.end(line);
        }
    }

    /// Notes that a link stands on a line.
    pub(super) fn reach(&mut self, link: usize, line: usize) {
        if let Some(link) = self.page.links.get_mut(link) {
            link.line = link.line.min(line);
            link.last_line = link.last_line.max(line);
        }
    }
}
