//! Measures how well headings and words of PDF, web pages and EPUB are read.
//!
//! The truth is what the authors gave: the bookmarks of a PDF, which are ignored while it is read, the
//! headings of a page's tree, the contents of an EPUB. Words are compared with those of `pdftotext`, if
//! it is installed, or of the tree.
//!
//! ```console
//! $ cargo run --release --example formats -- book.pdf page.html book.epub
//! ```

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Instant;

use tableside::rules::{BookOptions, Rulebook, SectionRef, book};
use tableside::source::Source;

mod truth;

use truth::{Title, Truth};

fn main() {
    println!("file  headings  found  precise  parent  words  lost  ms");
    for file in std::env::args().skip(1) {
        match measure(Path::new(&file)) {
            Ok(row) => println!("{row}"),
            Err(error) => println!("{file}: {error}"),
        }
    }
}

/// Measures a file, and returns its row of the table.
fn measure(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let extension = path
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let start = Instant::now();
    let html = match extension.as_str() {
        "pdf" | "epub" => {
            let mut ignore = |_, _| {};
            let options = BookOptions {
                uses_bookmarks: false,
                ..BookOptions::all(&mut ignore)
            };
            book::to_html(bytes.clone(), options)
        }
        _ => Ok(String::from_utf8_lossy(&bytes).into_owned()),
    };
    let html = html.map_err(|error| error.message)?;
    let source = Source::in_memory("page.html", &html);
    let rules = Rulebook::load(vec![source], Vec::new());
    let time = start.elapsed().as_millis();
    let truth = match extension.as_str() {
        "pdf" => Truth::of_pdf(path, &bytes)?,
        "epub" => Truth::of_epub(path)?,
        _ => Truth::of_page(&html),
    };
    let headings = headings(&rules);
    let (found, precise, parent) = compare(&truth.titles, &headings);
    if std::env::var_os("SHOW").is_some() {
        show_parents(&truth.titles, &headings);
    }
    let (words, lost) = lost(&truth.words, &words_of(&rules));
    if std::env::var_os("SHOW").is_some() {
        let known: Vec<_> = headings.iter().map(|title| &title.key).collect();
        for title in truth
            .titles
            .iter()
            .filter(|title| !known.contains(&&title.key))
        {
            println!(
                "  not found: {} {}",
                "#".repeat(title.level.into()),
                title.key
            );
        }
        let wanted: Vec<_> = truth.titles.iter().map(|title| &title.key).collect();
        for title in headings
            .iter()
            .filter(|title| !wanted.contains(&&title.key))
        {
            println!(
                "  not wanted: {} {}",
                "#".repeat(title.level.into()),
                title.key
            );
        }
    }
    Ok(format!(
        "{}  {}  {found:.3}  {precise:.3}  {parent:.3}  {words}  {:.2}%  {time}",
        path.file_name().unwrap_or_default().to_string_lossy(),
        truth.titles.len(),
        100.0 * ratio(lost, words),
    ))
}

