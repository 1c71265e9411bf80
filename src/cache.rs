//! What was made of a folder of rules, kept for the next start: the outline and the search index.
//!
//! Everything here can be made again at any time. So whatever is damaged, of another version, of other files or cannot be
//! written is passed over without a word, and the rules are read as if there were no cache. The outline names its index
//! by a digest of itself: of two programs that write at once, a reader gets both parts of the one or of the other.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::bytes::{Reader, Stored, put_all, put_number, put_text, put_texts, put_u32, u32_at};
use crate::diagnostic::{Diagnostic, Severity};
use crate::folders;
use crate::links::LinkGraph;
use crate::loader::{self, Entry, Listing, Loaded, Origin};
use crate::rules::Rulebook;
use crate::search::{Bytes, SearchIndex};
use crate::source::{Source, Stamp, digest};

/// The first bytes of every outline: another version may understand the same texts otherwise.
const MAGIC: &[u8] = concat!("tableside outline 6 of ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// A file that was changed so shortly before the cache was written may have been changed once more without its time
/// telling: its text is compared.
const RACY: u64 = 2_000_000_000;

/// Of more bytes of rules the names of links are not kept: to gather them all takes all sections into memory, and of large
/// rules few games are read.
const MOST_NAMED: u64 = 8 * 1024 * 1024;

/// The place where what was made of some rules is kept.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    roots: Vec<String>,
    origins: Vec<Origin>,
}

/// The files that rules were made of.
#[derive(Clone, Debug)]
pub struct Files(Vec<Known>);

/// A file as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    path: String,
    stamp: Stamp,
}

/// What was kept.
#[derive(Debug)]
pub struct Kept {
    /// The rules; their texts are left in the files.
    pub book: Rulebook,
    /// The file of their index.
    pub index: PathBuf,
}

impl Files {
    /// The files that were read; nothing where some could not be, which the next start should try again.
    #[must_use]
    pub fn of(loaded: &Loaded) -> Option<Self> {
        let sound = |fault: &Diagnostic| fault.severity != Severity::Error;
        let known = loaded.sources.iter().map(|source| Known { path: source.path.clone(), stamp: stamp(source) });
        loaded.diagnostics.iter().all(sound).then(|| Self(known.collect()))
    }
}

impl Files {
    /// The same files with the digests of the documents: one that was found and left unread had none yet.
    fn with_digests(&self, book: &Rulebook) -> Self {
        let read = book.documents.iter().map(|document| (document.source.path.as_str(), stamp(&document.source)));
        let read: HashMap<_, _> = read.collect();
        let known = self.0.iter().map(|known| {
            let stamp = read.get(known.path.as_str()).copied().unwrap_or(known.stamp);
            Known { path: known.path.clone(), stamp }
        });
        Self(known.collect())
    }
}

/// What a source is known by; a bundled one by its text.
fn stamp(source: &Source) -> Stamp {
    let bundled = || Stamp { length: source.text.len() as u64, content: digest(&source.text), ..Stamp::default() };
    source.stamp.unwrap_or_else(bundled)
}

impl Cache {
    /// The cache of rules from some origins; none for bundled rules alone, on a machine without a home, and for paths that
    /// are not Unicode.
    #[must_use]
    pub fn of(origins: &[Origin]) -> Option<Self> {
        Self::below(&folders::cache()?, origins)
    }

    /// The same, below a folder.
    #[must_use]
    pub fn below(folder: &Path, origins: &[Origin]) -> Option<Self> {
        let mut roots = Vec::new();
        for origin in origins {
            match origin {
                Origin::Bundled => roots.push("bundled".to_owned()),
                // As it was given, because it is shown so, and as it is, because that depends on where one stands.
                Origin::Path(path) => {
                    roots.extend([path.to_str()?.to_owned(), fs::canonicalize(path).ok()?.to_str()?.to_owned()]);
                }
                Origin::Words(settings) => roots.extend(["words".to_owned(), settings.to_str()?.to_owned()]),
            }
        }
        let folder = folder.join(format!("{:016x}", digest(&roots.join("\n"))));
        origins.iter().any(|origin| *origin != Origin::Bundled).then(|| Self {
            folder,
            roots,
            origins: origins.to_vec(),
        })
    }

    /// What was made of the very files that are there now.
    #[must_use]
    pub fn load(&self, listing: &Listing) -> Option<Kept> {
        let (head, sections) = open(&self.outline()).ok()??;
        let mut input = Reader::new(&head);
        if input.texts() != self.roots {
            return None;
        }
        let written = input.number();
        let known = input.all(|input| Known { path: input.string(), stamp: read_stamp(input) });
        let sources = unchanged(listing, &known, written)?;
        let book = Rulebook::restore(&mut input, sections, &sources)?;
        Some(Kept { book, index: self.index(&head) })
    }

    /// The same, after looking for the files once more.
    #[must_use]
    pub fn load_again(&self) -> Option<Kept> {
        self.load(&loader::find(&self.origins).ok()?)
    }

    /// Opens the index of what was kept. Where that fails, the next start will not try it again.
    #[must_use]
    pub fn open(&self, index: &Path) -> Option<SearchIndex> {
        let opened = SearchIndex::open(Bytes::File(index.to_owned())).ok();
        if opened.is_none() {
            self.forget();
        }
        opened
    }

    /// Forgets what was kept: it has turned out to be untrue.
    pub fn forget(&self) {
        // Where it cannot be removed, it cannot be replaced either, and is found out again each time.
        let _ = fs::remove_file(self.outline());
    }

