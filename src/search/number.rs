//! Reads the numbers of a text: values, costs, sizes and dice.

/// A value in a text, such as `4+`, `2"`, `1AP` or `2D6+1`.
pub struct Number {
    /// The value in normalised spelling: `2"` for `2 inches`.
    pub whole: String,
    /// Further words that find the value: `606` for `606mm`.
    pub parts: Vec<String>,
    /// The byte offset just after the value.
    pub end: usize,
}

const UNITS: [&str; 9] = ["ap", "cp", "sp", "ep", "vp", "mm", "cm", "inches", "inch"];
const CURRENCIES: [&str; 5] = ["ap", "cp", "sp", "ep", "vp"];

/// The multiplication signs of an area: `30 x 22`.
const TIMES: [char; 3] = ['x', 'X', '×'];

/// Whether a text starts with a cost: an amount and a currency (`1AP`), with no letter or digit
/// after them.
pub fn is_cost(text: &str) -> bool {
    let digits = digits(text);
    digits > 0 && unit(&text[digits..]).is_some_and(|(unit, _)| CURRENCIES.contains(&unit))
}

/// Whether a signed number (`+1`, `-2`) or the marker of a dice table row (`#7`) starts at byte
/// `at`.
pub fn is_signed(text: &str, at: usize) -> bool {
    let sign = matches!(text.as_bytes().get(at), Some(b'+' | b'-' | b'#'));
    sign && text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit)
        && !text[..at].ends_with(char::is_alphanumeric)
}

/// Whether a word is a dice roll: `d3`, `2D6`.
pub fn is_die(word: &str) -> bool {
    word.split_once(['d', 'D']).is_some_and(|(count, sides)| {
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        number(count) && !sides.is_empty() && number(sides)
    })
}

/// Returns the bonus at the start of `rest` if `die` is a dice roll: `+3` after `d3`. Otherwise
/// returns the empty string.
pub fn dice_bonus<'a>(die: &str, rest: &'a str) -> &'a str {
    let bonus = rest.strip_prefix(['+', '-']).map_or(0, digits);
    if bonus > 0 && is_die(die) {
        &rest[..=bonus]
    } else {
        ""
    }
}

/// Reads the value that starts at byte `start` with a digit, a sign or the `#` of a marker.
pub fn read(text: &str, start: usize) -> Number {
    if let Some(sign) = text[start..].chars().next().filter(|c| !c.is_ascii_digit()) {
        let (bare, end) = plain(text, start + 1);
        let whole = format!("{sign}{bare}");
        // The marker of a dice table row, such as `#7`, does not count as the number 7.
        let parts = if sign == '#' { Vec::new() } else { vec![bare] };
        return Number { whole, parts, end };
    }
    let first = simple(text, start);
    let Some(second) = times(text, first.end) else {
        return first;
    };
    let bare = |number: &Number| number.parts.last().unwrap_or(&number.whole).clone();
    let whole = format!("{}x{}", bare(&first), bare(&second));
    let end = second.end;
    let parts = [first, second]
        .into_iter()
        .flat_map(|side| std::iter::once(side.whole).chain(side.parts))
        .collect();
    Number { whole, parts, end }
}

/// Reads the second side of an area, such as `x 22"`, if one starts at byte `at`.
fn times(text: &str, at: usize) -> Option<Number> {
    let rest = text[at..].trim_start_matches(' ');
    let rest = rest.strip_prefix(TIMES)?.trim_start_matches(' ');
    rest.starts_with(|c: char| c.is_ascii_digit())
        .then(|| simple(text, text.len() - rest.len()))
}

/// Reads one value that is not an area: `4+`, `2"`, `3/4`, `7-10`, `1AP`.
fn simple(text: &str, start: usize) -> Number {
    let (bare, at) = plain(text, start);
    let rest = &text[at..];
    let value = |mark: &str, length: usize| Number {
        whole: format!("{bare}{mark}"),
        parts: vec![bare.clone()],
        end: at + length,
    };
    if let Some(length) = inch_mark(rest) {
        return value("\"", length);
    }
    if let Some(sign) = rest.chars().next().filter(|c| matches!(c, '/' | '-' | '–')) {
        let (other, end) = plain(text, at + sign.len_utf8());
        if !other.is_empty() {
            let sign = if sign == '/' { '/' } else { '-' };
            return Number {
                whole: format!("{bare}{sign}{other}"),
                parts: vec![bare, other],
                end,
            };
        }
    }
    if rest.starts_with('+') {
        return value("+", 1);
    }
    match unit(rest) {
        Some((unit, length)) if unit.starts_with("inch") => value("\"", length),
        Some((unit, length)) => {
            let mut number = value(unit, length);
            if CURRENCIES.contains(&unit) {
                number.parts.push(unit.to_owned());
            }
            number
        }
        None => with_letters(text, bare, at),
    }
}

/// Reads the letters after a number, if there are any, and the bonus of a dice roll: `16x`, `3rd`,
/// `2D6+1`. `bare` is the number, which ends at byte `at`.
fn with_letters(text: &str, bare: String, at: usize) -> Number {
    let rest = &text[at..];
    // The `x` of `30x22` is a multiplication sign.
    let is_area = rest
        .strip_prefix(TIMES)
        .is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
    let length = rest
        .find(|c: char| is_area || !c.is_alphanumeric())
        .unwrap_or(rest.len());
    let end = at + length;
    let letters = rest[..length].to_lowercase();
    let whole = format!("{bare}{letters}");
    let bonus = dice_bonus(&whole, &text[end..]);
    let parts = match letters.as_str() {
        "x" => vec![bare],
        _ if bonus.is_empty() => Vec::new(),
        _ => vec![whole.clone()],
    };
    Number {
        whole: whole + bonus,
        parts,
        end: end + bonus.len(),
    }
}

/// Reads a number that may have a thousands separator and decimals: `1,000.5` becomes `1000.5`.
/// Returns the number and the offset just after it. The number is empty if there is no digit at
/// `start`.
fn plain(text: &str, start: usize) -> (String, usize) {
    let mut at = start + digits(&text[start..]);
    let mut number = text[start..at].to_owned();
    for (mark, kept) in [(",", ""), (".", ".")] {
        let group = text[at..].strip_prefix(mark).map_or(0, digits);
        if !number.is_empty() && (group == 3 || mark == "." && group > 0) {
            let next = at + 1 + group;
            number = number + kept + &text[at + 1..next];
            at = next;
        }
    }
    (number, at)
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Returns the length in bytes of an inch mark at the start of a text.
fn inch_mark(text: &str) -> Option<usize> {
    let marks = ["''", "’’", "′′", "\"", "”", "″"];
    marks
        .into_iter()
        .find(|mark| text.starts_with(mark))
        .map(str::len)
}

/// Finds a unit at the start of a text, after at most one space. Returns the unit, and the length
/// in bytes of the space and the unit together.
fn unit(text: &str) -> Option<(&'static str, usize)> {
    let word = text.strip_prefix([' ', '\u{a0}']).unwrap_or(text);
    let letters = word.bytes().take_while(u8::is_ascii_alphabetic).count();
    if word[letters..].starts_with(char::is_alphanumeric) {
        return None;
    }
    let unit = UNITS
        .into_iter()
        .find(|unit| word[..letters].eq_ignore_ascii_case(unit))?;
    Some((unit, text.len() - word.len() + letters))
}
