//! Reads a section once: for its entry, for the vocabulary, and for tantivy.

use std::io::{self, Seek, Write};

use super::super::pieces::{Piece, PieceKind, pieces};
use super::super::schema::write::Words as TextWords;
use super::super::store::{Part, StoreWriter};
use super::super::tokenizer::{Form, Token, tokenize};
use super::super::vocabulary::{Places, Words};
use super::super::words::is_function_word;
use super::{HAS_TEXT, RUN_IN};
use crate::bytes::{put_number, put_u32};
use crate::rules::{Body, Rulebook, Section, SectionRef};

/// Words of two pieces are so far apart that no phrase spans them.
const GAP: u32 = 16;

/// The words of a section by place, as tantivy is told of them.
#[derive(Default)]
pub(crate) struct Texts {
    pub title: TextWords,
    pub labels: TextWords,
    pub path: TextWords,
    pub body: TextWords,
    pub rows: TextWords,
}

/// The entries of all sections, being written.
#[derive(Default)]
pub(crate) struct EntriesWriter {
    starts: Vec<u8>,
    texts: Vec<u8>,
    /// What the section being read tells tantivy.
    pub told: Texts,
}

impl EntriesWriter {
    /// Reads a section; `body` is that of its document.
    pub(crate) fn read(&mut self, book: &Rulebook, body: &Body, at: SectionRef, words: &mut Words) {
        put_u32(&mut self.starts, u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        let section = book.section(at);
        let told = &mut self.told;
        for words in [&mut told.title, &mut told.labels, &mut told.path, &mut told.body, &mut told.rows] {
            words.clear();
        }
        let flags = self.texts.len();
        self.texts.push(if section.run_in { RUN_IN } else { 0 });
        let mut scribe = Scribe { words, section: at.0, out: &mut self.texts };
        scribe.name(&section.full_title(), Places::TITLE, Some(&mut told.title));
        match section.parent {
            Some(above) => scribe.name(&book.section(above).title, Places::PATH, None),
            None => scribe.name("", Places::PATH, None),
        }
        scribe.line(&labels(section), Places::LABEL, &mut told.labels);
        scribe.line(&path(book, at), Places::PATH, &mut told.path);
        if scribe.pieces(&pieces(book, body, at), told) {
            self.texts[flags] |= HAS_TEXT;
        }
    }

    /// Stores the entries.
    pub(crate) fn write<W: Write + Seek>(mut self, out: &mut StoreWriter<W>) -> io::Result<()> {
        put_u32(&mut self.starts, u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        out.part(Part::EntryStarts, |out| out.append(&mut self.starts))?;
        out.part(Part::Entries, |out| out.append(&mut self.texts))
    }
}

struct Scribe<'a> {
    words: &'a mut Words,
    section: u32,
    out: &'a mut Vec<u8>,
}

impl Scribe<'_> {
    /// A word with the step from the position of the word before it.
    fn word(&mut self, token: &Token, place: Places, step: u32) {
        let code = self.words.code(&token.text);
        self.words.note(code, self.section, place);
        put_number(self.out, u64::from(code) << 2 | u64::from(step.min(3)));
        if step > 2 {
            put_number(self.out, u64::from(step));
        }
    }

    fn line(&mut self, text: &str, place: Places, told: &mut TextWords) {
        let tokens = tokenize(text);
        put_number(self.out, tokens.len() as u64);
        let mut last = 0;
        for token in &tokens {
            self.word(token, place, token.position - last);
            told.push(&token.text, token.position);
            last = token.position;
        }
    }

    fn name(&mut self, text: &str, place: Places, mut told: Option<&mut TextWords>) {
        let tokens = tokenize(text);
        let heavy = tokens.iter().filter(|token| token.form == Form::Whole);
        put_number(self.out, heavy.clone().count() as u64);
        self.out.extend(heavy.map(|token| u8::from(!is_function_word(&token.text) && token.text.len() > 1)));
        // A compound stands for all of its parts: `reroll` is all of `re-roll`.
        let parts = |token: &Token| if let Form::Joined(parts) = token.form { parts } else { 1 };
        let each = tokens.iter().flat_map(|token| (0..parts(token)).map(move |part| (token, token.position + part)));
        let mut each: Vec<_> = each.collect();
        each.sort_by_key(|(_, position)| *position);
        put_number(self.out, each.len() as u64);
        let mut last = 0;
        for (token, position) in each {
            self.word(token, place, position - last);
            last = position;
        }
        for token in &tokens {
            if let Some(told) = &mut told {
                told.push(&token.text, token.position);
            }
        }
    }

    /// All pieces of the text; whether any is rules text.
    fn pieces(&mut self, pieces: &[Piece<'_>], told: &mut Texts) -> bool {
        put_number(self.out, pieces.len() as u64);
        let (mut from, mut last, mut has_text) = (0, 0, false);
        for piece in pieces {
            let (kind, row) = match piece.kind {
                PieceKind::Text => (0, false),
                PieceKind::Note => (1, false),
                PieceKind::Row(first) => (2 + u64::from(first), true),
            };
            let (place, told) = if row { (Places::ROW, &mut told.rows) } else { (Places::BODY, &mut told.body) };
            let (text, hidden) = (tokenize(&piece.text), tokenize(&piece.hidden));
            has_text |= !text.is_empty() && piece.kind != PieceKind::Note;
            put_number(self.out, kind);
            put_number(self.out, (text.len() + hidden.len()) as u64);
            for (tokens, place) in [(text, place), (hidden, Places::ROW)] {
                for token in &tokens {
                    let position = from + token.position;
                    self.word(token, place, position - last);
                    told.push(&token.text, position);
                    last = position;
                }
                from = last + 2;
            }
            from = last + GAP;
        }
        has_text
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
fn path(book: &Rulebook, at: SectionRef) -> String {
    let document = book.document_of(at);
    let above = book.ancestors(at).into_iter().map(|above| book.section(above).title.as_str());
    let mut path: Vec<_> = above.collect();
    path.extend(book.section(at).scope.as_deref());
    path.push(&document.title);
    path.push(&book.game(document.game).name);
    path.join(" ; ")
}
