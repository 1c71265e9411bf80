//! Snapshots of the tree of each fixture document, and of the faults of broken documents.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use tableside::rules::{Block, BlockKind, Blocks, RichText, Rulebook, Section};
use tableside::source::Source;

fn fixtures(folder: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(folder);
    let mut files: Vec<_> = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let named = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    files
        .iter()
        .map(|path| (named(path), std::fs::read_to_string(path).unwrap()))
        .collect()
}

fn load(name: &str, text: &str) -> Rulebook {
    let vocabulary = if text.contains(" SP]") {
        "vocabulary: zone-mortalis"
    } else {
        "vocabulary: kill-team"
    };
    let game = Source::in_memory("game.yaml", vocabulary);
    Rulebook::load(vec![Source::in_memory(name, text), game], Vec::new())
}

/// Formats a rulebook as text, one line for each node.
fn tree(book: &Rulebook) -> String {
    let mut out = String::new();
    for (_, section, blocks) in book.walk() {
        let line = section.line;
        let indent = "  ".repeat(book.ancestors(book.by_id(&section.id).unwrap()).len());
        writeln!(out, "{line:>3} {indent}{}", head(book, section)).unwrap();
        for block in &*blocks {
            write_block(&mut out, block, &format!("    {indent}    "));
        }
    }
    out
}

fn head(book: &Rulebook, section: &Section) -> String {
    let mut head = format!("{} <{}", section.full_title(), book.kind_name_of(section));
    if let Some(cost) = section.cost {
        write!(head, " {cost}").unwrap();
    }
    if section.run_in {
        head += " run-in";
    }
    head.push('>');
    if let Some(scope) = &section.scope {
        write!(head, " of {scope}").unwrap();
    }
    if !section.tags.is_empty() {
        write!(head, " {:?}", section.tags).unwrap();
    }
    head
}

fn write_block(out: &mut String, block: &Block, indent: &str) {
    let deeper = format!("{indent}  ");
    let mut line = |text: String| writeln!(out, "{indent}{text}").unwrap();
    match &block.kind {
        BlockKind::Paragraph(text) => line(styled(text)),
        BlockKind::RunIn(section) => line(format!("run-in {}", section.0)),
        BlockKind::Break => line("break".to_owned()),
        BlockKind::Code(code) => line(format!("code {}", code.replace('\n', " / "))),
        BlockKind::Keywords(words) => line(format!("keywords {words:?}")),
        BlockKind::Stats(stats) => {
            let stats: Vec<_> = stats
                .iter()
                .map(|stat| format!("{} {}", stat.name, stat.text))
                .collect();
            line(format!("stats {}", stats.join(" | ")));
        }
        BlockKind::Table(table) => {
            let heads = table
                .columns
                .iter()
                .map(|column| format!("{} <{:?}>", styled(&column.name), column.kind));
            line(format!("table {}", heads.collect::<Vec<_>>().join(" | ")));
            for row in &table.rows {
                let cells: Vec<_> = row.cells.iter().map(|cell| styled(&cell.text)).collect();
                line(format!("  row {}", cells.join(" | ")));
            }
        }
        BlockKind::List { start, items } => {
            line(start.map_or("list".to_owned(), |start| format!("list from {start}")));
            for item in items {
                writeln!(out, "{deeper}-").unwrap();
                for block in item {
                    write_block(out, block, &format!("{deeper}  "));
                }
            }
        }
        BlockKind::Effect(blocks) => nest(out, "effect", blocks, indent),
        BlockKind::Condition(blocks) => nest(out, "condition", blocks, indent),
        BlockKind::Quote(blocks) => nest(out, "quote", blocks, indent),
        BlockKind::Heading { level, text } => line(format!("heading {level} {}", styled(text))),
        BlockKind::Definition { term, blocks } => {
            nest(out, &format!("definition {}", styled(term)), blocks, indent);
        }
        BlockKind::Note { provenance, blocks } => {
            nest(out, &format!("note {provenance:?}"), blocks, indent);
        }
    }
}

fn nest(out: &mut String, name: &str, blocks: &[Block], indent: &str) {
    writeln!(out, "{indent}{name}").unwrap();
    for block in blocks {
        write_block(out, block, &format!("{indent}  "));
    }
}

/// Formats a text with markup for its styles and links.
fn styled(text: &RichText) -> String {
    let mut out = String::new();
    for run in &text.runs {
        let mut part = text.plain[run.start as usize..run.end as usize].replace('\n', " / ");
        for (on, mark) in [
            (run.style.strong, "**"),
            (run.style.emphasis, "*"),
            (run.style.code, "`"),
        ] {
            if on {
                part = format!("{mark}{part}{mark}");
            }
        }
        match &run.link {
            Some(link) => write!(out, "[{part}]({link:?})").unwrap(),
            None => out += &part,
        }
    }
    out
}

