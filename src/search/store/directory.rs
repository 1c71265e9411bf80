//! tantivy's files, served from a stored index: nothing is copied, nothing can be written.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tantivy::HasLen;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, FileSlice, Lock, OwnedBytes, WatchCallback, WatchHandle,
    WritePtr,
};
use tantivy::index::SegmentComponent;

use super::{GroupPart, Part, Store, StoreError, read};
use crate::bytes::Reader;

/// tantivy's files by name.
#[derive(Clone, Debug)]
pub(crate) struct StoredFiles {
    files: Arc<Vec<(PathBuf, FileSlice)>>,
}

/// The files of a segment, with the ends of their names.
pub(crate) const COMPONENTS: [(SegmentComponent, &str); 6] = [
    (SegmentComponent::Terms, "term"),
    (SegmentComponent::Postings, "idx"),
    (SegmentComponent::Positions, "pos"),
    (SegmentComponent::FieldNorms, "fieldnorm"),
    (SegmentComponent::FastFields, "fast"),
    (SegmentComponent::Store, "store"),
];

/// The name of a group's segment.
pub(crate) fn segment_name(group: usize) -> String {
    format!("{group:032x}")
}

impl StoredFiles {
    pub(crate) fn open(store: &Store) -> Result<Self, StoreError> {
        let mut files = vec![(PathBuf::from("meta.json"), store.slice(Part::Meta))];
        for group in 0..store.groups() {
            let lengths = read(&store.of_group(group, GroupPart::FileLengths))?;
            let mut lengths = Reader::new(&lengths);
            let mut rest = store.of_group(group, GroupPart::Files);
            let name = segment_name(group);
            for (component, end) in COMPONENTS {
                let length = usize::try_from(lengths.number())
                    .ok()
                    .filter(|length| *length <= rest.len());
                let (file, behind) = rest.split(length.ok_or(StoreError::Damaged)?);
                rest = behind;
                let file = if component == SegmentComponent::FieldNorms {
                    Held::slice(file)
                } else {
                    file
                };
                files.push((PathBuf::from(format!("{name}.{end}")), file));
            }
        }
        Ok(Self {
            files: Arc::new(files),
        })
    }

    fn file(&self, path: &Path) -> Result<&FileSlice, OpenReadError> {
        let file = self
            .files
            .iter()
            .find(|(name, _)| name == path)
            .map(|(_, file)| file);
        file.ok_or_else(|| OpenReadError::FileDoesNotExist(path.to_owned()))
    }
}

/// A small file that is held in memory once it has been read: tantivy reads the lengths of all texts again for each word.
#[derive(Debug)]
struct Held {
    file: FileSlice,
    bytes: OnceLock<OwnedBytes>,
}

impl Held {
    fn slice(file: FileSlice) -> FileSlice {
        FileSlice::new(Arc::new(Self {
            file,
            bytes: OnceLock::new(),
        }))
    }
}

impl HasLen for Held {
    fn len(&self) -> usize {
        self.file.len()
    }
}

impl FileHandle for Held {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        if let Some(bytes) = self.bytes.get() {
            return Ok(bytes.slice(range));
        }
        let bytes = self.file.read_bytes()?;
        Ok(self.bytes.get_or_init(|| bytes).slice(range))
    }
}

fn read_only() -> Arc<io::Error> {
    Arc::new(io::ErrorKind::ReadOnlyFilesystem.into())
}

impl Directory for StoredFiles {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        Ok(Arc::new(self.file(path)?.clone()))
    }

    fn open_read(&self, path: &Path) -> Result<FileSlice, OpenReadError> {
        self.file(path).cloned()
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        Ok(self.file(path).is_ok())
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let failed = |error| OpenReadError::wrap_io_error(error, path.to_owned());
        self.file(path)?
            .read_bytes()
            .map(|bytes| bytes.to_vec())
            .map_err(failed)
    }

    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        // Nobody writes: there is nothing to lock.
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        Err(DeleteError::IoError {
            io_error: read_only(),
            filepath: path.to_owned(),
        })
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        Err(OpenWriteError::IoError {
            io_error: read_only(),
            filepath: path.to_owned(),
        })
    }

    fn atomic_write(&self, _: &Path, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }
}
