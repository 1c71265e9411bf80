//! Words with little meaning, and the stems of words.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

type Words = LazyLock<FxHashSet<&'static str>>;

static FILLERS: Words = Words::new(|| words(include_str!("fillers.txt")));
static QUESTION_WORDS: Words = Words::new(|| words(include_str!("questions.txt")));
static FUNCTION_WORDS: Words = Words::new(|| words(include_str!("function.txt")));

fn words(list: &'static str) -> FxHashSet<&'static str> {
    list.split_whitespace().collect()
}

/// Whether a word carries little meaning in a sentence: `use`, `able`. In a name, such a word counts
/// like any other word.
pub fn is_filler(word: &str) -> bool {
    FILLERS.contains(word)
}

/// Whether a word can begin a question: `can`, `what`.
pub fn begins_question(word: &str) -> bool {
    QUESTION_WORDS.contains(word)
}

/// Whether a word is a function word: `the`, `does`.
pub fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.contains(word)
}

pub fn says_little(word: &str) -> bool {
    is_function_word(word) || is_filler(word)
}

/// Returns the stem of a word: `teleport` for `teleporting`, `teleported` and `teleports`. The stem
/// need not be an English word: `activat` for `activate`.
pub fn stem(word: &str) -> &str {
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) || word.len() < 4 {
        return word;
    }
    let word = singular(word);
    let base = [("ing", 3), ("ed", 3), ("ion", 5)]
        .into_iter()
        .filter_map(|(ending, least)| word.strip_suffix(ending).filter(|base| base.len() >= least))
        .find(|base| base.bytes().any(|byte| b"aeiouy".contains(&byte)));
    let base = base
        .filter(|base| !word.ends_with("ion") || base.ends_with(['s', 't']))
        .map_or(word, undouble);
    base.strip_suffix(['e', 'y', 'i'])
        .filter(|base| base.len() >= 3)
        .unwrap_or(base)
}

/// Whether the singular forms of two words differ only by a final `e`, `y` or `i` that one of them
/// lacks. Such words are different words, even if they have the same stem: `kit` and `kite`.
pub fn only_look_alike(one: &str, other: &str) -> bool {
    let longer = |one: &str, other: &str| one.strip_suffix(['e', 'y', 'i']) == Some(other);
    let (one, other) = (singular(one), singular(other));
    longer(one, other) || longer(other, one)
}

fn singular(word: &str) -> &str {
    if let Some(base) = word.strip_suffix("ies").filter(|base| base.len() > 1) {
        return &word[..=base.len()];
    }
    if let Some(base) = word.strip_suffix("es").filter(|base| {
        base.ends_with(['x', 's', 'z']) || base.ends_with("ch") || base.ends_with("sh")
    }) {
        return base;
    }
    word.strip_suffix('s')
        .filter(|base| !base.ends_with(['s', 'u', 'i']))
        .unwrap_or(word)
}

/// Shortens a doubled final letter, except `l`, `s` and `z`: `dropp` (from `dropping`) becomes
/// `drop`, but `roll` (from `rolling`) stays.
fn undouble(base: &str) -> &str {
    let bytes = base.as_bytes();
    match bytes {
        [.., first, second] if first == second && base.len() > 3 && !b"lsz".contains(second) => {
            &base[..base.len() - 1]
        }
        _ => base,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(&["teleport", "teleports", "teleporting", "teleported"])]
    #[case(&["conceal", "concealed", "conceals"])]
    #[case(&["climb", "climbing", "climbs"])]
    #[case(&["drop", "dropping", "dropped"])]
    #[case(&["move", "moving", "moved", "moves"])]
    #[case(&["ability", "abilities"])]
    #[case(&["suppress", "suppressed", "suppression"])]
    #[case(&["hatch", "hatches"])]
    #[case(&["roll", "rolling", "rolls"])]
    #[case(&["body", "bodies"])]
    #[case(&["activate", "activated", "activating", "activates"])]
    fn forms_of_a_word_share_a_stem(#[case] forms: &[&str]) {
        for form in forms {
            assert_eq!(stem(form), stem(forms[0]), "{form}");
        }
    }

    #[rstest]
    #[case("kit", "kite")]
    #[case("kits", "kite")]
    #[case("ally", "all")]
    #[case("kites", "kit")]
    fn an_extra_letter_can_make_another_word(#[case] one: &str, #[case] other: &str) {
        assert!(stem(one) == stem(other) && only_look_alike(one, other));
        assert!(!only_look_alike("moved", "move") && !only_look_alike(one, one));
    }

    #[rstest]
    #[case("pass", "past")]
    #[case("range", "ranged")]
    #[case("bus", "bu")]
    #[case("ring", "r")]
    #[case("2d6", "2d")]
    fn other_words_keep_apart(#[case] one: &str, #[case] other: &str) {
        let same = stem(one) == stem(other);
        assert_eq!(same, one == "range", "{one} {other}");
    }
}
