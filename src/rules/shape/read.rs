//! What the first words of a paragraph tell: marks, labels, bullets, the provenance of a note.

use crate::rules::model::block::{Block, BlockKind, Provenance};
use crate::rules::model::text::RichText;
use crate::rules::slug::fold;

/// Longer tags are text in brackets.
const LONGEST_TAG: usize = 20;
/// Longer labels are sentences.
const LONGEST_LABEL: usize = 70;

/// The mark at the start of a paragraph: whether it is an effect (else a condition) and what follows it.
pub(super) fn mark(text: &RichText) -> Option<(bool, RichText)> {
    let trimmed = text.plain.trim_start();
    let rest = trimmed.strip_prefix(['▶', '►', '◆'])?;
    Some((
        !trimmed.starts_with('◆'),
        text.after(text.plain.len() - rest.len()),
    ))
}

/// A bold or italic `Name:` at the start of a paragraph, the colon inside or outside, and what follows it.
pub(super) fn label(text: &RichText) -> Option<(RichText, RichText)> {
    let star = usize::from(text.plain.starts_with('*'));
    let at = usize::from(star == 1 && text.runs.first()?.end == 1);
    let run = text.runs.get(at)?;
    if run.start as usize != star || !(run.style.strong || run.style.emphasis) {
        return None;
    }
    let end = run.end as usize;
    let name = &text.plain[star..end];
    let (name, after) = match name.trim_end().strip_suffix(':') {
        Some(name) => (name, end),
        // The designers' words are sometimes set in italics as a whole, questions in bold.
        None => match name
            .split_once(':')
            .filter(|(name, _)| note_label(name).is_some() || is_question_label(name))
        {
            Some((name, _)) => (name, star + name.len() + 1),
            None if text.plain[end..].starts_with(':') => (name, end + 1),
            // These two are sometimes written without a colon.
            None if end == text.plain.len()
                && matches!(fold(name).as_str(), "stats" | "weapons") =>
            {
                (name, end)
            }
            None => return None,
        },
    };
    let italic_only = !run.style.strong;
    let known = matches!(
        fold(name).as_str(),
        "question" | "answer" | "q" | "a" | "keywords" | "stats" | "weapons"
    ) || note_label(name).is_some();
    let named = name.chars().any(char::is_alphanumeric)
        && name.chars().count() <= LONGEST_LABEL
        && !name.contains('\n');
    (named && (!italic_only || known)).then(|| {
        (
            text.slice(star..star + name.len()).trimmed(),
            text.after(after),
        )
    })
}

/// A paragraph that is a question behind a tag, `[FAQ] *Question*: Why?`: what follows the tag.
pub(super) fn tagged_question(text: &RichText) -> Option<RichText> {
    let (tag, _) = text.plain.trim_start().strip_prefix('[')?.split_once(']')?;
    let end = text.plain.find(']')? + 1;
    let after = text.after(end);
    let asks = label(&after).is_some_and(|(name, _)| is_question_label(&name.plain));
    (asks && tag.chars().count() <= LONGEST_TAG).then_some(after)
}

fn is_question_label(name: &str) -> bool {
    matches!(fold(name).as_str(), "question" | "q")
}

/// `[Derived from illustration - Page 2]`, alone in a line.
pub(in crate::rules) fn provenance_line(line: &str) -> Option<Provenance> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let folded = fold(inner);
    if folded.starts_with("derived from") {
        Some(Provenance::Illustration)
    } else if folded.starts_with("summary") {
        Some(Provenance::Summary)
    } else if inner.contains(['[', ']'])
        || inner.len() > 300
        || inner.chars().filter(|c| c.is_alphabetic()).count() < 3
    {
        None
    } else {
        Some(Provenance::Editor)
    }
}

pub(super) fn note_label(name: &str) -> Option<Provenance> {
    let folded = fold(name);
    match folded.trim_end_matches(':') {
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

pub(super) fn is_answer_label(name: &str) -> bool {
    matches!(fold(name).trim_end_matches(':'), "answer" | "a")
}

/// Cuts a question's paragraph where a marked `Answer` stands in it.
pub(super) fn split_answer(text: &RichText) -> (RichText, Option<RichText>) {
    let styled = text
        .runs
        .iter()
        .skip(1)
        .filter(|run| run.style.strong || run.style.emphasis);
    let found = styled.into_iter().find(|run| {
        text.plain
            .get(run.start as usize..run.end as usize)
            .is_some_and(|words| is_answer_label(words.trim()))
    });
    match found {
        Some(run) => (
            text.slice(0..run.start as usize).trimmed(),
            Some(text.after(run.start as usize)),
        ),
        None => (text.clone(), None),
    }
}

pub(super) fn bullet(text: &RichText) -> Option<RichText> {
    let rest = text.plain.trim_start().strip_prefix(['•', '●', '◦'])?;
    Some(text.after(text.plain.len() - rest.len()))
}

/// What is said in the line that opens a note: an editor's whole text, else what it adds, such as a page.
pub(super) fn opening_of_note(text: &RichText, provenance: Provenance) -> Option<Block> {
    let inner = text
        .plain
        .trim()
        .trim_start_matches('[')
        .trim_end_matches(']');
    let start = match provenance {
        Provenance::Editor => 0,
        Provenance::Illustration | Provenance::Summary | Provenance::Designer => {
            let known = ["derived from illustration", "summary"];
            let known = known.iter().find(|known| {
                inner
                    .get(..known.len())
                    .is_some_and(|head| fold(head) == **known)
            });
            let rest = &inner[known.map_or(0, |known| known.len())..];
            inner.len() - rest.trim_start_matches([' ', '-', '–', ':', ',']).len()
        }
    };
    let open = text.plain.find(inner)?;
    let text = text.slice(open + start..open + inner.len()).trimmed();
    let span = text.span();
    (!text.is_blank()).then_some(Block {
        kind: BlockKind::Paragraph(text),
        span,
    })
}
