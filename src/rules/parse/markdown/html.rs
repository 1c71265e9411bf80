//! Splits HTML in markdown into tags and text. Comments are dropped.

use std::borrow::Cow;

use pulldown_cmark::{Event, Parser};

/// Tags that are ignored, such as those of links, images, small text and groups of table rows.
const INLINE: [&str; 29] = [
    "a", "abbr", "cite", "code", "col", "colgroup", "del", "dfn", "figure", "font", "img", "ins",
    "kbd", "label", "mark", "picture", "q", "s", "small", "source", "span", "strike", "sub", "sup",
    "tbody", "tfoot", "thead", "tt", "u",
];

/// Tags at which a paragraph starts or ends.
const BLOCKS: [&str; 23] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "caption",
    "center",
    "dd",
    "details",
    "div",
    "dl",
    "figcaption",
    "footer",
    "header",
    "hr",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "ul",
];

/// The maximum length of an entity's name, in bytes.
const MAX_ENTITY_LENGTH: usize = 32;

/// The maximum distance, in characters, between the tags of an unknown element. Also the maximum
/// length, in bytes, of a tag that extends over several lines.
const MAX_UNKNOWN_LENGTH: usize = 400;

#[derive(Debug)]
pub enum HtmlPiece<'a> {
    /// Text, with its entities decoded.
    Text(Cow<'a, str>),
    /// An opening or closing tag.
    Tag { element: Element, is_closing: bool },
}

#[derive(Clone, Copy, Debug)]
pub enum Element {
    /// An element whose tags are ignored. Its text is kept.
    Ignored,
    /// A paragraph, or an element that contains paragraphs.
    Block,
    Strong,
    Emphasis,
    Heading(u8),
    /// A term in a definition list.
    DefinedTerm,
    LineBreak,
    ListItem,
    Table,
    Row,
    Cell,
    /// A checkbox or a radio button; `true` if it is checked.
    Checkbox(bool),
    /// A script or a style sheet, whose text is not shown.
    Hidden,
    /// Another page or a recording. The text shows only the name of the element, such as `video`.
    Embedded(&'static str),
}

/// Splits HTML into its pieces. `below` is the text after `html`. An opening tag of an unknown
/// element, such as the placeholder `<Weapon>`, is text unless its closing tag follows soon.
pub fn pieces<'a>(html: &'a str, below: &str) -> Vec<HtmlPiece<'a>> {
    let mut pieces = Vec::new();
    let mut rest = html;
    while !rest.is_empty() {
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        if let Some((element, is_closing, length)) = tag(rest, below) {
            pieces.push(HtmlPiece::Tag {
                element,
                is_closing,
            });
            rest = &rest[length..];
            continue;
        }
        let next = rest.char_indices().skip(1).find(|(at, c)| {
            *c == '<' && (rest[*at..].starts_with("<!--") || tag(&rest[*at..], below).is_some())
        });
        let (text, after) = rest.split_at(next.map_or(rest.len(), |(at, _)| at));
        pieces.push(HtmlPiece::Text(decoded(text)));
        rest = after;
    }
    pieces
}

/// Finds a tag that starts in `html` and continues on the next line. Returns the byte offset of the
/// tag, or the length of `html` if there is no such tag.
pub fn before_cut_tag(html: &str) -> usize {
    let is_cut = |at: &usize| {
        let rest = &html[at + 1..];
        let is_tag = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        is_tag && !rest.contains('>') && rest.len() <= MAX_UNKNOWN_LENGTH
    };
    html.rfind('<').filter(is_cut).unwrap_or(html.len())
}

/// Parses the tag at the start of a text. Returns the element, whether the tag is a closing tag,
/// and the tag's length in bytes.
fn tag(text: &str, below: &str) -> Option<(Element, bool, usize)> {
    let inner = text.strip_prefix('<')?;
    let end = inner.find(['<', '>'])?;
    if inner[end..].starts_with('<') {
        return None;
    }
    let (inner, after) = inner.split_at(end);
    let name = inner.strip_prefix('/').unwrap_or(inner);
    let is_closing = name.len() < inner.len();
    let name_end = name
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(name.len());
    let (name, attributes) = name.split_at(name_end);
    let is_tag = attributes.is_empty() || attributes.starts_with([' ', '/', '\t', '\n']);
    let element = match element(&name.to_ascii_lowercase()) {
        Some(Element::Checkbox(_)) => checkbox(attributes),
        Some(element) => element,
        None if name.is_empty() => return None,
        None => {
            let end = format!("</{name}>");
            let is_closed = || near(after).contains(&end) || near(below).contains(&end);
            (is_closing || is_closed()).then_some(Element::Ignored)?
        }
    };
    is_tag.then_some((element, is_closing, end + 2))
}

