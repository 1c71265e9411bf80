//! Writes a document as markdown with front matter.
//!
//! Loading the markdown again produces the same tree: the same sections of the same kinds, with the
//! same texts. Every block is therefore written in a notation that the parser reads back. A note is
//! a quote with a label, stats are a list after their label, and most run-in rules have a bold
//! label.

use super::model::{
    Block, BlockKind, Body, DocumentRef, RichText, RunInForm, SectionKind, SectionRef, Table,
    Unreadable, Vocabulary,
};
use super::parse::fields::PLACE;
use super::parse::front_matter;
use super::rulebook::Rulebook;

mod inline;

/// Returns a document as markdown with front matter.
///
/// # Errors
/// Fails if the document is unreadable.
pub fn to_markdown(book: &Rulebook, document: DocumentRef) -> Result<String, Unreadable> {
    let found = book.document(document);
    // Loading decodes the entities in a title, so `&` is escaped.
    let title = if found.title.contains(';') {
        found.title.replace('&', "&amp;")
    } else {
        found.title.clone()
    };
    let mut head = found.front_matter.clone();
    head.values.retain(|(key, _)| key != "title");
    head.values.insert(0, ("title".to_owned(), title));
    let mut out = format!("---\n{}---\n", front_matter::to_yaml(&head));
    let writer = Writer {
        book,
        body: &*book.body(document)?,
        words: book.vocabulary(document),
    };
    for at in book
        .subtree(found.root)
        .filter(|at| !book.section(*at).run_in)
    {
        let section = book.section(at);
        // A root without a heading has an empty heading span.
        let headed = section.heading_span.start < section.heading_span.end;
        if headed {
            let marks = "#".repeat(usize::from(section.level.clamp(1, 6)));
            let heading = inline::one_line(writer.body.heading(at));
            out = out + "\n" + format!("{marks} {heading}").trim_end() + "\n";
        }
        if section.has_text {
            // The fields of the front matter stay in the front matter.
            let is_field =
                |block: &Block| at == found.root && found.body > 0 && block.span == PLACE;
            let blocks = writer.body.blocks(at);
            let fields = blocks.iter().take_while(|block| is_field(block)).count();
            out = out + "\n" + &writer.blocks(&blocks[fields..], false);
        }
    }
    Ok(out)
}

struct Writer<'a> {
    book: &'a Rulebook,
    body: &'a Body,
    words: &'a Vocabulary,
}

/// Returns the first of the marks that a vocabulary knows.
fn mark(marks: &[char]) -> String {
    marks.iter().take(1).collect()
}

