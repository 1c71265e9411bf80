//! Writes the entries of a group, counts its words, and puts together what tantivy is told of a section.

use std::io;

use super::super::pieces::PieceKind;
use super::super::schema::write::Words as TextWords;
use super::super::store::{GroupPart, StoreWriter};
use super::super::vocabulary::{Places, Words};
use super::told::{Told, ToldName, ToldWord};
use super::{HAS_TEXT, RUN_IN};
use crate::bytes::{put_number, put_small, put_u32};

/// The words of a section by place, as tantivy is told of them.
#[derive(Default)]
pub(crate) struct Texts {
    pub title: TextWords,
    pub labels: TextWords,
    pub path: TextWords,
    pub body: TextWords,
    pub rows: TextWords,
}

/// The entries of a group, being written.
#[derive(Default)]
pub(crate) struct EntriesWriter {
    starts: Vec<u8>,
    texts: Vec<u8>,
    sections: u32,
    /// The words of the group.
    pub words: Words,
    /// What the section being read tells tantivy.
    pub told: Texts,
}

impl EntriesWriter {
    /// Adds the next section.
    pub(crate) fn add(&mut self, section: &Told<'_>) {
        put_u32(
            &mut self.starts,
            u32::try_from(self.texts.len()).unwrap_or(u32::MAX),
        );
        let told = &mut self.told;
        for words in [
            &mut told.title,
            &mut told.labels,
            &mut told.path,
            &mut told.body,
            &mut told.rows,
        ] {
            words.clear();
        }
        let flag = |holds: bool, flag: u8| if holds { flag } else { 0 };
        self.texts
            .push(flag(section.run_in, RUN_IN) | flag(section.has_text, HAS_TEXT));
        let mut scribe = Scribe {
            words: &mut self.words,
            section: self.sections,
            out: &mut self.texts,
        };
        scribe.name(&section.title, Places::TITLE, Some(&mut told.title));
        scribe.name(&section.above, Places::PATH, None);
        scribe.line(&section.labels, Places::LABEL, 0, Some(&mut told.labels));
        scribe.line(&section.path, Places::PATH, 0, Some(&mut told.path));
        put_number(scribe.out, section.pieces.len() as u64);
        let mut last = 0;
        for piece in &section.pieces {
            let (kind, place, told) = match piece.kind {
                PieceKind::Text => (0, Places::BODY, &mut told.body),
                PieceKind::Note => (1, Places::BODY, &mut told.body),
                PieceKind::Row(first) => (2 + u64::from(first), Places::ROW, &mut told.rows),
            };
            put_number(scribe.out, kind);
            last = scribe.line(&piece.words, place, last, Some(told));
        }
        self.sections += 1;
    }

    /// Stores the entries and the uses of the words.
    pub(crate) fn write(mut self, out: &mut StoreWriter<'_>) -> io::Result<()> {
        put_u32(
            &mut self.starts,
            u32::try_from(self.texts.len()).unwrap_or(u32::MAX),
        );
        out.group_part(GroupPart::Entries, &self.texts)?;
        out.group_part(GroupPart::EntryStarts, &self.starts)?;
        out.group_part(GroupPart::WordUses, &self.words.uses())
    }
}

struct Scribe<'a> {
    words: &'a mut Words,
    section: u32,
    out: &'a mut Vec<u8>,
}

impl Scribe<'_> {
    /// A word with the step from the position of the word before it.
    fn word(&mut self, word: &ToldWord<'_>, place: Places, step: u32) {
        let code = self.words.code(&word.text);
        self.words.note(code, self.section, place);
        put_number(self.out, u64::from(code) << 2 | u64::from(step.min(3)));
        if step > 2 {
            put_small(self.out, step);
        }
    }

    /// Words behind the position `last`; gives that of the last of them.
    fn line(
        &mut self,
        words: &[ToldWord<'_>],
        place: Places,
        mut last: u32,
        told: Option<&mut TextWords>,
    ) -> u32 {
        put_number(self.out, words.len() as u64);
        for word in words {
            self.word(word, place, word.position.saturating_sub(last));
            last = word.position;
        }
        if let Some(told) = told {
            for word in words {
                told.push(&word.text, word.position);
            }
        }
        last
    }

    fn name(&mut self, name: &ToldName<'_>, place: Places, told: Option<&mut TextWords>) {
        put_number(self.out, name.weights.len() as u64);
        self.out
            .extend(name.weights.iter().map(|weight| u8::from(*weight)));
        self.line(&name.words, place, 0, told);
        // A compound stands for all of its parts: `reroll` is all of `re-roll`.
        let joined = name
            .words
            .iter()
            .enumerate()
            .filter(|(_, word)| word.parts > 1);
        put_number(self.out, joined.clone().count() as u64);
        for (at, word) in joined {
            put_number(self.out, at as u64);
            put_small(self.out, word.parts);
        }
    }
}
