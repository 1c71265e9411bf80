//! Text with emphasis and links.
//!
//! A [`RichText`] is a plain string and a list of styled ranges, not a nested tree. Search, links,
//! wrapping and copying can use byte offsets into the string.

use std::borrow::Cow;
use std::ops::Range;

use serde::Serialize;

use crate::source::{Span, clamped, clean, clean_after};

/// A piece of running text: a paragraph, a heading, a table cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct RichText {
    /// The text without markup, safe to show; `\n` is a hard line break.
    pub plain: String,
    /// The styles and links, in order. The runs cover all of `plain` without gaps.
    pub runs: Vec<Run>,
}

/// A range of text in one style.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Run {
    /// The offset in [`RichText::plain`] of the run's first byte.
    pub start: u32,
    /// The offset in [`RichText::plain`] after the run's last byte.
    pub end: u32,
    /// The style of the text.
    #[serde(flatten)]
    pub style: Style,
    /// The target, if the author made the text a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkTarget>,
    /// Span in the source.
    pub span: Span,
}

/// The style of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "they combine freely")]
pub struct Style {
    /// Bold.
    pub strong: bool,
    /// Italic.
    pub emphasis: bool,
    /// Inline code.
    pub code: bool,
    /// Whether the text names rules to embed, as in `![[name]]`.
    pub embeds: bool,
}

/// The target of a link that the author wrote.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LinkTarget {
    /// `[text](other.md#heading)`: a path relative to the document, or a web address.
    Path(String),
    /// `[[Heavy]]` or `` `weapon rules` ``: the name of a section or document, with an optional
    /// `#heading`.
    Name(String),
}

impl Run {
    /// Returns the byte range of the run in [`RichText::plain`].
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Style {
    /// Bold text.
    pub const STRONG: Self = Self {
        strong: true,
        emphasis: false,
        code: false,
        embeds: false,
    };
}

const IMAGES: [&str; 8] = ["avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp"];

/// Whether a path is a web address, such as `https://...` or `mailto:...`, or one that a site
/// generator completes: `{{ site.url }}/rules`.
pub fn is_address(path: &str) -> bool {
    let path = path.trim_start();
    if ["{{", "{%", "${", "<%"]
        .iter()
        .any(|mark| path.contains(mark))
    {
        return true;
    }
    let (scheme, _) = path.split_once(':').unwrap_or_default();
    let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    path.starts_with("//") || scheme.len() > 1 && scheme.chars().all(is_letter)
}

/// Whether a line names the source of the rules: `Source: Core Rulebook p. 619`.
pub fn names_source(line: &str) -> bool {
    let key = line.get(..7).unwrap_or("");
    key.eq_ignore_ascii_case("source:")
}

/// The start of the placeholder for something that a page cannot show.
pub const NOT_SHOWN: &str = "[not shown: ";

/// Returns the placeholder for something that a page cannot show: `[not shown: dataview]`.
pub fn placeholder(name: &str) -> String {
    format!("{NOT_SHOWN}{name}]")
}

/// Whether a line is a placeholder for something that a page cannot show: `[image: map.png]` or
/// `[not shown: dataview]`.
pub fn is_placeholder(line: &str) -> bool {
    let starts = ["[image:", "[not shown:"];
    line.ends_with(']') && starts.iter().any(|start| line.starts_with(start))
}

/// Whether a path has the file extension of an image.
pub fn is_image(path: &str) -> bool {
    let (_, ending) = path.rsplit_once('.').unwrap_or_default();
    IMAGES
        .iter()
        .any(|image| image.eq_ignore_ascii_case(ending))
}

impl LinkTarget {
    /// Returns the path of an image, or `None` for other targets and for images on the web.
    pub fn image(&self) -> Option<&str> {
        let (Self::Path(path) | Self::Name(path)) = self;
        Some(path.as_str()).filter(|path| is_image(path) && !is_address(path))
    }

