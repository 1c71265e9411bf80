//! Opening files that may be hostile, and what the system knows about a file or folder.

use std::ffi::OsString;
use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;
use std::time::SystemTime;

#[cfg(test)]
mod tests;

/// What to do with a symbolic link in place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Open the file that the link leads to. For files of the player, who may link them.
    Follow,
    /// Fail. For files that only this program creates.
    Refuse,
}

/// Opens a regular file for reading, and returns its metadata. Never blocks, and checks the file
/// that was opened, not the one that was at the path before.
///
/// # Errors
/// Fails if the file cannot be opened, or if it is a folder, a pipe or a device.
pub fn open(path: &Path, links: Links) -> io::Result<(File, Metadata)> {
    open_with(File::options().read(true), path, links)
}

/// Opens or creates a file that only this program uses, such as a lock, for writing. Does not
/// follow symbolic links and never blocks.
///
/// # Errors
/// Fails if the file cannot be opened, or if it is not a regular file.
pub fn open_own(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    system::private(&mut options);
    open_with(&mut options, path, Links::Refuse).map(|(file, _)| file)
}

fn open_with(options: &mut OpenOptions, path: &Path, links: Links) -> io::Result<(File, Metadata)> {
    system::restrict(options, links);
    let file = options.open(path).map_err(system::explained)?;
    let metadata = file.metadata()?;
    if metadata.is_file() {
        Ok((file, metadata))
    } else {
        Err(io::Error::other("this is not a regular file"))
    }
}

/// Reads a regular file of at most `limit` bytes. Returns the bytes, and the metadata from before
/// they were read.
///
/// # Errors
/// Fails like [`open`], or with [`io::ErrorKind::FileTooLarge`] if the file is larger than `limit`
/// or grows beyond it meanwhile.
pub fn read(path: &Path, links: Links, limit: u64) -> io::Result<(Vec<u8>, Metadata)> {
    let (file, metadata) = open(path, links)?;
    let mut bytes = Vec::new();
    if metadata.len() <= limit {
        bytes.reserve_exact(usize::try_from(metadata.len()).unwrap_or(0) + 1);
        file.take(limit + 1).read_to_end(&mut bytes)?;
    }
    if metadata.len().max(bytes.len() as u64) > limit {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok((bytes, metadata))
}

/// Creates a new file that only the player can read.
///
/// # Errors
/// Fails if something is at the path, even a symbolic link that leads nowhere.
pub fn create_new(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    system::private(&mut options);
    options.open(path)
}

/// Creates a folder with the folders above it, which only the player can enter. Folders that exist
/// stay as they are.
///
/// # Errors
/// Fails if a folder cannot be created.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    system::private_folder(builder.recursive(true));
    builder.create(path)
}

/// Returns the time of the last change of data or metadata. Unlike the time of the last
/// modification, only the system can set it. On Windows, returns the time of the last modification.
pub fn change_time(metadata: &Metadata) -> Option<SystemTime> {
    system::change_time(metadata)
}

/// Returns an identity that all paths to the same file or folder share, such as symbolic links.
pub fn identity(path: &Path, metadata: &Metadata) -> OsString {
    system::identity(path, metadata)
}

/// Whether watching a folder also watches all folders below it at no cost.
pub const WATCHES_SUBFOLDERS: bool = cfg!(any(windows, target_os = "macos"));

/// Whether the system reports all changes below a path. It reports no change that another computer
/// makes on a network drive, or that Windows makes in a folder of WSL such as `/mnt/c`.
pub fn reports_changes(path: &Path) -> bool {
    system::reports_changes(path)
}

