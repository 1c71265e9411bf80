//! Fits the weights of links, and tells how good links are:
//! `cargo run --release --example fit_links -- COMMAND LABELS NAME=FOLDER...`.
//!
//! The commands:
//!
//! - `sample N`: prints occurrences of names for a reader to judge, as rows of the labels with the text
//!   around them
//! - `fit`: fits the weights on all collections, and tells how good links are in each collection with
//!   weights that were fitted on the others
//! - `measure`: tells how good links are with the weights of the program
//!
//! There are two kinds of labels. Links that authors wrote are hidden, and have to be found again.
//! Judged mentions are rows of the file LABELS: collection, commit, file, byte range in the file, target
//! and verdict (`yes`: the words mean the target and a player would follow the link).

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "shares and weights need no more precision"
)]

mod collection;
mod expected;
mod fit;
mod labels;
mod measure;

use std::error::Error;
use std::path::PathBuf;

use collection::Collection;
use labels::Labels;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let usage = "usage: fit_links sample N|fit|measure LABELS NAME=FOLDER...";
    let command = args.next().ok_or(usage)?;
    let size = match command.as_str() {
        "sample" => args.next().ok_or(usage)?.parse()?,
        _ => 0,
    };
    let labels = Labels::read(&PathBuf::from(args.next().ok_or(usage)?))?;
    let mut collections = Vec::new();
    for arg in args {
        let (name, folder) = arg.split_once('=').ok_or(usage)?;
        if command == "sample" {
            labels::sample(name, folder, size, &labels)?;
        } else {
            collections.push(Collection::read(name, folder, &labels)?);
        }
    }
    match command.as_str() {
        "fit" => fit::fit(&collections),
        "measure" => measure::measure(&collections),
        _ => {}
    }
    Ok(())
}
