//! Long pages: their text is shown at once, and their links when they are found.

use tableside::library::Library;
use tableside::render::Page;
use tableside::rules::{DocumentRef, Rulebook};
use tableside::tui::app::Request;
use tableside::tui::event::Event;

use crate::harness::{Browser, games};

/// A document whose last mention is after more text than is searched for mentions at once, with a
/// second document to go to.
fn browser() -> Browser {
    let filler = "Nothing here is a rule.\n\n".repeat(10_000);
    let long = format!(
        "# Long\n\n## Heavy Door\n\nIt is shut. See [Note](note.md).\n\n{filler}## End\n\n\
         A Heavy Door is opened with a Crowbar. [Note](note.md)\n\n## Crowbar\n\nA tool.\n"
    );
    let note = "# Note\n\n## Small\n\nA note.\n";
    Browser::on_all(&[("long.md", &long), ("note.md", note)], 80, 24)
}

/// Does the work of the other threads, and returns for how many documents links were found.
fn find_links(browser: &mut Browser) -> usize {
    let requests = std::mem::take(&mut browser.app.requests).into_iter();
    let links = requests.filter_map(|request| match request {
        Request::FindLinks(library, document) => Some((library, document)),
        _ => None,
    });
    let links: Vec<_> = links.collect();
    for (library, document) in &links {
        library.find_links_of(*document);
        let ready = Event::PageLinksReady(library.book.clone(), *document);
        browser.app.handle(ready);
    }
    links.len()
}

#[test]
fn a_long_page_gets_its_links_when_they_are_found() {
    let mut browser = browser().at("rules/long#end").keys("jk<Tab><Tab>");
    let status = &browser.app.shared.messages.status;
    let status = status.as_deref().unwrap_or_default();
    assert!(status.starts_with("still finding the links"), "{status}");
    let links = |browser: &Browser| browser.app.reader.sheet.page.links.len();
    // Until then, it has the links that its author wrote.
    assert_eq!(links(&browser), 2);
    let before = browser.app.reader.sheet.scroll;
    assert_eq!(find_links(&mut browser), 1, "they are requested once");
    assert_eq!(links(&browser), 4);
    assert_eq!(browser.app.reader.sheet.scroll, before);
    assert_eq!(find_links(&mut browser), 0, "they are known");
    browser.press("<Esc><Tab><Enter>");
    assert_eq!(browser.reading(), "rules/long#heavy-door");
    // Another width shows the same links without a request.
    browser.resize(60, 24);
    assert_eq!((links(&browser), find_links(&mut browser)), (4, 0));
}

#[test]
fn the_selected_link_stays_selected_when_others_are_found() {
    let mut browser = browser().at("rules/long#end").keys("<Tab>");
    let selected = |browser: &Browser| {
        let sheet = &browser.app.reader.sheet;
        sheet.link.map(|link| sheet.page.text_of_link(link))
    };
    assert_eq!(selected(&browser).as_deref(), Some("Note"));
    let index = browser.app.reader.sheet.link;
    find_links(&mut browser);
    assert_eq!(selected(&browser).as_deref(), Some("Note"));
    assert_ne!(browser.app.reader.sheet.link, index);
}

#[test]
fn a_long_page_that_is_not_shown_waits_without_asking() {
    // In linear mode, the pin is shown only while it has the focus.
    let browser = browser().linear().at("rules/long").keys("poo");
    let mut browser = browser.at("rules/note");
    assert!(browser.app.reading().side.is_none());
    assert_eq!(find_links(&mut browser), 1);
    assert!(browser.app.side.sheet.page.lacks_links);
    assert_eq!(find_links(&mut browser), 0, "they are known");
    browser.press("o");
    assert!(!browser.app.side.sheet.page.lacks_links);
    browser.reread("# Short\n\nNew rules.\n");
    assert_eq!(find_links(&mut browser), 0);
    // Links of old rules change nothing.
    let old = Library::new(Rulebook::load(games(), Vec::new()));
    let ready = Event::PageLinksReady(old.book, DocumentRef(9));
    browser.app.handle(ready);
    browser.screen();
}

/// A comparison of two long sections, after the links of the one on the left were found.
fn comparison() -> Browser {
    let filler = format!("{}\n\n", "Nothing here is a rule. ".repeat(60)).repeat(60);
    let text = |name: &str, end: &str| {
        format!(
            "# {name}\n\n## Door\n\n{filler}Needs a Crowbar{end}. [Note](note.md)\n\n\
             ## Crowbar\n\nA tool.\n"
        )
    };
    let (one, other) = (text("One", ""), text("Other", " today"));
    let note = "# Note\n\n## Small\n\nA note.\n";
    let files = [("one.md", &*one), ("other.md", &*other), ("note.md", note)];
    let mut browser = Browser::on_all(&files, 120, 40)
        .at("rules/one#door")
        .keys("p");
    find_links(&mut browser);
    browser.at("rules/other#door").keys("p")
}

/// The texts of the links of the comparison.
fn compared_links(browser: &Browser) -> Vec<String> {
    let page = browser.comparison().map(|pane| &pane.sheet.page);
    let texts = |page: &Page| {
        (0..page.links.len())
            .map(|link| page.text_of_link(link))
            .collect()
    };
    page.map(texts).unwrap_or_default()
}

#[test]
fn a_long_comparison_gets_its_links_when_they_are_found() {
    let mut browser = comparison();
    assert_eq!(compared_links(&browser), ["Crowbar", "Note", "Note"]);
    browser.press("Gf");
    assert!(browser.app.hints.is_some());
    let requests = std::mem::take(&mut browser.app.requests);
    browser.app.handle(Event::ChangesReady);
    assert!(browser.app.hints.is_some(), "it has the same links");
    browser.app.requests = requests;
    assert_eq!(find_links(&mut browser), 1, "of the other document");
    let complete = ["Crowbar", "Note", "Crowbar", "Note"];
    assert_eq!(compared_links(&browser), complete);
    assert!(browser.app.hints.is_none(), "they would be on other links");
    assert_eq!(find_links(&mut browser), 0);
}

#[test]
fn back_to_a_comparison_selects_the_same_link_among_more() {
    let mut browser = comparison().keys("<Tab><Tab><Tab><Enter>");
    assert_eq!(browser.reading(), "rules/note");
    assert_eq!(find_links(&mut browser), 1);
    browser.press("H");
    let selected = browser.comparison().and_then(|pane| pane.sheet.link);
    assert_eq!((compared_links(&browser).len(), selected), (4, Some(3)));
}

#[test]
fn a_copied_rule_has_the_rules_that_it_embeds() {
    let filler = "Nothing here is a rule.\n\n".repeat(2_000);
    let text = format!("# Long\n\n## Outer\n\n![[Zap]]\n\n## Zap\n\nA bolt.\n\n{filler}");
    let browser = Browser::on(&text, 80, 24).at("rules/house#outer");
    let library = &browser.app.shared.library;
    let copied = library.citation(browser.app.reader.focus);
    assert!(copied.contains("A bolt."), "{copied}");
}
