//! The form of the screen, independent of its colours.

use super::symbols::Symbols;

/// How a screen is set: chosen once, and passed to the code that lays pages out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The browser's own marks.
    pub symbols: &'static Symbols,
    /// Whether a mark with the number of notes replaces them.
    pub hide_notes: bool,
    /// Whether a rule lists its other versions.
    pub printings: bool,
    /// Whether the screen is lines of plain words, for screen readers and braille displays.
    pub linear: bool,
}

impl Default for Form {
    fn default() -> Self {
        Self {
            symbols: Symbols::UNICODE,
            hide_notes: false,
            printings: false,
            linear: false,
        }
    }
}

impl Form {
    /// A form with ASCII marks or with Unicode marks.
    #[must_use]
    pub fn new(ascii: bool) -> Self {
        let symbols = if ascii {
            Symbols::ASCII
        } else {
            Symbols::UNICODE
        };
        Self {
            symbols,
            ..Self::default()
        }
    }

    /// The same form, line by line if `linear`.
    #[must_use]
    pub fn line_by_line(self, linear: bool) -> Self {
        let symbols = match (linear, self.symbols.ascii) {
            (false, _) => self.symbols,
            (true, false) => Symbols::LINEAR,
            (true, true) => Symbols::LINEAR_ASCII,
        };
        Self {
            symbols,
            linear,
            ..self
        }
    }
}
