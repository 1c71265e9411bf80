//! Finds the files of images.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::{Path, PathBuf, absolute};

use walkdir::WalkDir;

use crate::platform::files::{self, Links};
use crate::source::Source;

/// The maximum number of files and folders that a search for an image's name visits.
const MAX_ENTRIES: usize = 100_000;

/// The number of bytes at the start of a file that show what it is.
const START: u64 = 512;

/// Finds the file of an image by its path in a document. The path is tried relative to the
/// document, then relative to the rules folder. If neither leads to a file in the rules folder,
/// finds any file of the same name there. Never returns a file outside the rules folder, or a file
/// that is not an image by its name and its content: a symbolic link may lead to any file.
pub fn image(document: &Source, path: &str) -> Option<PathBuf> {
    let file = absolute(document.origin.as_deref()?).ok()?;
    let depth = document.file.split('/').count();
    let root = file.ancestors().nth(depth)?.canonicalize().ok()?;
    let inside = |path: PathBuf| {
        let path = path.canonicalize().ok()?;
        (path.starts_with(&root) && is_image(&path)).then_some(path)
    };
    let name = Path::new(path).file_name()?;
    inside(file.with_file_name("").join(path))
        .or_else(|| inside(root.join(path.trim_start_matches('/'))))
        .or_else(|| {
            // Links to folders are not followed, because they may lead back to a folder above.
            let entries = WalkDir::new(&root).into_iter().flatten().take(MAX_ENTRIES);
            let mut named = entries.filter(|entry| entry.file_name() == name);
            named.find_map(|entry| inside(entry.into_path()))
        })
}

/// Whether a file is an image. The program that opens it may go by its name or by its content, so
/// both must say so.
fn is_image(path: &Path) -> bool {
    let extension = path.extension().map(OsStr::to_ascii_lowercase);
    let extension = extension.as_ref().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| start(path).is_ok_and(|start| has_format(extension, &start)))
}

/// Whether the bytes at the start of a file are those of the image format with an extension.
fn has_format(extension: &str, start: &[u8]) -> bool {
    let at = |at: usize, bytes: &[u8]| start.get(at..).is_some_and(|rest| rest.starts_with(bytes));
    match extension {
        "png" => at(0, b"\x89PNG\r\n\x1a\n"),
        "jpg" | "jpeg" => at(0, b"\xff\xd8\xff"),
        "gif" => at(0, b"GIF87a") || at(0, b"GIF89a"),
        "webp" => at(0, b"RIFF") && at(8, b"WEBP"),
        "bmp" => at(0, b"BM"),
        "avif" => at(4, b"ftypavif") || at(4, b"ftypavis"),
        "svg" => {
            let text = String::from_utf8_lossy(start);
            let text = text.trim_start_matches('\u{feff}').trim_start();
            ["<svg", "<?xml", "<!--", "<!DOCTYPE svg"]
                .iter()
                .any(|tag| text.starts_with(tag))
        }
        _ => false,
    }
}

/// Returns the first bytes of a file.
fn start(path: &Path) -> io::Result<Vec<u8>> {
    let (file, _) = files::open(path, Links::Follow)?;
    let mut start = Vec::new();
    file.take(START).read_to_end(&mut start)?;
    Ok(start)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rstest::rstest;

    use super::*;
    use crate::source::Stamp;

    #[rstest]
    #[case("png", b"\x89PNG\r\n\x1a\n...", true)]
    #[case("jpg", b"\xff\xd8\xff\xe0..JFIF", true)]
    #[case("gif", b"GIF89a..", true)]
    #[case("webp", b"RIFF\x10\0\0\0WEBPVP8 ", true)]
    #[case("bmp", b"BM....", true)]
    #[case("avif", b"\0\0\0\x20ftypavif", true)]
    #[case("svg", b"\xef\xbb\xbf\n<svg xmlns=\"\">", true)]
    #[case("png", b"[Desktop Entry]\nExec=rm", false)]
    #[case("svg", b"#!/bin/sh", false)]
    #[case("png", b"\xff\xd8\xff", false)]
    #[case("desktop", b"\x89PNG\r\n\x1a\n", false)]
    #[case("png", b"", false)]
    fn a_file_is_an_image_by_its_content(
        #[case] extension: &str,
        #[case] start: &[u8],
        #[case] expected: bool,
    ) {
        assert_eq!(has_format(extension, start), expected);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_named_as_an_image_leads_only_to_images() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("run.desktop"), "[Desktop Entry]\nExec=rm").unwrap();
        fs::write(at("trick.desktop"), b"\x89PNG\r\n\x1a\n").unwrap();
        fs::write(at("real.png"), b"\x89PNG\r\n\x1a\n").unwrap();
        for (link, target) in [
            ("a.png", "run.desktop"),
            ("b.png", "trick.desktop"),
            ("c.png", "real.png"),
        ] {
            std::os::unix::fs::symlink(at(target), at(link)).unwrap();
        }
        let document = Source::unread(
            at("rules.md"),
            "rules.md".to_owned(),
            String::new(),
            Stamp::default(),
        );
        assert_eq!(image(&document, "a.png"), None);
        assert_eq!(image(&document, "b.png"), None);
        let real = at("real.png").canonicalize().unwrap();
        assert_eq!(image(&document, "c.png"), Some(real));
    }

    #[test]
    fn a_document_that_is_named_without_a_folder_has_images() {
        // A path relative to the current folder, which is that of the crate in tests.
        let document = Source::unread(
            "README.md".into(),
            "README.md".to_owned(),
            String::new(),
            Stamp::default(),
        );
        let found = image(&document, "assets/none.png");
        assert_eq!(found, None);
        let pictures = fs::read_dir("assets")
            .unwrap()
            .flatten()
            .map(|entry| entry.path());
        let picture = pictures
            .into_iter()
            .find(|path| is_image(path))
            .expect("a picture");
        let name = picture.to_string_lossy().into_owned();
        assert_eq!(image(&document, &name), picture.canonicalize().ok());
    }
}
