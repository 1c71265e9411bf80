//! Recognises the start of a paragraph: marks, labels, the provenance of a note.

use crate::rules::model::{LabelRole, Provenance, RichText, Run, Vocabulary, is_placeholder};

/// The maximum length of a label, in characters.
const MAX_LABEL_LENGTH: usize = 70;

/// The colons of Latin and of Chinese and Japanese texts.
const COLONS: [char; 2] = [':', '：'];

/// The maximum length of a note in brackets, in bytes.
const MAX_NOTE_LENGTH: usize = 300;

/// Parses the mark at the start of a paragraph. Returns `true` for an effect (▶) and `false` for a
/// condition (◆), and the text after the mark.
pub fn mark(text: &RichText, words: &Vocabulary) -> Option<(bool, RichText)> {
    let trimmed = text.plain.trim_start();
    let is_effect = trimmed.starts_with(&words.effect_marks[..]);
    let effect = trimmed.strip_prefix(&words.effect_marks[..]);
    let rest = effect.or_else(|| trimmed.strip_prefix(&words.condition_marks[..]))?;
    Some((is_effect, text.after(text.plain.len() - rest.len())))
}

/// Parses a bold or italic `Name:` at the start of a paragraph. The colon may be inside or after
/// the styled text. Returns the name, and the text after the label.
pub fn label(text: &RichText, words: &Vocabulary) -> Option<(RichText, RichText)> {
    let is_styled = |run: &Run| run.style.strong || run.style.emphasis;
    let star = text.plain.starts_with('*') && !text.runs.first().is_some_and(is_styled);
    let star = usize::from(star);
    let run = text.runs.iter().find(|run| run.start as usize >= star)?;
    if run.start as usize != star || !is_styled(run) {
        return None;
    }
    let end = run.end as usize;
    let styled = &text.plain[star..end];
    let (name, after) = if let Some(name) = styled.trim_end().strip_suffix(COLONS) {
        (name, end)
    } else if let Some((name, after)) = styled.split_once(COLONS)
        && words.label_role(name).is_some_and(ends_at_colon)
    {
        // If a whole note, question or answer is in italics or bold, its label ends at the colon.
        (name, end - after.len())
    } else if let Some(after) = text.plain[end..].strip_prefix(COLONS) {
        // `Name::` is a field of Obsidian's Dataview plugin.
        let colon = text.plain.len() - after.len();
        (styled, colon + usize::from(after.starts_with(':')))
    } else if needs_no_colon(styled, end == text.plain.len(), words) {
        (styled, end)
    } else {
        return None;
    };
    let is_name = name.chars().any(char::is_alphanumeric)
        && name.chars().count() <= MAX_LABEL_LENGTH
        && !name.contains('\n');
    // Italics are often mere emphasis, so a label in italics must be a known label.
    let is_unknown = || matches!(words.label_role(name), None | Some(LabelRole::Remark));
    (is_name && (run.style.strong || !is_unknown())).then(|| {
        let name = text.slice(star..star + name.len()).trimmed();
        (name, text.after(after))
    })
}

/// Parses an entry of a glossary: a name in bold or italics, then a dash, a colon or a full stop, and
/// text: `**Pole** - text`, `*Bell* – text`, `**Key.** text`. Returns the name and the text.
pub fn entry(text: &RichText) -> Option<(RichText, RichText)> {
    let run = text.runs.first()?;
    let is_emphasised = run.style.strong || run.style.emphasis;
    if run.start > 0 || !is_emphasised {
        return None;
    }
    let end = run.end as usize;
    let name = text.plain[..end].trim_end();
    let bare = name.trim_end_matches(['.', ':', '：']);
    let rest = &text.plain[end..];
    let after = if bare.len() < name.len() {
        rest
    } else {
        rest.trim_start()
            .strip_prefix(['-', '–', '—', ':', '：', '.'])?
    };
    // A colon of Chinese and Japanese needs no blank.
    let before = &text.plain[..text.plain.len() - after.len()];
    let is_entry = (after.starts_with(char::is_whitespace) || before.trim_end().ends_with('：'))
        && after.contains(char::is_alphanumeric)
        && bare.chars().any(char::is_alphanumeric)
        && bare.chars().count() <= MAX_LABEL_LENGTH
        && !bare.contains('\n');
    is_entry.then(|| {
        let name = text.slice(0..bare.len()).trimmed();
        (name, text.after(text.plain.len() - after.len()))
    })
}

