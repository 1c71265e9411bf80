//! An index as a run of bytes: in the cache, and in the program for the bundled rules.
//!
//! A header of `postcard`, tantivy's files one after the other, and a checksum of everything. Tantivy opens none of them
//! before the checksum is verified, because it panics on damaged files.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::Index;
use tantivy::directory::{Directory, RamDirectory};

use super::error::SearchError;
use super::schema::{Fields, tokenizers};
use super::synonyms::Synonyms;
use super::vocabulary::Vocabulary;

/// Another version of the program may read the same texts differently.
const FORMAT: &str = concat!("tableside index 1 of ", env!("CARGO_PKG_VERSION"));

/// Tantivy's list of its own files.
const MANAGED: &str = ".managed.json";

/// What an index knows beside tantivy's files.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Lexicon {
    /// A digest of everything in the rulebook that this was built from.
    pub digest: u64,
    pub vocabulary: Vocabulary,
    pub synonyms: Synonyms,
}

/// The header: [`FORMAT`], the lexicon, and the name and length of each file.
type Header<F, L> = (F, L, Vec<(String, u64)>);

/// Reads or writes, and computes the checksum of the bytes.
struct Checked<T> {
    inner: T,
    checksum: crc32fast::Hasher,
}

impl<T> Checked<T> {
    fn new(inner: T) -> Self {
        Self {
            inner,
            checksum: crc32fast::Hasher::new(),
        }
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.checksum.update(&buffer[..count]);
        Ok(count)
    }
}

impl<R: Read> Checked<R> {
    /// Reads this many bytes. Memory grows with what is there, whatever a damaged length says.
    fn read_bytes(&mut self, length: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.take(length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn read_length(&mut self) -> io::Result<u64> {
        let mut length = [0; 8];
        self.read_exact(&mut length)?;
        Ok(u64::from_le_bytes(length))
    }
}

impl<W: Write> Write for Checked<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.checksum.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// An index in memory, and the files that it is made of.
pub(crate) struct Storage {
    pub index: Index,
    files: RamDirectory,
}

impl Storage {
    /// A new, empty index.
    pub(crate) fn create() -> Result<Self, SearchError> {
        let settings = tantivy::IndexSettings {
            docstore_compress_dedicated_thread: false,
            ..tantivy::IndexSettings::default()
        };
        let files = RamDirectory::create();
        let mut index = Index::create(files.clone(), Fields::new().1, settings)?;
        index.set_tokenizers(tokenizers());
        Ok(Self { index, files })
    }

    /// Writes the index out.
    pub(crate) fn write(&self, lexicon: &Lexicon, out: impl Write) -> Result<(), SearchError> {
        let mut paths = Vec::from_iter(self.index.directory().list_managed_files());
        paths.push(PathBuf::from(MANAGED));
        paths.sort();
        let mut files = Vec::new();
        let mut contents = Vec::new();
        for path in paths {
            // A file may be listed before it is written.
            if let Ok(bytes) = self.files.atomic_read(&path) {
                files.push((path.to_string_lossy().into_owned(), bytes.len() as u64));
                contents.push(bytes);
            }
        }
        let header: Header<&str, &Lexicon> = (FORMAT, lexicon, files);
        let header = postcard::to_extend(&header, Vec::new())?;
        let mut out = Checked::new(out);
        out.write_all(&(header.len() as u64).to_le_bytes())?;
        out.write_all(&header)?;
        for bytes in contents {
            out.write_all(&bytes)?;
        }
        let checksum = out.checksum.clone().finalize();
        out.inner.write_all(&checksum.to_le_bytes())?;
        Ok(out.flush()?)
    }

    /// Reads what [`Storage::write`] wrote.
    ///
    /// # Errors
    /// Any byte is not what was written, or another version of the program wrote it.
    pub(crate) fn read(input: impl Read) -> Result<(Self, Lexicon), SearchError> {
        let mut input = Checked::new(input);
        let length = input.read_length()?;
        let header = input.read_bytes(length)?;
        let (format, lexicon, names): Header<String, Lexicon> = postcard::from_bytes(&header)?;
        if format != FORMAT {
            return Err(SearchError::Damaged);
        }
        let files = RamDirectory::create();
        for (name, length) in names {
            files.atomic_write(Path::new(&name), &input.read_bytes(length)?)?;
        }
        let checksum = input.checksum.clone().finalize();
        let mut expected = [0; 4];
        input.inner.read_exact(&mut expected)?;
        if u32::from_le_bytes(expected) != checksum {
            return Err(SearchError::Damaged);
        }
        let mut index = Index::open(files.clone())?;
        index.set_tokenizers(tokenizers());
        if index.schema() != Fields::new().1 {
            return Err(SearchError::Damaged);
        }
        Ok((Self { index, files }, lexicon))
    }
}
