//! Decides whether a sentence makes an exception to a term that it mentions. A sentence that adds
//! something to the term also counts.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// Phrases that make an exception to a term, whether the term is before or after them. `ignor`
/// covers all forms of `ignore`.
static ANYWHERE: LazyLock<Regex> = LazyLock::new(|| {
    phrases(
        "instead|tak(?:es|e|ing) precedence|overrides|ignor|except|exempt|regardless|rather than|exclud",
    )
});

/// Phrases that forbid a term shortly before them (see [`MAX_WORDS_BEFORE_BAN`]) or anywhere after
/// them: `Breach cannot be performed`, `cannot perform Breach`.
static FORBIDDING: LazyLock<Regex> =
    LazyLock::new(|| phrases("cannot|can['’]t|can not|may not|not possible|not allowed"));

/// Words and phrases that introduce a circumstance: when, where or under which condition something
/// happens. If the term is only part of a circumstance, as in `while within Breach`, the sentence
/// changes another rule.
static CIRCUMSTANCES: LazyLock<Regex> = LazyLock::new(|| {
    phrases(
        r"(?:while|when|whenever|if|unless|until|within|touching|which|whose|that has|before|in every|in this|in the|near|leave|for any|enter|end in)(?-u:\b)",
    )
});

/// Words that introduce an event to which a rule reacts. A rule that reacts to an action adds
/// something to that action.
static WHENEVER: LazyLock<Regex> =
    LazyLock::new(|| phrases("whenever|each time|every time|the first time"));

/// The maximum number of words between `perform` and the term. These words may be other actions, as
/// in `performs Charge, Fall Back or Breach`.
const MAX_WORDS_AFTER_PERFORM: usize = 8;

/// The maximum number of words between a term and the forbidding phrase after it.
const MAX_WORDS_BEFORE_BAN: usize = 2;

/// Whether a sentence makes an exception to the term at byte range `term`.
pub fn is_exception(sentence: &str, term: &Range<usize>) -> bool {
    // A term before a colon is the label of the sentence. The sentence does not change the term.
    if sentence[term.end..].starts_with(':') {
        return false;
    }
    let lower = sentence.to_ascii_lowercase();
    let (before, after) = (&lower[..term.start], &lower[term.end..]);
    // A circumstance with `perform` is about the term itself: `if it performs Breach, roll instead`
    // does make an exception to Breach.
    let clause = before.rsplit([',', ';', ':', '(']).next().unwrap_or("");
    let is_circumstance = CIRCUMSTANCES.is_match(clause) && !clause.contains("perform");
    // The texts between each occurrence of a phrase and the term after it.
    let since =
        |phrase: &'static Regex| phrase.find_iter(before).map(|found| &before[found.end()..]);
    let is_free = |between: &str| !CIRCUMSTANCES.is_match(between);
    // In `if it cannot, it performs Breach`, `cannot` does not apply to Breach.
    let forbids = |between: &str| !between.starts_with(STOPS) && is_free(between);
    let mut bans = FORBIDDING.find_iter(after);
    !is_circumstance && (ANYWHERE.is_match(after) || after.contains("unless"))
        || since(&ANYWHERE).any(is_free)
        || bans.any(|ban| is_short(&after[..ban.start()]))
        || since(&FORBIDDING).any(forbids)
        || since(&WHENEVER).any(is_performed)
}

const STOPS: [char; 3] = [',', ';', ':'];

/// Whether the text between a term and a forbidding phrase after it is short enough for the phrase
/// to apply to the term.
fn is_short(between: &str) -> bool {
    !between.contains(STOPS) && between.split_whitespace().count() <= MAX_WORDS_BEFORE_BAN
}

/// Whether the text between `each time` and a term says that somebody performs the term:
/// `each time it performs Breach, roll one D6`.
fn is_performed(between: &str) -> bool {
    between
        .split_once("perform")
        .is_some_and(|(subject, others)| {
            !subject.contains(STOPS)
                && !others.contains([';', ':'])
                && others.split_whitespace().count() <= MAX_WORDS_AFTER_PERFORM
        })
}

/// Returns a pattern that finds phrases at the starts of words.
fn phrases(pattern: &str) -> Regex {
    Regex::new(&format!(r"(?-u:\b)(?:{pattern})")).expect("a valid pattern")
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
    #[case("If it cannot, it takes Breach.", false)]
    #[case("Not possible within Breach.", false)]
    #[case("Breach is not possible.", true)]
    #[case("It takes Precedence over Breach.", true)]
    #[case("Not possible unless it touches Breach.", false)]
    #[case("Breach costs 1AP unless it is closed.", true)]
    #[case("It cannot fight while within Breach.", false)]
    #[case("It moves within Breach, instead of climbing.", false)]
    #[case("If it performs Breach, roll instead.", true)]
    #[case("In that step, instead select an enemy touching Breach.", false)]
    #[case("It uses a hatch rather than Breach.", true)]
    #[case("Breach: it opens, unless it is open.", false)]
    #[case("The move cannot enter Breach.", false)]
    #[case("Each time it performs Breach, roll one D6.", true)]
    #[case(
        "You can teleport it whenever it performs Charge, Fall Back or Breach.",
        true
    )]
    #[case("Whenever it moves, it performs Breach.", false)]
    #[case("An operative that performs Breach opens it.", false)]
    #[case("Each time it is within Breach, roll one D6.", false)]
    fn exceptions_are_distinguished_from_rules(#[case] sentence: &str, #[case] expected: bool) {
        let at = sentence.find("Breach").unwrap();
        assert_eq!(is_exception(sentence, &(at..at + "Breach".len())), expected);
    }

    #[test]
    fn a_term_is_no_exception_of_itself() {
        let sentence = "This takes precedence over it.";
        assert!(!is_exception(sentence, &(11..21)));
        assert!(is_exception(sentence, &(27..29)));
    }
}
