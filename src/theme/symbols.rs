//! The browser's own marks, in Unicode, in ASCII and as words.
//!
//! A set is chosen once, like the theme, and every mark on the screen comes from it. An ASCII screen has nothing above
//! U+007F but letters of the rules: their typography is replaced, their letters are not.

use std::borrow::Cow;

/// Marks, lines and separators of our own.
#[derive(Debug, PartialEq, Eq)]
pub struct Symbols {
    /// Before an effect.
    pub effect: &'static str,
    /// Before a condition.
    pub condition: &'static str,
    /// Before an exception.
    pub exception: &'static str,
    /// Before an item of a list.
    pub bullet: &'static str,
    /// Beside the lines of a note.
    pub note: &'static str,
    /// Beside the lines of a quotation.
    pub quote: &'static str,
    /// One column of a horizontal line; empty where lines are not drawn.
    pub across: &'static str,
    /// One row of a vertical line.
    pub down: &'static str,
    /// Where a vertical line begins below a horizontal one.
    pub joint_below: &'static str,
    /// Where a vertical line ends on a horizontal one.
    pub joint_above: &'static str,
    /// The corners of a box: top left, top right, bottom left, bottom right.
    pub corners: [&'static str; 4],
    /// The thumb of the scrollbar.
    pub scrollbar: &'static str,
    /// Before the selected row.
    pub chosen: &'static str,
    /// Before an open row of the contents.
    pub open: &'static str,
    /// Before a folded row of the contents.
    pub folded: &'static str,
    /// Between the parts of a path, outermost first.
    pub path: &'static str,
    /// Between facts side by side.
    pub gap: &'static str,
    /// Beside the name of a section with a bookmark.
    pub bookmark: &'static str,
    /// Where text is cut off.
    pub ellipsis: &'static str,
    /// The button that leads back.
    pub back: &'static str,
    /// Around the user's input.
    pub quotes: [&'static str; 2],
    /// The keys Backspace, Down, Up, Left and Right, as they are on keyboards.
    pub keys: [&'static str; 5],
    /// Whether the typography of the rules' text is replaced too.
    pub ascii: bool,
    /// Whether the screen is lines of plain words, for screen readers and braille displays.
    pub linear: bool,
}

impl Symbols {
    /// Marks in Unicode.
    pub const UNICODE: &Self = &Self {
        effect: "▶ ",
        condition: "◆ ",
        exception: "≠ ",
        bullet: "• ",
        note: "┆ ",
        quote: "│ ",
        across: "─",
        down: "│",
        joint_below: "┬",
        joint_above: "┴",
        corners: ["┌", "┐", "└", "┘"],
        scrollbar: "▐",
        chosen: "▌",
        open: "▾ ",
        folded: "▸ ",
        path: " › ",
        gap: " · ",
        bookmark: "★",
        ellipsis: "…",
        back: "‹",
        quotes: ["“", "”"],
        keys: ["⌫", "↓", "↑", "←", "→"],
        ascii: false,
        linear: false,
    };

    /// Marks in ASCII.
    pub const ASCII: &Self = &Self {
        effect: "> ",
        condition: "* ",
        exception: "! ",
        bullet: "- ",
        note: ": ",
        quote: "| ",
        across: "-",
        down: "|",
        joint_below: "+",
        joint_above: "+",
        corners: ["+"; 4],
        scrollbar: "#",
        chosen: ">",
        open: "- ",
        folded: "+ ",
        path: " > ",
        gap: " - ",
        bookmark: "*",
        ellipsis: "...",
        back: "<",
        quotes: ["\"", "\""],
        keys: ["Backspace", "Down", "Up", "Left", "Right"],
        ascii: true,
        linear: false,
    };

    /// Words instead of marks and lines, for screen readers and braille displays.
    pub const LINEAR: &Self = &Self {
        effect: "Effect: ",
        condition: "Condition: ",
        exception: "exception: ",
        note: "",
        quote: "Quote: ",
        across: "",
        down: "",
        joint_below: " ",
        joint_above: " ",
        corners: [""; 4],
        scrollbar: "",
        chosen: "",
        open: ", open",
        folded: ", folded",
        path: ", ",
        gap: ", ",
        bookmark: ", bookmark",
        ascii: false,
        linear: true,
        ..*Self::ASCII
    };

    /// The same, with the rules' typography in ASCII.
    pub const LINEAR_ASCII: &Self = &Self {
        ascii: true,
        ..*Self::LINEAR
    };

    /// The marks in ASCII if `ascii`, as words if `linear`.
    pub fn of(ascii: bool, linear: bool) -> &'static Self {
        match (ascii, linear) {
            (false, false) => Self::UNICODE,
            (true, false) => Self::ASCII,
            (false, true) => Self::LINEAR,
            (true, true) => Self::LINEAR_ASCII,
        }
    }

    /// A text as this set shows it.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if !self.ascii || text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let mut shown = String::with_capacity(text.len());
        for letter in text.chars() {
            match in_ascii(letter) {
                Some(plain) => shown.push_str(plain),
                None => shown.push(letter),
            }
        }
        Cow::Owned(shown)
    }
}

/// The ASCII form of a typographic character; `None` for other characters. Every form but that of the ellipsis is one
/// column wide.
pub fn in_ascii(letter: char) -> Option<&'static str> {
    let plain = match letter {
        '\u{2010}'..='\u{2015}' | '−' | '·' | '•' | '─' => "-",
        '‘' | '’' | '‚' | '‛' | '′' => "'",
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => "\"",
        '→' | '►' | '▶' | '▸' | '›' => ">",
        '←' | '◄' | '◀' | '‹' => "<",
        '↑' => "^",
        '↓' | '▾' => "v",
        '◆' | '◇' | '†' | '‡' => "*",
        '×' => "x",
        '│' | '┆' => "|",
        '…' => "...",
        _ => return None,
    };
    Some(plain)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("2–3 — ‘a’ “b” → c", "2-3 - 'a' \"b\" > c")]
    #[case("► one ◆ two • three 30×22", "> one * two - three 30x22")]
    #[case("and so on…", "and so on...")]
    #[case("Éclair ½ 日本", "Éclair ½ 日本")]
    #[case("plain", "plain")]
    fn typography_becomes_ascii_and_letters_stay(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(Symbols::ASCII.text(text), expected);
        assert_eq!(Symbols::UNICODE.text(text), text);
    }

    #[test]
    fn every_mark_but_those_in_unicode_is_ascii() {
        for set in [Symbols::ASCII, Symbols::LINEAR, Symbols::LINEAR_ASCII] {
            let shown = format!("{set:?}");
            assert!(shown.is_ascii(), "{shown}");
        }
        assert!(!format!("{:?}", Symbols::UNICODE).is_ascii());
    }

    #[test]
    fn margin_marks_are_two_columns_wide_in_both_sets() {
        for set in [Symbols::UNICODE, Symbols::ASCII] {
            for mark in [
                set.effect,
                set.condition,
                set.bullet,
                set.note,
                set.quote,
                set.open,
                set.folded,
            ] {
                assert_eq!(mark.chars().count(), 2, "{mark}");
            }
        }
    }
}
