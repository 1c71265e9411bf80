//! An index as a run of bytes: in the cache, and in the program for the bundled rules.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::directory::{Directory, RamDirectory};
use tantivy::{Index, IndexSettings, TantivyError};

use super::schema::{Fields, tokenizers};
use super::synonyms::PlayerWord;
use super::vocabulary::Vocabulary;

/// Tantivy's list of its own files.
const MANAGED: &str = ".managed.json";

/// What an index knows beside tantivy's files.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Lexicon {
    /// The key of each document, in the order of the rulebook.
    pub documents: Vec<u64>,
    /// A digest of the games' synonyms.
    pub synonyms: u64,
    pub vocabulary: Vocabulary,
    pub players_words: Vec<PlayerWord>,
}

/// An index in memory, and the files that it is made of.
pub(crate) struct Storage {
    pub index: Index,
    files: RamDirectory,
}

impl Storage {
    /// A new, empty index.
    pub(crate) fn create() -> tantivy::Result<Self> {
        let settings = IndexSettings {
            docstore_compress_dedicated_thread: false,
            ..IndexSettings::default()
        };
        let files = RamDirectory::create();
        let mut index = Index::create(files.clone(), Fields::new().1, settings)?;
        index.set_tokenizers(tokenizers());
        Ok(Self { index, files })
    }

    /// The index and its lexicon as bytes.
    pub(crate) fn to_bytes(&self, lexicon: &Lexicon) -> tantivy::Result<Vec<u8>> {
        let mut paths = Vec::from_iter(self.index.directory().list_managed_files());
        paths.push(PathBuf::from(MANAGED));
        paths.sort();
        // A file may be listed before it is written.
        let files = paths
            .iter()
            .filter_map(|path| Some((path.to_str()?, self.files.atomic_read(path).ok()?)));
        let files: Vec<_> = files.collect();
        postcard::to_extend(&(lexicon, files), Vec::new()).map_err(|error| corrupt(&error))
    }

    /// Reads what [`Storage::to_bytes`] gave. The bytes have to be those: tantivy panics on damaged files.
    pub(crate) fn read(bytes: &[u8]) -> tantivy::Result<(Self, Lexicon)> {
        let (lexicon, contents): (_, Vec<(&str, &[u8])>) =
            postcard::from_bytes(bytes).map_err(|error| corrupt(&error))?;
        let files = RamDirectory::create();
        for (name, content) in contents {
            files.atomic_write(Path::new(name), content)?;
        }
        let mut index = Index::open(files.clone())?;
        index.set_tokenizers(tokenizers());
        Ok((Self { index, files }, lexicon))
    }
}

fn corrupt(error: &postcard::Error) -> TantivyError {
    TantivyError::InternalError(error.to_string())
}
