//! Collects running text from the events of the markdown parser.

use super::emphasis::with_emphasis;
use super::highlights::without_highlights;
use super::links::with_links;
use super::markers::without_markers;
use crate::rules::model::{LinkTarget, RichText, Style, is_image};
use crate::rules::parse::notation::normalise;
use crate::source::Span;

/// The extensions of embedded files that a page only names, such as the tables and drawings of
/// Obsidian, documents in other formats, sounds and films.
const NOT_SHOWN: [&str; 10] = [
    "base",
    "canvas",
    "excalidraw",
    "m4a",
    "mp3",
    "mp4",
    "ogg",
    "pdf",
    "wav",
    "webm",
];

/// The running text of the open block.
#[derive(Default)]
pub struct Inline {
    text: RichText,
    /// Byte offset in `text` at which its last line starts.
    line_start: usize,
    pub strong: u32,
    pub emphasis: u32,
    /// Targets of the open links, outermost first.
    pub links: Vec<LinkTarget>,
    pub code: Option<String>,
    /// The open image: the byte offset of its description in `text`, its file name, and the number
    /// of open links around it.
    image: Option<(usize, String, usize)>,
    /// Whether an embedded section (`![[name]]`) is open.
    embeds: bool,
    /// Whether the author escaped a mark of emphasis. If so, all marks that are left in the text
    /// are ordinary characters.
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
        self.push_spaced(" ", self.span());
    }

    pub fn span(&self) -> Span {
        self.text.span()
    }

    pub fn extend(&mut self, text: &RichText) {
        self.text.extend(text);
    }

    /// Opens an image or an embedded document. A page shows an image, or a file of another kind, as
    /// its description and file name. This text links to the file if the file has a known image
    /// type and no other link contains the image.
    pub fn open_image(&mut self, target: &str, is_wiki_link: bool, span: Span) {
        let file = target.rsplit('/').next().unwrap_or(target).to_owned();
        let path = file.split('#').next().unwrap_or_default();
        let (_, ending) = path.rsplit_once('.').unwrap_or_default();
        let is_file = NOT_SHOWN.contains(&ending);
        if ending == "md" || is_wiki_link && !is_image(&file) && !is_file {
            self.embeds = true;
            self.links.push(if is_wiki_link {
                LinkTarget::Name(target.to_owned())
            } else {
                LinkTarget::Path(target.to_owned())
            });
        } else {
            let around = self.links.len();
            if around == 0 && is_image(&file) {
                self.links.push(LinkTarget::Path(target.to_owned()));
            }
            self.push(if is_file { "[not shown: " } else { "[image: " }, span);
            self.image = Some((self.text.plain.len(), file, around));
        }
    }

    pub fn close_image(&mut self, span: Span) {
        let Some((start, file, around)) = self.image.take() else {
            self.embeds = false;
            return drop(self.links.pop());
        };
        let description = self.text.plain.get(start..).unwrap_or("").trim();
        let is_size = description.chars().all(|c| c.is_ascii_digit() || c == 'x');
        if is_size || description.ends_with(&file) {
            self.text = self.text.slice(0..start);
            // The description may have contained line breaks.
            self.line_start = self.text.plain.rfind('\n').map_or(0, |at| at + 1);
            self.push(&format!("{file}]"), span);
        } else {
            self.push(&format!(", {file}]"), span);
        }
        self.links.truncate(around);
    }

    pub fn set_strong(&mut self, is_strong: bool) {
        self.strong = u32::from(is_strong);
    }

    pub fn set_emphasis(&mut self, is_emphasis: bool) {
        self.emphasis = u32::from(is_emphasis);
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
        self.line_start = self.text.plain.len();
    }

    pub fn last_line(&self) -> &str {
        &self.text.plain[self.line_start..]
    }

    /// Returns the running text with its links and without markers, and starts an empty text.
    pub fn take(&mut self) -> RichText {
        let Self {
            text, is_escaped, ..
        } = std::mem::take(self);
        let text = if is_escaped {
            text
        } else {
            with_emphasis(text)
        };
        let text = with_other_syntax(text);
        let is_trimmed = |text: &str| text.trim().len() == text.len();
        if is_trimmed(&text.plain) && text.plain.split('\n').all(is_trimmed) {
            return text;
        }
        // Without its emphasis marks and markers, a line may start or end with a space.
        let mut lines = RichText::default();
        for (number, line) in text.lines().iter().enumerate() {
            if number > 0 {
                lines.push_plain("\n", line.span());
            }
            lines.extend(&line.trimmed());
        }
        lines.trimmed()
    }
}

/// Applies the syntax that the parser does not know: highlights, markers for other programs, and
/// links that `CommonMark` reads as text.
pub fn with_other_syntax(text: RichText) -> RichText {
    with_links(without_markers(without_highlights(text)))
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
