//! Compares pages with those of an independent renderer ([`oracle`](crate::oracle)), for inputs of each
//! kind that people write.

use rstest::rstest;
use tableside::links::LinkGraph;
use tableside::rules::{DocumentRef, Rulebook};
use tableside::search::{Query, SearchIndex};
use tableside::source::Source;

use crate::oracle::{self, Seen};

fn load(text: &str) -> LinkGraph {
    let source = Source::in_memory("marsh.md", text);
    LinkGraph::new(Rulebook::load(vec![source], Vec::new()))
}

fn headings(seen: &Seen) -> Vec<&str> {
    let mut texts: Vec<_> = seen
        .headings
        .iter()
        .map(|(_, text)| text.as_str())
        .collect();
    texts.sort_unstable();
    texts
}

/// Inputs that the reference reads as we do.
#[rstest]
#[case::numbers(
    "# Law\n\n## 4.2 Long Falls\n\nTake 2, see 4.1.\n\n## AC - Armour Class (Base)\n\n10.\n"
)]
#[case::run_in("# Beasts\n\n## Wyrm\n\n**Breath (Recharge 5-6):** 6d6 acid.\n")]
#[case::raised(
    "# Sup\n\n| Bow | 12<sup>1</sup> |\n|---|---|\n| Area | 10<sup>2</sup>, x<sub>2</sub> |\n\nThe 10<sup>th</sup>.\n"
)]
#[case::setext("Marsh Book\n==========\n\nIntro.\n\nAmbush\n------\n\nAttack.\n")]
#[case::definitions("# Terms\n\nBog\n\n:   Wet ground.\n\n    - deep\n\nEel\n\n:   A fish.\n")]
#[case::html_definitions(
    "# Terms\n\n<dl>\n<dt>Bog</dt>\n<dd>Wet.</dd>\n<dt>Eel<dd>A fish.\n</dl>\n\nMore.\n"
)]
#[case::html_lists(
    "# Steps\n\n<ol start=\"4\"><li>Four<ol><li>Sub</li></ol></li><li>Five</li></ol>\n\n<pre>\nRoll  Result\n1     Miss\n</pre>\n"
)]
#[case::tabs_in_html(
    "# Larp\n\n<div id=\"toc\">\n\t<h3>Contents</h3>\n\t<ul>\n\t\t<li><a href=\"#a\">Safety</a></li>\n\t\t<li>Calls</li>\n\t</ul>\n</div>\n"
)]
#[case::spans(
    "# T\n\n<table><tr><th colspan=2>Roll</th><th rowspan=2>Find</th></tr><tr><td>1</td><td>2</td></tr><tr><td rowspan=2>a</td><td>b</td><td>c</td></tr><tr><td>d</td><td>e</td></tr></table>\n"
)]
#[case::hidden(
    "# H\n\n<div hidden>no</div>\n\n<p style=\"display: none\">no</p>\n\nYes <span hidden>no</span> yes.\n\n<script>let no = 1;</script>\n\n<!-- no -->\n"
)]
#[case::quoted_headings(
    "# Brew\n\n## Monsters\n\n> ## Bog Troll\n>\n> *Large giant*\n>\n> ### Actions\n>\n> Smash.\n\nAfter.\n"
)]
#[case::lists(
    "# L\n\n3. three\n4. four\n   - inner\n     1. deep\n5. five\n\n7) seven\n8) eight\n"
)]
#[case::table_in_a_list("# L\n\n- One:\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n\n- Two\n")]
#[case::escapes("# E\n\n2 \\* 3 \\_x\\_ \\{a\\} 5 &lt; 6 &amp;amp; `a | b` \\`c\\`\n")]
#[case::code("# C\n\n```\nName    Cost\n  Axe   2\n\nend\n```\n\n    indented\n      more\n")]
#[case::footnote("# F\n\nText[^a] more.\n\n[^a]: The note.\n\nEnd.\n")]
#[case::title_below("![logo](logo.png)\n\n---\n\n# Fen Rules\n\nBody.\n")]
#[case::nested_quotes("# Q\n\n> a\n> > b\n> c\n>\n> - d\n>   e\n")]
fn a_page_says_what_the_reference_says(#[case] text: &str) {
    let links = load(text);
    let (reference, page) = (
        oracle::reference(text),
        oracle::page(&links, DocumentRef(0)),
    );
    assert_eq!(oracle::lost(&reference.tokens, &page.tokens), []);
    assert_eq!(headings(&page), headings(&reference));
    assert_eq!(page.tables, reference.tables);
    assert_eq!(page.terms, reference.terms);
    assert_eq!(page.code, reference.code);
}

