//! The pages of a PDF as the layout sees them.

use super::tags::HeadingTag;

/// A book with its pages.
#[derive(Default)]
pub struct Book {
    pub title: String,
    /// The date of the last change, such as `2025-09-10`.
    pub date: String,
    pub pages: Vec<PdfPage>,
    /// The number of pages after these that are read later.
    pub unread: usize,
    pub bookmarks: Vec<PdfBookmark>,
    /// The numbers of the pages that are only pictures.
    pub pictures: Vec<u32>,
    /// The numbers of the pages that cannot be read, or only in part.
    pub broken: Vec<u32>,
    /// The numbers of the pages whose fonts do not say which letters they draw.
    pub unmapped: Vec<u32>,
    /// The numbers of the pages on which some letters are unknown.
    pub unnamed: Vec<u32>,
    /// The number of words that no reader sees: outside the page, invisible or turned.
    pub hidden_words: usize,
    /// The number of icons: letters that only the author's font knows.
    pub icons: usize,
    pub styles: BodyStyle,
}

/// An entry of the outline.
pub struct PdfBookmark {
    pub title: String,
    /// The level, counted from 1.
    pub level: u8,
    /// The index of the page.
    pub page: usize,
}

/// A page.
#[derive(Default)]
pub struct PdfPage {
    /// The number that is printed on the page, as far as it is known, otherwise its position.
    pub number: u32,
    pub height: f32,
    pub pieces: Vec<PdfPiece>,
}

/// What most of the text looks like.
#[derive(Clone, Copy, Default)]
pub struct BodyStyle {
    /// The size of the body's letters, in points.
    pub size: f32,
    /// The distance of two baselines.
    pub leading: f32,
    pub is_bold: bool,
    /// Whether most letters are in a font for code.
    pub is_code: bool,
}

/// Text on one baseline without a wide gap.
#[derive(Clone, Debug, Default)]
pub struct PdfPiece {
    /// The number of the frame of the page that the text is in.
    pub frame: usize,
    pub x: f32,
    pub end: f32,
    /// The baseline. It grows upwards.
    pub y: f32,
    /// The size of the largest letters.
    pub size: f32,
    pub runs: Vec<PdfRun>,
    /// Whether all letters are in a font for code.
    pub is_code: bool,
}

/// Text in one style.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PdfRun {
    pub text: String,
    pub is_bold: bool,
    pub is_italic: bool,
    pub is_raised: bool,
    /// The heading that the text is a part of, as the tags of the document say.
    pub tag: Option<HeadingTag>,
}

impl PdfPiece {
    pub fn text(&self) -> String {
        self.runs.iter().map(|run| run.text.as_str()).collect()
    }

    /// The number of letters and other characters.
    pub fn length(&self) -> usize {
        self.runs.iter().map(|run| run.text.chars().count()).sum()
    }

    /// Returns the heading that all letters are a part of, as the tags of the document say.
    pub fn tag(&self) -> Option<HeadingTag> {
        let mut runs = self.runs.iter().filter(|run| !run.text.trim().is_empty());
        let tag = runs.next()?.tag?;
        runs.all(|run| run.tag == Some(tag)).then_some(tag)
    }

    /// Whether all letters are bold.
    pub fn is_bold(&self) -> bool {
        let has_letter = |run: &&PdfRun| run.text.contains(char::is_alphanumeric);
        let mut runs = self.runs.iter().filter(has_letter).peekable();
        runs.peek().is_some() && runs.all(|run| run.is_bold)
    }

    /// Whether all letters are in italics.
    pub fn is_italic(&self) -> bool {
        self.runs
            .iter()
            .all(|run| run.is_italic || run.text.trim().is_empty())
    }
}
