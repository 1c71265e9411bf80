//! The measured sets of rules, and the promises for each of them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::set;

/// The number of documents in the generated set.
const WRITTEN: usize = 58;

/// A set of rules, and what the browser promises for it.
pub struct RuleSet {
    pub name: String,
    /// The folder of the rules; `None` for the bundled rules.
    pub folder: Option<PathBuf>,
    /// A title in lower case. Used as a query, it must find the section of that title first.
    pub query: String,
    pub promises: &'static Promises,
}

/// The promised maxima: times in milliseconds, memory in megabytes; `None` where nothing is
/// promised.
pub struct Promises {
    /// Whether `cached` contains multiples of the time until the first frame of `examples/bare.rs`.
    /// Otherwise, it contains milliseconds.
    pub relative: bool,
    /// The times until the first frame and until a query is answered, with a cache.
    pub cached: [f64; 2],
    pub cached_memory: Option<f64>,
    /// The times until the first frame and until a query is answered, without a cache.
    pub cold: Option<[f64; 2]>,
    pub cold_memory: Option<f64>,
    /// The times from saving a changed file until the change is on the screen and until search
    /// finds the new text.
    pub saved: Option<[f64; 2]>,
    /// The 99th percentile of the times of keystrokes in the search box.
    pub key: f64,
    /// The times of `check` and `links NAME`, and the times until the backlinks and the key numbers
    /// are on the screen.
    pub whole_rulebook: Option<[f64; 4]>,
}

const BUNDLED: Promises = Promises {
    relative: true,
    cached: [2.5, 4.0],
    cached_memory: None,
    cold: None,
    cold_memory: None,
    saved: None,
    key: 4.0,
    whole_rulebook: None,
};

const DOCUMENTS: Promises = Promises {
    relative: true,
    cached: [4.0, 6.0],
    cached_memory: None,
    cold: Some([50.0, 150.0]),
    cold_memory: None,
    saved: Some([100.0, 200.0]),
    key: 4.0,
    whole_rulebook: None,
};

const VAULT: Promises = Promises {
    relative: false,
    cached: [40.0, 60.0],
    cached_memory: Some(60.0),
    cold: Some([200.0, 2_000.0]),
    cold_memory: Some(150.0),
    saved: Some([100.0, 1_000.0]),
    key: 8.0,
    whole_rulebook: Some([15_000.0, 3_000.0, 1_000.0, 2_000.0]),
};

const LARGE_VAULT: Promises = Promises {
    relative: false,
    cached: [150.0, 250.0],
    cached_memory: Some(250.0),
    cold: Some([200.0, 15_000.0]),
    cold_memory: Some(600.0),
    saved: Some([400.0, 5_000.0]),
    key: 30.0,
    whole_rulebook: Some([15_000.0, 3_000.0, 1_000.0, 2_000.0]),
};

/// Returns the bundled rules, a generated set, and copies of the given folders. The folders are
/// copied, because a measurement changes a file.
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
            name: "58 invented documents".to_owned(),
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
            promises: match files {
                ..100 => &DOCUMENTS,
                100..5_000 => &VAULT,
                _ => &LARGE_VAULT,
            },
        });
    }
    Ok(sets)
}

/// Copies a folder, except hidden files and folders, and returns the number of markdown files.
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
    /// Limits `runs` to five for a large folder, because each run takes a long time.
    pub fn runs(&self, runs: usize) -> usize {
        if self.promises.relative {
            runs
        } else {
            runs.min(5)
        }
    }

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
