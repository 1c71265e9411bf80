//! The marks of our own on the screen, and the same screen in ASCII.
//!
//! A set is chosen once, like the theme. Every mark that is drawn comes from it, so that nothing above U+007F is left
//! where a terminal or its font cannot show it; of the rules' text only what is typography gives way, a letter never.

use std::borrow::Cow;

/// Marks, lines and separators of our own.
#[derive(Debug, PartialEq, Eq)]
pub struct Symbols {
    /// Before an effect.
    pub effect: &'static str,
    /// Before a condition.
    pub condition: &'static str,
    /// Before what makes an exception.
    pub exception: &'static str,
    /// Before an item of a list.
    pub bullet: &'static str,
    /// Beside the lines of a note.
    pub note: &'static str,
    /// Beside the lines of a quotation.
    pub quote: &'static str,
    /// A line across, a column of it; empty where there are no lines.
    pub across: &'static str,
    /// A line down.
    pub down: &'static str,
    /// Where a line down begins below a line across.
    pub joint_below: char,
    /// Where a line down ends on a line across.
    pub joint_above: char,
    /// The corners of a box: top left, top right, bottom left, bottom right.
    pub corners: [&'static str; 4],
    /// How far one has read, at the right edge.
    pub scrollbar: &'static str,
    /// Before the row that is chosen.
    pub chosen: &'static str,
    /// Before a row of the contents that is open.
    pub open: &'static str,
    /// Before a row of the contents that is folded.
    pub folded: &'static str,
    /// Between the parts of a path, outermost first.
    pub path: &'static str,
    /// Between facts that stand side by side.
    pub gap: &'static str,
    /// Beside the name of a section that has a bookmark.
    pub bookmark: &'static str,
    /// Where text is cut off.
    pub ellipsis: &'static str,
    /// Around what a user typed.
    pub quotes: [&'static str; 2],
    /// The keys Backspace, Down, Up, Left and Right, as keyboards print them.
    pub keys: [&'static str; 5],
    /// Whether typography of the rules' text gives way too.
    pub ascii: bool,
}

impl Symbols {
    /// The marks where the terminal shows Unicode.
    pub const UNICODE: &Self = &Self {
        effect: "▶ ",
        condition: "◆ ",
        exception: "≠ ",
        bullet: "• ",
        note: "┆ ",
        quote: "│ ",
        across: "─",
        down: "│",
        joint_below: '┬',
        joint_above: '┴',
        corners: ["┌", "┐", "└", "┘"],
        scrollbar: "▐",
        chosen: "▌",
        open: "▾ ",
        folded: "▸ ",
        path: " › ",
        gap: " · ",
        bookmark: "★",
        ellipsis: "…",
        quotes: ["“", "”"],
        keys: ["⌫", "↓", "↑", "←", "→"],
        ascii: false,
    };

    /// The marks in ASCII.
    pub const ASCII: &Self = &Self {
        effect: "> ",
        condition: "* ",
        exception: "! ",
        bullet: "- ",
        note: ": ",
        quote: "| ",
        across: "-",
        down: "|",
        joint_below: '+',
        joint_above: '+',
        corners: ["+", "+", "+", "+"],
        scrollbar: "#",
        chosen: ">",
        open: "- ",
        folded: "+ ",
        path: " > ",
        gap: " - ",
        bookmark: "*",
        ellipsis: "...",
        quotes: ["\"", "\""],
        keys: ["Backspace", "Down", "Up", "Left", "Right"],
        ascii: true,
    };

    /// Words in place of marks and lines, for those who listen to the screen or read it in braille.
    pub const LINEAR: &Self = &Self {
        effect: "Effect: ",
        condition: "Condition: ",
        exception: "exception: ",
        bullet: "- ",
        note: "",
        quote: "Quote: ",
        across: "",
        down: "",
        joint_below: ' ',
        joint_above: ' ',
        corners: ["", "", "", ""],
        scrollbar: "",
        chosen: "",
        open: ", open",
        folded: ", folded",
        path: ", ",
        gap: ", ",
        bookmark: ", bookmark",
        ellipsis: "...",
        quotes: ["\"", "\""],
        keys: ["Backspace", "Down", "Up", "Left", "Right"],
        ascii: false,
    };

    /// The same, with the typography of the rules in ASCII.
    pub const LINEAR_ASCII: &Self = &Self {
        ascii: true,
        ..*Self::LINEAR
    };

    /// A text as this set shows it: typography in ASCII where that is asked for.
    #[must_use]
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

/// A typographic character in ASCII; `None` for what is none. All but the ellipsis keep their width of one column.
#[must_use]
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
    fn typography_gives_way_and_letters_stay(#[case] text: &str, #[case] expected: &str) {
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
    fn the_marks_that_stand_in_a_margin_are_two_columns_wide_in_both_sets() {
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
