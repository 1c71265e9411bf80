//! Opening images in a program of the player's choice.

use std::process::{Command, Stdio};
use std::thread;

use crate::loader;
use crate::rules::slug::decode;
use crate::source::{Source, clean, last_part};

/// Opens an image in the viewer. `path` is the path of the image as written in the document.
/// Returns a message about the result.
///
/// `viewer` is a program and its first arguments. The program is started without a shell, and the
/// browser does not wait for it.
pub fn open(viewer: &[String], document: &Source, path: &str) -> String {
    let Some((program, arguments)) = viewer.split_first() else {
        return "no image viewer is set; add `image_viewer = \"xdg-open\"` to config.toml"
            .to_owned();
    };
    let path = decode(path);
    // Percent-decoding can bring control characters back.
    let name = clean(last_part(&path));
    let Some(file) = loader::image(document, &path) else {
        return format!("{name} is not in the rules folder");
    };
    let mut command = Command::new(program);
    // Discard the output, which would otherwise appear on the browser's screen. A process group of
    // its own keeps a Ctrl-C in the terminal from ending the viewer too.
    command
        .args(arguments)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    match command.spawn() {
        Ok(mut child) => {
            thread::spawn(move || child.wait());
            format!("opened {name} with {program}")
        }
        Err(error) => {
            format!("cannot start {program}: {error}; check `image_viewer` in config.toml")
        }
    }
}

#[cfg(all(test, unix))]
mod tests;
