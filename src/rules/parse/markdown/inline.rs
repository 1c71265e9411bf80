//! Collects running text from the events of the markdown parser.

use super::syntax::with_syntax;
use crate::rules::model::{LinkTarget, RichText, Style, is_image};
use crate::rules::parse::notation::normalise;
use crate::source::{Span, last_part};

/// The running text of the open block.
#[derive(Default)]
pub struct Inline {
    pub text: RichText,
    /// The number of open bold texts.
    pub strong: u32,
    /// The number of open texts in italics.
    pub emphasis: u32,
    /// Whether an embedded section (`![[name]]`) is open.
    embeds: bool,
    /// Targets of the open links, outermost first.
    pub links: Vec<LinkTarget>,
    pub code: Option<String>,
    /// The open image: the byte offset of its description in `text`, its file name, and the number
    /// of open links around it.
    image: Option<(usize, String, usize)>,
    /// Whether the author escaped a mark of emphasis. If so, all such marks that are left in the
    /// text are ordinary characters.
    pub is_escaped: bool,
}

impl Inline {
    fn style(&self) -> Style {
        Style {
            strong: self.strong > 0,
            emphasis: self.emphasis > 0,
            code: false,
            embeds: self.embeds,
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

    /// Appends text from HTML. Each run of white space becomes a single space.
    pub fn push_spaced(&mut self, text: &str, span: Span) {
        let words: Vec<_> = text.split_ascii_whitespace().collect();
        let is_apart = self.text.plain.is_empty() || self.text.plain.ends_with([' ', '\n']);
        if text.starts_with(|c: char| c.is_ascii_whitespace()) && !is_apart {
            self.push(" ", span);
        }
        if !words.is_empty() {
            self.push(&words.join(" "), span);
            if text.ends_with(|c: char| c.is_ascii_whitespace()) {
                self.push(" ", span);
            }
        }
    }

    /// Appends a space, unless the text is empty or already ends with white space.
    pub fn gap(&mut self) {
        self.push_spaced(" ", self.text.span());
    }

    /// Opens an image or an embedded document. A page shows an image, or a file of another kind, as
    /// its description and file name. This text links to the file if the file has a known image
    /// type and no other link contains the image.
    pub fn open_image(&mut self, target: LinkTarget, span: Span) {
        let (LinkTarget::Path(path) | LinkTarget::Name(path)) = &target;
        let file = last_part(path).to_owned();
        let name = file.split('#').next().unwrap_or_default();
        let (_, ending) = name.rsplit_once('.').unwrap_or_default();
        let is_ending = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let is_file = ending.starts_with(char::is_alphabetic) && ending.chars().all(is_ending);
        let is_shown = is_image(&file) || matches!(target, LinkTarget::Path(_)) && !is_file;
        if ending == "md" || !is_shown && !is_file {
            self.embeds = true;
            self.links.push(target);
            return;
        }
        let around = self.links.len();
        if around == 0 && is_image(&file) {
            self.links.push(LinkTarget::Path(path.clone()));
        }
        self.push(if is_shown { "[image: " } else { "[not shown: " }, span);
        self.image = Some((self.text.plain.len(), file, around));
    }

    pub fn close_image(&mut self, span: Span) {
        let Some((start, file, around)) = self.image.take() else {
            self.embeds = false;
            return drop(self.links.pop());
        };
        let shown = self.text.plain.get(start..).unwrap_or("");
        let is_size = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == 'x');
        // In Obsidian, `map|300` is an image of 300 pixels.
        let sized = shown.rsplit_once('|').filter(|(_, size)| is_size(size));
        let name = sized.map_or(shown, |(name, _)| name).trim_end();
        if is_size(name.trim_start()) || name.ends_with(&file) {
            self.text = self.text.slice(0..start);
            self.push(&format!("{file}]"), span);
        } else {
            self.text = self.text.slice(0..start + name.len());
            self.push(&format!(", {file}]"), span);
        }
        self.links.truncate(around);
    }

    /// Appends a code span as a link, because rules documents write names of files and sections as
    /// code. The link is resolved after all documents are loaded.
    pub fn push_code(&mut self, code: &str, span: Span) {
        let code = without_dice_syntax(code);
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
    }

    /// Returns the running text with its syntax applied, and starts an empty text.
    pub fn take(&mut self) -> RichText {
        let inline = std::mem::take(self);
        let text = with_syntax(inline.text, inline.is_escaped);
        let is_trimmed = |text: &str| text.trim().len() == text.len();
        if is_trimmed(&text.plain) && text.plain.split('\n').all(is_trimmed) {
            return text;
        }
        // Without its emphasis marks and markers, a line may start or end with a space.
        let mut lines = RichText::default();
        for line in text.lines() {
            lines.push_plain("\n", line.span());
            lines.extend(&line.trimmed());
        }
        lines.trimmed()
    }
}

/// Removes the syntax of the dice roller plugin from a code span: `dice: 4d6` becomes `4d6`, and
/// `dice: [[Storm#^table]]` becomes `Storm`.
fn without_dice_syntax(code: &str) -> &str {
    let Some(dice) = code.strip_prefix("dice:") else {
        return code;
    };
    let name = dice.trim_matches([' ', '[', ']']);
    name.split(['#', '^', ']']).next().unwrap_or(name)
}
