//! The vocabularies that documents may have: the base vocabulary, those of the bundled games, and
//! those of the player's `game.yaml` files.

use std::collections::BTreeSet;

use super::model::{Game, SectionKind, Vocabulary, VocabularyRef};
use super::parse::front_matter::read_mapping;
use super::parse::vocabulary::{VocabularyEntry, read_vocabulary};
use crate::diagnostic::Diagnostic;
use crate::loader;
use crate::source::{Source, Span, clamped};

/// A document has the vocabulary of a bundled game if it contains at least this many of its signs.
const MIN_SIGNS: usize = 3;

/// The maximum number of words in a vocabulary, because each label and heading is compared with
/// them.
const MAX_WORDS: usize = 2000;

/// Returns the names of the kinds of the bundled games, and those of the structural kinds.
pub fn bundled_kinds() -> BTreeSet<String> {
    let all = Vocabularies::default().0;
    let named = all.iter().flat_map(Vocabulary::kind_names);
    named
        .chain(SectionKind::STRUCTURAL)
        .map(str::to_owned)
        .collect()
}

/// All vocabularies. The first is the base vocabulary, which all others contain.
#[derive(Debug)]
pub struct Vocabularies(Vec<Vocabulary>);

impl Default for Vocabularies {
    fn default() -> Self {
        let base = Source::in_memory("base.yaml", include_str!("base.yaml"));
        let mut words = match read_vocabulary(&base, &mut Vec::new()) {
            Some(VocabularyEntry::Words(words)) => *words,
            _ => Vocabulary::default(),
        };
        words.extend(&Vocabulary::default());
        let mut all = Self(vec![words]);
        for source in loader::bundled().filter(|source| source.name() == "game.yaml") {
            let name = read_mapping(&source, &mut Vec::new()).into_iter();
            let name = name
                .filter(|(key, _)| key == "name")
                .flat_map(|(_, name)| name)
                .next();
            all.read(
                &source,
                &Game::id_of(&name.unwrap_or_default()),
                &mut Vec::new(),
            );
        }
        all
    }
}

impl Vocabularies {
    pub fn get(&self, at: VocabularyRef) -> &Vocabulary {
        &self.0[at.0 as usize]
    }

    /// Whether these words are the vocabulary at `at`.
    pub fn contains(&self, at: VocabularyRef, words: &Vocabulary) -> bool {
        self.0.get(at.0 as usize) == Some(words)
    }

    /// Returns all vocabularies.
    pub fn into_all(self) -> Vec<Vocabulary> {
        self.0
    }

    /// Returns the vocabulary of which a text contains enough signs, or the base vocabulary.
    pub fn recognise(&self, text: &str) -> VocabularyRef {
        let mut known = (0..).map(VocabularyRef).zip(&self.0);
        let found = known.find(|(_, words)| words.has_signs(text, MIN_SIGNS));
        found.map_or_else(VocabularyRef::default, |(at, _)| at)
    }

    /// Reads the `vocabulary` of a `game.yaml`: the name of another game's, `none`, or the words of the
    /// game `id`. Faults are reported.
    pub fn read(
        &mut self,
        source: &Source,
        id: &str,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<VocabularyRef> {
        let words = match read_vocabulary(source, diagnostics)? {
            VocabularyEntry::Name(name) => return self.find(source, &name, diagnostics),
            VocabularyEntry::Words(words) => *words,
        };
        let words = self.complete(source, id, words, diagnostics)?;
        let known = self.0.iter().position(|known| *known == words);
        let at = known.unwrap_or_else(|| {
            self.0.push(words);
            self.0.len() - 1
        });
        Some(VocabularyRef(clamped(at)))
    }

    fn find(
        &self,
        source: &Source,
        name: &str,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<VocabularyRef> {
        let id = Game::id_of(name);
        if id == "none" {
            return Some(VocabularyRef::default());
        }
        let found = self.0.iter().skip(1).position(|words| words.name == id);
        if found.is_none() {
            let names = self
                .0
                .iter()
                .skip(1)
                .map(|words| format!("`{}`", words.name));
            let names = names.collect::<Vec<_>>().join(", ");
            let help = format!("the vocabularies are {names} and `none`");
            diagnostics
                .push(fault(source, name, &format!("no vocabulary is named `{name}`")).help(help));
        }
        found.map(|at| VocabularyRef(clamped(at + 1)))
    }

    /// Adds the base vocabulary and a name to the words of a game.
    fn complete(
        &self,
        source: &Source,
        id: &str,
        mut words: Vocabulary,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Vocabulary> {
        words.extend(&self.0[0]);
        id.clone_into(&mut words.name);
        if words.word_count() > MAX_WORDS {
            let message =
                format!("this vocabulary is not used: it has more than {MAX_WORDS} words");
            diagnostics.push(fault(source, "vocabulary", &message).help("leave out some of them"));
            return None;
        }
        for (currency, kind) in &words.currencies {
            if words.find_kind(|known| known.name == *kind).is_none() {
                let message = format!(
                    "`{}` is a cost of `{kind}`, which is no kind",
                    currency.code()
                );
                let help = format!("add `- name: {kind}` to the `kinds`");
                diagnostics.push(fault(source, currency.code(), &message).help(help));
            }
        }
        Some(words)
    }
}

#[cfg(test)]
impl Vocabulary {
    /// Returns the vocabulary of the bundled game Kill Team.
    pub fn kill_team() -> Self {
        let mut all = Vocabularies::default().into_all().into_iter();
        let found = all.find(|words| words.name == "kill-team");
        found.unwrap_or_default()
    }
}

/// Returns a fault at the first place of a word in a file.
fn fault(source: &Source, word: &str, message: &str) -> Diagnostic {
    let start = source.text.find(word).unwrap_or(0);
    let span = Span::new(start, start + word.len().min(source.text.len() - start));
    Diagnostic::at(source, span, "vocabulary", message)
}
