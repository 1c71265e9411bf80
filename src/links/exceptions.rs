//! Decides whether a sentence makes an exception to a term that it mentions. A sentence that adds
//! something to the term also counts.

use std::ops::Range;

/// Phrases that make an exception to a term, whether the term is before or after them. `ignor`
/// covers all forms of `ignore`.
const ANYWHERE: [&str; 9] = [
    "instead",
    "takes precedence",
    "take precedence",
    "taking precedence",
    "overrides",
    "ignor",
    "except",
    "exempt",
    "regardless",
];

/// Phrases that make an exception to a term before them, or to a term after them if there is no
/// comma or semicolon in between: `rather than Breach`.
const REPLACING: [&str; 3] = ["rather than", "instead of", "exclud"];

/// Phrases that forbid a term shortly before them (see [`MAX_WORDS_BEFORE_BAN`]) or anywhere after
/// them: `Breach cannot be performed`, `cannot perform Breach`.
const FORBIDDING: [&str; 5] = ["cannot", "can't", "can not", "can’t", "may not"];

/// Phrases that forbid only a term shortly before them: `Breach is not possible`. A term after them
/// is a condition: `not possible within Breach`.
const FORBIDDEN: [&str; 2] = ["not possible", "not allowed"];

/// Words and phrases that introduce a circumstance: when, where or under which condition something
/// happens. If the term is only part of a circumstance, as in `while within Breach`, the sentence
/// changes another rule.
const CIRCUMSTANCES: [&str; 20] = [
    "while", "when", "whenever", "if", "unless", "until", "within", "touching", "which", "whose",
    "that has", "before", "in every", "in this", "in the", "near", "leave", "for any", "enter",
    "end in",
];

/// Words that introduce an event to which a rule reacts. A rule that reacts to an action adds
/// something to that action.
const WHENEVER: [&str; 4] = ["whenever", "each time", "every time", "the first time"];

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
    // A phrase must not overlap the term: the term `Precedence` is also a part of
    // `takes precedence`.
    let beside = |at: &usize, phrase: &str| at + phrase.len() <= term.start || term.end <= *at;
    let any = |phrases: &[&str], holds: &dyn Fn(usize, usize) -> bool| {
        // Look for the phrases first, because most sentences contain none of them and this test is
        // fast.
        let mut held = phrases.iter().filter(|phrase| lower.contains(**phrase));
        held.any(|phrase| {
            let mut places = find(&lower, phrase).filter(|at| beside(at, phrase));
            places.any(|at| holds(at, at + phrase.len()))
        })
    };
    let before = |at: usize| term.end <= at && !is_circumstance_before(&lower, term);
    let after = |end: usize| {
        lower
            .get(end..term.start)
            .is_some_and(|between| !has_circumstance(between))
    };
    any(&ANYWHERE, &|start, end| before(start) || after(end))
        || any(&REPLACING, &|start, end| {
            before(start) || after(end) && !lower[end..term.start].contains([',', ';'])
        })
        || any(&["unless"], &|start, _| before(start))
        || any(&FORBIDDING, &|start, end| {
            ends_before(&lower, term, start) || after(end) && follows(&lower, term, end)
        })
        || any(&FORBIDDEN, &|start, _| ends_before(&lower, term, start))
        || any(&WHENEVER, &|_, end| is_performed(&lower, term, end))
}

/// Whether the text after byte `at` says that somebody performs the action `term`:
/// `each time it performs Breach, roll one D6`.
fn is_performed(sentence: &str, term: &Range<usize>, at: usize) -> bool {
    let Some((subject, others)) = sentence
        .get(at..term.start)
        .and_then(|between| between.split_once("perform"))
    else {
        return false;
    };
    !subject.contains([',', ';', ':'])
        && !others.contains([';', ':'])
        && others.split_whitespace().count() <= MAX_WORDS_AFTER_PERFORM
}

/// Returns the byte offsets at which `phrase` occurs in `text` at the start of a word.
fn find<'a>(text: &'a str, phrase: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(phrase)
        .map(|(at, _)| at)
        .filter(|at| !text[..*at].ends_with(char::is_alphanumeric))
}

/// Whether the part of the clause before the term only says when or where something happens. A
/// clause with `perform` is about the term itself: `if it performs Breach, roll instead` does make
/// an exception to Breach.
fn is_circumstance_before(sentence: &str, term: &Range<usize>) -> bool {
    let clause = sentence[..term.start]
        .rsplit([',', ';', ':', '('])
        .next()
        .unwrap_or("");
    has_circumstance(clause) && !clause.contains("perform")
}

fn has_circumstance(text: &str) -> bool {
    let ends = |at: usize, word: &str| !text[at + word.len()..].starts_with(char::is_alphanumeric);
    CIRCUMSTANCES
        .iter()
        .any(|word| find(text, word).any(|at| ends(at, word)))
}

/// Whether the term ends at most [`MAX_WORDS_BEFORE_BAN`] words before byte `at`, in the same
/// clause.
fn ends_before(sentence: &str, term: &Range<usize>, at: usize) -> bool {
    let between = sentence.get(term.end..at);
    between.is_some_and(|between| {
        !between.contains([',', ';', ':'])
            && between.split_whitespace().count() <= MAX_WORDS_BEFORE_BAN
    })
}

/// Whether a phrase that ends at byte `at` applies to the term after it: no punctuation may
/// directly follow the phrase. In `if it cannot, it performs Breach`, `cannot` does not apply to
/// Breach.
fn follows(sentence: &str, term: &Range<usize>, at: usize) -> bool {
    sentence
        .get(at..term.start)
        .is_some_and(|between| !between.starts_with([',', ';', ':']))
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
    #[case("It uses a hatch rather than a wall, and Breach.", false)]
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
