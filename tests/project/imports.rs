//! Checks that files import in one direction.

use std::collections::{BTreeMap, BTreeSet};

use crate::known;
use crate::sources::{self, is_test, module};

/// The modules in the order of their imports: a module imports only from earlier rows. Modules in
/// the same row never import each other.
const ORDER: [&[&str]; 15] = [
    &["platform", "bundled"],
    &["source", "folders"],
    &["diagnostic"],
    &["loader", "settings", "state"],
    &["quantity", "watch"],
    &["analyzer"],
    &["rules"],
    &["links", "search", "table", "theme"],
    &["cache"],
    &["library"],
    &["render"],
    &["tui"],
    &["cli"],
    &["lib"],
    &["main"],
];

/// The files that each file imports from.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// The names on a path from the root of the crate.
type Absolute = Vec<String>;

fn rank(module: &str) -> usize {
    ORDER
        .iter()
        .position(|row| row.contains(&module))
        .unwrap_or_else(|| panic!("`{module}` has no place in ORDER"))
}

/// Returns the files of the program, without tests, and the files that each imports from.
fn graph() -> Graph {
    let files = sources::files();
    let shipped = files.iter().filter(|file| !is_test(&file.name));
    imports(shipped.map(|file| (file.name.as_str(), file.text.as_str())))
}

fn imports<'a>(files: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Graph {
    let modules: BTreeMap<Absolute, String> = files
        .clone()
        .map(|(name, _)| (place(name), name.to_owned()))
        .collect();
    files
        .map(|(name, text)| {
            let tokens = sources::tokens(text);
            let mut imported = Reader::new(name, &modules).read(&tokens);
            imported.remove(name);
            (name.to_owned(), imported)
        })
        .collect()
}

/// Returns the path of a file's module, which is empty for `lib.rs`.
fn place(file: &str) -> Absolute {
    match file {
        "lib.rs" => Vec::new(),
        _ => file
            .trim_end_matches(".rs")
            .split('/')
            .map(str::to_owned)
            .collect(),
    }
}

/// Finds the files that a file imports.
struct Reader<'a> {
    /// The path of the file's module. Empty for `main.rs`, because it is a crate root, as `lib.rs`
    /// is.
    own: Absolute,
    modules: &'a BTreeMap<Absolute, String>,
    /// The modules that the file declares or imports, by their name in the file.
    short: BTreeMap<String, Absolute>,
    imported: BTreeSet<String>,
}

impl<'a> Reader<'a> {
    fn new(file: &str, modules: &'a BTreeMap<Absolute, String>) -> Self {
        let own = match file {
            "main.rs" => Vec::new(),
            _ => place(file),
        };
        let below = modules
            .keys()
            .filter(|path| path.len() == own.len() + 1 && path.starts_with(&own));
        let short = below
            .map(|path| (path[own.len()].clone(), path.clone()))
            .collect();
        Self {
            own,
            modules,
            short,
            imported: BTreeSet::new(),
        }
    }

    fn read(mut self, tokens: &[&str]) -> BTreeSet<String> {
        // A path may come before the import that it needs, so all imports are read first.
        let mut rest = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            if tokens[at] == "use" {
                at = self.tree(tokens, at + 1, &[]) + 1;
            } else {
                rest.push(tokens[at]);
                at += 1;
            }
        }
        for at in 0..rest.len() {
            let is_first = at == 0 || !matches!(rest[at - 1], "::" | ".");
            if is_first && rest.get(at + 1) == Some(&"::") {
                let path = path(&rest, at);
                if let Some(path) = self.absolute(&path) {
                    self.import(&path);
                }
            }
        }
        self.imported
    }

    /// Reads one tree of a `use` declaration, where `front` is the path before the tree. Returns
    /// the position of the token that ends the tree.
    fn tree(&mut self, tokens: &[&str], mut at: usize, front: &[&str]) -> usize {
        let mut path = front.to_vec();
        let mut name = None;
        while let Some(token) = tokens.get(at) {
            match *token {
                ";" | "," | "}" => break,
                "{" => {
                    loop {
                        at = self.tree(tokens, at + 1, &path);
                        if tokens.get(at) != Some(&",") {
                            break;
                        }
                    }
                    return at + 1;
                }
                "::" => {}
                "as" => {
                    at += 1;
                    name = tokens.get(at).copied();
                }
                "self" if !front.is_empty() => {}
                part => path.push(part),
            }
            at += 1;
        }
        if let Some(absolute) = self.absolute(&path) {
            match absolute.last() {
                Some(last) if self.modules.contains_key(&absolute) => {
                    let name = name.unwrap_or(last).to_owned();
                    self.short.insert(name, absolute);
                }
                _ => self.import(&absolute),
            }
        }
        at
    }

    /// Returns the absolute form of a path; `None` for a path into another crate.
    fn absolute(&self, path: &[&str]) -> Option<Absolute> {
        let (first, rest) = path.split_first()?;
        let ups = path.iter().take_while(|part| **part == "super").count();
        let (front, rest) = match *first {
            "crate" | "tableside" => (Vec::new(), rest),
            "self" => (self.own.clone(), rest),
            "super" => {
                let above = self.own.len().checked_sub(ups)?;
                (self.own[..above].to_vec(), &path[ups..])
            }
            short => (self.short.get(short)?.clone(), rest),
        };
        Some(
            front
                .into_iter()
                .chain(rest.iter().map(|&part| part.to_owned()))
                .collect(),
        )
    }

    /// Adds the file of the longest prefix of `path` that is a module.
    fn import(&mut self, path: &[String]) {
        let modules = (0..=path.len()).rev().map(|end| &path[..end]);
        let file = modules.into_iter().find_map(|path| self.modules.get(path));
        self.imported.extend(file.cloned());
    }
}

