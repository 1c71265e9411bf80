//! Words that carry little meaning, and forms of one word.

/// Function words, sorted.
const FUNCTION_WORDS: [&str; 122] = [
    "a", "about", "am", "an", "and", "any", "anybody", "anyone", "are", "arent", "as", "at", "be",
    "been", "being", "but", "by", "can", "cannot", "cant", "could", "did", "do", "does", "doesnt",
    "doing", "dont", "everyone", "for", "from", "get", "gets", "getting", "go", "goes", "got",
    "had", "happen", "happens", "has", "have", "having", "he", "her", "hes", "him", "himself",
    "his", "how", "i", "if", "im", "in", "into", "is", "isnt", "it", "its", "itself", "ive",
    "just", "lets", "many", "may", "me", "might", "much", "must", "my", "myself", "nobody", "of",
    "on", "or", "our", "please", "she", "shes", "should", "so", "some", "somebody", "someone",
    "than", "that", "thats", "the", "their", "them", "then", "there", "theres", "these", "they",
    "theyre", "this", "those", "to", "too", "us", "versus", "vs", "was", "we", "were", "what",
    "whats", "when", "where", "which", "who", "whose", "why", "will", "with", "wont", "would",
    "you", "youll", "your", "youre", "yourself",
];

/// Common words that a question is seldom about, sorted. In a name they count like any other word.
const FILLERS: [&str; 115] = [
    "able",
    "after",
    "again",
    "against",
    "ago",
    "all",
    "allowed",
    "already",
    "also",
    "always",
    "another",
    "anything",
    "anyway",
    "around",
    "because",
    "before",
    "below",
    "besides",
    "both",
    "bring",
    "down",
    "during",
    "each",
    "else",
    "enough",
    "even",
    "ever",
    "every",
    "everybody",
    "everything",
    "exactly",
    "far",
    "give",
    "gives",
    "good",
    "happened",
    "help",
    "helps",
    "instead",
    "last",
    "later",
    "least",
    "less",
    "let",
    "like",
    "long",
    "make",
    "makes",
    "matter",
    "matters",
    "maybe",
    "mean",
    "means",
    "meanwhile",
    "mid",
    "more",
    "most",
    "nearby",
    "need",
    "needs",
    "never",
    "no",
    "not",
    "nothing",
    "now",
    "off",
    "often",
    "once",
    "one",
    "only",
    "other",
    "otherwise",
    "out",
    "over",
    "own",
    "per",
    "put",
    "really",
    "rid",
    "same",
    "since",
    "something",
    "still",
    "such",
    "supposed",
    "sure",
    "take",
    "takes",
    "themselves",
    "thing",
    "though",
    "time",
    "times",
    "together",
    "try",
    "trying",
    "twice",
    "two",
    "under",
    "until",
    "up",
    "use",
    "used",
    "uses",
    "using",
    "want",
    "wants",
    "whenever",
    "whether",
    "while",
    "without",
    "work",
    "works",
    "worth",
    "yet",
];

/// Whether a word carries little meaning within a sentence.
pub(crate) fn is_filler(word: &str) -> bool {
    FILLERS.binary_search(&word).is_ok()
}

/// Words that begin a question, sorted.
const QUESTION_WORDS: [&str; 25] = [
    "am", "are", "can", "could", "did", "do", "does", "has", "have", "how", "if", "is", "may",
    "must", "should", "was", "were", "what", "when", "where", "which", "who", "whose", "why",
    "will",
];

/// Whether a word can begin a question.
pub(crate) fn begins_question(word: &str) -> bool {
    QUESTION_WORDS.binary_search(&word).is_ok()
}

/// Whether a word is a function word: `the`, `does`.
pub(crate) fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.binary_search(&word).is_ok()
}

/// Whether a word is a function word or a filler. Their forms are too: `ally` is no form of `all`.
pub(crate) fn says_little(word: &str) -> bool {
    is_function_word(word) || is_filler(word)
}

/// The stem of a word, which need not be a word: `teleport` for `teleporting`, `teleported` and `teleports`.
pub(crate) fn stem(word: &str) -> &str {
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

/// Whether two words share a stem but are different words, because one only has a letter more: `kit` and `kite`.
pub(crate) fn only_look_alike(one: &str, other: &str) -> bool {
    let longer = |one: &str, other: &str| one.strip_suffix(['e', 'y', 'i']) == Some(other);
    let (one, other) = (singular(one), singular(other));
    longer(one, other) || longer(other, one)
}

/// Whether a word looks like a plural.
pub(crate) fn is_plural(word: &str) -> bool {
    !is_function_word(word) && word.len() > 3 && singular(word) != word
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
    let plural = word.ends_with('s')
        && !(word.ends_with("ss") || word.ends_with("us") || word.ends_with("is"));
    if plural {
        &word[..word.len() - 1]
    } else {
        word
    }
}

/// `dropp` of `dropping` is `drop`, but `roll` of `rolling` stays.
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

    #[test]
    fn function_words_are_in_order_for_the_look_up() {
        assert!(FUNCTION_WORDS.is_sorted() && FILLERS.is_sorted() && QUESTION_WORDS.is_sorted());
        assert!(is_function_word("the") && !is_function_word("guard"));
    }

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
