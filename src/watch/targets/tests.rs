//! Tests of what is watched.

use std::os::unix::fs::symlink;

use super::*;
use crate::loader;

fn targets(root: &Path, path: &str) -> ([Vec<String>; 2], bool) {
    let origins = [Origin::Path(root.join(path))];
    let listing = loader::find(&origins).unwrap_or_default();
    let targets = Targets::of(&origins, &listing);
    let names = |paths: &HashSet<PathBuf>| {
        let below = paths.iter().map(|path| path.strip_prefix(root).unwrap());
        let mut names: Vec<_> = below.map(|path| path.display().to_string()).collect();
        names.sort();
        names
    };
    (
        [names(&targets.folders), names(&targets.files)],
        targets.is_complete,
    )
}

#[test]
fn each_real_folder_is_watched_once_and_each_link_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for path in ["rules/one/deep", "rules/.git", "other/place"] {
        fs::create_dir_all(root.join(path)).unwrap();
    }
    for file in ["rules/a.md", "other/b.md", "other/place/c.md"] {
        fs::write(root.join(file), "# A").unwrap();
    }
    symlink("../..", root.join("rules/one/loop")).unwrap();
    symlink("deep", root.join("rules/one/again")).unwrap();
    symlink("../link", root.join("rules/b.md")).unwrap();
    symlink("other/b.md", root.join("link")).unwrap();
    symlink(root.join("other/place"), root.join("rules/two")).unwrap();
    symlink("rules", root.join("current")).unwrap();
    let folders = ["rules", "rules/one", "rules/one/deep", "other/place"];
    let (found, is_complete) = targets(&root, "current");
    // The loop leads to the folder above, whose other files are rules too.
    assert!(
        folders
            .iter()
            .all(|name| found[0].contains(&(*name).to_owned())),
        "{found:?}"
    );
    assert!(
        !found[0]
            .iter()
            .any(|name| name.contains(".git") || name.contains("loop"))
    );
    for link in ["current", "link", "rules/b.md", "other/b.md"] {
        assert!(found[1].contains(&link.to_owned()), "{link}: {found:?}");
    }
    assert!(is_complete);
    let (found, _) = targets(&root, "rules/b.md");
    assert_eq!(
        found,
        [
            vec![],
            vec![
                "link".to_owned(),
                "other/b.md".to_owned(),
                "rules/b.md".to_owned()
            ]
        ]
    );
    assert!(!targets(&root, "none").1);
}
