//! The package document of a book: its title, and its chapters in order.

use rustc_hash::FxHashMap;

use super::archive::Archive;
use crate::rules::parse::html::tree::{NodeId, ROOT, Tree};
use crate::rules::slug::{decode, one_line};

/// The maximum number of chapters.
pub const MAX_CHAPTERS: usize = 2_000;

#[derive(Default)]
pub struct Package {
    pub title: String,
    pub date: String,
    /// The paths of the documents in the archive, in reading order.
    pub chapters: Vec<String>,
    /// The number of documents after these, which are not read.
    pub left_out: usize,
    /// The paths of the tables of contents.
    contents: Vec<String>,
}

/// Returns the value of an attribute of the first element with a name.
pub fn first_attribute(tree: &Tree, name: &str, key: &str) -> Option<String> {
    let mut found = named(tree, name).filter_map(|at| attribute(tree, at, key));
    found.next().map(str::to_owned)
}

fn named<'a>(tree: &'a Tree, name: &'a str) -> impl Iterator<Item = NodeId> + 'a {
    let is_named = move |at: &NodeId| {
        let own = tree.name(*at);
        own == name
            || own
                .strip_suffix(name)
                .is_some_and(|prefix| prefix.ends_with(':'))
    };
    tree.descendants(ROOT).filter(is_named)
}

fn attribute<'a>(tree: &'a Tree, at: NodeId, key: &str) -> Option<&'a str> {
    tree.element(at)?.get(key)
}

/// Returns the path that a link of the document `from` means; `None` for paths out of the archive.
pub fn resolve(from: &str, link: &str) -> Option<String> {
    let link = decode(link.split('#').next()?);
    if link.starts_with('/') || link.contains(':') || link.contains('\\') {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

impl Package {
    /// Reads a package document, whose path is `path`.
    pub fn read(text: &str, path: &str) -> Self {
        // A browser's parser reads the elements of XML too, but not those that close themselves.
        let text = crate::rules::parse::html::xhtml::to_html(text, &mut |_, _| None);
        let tree = Tree::parse(&text);
        let mut package = Self::default();
        let mut items = FxHashMap::default();
        for at in named(&tree, "item") {
            let get = |key| attribute(&tree, at, key);
            let (Some(id), Some(file)) =
                (get("id"), get("href").and_then(|link| resolve(path, link)))
            else {
                continue;
            };
            let is_nav =
                get("properties").is_some_and(|names| names.split(' ').any(|name| name == "nav"));
            let media = get("media-type").unwrap_or("");
            if is_nav || media == "application/x-dtbncx+xml" {
                package.contents.push(file.clone());
            }
            if media.contains("html") && !is_nav {
                items.insert(id.to_owned(), file);
            }
        }
        for at in named(&tree, "itemref") {
            let file = attribute(&tree, at, "idref").and_then(|id| items.remove(id));
            if package.chapters.len() < MAX_CHAPTERS {
                package.chapters.extend(file);
            } else {
                package.left_out += file.iter().len();
            }
        }
        let text_of = |name| {
            named(&tree, name)
                .map(|at| one_line(tree.text(at).trim()))
                .next()
        };
        package.title = text_of("dc:title").unwrap_or_default();
        let date = text_of("dc:date").unwrap_or_default();
        date.get(..10)
            .unwrap_or(&date)
            .clone_into(&mut package.date);
        package
    }

    /// Returns the titles of the documents in the table of contents, by path.
    pub fn titles(&self, archive: &mut Archive<'_>) -> FxHashMap<String, String> {
        let mut titles = FxHashMap::default();
        for path in &self.contents {
            let Ok(text) = archive.text(path) else {
                continue;
            };
            let text = crate::rules::parse::html::xhtml::to_html(&text, &mut |_, _| None);
            let tree = Tree::parse(&text);
            let mut title = String::new();
            for at in tree.descendants(ROOT) {
                let link = match tree.name(at) {
                    "text" => {
                        title = one_line(tree.text(at).trim());
                        continue;
                    }
                    "content" => attribute(&tree, at, "src"),
                    "a" => {
                        title = one_line(tree.text(at).trim());
                        attribute(&tree, at, "href")
                    }
                    _ => continue,
                };
                if let Some(file) = link.and_then(|link| resolve(path, link)) {
                    titles.entry(file).or_insert_with(|| title.clone());
                }
            }
        }
        titles
    }
}
