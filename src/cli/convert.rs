//! `tableside convert` prints a document as markdown with front matter.

use std::path::Path;
use std::sync::Arc;

use super::output::{Outcome, Output, notice};
use super::setup;
use crate::loader::Origin;
use crate::rules::{DocumentRef, convert};

pub fn run(file: &Path, output: &mut Output) -> Outcome {
    if file.is_dir() {
        let file = file.display();
        return Err(format!("{file}: this is a folder; `convert` takes one file").into());
    }
    let listing = setup::listing(&[Origin::Path(file.to_owned())])?;
    let book = setup::load(None, listing, Arc::new(|_| {}))?.book;
    for fault in &book.diagnostics {
        notice(&fault.to_string());
    }
    output.text(&convert::to_markdown(&book, DocumentRef(0))?)?;
    Ok(true)
}
