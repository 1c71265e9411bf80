//! Which of the sections that tantivy found answers best.
//!
//! tantivy finds sections by their words (BM25); this module looks at the best of them again and adds up what speaks for
//! each. Every rule can be said in two sentences:
//!
//! - **Name.** A section is meant if its title says what was typed: the share of the query that the title holds, times how
//!   much of the title was typed. A small share counts less than its size: a question that holds a title by chance gains little.
//! - **Named.** Where the title holds most of the query, the section is named, and that is worth something at once. Only a
//!   named run-in rule is a hit of its own; else the section it stands in is.
//! - **Start.** Who knows a name types it from its first letter. A title that starts with what was typed comes before one
//!   that holds it elsewhere.
//! - **Exact.** A title that is the query, word for word, comes before one that only holds it. A title that is so together
//!   with the one above it (`open breach point`) gains half as much.
//! - **Synonym.** A section that the player's word stands for counts as if its title had been typed, a little less surely.
//!   A literal title therefore always comes first.
//! - **Path.** Words that name the document, the game or a heading above are not missing from the section. They count for
//!   half there, so that `tomb world guard` finds Guard in Tomb World.
//! - **Row.** A row of a table whose first cell says what was typed is an answer like a heading. It counts less than one.
//! - **Cover.** What share of the query's words the section has at all, rare words counting more. It is squared: a section
//!   with all of the words is worth more than twice one with half of them.
//! - **Nearness.** Words that stand close together in one paragraph belong together. The best paragraph counts, not their sum.
//! - **Phrase.** A run of words that stands in the text as typed speaks for it.
//! - **Text.** tantivy's own score, as a share of the best one's, decides where the rest is even.
//! - **Kind.** What defines something comes before what only mentions or sums it up: terms and actions, then rules, then
//!   steps, tables of numbers and whole documents.
//! - **Provenance.** Words found only in a note or a summary count for half: they are not the rules.
//! - **Game.** Sections of the game that is being read gain over others, but a name elsewhere still beats a mention here.

use super::entry::{Entry, PieceKind, Posting};
use super::query::MOST_WORDS;
use super::synonyms::Used;
use super::terms::Terms;
use crate::rules::{Section, SectionKind, SectionRef};

/// What each rule of the ranking is worth; 0 switches it off.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The title says what was typed.
    pub name: f32,
    /// The query names the section, and does not merely hold some word of its title.
    pub named: f32,
    /// The title starts with what was typed.
    pub start: f32,
    /// The title is what was typed.
    pub exact: f32,
    /// How much a synonym counts beside the title's own words, at most 1.
    pub synonym: f32,
    /// How much a word of the path counts beside a word of the section, at most 1.
    pub path: f32,
    /// A row of a table says what was typed.
    pub row: f32,
    /// How many of the words are there.
    pub cover: f32,
    /// The words stand close together.
    pub nearness: f32,
    /// The words stand there as typed.
    pub phrase: f32,
    /// tantivy's own score.
    pub text: f32,
    /// What the section is.
    pub kind: f32,
    /// How much a word in a note counts less, at most 1.
    pub provenance: f32,
    /// The section is of the game that is being read.
    pub game: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            name: 3.5,
            named: 0.5,
            start: 0.8,
            exact: 2.0,
            synonym: 0.85,
            path: 0.55,
            row: 1.2,
            cover: 1.5,
            nearness: 1.5,
            phrase: 1.0,
            text: 1.0,
            kind: 1.0,
            provenance: 0.5,
            game: 0.8,
        }
    }
}

/// What is asked of every section.
pub(crate) struct Judge<'a> {
    pub terms: &'a Terms,
    pub weights: &'a Weights,
    pub synonyms: &'a [Used<'a>],
}

