//! Parses markdown into headings and blocks. No other module uses the markdown parser.
//!
//! The result differs from `CommonMark` where rules documents need it:
//! - a `---` right below a sentence is a break, not the underline of a heading;
//! - a soft break becomes a line break if the line below starts with a label, a mark or a bullet,
//!   if either line is the provenance of a note (`[Summary]`), if the line below is a field of an
//!   Obsidian plugin (`Cost:: 5`), if the line above opens a callout, or if the line above starts in
//!   bold or italics and the line below in bold;
//! - `<Weapon>` is a placeholder, not a tag ([`html`]);
//! - the containers, tables and commands of other dialects are read ([`containers`], [`tables`],
//!   [`shortcodes`]).
//!
//! [`preprocess`] separates blocks that `CommonMark` would join.

use pulldown_cmark::{BrokenLink, Options, Parser, TextMergeWithOffset};

use super::item::Item;
use crate::source::clean;
use reader::EventReader;

pub use markers::anchors;
pub use queries::Queries;

mod block_start;
mod containers;
mod html;
mod markers;
mod openings;
mod plugins;
mod preprocess;
mod queries;
mod reader;
mod shortcodes;
mod syntax;
mod tables;
mod walk;

/// The maximum length in bytes of `[text][label]` with an undefined label that is the name of a
/// section. References may be nested, so reading long ones could take very long.
const MAX_REFERENCE: usize = 200;

/// Whether a text without headings or links has the syntax of a dialect of markdown: an underlined
/// heading, a container, a drawn table, a command or a definition.
pub fn has_syntax(text: &str) -> bool {
    let lines = std::iter::once("").chain(text.lines()).zip(text.lines());
    let is_line = |c: char| move |line: &str| line.len() >= 3 && line.chars().all(|d| d == c);
    let mut starts = lines.map(|(above, line)| {
        let is_underline = is_line('=')(line) || is_line('-')(line);
        is_underline
            && !above.trim().is_empty()
            && !block_start::is_break(&format!("{above}\n{line}"))
            || ["!!! ", "??? ", ":::", "+---", "{%", "{{<", "{{%", ": "]
                .iter()
                .any(|mark| line.starts_with(mark))
    });
    starts.any(|starts| starts)
}

/// Parses `text[from..]`. Spans are offsets into `text`. `is_mdx` tells that the text is MDX.
pub fn parse(text: &str, from: usize, queries: Queries<'_>, is_mdx: bool) -> Vec<Item> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_WIKILINKS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_FOOTNOTES;
    let body = preprocess::preprocess(&text[from..], queries, is_mdx);
    let mut reader = EventReader::new(&body, &text[from..], from);
    // The label in `[Bribes][Bribe]` may be defined in a file that only a website includes. A label
    // that begins like its text is then the name of a section.
    let name = |link: BrokenLink<'_>| {
        let start = |text: &str| text.get(..3).map(str::to_lowercase);
        let span = Some(link.span).filter(|span| span.len() <= MAX_REFERENCE)?;
        let (text, label) = body.text[span].strip_prefix('[')?.split_once("][")?;
        let is_name = text.starts_with(char::is_alphabetic) && start(text) == start(label);
        is_name.then(|| (link.reference.into_string().into(), "".into()))
    };
    let parser = Parser::new_with_broken_link_callback(&body.text, options, Some(name));
    for (event, range) in TextMergeWithOffset::new(parser.into_offset_iter()) {
        reader.event(event, range);
    }
    reader.finish()
}

