//! `tableside convert` prints a document as markdown with front matter.

use std::path::Path;

use super::output::{Failure, Output, Status, notice};
use super::setup;
use crate::loader::Origin;
use crate::rules::{DocumentRef, convert};

pub fn run(file: &Path, output: &mut Output) -> Result<Status, Failure> {
    if file.is_dir() {
        return Err(format!(
            "{}: this is a folder; `convert` takes one file",
            file.display()
        )
        .into());
    }
    let book = setup::load(None, setup::listing(&[Origin::Path(file.to_owned())])?)?;
    book.diagnostics
        .iter()
        .for_each(|fault| notice(&fault.to_string()));
    output.bytes(convert::to_markdown(&book, DocumentRef(0)).as_bytes())?;
    Ok(Status::Fine)
}
