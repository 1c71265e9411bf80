//! Finds the marks of list items.

use super::page::PdfRun;

/// Characters before the items of lists; the last one is a letter that its font does not name.
pub const BULLETS: &str = "•●◦▪■□○‣⁃∙·–—-*➢➤►✓❖\u{f0b7}\u{f0a7}\u{f06e}\u{f0d8}\u{fffd}";

/// Removes the mark of a list item from the start of a line, and returns it: a bullet or a number.
pub fn take_bullet(runs: &mut [PdfRun]) -> Option<String> {
    let text: String = runs.iter().map(|run| run.text.as_str()).collect();
    let text = text.trim_start();
    let first = text.chars().next()?;
    let rest = &text[first.len_utf8()..];
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_number = (1..=2).contains(&digits) && text[digits..].starts_with([')', '.']);
    let (mark, length) = if BULLETS.contains(first)
        && (rest.starts_with(' ') || !rest.is_empty() && "•●▪■\u{f0b7}\u{f0a7}".contains(first))
    {
        (first.to_string(), first.len_utf8())
    } else if is_number && text[digits + 1..].starts_with(' ') {
        (text[..digits].to_owned(), digits + 1)
    } else {
        return None;
    };
    let mut left = length;
    for run in runs {
        let blank = run.text.len() - run.text.trim_start().len();
        let part = left.min(run.text.len() - blank);
        run.text.replace_range(..blank + part, "");
        left -= part;
        if left == 0 {
            break;
        }
    }
    Some(mark)
}