/// Decodes the entities of a text, such as `Faces &amp; Places` in front matter.
pub fn decoded(text: &str) -> String {
    clean(&html::decoded(text)).into_owned()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::model::{Block, BlockKind, FrontMatter};
    use crate::rules::parse::builder::MAX_DEPTH;

    /// Describes each heading and each block of a document in one line.
    fn parse_text(text: &str) -> Vec<Item> {
        parse(
            text,
            0,
            Queries::new(&FrontMatter::default(), "", 99),
            false,
        )
    }

    fn shape(text: &str) -> Vec<String> {
        parse_text(text)
            .iter()
            .map(|item| match item {
                Item::Heading { level, text, .. } => format!("h{level} {}", text.plain),
                Item::Block(block) => block_shape(block),
            })
            .collect()
    }

    fn block_shape(block: &Block) -> String {
        let all = |blocks: &[Block]| blocks.iter().map(block_shape).collect::<Vec<_>>().join(" ");
        match &block.kind {
            BlockKind::Paragraph(text) => format!("p({})", text.plain.replace('\n', "/")),
            BlockKind::List { items, .. } => {
                let items: Vec<_> = items.iter().map(|item| all(item)).collect();
                format!("list({})", items.join(", "))
            }
            BlockKind::Quote(blocks) => format!("quote({})", all(blocks)),
            BlockKind::Table(table) => {
                format!("table({}x{})", table.columns.len(), table.rows.len())
            }
            BlockKind::Break => "break".to_owned(),
            BlockKind::Code(code) => format!("code({code})"),
            BlockKind::Heading { level, text } => format!("h{level}({})", text.plain),
            BlockKind::Definition { term, blocks } => {
                format!("def({}: {})", term.plain, all(blocks))
            }
            other => format!("{other:?}"),
        }
    }

    #[rstest]
    #[case("# A\ntext", &["h1 A", "p(text)"])]
    #[case("*Answer*: No.\n---\nmore", &["p(Answer: No.)", "break", "p(more)"])]
    #[case("one\ntwo\n**►** three\n◆ four", &["p(one two/► three/◆ four)"])]
    #[case("[Summary]\n**A:** b", &["p([Summary]/A: b)"])]
    #[case("- a\n    - b\n- c", &["list(p(a) list(p(b)), p(c))"])]
    #[case("**Weapons:**\n| a | b |\n|---|---|\n| 1 | 2 |", &["p(Weapons:)", "table(2x1)"])]
    #[case("use <Weapon> here", &["p(use <Weapon> here)"])]
    #[case("a <span class=\"x\">b</span> &amp; 10<sup>th</sup>", &["p(a b & 10th)"])]
    #[case("<div>\n  <p>one\n  two</p>\n  <p>three</p>\n</div>", &["p(one two)", "p(three)"])]
    #[case("<h3 id=\"x\">The <a></a>Ladder</h3>\n<p>text", &["h3 The Ladder", "p(text)"])]
    #[case("<ul><li>a<li>b<ol><li>c</ol></ul>d", &["list(p(a), p(b) list(p(c)))", "p(d)"])]
    #[case("<table><tr><th>a<th>b</tr>\n<tr><td>1</td></tr></table>\n\ntext", &["table(2x1)", "p(text)"])]
    #[case("<table>\n<tr><td>\n\n- a\n- b\n\n</td></tr></table>", &["table(1x0)"])]
    #[case("<table><tr><td>a\n\n# B\ntext", &["table(1x0)", "h1 B", "p(text)"])]
    #[case("> [!tip]- Take cover\n> It *helps*.\n>\n> So do it.", &["quote(p(Take cover) p(It helps.) p(So do it.))"])]
    #[case("> [!warning]\n> Rain.", &["quote(p(Warning) p(Rain.))"])]
    #[case("![the tomb](a/map.png) ![](b.jpg) ![[c.svg|300]]", &["p([image: the tomb, map.png] [image: b.jpg] [image: c.svg])"])]
    #[case("> **Cost**:: 5\n> Range::\n> text `=this.hp`", &["quote(p(Cost: 5/Range: text [not shown: dataview]))"])]
    #[case("```tasks\ndone\n```", &["p([not shown: tasks])"])]
    #[case("see ![[Bat#Bite]] {: .x }", &["p(see Bat#Bite)"])]
    #[case("## Dodge { width=50 }\n{: .no_toc }\ntext ^ab1", &["h2 Dodge", "p(text)"])]
    #[case("**Tie: **Hit.**On**", &["p(Tie: Hit.On)"])]
    #[case("a _better _one, Re**venge, Dare__devil, a ____ b", &["p(a better one, Revenge, Daredevil, a ____ b)"])]
    #[case("Miss* or wound.**", &["p(Miss* or wound.**)"])]
    #[case("Step\\** and *On *it", &["p(Step** and *On *it)"])]
    #[case("<p>*Yawn* 2*3 (of_)", &["p(Yawn 2*3 (of))"])]
    #[case("<dice>[+]</dice> is <Weapon>", &["p([+] is <Weapon>)"])]
    #[case("a\n\n%%\nb\n\n```\n%%\nc ^a1\nd #Spell/Fire\n%%", &["p(a)", "p(c/d Spell/Fire %%)"])]
    #[case("- <ul><li>a\n- b\n\nc", &["list(list(p(a)), p(b))", "p(c)"])]
    #[case("- <table><tr><td>a\n- b\n\nc", &["list(table(1x0), p(b))", "p(c)"])]
    #[case("<!-- one\ntwo -->\nthree\n\nfour", &["p(three)", "p(four)"])]
    #[case("<p>a</p> <!-- one\ntwo --> b", &["p(a)", "p(b)"])]
    #[case("use <style> here\n\n<p>shown</p>", &["p(use  here)", "p(shown)"])]
    #[case("<div>\n<h2>A</h2>\n<p>b</p>\n<h3>\nc</h3>d</div>", &["h2 A", "p(b)", "h3 c", "p(d)"])]
    #[case("<div><map\n  a=\"b\"\n></map>c <p\n>d\n</div>", &["p(c)", "p(d)"])]
    #[case("<p>a <iframe src=\"b\"></iframe></p>", &["p(a [not shown: iframe])"])]
    #[case("```encounter-table\nname: Rats\ncreatures:\n  - 2: Rat\n```", &["p(Rats)", "p(Stats:)", "list(p(Creatures: 2 Rat))"])]
    #[case("![the tomb|30x40](map.png) ![|30](b.png)", &["p([image: the tomb, map.png] [image: b.png])"])]
    #[case("a\n\n  *[GM]: Game Master\n  *[PC]: b\n", &["p(a)", "list(p(GM: Game Master), p(PC: b))"])]
    #[case("*[a]* b [c]: d\n", &["p([a] b [c]: d)"])]
    #[case("![one  \nor two 2](2)\nb", &["p([image: 2] b)"])]
    #[case("<p>a <b\n\nc", &["p(a <b)", "p(c)"])]
    #[case("|a\t|b|\n|---\t|---|\n|c\t|d|", &["table(2x1)"])]
    #[case("> [!]\n> x\n\n> [!é] y", &["quote(p([!]/x))", "quote(p([!é] y))"])]
    #[case("<script>\nlet a = 1;\n</script>\n\na <!-- b --> c", &["p(a  c)"])]
    #[case("a<br>b", &["p(a/b)"])]
    #[case("> # h\n> q", &["quote(h1(h) p(q))"])]
    #[case("> a\n> ▪ b", &["quote(p(a/▪ b))"])]
    #[case("a[^1] b[^x]\n\n# C\n\nd[^2]\n\n# E\n\n[^2]: two\n[^1]: one\n    more\n", &["p(a[1] b[^x])", "h1 C", "p(d[2])", "h1 E", "p([2] two)", "p([1] one more)"])]
    #[case("- <input type=\"checkbox\">a\n- [x] b\n- <input type=checkbox checked>c", &["list(p([ ] a), p([x] b), p([x] c))"])]
    #[case("> Roll `dice: [[Storm#^table]]`\n> ^roll\n^tldr\n", &["quote(p(Roll Storm))"])]
    #[case("![](c/a.jpg){ width=7 height=9 }\n\nb", &["p([image: a.jpg])", "p(b)"])]
    #[case("a[^x]\n\n[^X]: - one\n\nNext.\n", &["p(a[x])", "p([X])", "list(p(one))", "p(Next.)"])]
    #[case("# A[^1]\n\nb\n\n[^1]: c\n\n# D\n", &["h1 A", "p(b)", "p([1] c)", "h1 D"])]
    #[case("- <input type=\"checkbox\" class=\"unchecked\">a <input type=CHECKBOX CHECKED />b", &["list(p([ ] a [x] b))"])]
    #[case("![Bat](bat.md) ![[bat]]", &["p(Bat bat)"])]
    #[case("[Old Bats][Old bat...] [0][0] [Bat][Rat] [Bat]", &["p(Old Bats [0][0] [Bat][Rat] [Bat])"])]
    #[case("==[a](b.md)== ==c d== e == f == g==  \n==h  \ni== ===j=== `==k==`", &["p(a c d e == f == g==/==h/i== ===j=== ==k==)"])]
    #[case("a\n*Source* b\n**Cast** c\n**Range** d\ne\n\nf\n**Range** g", &["p(a Source b/Cast c/Range d e)", "p(f Range g)"])]
    #[case("![[Moves.base#Level v2.0]] ![[a/b.pdf|the form]] ![[Rat v2.0]]", &["p([not shown: Moves.base#Level v2.0] [not shown: the form, b.pdf] Rat v2.0)"])]
    #[case("#[Bat](bat.md) #Bat", &["p(#Bat Bat)"])]
    #[case("    set apart", &["code(set apart)"])]
    #[case("a\n\n    ##><a>Who?</a><br /></h2>\nb\n\n    #######>c</h7>", &["p(a)", "h2 Who?", "p(b)", "code(#######>c</h7>)"])]
    #[case("[An owl](../b/\nc.md \"d\") `[e](f/g)` [h](i j) [](k/l m)", &["p(An owl [e](f/g) [h](i j))"])]
    #[case("- [Bat [>>](a.md#b \"c\"), *Feat*](bat.md) x (y)", &["list(p(Bat >>, Feat x (y)))"])]
    #[case("| a |\n|---|\n| [[b|c]] [[d\\|e]] |", &["table(1x1)"])]
    fn blocks_keep_the_shape_that_rules_need(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(shape(text), expected);
    }

    #[rstest]
    #[case("x<p>one</p>|<ul><li>two</ul>", "x one|• two")]
    #[case("c<td>d|<table><tr><td>e</table>", "c d|e")]
    #[case("a<br>b|<h3>c</h3>", "a\nb|c")]
    fn html_in_a_cell_is_text_of_the_cell(#[case] row: &str, #[case] expected: &str) {
        let text = format!("|a|b|\n|-|-|\n|{row}|\n");
        let items = parse_text(&text);
        let Item::Block(Block {
            kind: BlockKind::Table(table),
            ..
        }) = &items[0]
        else {
            panic!("no table");
        };
        let cells: Vec<_> = table.rows[0]
            .cells
            .iter()
            .map(|cell| &*cell.text.plain)
            .collect();
        assert_eq!(cells.join("|"), expected);
    }

    #[test]
    fn a_thousand_nested_quotes_are_flattened() {
        let depth = |text: &str| shape(text)[0].matches("quote").count();
        assert_eq!(depth(&format!("{}deep", ">".repeat(1000))), MAX_DEPTH);
    }
}
