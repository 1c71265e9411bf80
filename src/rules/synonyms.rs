//! What players call things: the words of a game's `synonyms.yaml`.

use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Serialize, Serializer};

use crate::bytes::{Reader, put_all, put_text, put_texts};

/// A player's word and the words of the rules it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Synonym {
    /// What a player types, in lower case.
    pub word: String,
    /// What the rules call it.
    pub means: Vec<String>,
}

/// The synonyms of a game. Those of a stored outline stay as they are stored until somebody asks for one: only an index is
/// made of them, and with the outline there mostly is one.
#[derive(Clone, Debug, Default)]
pub struct Synonyms {
    stored: Box<[u8]>,
    read: OnceLock<Vec<Synonym>>,
}

impl Synonyms {
    /// Adds further ones.
    pub(super) fn extend(&mut self, more: impl IntoIterator<Item = Synonym>) {
        let mut all = self.to_vec();
        all.extend(more);
        *self = Self {
            stored: Box::default(),
            read: OnceLock::from(all),
        };
    }

    /// Writes them behind `out`.
    pub(super) fn store(&self, out: &mut Vec<u8>) {
        put_all(out, self, |out, synonym| {
            put_text(out, &synonym.word);
            put_texts(out, &synonym.means);
        });
    }

    /// Those that [`Synonyms::store`] wrote.
    pub(super) fn stored(bytes: &[u8]) -> Self {
        Self {
            stored: bytes.into(),
            read: OnceLock::new(),
        }
    }
}

impl Deref for Synonyms {
    type Target = [Synonym];

    fn deref(&self) -> &[Synonym] {
        self.read.get_or_init(|| {
            let mut input = Reader::new(&self.stored);
            input.all(|input| Synonym {
                word: input.string(),
                means: input.texts(),
            })
        })
    }
}

impl PartialEq for Synonyms {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Synonyms {}

impl Serialize for Synonyms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn synonym(word: &str, means: &[&str]) -> Synonym {
        Synonym {
            word: word.to_owned(),
            means: means.iter().map(|&means| means.to_owned()).collect(),
        }
    }

    #[test]
    fn what_is_stored_is_read_again_when_it_is_asked_for() {
        let mut told = Synonyms::default();
        told.extend([synonym("door", &["hatchway", "breach point"])]);
        told.extend([synonym("odd", &[])]);
        let mut bytes = Vec::new();
        told.store(&mut bytes);
        let stored = Synonyms::stored(&bytes);
        assert!(stored.read.get().is_none());
        assert_eq!(stored, told);
        assert_eq!(stored.len(), 2);
        // Whatever the bytes are, reading them ends.
        (0..bytes.len()).for_each(|end| assert!(Synonyms::stored(&bytes[..end]).len() <= 2));
    }
}