    /// Keeps what was made of some files for the next start, if they could be read and are still the same.
    ///
    /// # Errors
    /// Where it cannot be written: nothing is lost by that but time.
    pub fn store(&self, files: &Files, book: &Rulebook, index: &SearchIndex) -> io::Result<()> {
        if book.diagnostics.iter().any(|fault| fault.severity == Severity::Error) || book.is_outdated() {
            return Ok(());
        }
        let files = files.with_digests(book);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let mut head = Vec::new();
        put_texts(&mut head, &self.roots);
        put_number(&mut head, u64::try_from(now).unwrap_or(u64::MAX));
        put_all(&mut head, &files.0, |out, known| {
            put_text(out, &known.path);
            put_number(out, known.stamp.length);
            put_number(out, known.stamp.modified);
            put_number(out, known.stamp.touched);
            put_number(out, known.stamp.content);
        });
        let mut order: Vec<_> = (0_u32..).zip(&files.0).map(|(at, known)| (known.path.as_str(), at)).collect();
        order.sort_unstable();
        let file = |source: &Source| {
            let found = order.binary_search_by(|(path, _)| (*path).cmp(&source.path));
            found.map_or(u32::MAX, |found| order[found].1)
        };
        let few = book.documents.iter().map(|document| u64::from(document.length)).sum::<u64>() <= MOST_NAMED;
        let names = |game| if few { LinkGraph::names_of(book, game) } else { Vec::new() };
        let names = book.store(&mut head, file, names);
        let mut begin = MAGIC.to_vec();
        put_u32(&mut begin, crc32fast::hash(&head));
        put_u32(&mut begin, u32::try_from(head.len()).map_err(io::Error::other)?);
        fs::create_dir_all(&self.folder)?;
        let place = self.index(&head);
        replace(&place, |file| index.encode(file))?;
        replace(&self.outline(), |file| {
            file.write_all(&begin)?;
            file.write_all(&head)?;
            book.store_sections(file)?;
            file.write_all(&names)
        })?;
        self.sweep(&place)
    }

    /// Removes the indexes of earlier outlines, and what a program left that was ended while it wrote.
    fn sweep(&self, current: &Path) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let is_index = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("index-"));
            if is_index && path != current && !is_fresh(&path) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    fn outline(&self) -> PathBuf {
        self.folder.join("outline")
    }

    /// The index of an outline, which is known by its head: that has the checksums of all else.
    fn index(&self, head: &[u8]) -> PathBuf {
        self.folder.join(format!("index-{:08x}-{}", crc32fast::hash(head), head.len()))
    }
}

/// The head of a stored outline, and the rest of the file; nothing where it is no outline of this version, or damaged.
fn open(path: &Path) -> io::Result<Option<(Vec<u8>, Stored)>> {
    let mut file = fs::File::open(path)?;
    let all = file.metadata()?.len();
    let mut begin = [0; MAGIC.len() + 8];
    file.read_exact(&mut begin)?;
    let length = u32_at(&begin[MAGIC.len()..], 1);
    let from = begin.len() as u64 + u64::from(length);
    if !begin.starts_with(MAGIC) || from > all {
        return Ok(None);
    }
    let mut head = vec![0; length as usize];
    file.read_exact(&mut head)?;
    let sound = crc32fast::hash(&head) == u32_at(&begin[MAGIC.len()..], 0);
    Ok(sound.then_some((head, Stored::File { file: Mutex::new(file), from, length: all - from })))
}

/// Whether a file was written a moment ago: another program may be about to name it.
fn is_fresh(path: &Path) -> bool {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age.as_secs() < 60))
}

/// Writes a file beside its place and moves it there: whoever opens it sees all of it or the one before.
fn replace(path: &Path, write: impl FnOnce(&mut io::BufWriter<fs::File>) -> io::Result<()>) -> io::Result<()> {
    let temporary = path.with_extension(format!("{}.new", std::process::id()));
    let mut file = io::BufWriter::new(fs::File::create(&temporary)?);
    let written = write(&mut file).and_then(|()| file.flush()).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(temporary);
    }
    written
}

fn read_stamp(input: &mut Reader<'_>) -> Stamp {
    Stamp { length: input.number(), modified: input.number(), touched: input.number(), content: input.number() }
}

/// The sources that are there now, known by their digests, if they are those that were known.
fn unchanged(listing: &Listing, known: &[Known], written: u64) -> Option<Vec<Arc<Source>>> {
    let mut sources = Vec::with_capacity(known.len());
    for entry in &listing.entries {
        let source = match entry {
            Entry::File(source) => source,
            Entry::Fault(fault) if fault.severity == Severity::Error => return None,
            Entry::Fault(_) => continue,
        };
        let known = known.get(sources.len()).filter(|known| known.path == source.path)?;
        let now = stamp(source);
        if !now.is_as_before(&known.stamp) {
            return None;
        }
        let racy = now.modified.max(now.touched).saturating_add(RACY) >= written;
        let content = match now.content {
            0 if racy => stamp(&loader::read(source.clone(), &mut Vec::new())?).content,
            0 => known.stamp.content,
            content => content,
        };
        if content != known.stamp.content {
            return None;
        }
        let stamp = source.stamp.map(|stamp| Stamp { content, ..stamp });
        let mut source = source.clone();
        source.stamp = stamp;
        sources.push(Arc::new(source));
    }
    (sources.len() == known.len()).then_some(sources)
}

#[cfg(test)]
mod tests;