/// Dialects, each with markdown that means the same.
#[rstest]
#[case::mkdocs(
    "!!! note \"Deep\"\n    ### Mud\n\n    Wet.\n\n    | a | b |\n    |---|---|\n    | 1 | 2 |\n\nAfter.",
    "> **Deep**\n>\n> ### Mud\n>\n> Wet.\n>\n> | a | b |\n> |---|---|\n> | 1 | 2 |\n\nAfter."
)]
#[case::mkdocs_without_a_title("??? tip\n    Bring rope.\n", "> **Tip**\n>\n> Bring rope.\n")]
#[case::an_empty_title("!!! box \"\"\n    Water rises.\n", "> Water rises.\n")]
#[case::in_a_list(
    "- a\n\n    !!! note\n        b\n\n- c\n",
    "- a\n\n    > **Note**\n    >\n    > b\n\n- c\n"
)]
#[case::docusaurus(
    ":::note Deep water\n\nSwim.\n\n:::\n\nEnd.",
    "> **Deep water**\n>\n> Swim.\n\nEnd."
)]
#[case::docusaurus_brackets(
    "::::tip[Deep]\nSwim.\n\n:::info\nIn.\n:::\n::::\n",
    "> **Deep**\n>\n> Swim.\n>\n> > **Info**\n> >\n> > In.\n"
)]
#[case::pandoc("::: {.sheet #x}\nBoxed.\n:::\n", "Boxed.\n")]
#[case::gitbook(
    "{% hint style=\"warning\" %}\nLook out.\n{% endhint %}\n\nEnd.",
    "> **Warning**\n>\n> Look out.\n\nEnd."
)]
#[case::hugo(
    "{{< hint info >}}\nThree.\n{{< /hint >}}\n\n{{% notice tip \"Rope\" %}}\nBring it.\n{{% /notice %}}\n",
    "> **Info**\n>\n> Three.\n\n> **Rope**\n>\n> Bring it.\n"
)]
#[case::retype(
    "!!!warning Deep\nSwim.\n!!!\n\nEnd.",
    "> **Deep**\n>\n> Swim.\n\nEnd."
)]
#[case::gitlab(
    ">>> [!note] Deep\nSwim.\n\n- a\n>>>\n\nEnd.",
    "> **Deep**\n>\n> Swim.\n>\n> - a\n\nEnd."
)]
#[case::github("> [!WARNING]\n> Leeches.\n", "> **WARNING**\n>\n> Leeches.\n")]
#[case::blocks("/// note | Deep\nSwim.\n///\n", "> **Deep**\n>\n> Swim.\n")]
#[case::comment("a\n\n{% comment %}\nno\n{% endcomment %}\n\nb\n", "a\n\nb\n")]
#[case::homebrewery(
    "{{note\n##### Deep\nSwim.\n}}\n\nEnd.",
    "> ##### Deep\n>\n> Swim.\n\nEnd."
)]
#[case::unclosed("::: note\n\nText.\n", "\\:\\:\\: note\n\nText.\n")]
#[case::grid(
    "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n"
)]
#[case::tabs("Name\tCost\nAxe\t2\n", "| Name | Cost |\n|---|---|\n| Axe | 2 |\n")]
#[case::links(
    "[raft]({{< ref \"raft.md\" >}}) [pole]({% link pole.md %})",
    "[raft](raft.md) [pole](pole.md)"
)]
#[case::contents("[TOC]\n\nText.\n", "Text.\n")]
#[case::hyphens("The offi-\ncer must.\n", "The officer must.\n")]
fn a_dialect_means_what_its_markdown_means(#[case] dialect: &str, #[case] markdown: &str) {
    let (dialect, markdown) = (format!("# T\n\n{dialect}"), format!("# T\n\n{markdown}"));
    let show = |text: &str| oracle::page(&load(text), DocumentRef(0));
    assert_eq!(show(&dialect), show(&markdown));
}

#[test]
fn search_finds_what_the_reference_shows() {
    let text = "---\nname: Toad\ndifficulty: 12\ntext: It croaks at **dusk**.\ntags: [amphibian]\n---\n\n# Toad\n\n!!! note \"Slippery\"\n    ### Mudflat\n\n    Sinking.\n\nLeech\n: A bloodsucker.\n";
    let links = load(text);
    let index = SearchIndex::build(&links.book).expect("an index");
    for word in [
        "croaks",
        "difficulty",
        "slippery",
        "mudflat",
        "sinking",
        "leech",
        "bloodsucker",
    ] {
        let query = Query {
            text: word.to_owned(),
            limit: 3,
            ..Query::default()
        };
        assert!(!index.search(&links.book, &query).hits.is_empty(), "{word}");
    }
}
