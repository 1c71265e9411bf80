//! Running text while it is collected from the parser's events.

use crate::rules::model::{LinkTarget, RichText, Style};
use crate::rules::parse::notation::normalise;
use crate::source::Span;

/// The running text of the block that is open.
#[derive(Default)]
pub(super) struct Inline {
    text: RichText,
    /// Where its last line starts.
    line_start: usize,
    pub strong: u32,
    pub emphasis: u32,
    /// Targets of the links that are open.
    pub links: Vec<LinkTarget>,
    /// The text of the code block that is open.
    pub code: Option<String>,
}

impl Inline {
    fn style(&self) -> Style {
        Style {
            strong: self.strong > 0,
            emphasis: self.emphasis > 0,
            code: false,
        }
    }

    fn link(&self) -> Option<LinkTarget> {
        self.links.last().cloned()
    }

    pub fn push(&mut self, text: &str, span: Span) {
        let text = normalise(text);
        let text = if self.text.plain.ends_with('\n') {
            text.trim_start()
        } else {
            &text
        };
        self.text.push(text, self.style(), self.link(), span);
    }

    /// Rules documents name files and sections in code spans. All documents have to be loaded before it is known
    /// whether one is a link.
    pub fn push_code(&mut self, code: &str, span: Span) {
        let style = Style {
            code: true,
            ..self.style()
        };
        let link = self.link();
        let link = link.unwrap_or_else(|| LinkTarget::Name(code.to_owned()));
        self.text.push(code, style, Some(link), span);
    }

    pub fn line_break(&mut self, span: Span) {
        self.text.trim_end();
        self.text.push("\n", self.style(), self.link(), span);
        self.line_start = self.text.plain.len();
    }

    pub fn last_line(&self) -> &str {
        &self.text.plain[self.line_start..]
    }

    /// Ends the running text.
    pub fn take(&mut self) -> RichText {
        std::mem::take(self).text.trimmed()
    }
}