#[cfg(unix)]
mod system {
    use std::ffi::OsString;
    use std::fs::{DirBuilder, Metadata, OpenOptions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
    use std::path::Path;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use rustix::fs::OFlags;
    use rustix::io::Errno;

    use crate::platform::files::Links;

    pub fn restrict(options: &mut OpenOptions, links: Links) {
        let mut flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        flags.set(OFlags::NOFOLLOW, links == Links::Refuse);
        options.custom_flags(flags.bits().cast_signed());
    }

    /// Replaces the error of `O_NOFOLLOW`, which speaks of too many links.
    pub fn explained(error: io::Error) -> io::Error {
        match Errno::from_io_error(&error) {
            Some(Errno::LOOP) => io::Error::other("this is a symbolic link"),
            // A pipe that nobody reads.
            Some(Errno::NXIO) => io::Error::other("this is not a regular file"),
            _ => error,
        }
    }

    pub fn private(options: &mut OpenOptions) {
        options.mode(0o600);
    }

    pub fn private_folder(builder: &mut DirBuilder) {
        builder.mode(0o700);
    }

    pub fn change_time(metadata: &Metadata) -> Option<SystemTime> {
        let seconds = u64::try_from(metadata.ctime()).ok()?;
        let nanoseconds = u32::try_from(metadata.ctime_nsec()).ok()?;
        UNIX_EPOCH.checked_add(Duration::new(seconds, nanoseconds))
    }

    pub fn identity(_: &Path, metadata: &Metadata) -> OsString {
        format!("{}:{}", metadata.dev(), metadata.ino()).into()
    }

    /// The types of file systems on which changes happen elsewhere, from `statfs(2)` and the
    /// kernel's `magic.h`: NFS, SMB (three versions), 9P (also WSL 2), the drives of WSL 1, AFS
    /// (two clients), Coda, Ceph, FUSE (such as sshfs), and the shared folders of `VirtualBox` and
    /// `VMware`.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    const ELSEWHERE: [u32; 14] = [
        0x6969,
        0x517b,
        0xff53_4d42,
        0xfe53_4d42,
        0x0102_1997,
        0x5346_4846,
        0x5346_414f,
        0x6b41_4653,
        0x7375_7245,
        0x00c3_6400,
        0x6573_5546,
        0x786f_4256,
        0xbacb_acbc,
        0x564c,
    ];

    #[cfg(any(target_os = "linux", target_os = "android"))]
    pub fn reports_changes(path: &Path) -> bool {
        rustix::fs::statfs(path).is_ok_and(|system| {
            // Only the low 32 bits are the type; on some platforms the field is signed.
            let kind = u32::try_from(i128::from(system.f_type) & 0xffff_ffff);
            kind.is_ok_and(|kind| !ELSEWHERE.contains(&kind))
        })
    }

    #[cfg(target_os = "macos")]
    pub fn reports_changes(path: &Path) -> bool {
        rustix::fs::statfs(path).is_ok_and(|system| {
            let name: Vec<u8> = system
                .f_fstypename
                .iter()
                .map(|c| c.cast_unsigned())
                .collect();
            let elsewhere = ["nfs", "smbfs", "afpfs", "webdav", "macfuse", "osxfuse"];
            !elsewhere
                .iter()
                .any(|kind| name.starts_with(kind.as_bytes()))
        })
    }

    #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos")))]
    pub fn reports_changes(_: &Path) -> bool {
        true
    }
}

#[cfg(windows)]
mod system {
    use std::ffi::OsString;
    use std::fs::{DirBuilder, Metadata, OpenOptions};
    use std::io;
    use std::os::windows::fs::OpenOptionsExt;
    use std::path::{Component, Path, Prefix};
    use std::time::{SystemTime, UNIX_EPOCH};

    use crate::platform::files::Links;

    /// `FILE_FLAG_OPEN_REPARSE_POINT`: opens a link itself, which is not a regular file.
    const OPEN_LINK: u32 = 0x0020_0000;

    pub fn restrict(options: &mut OpenOptions, links: Links) {
        if links == Links::Refuse {
            options.custom_flags(OPEN_LINK);
        }
    }

    pub fn explained(error: io::Error) -> io::Error {
        error
    }

    /// The folders for application data belong to the player alone.
    pub fn private(_: &mut OpenOptions) {}

    pub fn private_folder(_: &mut DirBuilder) {}

    /// The cache cannot store a time before 1970.
    pub fn change_time(metadata: &Metadata) -> Option<SystemTime> {
        metadata.modified().ok().filter(|time| *time >= UNIX_EPOCH)
    }

    pub fn identity(path: &Path, _: &Metadata) -> OsString {
        path.canonicalize().map_or_else(|_| path.into(), Into::into)
    }

    /// A drive letter of a network drive leads to a path that starts with the name of the server.
    pub fn reports_changes(path: &Path) -> bool {
        path.canonicalize().is_ok_and(|path| {
            let first = path.components().next();
            !matches!(first, Some(Component::Prefix(prefix))
                if matches!(prefix.kind(), Prefix::UNC(..) | Prefix::VerbatimUNC(..)))
        })
    }
}
