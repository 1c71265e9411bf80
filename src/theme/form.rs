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
        Self::new(false, false)
    }
}

impl Form {
    /// A form with Unicode or ASCII marks, in lines of plain words if `linear`.
    pub fn new(ascii: bool, linear: bool) -> Self {
        let symbols = match (ascii, linear) {
            (false, false) => Symbols::UNICODE,
            (true, false) => Symbols::ASCII,
            (false, true) => Symbols::LINEAR,
            (true, true) => Symbols::LINEAR_ASCII,
        };
        Self {
            symbols,
            hide_notes: false,
            printings: false,
            linear,
        }
    }
}
