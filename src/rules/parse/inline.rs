//! Collects the running text of a block.

use super::notation::normalise;
use crate::rules::model::{LinkTarget, NOT_SHOWN, RichText, Style, is_image};
use crate::source::{Span, last_part};

/// The running text of the open block.
#[derive(Default)]
pub struct Inline {
    pub text: RichText,
    /// The number of open bold texts.
    pub strong: u32,
    /// The number of open texts in italics.
    pub emphasis: u32,
    /// The number of open elements of HTML for code or keys.
    pub code_tags: u32,
    /// Whether an embedded section (`![[name]]`) is open.
    embeds: bool,
    /// Targets of the open links, outermost first.
    pub links: Vec<LinkTarget>,
    /// The text of the open code block.
    pub code: Option<String>,
    /// The open raised or lowered text: its mark (`^` or `_`), and its byte offset in `text`.
    script: Option<(char, usize)>,
    /// The open image: the byte offset of its description in `text`, its file name, and the number
    /// of open links around it.
    image: Option<(usize, String, usize)>,
    /// The marks that the author escaped. In this text, such marks are ordinary characters.
    pub escaped: String,
}

impl Inline {
    fn style(&self) -> Style {
        Style {
            strong: self.strong > 0,
            emphasis: self.emphasis > 0,
            code: self.code_tags > 0,
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
        self.push(if is_shown { "[image: " } else { NOT_SHOWN }, span);
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

    /// Ends a line of the open code block.
    pub fn code_line(&mut self) {
        if let Some(code) = &mut self.code {
            code.push('\n');
        }
    }

    pub fn line_break(&mut self, span: Span) {
        self.text.trim_end();
        self.text.push("\n", self.style(), self.link(), span);
    }

    /// Starts a raised (`^`) or lowered (`_`) text.
    pub fn open_script(&mut self, mark: char) {
        self.script = Some((mark, self.text.plain.len()));
    }

    /// Ends a raised or lowered text. `12<sup>1</sup>` must not read as `121`, so digits become
    /// superscript or subscript digits, and a text that has none of these is marked, as in `2^(n+1)`.
    /// Letters alone, as in `10<sup>th</sup>`, stay as they are.
    pub fn close_script(&mut self) {
        let Some((mark, start)) = self.script.take() else {
            return;
        };
        let Some(shown) = self.text.plain.get(start..).map(str::trim) else {
            return;
        };
        if shown.is_empty() || shown.chars().all(char::is_alphabetic) {
            return;
        }
        let letters: Option<String> = shown.chars().map(|c| script_letter(mark, c)).collect();
        let marked = || match shown.chars().count() {
            1 => format!("{mark}{shown}"),
            _ => format!("{mark}({shown})"),
        };
        let text = letters.unwrap_or_else(marked);
        let span = self.text.slice(start..self.text.plain.len()).span();
        let (style, link) = (self.style(), self.link());
        self.text = self.text.slice(0..start);
        self.text.push(&text, style, link, span);
    }

    /// Removes the hyphen at the end of the text, because a line ended in the middle of a word.
    pub fn remove_hyphen(&mut self) {
        if self.text.plain.ends_with('-') {
            self.text = self.text.slice(0..self.text.plain.len() - 1);
        }
    }
}

/// Returns the superscript (mark `^`) or subscript (mark `_`) form of a character.
fn script_letter(mark: char, letter: char) -> Option<char> {
    const PLAIN: &str = "0123456789+-=()";
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾";
    const LOWERED: &str = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎";
    let forms = if mark == '^' { RAISED } else { LOWERED };
    let letter = if letter == '−' { '-' } else { letter };
    forms.chars().nth(PLAIN.find(letter)?)
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
