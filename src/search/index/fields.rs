//! Reads the fields of sections (see [`Fact`](crate::rules::Fact)) from the index.

use std::collections::BTreeMap;

use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

use super::open::SearchIndex;
use crate::rules::SectionRef;

/// A field that fewer sections have is an accident of their text.
pub const MIN_SECTIONS: usize = 3;

impl SearchIndex {
    /// Returns the names of the fields by which players can filter and sort, sorted.
    /// They are read once: while a player types, each key asks for them.
    pub fn field_keys(&self) -> &[String] {
        self.field_keys.get_or_init(|| self.read_field_keys())
    }

    fn read_field_keys(&self) -> Vec<String> {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        self.each_fact("", |key, _, sections| {
            *counts.entry(key.to_owned()).or_default() += sections.len();
        });
        counts.retain(|_, count| *count >= MIN_SECTIONS);
        counts.into_keys().collect()
    }

    /// Returns the values of a field, each with the sections that have it. Empty if no section has
    /// the field.
    pub fn field_values(&self, key: &str) -> Vec<(String, Vec<SectionRef>)> {
        let mut values = Vec::new();
        self.each_fact(&format!("{key}\0"), |_, value, sections| {
            values.push((value.to_owned(), sections));
        });
        values
    }

    /// Calls `visit` with the name, the value and the sections of each field that starts with
    /// `prefix`.
    fn each_fact(&self, prefix: &str, mut visit: impl FnMut(&str, &str, Vec<SectionRef>)) {
        // As in `find`, an error is impossible here.
        let mut read = || -> tantivy::Result<()> {
            for segment in self.searcher.segment_readers() {
                let inverted = segment.inverted_index(self.fields.facts)?;
                let terms = inverted.terms();
                let mut stream = terms.range().ge(prefix.as_bytes()).into_stream()?;
                while stream.advance() {
                    let fact = String::from_utf8_lossy(stream.key()).into_owned();
                    if !fact.starts_with(prefix) {
                        break;
                    }
                    let Some((key, value)) = fact.split_once('\0') else {
                        continue;
                    };
                    let option = IndexRecordOption::Basic;
                    let mut postings =
                        inverted.read_postings_from_terminfo(stream.value(), option)?;
                    let mut sections = Vec::new();
                    while postings.doc() != TERMINATED {
                        sections.push(self.sections[postings.doc() as usize]);
                        postings.advance();
                    }
                    visit(key, value, sections);
                }
            }
            Ok(())
        };
        let _ = read();
    }
}