#[test]
fn every_shape_of_document_becomes_its_tree() {
    for (name, text) in fixtures("good") {
        insta::assert_snapshot!(name.replace('.', "_"), tree(&load(&name, &text)));
    }
}

#[test]
fn good_documents_have_no_faults() {
    for (name, text) in fixtures("good") {
        assert_eq!(load(&name, &text).diagnostics, [], "{name}");
    }
}

#[test]
fn broken_documents_are_reported_and_still_loaded() {
    for (name, text) in fixtures("bad") {
        let book = load(&name, &text);
        let said: Vec<_> = book
            .diagnostics
            .iter()
            .map(ToString::to_string)
            .chain(["----".to_owned()])
            .collect();
        insta::assert_snapshot!(
            format!("bad_{}", name.replace('.', "_")),
            said.join("\n") + "\n" + &tree(&book)
        );
    }
}

#[test]
fn a_question_and_an_answer_all_in_bold_are_a_question_and_its_answer() {
    let book = load(
        "a.md",
        "# FAQ\n\n**Q: May it dive?**\n\n**A:** Yes.\n\n**Question: And fly?**\n\n**Answer: No.**\n\n*Never.*\n",
    );
    let found: Vec<_> = book
        .sections()
        .skip(1)
        .map(|section| (book.kind_name_of(section), section.title.as_str()))
        .collect();
    assert_eq!(
        found,
        [("question", "May it dive?"), ("question", "And fly?")]
    );
    let texts = |blocks: Blocks| {
        blocks
            .texts()
            .map(|text| text.plain.clone())
            .collect::<Vec<_>>()
    };
    let answers: Vec<_> = book.walk().map(|(.., blocks)| texts(blocks)).collect();
    assert_eq!(
        answers,
        [vec![], vec!["A: Yes."], vec!["Answer: No.", "Never."]]
    );
}

#[test]
fn a_designers_note_needs_no_colon_before_its_text() {
    let book = load(
        "a.md",
        "# Dams\n\n**Designer's Note** Dams are wet.\n\n**Designer's Note**\n",
    );
    let texts: Vec<_> = book
        .walk()
        .flat_map(|(.., blocks)| {
            let blocks = blocks.iter().map(|block| {
                let is_note = matches!(block.kind, BlockKind::Note { .. });
                let texts: Vec<_> = block.texts().map(|text| text.plain.clone()).collect();
                (is_note, texts.join(" "))
            });
            blocks.collect::<Vec<_>>()
        })
        .collect();
    let note = (true, "Dams are wet.".to_owned());
    assert_eq!(texts, [note, (false, "Designer's Note".to_owned())]);
}

#[test]
fn listed_abilities_with_a_cost_are_sections_below_any_block() {
    let text = "# A\n\n## Rat\n\n**Scurry [1AP]:** ▶ Move.\n\n◆ Not if:\n\n- it rains.\n\n◆ Never twice.\n\n- **Hook [1CP]:** Climb.\n- **Bite [1AP]:** Chew.\n\n**Ploys:**\n\n- **Swim [2CP]:** Swim.\n";
    let book = load("a.md", text);
    let found = book
        .sections()
        .filter_map(|section| Some((section.title.as_str(), section.cost?.to_string())));
    let expected = [
        ("Scurry", "1AP"),
        ("Hook", "1CP"),
        ("Bite", "1AP"),
        ("Swim", "2CP"),
    ];
    assert_eq!(
        found.collect::<Vec<_>>(),
        expected.map(|(name, cost)| (name, cost.to_owned()))
    );
    let (.., scurry) = book
        .walk()
        .find(|(_, section, _)| section.title == "Scurry")
        .unwrap();
    assert!(scurry.texts().any(|text| text.plain == "it rains."));
}

fn all_words(book: &Rulebook) -> HashSet<String> {
    let mut text = String::new();
    for (_, section, blocks) in book.walk() {
        text = text + " " + &section.heading + " " + &section.aliases.join(" ");
        for block in &*blocks {
            write_block(&mut text, block, " ");
        }
    }
    words(&text)
}

fn words(text: &str) -> HashSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Words that the fixtures contain but the tree's text does not: labels that become types, and the
/// `prime` of formulas.
const TYPED: [&str; 11] = [
    "stats",
    "weapons",
    "keywords",
    "base",
    "designer",
    "s",
    "note",
    "commentary",
    "summary",
    "derived",
    "prime",
];

#[test]
fn no_word_of_a_document_is_lost() {
    for (name, text) in fixtures("good") {
        let book = load(&name, &text);
        let body = text
            .strip_prefix("---\n")
            .and_then(|text| text.split_once("\n---\n"))
            .map_or(&*text, |(_, body)| body);
        let body = body
            .replace("<|GONE-1234|>", " ")
            .replace("Piercing 1Piercing 1", "Piercing 1");
        let shown = all_words(&book);
        let known: HashSet<_> = TYPED.into_iter().map(str::to_owned).collect();
        let mut lost: Vec<_> = words(&body)
            .difference(&shown)
            .filter(|word| !known.contains(*word))
            .cloned()
            .collect();
        lost.sort();
        assert_eq!(lost, Vec::<String>::new(), "{name}");
    }
}

