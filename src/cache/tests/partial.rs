//! Of files that are not all what they were, those that are the same are not read again.

use super::*;
use crate::rules::{Cost, FrontMatter};

/// What a rulebook says of its documents, games and sections.
type Told = (
    Vec<(String, String, String, FrontMatter, u32, u32)>,
    Vec<&'static str>,
    Vec<Cost>,
    Vec<bool>,
);

fn told(book: &Rulebook) -> Told {
    let documents = book.documents.iter().map(|document| {
        let game = book.game(document.game).name.clone();
        let (id, title, front_matter) = (
            document.id.clone(),
            document.title.clone(),
            document.front_matter.clone(),
        );
        (
            id,
            title,
            game,
            front_matter,
            document.body,
            document.length,
        )
    });
    let run_in = book.iter().map(|(at, _)| book.is_run_in(at)).collect();
    (
        documents.collect(),
        book.kinds().collect(),
        book.costs().to_vec(),
        run_in,
    )
}

fn assert_same(partial: &Rulebook, whole: &Rulebook) {
    assert_eq!(partial.games, whole.games);
    assert_eq!(told(partial), told(whole));
    assert!(partial.sections().eq(whole.sections()));
    assert!(partial.walk().eq(whole.walk()) && !partial.is_outdated());
    assert!(
        whole
            .iter()
            .all(|(at, section)| partial.by_id(&section.id) == Some(at))
    );
}

impl Folder {
    fn unread(&self) -> Unread {
        match Found::of(loader::find(&self.origins()).unwrap(), Some(&self.cache())) {
            Found::Unread(unread) => unread,
            Found::Kept(..) => panic!("all is as it was kept"),
        }
    }

    fn whole(&self) -> Rulebook {
        let loaded = loader::load(&self.origins()).unwrap();
        Rulebook::load(loaded.sources, loaded.diagnostics)
    }

    fn remove(&self, file: &str) {
        // It may be gone already.
        let _ = fs::remove_file(self.rules.path().join(file));
    }
}

#[test]
fn files_that_are_the_same_are_not_opened() {
    let folder = Folder::new();
    let known = Known {
        path: folder.rules.path().join("a.md").display().to_string(),
        stamp: Stamp::default(),
    };
    folder.keep().unwrap();
    folder.write("b.md", "# Gate\n\nA gate opens.\n");
    let mut listing = loader::find(&folder.origins()).unwrap();
    let kept = folder.cache().recall(&mut listing).unwrap();
    assert!(!kept.is_current && listing.entries.len() == 2);
    // Whoever opened it now would miss it.
    fs::remove_file(&known.path).unwrap();
    let loaded = listing.load();
    assert_eq!(loaded.diagnostics, []);
    let book = Rulebook::load_after(Some(&kept.book), loaded.sources, Vec::new(), &mut |_| {});
    assert_eq!(ids(&book).len(), 3);
    assert_eq!((book.diagnostics.len(), book.is_outdated()), (0, false));
    assert_eq!(book.documents[1].title, "Gate");
    assert!(book.documents[0].source.is_known() && !book.documents[1].source.is_unread);
}

#[test]
fn a_glance_knows_all_that_is_the_same() {
    let folder = Folder::new();
    folder.keep().unwrap();
    folder.write("c.md", "# New\n\n## Newer\n");
    let glance = folder.unread().glance(None);
    let sections: Vec<_> = glance
        .documents
        .iter()
        .map(|document| glance.descendants(document.root).count())
        .collect();
    assert_eq!(sections, [1, 0, 0]);
    assert_same(&folder.unread().load(&mut |_| {}), &folder.whole());
}

#[test]
fn what_was_loaded_in_part_is_kept_and_taken_over_again() {
    let folder = Folder::new();
    folder.keep().unwrap();
    for text in [
        "# Gate\n\nA gate.\n",
        "# Arch\n\n## Stone 2AP\n\nAn arch.\n",
        "# Door\n",
    ] {
        folder.write("b.md", text);
        let unread = folder.unread();
        let files = unread.known();
        let (book, before) = unread.load_after(&mut |_| {});
        assert_same(&book, &folder.whole());
        folder
            .cache()
            .make(&files, &book, before.as_deref(), &mut |_| {})
            .unwrap();
        let kept = folder.load().unwrap();
        assert_same(&kept.book, &folder.whole());
        let mut whole = Vec::new();
        SearchIndex::build(&folder.whole())
            .unwrap()
            .encode(&mut whole)
            .unwrap();
        assert!(
            fs::read(kept.index).unwrap() == whole,
            "the index is that of all texts"
        );
    }
}

