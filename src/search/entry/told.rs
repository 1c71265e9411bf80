//! The words of a section by place, as the index is told of them: read from its text, or from an entry of an index that was
//! made before. Both give the same.

use std::borrow::Cow;

use super::super::pieces::{PieceKind, keywords, pieces};
use super::super::tokenizer::{Form, Token, tokenize};
use super::super::words::{is_function_word, stem};
use crate::rules::{Block, Body, Rulebook, Section, SectionRef};

/// Words of two pieces are so far apart that no phrase spans them.
const GAP: u32 = 16;

/// A word at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToldWord<'a> {
    pub text: Cow<'a, str>,
    /// Never before that of the word before.
    pub position: u32,
    /// How many positions it stands for: in a name a compound stands for all of its parts.
    pub parts: u32,
}

/// The words of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ToldName<'a> {
    pub words: Vec<ToldWord<'a>>,
    /// For each position, whether its word has a meaning of its own.
    pub weights: Vec<bool>,
}

/// The words of a piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToldPiece<'a> {
    pub kind: PieceKind,
    pub words: Vec<ToldWord<'a>>,
}

/// The words of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told<'a> {
    pub run_in: bool,
    pub has_text: bool,
    pub title: ToldName<'a>,
    /// The title directly above it.
    pub above: ToldName<'a>,
    pub labels: Vec<ToldWord<'a>>,
    pub path: Vec<ToldWord<'a>>,
    pub pieces: Vec<ToldPiece<'a>>,
}

impl Told<'static> {
    /// The words of a section; `body` is that of its document.
    pub(crate) fn of(book: &Rulebook, body: &Body, at: SectionRef) -> Self {
        let section = book.section(at);
        let above = section.parent.map(|above| name(&book.section(above).title));
        let path = path(book, at);
        let mut told = Self {
            run_in: section.run_in,
            has_text: false,
            title: name(&section.full_title()),
            above: above.unwrap_or_default(),
            labels: words(tokenize(&labels(section, &path, body.blocks(at))), 0),
            path: words(tokenize(&path), 0),
            pieces: Vec::new(),
        };
        let (mut from, mut last) = (0, 0);
        for piece in pieces(book, body, at) {
            let mut text = words(tokenize(&piece.text), from);
            told.has_text |= !text.is_empty() && piece.kind != PieceKind::Note;
            last = text.last().map_or(last, |word| word.position);
            text.extend(words(tokenize(&piece.hidden), last + 2));
            last = text.last().map_or(last, |word| word.position);
            from = last + GAP;
            told.pieces.push(ToldPiece {
                kind: piece.kind,
                words: text,
            });
        }
        told
    }
}

/// Words that begin at a position.
fn words(tokens: Vec<Token>, from: u32) -> Vec<ToldWord<'static>> {
    let word = |token: Token| ToldWord {
        text: Cow::Owned(token.text),
        position: from + token.position,
        parts: 1,
    };
    tokens.into_iter().map(word).collect()
}

fn name(text: &str) -> ToldName<'static> {
    let tokens = tokenize(text);
    let whole = tokens.iter().filter(|token| token.form == Form::Whole);
    let weights = whole
        .map(|token| !is_function_word(&token.text) && token.text.len() > 1)
        .collect();
    let parts = |token: &Token| {
        if let Form::Joined(parts) = token.form {
            parts
        } else {
            1
        }
    };
    let parts: Vec<_> = tokens.iter().map(parts).collect();
    let words = words(tokens, 0)
        .into_iter()
        .zip(parts)
        .map(|(word, parts)| ToldWord { parts, ..word });
    ToldName {
        words: words.collect(),
        weights,
    }
}

/// What a section is called besides its title.
fn labels(section: &Section, path: &str, blocks: &[Block]) -> String {
    let labels = section.aliases.iter().chain(&section.tags);
    let mut labels: Vec<_> = labels.map(String::as_str).collect();
    let cost = section.kind.cost().map(|cost| cost.to_string());
    labels.extend(cost.as_deref());
    labels.push(section.kind.name());
    labels.extend(roles(section, path, blocks));
    labels.join(" ; ")
}

/// A datacard's keywords that say more than its own name and its team's: `LEADER`, `MEDIC`.
fn roles<'a>(section: &Section, path: &str, blocks: &'a [Block]) -> Vec<&'a str> {
    let mut keywords: Vec<_> = keywords(blocks).collect();
    if !keywords.is_empty() {
        let known = [tokenize(&section.title), tokenize(path)].concat();
        let is_known = |token: &Token| {
            known
                .iter()
                .any(|known| stem(&known.text) == stem(&token.text))
        };
        keywords.retain(|keyword| !tokenize(keyword).iter().all(is_known));
    }
    keywords
}

/// The titles above a section; what names its team, document and game belongs to them.
fn path(book: &Rulebook, at: SectionRef) -> String {
    let document = book.document_of(at);
    let above = book
        .ancestors(at)
        .into_iter()
        .map(|above| book.section(above).title.as_str());
    let mut path: Vec<_> = above.collect();
    path.extend(book.section(at).scope.as_deref());
    path.push(&document.title);
    path.push(&book.game(document.game).name);
    path.join(" ; ")
}