impl Writer<'_> {
    /// Writes blocks with blank lines between them.
    ///
    /// Markdown would join adjacent lists with the same mark, so marks alternate: `-` and `+`, `1.`
    /// and `1)`. `list_above` means that a list with the first mark is right above or around
    /// `blocks`, so a list at the start of `blocks` gets the second mark.
    fn blocks(&self, blocks: &[Block], mut list_above: bool) -> String {
        let mut texts = Vec::new();
        for block in blocks {
            let text = self.block(&block.kind, list_above);
            list_above = match block.kind {
                BlockKind::List { .. } => !list_above,
                _ => matches!(block.kind, BlockKind::Stats(_)),
            };
            if !text.is_empty() {
                texts.push(text.trim_end_matches('\n').to_owned() + "\n");
            }
        }
        texts.join("\n")
    }

    fn block(&self, kind: &BlockKind, list_above: bool) -> String {
        match kind {
            BlockKind::Paragraph(text) => inline::lines(text),
            BlockKind::List { start, items } => self.list(*start, items, list_above),
            BlockKind::Table(table) => self::table(table),
            BlockKind::Effect(blocks) => self.after(&mark(&self.words.effect_marks), blocks),
            BlockKind::Condition(blocks) => self.after(&mark(&self.words.condition_marks), blocks),
            BlockKind::Note { provenance, blocks } => {
                let label = format!("**{}:**", provenance.label());
                quoted(&self.after(&label, blocks))
            }
            BlockKind::Quote(blocks) => quoted(&self.blocks(blocks, false)),
            BlockKind::RunIn(section) => self.run_in(*section),
            BlockKind::Stats(stats) => {
                let items = stats
                    .iter()
                    .map(|stat| format!("{}: {}", stat.name, stat.text));
                let items = items.map(|item| format!("\n- {}", inline::item(&item)));
                format!("**Stats:**\n{}", items.collect::<String>())
            }
            BlockKind::Keywords(words) => {
                let words: Vec<_> = words.iter().map(|word| inline::escape(word)).collect();
                format!("**Keywords:** {}", words.join(", "))
            }
            BlockKind::Heading { level, text } => {
                format!(
                    "{} {}",
                    "#".repeat(usize::from(*level)),
                    inline::one_line(text)
                )
            }
            BlockKind::Definition { term, blocks } => self.definition(term, blocks),
            // In a list item, `---` would end the list.
            BlockKind::Break => "***".to_owned(),
            BlockKind::Code(code) => {
                let fence = inline::fence(code, 3);
                format!("{fence}\n{code}\n{fence}")
            }
        }
    }

    /// Writes `opening` (a mark or a label) and then the blocks that belong to it. If the first
    /// block is a paragraph, it starts on the same line as `opening`.
    fn after(&self, opening: &str, blocks: &[Block]) -> String {
        let Some(text) = blocks.first().and_then(Block::as_paragraph) else {
            return format!("{opening}\n\n{}", self.blocks(blocks, false));
        };
        let rest = self.blocks(&blocks[1..], false);
        let gap = if rest.is_empty() { "" } else { "\n" };
        format!("{opening} {}\n{gap}{rest}", inline::lines(text))
    }

    fn definition(&self, term: &RichText, blocks: &[Block]) -> String {
        let text = self.blocks(blocks, false);
        let lines: Vec<_> = text.lines().collect();
        let text = lines.join("\n    ");
        let lines = text.lines().flat_map(|line| [line.trim_end(), "\n"]);
        format!(
            "{}\n\n:   {}",
            inline::one_line(term),
            lines.collect::<String>()
        )
    }

    fn run_in(&self, at: SectionRef) -> String {
        let (section, blocks) = (self.book.section(at), self.body.blocks(at));
        let heading = self.body.heading(at);
        match section.form {
            RunInForm::Label => {}
            RunInForm::Definition => return self.definition(heading, blocks),
            RunInForm::Heading => {
                let marks = "#".repeat(usize::from(section.level.clamp(1, 6)));
                let heading = inline::one_line(heading);
                return format!("{marks} {heading}\n\n{}", self.blocks(blocks, false));
            }
        }
        let label = if section.kind == SectionKind::Question {
            inline::lines(self.body.heading(at))
        } else {
            format!("**{}:**", inline::escape(&section.heading))
        };
        let is_marked =
            |block: &Block| matches!(block.kind, BlockKind::Effect(_) | BlockKind::Condition(_));
        // After a label without a cost, the parser accepts effects and conditions only if the label
        // is alone on its line. A question is always alone on its line.
        let is_alone = section.kind == SectionKind::Question
            || blocks.first().is_some_and(is_marked)
            || section.cost.is_none() && blocks.iter().any(is_marked);
        if is_alone {
            format!("{label}\n\n{}", self.blocks(blocks, false))
        } else {
            self.after(&label, blocks)
        }
    }

    fn list(&self, start: Option<u64>, items: &[Vec<Block>], other_mark: bool) -> String {
        let (bullet, point) = if other_mark { ("+", ")") } else { ("-", ".") };
        let mut out = String::new();
        for (index, item) in (0..).zip(items) {
            let mark = match start {
                Some(start) => format!("{}{point} ", start.saturating_add(index)),
                None => format!("{bullet} "),
            };
            let text = self.blocks(item, !other_mark);
            let indent = format!("\n{}", " ".repeat(mark.len()));
            let lines: Vec<_> = text.lines().collect();
            let item = mark + &lines.join(&indent);
            out.extend(item.lines().flat_map(|line| [line.trim_end(), "\n"]));
        }
        out
    }
}

fn quoted(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let mark = if line.is_empty() { ">" } else { "> " };
        format!("{mark}{line}\n")
    });
    lines.collect()
}

fn table(table: &Table) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let columns = table.columns.iter();
    let names = columns.clone().map(|column| inline::cell(&column.name));
    let rules = columns.map(|column| if column.right { "---:" } else { "---" }.to_owned());
    let mut out = row(names.collect()) + &row(rules.collect());
    for cells in &table.rows {
        let cells = cells.cells.iter().map(|cell| inline::cell(&cell.text));
        out += &row(cells.collect());
    }
    out
}
