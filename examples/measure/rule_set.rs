//! The measured rules, and the promises for them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::set;

/// The documents of the generated set.
const WRITTEN: usize = 58;

/// Rules, and the promises of the browser for them.
pub struct RuleSet {
    pub name: String,
    /// Empty for the bundled rules.
    pub folder: Option<PathBuf>,
    /// A query, and in lower case the text of the first line once it is answered.
    pub query: String,
    pub promises: &'static Promises,
}

/// Milliseconds, except memory in megabytes; empty without a promise.
pub struct Promises {
    /// Whether the times of a start with a cache are multiples of the bare program's first frame.
    pub relative: bool,
    /// First frame, answer.
    pub cached: [f64; 2],
    pub cached_memory: Option<f64>,
    /// First frame, answer.
    pub cold: Option<[f64; 2]>,
    pub cold_memory: Option<f64>,
    /// On the screen, found.
    pub saved: Option<[f64; 2]>,
    /// The 99th percentile of a keystroke.
    pub key: f64,
    /// `check`, `links NAME`, what links here, key numbers.
    pub wholes: Option<[f64; 4]>,
}

const BUNDLED: Promises = Promises {
    relative: true,
    cached: [2.5, 3.0],
    cached_memory: None,
    cold: None,
    cold_memory: None,
    saved: None,
    key: 3.0,
    wholes: None,
};

const DOCUMENTS: Promises = Promises {
    relative: true,
    cached: [4.0, 5.0],
    cached_memory: None,
    cold: Some([50.0, 150.0]),
    cold_memory: None,
    saved: Some([100.0, 200.0]),
    key: 4.0,
    wholes: None,
};

const VAULT: Promises = Promises {
    relative: false,
    cached: [40.0, 60.0],
    cached_memory: Some(60.0),
    cold: Some([200.0, 2_000.0]),
    cold_memory: Some(150.0),
    saved: Some([100.0, 1_000.0]),
    key: 8.0,
    wholes: Some([15_000.0, 3_000.0, 1_000.0, 2_000.0]),
};

const LARGE_VAULT: Promises = Promises {
    relative: false,
    cached: [150.0, 200.0],
    cached_memory: Some(250.0),
    cold: Some([200.0, 15_000.0]),
    cold_memory: Some(600.0),
    saved: Some([300.0, 5_000.0]),
    key: 30.0,
    wholes: Some([15_000.0, 3_000.0, 1_000.0, 2_000.0]),
};

/// The bundled rules, the generated set, and copies of the folders, since measuring changes a file.
pub fn all(below: &Path, folders: Vec<(PathBuf, String)>) -> io::Result<Vec<RuleSet>> {
    let written = below.join("58 documents");
    for (path, text) in set::files(WRITTEN) {
        let path = written.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&written))?;
        fs::write(path, text)?;
    }
    let mut sets = vec![
        RuleSet {
            name: "bundled rules".to_owned(),
            folder: None,
            query: "reaction fire".to_owned(),
            promises: &BUNDLED,
        },
        RuleSet {
            name: "58 documents".to_owned(),
            folder: Some(written),
            query: "reaction fire".to_owned(),
            promises: &DOCUMENTS,
        },
    ];
    for (at, (from, query)) in folders.into_iter().enumerate() {
        let folder = below.join(format!("folder-{at}"));
        let files = copy(&from, &folder)?;
        sets.push(RuleSet {
            name: format!("{files} files"),
            folder: Some(folder),
            query: query.to_lowercase(),
            promises: if files > 5_000 { &LARGE_VAULT } else { &VAULT },
        });
    }
    Ok(sets)
}

/// Copies a folder without hidden files; returns the number of its markdown files.
fn copy(from: &Path, to: &Path) -> io::Result<usize> {
    fs::create_dir_all(to)?;
    let mut files = 0;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, name) = (entry.path(), entry.file_name());
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        if path.is_dir() {
            files += copy(&path, &to.join(name))?;
        } else {
            files += usize::from(path.extension().is_some_and(|extension| extension == "md"));
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(files)
}

impl RuleSet {
    /// A large folder takes long and needs fewer runs.
    pub fn runs(&self, runs: usize) -> usize {
        if self.promises.relative {
            runs
        } else {
            runs.min(5)
        }
    }

    /// The arguments that open these rules.
    pub fn arguments(&self) -> Vec<String> {
        let folder = self
            .folder
            .iter()
            .map(|folder| folder.to_string_lossy().into_owned());
        folder
            .flat_map(|folder| ["--rules".to_owned(), folder])
            .collect()
    }
}
