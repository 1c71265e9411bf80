//! The bundled rules, compiled into the program. A test compares this list with the folder `rules`.

/// Pairs each path with the text of the file.
macro_rules! texts {
    ($($file:literal,)*) => {
        &[$(($file, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/", $file)))),*]
    };
}

/// The path (relative to `rules/`) and the text of every bundled file, sorted by path.
pub const FILES: &[(&str, &str)] = texts![
    "kill-team/adversary-ops.md",
    "kill-team/core-terms.md",
    "kill-team/event-cards.md",
    "kill-team/game.yaml",
    "kill-team/joint-ops.md",
    "kill-team/killzones.md",
    "kill-team/npo-datacards.md",
    "kill-team/synonyms.yaml",
    "kill-team/tomb-world.md",
    "killzone-quick-reference/game.yaml",
    "killzone-quick-reference/quick-reference.md",
    "killzone-quick-reference/synonyms.yaml",
    "zone-mortalis/game.yaml",
    "zone-mortalis/missions.md",
    "zone-mortalis/stratagems.md",
    "zone-mortalis/synonyms.yaml",
    "zone-mortalis/zone-mortalis.md",
];

#[cfg(test)]
mod tests {
    use walkdir::WalkDir;

    use super::*;

    #[test]
    fn every_file_of_the_rules_is_bundled() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/rules");
        let entries = WalkDir::new(root).into_iter().map(Result::unwrap);
        let files = entries.filter(|entry| entry.file_type().is_file());
        let mut files: Vec<_> = files
            .map(|file| {
                let below = file.path().strip_prefix(root).unwrap().iter();
                let names: Vec<_> = below.map(|name| name.to_str().unwrap()).collect();
                names.join("/")
            })
            .collect();
        files.sort();
        let bundled: Vec<_> = FILES.iter().map(|(file, _)| *file).collect();
        assert_eq!(bundled, files, "update the list in `src/bundled.rs`");
    }
}
