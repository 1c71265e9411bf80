//! Shows the rules that stand in front matter, such as the difficulty and the text of a spell.

use super::item::Item;
use super::markdown::{self, Queries};
use crate::quantity::Quantity;
use crate::rules::model::{Block, BlockKind, FrontMatter, RichText, Stat, Style};
use crate::rules::slug::{fold, title_case};
use crate::source::Span;

/// The maximum length of a value that is shown as a statistic, in characters.
const MAX_STAT_LENGTH: usize = 24;

/// The maximum number of fields that are shown, and the number of bytes of a text that are searched for
/// their values.
const MAX_FIELDS: usize = 64;
const MAX_SEARCHED: usize = 32 * 1024;

/// Keys by which programs that publish or list documents are told what to do: Hugo, Jekyll, `MkDocs`,
/// Docusaurus, `GitBook`, Retype, Obsidian and its plugins. Keys that start with one of [`PREFIXES`]
/// are of this kind too.
const SITE_KEYS: &[&str] = &[
    "alias",
    "aliases",
    "author",
    "authors",
    "bookcollapsesection",
    "categories",
    "collection",
    "comments",
    "cover",
    "created",
    "css",
    "cssclass",
    "cssclasses",
    "date",
    "draft",
    "excerpt",
    "extra",
    "file",
    "footer",
    "grand_parent",
    "hide",
    "has_children",
    "has_toc",
    "header",
    "icon",
    "id",
    "image",
    "images",
    "keywords",
    "label",
    "lang",
    "language",
    "last_modified_at",
    "lastmod",
    "layout",
    "linktitle",
    "locale",
    "math",
    "menu",
    "modified",
    "next",
    "obsidianuimode",
    "order",
    "pagination_next",
    "params",
    "pagination_prev",
    "parent",
    "path",
    "permalink",
    "position",
    "prev",
    "publish",
    "published",
    "publishdate",
    "redirect_from",
    "redirect_to",
    "ref",
    "robots",
    "search",
    "share",
    "sidebar",
    "sitemap",
    "slug",
    "statblock",
    "status",
    "tag",
    "tags",
    "taxonomies",
    "template",
    "theme",
    "thumbnail",
    "toc",
    "translationkey",
    "updated",
    "url",
    "weight",
];

/// The starts of further such keys.
const PREFIXES: &[&str] = &[
    "banner", "book", "css", "dg-", "hide_", "kanban", "meta", "nav", "og:", "sidebar_",
];

/// Keys whose value is the text itself, and needs no label.
const TEXT_KEYS: &[&str] = &["body", "content", "desc", "description", "effect", "text"];

/// The number of characters by which long texts are compared.
const MAX_COMPARED: usize = 80;

/// The span of all these blocks.
pub const PLACE: Span = Span { start: 0, end: 0 };

/// Returns the blocks for the fields of the front matter that are rules: short values as
/// statistics, and longer ones with their label. Leaves out the keys that the program or a site
/// generator uses, values that are only switches, dates or addresses, and values that `body`
/// repeats.
pub fn blocks(front_matter: &FrontMatter, body: &str) -> Vec<Block> {
    let span = PLACE;
    let (mut stats, mut texts) = (Vec::new(), Vec::new());
    let mut lines: Option<Vec<String>> = None;
    for (key, value) in front_matter.values.iter().take(MAX_FIELDS) {
        let value = value.trim();
        if !is_rule(key, value) {
            continue;
        }
        let label = title_case(key);
        let lines = lines.get_or_insert_with(|| {
            start_of(body)
                .lines()
                .map(|line| without_marks(&fold(line)))
                .collect()
        });
        if is_repeated(lines, &fold(&label), &fold(value)) {
            continue;
        }
        // A link is text.
        let is_stat = !value.contains('\n') && !value.contains("[[");
        if is_stat && value.chars().count() <= MAX_STAT_LENGTH {
            stats.push(Stat {
                name: label,
                text: value.to_owned(),
                quantity: Quantity::parse(value),
            });
        } else {
            texts.extend(text(key, &label, value, span));
        }
    }
    let stats = (!stats.is_empty()).then(|| Block::new(BlockKind::Stats(stats), span));
    stats.into_iter().chain(texts).collect()
}

/// Returns the start of a text that is searched for the values of fields.
fn start_of(text: &str) -> &str {
    let ends = (0..=text.len().min(MAX_SEARCHED)).rev();
    let end = ends.into_iter().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// Whether a line of the text has the value of a field, apart from marks of emphasis. A short value
/// counts only beside its label, or as a heading.
fn is_repeated(lines: &[String], label: &str, value: &str) -> bool {
    let is_short = value.chars().count() <= MAX_STAT_LENGTH;
    let value = without_marks(value.lines().next().unwrap_or(""));
    let start: String = value.chars().take(MAX_COMPARED).collect();
    let repeats = |line: &String| {
        if is_short {
            let heading = line
                .strip_prefix('#')
                .map(|line| line.trim_start_matches('#').trim());
            return heading == Some(&value) || line.contains(label) && line.contains(&value);
        }
        line.contains(&start)
    };
    lines.iter().any(repeats)
}

/// Removes the marks of emphasis.
fn without_marks(text: &str) -> String {
    text.replace(['*', '_'], "")
}

fn is_rule(key: &str, value: &str) -> bool {
    let key = key.to_lowercase();
    let is_site_key = SITE_KEYS.contains(&&*key)
        || PREFIXES.iter().any(|prefix| key.starts_with(prefix))
        || FrontMatter::KEYS.contains(&&*key);
    let is_date = value.len() >= 10
        && value.as_bytes()[..4].iter().all(u8::is_ascii_digit)
        && value[4..].starts_with(['-', '/']);
    let is_place =
        !value.contains(' ') && value.contains('/') && value.contains(char::is_alphabetic);
    let is_switch = matches!(value, "" | "true" | "false" | "yes" | "no");
    !is_site_key && !is_date && !is_place && !is_switch
}

/// Reads a long value as markdown.
fn text(key: &str, label: &str, value: &str, span: Span) -> Vec<Block> {
    let none = FrontMatter::default();
    let queries = Queries::new(&none, "", 0);
    let items = markdown::parse(value, 0, queries, false);
    let mut blocks: Vec<_> = items
        .into_iter()
        .map(|item| match item {
            Item::Heading { text, .. } => Block::paragraph(text),
            Item::Block(block) => block,
        })
        .collect();
    for block in &mut blocks {
        place(block, span);
    }
    if TEXT_KEYS.contains(&&*key.to_lowercase()) {
        return blocks;
    }
    // In bold, the label would start a rule of its own.
    let style = Style {
        emphasis: true,
        ..Style::default()
    };
    let mut labelled = RichText::default();
    labelled.push(&format!("{label}: "), style, None, span);
    match blocks.first_mut().map(|block| &mut block.kind) {
        Some(BlockKind::Paragraph(text)) => {
            labelled.extend(text);
            *text = labelled;
        }
        _ => blocks.insert(0, Block::paragraph(labelled)),
    }
    blocks
}

/// Sets the spans of a block to the place of the front matter.
fn place(block: &mut Block, span: Span) {
    block.span = span;
    if let BlockKind::Paragraph(text) = &mut block.kind {
        text.runs.iter_mut().for_each(|run| run.span = span);
    }
}
