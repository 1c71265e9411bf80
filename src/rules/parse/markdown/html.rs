//! Splits HTML in markdown into tags and text. Comments, scripts and style sheets are dropped.

use std::ops::Range;

use pulldown_cmark::{Event, Parser};

use crate::rules::parse::elements::{Attributes, attribute, is_known};

/// The maximum distance, in characters, between the tags of an unknown element.
const MAX_UNKNOWN_LENGTH: usize = 400;

pub enum HtmlPiece<'a> {
    /// Text, with its entities decoded.
    Text(String),
    Tag(HtmlTag<'a>),
}

/// An opening or closing tag.
pub struct HtmlTag<'a> {
    /// The name in lower case.
    pub name: String,
    pub attributes: &'a str,
    pub is_closing: bool,
}

impl Attributes for HtmlTag<'_> {
    fn value(&self, name: &str) -> Option<String> {
        attribute(self.attributes, name).map(decoded)
    }
}

/// Splits HTML into its pieces, each with its byte range. `below` is the text after `html`. An
/// opening tag of an unknown element, such as the placeholder `<Weapon>`, is text unless its
/// closing tag follows soon, or, in MDX, it closes itself.
pub fn pieces<'a>(html: &'a str, below: &str, is_mdx: bool) -> Vec<(Range<usize>, HtmlPiece<'a>)> {
    let text = |range: Range<usize>| {
        let text = HtmlPiece::Text(decoded(&html[range.clone()]));
        (!range.is_empty()).then_some((range, text))
    };
    let mut pieces = Vec::new();
    // The byte offsets at which the current text started, and of the next `<`.
    let (mut start, mut at) = (0, 0);
    while let Some(found) = html[at..].find('<') {
        at += found;
        let rest = &html[at..];
        let (length, tag) = match (hidden_length(rest), tag(rest, below, is_mdx)) {
            (Some(length), _) => (length, None),
            (None, Some((tag, length))) => (length, Some(tag)),
            (None, None) => {
                at += 1;
                continue;
            }
        };
        pieces.extend(text(start..at));
        let end = at + length;
        start = match &tag {
            Some(tag) if !tag.is_closing && matches!(&*tag.name, "script" | "style") => {
                html[end..].find("</").map_or(html.len(), |text| end + text)
            }
            _ => end,
        };
        pieces.extend(tag.map(|tag| (at..end, HtmlPiece::Tag(tag))));
        at = start;
    }
    pieces.extend(text(start..html.len()));
    pieces
}

/// Returns the byte length of the comment or the declaration, such as `<!DOCTYPE html>`, at the
/// start of a text.
fn hidden_length(text: &str) -> Option<usize> {
    let end = if text.starts_with("<!--") {
        "-->"
    } else if text.starts_with("<!") || text.starts_with("<?") {
        ">"
    } else {
        return None;
    };
    let length = text.find(end).map(|at| at + end.len());
    Some(length.unwrap_or(text.len()))
}

/// Parses the tag at the start of a text. Returns the tag and its length in bytes.
fn tag<'a>(text: &'a str, below: &str, is_mdx: bool) -> Option<(HtmlTag<'a>, usize)> {
    let inner = text.strip_prefix('<')?;
    let end = tag_end(inner)?;
    let (inner, after) = inner.split_at(end);
    let bare = inner.strip_prefix('/').unwrap_or(inner);
    let is_closing = bare.len() < inner.len();
    let name_end = bare.find(|c: char| !c.is_ascii_alphanumeric());
    let (printed, attributes) = bare.split_at(name_end.unwrap_or(bare.len()));
    let name = printed.to_ascii_lowercase();
    let is_known = || is_known(&name) || is_mdx && printed.starts_with(|c: char| c.is_uppercase());
    let closing = format!("</{printed}>");
    let is_closed = || near(after).contains(&closing) || near(below).contains(&closing);
    let is_tag = after.starts_with('>')
        && !name.is_empty()
        && (attributes.is_empty() || attributes.starts_with([' ', '/', '\t', '\n']))
        && (is_closing || is_known() || is_closed());
    let tag = HtmlTag {
        name,
        attributes,
        is_closing,
    };
    is_tag.then_some((tag, end + 2))
}

/// Returns the byte offset of the end of a tag, which is not inside the quotes of an attribute.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = b' ';
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'"' | b'\'', None) if before == b'=' => quote = Some(byte),
            (_, Some(open)) if byte == open => quote = None,
            (b'<' | b'>', None) => return Some(at),
            (b'\n', Some(_)) => quote = None,
            _ => {}
        }
        before = byte;
    }
    None
}

/// Returns the first [`MAX_UNKNOWN_LENGTH`] characters of a text. Only these are searched for the
/// closing tag of an unknown element.
fn near(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_UNKNOWN_LENGTH);
    end.map_or(text, |(end, _)| &text[..end])
}

/// Decodes the entities of a text by the rules of markdown: `&amp;` becomes `&`.
pub fn decoded(text: &str) -> String {
    let mut parts = text.split('&');
    let mut decoded = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '#');
        let end = end.filter(|end| part[*end..].starts_with(';'));
        let (name, rest) = part.split_at(end.map_or(0, |end| end + 1));
        let entity = format!("&{name}");
        match Parser::new(&entity).nth(1) {
            Some(Event::Text(text)) => decoded.push_str(&text),
            _ => decoded.push_str(&entity),
        }
        decoded.push_str(rest);
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(html: &str) -> String {
        let shown = |(_, piece): &(Range<usize>, HtmlPiece<'_>)| match piece {
            HtmlPiece::Text(text) => format!("{text:?}"),
            HtmlPiece::Tag(tag) => {
                format!("{}{}", if tag.is_closing { "/" } else { "" }, tag.name)
            }
        };
        let pieces: Vec<_> = pieces(html, "</Hat>", false).iter().map(shown).collect();
        pieces.join(" ")
    }

    #[rstest::rstest]
    #[case("<b>a</b>", r#"b "a" /b"#)]
    #[case("<H2 id='x'>a &amp; b", r#"h2 "a & b""#)]
    #[case("a <!-- b --> c", r#""a " " c""#)]
    #[case("a <!-- b", r#""a ""#)]
    #[case("take <Weapon> & <b", r#""take <Weapon> & <b""#)]
    #[case(
        "<br/><td class=\"x\">1 &lt; 2 &frac12; &nope;",
        r#"br td "1 < 2 ½ &nope;""#
    )]
    #[case("<dice>[+]</dice> <Hat><x/>", r#"dice "[+]" /dice " " hat "<x/>""#)]
    #[case("<style>a</style>b<?xml?>", r#"style /style "b""#)]
    #[case("", "")]
    fn html_is_split_into_tags_and_text(#[case] html: &str, #[case] expected: &str) {
        assert_eq!(shown(html), expected);
    }

    proptest::proptest! {
        #[test]
        fn any_html_is_split(html in "[<>/&;!a-b -]{0,40}") {
            pieces(&html, &html, true);
        }
    }
}
