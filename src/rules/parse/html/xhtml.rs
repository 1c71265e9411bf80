//! Rewrites the tags of XHTML: elements that close themselves, and ids and links in chapters of a book.

/// Elements without content, which have no closing tag in HTML.
const VOID: [&str; 13] = [
    "area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// Returns XHTML as HTML, in which `<a/>` would stay open. `change` may give an attribute another
/// value; it gets the name and the value.
pub fn to_html(xhtml: &str, change: &mut dyn FnMut(&str, &str) -> Option<String>) -> String {
    let mut html = String::with_capacity(xhtml.len());
    let mut rest = xhtml;
    while let Some(start) = rest.find('<') {
        html += &rest[..start];
        rest = &rest[start..];
        let is_tag = rest[1..].starts_with(|c: char| c.is_ascii_alphabetic());
        let end = if is_tag { tag_end(rest) } else { Some(1) };
        let Some(end) = end else { break };
        if is_tag {
            tag(&rest[..end], change, &mut html);
        } else {
            html.push('<');
        }
        rest = &rest[end..];
    }
    html + rest
}

/// Returns the length of the tag at the start of a text.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return Some(at + 1),
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    None
}

/// Writes an opening tag.
fn tag(tag: &str, change: &mut dyn FnMut(&str, &str) -> Option<String>, html: &mut String) {
    let inner = tag[1..].trim_end_matches('>');
    let is_closed = inner.ends_with('/');
    let inner = inner.trim_end_matches('/');
    let name_end = inner
        .find(|c: char| c.is_ascii_whitespace())
        .unwrap_or(inner.len());
    let (name, mut rest) = inner.split_at(name_end);
    html.push('<');
    *html += name;
    while let Some(sign) = rest.find('=') {
        let key = rest[..sign].trim();
        let value = rest[sign + 1..].trim_start();
        let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            break;
        };
        let Some((value, after)) = value[1..].split_once(quote) else {
            break;
        };
        let changed = change(key, value);
        let changed = changed.as_deref().unwrap_or(value);
        html.extend([" ", key, "="]);
        html.push(quote);
        html.push_str(changed);
        html.push(quote);
        rest = after;
    }
    *html += rest;
    html.push('>');
    if is_closed && !VOID.contains(&name) {
        html.extend(["</", name, ">"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case(
        "<p>a<a id='x'/>b<br/>c &lt; 2 < 3</p>",
        "<p>a<a id='N-x'></a>b<br>c &lt; 2 < 3</p>"
    )]
    #[case(
        "<a href=\"c>d\" >e</a><!-- <f/> -->",
        "<a href=\"c>d\" >e</a><!-- <f></f> -->"
    )]
    #[case("<a", "<a")]
    fn tags_are_rewritten(#[case] xhtml: &str, #[case] expected: &str) {
        let mut change = |key: &str, value: &str| (key == "id").then(|| format!("N-{value}"));
        assert_eq!(to_html(xhtml, &mut change), expected);
    }
}
