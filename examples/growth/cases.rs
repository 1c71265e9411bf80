//! The rules that are measured.

/// Generates the texts of a case's files, given the size of the case.
pub type Files = fn(usize) -> Vec<String>;

/// The name, the smallest size and the files of each case.
pub const CASES: [(&str, usize, Files); 30] = [
    ("headings", 20_000, |size| {
        one(size, |at| format!("## Heading {at}\ntext\n\n"))
    }),
    ("headings below a long one", 1000, |size| {
        let long = format!("## {}\n\n", "Word ".repeat(20 * size));
        vec![long + &"### Same\n\nThe same text again.\n\n".repeat(size)]
    }),
    ("headings of one name", 20_000, |size| {
        one(size, |_| "## Same\n\nThe same text again.\n\n".to_owned())
    }),
    ("run-in rules", 10_000, |size| {
        one(size, |at| format!("**Rule {at}:** text of it\n\n"))
    }),
    ("columns of a table", 1000, |size| {
        let row = |cell: &str| format!("|{}\n", cell.repeat(size));
        vec![row("a|") + &row("-|") + &row("1|").repeat(20)]
    }),
    ("rows of a table", 100_000, |size| {
        let head = "|a|b|c|d|\n|-|-|-|-|\n".to_owned();
        one(size, |at| {
            let head = if at == 0 { head.as_str() } else { "" };
            format!("{head}|{at}|word|2|3|\n")
        })
    }),
    ("paragraphs of a section", 30_000, |size| {
        one(size, |at| {
            format!("A sentence that goes on for as long as paragraph {at}.\n\n")
        })
    }),
    ("files", 2000, |size| {
        (0..size)
            .map(|at| format!("# File {at}\n\ntext {at}\n"))
            .collect()
    }),
    ("bytes of one line", 1_000_000, |size| {
        vec!["A sentence that goes on. ".repeat(size / 25)]
    }),
    ("lines of plain text", 15_000, |size| {
        vec![
            "A Title\n\n".to_owned()
                + &"A sentence that goes on for as long as a line of text is.\n".repeat(size),
        ]
    }),
    ("aligned rows of plain text", 15_000, |size| {
        // The header is not aligned with the last row.
        let row = "A rat of the northern marsh             12\n".repeat(size);
        vec![format!("A Title\n\n{row}A{}1234567890\n", " ".repeat(34))]
    }),
    ("nested definition lists", 5000, |size| {
        let list = "Term\n\n:   Text.\n\n    Inner\n\n    :   Text of it.\n\n";
        one(size, |_| list.to_owned())
    }),
    ("admonitions", 5000, |size| {
        let note =
            "!!! note \"Title\"\n    ### Head\n\n    Text.\n\n    ::: tip\n    Inner.\n    :::\n\n";
        one(size, |_| note.to_owned())
    }),
    ("containers that are never closed", 20_000, |size| {
        one(size, |at| format!("::: a{at}\n{{{{< b{at} >}}}}\n!!! c\n"))
    }),
    ("grid tables", 5000, |size| {
        one(size, |_| {
            "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n\n".to_owned()
        })
    }),
    ("rules of tables without an end", 20_000, |size| {
        one(size, |_| "-----\n a b\n -- --\n x y\n\n".to_owned())
    }),
    ("anchors", 25_000, |size| {
        let links = (0..size).map(|at| format!("[a](#id{at}) [b](#same-{at})\n\n"));
        let rest: String = links.collect();
        let heads = |at| format!("### Same\n\n<a id=\"id{at}\"></a> x\n\n");
        vec![format!(
            "# Title\n\n{}## Links\n\n{rest}",
            (0..size).map(heads).collect::<String>()
        )]
    }),
    ("line ends of a lone carriage return", 20_000, |size| {
        vec!["# Title\r\rtext\r*[A]: b\rc\r: d\r> [!note]\r> e\r\r".repeat(size / 10)]
    }),
    ("dangling links on a line", 50_000, |size| {
        one(size, |at| format!("[[nobody {}]] é ", at % 500))
    }),
    ("faults and long lines", 60, |size| {
        vec![format!(
            "# A\n\n{}{}",
            "[[nobody]] ".repeat(size),
            "word ".repeat(size * 4000)
        )]
    }),
    ("written links to sections of one name", 2000, |size| {
        let links = "[[Same]] ".repeat(7 * size);
        let sections = "## Same\n\nx\n\n".repeat(size);
        let pad = "A sentence that goes on.\n\n".repeat(18 * size);
        vec![format!(
            "# A\n\n## Beta\n\n{links}\n\n{sections}## Pad\n\n{pad}"
        )]
    }),
    ("folders with a file of one name", 3000, |size| {
        let text = "# Same\n\nText with [[same]] and [a](gone/f.md).\n";
        vec![text.to_owned(); size]
    }),
    ("long names that nearly exist", 50, |size| {
        let long = "word ".repeat(400);
        let part = |at| format!("## {long}{at} a\n\n[[{long}{at} bcd]]\n\n");
        one(size, part)
    }),
    ("lines of a short name", 400_000, |size| {
        vec![format!(
            "# A\n\n## Zo\n\nx\n\n## B\n\n{}",
            "Zo\n".repeat(size)
        )]
    }),
    ("cells of a name", 30_000, |size| {
        let rows = "|Grapple|Grapple|\n".repeat(size);
        vec![format!(
            "# A\n\n## Grapple\n\nx\n\n## B\n\n|a|b|\n|-|-|\n{rows}"
        )]
    }),
    ("random words", 500_000, |size| {
        let mut seed = 1_u64;
        let mut letter = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            char::from(b'a' + u8::try_from((seed >> 33) % 26).unwrap_or(0))
        };
        one(size, |at| {
            let word: String = (0..3 + at % 8).map(|_| letter()).collect();
            word + if at % 12 == 0 { "\n\n" } else { " " }
        })
    }),
    ("numbered rules in files", 800, |size| {
        let rule = |at, number| format!("**{at}.{number}** Rule {number} says something.\n\n");
        let rules = |at| (0..30).map(|number| rule(at, number)).collect::<String>();
        (0..size)
            .map(|at| format!("# File {at}\n\n{}", rules(at)))
            .collect()
    }),
    ("words of a repeated phrase", 400_000, |size| {
        vec!["# A\n\n".to_owned() + &("move the ".repeat(11) + "\n\n").repeat(size / 22)]
    }),
    ("figures in columns", 300, |size| {
        let row = |cell: &str| format!("|{}\n", cell.repeat(size));
        vec![row("a|") + &row("-|") + &row("1mm|").repeat(20)]
    }),
    ("versions of fifty rules", 150, |size| {
        let rule = |at| {
            format!(
                "## Rule {at}\n\nText of Rule {at}, and of Rule {}.\n\n",
                at + 1
            )
        };
        let text: String = (0..50).map(rule).collect();
        (0..size)
            .map(|at| format!("# Document {at}\n\n{text}"))
            .collect()
    }),
];

/// The name of a case, its smallest size, and what writes the file of a size.
pub type OwnFile = (&'static str, usize, fn(usize) -> String);

/// The cases that are not rules: the player's own files.
pub const OWN_FILES: [OwnFile; 3] = [
    ("bookmarks", 20_000, |size| {
        let line =
            |at| format!("{{\"bookmark\":{{\"id\":\"g/a#{at}\",\"name\":\"Name {at}\"}}}}\n");
        (0..size).map(line).collect()
    }),
    ("visits and queries", 40_000, |size| {
        let line = |at| format!("{{\"visited\":\"g/a#{at}\"}}\n{{\"query\":\"word {at}\"}}\n");
        (0..size).map(line).collect()
    }),
    ("settings", 10_000, |size| {
        let lines: Vec<_> = (0..size).map(|at| format!("key{at} = 1\n")).collect();
        lines.concat()
    }),
];

fn one(size: usize, part: impl FnMut(usize) -> String) -> Vec<String> {
    let parts: String = (0..size).map(part).collect();
    vec![format!("# Title\n\n{parts}")]
}
