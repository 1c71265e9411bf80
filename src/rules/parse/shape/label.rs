//! Recognises the start of a paragraph: marks, labels, the provenance of a note.

use crate::rules::model::{Block, Provenance, RichText, is_placeholder};
use crate::rules::slug::fold;

/// The maximum length of a label, in characters.
const MAX_LABEL_LENGTH: usize = 70;

/// The maximum length of an editor's note in brackets, in bytes.
const MAX_EDITORS_NOTE_LENGTH: usize = 300;

/// Parses the mark at the start of a paragraph. Returns `true` for an effect (▶) and `false` for a
/// condition (◆), and the text after the mark.
pub fn mark(text: &RichText) -> Option<(bool, RichText)> {
    let trimmed = text.plain.trim_start();
    let rest = trimmed.strip_prefix(['▶', '►', '◆'])?;
    let is_effect = !trimmed.starts_with('◆');
    Some((is_effect, text.after(text.plain.len() - rest.len())))
}

/// Parses a bold or italic `Name:` at the start of a paragraph. The colon may be inside or after
/// the styled text. Returns the name, and the text after the label.
pub fn label(text: &RichText) -> Option<(RichText, RichText)> {
    let star = usize::from(text.plain.starts_with('*'));
    let run = text.runs.iter().find(|run| run.start as usize >= star)?;
    if run.start as usize != star || !(run.style.strong || run.style.emphasis) {
        return None;
    }
    let end = run.end as usize;
    let styled = &text.plain[star..end];
    let before_colon = styled.split_once(':').map(|(name, _)| name);
    let (name, after) = if let Some(name) = styled.trim_end().strip_suffix(':') {
        (name, end)
    } else if let Some(name) =
        before_colon.filter(|name| note_label(name).is_some() || is_question_label(name))
    {
        // If a whole note or question is in italics or bold, its label ends at the colon.
        (name, star + name.len() + 1)
    } else if let Some(after) = text.plain[end..].strip_prefix(':') {
        // `Name::` is a field of Obsidian's Dataview plugin.
        (styled, end + 1 + usize::from(after.starts_with(':')))
    } else if end == text.plain.len() && is_one_of(styled, &["stats", "weapons"]) {
        // `Stats` and `Weapons` are sometimes written without a colon.
        (styled, end)
    } else {
        return None;
    };
    let is_name = name.chars().any(char::is_alphanumeric)
        && name.chars().count() <= MAX_LABEL_LENGTH
        && !name.contains('\n');
    // Italics are often mere emphasis, so a label in italics must be a known label.
    (is_name && (run.style.strong || is_known_label(name))).then(|| {
        let name = text.slice(star..star + name.len()).trimmed();
        (name, text.after(after))
    })
}

fn is_known_label(name: &str) -> bool {
    is_question_label(name)
        || is_answer_label(name)
        || is_one_of(name, &["keywords", "stats", "weapons"])
        || note_label(name).is_some()
}

pub fn is_question_label(name: &str) -> bool {
    is_one_of(name, &["question", "q"])
}

pub fn is_answer_label(name: &str) -> bool {
    is_one_of(name, &["answer", "a"])
}

fn is_one_of(name: &str, labels: &[&str]) -> bool {
    labels.contains(&fold(name).trim_end_matches(':'))
}

/// Returns the text after the tag of a question: `*Question*: Why?` for `[FAQ] *Question*: Why?`.
/// Returns `None` for other paragraphs.
pub fn tagged_question(text: &RichText) -> Option<RichText> {
    text.plain.trim_start().strip_prefix('[')?;
    let after = text.after(text.plain.find(']')? + 1);
    let asks = label(&after).is_some_and(|(name, _)| is_question_label(&name.plain));
    asks.then_some(after)
}

/// Splits a question before an emphasised `Answer`. The second text is `None` if there is no
/// answer.
pub fn split_answer(text: &RichText) -> (RichText, Option<RichText>) {
    let answer = text.runs.iter().skip(1).find(|run| {
        let words = &text.plain[run.range()];
        (run.style.strong || run.style.emphasis) && is_answer_label(words)
    });
    match answer.map(|run| run.start as usize) {
        Some(at) => (text.slice(0..at).trimmed(), Some(text.after(at))),
        None => (text.clone(), None),
    }
}

/// Returns the provenance of a note with a label such as `Designer's Note` or `Summary`.
pub fn note_label(name: &str) -> Option<Provenance> {
    match fold(name).trim_end_matches(':') {
        "designer's note"
        | "designers' note"
        | "designer's commentary"
        | "designers' commentary"
        | "designer's notes" => Some(Provenance::Designer),
        "editor's note" | "editors' note" => Some(Provenance::Editor),
        "summary" => Some(Provenance::Summary),
        "derived from illustration" => Some(Provenance::Illustration),
        _ => None,
    }
}

/// Returns the provenance of a line in brackets, such as `[Derived from illustration - Page 2]`.
/// Other short texts in brackets are editor's notes, except placeholders such as
/// `[not shown: dataview]`.
pub fn provenance_line(line: &str) -> Option<Provenance> {
    let line = line.trim();
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let folded = fold(inner);
    if folded.starts_with("derived from") {
        return Some(Provenance::Illustration);
    }
    if folded.starts_with("summary") {
        return Some(Provenance::Summary);
    }
    let is_text = !inner.contains(['[', ']'])
        && !is_placeholder(line)
        && inner.len() <= MAX_EDITORS_NOTE_LENGTH
        && inner.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    is_text.then_some(Provenance::Editor)
}

/// Returns the text between the brackets of a note's first line, without the provenance: `Page 2`
/// for `[Derived from illustration - Page 2]`. The line of an editor's note names no provenance, so
/// all the text between its brackets is returned. Returns `None` if nothing is left.
pub fn opening_of_note(text: &RichText) -> Option<Block> {
    let line = text.plain.trim();
    let inner = line.trim_start_matches('[').trim_end_matches(']');
    let said = ["derived from illustration", "summary"]
        .iter()
        .find_map(|known| {
            let (start, rest) = inner.split_at_checked(known.len())?;
            let rest = rest.trim_start_matches([' ', '-', '–', ':', ',']);
            (fold(start) == **known).then_some(rest)
        });
    let end = text.plain.find(inner)? + inner.len();
    let text = text.slice(end - said.unwrap_or(inner).len()..end).trimmed();
    (!text.is_blank()).then(|| Block::paragraph(text))
}
