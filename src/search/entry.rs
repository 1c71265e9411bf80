//! What the index knows of a section: its words by place, numbered, in reading order. No text is kept.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::tokenizer::{Form, tokenize};
use super::vocabulary::{Places, Vocabulary, WordId};
use super::words::is_function_word;
use crate::quantity::Value;
use crate::rules::{Block, BlockKind, Body, Provenance, Rulebook, Section, SectionRef, Table};

/// A word at its place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    pub word: WordId,
    pub position: u32,
}

/// The words of a name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Name {
    pub postings: Vec<Posting>,
    /// For each position, how much of the name it is: 1 for a word with a meaning, less for others.
    pub weights: Vec<f32>,
}

/// A piece of a section's text: a paragraph, an item, a row.
#[derive(Clone, Debug)]
pub(crate) struct PieceWords {
    /// Its words in [`Entry::body`].
    pub first: u32,
    pub end: u32,
    pub kind: PieceKind,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// Rules text.
    Text,
    /// A row of a table; its first cell has so many words.
    Row(u32),
    /// Words that are not the rules text itself.
    Note,
}

/// What the index knows of a section.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    pub title: Name,
    /// Aliases, tags, cost and kind.
    pub labels: Vec<Posting>,
    /// The title directly above it.
    pub above: Name,
    /// All titles above it, its document's and its game's name.
    pub path: Vec<Posting>,
    /// The words of all pieces.
    pub body: Vec<Posting>,
    pub pieces: Vec<PieceWords>,
    /// Whether it is a run-in rule: its words are its parent's too.
    pub run_in: bool,
    /// Whether any text stands under the heading itself.
    pub has_text: bool,
}

impl Entry {
    /// The words of a piece of its text.
    pub(crate) fn piece(&self, number: usize) -> Vec<WordId> {
        let range = self.pieces.get(number).map_or(0..0, |piece| piece.first as usize..piece.end as usize);
        self.body.get(range).unwrap_or_default().iter().map(|posting| posting.word).collect()
    }
}

/// A piece of text of a section, as it is shown in a snippet.
pub(crate) struct Piece<'a> {
    pub text: Cow<'a, str>,
    pub kind: PieceKind,
    /// Words by which it is found and that are not in it: the results of a roll that choose a row.
    pub hidden: String,
}

/// The pieces of a section in reading order, its run-in rules' among them; `body` is that of its document.
pub(crate) fn pieces<'a>(book: &'a Rulebook, body: &'a Body, section: SectionRef) -> Vec<Piece<'a>> {
    let mut pieces = Vec::new();
    blocks((book, body), body.blocks(section), PieceKind::Text, &mut pieces);
    pieces
}

/// A rulebook and the body of one of its documents.
type Place<'a> = (&'a Rulebook, &'a Body);

fn blocks<'a>(place: Place<'a>, blocks: &'a [Block], kind: PieceKind, out: &mut Vec<Piece<'a>>) {
    for block in blocks {
        self::block(place, &block.kind, kind, out);
    }
}

fn block<'a>(place: Place<'a>, block: &'a BlockKind, kind: PieceKind, out: &mut Vec<Piece<'a>>) {
    let mut push = |text: Cow<'a, str>| out.push(Piece { text, kind, hidden: String::new() });
    match block {
        BlockKind::Paragraph(text) => push(Cow::Borrowed(&text.plain)),
        BlockKind::Code(text) => push(Cow::Borrowed(text)),
        BlockKind::Stats(stats) => {
            let stats: Vec<_> = stats.iter().map(|stat| format!("{} {}", stat.name, stat.text)).collect();
            push(Cow::Owned(stats.join(", ")));
        }
        BlockKind::List(list) => list.items.iter().for_each(|item| blocks(place, item, kind, out)),
        BlockKind::Table(table) => rows(table, kind, out),
        BlockKind::Effect(inner) | BlockKind::Condition(inner) | BlockKind::Quote(inner) => {
            blocks(place, inner, kind, out);
        }
        // What is told from a picture is the rules text of that picture: no other words say it.
        BlockKind::Note { provenance: Provenance::Illustration, blocks: inner } => blocks(place, inner, kind, out),
        BlockKind::Note { blocks: inner, .. } => blocks(place, inner, PieceKind::Note, out),
        BlockKind::RunIn(rule) => {
            let (book, body) = place;
            push(Cow::Borrowed(&book.section(*rule).heading.plain));
            blocks(place, body.blocks(*rule), kind, out);
        }
        BlockKind::Keywords(_) | BlockKind::Break => {}
    }
}

fn rows<'a>(table: &'a Table, kind: PieceKind, out: &mut Vec<Piece<'a>>) {
    let heads = table.caption.iter().chain(table.columns.iter().map(|column| &column.name));
    let heads: Vec<_> = heads.map(|head| head.plain.as_str()).filter(|head| !head.trim().is_empty()).collect();
    out.push(Piece { text: Cow::Owned(heads.join(" · ")), kind, hidden: String::new() });
    for row in &table.rows {
        let cells: Vec<_> = row.cells.iter().map(|cell| cell.text.plain.as_str()).collect();
        let first = tokenize(cells.first().copied().unwrap_or_default()).last().map_or(0, |last| last.position + 1);
        let range = row.cells.first().and_then(|cell| cell.quantity.as_ref()).map(|quantity| quantity.value);
        let kind = if kind == PieceKind::Note { kind } else { PieceKind::Row(first) };
        out.push(Piece { text: Cow::Owned(cells.join(" · ")), kind, hidden: range.map(results).unwrap_or_default() });
    }
}

