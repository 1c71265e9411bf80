//! What the page of a document may lack of what the reference shows: a name, and the function that
//! removes it from the text.

use std::sync::LazyLock;

use regex::{Captures, Regex};

type Remove = fn(&str) -> String;

/// The permitted differences, in the order in which they are removed.
pub const PERMITTED: [(&str, Remove); 17] = [
    ("front matter", front_matter),
    ("comments of Obsidian", comments),
    (
        "code blocks of plugins, whose queries only the plugin answers",
        plugins,
    ),
    ("queries and dice in code spans", queries),
    ("imports and comments of MDX", imports),
    (
        "requests to include a file, which is a document of its own",
        includes,
    ),
    ("what a frame shows where it is not supported", frames),
    ("the targets of wiki links in tables", wiki_links),
    (
        "marks of containers: their kind, if they have a title",
        containers,
    ),
    ("commands of site generators", commands),
    ("attribute lists", attributes),
    ("ids of blocks", block_ids),
    ("marks of footnotes", footnotes),
    ("requests for a list of contents", contents),
    (
        "addresses that a converter broke over two lines",
        broken_addresses,
    ),
    ("sizes of images", sizes),
    ("icon fonts", icons),
];

fn replaced(text: &str, regex: &'static LazyLock<Regex>, new: &str) -> String {
    regex.replace_all(text, new).into_owned()
}

macro_rules! regex {
    ($pattern:literal) => {{
        static REGEX: LazyLock<Regex> = LazyLock::new(|| Regex::new($pattern).expect("a pattern"));
        &REGEX
    }};
}

fn front_matter(text: &str) -> String {
    replaced(
        text,
        regex!(r"\A(---|\+\+\+)[ \t]*\n(?s:.*?)\n(---|\+\+\+|\.\.\.)[ \t]*(\n|\z)"),
        "",
    )
}

fn comments(text: &str) -> String {
    let text = replaced(text, regex!(r"(?m)^%%[ \t]*\n(?s:.*?)^%%[ \t]*$"), "");
    replaced(&text, regex!(r"%%[^%\n]*%%"), "")
}

fn plugins(text: &str) -> String {
    let plugin = regex!(
        r"(?m)^([ >]*)```(dataview|dataviewjs|tasks|button|leaflet|statblock|encounter|encounter-table)[ \t]*\n(?s:.*?)^[ >]*```[ \t]*$"
    );
    let text = replaced(text, plugin, "$1");
    let admonition = regex!(
        r"(?m)^(```|~~~)(ad-[A-Za-z0-9_]+|admonish.*|\{[A-Za-z0-9_]+\}.*)\n((?s:.*?))^(```|~~~)[ \t]*$"
    );
    let text = replaced(&text, admonition, "$3");
    replaced(&text, regex!(r"(?m)^(title|collapse|color|icon): "), "")
}

fn queries(text: &str) -> String {
    replaced(text, regex!(r"`(\$=|= ?|dice: ?)[^`\n]*`"), "")
}

fn includes(text: &str) -> String {
    replaced(text, regex!(r"(?m)^!!!include\([^)\n]*\)!!![ \t]*$"), "")
}

fn frames(text: &str) -> String {
    replaced(text, regex!(r"<iframe[^>]*>(?s:.*?)</iframe>"), "")
}

fn wiki_links(text: &str) -> String {
    replaced(
        text,
        regex!(r"(^|[^!])\[\[[^\]|\n]*\|([^\]|\n]*)\]\]"),
        "$1$2",
    )
}

fn imports(text: &str) -> String {
    let text = replaced(text, regex!(r"\{/\*(?s:.*?)\*/\}"), "");
    replaced(
        &text,
        regex!(r"(?m)^(import .* from .*|export (const|default) .*);?$"),
        "",
    )
}

fn containers(text: &str) -> String {
    let text = replaced(
        text,
        regex!(r#"(?m)^([ >]*)(!!!|\?\?\?\+?|===)[ \t]*[A-Za-z0-9_ -]*"([^"\n]*)"[ \t]*$"#),
        "$1$3",
    );
    let text = replaced(
        &text,
        regex!(r"(?m)^([ >]*):{3,}[ \t]*(\{[^}\n]*\}|)[ \t]*$"),
        "$1",
    );
    let text = replaced(
        &text,
        regex!(r"(?m)^([ >]*)(!!!|\?\?\?\+?|:{3,})[ \t]*[A-Za-z0-9_-]+[ \t]+([^ \t\n].*)$"),
        "$1$3",
    );
    let text = replaced(
        &text,
        regex!(r"(?m)^([ >]*)\[!([A-Za-z0-9_-]+)\][+-]?[ \t]+([^ \t\n].*)$"),
        "$1$3",
    );
    // What MkDocs indents is not code.
    let mut dedented = String::new();
    let mut open = false;
    for (line, before) in text.lines().zip(std::iter::once("").chain(text.lines())) {
        let _ = before;
        if line.starts_with("!!!") || line.starts_with("???") {
            open = true;
        } else if open
            && !line.trim().is_empty()
            && !line.starts_with("    ")
            && !line.starts_with('\t')
        {
            open = false;
        }
        dedented.push_str(if open {
            line.strip_prefix("    ").unwrap_or(line)
        } else {
            line
        });
        dedented.push('\n');
    }
    dedented
}

fn commands(text: &str) -> String {
    let value = regex!(r#"\{\{ *["']([^"'}\n]*)["'] *(\|[^}\n]*)?\}\}"#);
    let text = value.replace_all(text, |found: &Captures<'_>| found[1].replace(' ', "%20"));
    replaced(&text, regex!(r"(\{\{[^}\n]*\}\}|\{%[^%\n]*%\})"), "")
}

fn attributes(text: &str) -> String {
    replaced(
        text,
        regex!(
            r#"\{:?[ ]?([.#][A-Za-z0-9_-]+|[A-Za-z0-9_-]+="?[^"}\n]*"?)([ ]+([.#][A-Za-z0-9_-]+|[A-Za-z0-9_-]+="?[^"}\n]*"?))*[ ]?\}"#
        ),
        "",
    )
}

fn block_ids(text: &str) -> String {
    let text = replaced(text, regex!(r"(?m)(^|[ >])\^[A-Za-z0-9-]+[ \t]*$"), "$1");
    replaced(&text, regex!(r"#\^[A-Za-z0-9-]+"), "")
}

fn footnotes(text: &str) -> String {
    let text = replaced(text, regex!(r"(?m)^\[\^[^\]\n]+\]:"), "");
    replaced(&text, regex!(r"\[\^[^\]\n ]+\]"), "")
}

fn contents(text: &str) -> String {
    let text = replaced(
        text,
        regex!(r"(?m)^(\[TOC\]|\[\[_?TOC_?\]\]|\$\{toc\}|@\[toc\])[ \t]*$"),
        "",
    );
    replaced(
        &text,
        regex!(r"(?m)^[-*1.]+[ \t]+[A-Za-z0-9_]*[ \t]*\n\{: *toc *\}"),
        "",
    )
}

fn broken_addresses(text: &str) -> String {
    replaced(text, regex!(r"\]\([^()\n]*\n[^()\n]*\)"), "](x)")
}

fn sizes(text: &str) -> String {
    replaced(text, regex!(r"(!\[[^\]\n]*)\|[0-9x]+\]"), "$1]")
}

fn icons(text: &str) -> String {
    replaced(
        text,
        regex!(r#"<span class="[^"]*(icon|font)[^"]*">[A-Za-z0-9_]</span>"#),
        "",
    )
}
