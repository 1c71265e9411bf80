//! Reads the vocabulary in a `game.yaml`.

use serde::Deserialize;
use serde_yaml::Value;

use super::front_matter::{parse, scalar};
use crate::diagnostic::Diagnostic;
use crate::rules::model::{TableRules, Vocabulary};
use crate::source::{Source, Span, clean};

/// The value of `vocabulary` in a `game.yaml`.
pub enum VocabularyEntry {
    /// The name of another game's vocabulary.
    Name(String),
    /// The words themselves.
    Words(Box<Vocabulary>),
}

/// Reads the `vocabulary` of a `game.yaml`, if there is one. A value of the wrong type is reported,
/// and the vocabulary left out. The fault of a file that is not valid YAML is that of
/// [`read_mapping`](super::front_matter::read_mapping).
pub fn read_vocabulary(
    source: &Source,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<VocabularyEntry> {
    #[derive(Deserialize)]
    struct VocabularyOnly {
        vocabulary: Vocabulary,
    }
    match parse(&source.text).ok()?.get("vocabulary")? {
        Value::Null => return None,
        Value::Mapping(_) => {}
        name => return Some(VocabularyEntry::Name(scalar(name))),
    }
    match serde_yaml::from_str::<VocabularyOnly>(&source.text) {
        Ok(file) => Some(VocabularyEntry::Words(Box::new(file.vocabulary))),
        Err(error) => {
            diagnostics.push(fault(source, "vocabulary", &error));
            None
        }
    }
}

/// Reads the `table` of a `game.yaml`, if there is one. A value of the wrong type is reported, and
/// the table left out.
pub fn read_table(source: &Source, diagnostics: &mut Vec<Diagnostic>) -> TableRules {
    #[derive(Deserialize)]
    struct TableOnly {
        table: Option<TableRules>,
    }
    if parse(&source.text).is_ok_and(|file| !file.contains_key("table")) {
        return TableRules::default();
    }
    match serde_yaml::from_str::<TableOnly>(&source.text) {
        Ok(file) => {
            let mut table = file.table.unwrap_or_default();
            for name in table.names_mut() {
                *name = clean(name).into_owned();
            }
            table
        }
        Err(error) => {
            diagnostics.push(fault(source, "table", &error));
            TableRules::default()
        }
    }
}

/// Returns the fault of a part of a `game.yaml` that has another form.
fn fault(source: &Source, part: &'static str, error: &serde_yaml::Error) -> Diagnostic {
    let start = error.location().map_or(0, |location| location.index());
    let start = start.min(source.text.len());
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or("");
    let message = format!("this {part} is not used: {}", clean(message));
    let fault = Diagnostic::at(source, Span::new(start, start), part, message);
    fault.help(format!(
        "docs/your-own-rules.md lists what a {part} may contain"
    ))
}