/// The most results of a roll that one row of a table may stand for.
const MOST_RESULTS: u32 = 40;

/// Marks for the results that choose a row: `7-10` gives ` #7 #8 #9 #10`.
fn results(value: Value) -> String {
    let mut marks = String::new();
    if let Value::Range(low, high) = value {
        // A row without an end, `12+`, is chosen by whatever the dice can still give.
        let high = high.unwrap_or(low.saturating_add(8)).min(low.saturating_add(MOST_RESULTS));
        for result in low..=high {
            let _ = write!(marks, " #{result}");
        }
    }
    marks
}

/// What the index keeps of a section, and what it tells tantivy.
pub(crate) struct Texts {
    pub title: String,
    pub labels: String,
    pub path: String,
    pub body: String,
    pub rows: String,
}

/// Reads a section.
pub(crate) fn read(book: &Rulebook, body: &Body, at: SectionRef, vocabulary: &mut Vocabulary) -> (Entry, Texts) {
    let section = book.section(at);
    let mut reader = Reader { vocabulary, section: at.0 };
    let mut texts = Texts { title: section.full_title(), labels: labels(section), ..path(book, at) };
    let mut entry = Entry {
        title: reader.name(&texts.title, Places::TITLE),
        labels: reader.postings(&texts.labels, Places::LABEL, 0),
        above: section.parent.map(|above| reader.name(&book.section(above).title, Places::PATH)).unwrap_or_default(),
        path: reader.postings(&texts.path, Places::PATH, 0),
        run_in: section.run_in,
        ..Entry::default()
    };
    let mut position = 0;
    for piece in pieces(book, body, at) {
        let first = small(entry.body.len());
        let row = matches!(piece.kind, PieceKind::Row(_));
        entry.body.extend(reader.postings(&piece.text, if row { Places::ROW } else { Places::BODY }, position));
        entry.has_text |= small(entry.body.len()) > first && piece.kind != PieceKind::Note;
        position = entry.body.last().map_or(position, |last| last.position + 2);
        entry.body.extend(reader.postings(&piece.hidden, Places::ROW, position));
        position = entry.body.last().map_or(position, |last| last.position + GAP);
        entry.pieces.push(PieceWords { first, end: small(entry.body.len()), kind: piece.kind });
        let text = if row { &mut texts.rows } else { &mut texts.body };
        // The break keeps the words of two pieces from being read as one value.
        let _ = writeln!(text, "{}{} ;", piece.text, piece.hidden);
    }
    (entry, texts)
}

/// Words of two pieces are so far apart that no phrase spans them.
const GAP: u32 = 16;

struct Reader<'a> {
    vocabulary: &'a mut Vocabulary,
    section: u32,
}

impl Reader<'_> {
    fn postings(&mut self, text: &str, place: Places, from: u32) -> Vec<Posting> {
        let tokens = tokenize(text).into_iter();
        let posting = |token: super::tokenizer::Token| {
            let word = self.vocabulary.intern(&token.text);
            self.vocabulary.note(word, self.section, place);
            Posting { word, position: from + token.position }
        };
        tokens.map(posting).collect()
    }

    fn name(&mut self, text: &str, place: Places) -> Name {
        let mut name = Name::default();
        for token in tokenize(text) {
            let word = self.vocabulary.intern(&token.text);
            self.vocabulary.note(word, self.section, place);
            // A compound stands for all of its parts: `reroll` is all of `re-roll`.
            let parts = if let Form::Joined(parts) = token.form { parts } else { 1 };
            name.postings.extend((token.position..token.position + parts).map(|position| Posting { word, position }));
            if token.form == Form::Whole {
                name.weights.push(if is_function_word(&token.text) || token.text.len() == 1 { 0.2 } else { 1.0 });
            }
        }
        name.postings.sort_by_key(|posting| posting.position);
        name
    }
}

fn labels(section: &Section) -> String {
    let labels = section.aliases.iter().chain(&section.tags);
    let mut labels: Vec<_> = labels.cloned().collect();
    labels.extend(section.kind.cost().map(|cost| cost.to_string()));
    labels.push(section.kind.name().to_owned());
    labels.join(" ; ")
}

/// The titles above a section; what names its team, document and game belongs to them.
fn path(book: &Rulebook, at: SectionRef) -> Texts {
    let document = book.document_of(at);
    let above = book.ancestors(at).into_iter().map(|above| book.section(above).title.as_str());
    let mut path: Vec<_> = above.collect();
    path.extend(book.section(at).scope.as_deref());
    path.push(&document.title);
    path.push(&book.game(document.game).name);
    Texts {
        title: String::new(),
        labels: String::new(),
        path: path.join(" ; "),
        body: String::new(),
        rows: String::new(),
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
