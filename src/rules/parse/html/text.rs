//! The text that a page shows, and the places of its words in the file.

use crate::source::{FilePlaces, PlaceKind, Span, clamped};

/// The text of a page up to what has been read. All spans refer to it.
pub struct ShownText {
    pub text: String,
    pub places: FilePlaces,
    /// The line of the file. The parser knows only those of tags.
    pub line: u32,
}

impl ShownText {
    pub fn new() -> Self {
        Self {
            text: String::new(),
            places: FilePlaces::default(),
            line: 1,
        }
    }

    pub fn offset(&self) -> u32 {
        clamped(self.text.len())
    }

    /// Returns the empty span at the end.
    pub fn here(&self) -> Span {
        Span::new(self.text.len(), self.text.len())
    }

    /// Starts a printed page or a chapter. Pages are better places than chapters, and these than
    /// lines.
    pub fn start_place(&mut self, kind: PlaceKind, number: u32) {
        let rank = |kind| {
            [PlaceKind::Line, PlaceKind::Chapter, PlaceKind::Page]
                .iter()
                .position(|known| *known == kind)
        };
        if rank(kind) > rank(self.places.kind) {
            self.places = FilePlaces {
                kind,
                starts: Vec::new(),
            };
        }
        if self.places.kind == kind {
            self.places.start(self.offset(), number);
        }
    }

    /// Appends text as it is in the file. Unless it is preformatted, each run of white space becomes
    /// a space. Returns its span.
    pub fn push(&mut self, text: &str, is_preformatted: bool) -> Span {
        let blank = text.len() - text.trim_start().len();
        let [above, all] = [&text[..blank], text].map(|text| clamped(text.matches('\n').count()));
        if self.places.kind == PlaceKind::Line && blank < text.len() {
            self.places.start(self.offset(), self.line + above);
        }
        self.line += all;
        let start = self.text.len();
        if is_preformatted {
            self.text.push_str(text);
            return Span::new(start, self.text.len());
        }
        if text.starts_with(char::is_whitespace) {
            self.gap();
        }
        let start = self.text.len();
        for (at, word) in text.split_whitespace().enumerate() {
            if at > 0 {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
        let end = self.text.len();
        if text.ends_with(char::is_whitespace) {
            self.gap();
        }
        Span::new(start, end)
    }

    fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
            self.text.push(' ');
        }
    }

    pub fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}
