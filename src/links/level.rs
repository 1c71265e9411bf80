//! The score from which a mention is a link.

use crate::settings::LinkLevel;

/// Returns the score from which a mention is a link. The score of a mention is the logarithm of the
/// odds that a player would follow it, as the judged mentions have it. At the normal level, links have to be
/// a little likelier right than wrong: at 0, the tests of everyday words in short texts fail.
pub fn threshold(level: LinkLevel) -> f32 {
    match level {
        LinkLevel::Few => 1.5,
        LinkLevel::Normal => 0.1,
        LinkLevel::Many => -1.5,
    }
}
