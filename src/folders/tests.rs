//! Tests of replacing files.

use std::io::Write;
use std::time::SystemTime;

use super::*;

fn replace_with(path: &Path, access: Access, text: &str) -> io::Result<()> {
    replace(path, access, |file| file.write_all(text.as_bytes()))
}

#[test]
fn a_failed_replacement_keeps_the_old_file_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    replace_with(&path, Access::Kept, "old").unwrap();
    let failed = replace(&path, Access::Kept, |file| {
        file.write_all(b"half")?;
        Err(io::Error::other("full"))
    });
    assert!(failed.is_err());
    assert_eq!(read(&path, 10).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_a_killed_program_left_is_removed_after_a_while() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    let [old, recent, other] =
        ["a.7.new", "a.8-0.new", "b.9.new"].map(|name| folder.path().join(name));
    for file in [&old, &recent, &other] {
        fs::write(file, "half").unwrap();
    }
    let long_ago = SystemTime::now() - 2 * LEFTOVER_AGE;
    for file in [&old, &other] {
        let file = File::options().write(true).open(file).unwrap();
        file.set_modified(long_ago).unwrap();
    }
    replace_with(&path, Access::Private, "text").unwrap();
    assert_eq!(
        [&old, &recent, &other].map(|file| file.exists()),
        [false, true, true]
    );
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_replaced_file_keeps_its_mode_unless_it_is_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        replace_with(&path, Access::Kept, "new").unwrap();
        assert_eq!(mode(&path), 0o600);
        for (access, expected) in [(Access::Kept, 0o640), (Access::Private, 0o600)] {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            replace_with(&path, access, "newer").unwrap();
            assert_eq!(mode(&path), expected);
        }
    }

    #[test]
    fn planted_links_are_neither_followed_nor_in_the_way() {
        let folder = tempfile::tempdir().unwrap();
        let [path, secret] = ["a", "secret"].map(|name| folder.path().join(name));
        fs::write(&secret, "secret").unwrap();
        for number in 0..3 {
            let planted = format!("a.{}-{number}.new", std::process::id());
            symlink(&secret, folder.path().join(planted)).unwrap();
        }
        symlink(&secret, &path).unwrap();
        assert!(read(&path, 100).is_err());
        replace_with(&path, Access::Private, "text").unwrap();
        assert_eq!(fs::read(&secret).unwrap(), b"secret");
        assert_eq!(read(&path, 100).unwrap(), b"text");
    }
}
