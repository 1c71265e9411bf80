//! Tests of pages: what is read, what is left out, and where it is.

use rstest::rstest;

use super::*;
use crate::rules::model::{Block, BlockKind, LinkTarget, Vocabulary};
use crate::rules::parse::item::Item;

fn read_page(html: &str) -> DocumentReading<'static> {
    let source = Source::in_memory("page.html", html);
    assert!(matches(&source));
    read_text(&source, html, &mut Vec::new())
}

/// Describes each heading and each block of a page.
fn shape(html: &str) -> Vec<String> {
    let items = read_page(html).take_items(&Vocabulary::default());
    let shape = |item: &Item| match item {
        Item::Heading { level, text, .. } => format!("h{level} {}", text.plain),
        Item::Block(block) => block_shape(block),
    };
    items.iter().map(shape).collect()
}

fn block_shape(block: &Block) -> String {
    let all = |blocks: &[Block]| blocks.iter().map(block_shape).collect::<Vec<_>>().join(" ");
    match &block.kind {
        BlockKind::Paragraph(text) => format!("p({})", text.plain.replace('\n', "/")),
        BlockKind::List { items, .. } => {
            let items: Vec<_> = items.iter().map(|item| all(item)).collect();
            format!("list({})", items.join(", "))
        }
        BlockKind::Table(table) => {
            let names = table.columns.iter().map(|column| &*column.name.plain);
            let rows = table.rows.iter().flat_map(|row| &row.cells);
            let cells: Vec<_> = names.chain(rows.map(|cell| &*cell.text.plain)).collect();
            format!("table({})", cells.join("|"))
        }
        BlockKind::Definition { term, blocks } => format!("def({}: {})", term.plain, all(blocks)),
        other => format!("{other:?}"),
    }
}

#[rstest]
#[case::around_the_text(
    "<nav>Home</nav><main><h1>A</h1><p>One two three.</p></main><footer>(c)</footer>",
    &["h1 A", "p(One two three.)"]
)]
#[case::what_no_reader_sees(
    "<body><script>x</script><style>y</style><p hidden>z</p><p style='display: none'>w</p>\
     <div class='cookie-banner'>Accept</div><form><button>Log in</button></form>a<svg><text>b</text></svg>",
    &["p(a)"]
)]
#[case::navigation_by_name(
    "<body><div class='nav-main'><a href='a'>Home</a> <a href='b'>All Rules</a></div>\
     <div id=menu>A <a href='c'>move</a> is an action, not a link.</div>\
     <ul class=links><li><a href='d'>Dash</a></ul>",
    &["p(A move is an action, not a link.)", "list(p(Dash))"]
)]
#[case::headings_anywhere(
    "<body><div><h2>A</h2></div><details><summary><h3>B</h3></summary>b</details>\
     <table><tr><td><h3>C</h3>c</td><td>d</td></tr></table>",
    &["h2 A", "h3 B", "p(b)", "h3 C", "p(c)", "p(d)"]
)]
#[case::a_cost_beside_a_name("<body><h3>EMBER STRIKE<span>1AP</span></h3>", &["h3 EMBER STRIKE 1AP"])]
#[case::half_styled_words("<body><p><span class=t>Conceal</span>ed on D<b>6</b></p>", &["p(Concealed on D6)"])]
#[case::stat_boxes(
    "<body><table><tr><td><table><tr><td>APL<tr><td>2</table></td>\
     <td><table><tr><td>MOVE<tr><td>6\"</table></td></tr></table>",
    &["table(APL|MOVE|2|6\")"]
)]
#[case::spans_of_cells(
    "<body><table><tr><th colspan=2>A<th>B<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>",
    &["table(A||B|1|2|3||4|5)"]
)]
#[case::hidden_tooltips(
    "<body><p><i data-tooltip-content='#a'>Stun</i> and <i data-tooltip-content='#a'>Stun</i> \
     <abbr title='Game Master'>GM</abbr></p><div hidden><p id=a>It cannot act.</p></div>",
    &["p(Stun and Stun GM)", "h2 Definitions", "def(Stun: p(It cannot act.))", "def(GM: p(Game Master))"]
)]
#[case::permalinks_and_notes(
    "<body><h2>A<a href='#a'>¶</a><sup><a href='#n'>1</a></sup></h2><p>b<sup><a href='#n'>1</a></sup>",
    &["h2 A", "p(b¹)"]
)]
#[case::components_in_a_row(
    "<body><p><lore-tag>Desert</lore-tag><lore-tag>Road</lore-tag>, a <x-y>hit</x-y>s, <span>a</span><span>b</span>",
    &["p(Desert Road, a hits, ab)"]
)]
#[case::lists_that_fold_sections(
    "<body><dl><dt>Rules</dt><dd><h5>Dice</h5><p>a</p></dd></dl><dl><dt>T</dt><dd>x</dd></dl>",
    &["h4 Rules", "h5 Dice", "p(a)", "def(T: p(x))"]
)]
#[case::minified("<body><ul><li>a<li>b</ul><p>c<p>d", &["list(p(a), p(b))", "p(c)", "p(d)"])]
fn a_page_is_read_as_a_reader_sees_it(#[case] html: &str, #[case] expected: &[&str]) {
    assert_eq!(shape(html), expected);
}

