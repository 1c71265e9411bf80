//! Tests of opening files that may be hostile.

use std::fs;

use super::*;

#[test]
fn a_regular_file_is_read_up_to_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "12345").unwrap();
    let (bytes, metadata) = read(&path, Links::Refuse, 5).unwrap();
    assert_eq!((&bytes[..], metadata.len()), (&b"12345"[..], 5));
    let error = read(&path, Links::Follow, 4).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    assert!(read(folder.path(), Links::Follow, 5).is_err());
    assert!(create_new(&path).is_err());
}

#[test]
fn a_folder_of_this_computer_reports_changes() {
    let folder = tempfile::tempdir().unwrap();
    assert!(reports_changes(folder.path()));
    assert!(!reports_changes(&folder.path().join("none")));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn pipes_and_devices_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        for path in [&pipe, Path::new("/dev/zero"), Path::new("/dev/null")] {
            for links in [Links::Follow, Links::Refuse] {
                let error = read(path, links, 100).unwrap_err().to_string();
                assert_eq!(error, "this is not a regular file", "{}", path.display());
            }
            assert!(open_own(path).is_err(), "{}", path.display());
        }
    }

    #[test]
    fn links_are_refused_where_nobody_but_the_program_puts_files() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "text").unwrap();
        symlink(&file, &link).unwrap();
        assert_eq!(read(&link, Links::Follow, 9).unwrap().0, b"text");
        let error = read(&link, Links::Refuse, 9).unwrap_err().to_string();
        assert_eq!(error, "this is a symbolic link");
        assert!(open_own(&link).is_err());
        fs::remove_file(&file).unwrap();
        assert!(create_new(&link).is_err(), "a link that leads nowhere");
        assert!(!file.exists());
    }

    #[test]
    fn new_files_and_folders_belong_to_the_player_alone() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("a/b");
        create_folder(&below).unwrap();
        create_new(&below.join("new")).unwrap();
        open_own(&below.join("lock")).unwrap();
        assert_eq!([mode(&folder.path().join("a")), mode(&below)], [0o700; 2]);
        assert_eq!(
            ["new", "lock"].map(|name| mode(&below.join(name))),
            [0o600; 2]
        );
    }

    #[test]
    fn all_paths_to_a_file_have_one_identity() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "text").unwrap();
        symlink(&file, &link).unwrap();
        let identity = |path: &Path| super::identity(path, &fs::metadata(path).unwrap());
        assert_eq!(identity(&file), identity(&link));
        assert_ne!(identity(&file), identity(folder.path()));
    }
}
