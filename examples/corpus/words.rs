//! Invents names and words. The same seed gives the same words.

/// A word has two or three of these syllables.
const PARTS: [&str; 40] = [
    "ash", "bar", "cal", "dor", "el", "fen", "gor", "hal", "ir", "jas", "kel", "lum", "mor", "nar",
    "os", "pel", "quil", "ren", "sor", "tal", "ul", "ven", "wyn", "yor", "zan", "bel", "cris",
    "dun", "ep", "frost", "grim", "hollow", "iv", "kar", "lith", "mar", "nev", "or", "ras", "stal",
];

/// A small and fast generator of pseudo-random numbers, the same on every machine.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    /// Returns a number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % (end as u64)).unwrap_or(0)
    }

    pub fn of<'a, T: ?Sized>(&mut self, several: &[&'a T]) -> &'a T {
        several[self.below(several.len())]
    }

    pub fn word(&mut self) -> String {
        let parts = 2 + self.below(2);
        (0..parts).map(|_| self.of(&PARTS)).collect()
    }

    pub fn name(&mut self) -> String {
        format!(
            "{} {}",
            capitalised(&self.word()),
            capitalised(&self.word())
        )
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