/// Returns the first [`MAX_UNKNOWN_LENGTH`] characters of a text. Only these are searched for the
/// closing tag of an unknown element.
fn near(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_UNKNOWN_LENGTH);
    end.map_or(text, |(end, _)| &text[..end])
}

/// Returns a checkbox if the attributes of an `input` are those of a checkbox or a radio button.
/// Other inputs are not shown.
fn checkbox(attributes: &str) -> Element {
    let attributes = attributes.to_ascii_lowercase();
    let mut words = attributes.split([' ', '\t', '\n', '/', '=', '"', '\'']);
    let is_checked = words.clone().any(|word| word == "checked");
    if words.any(|word| matches!(word, "checkbox" | "radio")) {
        Element::Checkbox(is_checked)
    } else {
        Element::Ignored
    }
}

fn element(name: &str) -> Option<Element> {
    Some(match name {
        "b" | "strong" => Element::Strong,
        "i" | "em" | "var" => Element::Emphasis,
        "br" => Element::LineBreak,
        "input" => Element::Checkbox(false),
        "li" => Element::ListItem,
        "dt" => Element::DefinedTerm,
        "table" => Element::Table,
        "tr" => Element::Row,
        "td" | "th" => Element::Cell,
        "script" | "style" => Element::Hidden,
        "audio" => Element::Embedded("audio"),
        "iframe" => Element::Embedded("iframe"),
        "video" => Element::Embedded("video"),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Element::Heading(name.as_bytes()[1] - b'0'),
        name if INLINE.contains(&name) => Element::Ignored,
        name if BLOCKS.contains(&name) => Element::Block,
        _ => return None,
    })
}

/// Decodes the entities of a text by the rules of markdown: `&amp;` becomes `&`.
pub fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split('&');
    let mut decoded = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let end = part.find(';').filter(|end| *end <= MAX_ENTITY_LENGTH);
        let (entity, rest) = part.split_at(end.map_or(0, |end| end + 1));
        match character(entity) {
            Some(character) => decoded.push_str(&character),
            None => decoded.extend(["&", entity]),
        }
        decoded.push_str(rest);
    }
    Cow::Owned(decoded)
}

/// Decodes an entity that is given without its `&`: `lt;` becomes `<`. Returns `None` if the text
/// is not a name followed by a semicolon.
fn character(entity: &str) -> Option<String> {
    let name = entity.strip_suffix(';').filter(|name| !name.is_empty())?;
    let text = format!("&{name};");
    let mut events = Parser::new(&text);
    events.find_map(|event| match event {
        Event::Text(text) => Some(text.into_string()),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(html: &str) -> String {
        let shown = |piece: &HtmlPiece<'_>| match piece {
            HtmlPiece::Text(text) => format!("{text:?}"),
            HtmlPiece::Tag {
                element,
                is_closing,
            } => {
                format!("{}{element:?}", if *is_closing { "/" } else { "" })
            }
        };
        let pieces: Vec<_> = pieces(html, "</Hat>").iter().map(shown).collect();
        pieces.join(" ")
    }

    #[rstest::rstest]
    #[case("<b>a</b>", r#"Strong "a" /Strong"#)]
    #[case("<H2 id='x'>a &amp; b", r#"Heading(2) "a & b""#)]
    #[case("a <!-- b --> c", r#""a " " c""#)]
    #[case("a <!-- b", r#""a ""#)]
    #[case("take <Weapon> & <b", r#""take <Weapon> & <b""#)]
    #[case(
        "<br/><td class=\"x\">1 &lt; 2 &frac12; &nope;",
        r#"LineBreak Cell "1 < 2 ½ &nope;""#
    )]
    #[case(
        "<dice>[+]</dice> <Hat><x/>",
        r#"Ignored "[+]" /Ignored " " Ignored "<x/>""#
    )]
    #[case("<input type=radio><input>", "Checkbox(false) Ignored")]
    #[case("", "")]
    fn html_is_split_into_tags_and_text(#[case] html: &str, #[case] expected: &str) {
        assert_eq!(shown(html), expected);
    }

    proptest::proptest! {
        #[test]
        fn any_html_is_split(html in "[<>/&;!a-b -]{0,40}") {
            pieces(&html, &html);
        }
    }
}