/// Whether a label may lack its colon. `is_alone` tells whether it is the whole paragraph.
fn needs_no_colon(label: &str, is_alone: bool, words: &Vocabulary) -> bool {
    match words.label_role(label) {
        Some(LabelRole::Stats | LabelRole::Weapons) => is_alone,
        Some(LabelRole::DesignersNote) => !is_alone,
        _ => false,
    }
}

/// Whether a label of a paragraph in italics or bold ends at the colon.
fn ends_at_colon(role: LabelRole) -> bool {
    role.provenance().is_some() || matches!(role, LabelRole::Question | LabelRole::Answer)
}

/// Whether a text starts with a label of this kind.
pub fn has_label(text: &RichText, role: LabelRole, words: &Vocabulary) -> bool {
    label(text, words).is_some_and(|(name, _)| words.label_role(&name.plain) == Some(role))
}

/// Returns the text after the tag of a question: `*Question*: Why?` for `[FAQ] *Question*: Why?`.
/// Returns `None` for other paragraphs.
pub fn tagged_question(text: &RichText, words: &Vocabulary) -> Option<RichText> {
    text.plain.trim_start().strip_prefix('[')?;
    let after = text.after(text.plain.find(']')? + 1);
    // After a star that emphasises nothing, there is no label.
    let is_label = !after.plain.starts_with('*') && has_label(&after, LabelRole::Question, words);
    is_label.then_some(after)
}

/// Splits a question before an emphasised `Answer`. The second text is `None` if there is no
/// answer.
pub fn split_answer(text: &RichText, words: &Vocabulary) -> (RichText, Option<RichText>) {
    let answer = text.runs.iter().skip(1).find(|run| {
        let role = words.label_role(&text.plain[run.range()]);
        (run.style.strong || run.style.emphasis) && role == Some(LabelRole::Answer)
    });
    match answer.map(|run| run.start as usize) {
        Some(at) => (text.slice(0..at).trimmed(), Some(text.after(at))),
        None => (text.clone(), None),
    }
}

/// Whether a line is a short text in brackets, such as `[Derived from illustration - Page 2]`, and
/// no placeholder such as `[not shown: dataview]`.
pub fn is_bracketed_line(line: &str) -> bool {
    let line = line.trim();
    in_brackets(line).is_some_and(|inner| {
        !inner.contains(['[', ']'])
            && !is_placeholder(line)
            && inner.chars().filter(|c| c.is_alphabetic()).count() >= 3
    })
}

fn in_brackets(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    (inner.len() <= MAX_NOTE_LENGTH).then_some(inner)
}

/// Parses a line in brackets. Returns the provenance of the note that it starts, and the rest of the
/// text between the brackets: `Page 2`. A line that the vocabulary does not know is an editor's
/// note.
pub fn provenance_line<'a>(line: &'a str, words: &Vocabulary) -> Option<(Provenance, &'a str)> {
    let inner = in_brackets(line.trim())?;
    let split = inner.split_once(['-', '–', ':', ',']);
    let (start, rest) = split.unwrap_or((inner, ""));
    match words.label_role(start).and_then(LabelRole::provenance) {
        Some(provenance @ (Provenance::Illustration | Provenance::Summary)) => {
            Some((provenance, rest))
        }
        _ => is_bracketed_line(line).then_some((Provenance::Editor, inner)),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::model::Style;
    use crate::source::Span;

    #[rstest]
    #[case("Lore", ": of the world", Some(("Lore", "of the world")))]
    #[case("學術：", "世俗的", Some(("學術", "世俗的")))]
    #[case("學術", "：世俗的", Some(("學術", "世俗的")))]
    #[case("Lore", " of the world", None)]
    fn a_bold_name_before_a_colon_is_a_label(
        #[case] bold: &str,
        #[case] rest: &str,
        #[case] expected: Option<(&str, &str)>,
    ) {
        let mut text = RichText::default();
        let strong = Style {
            strong: true,
            ..Style::default()
        };
        text.push(bold, strong, None, Span::default());
        text.push_plain(rest, Span::default());
        let found = label(&text, &Vocabulary::default());
        let found = found.map(|(name, after)| (name.plain, after.plain.trim().to_owned()));
        let expected = expected.map(|(name, after)| (name.to_owned(), after.to_owned()));
        assert_eq!(found, expected);
    }
}
