//! Tests of loaded rules: the trees of documents, the faults of broken and malicious documents, and
//! the bundled rules.

mod bundled;
mod convert;
mod hostile;
mod oracle;
mod outline;
mod pages;
mod permitted;
mod tree;

use proptest::test_runner::{Config, RngSeed};

/// Returns how many texts a test makes of random pieces: the same ones each time, unless
/// `PROPTEST_RNG_SEED` is another number.
fn patchwork(cases: u32) -> Config {
    let config = Config::default();
    Config {
        cases,
        failure_persistence: None,
        rng_seed: match config.rng_seed {
            RngSeed::Random => RngSeed::Fixed(1),
            fixed @ RngSeed::Fixed(_) => fixed,
        },
        ..config
    }
}
