//! tantivy's files, served from a stored index: nothing is copied, nothing can be written.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tantivy::HasLen;
use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{Directory, DirectoryLock, FileHandle, FileSlice, Lock, WatchCallback, WatchHandle, WritePtr};

use super::{Part, Store, StoreError};
use crate::bytes::Reader;

/// tantivy's files by name.
#[derive(Clone, Debug)]
pub(crate) struct StoredFiles {
    files: Arc<Vec<(PathBuf, FileSlice)>>,
}

impl StoredFiles {
    pub(crate) fn open(store: &Store) -> Result<Self, StoreError> {
        let names = store.bytes(Part::Files)?;
        let mut names = Reader::new(&names);
        let mut rest = store.slice(Part::FileTexts);
        let mut files = Vec::new();
        while !names.is_empty() {
            let name = PathBuf::from(names.text());
            let length = usize::try_from(names.number()).ok().filter(|length| *length <= rest.len());
            let (file, behind) = rest.split(length.ok_or(StoreError::Damaged)?);
            files.push((name, file));
            rest = behind;
        }
        Ok(Self { files: Arc::new(files) })
    }

    fn file(&self, path: &Path) -> Result<&FileSlice, OpenReadError> {
        let file = self.files.iter().find(|(name, _)| name == path).map(|(_, file)| file);
        file.ok_or_else(|| OpenReadError::FileDoesNotExist(path.to_owned()))
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
        self.file(path)?.read_bytes().map(|bytes| bytes.to_vec()).map_err(failed)
    }

    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        // Nobody writes: there is nothing to lock.
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        Err(DeleteError::IoError { io_error: read_only(), filepath: path.to_owned() })
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        Err(OpenWriteError::IoError { io_error: read_only(), filepath: path.to_owned() })
    }

    fn atomic_write(&self, _: &Path, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }
}
