//! Reads EPUB: joins the documents of a book in the order of its spine to one web page.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::extracted::{BookError, escaped, head};
use super::html::{tree::Tree, xhtml};
use crate::source::counted;
use archive::Archive;
use package::{MAX_CHAPTERS, Package};

mod archive;
mod package;

#[cfg(test)]
mod tests;

/// Returns the text of a book as a web page.
///
/// # Errors
/// Fails if the file is damaged or encrypted, or has no documents.
pub fn to_html(bytes: &[u8]) -> Result<String, BookError> {
    let mut archive = Archive::open(bytes)?;
    archive.refuse_encrypted()?;
    let container = archive.text("META-INF/container.xml")?;
    let tree = Tree::parse(&container);
    let root = package::first_attribute(&tree, "rootfile", "full-path");
    let root = root.ok_or_else(|| archive::broken("its container names no book"))?;
    let package = Package::read(&archive.text(&root)?, &root);
    let titles = package.titles(&mut archive);
    let places: FxHashMap<_, _> = package.chapters.iter().zip(1_usize..).collect();
    let mut body = String::new();
    let mut faults = Vec::new();
    let mut count = 0;
    for (path, number) in package.chapters.iter().zip(1_usize..) {
        let text = match archive.text(path) {
            Ok(text) => text,
            Err(error) => {
                faults.push([format!("chapter {number}: {}", error.message), error.help]);
                continue;
            }
        };
        count += 1;
        // Writing to a string never fails.
        let _ = write!(body, "<div id=\"{number}-\" data-chapter=\"{number}\">");
        let inner = inner(&text);
        if let Some(title) = titles.get(path).filter(|_| !has_heading(inner)) {
            let _ = write!(body, "<h1>{}</h1>", escaped(title));
        }
        body += &xhtml::to_html(inner, &mut |key, value| match key {
            "id" | "name" => Some(format!("{number}-{value}")),
            "href" => link(path, number, value, &places),
            _ => None,
        });
        body += "</div>\n";
    }
    if package.left_out > 0 {
        let chapters = counted(package.left_out, "chapter");
        let fault = format!("{chapters} after the first {MAX_CHAPTERS} are left out");
        faults.push([fault, "divide the book into several files".to_owned()]);
    }
    if count == 0 {
        return Err(archive::broken("it has no chapters"));
    }
    let summary = counted(count, "chapter");
    Ok(head(&package.title, &package.date, &summary, &faults) + &body)
}

/// Returns what is inside the body of a document.
fn inner(text: &str) -> &str {
    let Some(start) = text.find("<body") else {
        return text;
    };
    let start = text[start..].find('>').map_or(start, |end| start + end + 1);
    let end = text.rfind("</body").filter(|end| *end > start);
    &text[start..end.unwrap_or(text.len())]
}

fn has_heading(text: &str) -> bool {
    (1..=6).any(|level| text.contains(&format!("<h{level}")))
}

/// Returns a link to another place of the book as a link inside the page.
fn link(
    from: &str,
    number: usize,
    target: &str,
    places: &FxHashMap<&String, usize>,
) -> Option<String> {
    let (file, fragment) = target.split_once('#').unwrap_or((target, ""));
    let number = if file.is_empty() {
        number
    } else {
        *places.get(&package::resolve(from, file)?)?
    };
    Some(format!("#{number}-{fragment}"))
}