/// Prints the titles that are below another heading than they should be.
fn show_parents(titles: &[Title], headings: &[Title]) {
    for title in titles {
        let mut same = headings.iter().filter(|other| other.key == title.key);
        if let Some(heading) = same.next().filter(|other| other.parent != title.parent) {
            let (level, key) = (title.level, &title.key);
            println!(
                "  {key} ({level}, read as {}): below {}, not {}",
                heading.level, heading.parent, title.parent
            );
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        1.0
    } else {
        part as f64 / whole as f64
    }
}

/// Returns the headings of a rulebook of one document, without run-in rules.
fn headings(rules: &Rulebook) -> Vec<Title> {
    let sections: Vec<_> = rules
        .iter()
        .filter(|(_, section)| !section.run_in)
        .collect();
    let key_of = |at: SectionRef| truth::key(&rules.section(at).heading);
    let titles = sections
        .iter()
        .filter(|(_, section)| section.heading_span.end > section.heading_span.start);
    let title = |(_, section): &(SectionRef, &tableside::rules::Section)| Title {
        key: truth::key(&section.heading),
        level: section.level,
        parent: section.parent.map(key_of).unwrap_or_default(),
    };
    titles
        .map(title)
        .filter(|title| !title.key.is_empty())
        .collect()
}

/// Returns the shares of titles that are found, of headings that are titles (among those of the levels
/// that titles have), and of found titles with the right parent.
fn compare(titles: &[Title], headings: &[Title]) -> (f64, f64, f64) {
    let mut left: HashMap<&str, Vec<&Title>> = HashMap::new();
    for heading in headings.iter().rev() {
        left.entry(&heading.key).or_default().push(heading);
    }
    let (mut found, mut nested) = (0, 0);
    for title in titles {
        let Some(heading) = left.get_mut(title.key.as_str()).and_then(Vec::pop) else {
            continue;
        };
        found += 1;
        let is_top =
            title.parent.is_empty() && !titles.iter().any(|other| other.key == heading.parent);
        nested += usize::from(is_top || heading.parent == title.parent);
    }
    let deepest = titles.iter().map(|title| title.level).max().unwrap_or(6);
    let comparable = headings
        .iter()
        .filter(|heading| heading.level <= deepest)
        .count();
    (
        ratio(found, titles.len()),
        ratio(found, comparable.max(found)),
        ratio(nested, found),
    )
}

fn words_of(rules: &Rulebook) -> Vec<String> {
    let mut words = Vec::new();
    for (_, _, blocks) in rules.walk() {
        words.extend(truth::words(&blocks.heading().plain));
        for text in blocks.texts() {
            words.extend(truth::words(&text.plain));
        }
        blocks
            .iter()
            .for_each(|block| add_numbers(block, &mut words));
        for block in blocks.iter() {
            if let tableside::rules::BlockKind::Stats(stats) = &block.kind {
                words.extend(
                    stats
                        .iter()
                        .flat_map(|stat| truth::words(&format!("{} {}", stat.name, stat.text))),
                );
            }
            if let tableside::rules::BlockKind::Code(code) = &block.kind {
                words.extend(truth::words(code));
            }
            if let tableside::rules::BlockKind::Keywords(keywords) = &block.kind {
                words.extend(keywords.iter().flat_map(|keyword| truth::words(keyword)));
            }
        }
    }
    words
}

/// Adds the numbers of the items of ordered lists, which are no part of their texts.
fn add_numbers(block: &tableside::rules::Block, words: &mut Vec<String>) {
    if let tableside::rules::BlockKind::List { start, items } = &block.kind {
        for (number, item) in (start.unwrap_or(0)..).zip(items) {
            words.extend(start.map(|_| number.to_string()));
            for block in item {
                add_numbers(block, words);
            }
        }
    }
}

/// Returns the number of wanted words, and of those that are missing. Two words that are one in the
/// other text, because a line parted them, are not missing.
fn lost(wanted: &[String], have: &[String]) -> (usize, usize) {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for word in have {
        *left.entry(word).or_default() += 1;
    }
    let mut take = |word: &str| match left.get_mut(word) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    let missing: Vec<_> = wanted.iter().map(|word| !take(word)).collect();
    let mut lost = 0;
    let mut at = 0;
    while at < wanted.len() {
        let is_pair = at + 1 < wanted.len() && missing[at] | missing[at + 1];
        if is_pair && take(&format!("{}{}", wanted[at], wanted[at + 1])) {
            at += 2;
            continue;
        }
        if missing[at] && !take_halves(&wanted[at], &mut take) {
            lost += 1;
            if std::env::var_os("SHOW").is_some() {
                print!(" -{}", wanted[at]);
            }
        }
        at += 1;
    }
    (wanted.len(), lost)
}

/// Takes two words that are one in the other text.
fn take_halves(word: &str, take: &mut impl FnMut(&str) -> bool) -> bool {
    let mut splits = word.char_indices().skip(1).map(|(at, _)| word.split_at(at));
    splits.any(|(start, end)| start.len() > 1 && end.len() > 1 && take(start) && take(end))
}