fn path<'a>(tokens: &[&'a str], at: usize) -> Vec<&'a str> {
    let is_name = |token: &&str| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut path = vec![tokens[at]];
    let mut at = at + 1;
    while tokens.get(at) == Some(&"::") && tokens.get(at + 1).is_some_and(is_name) {
        path.push(tokens[at + 1]);
        at += 2;
    }
    path
}

/// Returns the files that are in an import cycle.
fn in_circles(graph: &Graph) -> BTreeSet<String> {
    graph
        .keys()
        .filter(|file| {
            let mut reached = BTreeSet::new();
            let mut open: Vec<&String> = graph[*file].iter().collect();
            while let Some(next) = open.pop() {
                if reached.insert(next) {
                    open.extend(graph.get(next).into_iter().flatten());
                }
            }
            reached.contains(file)
        })
        .cloned()
        .collect()
}

/// Returns each import from a file above the importing file: `a/b.rs from a.rs`. The file `lib.rs`
/// is above all others.
fn from_above(graph: &Graph) -> BTreeSet<String> {
    let is_above = |file: &str, imported: &str| {
        imported == "lib.rs"
            || file
                .strip_prefix(imported.trim_end_matches(".rs"))
                .is_some_and(|below| below.starts_with('/'))
    };
    let edges = graph
        .iter()
        .flat_map(|(file, imports)| imports.iter().map(move |imported| (file, imported)));
    edges
        .filter(|(file, imported)| is_above(file, imported))
        .map(|(file, imported)| format!("{file} from {imported}"))
        .collect()
}

#[test]
fn a_module_imports_only_from_its_left() {
    let mut faults = Vec::new();
    for (file, imports) in graph() {
        let own = module(&file);
        let wrong = imports
            .iter()
            .filter(|import| module(import) != own && rank(module(import)) >= rank(own));
        faults.extend(wrong.map(|import| format!("{file} imports from {import}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn files_import_in_one_direction() {
    known::compare("circle", &in_circles(&graph()));
}

#[test]
fn no_file_imports_from_the_file_above_it() {
    known::compare("parent", &from_above(&graph()));
}

#[cfg(test)]
fn import_edges(files: &[(&str, &str)]) -> Vec<String> {
    let graph = imports(files.iter().copied());
    let edges = graph
        .iter()
        .flat_map(|(file, imports)| imports.iter().map(move |import| format!("{file} {import}")));
    edges.collect()
}

#[test]
fn the_graph_has_every_way_to_name_a_file() {
    const FILES: [(&str, &str); 5] = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "mod one; mod two;"),
        ("a/one.rs", ""),
        ("a/two.rs", ""),
        ("b.rs", ""),
    ];
    for (file, text, imports) in [
        ("b.rs", "use crate::a::Name;", "b.rs a.rs"),
        ("b.rs", "use crate::a::one::Name;", "b.rs a/one.rs"),
        ("b.rs", "let x = crate::a::one::f(y);", "b.rs a/one.rs"),
        ("b.rs", "use super::a::one::Name;", "b.rs a/one.rs"),
        ("b.rs", "use crate::a::{one::*};", "b.rs a/one.rs"),
        ("b.rs", "use crate::a::{self, one};", ""),
        ("b.rs", "use crate::a::one as o; o::f()", "b.rs a/one.rs"),
        ("b.rs", "f(a::g()); use crate::a;", "b.rs a.rs"),
        ("b.rs", "use other::a::one; x.a::<y>()", ""),
        ("b.rs", "// crate::a::Name\n\"crate::a::Name\"", ""),
        (
            "b.rs",
            "#[cfg(test)]\nmod tests { use crate::a::Name; }",
            "",
        ),
        ("a.rs", "pub use one::Name;", "a.rs a/one.rs"),
        ("a.rs", "pub use self::two::Name;", "a.rs a/two.rs"),
        ("a.rs", "two::f()", "a.rs a/two.rs"),
        ("a/one.rs", "use super::two::Name;", "a/one.rs a/two.rs"),
        ("a/one.rs", "use super::*;", "a/one.rs a.rs"),
        ("a/one.rs", "use super::super::b::Name;", "a/one.rs b.rs"),
    ] {
        let files = FILES.map(|(name, own)| (name, if name == file { text } else { own }));
        assert_eq!(import_edges(&files).join(", "), imports, "{file}: {text}");
    }
}

#[test]
fn circles_and_children_that_look_up_are_found() {
    let graph = imports(
        [
            ("a.rs", "pub use one::Name; fn f() {}"),
            ("a/one.rs", "use super::f;"),
            ("b.rs", "use crate::c::Name;"),
            ("b/one.rs", "use crate::b::Name; use crate::a::Name;"),
            ("c.rs", "use crate::d::Name;"),
            ("d.rs", "use crate::b::Name;"),
        ]
        .into_iter(),
    );
    let list = |found: BTreeSet<String>| found.into_iter().collect::<Vec<_>>().join(", ");
    assert_eq!(list(in_circles(&graph)), "a.rs, a/one.rs, b.rs, c.rs, d.rs");
    assert_eq!(
        list(from_above(&graph)),
        "a/one.rs from a.rs, b/one.rs from b.rs"
    );
}

#[test]
fn the_order_of_modules_can_be_broken() {
    assert!(rank("tui") > rank("links"));
    assert_eq!(rank("links"), rank("search"));
}
