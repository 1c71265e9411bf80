//! Finds what a page says about itself: its title, address, date and language.

use super::tree::{NodeContent, ROOT, Tree};
use crate::rules::model::{FrontMatter, is_address};
use crate::rules::slug::one_line;
use crate::source::clean;

/// The names of metadata with the date of the last change, the best first.
const DATES: [&str; 8] = [
    "article:modified_time",
    "og:updated_time",
    "dcterms.modified",
    "last-modified",
    "article:published_time",
    "dcterms.date",
    "dc.date",
    "date",
];

/// Reads the head of a page as front matter. `address` is that of an archive.
pub fn read(tree: &Tree, address: Option<&str>) -> FrontMatter {
    let address = address.map(str::to_owned).or_else(|| self::address(tree));
    let values = [
        ("title", title(tree)),
        ("source", address),
        ("last_update_date", date(tree)),
        ("lang", language(tree)),
    ];
    let values = values.into_iter().filter_map(|(key, value)| {
        let value = clean(&one_line(value?.trim())).trim().to_owned();
        (!value.is_empty()).then(|| (key.to_owned(), value))
    });
    FrontMatter {
        values: values.collect(),
        aliases: Vec::new(),
    }
}

/// Returns what the program has noted about a book that it wrote as a page: its summary, and faults,
/// each with its code, message and advice.
pub fn notes(tree: &Tree) -> (Option<String>, Vec<[String; 2]>) {
    let mut faults = Vec::new();
    for at in tree.descendants(ROOT) {
        let element = tree.element(at).filter(|element| element.name() == "meta");
        let Some(element) =
            element.filter(|element| element.get("name") == Some("tableside:fault"))
        else {
            continue;
        };
        let content = element.get("content").unwrap_or("");
        if let Some((message, help)) = content.split_once('|') {
            faults.push([message, help].map(|text| clean(text).into_owned()));
        }
    }
    (meta(tree, "tableside:summary"), faults)
}

fn title(tree: &Tree) -> Option<String> {
    let is_title = |at: &usize| {
        let is_in_head = || tree.ancestors(*at).any(|at| tree.name(at) == "head");
        tree.name(*at) == "title" && is_in_head()
    };
    let found = tree.descendants(ROOT).find(is_title)?;
    Some(tree.text(found))
}

/// Returns the value of the first metadata with a name.
fn meta(tree: &Tree, name: &str) -> Option<String> {
    tree.descendants(ROOT).find_map(|at| {
        let element = tree
            .element(at)
            .filter(|element| element.name() == "meta")?;
        let mut keys = ["name", "property", "http-equiv"].into_iter();
        let is_named = keys.any(|key| {
            element
                .get(key)
                .is_some_and(|key| key.eq_ignore_ascii_case(name))
        });
        is_named.then(|| element.get("content").unwrap_or("").to_owned())
    })
}

/// Returns the address of a page: the one that it names, or the one from which a browser saved it.
fn address(tree: &Tree) -> Option<String> {
    let canonical = tree.descendants(ROOT).find_map(|at| {
        let element = tree.element(at)?;
        let is_canonical = element.name() == "link" && element.get("rel") == Some("canonical");
        element.get("href").filter(|_| is_canonical)
    });
    let saved = || {
        tree.descendants(ROOT)
            .find_map(|at| match &tree.node(at).content {
                NodeContent::Comment(text) => {
                    let text = text.trim().strip_prefix("saved from url=(")?;
                    Some(text.split_once(')')?.1.trim().to_owned())
                }
                _ => None,
            })
    };
    canonical
        .map(str::to_owned)
        .or_else(|| meta(tree, "og:url"))
        .or_else(saved)
        .filter(|address| is_address(address))
}

/// Returns the date of the last change as the page has it, without its time.
fn date(tree: &Tree) -> Option<String> {
    let found = DATES.iter().find_map(|name| meta(tree, name));
    let found = found.or_else(|| {
        tree.descendants(ROOT).find_map(|at| {
            let element = tree
                .element(at)
                .filter(|element| element.name() == "time")?;
            let is_change = element.get("itemprop") == Some("dateModified");
            element
                .get("datetime")
                .filter(|_| is_change)
                .map(str::to_owned)
        })
    })?;
    let is_iso = found.as_bytes().get(4) == Some(&b'-') && found.as_bytes().get(10) == Some(&b'T');
    Some(
        found
            .get(..10)
            .filter(|_| is_iso)
            .map_or(found.clone(), str::to_owned),
    )
}

fn language(tree: &Tree) -> Option<String> {
    let html = tree.descendants(ROOT).find(|at| tree.name(*at) == "html")?;
    let element = tree.element(html)?;
    let language = element.get("lang").or_else(|| element.get("xml:lang"))?;
    Some(language.split('-').next().unwrap_or("").to_owned())
}
