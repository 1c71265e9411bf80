//! Numbers that are written in another way than their value is: `1,000` and `½`.

use unicode_normalization::UnicodeNormalization;

/// The characters between groups of three digits, except the point, which is ambiguous.
const BETWEEN_GROUPS: [char; 5] = [',', '\u{a0}', '\u{202f}', '\u{2009}', '’'];

/// If a text starts with a number in groups of three digits, returns the digits and the length of the
/// number in bytes: `1000` and 5 for `1,000`.
pub fn grouped(text: &str) -> Option<(String, usize)> {
    let first = digits(text);
    if !(1..=3).contains(&first) {
        return None;
    }
    let mut number = text[..first].to_owned();
    let mut end = first;
    while let Some(group) = text[end..].strip_prefix(BETWEEN_GROUPS)
        && digits(group) == 3
    {
        number.push_str(&group[..3]);
        end = text.len() - group.len() + 3;
    }
    (end > first).then_some((number, end))
}

/// Returns the digits of a number whose groups are separated by points: `1000` for `1.000`, which may
/// also mean 1.
pub fn grouped_by_points(word: &str) -> Option<String> {
    let mut groups = word.split('.');
    let first = groups.next()?;
    let is_number = (1..=3).contains(&first.len()) && digits(first) == first.len();
    let mut rest = groups.peekable();
    rest.peek()?;
    let is_grouped = is_number && rest.all(|group| group.len() == 3 && digits(group) == 3);
    is_grouped.then(|| word.replace('.', ""))
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// If a text starts with a fraction that is one character, with or without a whole number before
/// it, returns its value and the length in bytes: `1.5` and 3 for `1½`.
pub fn fraction(text: &str) -> Option<(String, usize)> {
    let whole = digits(text);
    let character = text[whole..].chars().next().filter(|c| !c.is_ascii())?;
    let mut written = String::new();
    written.extend(std::iter::once(character).nfkc());
    let (above, below) = written.split_once('\u{2044}')?;
    let (above, below): (u8, u8) = (above.parse().ok()?, below.parse().ok()?);
    let part = f64::from(above) / f64::from(below.max(1));
    let number: u32 = if whole == 0 {
        0
    } else {
        text[..whole].parse().ok()?
    };
    // Three digits tell all fractions of one character apart.
    let value = format!("{:.3}", f64::from(number) + part);
    let value = value.trim_end_matches('0').trim_end_matches('.');
    Some((value.to_owned(), whole + character.len_utf8()))
}
