//! The marks that the browser draws, in Unicode, in ASCII and as words.
//!
//! The set of marks is chosen once, at the start. Every mark on the screen comes from this set,
//! except plain ASCII signs such as the `~`, `-` and `+` of a comparison. On an ASCII screen, the
//! typographic characters of the rules' text, such as dashes and quotation marks, are replaced too.
//! Letters such as `é` are not.

use std::borrow::Cow;

use ratatui::symbols::bar;

/// A set of marks, lines and separators.
#[derive(Debug)]
pub struct Symbols {
    /// The mark before an effect of an action.
    pub effect: &'static str,
    /// The mark before a condition of an action.
    pub condition: &'static str,
    /// The mark before an exception to a rule.
    pub exception: &'static str,
    /// The mark before an item of a list.
    pub bullet: &'static str,
    /// The mark at the left of each line of a note.
    pub note: &'static str,
    /// The mark at the left of each line of a quotation.
    pub quote: &'static str,
    /// One column of a horizontal line; empty in linear mode, which draws no lines.
    pub across: &'static str,
    /// One row of a vertical line.
    pub down: &'static str,
    /// The joint of a horizontal line and a vertical line that starts below it.
    pub joint_below: &'static str,
    /// The joint of a horizontal line and a vertical line that ends above it.
    pub joint_above: &'static str,
    /// The corners of a box: top left, top right, bottom left, bottom right.
    pub corners: [&'static str; 4],
    /// The thumb of the scrollbar.
    pub scrollbar: &'static str,
    /// The mark before the selected row.
    pub selected: &'static str,
    /// The mark of an unfolded row of the contents.
    pub open: &'static str,
    /// The mark of a folded row of the contents.
    pub folded: &'static str,
    /// The separator between the titles of a path such as `Tomb World › Breach`.
    pub path: &'static str,
    /// The separator between short pieces of information on one line.
    pub gap: &'static str,
    /// The mark of a section that has a bookmark.
    pub bookmark: &'static str,
    /// The mark before a chosen item of a list.
    pub chosen: &'static str,
    /// The mark where text is cut off.
    pub ellipsis: &'static str,
    /// The label of the Back button in the header.
    pub back: &'static str,
    /// The quotation marks around a quoted word or query: opening, closing.
    pub quotes: [&'static str; 2],
    /// The names of the keys Backspace, Down, Up, Left and Right.
    pub keys: [&'static str; 5],
    /// Whether typographic characters of the rules' text are replaced with ASCII.
    pub ascii: bool,
    /// Whether the set is for linear mode: plain words for screen readers and braille displays.
    pub linear: bool,
}

impl Symbols {
    /// The marks in Unicode.
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
        selected: "▌",
        open: "▾ ",
        folded: "▸ ",
        path: " › ",
        gap: " · ",
        bookmark: "★",
        chosen: "● ",
        ellipsis: "…",
        back: "‹",
        quotes: ["“", "”"],
        keys: ["⌫", "↓", "↑", "←", "→"],
        ascii: false,
        linear: false,
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
        joint_below: "+",
        joint_above: "+",
        corners: ["+"; 4],
        scrollbar: "#",
        selected: ">",
        open: "- ",
        folded: "+ ",
        path: " > ",
        gap: " - ",
        bookmark: "*",
        chosen: "* ",
        ellipsis: "...",
        back: "<",
        quotes: ["\"", "\""],
        keys: ["Backspace", "Down", "Up", "Left", "Right"],
        ascii: true,
        linear: false,
    };

    /// The marks for linear mode: words or plain punctuation, and no lines.
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
        selected: "",
        open: ", open",
        folded: ", folded",
        path: ", ",
        gap: ", ",
        bookmark: ", bookmark",
        chosen: "chosen: ",
        ascii: false,
        linear: true,
        ..*Self::ASCII
    };

    /// The same marks, for linear mode on an ASCII screen.
    pub const LINEAR_ASCII: &Self = &Self {
        ascii: true,
        ..*Self::LINEAR
    };

    /// Returns the set of marks for an ASCII screen if `ascii`, and for linear mode if `linear`.
    pub fn of(ascii: bool, linear: bool) -> &'static Self {
        match (ascii, linear) {
            (false, false) => Self::UNICODE,
            (true, false) => Self::ASCII,
            (false, true) => Self::LINEAR,
            (true, true) => Self::LINEAR_ASCII,
        }
    }

    /// Returns the signs of the bars of a chart.
    pub fn bars(&self) -> bar::Set<'static> {
        if self.ascii {
            bar::Set {
                full: "#",
                seven_eighths: "#",
                three_quarters: "#",
                five_eighths: "#",
                half: "#",
                three_eighths: " ",
                one_quarter: " ",
                one_eighth: " ",
                empty: " ",
            }
        } else {
            bar::NINE_LEVELS
        }
    }

    /// Returns a text in quotation marks.
    pub fn quoted(&self, text: &str) -> String {
        let [open, close] = self.quotes;
        format!("{open}{text}{close}")
    }

    /// Replaces typographic characters of a text with ASCII if this set is for an ASCII screen:
    /// `2–3` becomes `2-3`.
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if !self.ascii || text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let mut shown = String::new();
        for letter in text.chars() {
            match in_ascii(letter) {
                Some(plain) => shown.push_str(plain),
                None => shown.push(letter),
            }
        }
        Cow::Owned(shown)
    }
}

/// Returns the ASCII form of a typographic character, or `None` for other characters. Every form
/// except `...` is one column wide.
fn in_ascii(letter: char) -> Option<&'static str> {
    Some(match letter {
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
    })
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
