use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::thread::sleep;
use std::time::Duration;

use super::*;
use crate::loader::Origin;

#[test]
fn a_viewer_gets_the_file_of_an_image_as_one_argument() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for inner in ["rules/maps", "rules/tombs/old maps"] {
        fs::create_dir_all(at(inner)).unwrap();
    }
    fs::write(at("rules/tombs/tomb.md"), "# Tomb").unwrap();
    for image in [
        "secret.png",
        "rules/maps/a b.png",
        "rules/tombs/old maps/c.png",
    ] {
        fs::write(at(image), b"\x89PNG\r\n\x1a\n").unwrap();
    }
    let (program, told) = (at("viewer"), at("told"));
    let script = format!(
        "#!/bin/sh\nprintf '%s' \"$1|$2|$#\" > '{0}.new'\nmv '{0}.new' '{0}'\n",
        told.display()
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let viewer = [program.display().to_string(), "-x".to_owned()];
    let listing = loader::find(&[Origin::Path(at("rules"))]).unwrap();
    let document = Arc::new(listing.sources[0].clone());
    let open = |viewer: &[String], path: &str| {
        let image = ImageRequest::new(viewer, &document, path);
        image.map_or_else(|| NO_VIEWER.to_owned(), |image| image.open())
    };
    for (path, file) in [
        ("../maps/a%20b.png", "rules/maps/a b.png"),
        ("maps/a b.png", "rules/maps/a b.png"),
        ("elsewhere/c.png", "rules/tombs/old maps/c.png"),
    ] {
        assert!(open(&viewer, path).starts_with("opened "), "{path}");
        while !told.exists() {
            sleep(Duration::from_millis(5));
        }
        let file = at(file).canonicalize().unwrap();
        assert_eq!(
            fs::read_to_string(&told).unwrap(),
            format!("-x|{}|2", file.display())
        );
        fs::remove_file(&told).unwrap();
    }
    assert_eq!(
        open(&viewer, "../../secret.png"),
        "secret.png is not an image in the rules folder"
    );
    assert_eq!(
        open(&viewer, "x/d.png"),
        "d.png is not an image in the rules folder"
    );
    assert_eq!(
        open(&viewer, "x/%1b%5b2J%e2%80%aed.png"),
        "[2Jd.png is not an image in the rules folder"
    );
    let missing = [at("nothing").display().to_string()];
    let message = open(&missing, "maps/a b.png");
    assert!(
        message.starts_with("cannot start ")
            && message.ends_with("; check `image_viewer` in config.toml"),
        "{message}"
    );
    assert_eq!(
        open(&[], "maps/a b.png"),
        "no image viewer is set; add `image_viewer = \"xdg-open\"` to config.toml"
    );
}