    /// Removes unsafe characters (see [`is_unsafe`](crate::source::is_unsafe)) from the target.
    fn cleaned(mut self) -> Self {
        let (Self::Path(text) | Self::Name(text)) = &mut self;
        if let Cow::Owned(cleaned) = clean(text) {
            *text = cleaned;
        }
        self
    }
}

impl RichText {
    /// Creates unstyled text with one span.
    pub fn plain(text: &str, span: Span) -> Self {
        let mut rich = Self::default();
        rich.push_plain(text, span);
        rich
    }

    /// Appends unstyled text.
    pub fn push_plain(&mut self, text: &str, span: Span) {
        self.push(text, Style::default(), None, span);
    }

    /// Appends another text with its styles, links and hard line breaks.
    pub fn extend(&mut self, other: &Self) {
        for run in &other.runs {
            let text = &other.plain[run.range()];
            self.push_clean(text, run.style, run.link.clone(), run.span);
        }
    }

    /// Appends text. The text and its link are made safe to show by [`clean`], except that a text
    /// that is only `\n` is a hard line break.
    pub fn push(&mut self, text: &str, style: Style, link: Option<LinkTarget>, span: Span) {
        let text = if text == "\n" {
            text.into()
        } else {
            clean_after(&self.plain, text)
        };
        self.push_clean(&text, style, link.map(LinkTarget::cleaned), span);
    }

    fn push_clean(&mut self, text: &str, style: Style, link: Option<LinkTarget>, span: Span) {
        if text.is_empty() {
            return;
        }
        let start = clamped(self.plain.len());
        self.plain.push_str(text);
        let end = clamped(self.plain.len());
        match self.runs.last_mut() {
            Some(last) if last.style == style && last.link == link => {
                last.end = end;
                last.span = last.span.to(span);
            }
            _ => {
                // Most texts have a single run, and need no memory for more.
                if self.runs.is_empty() {
                    self.runs.reserve_exact(1);
                }
                self.runs.push(Run {
                    start,
                    end,
                    style,
                    link,
                    span,
                });
            }
        }
    }

    /// Removes spaces at the end, but no line breaks.
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

    /// Whether the text consists of names of rules to embed, with nothing but white space between
    /// them.
    pub fn is_embed(&self) -> bool {
        self.runs
            .iter()
            .all(|run| run.style.embeds || self.plain[run.range()].trim().is_empty())
            && self.runs.iter().any(|run| run.style.embeds)
    }

    /// Whether the text is empty or white space.
    pub fn is_blank(&self) -> bool {
        self.plain.trim().is_empty()
    }

    /// Returns the span of the whole text in the source.
    pub fn span(&self) -> Span {
        match (self.runs.first(), self.runs.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::default(),
        }
    }

    /// Returns the text in a byte range, with its styles. The range must be on character
    /// boundaries.
    pub fn slice(&self, range: Range<usize>) -> Self {
        // `lines` slices a long text once per line, so a slice must not visit all runs.
        let first = self
            .runs
            .partition_point(|run| run.end as usize <= range.start);
        let runs = &self.runs[first..];
        let count = runs.partition_point(|run| (run.start as usize) < range.end);
        let place =
            |offset: u32| clamped((offset as usize).clamp(range.start, range.end) - range.start);
        let part = |run: &Run| Run {
            start: place(run.start),
            end: place(run.end),
            ..run.clone()
        };
        Self {
            runs: runs[..count].iter().map(part).collect(),
            plain: self.plain[range.clone()].to_owned(),
        }
    }

    /// Returns the text without white space at its ends.
    pub fn trimmed(&self) -> Self {
        let start = self.plain.len() - self.plain.trim_start().len();
        let end = self.plain.trim_end().len();
        self.slice(start..end.max(start))
    }

    /// Returns the text after the first `bytes` bytes, without white space at its ends.
    pub fn after(&self, bytes: usize) -> Self {
        self.slice(bytes..self.plain.len()).trimmed()
    }

    /// Splits the text at its hard line breaks.
    pub fn lines(&self) -> impl Iterator<Item = Self> {
        let mut start = 0;
        self.plain.split('\n').map(move |line| {
            let range = start..start + line.len();
            start = range.end + 1;
            self.slice(range)
        })
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