#[test]
fn what_was_left_out_is_counted() {
    let page =
        read_page("<body><nav>One two</nav><p>a</p><p hidden>three</p><table><tr><td>b</table>");
    assert_eq!(
        page.summary,
        "0 headings, 1 table, left out: hidden text (1 word), navigation (2 words)"
    );
}

#[test]
fn the_head_says_where_and_when_the_page_was_written() {
    let page = read_page(
        "<!-- saved from url=(0021)https://a.example/b --><html lang=de-AT><head><title> Rules \n of A</title>\
         <meta property='article:modified_time' content='2025-03-04T10:00:00Z'></head><body><p id=x>a</p>\
         <a href='https://a.example/b#x'>y</a> <a href='c.html#z'>z</a>",
    );
    let values: Vec<_> = page
        .front_matter
        .values
        .iter()
        .map(|(key, value)| (&**key, &**value))
        .collect();
    assert_eq!(
        values,
        [
            ("title", "Rules of A"),
            ("source", "https://a.example/b"),
            ("last_update_date", "2025-03-04"),
            ("lang", "de"),
        ]
    );
    assert_eq!(page.anchors["x"], 0);
    let mut page = page;
    let items = page.take_items(&Vocabulary::default());
    let links = items.iter().filter_map(|item| match item {
        Item::Block(block) => block.as_paragraph(),
        Item::Heading { .. } => None,
    });
    let links = links.flat_map(|text| text.runs.iter().filter_map(|run| run.link.clone()));
    let path = |path: &str| LinkTarget::Path(path.to_owned());
    assert_eq!(links.collect::<Vec<_>>(), [path("#x"), path("c.html#z")]);
}

#[test]
fn a_place_is_a_line_of_the_file_or_a_printed_page() {
    let page = read_page("<body>\n\n<p>one\n<p>\ntwo");
    let line = |text: &str| {
        page.source
            .line(u32::try_from(page.source.text.find(text).unwrap()).unwrap())
    };
    assert_eq!([line("one"), line("two")], [3, 5]);
    let book = read_page(
        "<body><span epub:type=pagebreak title=7></span><p>a<p>b<i role=doc-pagebreak id=p8></i>c",
    );
    assert_eq!(book.source.locate(0).to_string(), "page.html: p. 7");
    assert_eq!(book.source.line(4), 8, "{:?}", book.source.places);
}

#[test]
fn the_page_of_an_archive_is_read() {
    let archive = "From: <Saved by Blink>\nSnapshot-Content-Location: https://a.example/b\nMIME-Version: 1.0\n\
        Content-Type: multipart/related;\n\ttype=\"text/html\";\n\tboundary=\"--x--\"\n\n\n----x--\n\
        Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<body><p>caf=C3=A9 o=\nn=\n\n\
        ----x--\nContent-Type: image/png\n\nzz\n----x----\n";
    let page = read_page(archive);
    assert_eq!(page.source.text.trim(), "café on");
    assert_eq!(page.front_matter.get("source"), Some("https://a.example/b"));
}

#[test]
fn a_page_of_broken_markup_ends_early_and_says_so() {
    let deep = format!("<body>{}a", "<div>".repeat(200_000));
    let open: Vec<_> = (0..3000)
        .map(|number| format!("<b class=x{number}>"))
        .collect();
    let formats = format!("<body>{}{}", open.concat(), "<p>a".repeat(9000));
    // Each paragraph opens two thousand elements again, which are not too deep.
    let again = format!(
        "<body><p>{}{}",
        open[..2000].concat(),
        "</p><p>a".repeat(500)
    );
    for html in [deep, formats, again] {
        let mut faults = Vec::new();
        read(&Source::in_memory("page.html", &html), &mut faults);
        assert_eq!(faults.len(), 1);
    }
}

#[test]
fn escape_sequences_stay_in_the_file() {
    let page = read_page(
        "<title>\u{1b}[31mA</title><body><h1>\u{1b}]0;x\u{7}B</h1><a href='\u{1b}x'>c</a>",
    );
    let shown = shape("<body><h1>\u{1b}]0;x\u{7}B</h1>");
    assert!(!shown.concat().contains('\u{1b}'));
    assert!(
        page.front_matter
            .values
            .iter()
            .all(|(_, value)| !value.contains('\u{1b}'))
    );
}