#[test]
fn an_index_of_before_that_is_damaged_or_gone_is_done_without() {
    let folder = Folder::new();
    // Enough that damage is found only when an entry is read.
    let rules: Vec<_> = (0..2000)
        .map(|at| format!("## Rule {at}\n\nDig as rule {at} of mud says.\n"))
        .collect();
    folder.write("long.md", &format!("# Long\n\n{}", rules.join("\n")));
    let damages: [fn(&Path); 3] = [
        |index| fs::write(index, "damaged").unwrap(),
        |index| fs::remove_file(index).unwrap(),
        |index| {
            let mut bytes = fs::read(index).unwrap();
            bytes[40_000] ^= 1;
            fs::write(index, bytes).unwrap();
        },
    ];
    for (number, damage) in damages.into_iter().enumerate() {
        folder.keep().unwrap();
        folder.write("b.md", &format!("# Gate {number}\n"));
        let unread = folder.unread();
        let files = unread.known();
        let (book, before) = unread.load_after(&mut |_| {});
        damage(&before.as_ref().unwrap().index);
        folder
            .cache()
            .make(&files, &book, before.as_deref(), &mut |_| {})
            .unwrap();
        let mut whole = Vec::new();
        SearchIndex::build(&folder.whole())
            .unwrap()
            .encode(&mut whole)
            .unwrap();
        assert!(fs::read(folder.load().unwrap().index).unwrap() == whole);
    }
}

#[test]
fn what_a_killed_program_left_is_swept_when_it_is_old() {
    let folder = Folder::new();
    folder.keep().unwrap();
    let left = |name: &str| folder.cache().folder.join(name);
    for name in ["outline.17.new", "index-1-2.18.new", "outline.19.new"] {
        fs::write(left(name), "half").unwrap();
    }
    for name in ["outline.17.new", "index-1-2.18.new"] {
        let file = fs::File::options().write(true).open(left(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(99))
            .unwrap();
    }
    folder.write("c.md", "# New\n");
    folder.keep().unwrap();
    assert!(!left("outline.17.new").exists() && !left("index-1-2.18.new").exists());
    assert!(
        left("outline.19.new").exists(),
        "another program may be writing it"
    );
}

/// Something that happens to a folder.
#[derive(Clone, Debug)]
enum Edit {
    Write(&'static str, &'static str),
    Remove(&'static str),
    Rename(&'static str, &'static str),
    Touch(&'static str),
}

const DOCUMENTS: [&str; 6] = ["a.md", "b.md", "c/a.md", "c/d.txt", "c/e/a.md", "f/a.md"];

const TEXTS: [&str; 8] = [
    "# Wall\n\nA wall is Heavy.\n\n## Heavy 1AP\n\nIt cannot be crossed.\n",
    "---\ngame: Other\n---\n\n## Only 2CP\n\n**Run-in:** text\n\n- an item\n",
    "---\ntitle: Named\naliases: [Also]\nteam: rats\n---\n\n# One\n\n# Two\n",
    "---\nsection: the part\ngame: House\n---\ntext\n",
    "",
    "PLAIN HEADING\n\nplain text\n",
    "# Wall\n\n## Same\n\n## Same\n",
    "---\nbroken: [\n---\n# Broken\n",
];

const SETTINGS: [(&str, &str); 5] = [
    ("game.yaml", "name: House\norder: 2\ndocuments: [b, a]\n"),
    ("game.yaml", "name: Inn\n"),
    ("c/game.yaml", "name: Other\norder: 1\n"),
    ("synonyms.yaml", "rats: [Wall]\n"),
    ("c/synonyms.yaml", "mice: [Heavy]\n"),
];

fn edit() -> impl Strategy<Value = Edit> {
    let document = || prop::sample::select(DOCUMENTS.to_vec());
    let any = || {
        prop::sample::select(
            [
                DOCUMENTS.as_slice(),
                &["game.yaml", "c/game.yaml", "synonyms.yaml"],
            ]
            .concat(),
        )
    };
    let setting = prop::sample::select(SETTINGS.to_vec());
    prop_oneof![
        4 => (document(), prop::sample::select(TEXTS.to_vec())).prop_map(|(file, text)| Edit::Write(file, text)),
        2 => setting.prop_map(|(file, text)| Edit::Write(file, text)),
        1 => any().prop_map(Edit::Remove),
        1 => (document(), document()).prop_map(|(from, to)| Edit::Rename(from, to)),
        1 => any().prop_map(Edit::Touch),
    ]
}

fn make(folder: &Folder, edits: &[Edit]) {
    let path = |file: &str| folder.rules.path().join(file);
    fs::create_dir_all(path("c/e")).unwrap();
    fs::create_dir_all(path("f")).unwrap();
    for edit in edits {
        match edit {
            Edit::Write(file, text) => folder.write(file, text),
            Edit::Remove(file) => folder.remove(file),
            // There may be no such file.
            Edit::Rename(from, to) => drop(fs::rename(path(from), path(to))),
            Edit::Touch(file) if path(file).exists() => folder.age(file),
            Edit::Touch(_) => {}
        }
    }
    // There is always a document.
    folder.write("z.md", "# Last\n\n## Least 1AP\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn whatever_happens_to_a_folder_a_load_in_part_gives_what_a_whole_one_gives(
        first in prop::collection::vec(edit(), 0..12),
        then in prop::collection::vec(edit(), 1..6),
    ) {
        let folder = Folder::new();
        make(&folder, &first);
        folder.keep().unwrap();
        make(&folder, &then);
        assert_same(&folder.unread().load(&mut |_| {}), &folder.whole());
    }
}