/// What speaks for a section.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    pub score: f32,
    /// How well the title, a label or a synonym says what was typed, 0 to 1.
    pub name: f32,
    /// Whether the query names the section: not merely some words of its title.
    pub named: bool,
    /// The best piece of its text.
    pub piece: Option<usize>,
    /// The groups that its title, labels, synonyms or a row's first cell answer, as bits.
    pub naming: u32,
    /// The groups that it defines, as bits: those that are half of its title, or a synonym of it.
    pub defining: u32,
    /// The share of the query that one piece of the text holds.
    pub together: f32,
    /// The synonym that leads to it, where its own words do not.
    pub via: Option<usize>,
}

/// The best quality with which each group is answered.
type Answers = [f32; MOST_WORDS];

/// How a name is answered.
#[derive(Clone, Copy, Default)]
struct NameMatch {
    answers: Answers,
    /// How much of the name was typed, 0 to 1.
    typed: f32,
}

/// How the text is answered.
#[derive(Default)]
struct BodyMatch {
    answers: Answers,
    row: f32,
    row_naming: u32,
    nearness: f32,
    together: f32,
    phrase: f32,
    piece: Option<usize>,
}

/// Words this close together are read together.
const WINDOW: u32 = 14;

impl Judge<'_> {
    /// Judges a section. `text` is tantivy's score as a share of the best one's.
    pub(crate) fn judge(
        &self,
        at: SectionRef,
        section: &Section,
        entry: &Entry,
        text: f32,
        same_game: bool,
    ) -> Verdict {
        let weights = self.weights;
        let mut title = self.name(&entry.title.postings, &entry.title.weights);
        self.parameter(section, &mut title);
        let labels = self.answers(&entry.labels);
        let above = self.name(&entry.above.postings, &entry.above.weights);
        let path = self.path(entry, &above);
        let (via, synonym) = self.synonym(at);
        let mut body = self.body(entry, &title.answers, &path);
        self.title_as_text(entry, &mut body);
        let own = self.sum(|group| title.answers[group].max(0.9 * labels[group]));
        let typed = title.typed.max(if synonym.iter().any(|quality| *quality > 0.0) { weights.synonym } else { 0.0 });
        let said = |group: usize| title.answers[group].max(0.9 * labels[group]).max(synonym[group]);
        let in_title = self.sum(|group| title.answers[group].max(synonym[group]));
        let placed = |group: usize| if in_title > 0.0 { said(group).max(path[group]) } else { said(group) };
        let said_share = self.sum(placed);
        let start = self.starts(entry);
        let name = said_share * (0.7 + 0.3 * said_share) * if in_title > 0.0 { 0.5 + 0.5 * typed } else { 0.5 };
        let exact = title.typed > 0.88 && self.terms.groups.len() == entry.title.weights.len() && own > 0.88;
        let named = said_share >= 0.72 && typed >= 0.3 || title.typed > 0.88 && own >= 0.4 || start;
        let with_above = self.sum(|group| title.answers[group].max(above.answers[group]));
        let exactness = match () {
            () if exact => 1.0,
            // A player's phrase that is typed in full is meant as one, and not by its words.
            () if via.is_some_and(|number| self.is_phrase(number)) => 0.5,
            () if title.typed > 0.88 && above.typed > 0.88 && with_above > 0.88 => 0.5,
            () => 0.0,
        };
        let cover = self.sum(|group| said(group).max(body.answers[group]).max(path[group]));
        let score = weights.name * name
            + weights.named * f32::from(u8::from(named))
            + weights.start * f32::from(u8::from(start))
            + weights.exact * exactness
            + weights.row * body.row
            + weights.cover * cover * cover
            + weights.nearness * body.nearness
            + weights.phrase * body.phrase
            + weights.text * text
            + weights.kind * prior(section, entry)
            + weights.game * f32::from(u8::from(same_game));
        let naming = (0..self.terms.groups.len()).filter(|group| said(*group) >= 0.5).fold(body.row_naming, set);
        let half = |group: &usize| synonym[*group] >= 0.5 || title.typed >= 0.5 && title.answers[*group] >= 0.5;
        let defining = (0..self.terms.groups.len()).filter(half).fold(0, set);
        let literal = self.sum(|group| title.answers[group].max(labels[group]).max(body.answers[group])) > 0.95;
        let via = via.filter(|_| !literal);
        Verdict { score, name, named, piece: body.piece, naming, defining, together: body.together, via }
    }

    /// The sum of a quality over the groups, each by its share in the query.
    fn sum(&self, quality: impl Fn(usize) -> f32) -> f32 {
        (0..self.terms.groups.len()).map(|group| self.terms.share(group) * quality(group)).sum()
    }

    fn answers(&self, postings: &[Posting]) -> Answers {
        let mut answers = Answers::default();
        for (group, quality, _) in postings.iter().flat_map(|posting| self.terms.of(posting.word)) {
            answers[group] = answers[group].max(quality);
        }
        answers
    }

    /// What the titles above answer: the one directly above counts more.
    fn path(&self, entry: &Entry, above: &NameMatch) -> Answers {
        let weight = self.weights.path;
        let mut path = self.answers(&entry.path).map(|quality| weight * quality);
        for (answer, above) in path.iter_mut().zip(above.answers) {
            *answer = answer.max((weight + weight * (1.0 - weight)) * above);
        }
        path
    }

    /// Whether the title starts with the words typed, in their order.
    fn starts(&self, entry: &Entry) -> bool {
        let postings = &entry.title.postings;
        let answers = |position: u32, group: usize| {
            let here = postings.iter().filter(|posting| posting.position == position);
            here.flat_map(|posting| self.terms.of(posting.word)).any(|(own, quality, _)| own == group && quality >= 0.9)
        };
        let groups = self.terms.groups.len();
        groups > 0 && (0..).zip(0..groups).all(|(position, group)| answers(position, group))
    }

    /// A title is text too: words stand near and in a row in it.
    fn title_as_text(&self, entry: &Entry, body: &mut BodyMatch) {
        let mut hits = Vec::new();
        for posting in &entry.title.postings {
            let of = self.terms.of(posting.word);
            hits.extend(of.map(|(group, quality, _)| Hit { group, quality, position: posting.position }));
        }
        body.phrase = body.phrase.max(self.run(&hits));
        body.nearness = body.nearness.max(self.window(&hits));
    }

    fn name(&self, postings: &[Posting], weights: &[f32]) -> NameMatch {
        let mut answers = Answers::default();
        let mut typed = 0.0;
        for same in postings.chunk_by(|a, b| a.position == b.position) {
            let mut closest = 0.0_f32;
            for (group, quality, closeness) in same.iter().flat_map(|posting| self.terms.of(posting.word)) {
                answers[group] = answers[group].max(quality);
                closest = closest.max(closeness);
            }
            typed += closest * weights.get(same[0].position as usize).copied().unwrap_or_default();
        }
        let all: f32 = weights.iter().sum();
        NameMatch { answers, typed: if all > 0.0 { (typed / all).min(1.0) } else { 0.0 } }
    }

    /// A number typed behind `Piercing` is the x of `Piercing x`.
    fn parameter(&self, section: &Section, title: &mut NameMatch) {
        let named = title.answers.iter().any(|quality| *quality > 0.0);
        if section.parameter.is_some() && named {
            for (group, answer) in self.terms.groups.iter().zip(&mut title.answers) {
                if group.text.starts_with(|c: char| c.is_ascii_digit()) {
                    *answer = answer.max(0.9);
                }
            }
        }
    }

    /// The best synonym that leads to a section, and what it answers.
    fn synonym(&self, at: SectionRef) -> (Option<usize>, Answers) {
        let mut answers = Answers::default();
        let mut best = None;
        for (number, used) in self.synonyms.iter().enumerate() {
            let Some((_, rank)) = used.targets.iter().find(|(target, _)| *target == at) else { continue };
            // What stands first among the meanings is meant first.
            let quality = self.weights.synonym * if *rank == 0 { 1.0 } else { 0.94 };
            for (group, answer) in answers.iter_mut().enumerate().filter(|(group, _)| used.groups >> group & 1 == 1) {
                if quality > *answer {
                    *answer = quality;
                    best = Some(number).filter(|_| group < self.terms.groups.len());
                }
            }
        }
        (best, answers)
    }

    /// Whether a synonym of several words is all that the query says.
    fn is_phrase(&self, synonym: usize) -> bool {
        let groups = self.synonyms.get(synonym).map_or(0, |used| used.groups);
        groups.count_ones() > 1 && self.sum(|group| f32::from(u8::from(groups >> group & 1 == 1))) > 0.9
    }

    fn body(&self, entry: &Entry, title: &Answers, path: &Answers) -> BodyMatch {
        let mut body = BodyMatch::default();
        let mut hits = Vec::new();
        let mut best = 0.0;
        for (number, piece) in entry.pieces.iter().enumerate() {
            hits.clear();
            let words = entry.body.get(piece.first as usize..piece.end as usize).unwrap_or_default();
            for posting in words {
                let of = self.terms.of(posting.word);
                hits.extend(of.map(|(group, quality, _)| Hit { group, quality, position: posting.position }));
            }
            if hits.is_empty() {
                continue;
            }
            let factor = if piece.kind == PieceKind::Note { 1.0 - self.weights.provenance } else { 1.0 };
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
            let with_title = self.sum(|group| answers[group].max(0.7 * title[group]).max(0.7 * path[group]));
            let nearness = factor * (0.5 * with_title + 0.5 * self.window(&hits));
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
        for hit in hits.iter().filter(|hit| hit.position < start + first && self.terms.share(hit.group) > 0.05) {
            name[hit.group] = name[hit.group].max(hit.quality);
            if hit.quality >= 0.5 && cells.last() != Some(&hit.position) {
                cells.push(hit.position);
            }
        }
        let typed = count(cells.len()) / count(first as usize).max(1.0);
        let said = self.sum(|group| answers[group].max(0.8 * title[group]));
        let named = self.sum(|group| name[group]);
        body.row = body.row.max(said * (0.4 + 0.6 * typed.min(1.0) * named.sqrt()));
        body.row_naming = (0..self.terms.groups.len()).filter(|group| name[*group] >= 0.5).fold(body.row_naming, set);
    }

    /// The largest share of the query within a few words.
    fn window(&self, hits: &[Hit]) -> f32 {
        let mut best = 0.0_f32;
        for (start, first) in hits.iter().enumerate() {
            let mut seen = 0_u32;
            let mut share = 0.0;
            for hit in hits[start..].iter().take_while(|hit| hit.position <= first.position + WINDOW) {
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
                if hit.position > last.position + 1 {
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

#[derive(Clone, Copy)]
struct Hit {
    group: usize,
    quality: f32,
    position: u32,
}

fn set(bits: u32, bit: usize) -> u32 {
    u32::try_from(bit).ok().and_then(|bit| 1_u32.checked_shl(bit)).map_or(bits, |bit| bits | bit)
}

#[expect(clippy::cast_precision_loss, reason = "counts of words are far below 2^24")]
fn count(number: usize) -> f32 {
    number as f32
}

/// What defines comes before what mentions or sums up.
fn prior(section: &Section, entry: &Entry) -> f32 {
    if !entry.has_text {
        return -0.6;
    }
    match &section.kind {
        SectionKind::Term | SectionKind::Action { .. } => 0.2,
        SectionKind::Ploy { .. }
        | SectionKind::Equipment { .. }
        | SectionKind::Stratagem { .. }
        | SectionKind::Datacard(_)
        | SectionKind::Question
        | SectionKind::Ability { .. } => 0.15,
        SectionKind::Rule | SectionKind::EventCard { .. } | SectionKind::Mission => 0.1,
        SectionKind::Step { .. } => 0.0,
        SectionKind::KeyNumbers | SectionKind::Document => -0.15,
        SectionKind::Group => -0.6,
    }
}
