//! Whether a sentence makes an exception of the term that it mentions.

use std::ops::Range;

/// Words that make an exception of whatever the sentence speaks of. `ignor` and `exclud` stand for all their forms.
const ANYWHERE: [&str; 12] = [
    "instead",
    "takes precedence",
    "take precedence",
    "taking precedence",
    "overrides",
    "ignor",
    "exclud",
    "unless",
    "except",
    "exempt",
    "regardless",
    "rather than",
];

/// Words that forbid: what they forbid stands after them, or right before.
const FORBIDDING: [&str; 6] = ["cannot", "can't", "can not", "can’t", "not possible", "may not"];

/// A term this many words before a forbidding word is what the sentence is about.
const NEAR: usize = 2;

/// Whether a sentence makes an exception of the term at a range of it.
pub(super) fn is_exception(sentence: &str, term: &Range<usize>) -> bool {
    let lower = sentence.to_ascii_lowercase();
    ANYWHERE.iter().any(|phrase| find(&lower, phrase).next().is_some())
        || FORBIDDING.iter().any(|phrase| find(&lower, phrase).any(|at| is_about(&lower, at, phrase.len(), term)))
}

/// The places of a phrase that begins a word.
fn find<'a>(text: &'a str, phrase: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(phrase).map(|(at, _)| at).filter(|at| !text[..*at].ends_with(char::is_alphanumeric))
}

fn is_about(sentence: &str, at: usize, length: usize, term: &Range<usize>) -> bool {
    if term.start >= at + length {
        return true;
    }
    let between = sentence.get(term.end..at).unwrap_or("");
    term.end <= at && !between.contains([',', ';', ':']) && between.split_whitespace().count() <= NEAR
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("An operative can perform Breach on a hatchway instead.", true)]
    #[case("Breach cannot be performed here.", true)]
    #[case("Breach actions of it cannot be performed here.", false)]
    #[case("It cannot perform Breach.", true)]
    #[case("An operative that has Breach, and is in cover, cannot move.", false)]
    #[case("Breach costs 2AP.", false)]
    #[case("For Breach, this takes precedence over the rules.", true)]
    #[case("Ignoring cover, Breach works.", true)]
    #[case("Breach works steadfastly.", false)]
    fn exceptions_are_told_from_rules(#[case] sentence: &str, #[case] expected: bool) {
        let at = sentence.find("Breach").unwrap();
        assert_eq!(is_exception(sentence, &(at..at + "Breach".len())), expected);
    }
}
