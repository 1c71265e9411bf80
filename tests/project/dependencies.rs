//! Checks the rules of `deny.toml` without cargo-deny: licences, sources and versions of the linked
//! crates. The number of crates is limited too.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::process::Command;

use serde_json::Value;

/// The maximum number of linked crates, so that nobody adds a dependency by accident.
const MAX_CRATES: usize = 232;

/// Crates that must be linked in exactly one version. Where several crates use one of them, two
/// versions would have incompatible types, or could disagree on widths.
const ONE_VERSION: [&str; 5] = [
    "ratatui-core",
    "crossterm",
    "unicode-width",
    "tantivy",
    "pulldown-cmark",
];

/// Crates that must never be linked; `deny.toml` says why.
const BANNED: [&str; 8] = [
    "serde_yml",
    "libyml",
    "serde_yaml",
    "reqwest",
    "hyper",
    "ureq",
    "openssl-sys",
    "tokio",
];

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Returns Cargo's metadata. It covers all systems if `everywhere` is set and all packages are
/// downloaded, otherwise only this system.
fn metadata(everywhere: bool) -> Option<Value> {
    let run = |more: &[&str]| {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .args(["metadata", "--offline", "--locked", "--format-version", "1"])
            .args(more);
        let output = cargo
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .ok()?;
        output
            .status
            .success()
            .then(|| serde_json::from_slice(&output.stdout).expect("JSON of cargo"))
    };
    let host = || {
        let output = Command::new("rustc").arg("-vV").output().ok()?;
        let said = String::from_utf8(output.stdout).ok()?;
        let host = said.lines().find_map(|line| line.strip_prefix("host: "))?;
        run(&["--filter-platform", host])
    };
    if everywhere {
        run(&[]).or_else(host)
    } else {
        host()
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the packages linked into the program, including the program itself.
fn linked(metadata: &Value) -> Vec<&Value> {
    let find = |of: &str, id: &str| {
        list(metadata.pointer(of)?)
            .iter()
            .find(|entry| entry["id"] == id)
    };
    let root = metadata["resolve"]["root"]
        .as_str()
        .expect("a root")
        .to_owned();
    let (mut seen, mut open) = (HashSet::new(), vec![root]);
    let mut linked = Vec::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        linked.push(find("/packages", &id).expect("a listed package"));
        let node = find("/resolve/nodes", &id).expect("a listed node");
        let normal = |dependency: &&Value| {
            list(&dependency["dep_kinds"])
                .iter()
                .any(|kind| kind["kind"].is_null())
        };
        let used = list(&node["deps"]).iter().filter(normal);
        open.extend(used.filter_map(|dependency| dependency["pkg"].as_str().map(str::to_owned)));
    }
    linked
}

/// Splits a version into three numbers: `1.88` becomes 1, 88 and 0.
fn numbers(version: &str) -> Vec<u32> {
    let given = version
        .split('.')
        .map(|number| number.parse().expect("a number of a version"));
    given.chain(std::iter::repeat(0)).take(3).collect()
}

#[test]
fn the_minimum_rust_version_covers_the_dependencies() {
    let Some(metadata) = metadata(true) else {
        eprintln!("cargo does not know the locked packages offline: not checked");
        return;
    };
    let needed: Vec<_> = linked(&metadata)
        .iter()
        .filter_map(|package| {
            Some((
                numbers(package["rust_version"].as_str()?),
                package["name"].to_string(),
            ))
        })
        .collect();
    assert!(needed.len() > 20, "the dependencies were not found");
    let own = numbers(env!("CARGO_PKG_RUST_VERSION"));
    let newer: Vec<_> = needed
        .iter()
        .filter(|(version, _)| *version > own)
        .collect();
    assert!(
        newer.is_empty(),
        "rust-version in Cargo.toml is older than {newer:?} need"
    );
}

fn allowed() -> BTreeSet<String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/deny.toml"))
        .expect("deny.toml");
    let list = text
        .split_once("allow = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .expect("a list")
        .0;
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// Whether a licence expression can be met with allowed licences. A `WITH` clause only adds
/// permissions, so it is ignored.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let plain = expression.replace('/', " OR ").replace(['(', ')'], "");
    let names = |all: &str| {
        all.split(" AND ")
            .all(|name| allowed.contains(name.split(" WITH ").next().unwrap_or("").trim()))
    };
    // The brackets of `(A OR B) AND C` have been removed, so `A` would look sufficient without `C`.
    // Each alternative must therefore be allowed.
    let nested = expression.contains('(') && expression.contains(" AND ");
    if nested {
        plain.split(" OR ").all(names)
    } else {
        plain.split(" OR ").any(names)
    }
}

#[test]
fn licences_are_read_as_they_are_meant() {
    let allowed = allowed();
    assert!(allowed.contains("MIT") && allowed.len() > 5, "{allowed:?}");
    for fine in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "Apache-2.0 WITH LLVM-exception",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
    ] {
        assert!(is_allowed(fine, &allowed), "{fine}");
    }
    for refused in [
        "GPL-3.0",
        "",
        "MIT AND GPL-3.0",
        "(MIT OR Apache-2.0) AND GPL-3.0",
        "AGPL-3.0/GPL-3.0",
    ] {
        assert!(!is_allowed(refused, &allowed), "{refused}");
    }
}

#[test]
fn dependencies_have_known_licences_and_sources_and_a_limited_number() {
    let Some(metadata) = metadata(false) else {
        eprintln!("cargo does not know the locked packages offline: not checked");
        return;
    };
    let linked = linked(&metadata);
    assert!(linked.len() > 20, "the dependencies were not found");
    assert!(
        linked.len() <= MAX_CRATES,
        "{} crates are linked, {MAX_CRATES} at most",
        linked.len()
    );
    let allowed = allowed();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in linked {
        let text = |field: &str| package[field].as_str().unwrap_or("");
        let (name, version) = (text("name"), text("version"));
        assert!(
            is_allowed(text("license"), &allowed),
            "{name} {version} is under `{}`",
            text("license")
        );
        assert!(
            name == env!("CARGO_PKG_NAME") || text("source") == REGISTRY,
            "{name} comes from {}",
            text("source")
        );
        assert!(!BANNED.contains(&name), "{name} is banned, see deny.toml");
        versions.entry(name).or_default().insert(version);
    }
    for name in ONE_VERSION {
        assert_eq!(
            versions.get(name).map_or(0, BTreeSet::len),
            1,
            "{name}: {:?}",
            versions.get(name)
        );
    }
}
