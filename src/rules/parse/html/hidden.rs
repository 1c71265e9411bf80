//! Tells what of a page is not its text: navigation, forms, notices, and what no reader sees.

use super::tree::{NodeContent, NodeId, ROOT, Tree};
use crate::rules::parse::elements::is_hidden;

/// The part of a page's words that its main element must have.
const MAIN_SHARE: usize = 2;

/// Words in the class or id of an element that asks to accept cookies or to sign in, or that only
/// serves to edit or to link the page.
const NOTICES: [&str; 8] = [
    "consent",
    "cookie",
    "gdpr",
    "headerlink",
    "login",
    "mw-editsection",
    "signin",
    "skip-link",
];

/// Parts of the class or id of an element that holds navigation.
const NAVIGATION: [&str; 9] = [
    "breadcrumb",
    "breadcrumbs",
    "menu",
    "nav",
    "navbar",
    "navigation",
    "pager",
    "pagination",
    "sidebar",
];

/// In navigation, at least three of this many words are in links. Link density tells text from what is
/// around it (Kohlschütter, Fankhauser and Nejdl, "Boilerplate Detection using Shallow Text Features", 2010).
const LINK_DENSITY: usize = 4;

/// Navigation has at most this many elements and texts.
const MAX_NAVIGATION: usize = 5000;

/// Why an element is not text of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// It has no text: a script, a style sheet, a drawing.
    Code,
    Navigation,
    Form,
    Notice,
    Hidden,
    /// It is outside the main element.
    Outside,
}

impl LeftOut {
    /// Returns what is left out, or `None` for what has no text.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Code => None,
            Self::Navigation => Some("navigation"),
            Self::Form => Some("forms"),
            Self::Notice => Some("notices"),
            Self::Hidden => Some("hidden text"),
            Self::Outside => Some("text around the page"),
        }
    }
}

/// Returns why an element is left out, if it is.
pub fn reason(tree: &Tree, at: NodeId) -> Option<LeftOut> {
    let element = tree.element(at)?;
    let role = element.get("role").unwrap_or("");
    match element.name() {
        "script" | "style" | "noscript" | "head" | "template" | "svg" | "annotation"
        | "annotation-xml" | "canvas" | "map" => return Some(LeftOut::Code),
        "nav" => return Some(LeftOut::Navigation),
        "button" | "select" | "textarea" | "datalist" => return Some(LeftOut::Form),
        "dialog" if element.get("open").is_none() => return Some(LeftOut::Hidden),
        _ => {}
    }
    let is_hidden =
        is_hidden(element.name(), element) || element.get("aria-hidden") == Some("true");
    match role {
        "navigation" | "menu" | "menubar" | "tablist" | "toolbar" => Some(LeftOut::Navigation),
        "search" => Some(LeftOut::Form),
        "dialog" | "alertdialog" => Some(LeftOut::Notice),
        _ if is_hidden => Some(LeftOut::Hidden),
        _ => by_name(tree, at).or_else(|| is_permalink(tree, at).then_some(LeftOut::Code)),
    }
}

/// Returns why an element is left out, as its classes and its id say.
fn by_name(tree: &Tree, at: NodeId) -> Option<LeftOut> {
    let names = names(tree, at);
    if is_notice(tree, at, &names) {
        return Some(LeftOut::Notice);
    }
    is_navigation(tree, at, &names).then_some(LeftOut::Navigation)
}

/// Returns the classes and the id of an element of a page, in lower case.
fn names(tree: &Tree, at: NodeId) -> Vec<String> {
    let element = tree
        .element(at)
        .filter(|element| !matches!(element.name(), "html" | "body" | "main"));
    let names = |key| element.and_then(|element| element.get(key));
    let names = ["class", "id"].into_iter().filter_map(names);
    let words = names.flat_map(|names| names.split_ascii_whitespace());
    words.map(str::to_ascii_lowercase).collect()
}

/// Whether the class or id of an element says that it is navigation, and it consists of links.
fn is_navigation(tree: &Tree, at: NodeId, names: &[String]) -> bool {
    let is_named = names.iter().any(|name| {
        let mut parts = name.split(['-', '_']);
        parts.any(|part| NAVIGATION.contains(&part))
    });
    let links = || {
        let links = tree.descendants(at).filter(|at| tree.name(*at) == "a");
        links.map(|link| words(tree, link)).sum::<usize>()
    };
    is_named
        && tree.descendants(at).nth(MAX_NAVIGATION).is_none()
        && links() * LINK_DENSITY >= words(tree, at) * (LINK_DENSITY - 1)
}

/// Whether the class or id of an element says that it is a notice. An element with headings is text,
/// whatever its class.
fn is_notice(tree: &Tree, at: NodeId, names: &[String]) -> bool {
    let is_notice = names.iter().any(|name| {
        NOTICES
            .iter()
            .any(|notice| name.starts_with(notice) || name.ends_with(notice))
    });
    is_notice && !tree.descendants(at).any(|at| is_heading(tree.name(at)))
}

/// Whether an element links a heading to itself by a mark: `<a href="#x">¶</a>`.
fn is_permalink(tree: &Tree, at: NodeId) -> bool {
    let is_fragment = |link: &str| link.contains('#');
    let Some(element) = tree.element(at).filter(|element| element.name() == "a") else {
        return false;
    };
    let is_link = element.get("href").is_some_and(is_fragment);
    let text = || tree.text(at);
    is_link && {
        let text = text();
        let marks = text.trim();
        !marks.is_empty() && matches!(marks, "¶" | "#" | "§" | "🔗" | "∞" | "^" | "\u{200b}")
    }
}

pub fn is_heading(name: &str) -> bool {
    matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
}

/// Returns the element that contains the text of a page: the main element or the only article, if it
/// has most of the words, otherwise the body.
pub fn main_element(tree: &Tree) -> NodeId {
    let elements = || {
        tree.descendants(ROOT)
            .filter(|at| tree.element(*at).is_some())
    };
    let body = elements()
        .find(|at| tree.name(*at) == "body")
        .unwrap_or(ROOT);
    let is_main = |at: &NodeId| {
        let role = tree.element(*at).and_then(|element| element.get("role"));
        tree.name(*at) == "main" || role == Some("main")
    };
    let mut articles = elements().filter(|at| tree.name(*at) == "article");
    let article = articles.next().filter(|_| articles.next().is_none());
    let found = elements().find(is_main).or(article);
    let has_most = |at: &NodeId| words(tree, *at) * MAIN_SHARE > words(tree, body);
    found.filter(has_most).unwrap_or(body)
}

/// Counts the words of an element that a reader sees.
pub fn words(tree: &Tree, of: NodeId) -> usize {
    let mut count = 0;
    let mut next = Some(of);
    while let Some(at) = next {
        let node = tree.node(at);
        if let NodeContent::Text(text) = &node.content {
            count += text.split_whitespace().count();
        }
        let is_skipped = matches!(
            tree.name(at),
            "script" | "style" | "noscript" | "head" | "template" | "svg" | "nav"
        );
        let first = node.first.filter(|_| !is_skipped || at == of);
        next = first.or_else(|| tree.after(at, of));
    }
    count
}
