//! Determines how the title of a section relates to its text.

use crate::rules::model::{
    Block, BlockKind, RichText, Run, Section, TitleRole, is_placeholder, names_source,
};
use crate::rules::slug::fold;

/// The number of characters at the start of a text that are searched for words of its title.
const DEFINITION: usize = 200;
/// A text or a line is short if it has fewer bytes than this. A short text below a heading may define
/// the title without repeating it, as in a glossary.
const SHORT: usize = 80;

/// Returns how a title relates to its text. The title is a stub if there is nothing to read, or if
/// the text of a section, not a document, begins with a copyright notice, perhaps after the title.
/// The title is a caption if the text has a table and no sentence. It is the subject if it is a
/// heading whose text is shorter than [`SHORT`], or if the first [`DEFINITION`] characters contain a
/// word of the title. Endings do not count: `allies` contains `Ally`, and `grapple` contains
/// `Grappling`. But an ending after fewer than three bytes does count, as in `Spy`. Words with fewer
/// than three bytes are ignored.
pub fn title_role(section: &Section, blocks: &[Block]) -> TitleRole {
    // The contents of a book say what is in it.
    let is_document = section.parent.is_none();
    let is_contents = |block: &Block| is_document && matches!(block.kind, BlockKind::List { .. });
    if blocks
        .iter()
        .all(|block| is_empty(block) && !is_contents(block))
    {
        let is_reference = |block: &Block| block.as_paragraph().is_some_and(names_place);
        return if !section.run_in && !blocks.is_empty() && blocks.iter().all(is_reference) {
            TitleRole::Reference
        } else {
            TitleRole::Stub
        };
    }
    let has_table = blocks.iter().flat_map(Block::tables).next().is_some();
    if has_table && !blocks.iter().any(Block::has_prose) {
        return TitleRole::Caption;
    }
    let texts = blocks.iter().flat_map(Block::texts);
    let characters = texts.flat_map(|text| text.plain.chars().chain([' ']));
    let start: String = characters.take(DEFINITION).collect();
    let (title, start) = (fold(&section.title), fold(&start));
    // The rest of a document may say more than the notice at its start.
    if !is_document && is_notice(start.strip_prefix(&title).unwrap_or(&start)) {
        return TitleRole::Stub;
    }
    let words = title.split(|c: char| !c.is_alphanumeric());
    let stems = words.map(|word| {
        let stem = word.strip_suffix("ing").filter(|stem| stem.len() > 2);
        let stem = stem.unwrap_or(word).trim_end_matches(['s', 'e', 'i', 'y']);
        if stem.len() > 2 { stem } else { word }
    });
    let mut stems = stems.filter(|stem| stem.len() > 2);
    if start.len() < SHORT && !section.run_in || stems.any(|stem| start.contains(stem)) {
        TitleRole::Subject
    } else {
        TitleRole::Label
    }
}

/// Whether a block is a run-in rule, a note or a break, or consists of texts that say nothing.
/// In a quote, bold paragraphs, such as the title of a callout, do not count.
fn is_empty(block: &Block) -> bool {
    match &block.kind {
        BlockKind::RunIn(_) | BlockKind::Note { .. } | BlockKind::Break => true,
        BlockKind::Paragraph(text) => says_nothing(text),
        BlockKind::List { items, .. } => items.iter().flatten().all(is_empty),
        BlockKind::Quote(blocks) => {
            let is_title = |text: &RichText| text.runs.iter().all(|run| run.style.strong);
            let is_nothing =
                |block: &Block| is_empty(block) || block.as_paragraph().is_some_and(is_title);
            blocks.iter().all(is_nothing)
        }
        _ => false,
    }
}

/// Whether each line of a text has neither letters nor digits, as `...`, or only names a source, a page, tags or
/// an image, or refers to another place: `CRB p. 436`, `#todo`, `See Running, page 24.` So does a text of only
/// links.
fn says_nothing(text: &RichText) -> bool {
    // Tags are code, without the `#`.
    let is_tag = |run: &Run| {
        let word = &text.plain[run.range()];
        let has_letters = run.style.code && word.starts_with(char::is_alphabetic);
        word.trim().is_empty() || has_letters && !word.contains(char::is_whitespace)
    };
    let is_link = |run: &Run| run.link.is_some() && !run.style.embeds && !run.style.code;
    let mut lines = text.plain.lines().map(str::trim);
    text.runs.iter().all(|run| is_tag(run) || is_link(run))
        || lines.all(|line| {
            !line.contains(char::is_alphanumeric)
                || names_source(line) && !line.ends_with(['.', '!', '?'])
                || is_placeholder(line)
                || is_page(line)
                || line.len() < SHORT && refers(line)
        })
}

/// Whether a text is only a reference to a place that it names: `See Running.`, `See rule 113.`
fn names_place(text: &RichText) -> bool {
    let place = text.plain.trim().strip_prefix("See ");
    let is_name = |c: char| c.is_uppercase() || c.is_ascii_digit() || matches!(c, '"' | '“');
    text.plain.len() < SHORT
        && place.is_some_and(|place| place.starts_with(is_name) || place.starts_with("rule "))
}

/// Whether a line begins like a reference to another place.
fn refers(line: &str) -> bool {
    let line = fold(line.trim_start_matches('('));
    let line = line.strip_prefix("please ").unwrap_or(&line);
    line.starts_with("see ") || line.starts_with("visit ")
}

/// Whether a line is only a page of a book, whose title has no long words in lower case.
fn is_page(line: &str) -> bool {
    let page = line.rsplit_once("p. ").or(line.rsplit_once("pg. "));
    page.is_some_and(|(book, page)| {
        let is_title = |word: &str| word.len() <= 3 || !word.starts_with(char::is_lowercase);
        line.len() < SHORT
            && page.chars().all(|c| c.is_ascii_digit() || c == '-')
            && book.split_whitespace().all(is_title)
    })
}

/// Whether a text in lower case begins with a copyright notice: `: copyright ©2013`.
fn is_notice(text: &str) -> bool {
    let sign = |c: char| c.is_alphanumeric() || c == '©';
    let notice = text.find(sign).map_or("", |start| &text[start..]);
    let bare = notice.strip_prefix("copyright").unwrap_or(notice);
    bare.trim_start().starts_with('©')
}
