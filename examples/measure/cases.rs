//! The programs that are measured, and the rules that they are started with.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use portable_pty::CommandBuilder;

use super::pty::{self, Pty, command};
use super::set;

const SIZE: (u16, u16) = (120, 40);

/// The documents of large vaults.
pub const LARGE: [usize; 2] = [1_000, 11_200];

/// What is asked for at the start, and what stands in the first line when it is found.
pub const QUERY: ([&str; 2], &str) = (["reaction", "fire"], "Reaction Fire");

/// What a case is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The bare program.
    Bare,
    /// The browser on the bundled rules.
    Bundled,
    /// The browser on so many documents, nothing being kept from the run before.
    Cold(usize),
    /// The browser on so many documents that were kept.
    Kept(usize),
    /// The peer on so many documents.
    Peer(usize),
}

/// A program with rules, as it is started.
pub struct Case {
    pub of: Of,
    pub name: String,
    program: PathBuf,
    arguments: Vec<String>,
}

impl Of {
    /// What the first frame shows.
    pub fn first(self) -> &'static str {
        match self {
            Self::Bare => "bare program",
            Self::Peer(_) => "set-000",
            _ => "quit",
        }
    }

    /// Whether it is the browser, which answers a query.
    pub fn answers(self) -> bool {
        !matches!(self, Self::Bare | Self::Peer(_))
    }

    pub fn documents(self) -> usize {
        match self {
            Self::Bare | Self::Bundled => 0,
            Self::Cold(documents) | Self::Kept(documents) | Self::Peer(documents) => documents,
        }
    }
}

/// All of them; with vaults of [`LARGE`] where `large`.
pub fn cases(root: &Path, folder: &Path, large: bool) -> io::Result<Vec<Case>> {
    let release = root.join("target/release");
    let tableside = |of, name: String, arguments: Vec<String>| Case {
        of,
        name: format!("Tableside, {name}"),
        program: release.join("tableside"),
        arguments,
    };
    let bare = Case {
        program: release.join("examples/bare"),
        ..tableside(Of::Bare, String::new(), Vec::new())
    };
    let mut cases = vec![
        Case {
            name: "bare program".to_owned(),
            ..bare
        },
        tableside(Of::Bundled, "bundled rules".to_owned(), Vec::new()),
    ];
    let large = LARGE.into_iter().filter(|_| large);
    for documents in [58].into_iter().chain(large) {
        let rules = folder.join(documents.to_string());
        for (path, text) in set::files(documents) {
            let path = rules.join(path);
            fs::create_dir_all(path.parent().unwrap_or(&rules))?;
            fs::write(path, text)?;
        }
        let folder = rules.to_string_lossy().into_owned();
        let rules = vec!["--rules".to_owned(), folder.clone()];
        cases.push(tableside(
            Of::Cold(documents),
            format!("{documents} documents, nothing kept"),
            rules.clone(),
        ));
        cases.push(tableside(
            Of::Kept(documents),
            format!("{documents} documents, kept"),
            rules,
        ));
        let name = format!("markdown-reader, {documents} documents");
        cases.extend(peer().map(|program| Case {
            of: Of::Peer(documents),
            name,
            program,
            arguments: vec![folder],
        }));
    }
    Ok(cases)
}

/// The peer, where it is installed.
fn peer() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join("markdown-reader"))
        .find(|program| program.is_file())
}

impl Case {
    fn home(&self, home: &Path) -> PathBuf {
        home.join(self.name.replace(' ', "-"))
    }

    pub fn start(&self, query: &[&str], home: &Path) -> io::Result<Pty> {
        let home = self.home(home);
        if matches!(self.of, Of::Cold(_)) && home.exists() {
            fs::remove_dir_all(&home)?;
        }
        fs::create_dir_all(&home)?;
        let arguments: Vec<_> = self
            .arguments
            .iter()
            .map(String::as_str)
            .chain(query.iter().copied())
            .collect();
        let command: CommandBuilder = command(&self.program, &arguments, &home);
        let mut pty = Pty::start(command, SIZE);
        pty.answers = true;
        Ok(pty)
    }

    /// Stores what the next start needs before anything is measured: a command does so when it ends.
    pub fn keep(&self, home: &Path) -> io::Result<()> {
        if matches!(self.of, Of::Kept(_)) {
            let search = [&["search", "--limit", "1"], &QUERY.0[..]].concat();
            self.time(&search, home)?;
        }
        Ok(())
    }

    /// The seconds that a command takes over its rules.
    pub fn time(&self, words: &[&str], home: &Path) -> io::Result<f64> {
        let home = self.home(home);
        fs::create_dir_all(&home)?;
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .args(words)
            .envs(pty::FOLDERS.map(|name| (name, home.as_path())))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let started = Instant::now();
        command.status()?;
        Ok(started.elapsed().as_secs_f64())
    }

    /// A large folder takes long, and tells as much in fewer runs.
    pub fn runs(&self, runs: usize) -> usize {
        if self.of.documents() > 500 {
            runs.div_ceil(5)
        } else {
            runs
        }
    }
}
