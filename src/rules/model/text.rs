//! Text with its emphasis and links.
//!
//! A [`RichText`] is one plain string with runs of style over it, not a nested tree: search, mentions, wrapping and
//! copying work on byte offsets of the string, and look styles up by offset.

use std::ops::Range;

use serde::Serialize;

use crate::source::{Span, clamped, clean};

/// A piece of running text: a paragraph, a heading, a table cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RichText {
    /// The text without markup, safe to show; `\n` is a hard line break.
    pub plain: String,
    /// Its styles and links, in order and without gaps: they cover all of `plain`.
    pub runs: Vec<Run>,
}

/// A stretch of text in one style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Run {
    /// First byte in [`RichText::plain`].
    pub start: u32,
    /// One past the last byte in [`RichText::plain`].
    pub end: u32,
    /// Its style.
    #[serde(flatten)]
    pub style: Style,
    /// The target of the author's link, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkTarget>,
    /// Its place in the source.
    pub span: Span,
}

/// The style of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "they combine freely")]
pub struct Style {
    /// Bold.
    pub strong: bool,
    /// Italic.
    pub emphasis: bool,
    /// Inline code.
    pub code: bool,
    /// Whether it names rules to show in place: `![[name]]`.
    pub embeds: bool,
}

/// The target of a link that the author wrote.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkTarget {
    /// `[text](other.md#heading)`: a path relative to the document, or an address.
    Path(String),
    /// `[[Heavy]]`, `` `weapon rules` ``: a section or document by name, with an optional `#heading`.
    Name(String),
}

impl Style {
    /// Bold.
    pub const STRONG: Self = Self {
        strong: true,
        emphasis: false,
        code: false,
        embeds: false,
    };
}

impl LinkTarget {
    /// The target without characters that may not reach a terminal.
    fn cleaned(mut self) -> Self {
        let (Self::Path(text) | Self::Name(text)) = &mut self;
        *text = clean(text).into_owned();
        self
    }
}

impl RichText {
    /// Unstyled text from one place.
    pub fn plain(text: &str, span: Span) -> Self {
        let mut rich = Self::default();
        rich.push_plain(text, span);
        rich
    }

    /// Appends unstyled text.
    pub fn push_plain(&mut self, text: &str, span: Span) {
        self.push(text, Style::default(), None, span);
    }

    /// Appends another text with its styles and links.
    pub fn extend(&mut self, other: &Self) {
        for run in &other.runs {
            let text = &other.plain[run.start as usize..run.end as usize];
            self.push(text, run.style, run.link.clone(), run.span);
        }
    }

    /// Appends text, without the unsafe characters of the text and its link: no other code has to drop them.
    pub fn push(&mut self, text: &str, style: Style, link: Option<LinkTarget>, span: Span) {
        let text = if text == "\n" {
            text.into()
        } else {
            clean(text)
        };
        if text.is_empty() {
            return;
        }
        let link = link.map(LinkTarget::cleaned);
        let start = clamped(self.plain.len());
        self.plain.push_str(&text);
        let end = clamped(self.plain.len());
        match self.runs.last_mut() {
            Some(last) if last.style == style && last.link == link => {
                last.end = end;
                last.span = last.span.to(span);
            }
            _ => self.runs.push(Run {
                start,
                end,
                style,
                link,
                span,
            }),
        }
    }

    /// Drops spaces at the end, but no line breaks.
    pub fn trim_end(&mut self) {
        self.plain.truncate(self.plain.trim_end_matches(' ').len());
        let end = clamped(self.plain.len());
        while let Some(last) = self.runs.last_mut().filter(|run| run.end > end) {
            last.end = end;
            if last.start >= end {
                self.runs.pop();
            }
        }
    }

    /// Whether it only names rules to show in place.
    pub fn is_embed(&self) -> bool {
        let text = |run: &Run| &self.plain[run.start as usize..run.end as usize];
        let mut runs = self.runs.iter();
        runs.all(|run| run.style.embeds || text(run).trim().is_empty())
            && self.runs.iter().any(|run| run.style.embeds)
    }

    /// Whether it is empty or white space.
    pub fn is_blank(&self) -> bool {
        self.plain.trim().is_empty()
    }

    /// The place of the whole text.
    pub fn span(&self) -> Span {
        match (self.runs.first(), self.runs.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        }
    }

    /// The part of the text at a byte range, with its styles. The range must lie on character boundaries.
    pub fn slice(&self, range: Range<usize>) -> Self {
        let mut part = Self::default();
        // Only the runs in the range, because a long text is cut into many lines.
        let first = self
            .runs
            .partition_point(|run| run.end as usize <= range.start);
        for run in self.runs[first..]
            .iter()
            .take_while(|run| (run.start as usize) < range.end)
        {
            let (start, end) = (
                (run.start as usize).max(range.start),
                (run.end as usize).min(range.end),
            );
            if start < end {
                let from = clamped(part.plain.len());
                part.plain.push_str(&self.plain[start..end]);
                part.runs.push(Run {
                    start: from,
                    end: clamped(part.plain.len()),
                    ..run.clone()
                });
            }
        }
        part
    }

    /// The text without white space at its ends.
    pub fn trimmed(&self) -> Self {
        let start = self.plain.len() - self.plain.trim_start().len();
        let end = self.plain.trim_end().len();
        self.slice(start..end.max(start))
    }

    /// The text after the first `bytes` bytes, without white space at its ends.
    pub fn after(&self, bytes: usize) -> Self {
        self.slice(bytes..self.plain.len()).trimmed()
    }

    /// The texts between hard line breaks.
    pub fn lines(&self) -> Vec<Self> {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in self.plain.split('\n') {
            lines.push(self.slice(start..start + line.len()));
            start += line.len() + 1;
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> RichText {
        let mut text = RichText::plain("a plain ", Span::new(0, 8));
        text.push("bold", Style::STRONG, None, Span::new(10, 14));
        text.push_plain(" end", Span::new(16, 20));
        text
    }

    #[test]
    fn runs_cover_the_text_without_gaps() {
        let text = sample();
        assert_eq!(text.plain, "a plain bold end");
        assert_eq!(
            text.runs
                .iter()
                .map(|run| (run.start, run.end))
                .collect::<Vec<_>>(),
            [(0, 8), (8, 12), (12, 16)]
        );
        assert_eq!(text.runs[1].style, Style::STRONG);
        assert_eq!(text.span(), Span::new(0, 20));
    }

    #[test]
    fn a_slice_keeps_the_styles() {
        let part = sample().slice(2..10);
        assert_eq!(part.plain, "plain bo");
        assert_eq!(
            part.runs
                .iter()
                .map(|run| run.style.strong)
                .collect::<Vec<_>>(),
            [false, true]
        );
    }

    #[test]
    fn escape_sequences_never_enter_a_text() {
        assert_eq!(
            RichText::plain("a\x1b]0;title\x07b", Span::default()).plain,
            "a]0;titleb"
        );
    }

    #[test]
    fn escape_sequences_never_enter_a_link() {
        let mut text = RichText::default();
        let path = LinkTarget::Path("o\x1b[31m.md".to_owned());
        text.push("y", Style::default(), Some(path), Span::default());
        let safe = LinkTarget::Path("o[31m.md".to_owned());
        assert_eq!(text.runs[0].link, Some(safe));
    }
}
