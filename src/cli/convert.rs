//! `tableside convert`: a document as it was understood, as markdown with front matter.

use std::path::Path;

use super::output::Output;
use super::setup;
use super::status::{Failure, Status};
use crate::loader::Origin;
use crate::rules::{DocumentRef, convert};

pub(super) fn run(file: &Path, output: &mut Output) -> Result<Status, Failure> {
    if file.is_dir() {
        return Err(Failure::Input(format!(
            "{}: a folder; convert takes one file",
            file.display()
        )));
    }
    let book = setup::understood(setup::read(&[Origin::Path(file.to_owned())])?)?;
    output.bytes(convert::to_markdown(&book, DocumentRef(0)).as_bytes())?;
    Ok(Status::Fine)
}
