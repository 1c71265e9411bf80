//! Many strings in one allocation.

use serde::{Deserialize, Serialize};

/// A list of strings, stored as one text and the offset at which each string ends.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Strings {
    text: String,
    ends: Vec<u32>,
}

impl Strings {
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends
            .push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the string at an index; an empty one beyond the end.
    pub fn get(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        let end = self.ends.get(at).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|at| self.get(at))
    }

    /// Returns the indices of the strings in the order of their bytes; equal strings stay in order.
    pub fn order(&self) -> Vec<u32> {
        let mut order: Vec<_> = (0_u32..).take(self.len()).collect();
        order.sort_unstable_by(|one, other| {
            let texts = self.get(*one as usize).cmp(self.get(*other as usize));
            texts.then(one.cmp(other))
        });
        order
    }

    /// Returns the index of the first string that is not `before`. The strings must be sorted so
    /// that those that are come first.
    pub fn partition_point(&self, before: impl Fn(&str) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if before(self.get(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

impl<'a> FromIterator<&'a str> for Strings {
    fn from_iter<T: IntoIterator<Item = &'a str>>(texts: T) -> Self {
        let mut strings = Self::default();
        for text in texts {
            strings.push(text);
        }
        strings
    }
}
