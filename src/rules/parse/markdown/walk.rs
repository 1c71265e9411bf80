//! Follows the lines of a text, to find those that `CommonMark` would add to the block above.

use super::block_start::opens_block;
use super::markers::LineEdit;
use super::plugins::{Fence, closes_fence, fence};

/// Bullet characters, of three bytes each.
const BULLETS: [char; 4] = ['•', '●', '◦', '▪'];

#[derive(Clone, Copy)]
enum Above {
    Text,
    List,
    Quote,
    Table,
}

/// The state of a walk over the lines of a text.
pub struct Walk {
    above: Above,
    /// The open code fence, if any.
    pub fence: Option<Fence>,
    pub blank_above: bool,
    /// Whether an indented line may belong to a list item.
    in_list: bool,
    /// The number of bytes of indentation that are removed.
    outdent: usize,
}

impl Walk {
    pub fn new() -> Self {
        Self {
            above: Above::Text,
            fence: None,
            blank_above: true,
            in_list: false,
            outdent: 0,
        }
    }

    /// Forgets the block above.
    pub fn restart(&mut self) {
        self.above = Above::Text;
        self.blank_above = true;
    }

    /// Returns the number of bytes to remove at the start of a line. An indented block that starts
    /// with a list item or with HTML is no code.
    pub fn outdent(&mut self, line: &str) -> usize {
        let start = line.trim_start_matches(' ');
        let indent = line.len() - start.len();
        if start.trim_end().is_empty() || self.fence.is_some() {
            return 0;
        }
        if indent < self.outdent {
            self.outdent = 0;
        }
        let is_code = self.blank_above && !self.in_list && indent > 3;
        let is_other = start.starts_with('<') || after_list_mark(start).is_some();
        if self.outdent == 0 && is_code && is_other {
            self.outdent = indent;
        }
        self.outdent
    }

    /// Returns the edit that separates a line from the block above, or replaces its bullet.
    pub fn line(&mut self, line: &str) -> Option<LineEdit> {
        let start = line.trim_start();
        let indent = line.len() - start.len();
        if self.in_fence(start, indent) {
            return None;
        }
        let blank_above = std::mem::replace(&mut self.blank_above, start.is_empty());
        if start.is_empty() {
            self.above = Above::Text;
            return None;
        }
        if let Some(dash) = dash(start).filter(|_| indent < 4 || !blank_above) {
            self.above = Above::List;
            let bullet = indent..indent + "•".len();
            return Some((bullet, dash.to_owned()));
        }
        let is_row = start.starts_with('|');
        let opens = indent == 0 && opens_block(start);
        let separate = match self.above {
            Above::Text => false,
            Above::List | Above::Quote => opens || is_row && indent == 0,
            Above::Table => !line.contains('|') && indent == 0 || opens && !is_row,
        };
        let starts_list = after_list_mark(start).is_some();
        let is_indented = indent > 1 || line.starts_with('\t');
        self.in_list = starts_list && indent < 4 || self.in_list && is_indented;
        self.above = match self.above {
            _ if starts_list => Above::List,
            _ if start.starts_with('>') => Above::Quote,
            _ if is_row => Above::Table,
            Above::List | Above::Quote if !separate && !start.starts_with('#') => self.above,
            _ => Above::Text,
        };
        (separate && !starts_list).then(|| (0..0, "\n".to_owned()))
    }

    /// Whether a line belongs to a fenced code block, which is not edited. Also updates `fence`.
    fn in_fence(&mut self, start: &str, indent: usize) -> bool {
        let start = inside(start);
        if let Some(open) = self.fence {
            self.fence = Some(open).filter(|open| !closes_fence(start, *open));
            return true;
        }
        self.fence = fence(start).filter(|_| indent < 4).map(|(open, _)| open);
        self.fence.is_some()
    }
}

/// Returns a line without the marks of the quotes and lists that start on it.
fn inside(start: &str) -> &str {
    let mut rest = start;
    while let Some(inner) = rest.strip_prefix('>').or_else(|| after_list_mark(rest)) {
        rest = inner.trim_start();
    }
    rest
}

/// Returns the three bytes that replace the bullet at the start of a line: a dash and two spaces.
/// If three or more spaces follow the bullet, the dash comes last, because at most four spaces may
/// follow a dash. Returns `None` if the line has no bullet or no other text.
fn dash(start: &str) -> Option<&'static str> {
    let rest = start.strip_prefix(BULLETS)?;
    let dash = if rest.starts_with("   ") {
        "  -"
    } else {
        "-  "
    };
    (!rest.trim().is_empty()).then_some(dash)
}

/// Returns the text after the mark of a list item, such as `- ` or `1.`.
fn after_list_mark(start: &str) -> Option<&str> {
    let rest = match start.trim_start_matches(|c: char| c.is_ascii_digit()) {
        rest if rest.len() < start.len() => rest.strip_prefix(['.', ')']),
        rest => rest.strip_prefix(['-', '*', '+']),
    };
    rest.filter(|rest| rest.starts_with([' ', '\t']))
}
