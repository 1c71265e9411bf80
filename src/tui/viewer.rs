//! Opening images in a program of the player's choice.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use crate::loader;
use crate::platform::process;
use crate::rules::slug::decode;
use crate::source::{Source, clean, last_part};

/// The message for an image if no viewer is set.
pub const NO_VIEWER: &str =
    "no image viewer is set; add `image_viewer = \"xdg-open\"` to config.toml";

/// An image to open. Finding its file may take long, because the whole rules folder is searched for
/// the name.
pub struct ImageRequest {
    program: String,
    arguments: Vec<String>,
    document: Arc<Source>,
    path: String,
}

impl ImageRequest {
    /// Creates a request, or returns `None` without a viewer. `viewer` is a program and its first
    /// arguments. `path` is the path of the image as written in the document.
    pub fn new(viewer: &[String], document: &Arc<Source>, path: &str) -> Option<Self> {
        let (program, arguments) = viewer.split_first()?;
        Some(Self {
            program: program.clone(),
            arguments: arguments.to_vec(),
            document: Arc::clone(document),
            path: path.to_owned(),
        })
    }

    /// Opens the image in the viewer, and returns a message about the result. The viewer is started
    /// without a shell, and the browser does not wait for it.
    pub fn open(&self) -> String {
        open(&self.program, &self.arguments, &self.document, &self.path)
    }
}

fn open(program: &str, arguments: &[String], document: &Source, path: &str) -> String {
    let path = decode(path);
    // Percent-decoding can bring control characters back.
    let name = clean(last_part(&path));
    let Some(file) = loader::image(document, &path) else {
        return format!("{name} is not an image in the rules folder");
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
    process::detach(&mut command);
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