/// Pieces of documents. Most of them have a word that no other piece contains.
const PIECES: [&str; 34] = [
    "# Head one\n",
    "## RATS - two - Strategy Ploy\n",
    "### three (LIGHT) **1AP**\n",
    "- four ",
    "1. five ",
    "> six ",
    "**Seven:** ",
    "**EIGHT [1AP]:** ",
    "▶ nine ",
    "◆ ten ",
    "• eleven ",
    "*Question*: twelve ",
    "*Answer*: thirteen ",
    "| fourteen | b |\n|---|---|\n| 15 | 2\" | sixteen |\n",
    "**seventeen** ",
    "`eighteen` ",
    "[Nineteen remarks]",
    "---",
    "\n",
    "\n",
    "\n\n",
    "\n\n",
    "  ",
    "    ",
    "[twenty](one) ",
    "<twentytwo> ",
    "&lt; ",
    "[Derived from illustration - Page 23]\n",
    "_",
    "*",
    "```\n",
    "\t",
    "*Designer's Note: twentyfour* ",
    "Twenty Five\nAPL\n26\nMOVE\n27\"\nSAVE\n5+\n",
];

#[test]
fn a_creature_out_of_a_pdf_is_a_section_with_a_table() {
    let text = "Monsters (A)\n\nMarsh Rat\nSmall beast, hungry\nHit Points 7 (2d6)\nSpeed 30 ft., swim 10 ft.\nSTR      DEX     CON      INT      WIS      CHA      \n7 (−2)  15 (+2)  11 (+0)  2 (−4)  10 (+0)  4 (−3)  \n\nSenses darkvision 30 ft., passive Perception 10\nChallenge 1 (50 XP)\nKeen Smell. It smells what others do not, even at night.\n\nBog Bolt\n2nd-level evocation\nCasting Time: 1 action\nComponents:V, S\nA bolt of mud streaks toward a target within range.\n";
    let book = load("pdf.txt", text);
    let titles: Vec<_> = book
        .sections()
        .map(|section| section.title.as_str())
        .collect();
    assert!(
        titles.starts_with(&["Monsters (A)", "Marsh Rat", "Bog Bolt"])
            && !titles.contains(&"Components:V, S"),
        "{titles:?}"
    );
    let rat = book.by_id("rules/pdf#marsh-rat").unwrap();
    let blocks = book.blocks(rat);
    let table = blocks.tables().next().unwrap();
    let names: Vec<_> = table
        .columns
        .iter()
        .map(|column| column.name.plain.as_str())
        .collect();
    assert_eq!(names, ["STR", "DEX", "CON", "INT", "WIS", "CHA"]);
    assert_eq!(table.rows[0].cells[1].text.plain, "15 (+2)");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_word_of_patchwork_is_lost(picked in proptest::collection::vec(0..PIECES.len(), 0..30), plain in proptest::bool::ANY) {
        let text: String = picked.into_iter().map(|piece| PIECES[piece]).collect();
        // With a heading, the text is markdown. Without `#`, `|` and `*`, it is plain text unless
        // it contains a link. It never begins with `---`, so it has no front matter.
        let text = if plain { format!("Opening\n{}", text.replace(['#', '|', '*'], " ")) } else { format!("# A\n{text}") };
        let shown = all_words(&load("patchwork.md", &text));
        let known: HashSet<_> = TYPED.into_iter().chain(["lt", "from", "illustration", "one", "page"]).map(str::to_owned).collect();
        let lost: Vec<_> = words(&text).difference(&shown).filter(|word| !known.contains(*word)).cloned().collect();
        proptest::prop_assert_eq!(lost, Vec::<String>::new(), "{}", text);
    }
}

#[test]
fn sections_below_a_team_group_have_its_kind() {
    let text = "# SWAMP RATS\n\n## SWAMP RATS - STRATEGY PLOYS\n\n### GNAW\nBite.\n\n## SWAMP RATS - FACTION EQUIPMENT\n\n### ROPE\nLong.\n";
    let expected = "  1 SWAMP RATS <document>\n\
                    \x20 3   STRATEGY PLOYS <group> of SWAMP RATS\n\
                    \x20 5     GNAW <ploy>\n            Bite.\n\
                    \x20 8   FACTION EQUIPMENT <group> of SWAMP RATS\n\
                    \x2010     ROPE <equipment>\n            Long.\n";
    assert_eq!(tree(&load("rats.md", text)), expected);
}
