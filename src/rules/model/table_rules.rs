//! What players keep track of at the table, as in the `table` of a `game.yaml`.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// What players count, draw and choose in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableRules {
    /// What is counted.
    pub counters: Vec<CounterRules>,
    /// What happens to several counters at once, such as a new turn.
    pub steps: Vec<StepRules>,
    /// The file names, without extension, of documents of which a game uses only some.
    pub packs: Vec<String>,
    /// The titles of the headings below which the sections are the cards of a deck, besides those
    /// whose kind has copies.
    pub decks: Vec<String>,
    /// The label before the number of copies of a card in these decks; empty if each card is there once.
    pub copies: String,
    /// The titles of cards that are in their deck only if the players put them in.
    pub set_aside: Vec<String>,
    /// The statistic of a card that is counted down, such as its wounds.
    pub card_counter: String,
    /// Other words for phases: `strategic gambit` for `Strategy phase`.
    pub phase_words: BTreeMap<String, Vec<String>>,
}

impl TableRules {
    /// Returns the names of the phases: the names of values of counters.
    pub fn phases(&self) -> impl Iterator<Item = &str> {
        let values = self.counters.iter().flat_map(|counter| &counter.values);
        values.map(String::as_str)
    }

    /// Returns the byte range in which a text names a phase for the first time, whatever the case of
    /// ASCII letters.
    pub fn find_phase(&self, text: &str, phase: &str) -> Option<Range<usize>> {
        // In ASCII, lower case has the same length.
        let text = text.to_ascii_lowercase();
        let words = self.phase_words.get(phase).into_iter().flatten();
        let names = std::iter::once(phase).chain(words.map(String::as_str));
        let places = names.filter_map(|name| {
            let start = text.find(&name.to_ascii_lowercase())?;
            Some(start..start + name.len())
        });
        places.min_by_key(|place| place.start)
    }
}

/// Something that is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CounterRules {
    /// The name. A section with this title may have a table whose rows the value selects.
    pub name: String,
    /// A short name; empty if there is none.
    pub short: String,
    /// The value at the start of a game.
    pub start: i64,
    /// The lowest value.
    pub min: i64,
    /// The highest value, if there is one.
    pub max: Option<i64>,
    /// The names of the values from 0 on, such as those of the phases of a turn.
    pub values: Vec<String>,
    /// The documents or sections with which the counter is used, as `document` or
    /// `document#section`; empty if it is always used.
    pub with: Vec<String>,
}

/// A step of a game that changes several counters at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StepRules {
    /// The name, such as `New turn`.
    pub name: String,
    /// What is added to counters.
    pub add: BTreeMap<String, i64>,
    /// The new values of counters.
    pub set: BTreeMap<String, i64>,
    /// Whether drawn and discarded cards go back into their decks.
    pub shuffle: bool,
}

impl TableRules {
    /// Adds what another `game.yaml` of the same game says. The names that this one has stay as they are.
    pub(crate) fn merge(&mut self, other: &Self) {
        for counter in &other.counters {
            if self.counters.iter().all(|known| known.name != counter.name) {
                self.counters.push(counter.clone());
            }
        }
        for step in &other.steps {
            if self.steps.iter().all(|known| known.name != step.name) {
                self.steps.push(step.clone());
            }
        }
        for (known, new) in [
            (&mut self.packs, &other.packs),
            (&mut self.decks, &other.decks),
            (&mut self.set_aside, &other.set_aside),
        ] {
            let new = new.iter().filter(|name| !known.contains(name));
            let new: Vec<_> = new.cloned().collect();
            known.extend(new);
        }
        for (known, new) in [
            (&mut self.copies, &other.copies),
            (&mut self.card_counter, &other.card_counter),
        ] {
            if known.is_empty() {
                known.clone_from(new);
            }
        }
        for (phase, words) in &other.phase_words {
            let known = self.phase_words.entry(phase.clone()).or_default();
            let new = words.iter().filter(|word| !known.contains(word));
            let new: Vec<_> = new.cloned().collect();
            known.extend(new);
        }
    }

    /// Returns all names, which are shown.
    pub(crate) fn names_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let counters = self.counters.iter_mut().flat_map(|counter| {
            let names = [&mut counter.name, &mut counter.short];
            names.into_iter().chain(&mut counter.values)
        });
        counters.chain(self.steps.iter_mut().map(|step| &mut step.name))
    }
}

impl CounterRules {
    /// Returns the values that the counter can have.
    pub fn limited(&self, value: i64) -> i64 {
        let last = i64::try_from(self.values.len()).unwrap_or(i64::MAX);
        let named = Some(last - 1).filter(|_| last > 0);
        let max = self.max.or(named).unwrap_or(i64::MAX).max(self.min);
        value.clamp(self.min, max)
    }
}
