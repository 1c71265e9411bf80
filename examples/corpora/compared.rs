//! Compares the pages of a collection with those of the reference renderer.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;

use tableside::links::LinkGraph;
use tableside::rules::DocumentRef;

use crate::oracle::{self, Seen};

/// The number of lost tokens that are printed with their surroundings.
const SHOWN: usize = 12;

/// The number of tokens before and after a lost one that are printed.
const AROUND: usize = 4;

#[derive(Default)]
struct Totals {
    tokens: usize,
    lost: usize,
    /// The number of elements of the reference, and of those that the tree lacks or has otherwise.
    headings: (usize, usize),
    cells: (usize, usize),
    terms: (usize, usize),
    code: (usize, usize),
}

/// Prints how many tokens, headings, cells, terms and lines of code the pages of a collection lack,
/// and the first ones. Documents in plain text are left out, because the reference reads markdown.
pub fn compare(links: &LinkGraph) {
    let book = &links.book;
    let mut totals = Totals::default();
    let (mut shown, mut by_token) = (Vec::new(), HashMap::<String, usize>::new());
    let mut worst: Vec<(usize, String)> = Vec::new();
    for (at, document) in (0..).map(DocumentRef).zip(&book.documents) {
        let Ok(bytes) = fs::read(&document.path) else {
            continue;
        };
        let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let path = std::path::Path::new(&document.path);
        if path.extension().is_some_and(|extension| extension == "txt") {
            continue;
        }
        let (reference, page) = (oracle::reference(text), oracle::page(links, at));
        let lost = oracle::lost(&reference.tokens, &page.tokens);
        totals.tokens += reference.tokens.len();
        totals.lost += lost.len();
        worst.push((lost.len(), document.path.clone()));
        for (index, token) in &lost {
            *by_token.entry((*token).to_owned()).or_default() += 1;
            if shown.len() < SHOWN {
                shown.push(format!(
                    "{}: {}",
                    document.path,
                    around(&reference.tokens, *index)
                ));
            }
        }
        totals.add(&reference, &page, &document.path);
    }
    let count = |tokens: usize| f64::from(u32::try_from(tokens).unwrap_or(u32::MAX));
    let share = 100.0 * count(totals.lost) / count(totals.tokens.max(1));
    println!(
        "  tokens lost {} of {} ({share:.4} %)",
        totals.lost, totals.tokens
    );
    let kinds = [
        ("headings", totals.headings),
        ("rows", totals.cells),
        ("terms", totals.terms),
        ("lines of code", totals.code),
    ];
    for (name, (all, other)) in kinds {
        println!("  {name} that differ: {other} of {all}");
    }
    let mut by_token: Vec<_> = by_token.into_iter().collect();
    by_token.sort_by_key(|(token, count)| (Reverse(*count), token.clone()));
    by_token.truncate(15);
    worst.sort_by_key(|(count, _)| Reverse(*count));
    worst.truncate(4);
    println!("  lost most: {by_token:?} in {worst:?}");
    for line in shown {
        println!("    {line}");
    }
}

impl Totals {
    fn add(&mut self, reference: &Seen, page: &Seen, path: &str) {
        let print = std::env::var_os("ORACLE_STRUCTURE").is_some();
        let compare =
            |name: &str, total: &mut (usize, usize), wanted: Vec<String>, has: Vec<String>| {
                total.0 += wanted.len();
                let missing = missing(&wanted, &has);
                total.1 += missing.len();
                for item in missing.iter().take(if print { 5 } else { 0 }) {
                    println!("    {name} {path}: {item}");
                }
            };
        let headings = |seen: &Seen| -> Vec<String> {
            let levels = seen.headings.iter().filter(|(level, _)| *level > 0);
            levels
                .map(|(level, text)| format!("{level} {text}"))
                .collect()
        };
        compare(
            "heading",
            &mut self.headings,
            headings(reference),
            headings(page),
        );
        let rows = |seen: &Seen| -> Vec<String> {
            seen.tables
                .iter()
                .flatten()
                .map(|row| row.join(" | "))
                .collect()
        };
        compare("row", &mut self.cells, rows(reference), rows(page));
        compare(
            "term",
            &mut self.terms,
            reference.terms.clone(),
            page.terms.clone(),
        );
        compare(
            "code",
            &mut self.code,
            reference.code.clone(),
            page.code.clone(),
        );
    }
}

/// The items of `wanted` that `has` lacks, each as often as it lacks it.
fn missing<'a>(wanted: &'a [String], has: &[String]) -> Vec<&'a str> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for item in has {
        *left.entry(item).or_default() += 1;
    }
    let is_missing = |item: &&String| match left.get_mut(item.as_str()) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    wanted
        .iter()
        .filter(is_missing)
        .map(String::as_str)
        .collect()
}

fn around(tokens: &[String], at: usize) -> String {
    let before = tokens[at.saturating_sub(AROUND)..at].join(" ");
    let after = tokens[at + 1..(at + 1 + AROUND).min(tokens.len())].join(" ");
    format!("{before} «{}» {after}", tokens[at])
}
