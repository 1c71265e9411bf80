//! Reads and writes an index as bytes. The cache stores the index of a player's rules, and the
//! program contains the index of the bundled rules.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::directory::{Directory, RamDirectory};
use tantivy::{Index, IndexSettings};

use super::schema::Fields;
use super::strings::Strings;
use super::synonyms::StoredSynonym;
use super::vocabulary::IndexVocabulary;
use crate::folders;

/// The file in which tantivy lists its own files.
const MANAGED: &str = ".managed.json";

/// The part of an index that tantivy does not store.
#[derive(Debug, Serialize, Deserialize)]
pub struct Lexicon {
    /// The keys of the documents and the synonyms, which show whether anything has changed (see
    /// [`keys`](super::update::keys)).
    pub keys: Vec<u64>,
    pub vocabulary: IndexVocabulary,
    /// The titles of all sections (see [`titles`](super::titles::titles)).
    pub titles: Strings,
    pub synonyms: Vec<StoredSynonym>,
}

pub struct Storage {
    pub index: Index,
    files: RamDirectory,
}

impl Storage {
    pub fn create() -> tantivy::Result<Self> {
        let settings = IndexSettings {
            docstore_compress_dedicated_thread: false,
            ..IndexSettings::default()
        };
        let files = RamDirectory::create();
        let index = Index::create(files.clone(), Fields::new().1, settings)?;
        Ok(Self { index, files })
    }

    pub fn write(&self, lexicon: &Lexicon, writer: &mut dyn Write) -> tantivy::Result<()> {
        let mut paths = Vec::from_iter(self.index.directory().list_managed_files());
        paths.push(PathBuf::from(MANAGED));
        paths.sort();
        // Tantivy lists a file before writing it, so a listed file may not exist yet.
        let files = paths.iter().filter_map(|path| {
            let content = self.files.open_read(path).ok()?.read_bytes().ok()?;
            Some((path.to_str()?, content))
        });
        let files: Vec<_> = files.collect();
        let files: Vec<(_, &[u8])> = files.iter().map(|(path, file)| (*path, &**file)).collect();
        Ok(folders::encode(&(lexicon, files), writer)?)
    }

    /// Reads an index. `bytes` must be exactly what [`Storage::write`] wrote, because tantivy
    /// panics on damaged files.
    pub fn read(bytes: &[u8]) -> tantivy::Result<(Self, Lexicon)> {
        let (lexicon, contents): (_, Vec<(&str, &[u8])>) =
            postcard::from_bytes(bytes).map_err(io::Error::other)?;
        let files = RamDirectory::create();
        for (name, content) in contents {
            files.atomic_write(Path::new(name), content)?;
        }
        let index = Index::open(files.clone())?;
        Ok((Self { index, files }, lexicon))
    }
}
