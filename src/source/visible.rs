//! Which characters are shown: none that controls the terminal, and none that hides or reorders
//! text.

use std::borrow::Cow;

#[cfg(test)]
mod tests;

/// Whether a character must not reach the terminal, whatever is before it: a control character, or
/// a character that hides or reorders text and that no script needs.
///
/// Bidirectional controls can make a rule read as a different one (CVE-2021-42574), and words that
/// look the same can differ in invisible characters.
pub fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{fff9}'..='\u{fffb}')
        || (is_ignorable(character) && needs(character).is_none())
}

/// Whether a character is invisible by itself: Unicode's property `Default_Ignorable_Code_Point`
/// (`DerivedCoreProperties.txt`, version 16). Search ignores these characters, as Unicode's
/// `NFKC_Casefold` does. Of a text that is shown, only those are dropped that no script needs (see
/// [`clean`]).
pub fn is_ignorable(character: char) -> bool {
    character >= '\u{ad}'
        && matches!(
            character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Whether a character is not shown after the text `before`: always if it [is
/// unsafe](is_unsafe), and if it [is ignorable](is_ignorable) except where the script of the
/// characters before it needs it. Emoji need joiners, variation selectors and tags; Persian and
/// Indian scripts need joiners and non-joiners; Hebrew, Mongolian, Hangul and Han need characters
/// of their own.
pub fn is_hidden(before: &str, character: char) -> bool {
    if !is_ignorable(character) {
        return is_unsafe(character);
    }
    !needs(character).is_some_and(|is_needed| is_needed(before))
}

/// Returns a function that says whether the end of a text needs an ignorable character. Returns
/// `None` if no text needs the character.
fn needs(character: char) -> Option<fn(&str) -> bool> {
    Some(match character {
        '\u{200c}' => |before| ends(before, is_joining),
        '\u{200d}' => |before| {
            ends(before, |c| {
                is_joining(c) || is_pictogram(c) || c == '\u{fe0f}'
            })
        },
        // `1`, `#` and `*` begin the emoji of a key.
        '\u{fe00}'..='\u{fe0f}' => |before| {
            ends(before, |c| {
                is_pictogram(c) || is_han(c) || matches!(c, '0'..='9' | '#' | '*')
            }) || ends(before, is_joining)
        },
        '\u{e0100}'..='\u{e01ef}' => |before| ends(before, is_han),
        '\u{180b}'..='\u{180d}' | '\u{180f}' => {
            |before| ends(before, |c| matches!(c, '\u{1820}'..='\u{18af}'))
        }
        '\u{34f}' => |before| ends(before, |c| matches!(c, '\u{591}'..='\u{5f4}')),
        '\u{1160}' => |before| {
            ends(
                before,
                |c| matches!(c, '\u{1100}'..='\u{115e}' | '\u{a960}'..='\u{a97c}'),
            )
        },
        '\u{1bca0}'..='\u{1bca3}' => {
            |before| ends(before, |c| matches!(c, '\u{1bc00}'..='\u{1bc9f}'))
        }
        '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}' | '\u{e007f}' => is_flag,
        _ => return None,
    })
}

fn ends(before: &str, is_needed: fn(char) -> bool) -> bool {
    before.chars().next_back().is_some_and(is_needed)
}

/// Whether a text ends with the emoji of a black flag and fewer tags than name a region: `gbeng`
/// for England, with the tag that ends them.
fn is_flag(before: &str) -> bool {
    let is_tag = |c: &char| matches!(c, '\u{e0020}'..='\u{e007e}');
    let mut last = before.chars().rev().take(6).skip_while(is_tag);
    last.next() == Some('\u{1f3f4}')
}

/// Whether a character is in a script whose letters join or form clusters: Arabic, Syriac, N'Ko,
/// the scripts of India and South-East Asia, Mongolian and others. Their blocks are listed in
/// Unicode's `Blocks.txt`.
fn is_joining(character: char) -> bool {
    !is_ignorable(character)
        && matches!(
            character,
            '\u{600}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{1a20}'..='\u{1aaf}'
                | '\u{1b00}'..='\u{1c4f}' | '\u{a800}'..='\u{a9ff}' | '\u{aa00}'..='\u{aaff}'
                | '\u{abc0}'..='\u{abff}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
                | '\u{10a00}'..='\u{10fff}' | '\u{11000}'..='\u{11fff}' | '\u{1e900}'..='\u{1e95f}'
        )
}

/// Whether a character is a symbol that may be a part of an emoji.
fn is_pictogram(character: char) -> bool {
    matches!(
        character,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
            | '\u{2190}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
            | '\u{1f000}'..='\u{1faff}'
    )
}

fn is_han(character: char) -> bool {
    matches!(
        character,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}'
    )
}

/// Makes a text safe to show: removes [hidden characters](is_hidden), and replaces tabs, line
/// breaks and no-break spaces with spaces.
pub fn clean(text: &str) -> Cow<'_, str> {
    clean_after("", text)
}

/// Makes a text safe to show after the text `before`.
pub fn clean_after<'a>(before: &str, text: &'a str) -> Cow<'a, str> {
    let is_ascii = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if is_ascii || !text.contains(|c: char| is_unsafe(c) || is_ignorable(c) || c == '\u{a0}') {
        return Cow::Borrowed(text);
    }
    // The start of the text needs the end of `before`.
    let kept = before.char_indices().rev().take(8).last();
    let start = &before[kept.map_or(before.len(), |(at, _)| at)..];
    let mut cleaned = String::with_capacity(start.len() + text.len());
    cleaned.push_str(start);
    for c in text.chars() {
        match c {
            '\t' | '\n' | '\r' | '\u{a0}' => cleaned.push(' '),
            c if is_hidden(&cleaned, c) => {}
            c => cleaned.push(c),
        }
    }
    Cow::Owned(cleaned.split_off(start.len()))
}
