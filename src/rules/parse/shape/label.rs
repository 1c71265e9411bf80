//! Recognises the start of a paragraph: marks, labels, the provenance of a note.

use crate::rules::model::{Provenance, RichText, is_placeholder};
use crate::rules::slug::fold;

/// The maximum length of a label, in characters.
const MAX_LABEL_LENGTH: usize = 70;

/// The maximum length of a note in brackets, in bytes.
const MAX_NOTE_LENGTH: usize = 300;

/// What a label at the start of a paragraph means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LabelKind {
    Question,
    Answer,
    Keywords,
    Stats,
    Weapons,
    Note(Provenance),
    /// An example, or a component of a card.
    Remark,
    /// The name of a rule.
    Name,
}

impl LabelKind {
    pub fn of(name: &str) -> Self {
        match fold(name).trim_end_matches(':') {
            "question" | "q" => Self::Question,
            "answer" | "a" => Self::Answer,
            "keywords" => Self::Keywords,
            "stats" => Self::Stats,
            "weapons" => Self::Weapons,
            "summary" => Self::Note(Provenance::Summary),
            "derived from illustration" => Self::Note(Provenance::Illustration),
            "editor's note" | "editors' note" => Self::Note(Provenance::Editor),
            "designer's note"
            | "designers' note"
            | "designer's notes"
            | "designer's commentary"
            | "designers' commentary" => Self::Note(Provenance::Designer),
            "abilities" | "base" | "copies" | "behaviour" | "behavior" | "note" | "notes"
            | "example" | "examples" | "important" => Self::Remark,
            _ => Self::Name,
        }
    }
}

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
    let (name, after) = if let Some(name) = styled.trim_end().strip_suffix(':') {
        (name, end)
    } else if let Some((name, _)) = styled.split_once(':')
        && matches!(
            LabelKind::of(name),
            LabelKind::Note(_) | LabelKind::Question | LabelKind::Answer
        )
    {
        // If a whole note, question or answer is in italics or bold, its label ends at the colon.
        (name, star + name.len() + 1)
    } else if let Some(after) = text.plain[end..].strip_prefix(':') {
        // `Name::` is a field of Obsidian's Dataview plugin.
        (styled, end + 1 + usize::from(after.starts_with(':')))
    } else if needs_no_colon(styled, end == text.plain.len()) {
        (styled, end)
    } else {
        return None;
    };
    let is_name = name.chars().any(char::is_alphanumeric)
        && name.chars().count() <= MAX_LABEL_LENGTH
        && !name.contains('\n');
    // Italics are often mere emphasis, so a label in italics must be a known label.
    let is_unknown = || matches!(LabelKind::of(name), LabelKind::Name | LabelKind::Remark);
    (is_name && (run.style.strong || !is_unknown())).then(|| {
        let name = text.slice(star..star + name.len()).trimmed();
        (name, text.after(after))
    })
}

/// Whether a label may lack its colon. `is_alone` tells whether it is the whole paragraph.
fn needs_no_colon(label: &str, is_alone: bool) -> bool {
    match LabelKind::of(label) {
        LabelKind::Stats | LabelKind::Weapons => is_alone,
        LabelKind::Note(Provenance::Designer) => !is_alone,
        _ => false,
    }
}

/// Whether a text starts with a label of this kind.
pub fn has_label(text: &RichText, kind: LabelKind) -> bool {
    label(text).is_some_and(|(name, _)| LabelKind::of(&name.plain) == kind)
}

/// Returns the text after the tag of a question: `*Question*: Why?` for `[FAQ] *Question*: Why?`.
/// Returns `None` for other paragraphs.
pub fn tagged_question(text: &RichText) -> Option<RichText> {
    text.plain.trim_start().strip_prefix('[')?;
    let after = text.after(text.plain.find(']')? + 1);
    has_label(&after, LabelKind::Question).then_some(after)
}

/// Splits a question before an emphasised `Answer`. The second text is `None` if there is no
/// answer.
pub fn split_answer(text: &RichText) -> (RichText, Option<RichText>) {
    let answer = text.runs.iter().skip(1).find(|run| {
        let words = &text.plain[run.range()];
        (run.style.strong || run.style.emphasis) && LabelKind::of(words) == LabelKind::Answer
    });
    match answer.map(|run| run.start as usize) {
        Some(at) => (text.slice(0..at).trimmed(), Some(text.after(at))),
        None => (text.clone(), None),
    }
}

/// Parses a line in brackets, such as `[Derived from illustration - Page 2]`. Returns the
/// provenance of the note that it starts, and the rest of the text between the brackets: `Page 2`.
/// Other short texts in brackets are editor's notes, except placeholders such as
/// `[not shown: dataview]`.
pub fn provenance_line(line: &str) -> Option<(Provenance, &str)> {
    let line = line.trim();
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    if inner.len() > MAX_NOTE_LENGTH {
        return None;
    }
    let split = inner.split_once(['-', '–', ':', ',']);
    let (start, rest) = split.unwrap_or((inner, ""));
    if let LabelKind::Note(provenance @ (Provenance::Illustration | Provenance::Summary)) =
        LabelKind::of(start)
    {
        return Some((provenance, rest));
    }
    let is_text = !inner.contains(['[', ']'])
        && !is_placeholder(line)
        && inner.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    is_text.then_some((Provenance::Editor, inner))
}
