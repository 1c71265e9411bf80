//! Running text while it is collected from the parser's events, and the notations in it that mean the same.

use crate::rules::model::text::{LinkTarget, RichText, Style};
use crate::source::Span;

/// The opening line of a note is no longer than this.
const LONGEST_NOTE: usize = 400;

/// The running text that is being collected.
#[derive(Default)]
pub(super) struct Inline {
    pub text: RichText,
    pub pending: String,
    pub pending_span: Option<Span>,
    pub strong: u32,
    pub emphasis: u32,
    pub links: Vec<Option<LinkTarget>>,
    pub code: Option<String>,
}

impl Inline {
    pub fn style(&self) -> Style {
        Style {
            strong: self.strong > 0,
            emphasis: self.emphasis > 0,
            code: false,
        }
    }

    pub fn add(&mut self, text: &str, span: Span) {
        self.pending.push_str(text);
        self.pending_span = Some(self.pending_span.map_or(span, |pending| pending.to(span)));
    }

    /// Moves what is pending into the text: done before every change of style, so that notations which the parser hands
    /// over in pieces are normalised as one.
    pub fn settle(&mut self) {
        if let Some(span) = self.pending_span.take() {
            let text = normalise(&std::mem::take(&mut self.pending));
            let text = if self.text.plain.ends_with('\n') {
                text.trim_start()
            } else {
                &text
            };
            let link = self.links.last().cloned().flatten();
            self.text.push(text, self.style(), link, span);
        }
    }

    pub fn line_break(&mut self, span: Span) {
        self.settle();
        self.text.trim_end();
        let link = self.links.last().cloned().flatten();
        self.text.push("\n", self.style(), link, span);
    }

    pub fn take(&mut self) -> RichText {
        self.settle();
        let text = std::mem::take(&mut self.text);
        *self = Self::default();
        text.trimmed()
    }
}

/// Whether the running text's last line is the opening of a note, whose text is glued below it.
pub(super) fn ends_note(inline: &Inline) -> bool {
    // Only as much is looked at as such a line can hold: this is asked at every line's end.
    let settled = &inline.text.plain;
    let longest = settled.len()
        - settled
            .bytes()
            .rev()
            .take(LONGEST_NOTE)
            .take_while(|byte| *byte != b'\n')
            .count();
    let Some(last) = settled
        .get(longest..)
        .filter(|_| inline.pending.len() <= LONGEST_NOTE)
    else {
        return false;
    };
    crate::rules::shape::provenance_line(format!("{last}{}", inline.pending).trim()).is_some()
}

/// Notations that mean the same, made one: `2''` and `$2^{\prime\prime}$` are `2"`, `$>$` is `>`.
pub(in crate::rules) fn normalise(text: &str) -> String {
    // A single character is looked for faster than two, and most texts have neither.
    if !(text.contains('$') || text.contains('\'') && text.contains("''")) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['$', '\'']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((value, after)) = formula(rest) {
            out.push_str(&value);
            rest = after;
        } else if rest.starts_with("''") && out.ends_with(|c: char| c.is_ascii_digit()) {
            out.push('"');
            rest = &rest[2..];
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    out + rest
}

/// A short formula that is a value or a sign: `$>$`, `$3+$`, `$2^{\prime\prime}$`. Money is none.
fn formula(text: &str) -> Option<(String, &str)> {
    let (inner, after) = text.strip_prefix('$')?.split_once('$')?;
    let value = inner
        .replace("^{\\prime\\prime}", "\"")
        .replace("^{\\prime \\prime}", "\"")
        .replace("''", "\"");
    let sign = |c: char| c.is_ascii_digit() || "<>+-=.\"/ ".contains(c);
    (!value.is_empty() && value.len() <= 16 && value.chars().all(sign)).then_some((value, after))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("within 2''", "within 2\"")]
    #[case("$2^{\\prime\\prime}$ away", "2\" away")]
    #[case("spread $>8\"$ w/o", "spread >8\" w/o")]
    #[case("saves $3+$.", "saves 3+.")]
    #[case("costs $5 and $6", "costs $5 and $6")]
    #[case("''quoted''", "''quoted''")]
    fn notations_are_made_one(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(normalise(text), expected);
    }
}
