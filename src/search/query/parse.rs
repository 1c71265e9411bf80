//! Parses a query: words, `"phrases"`, `-words` and filters. Every input is a valid query.

use std::borrow::Cow;

use super::filter::{Filters, is_key};
use crate::rules::{DocumentRef, GameRef, Rulebook, SectionRef};
use crate::search::number::is_die;
use crate::search::tokenizer::whole_words;

#[derive(Debug, Default)]
pub struct Parsed {
    /// The words to rank by, including those of phrases.
    pub words: String,
    /// Whether the player may still be typing the last word.
    pub open: bool,
    /// Phrases that a hit must contain, each as a list of words.
    pub phrases: Vec<Vec<String>>,
    /// Words and phrases that a hit must not contain, each as a list of words.
    pub excluded: Vec<Vec<String>>,
    pub filters: Filters,
    /// Filters that a hit must not match: `-type:action`.
    pub unwanted: Filters,
    pub about: About,
    /// Words of each `key:value` that is not a valid filter: the key and, if filters have this key
    /// (`type:nonsense`), the words of the value. They are searched for, but are not part of the
    /// topic.
    pub misfit_words: Vec<String>,
}

/// What a query asks about, for messages about the results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The query without filters and excluded words.
    pub typed: String,
    /// The term that `typed` is about, if the rules use this term but never define it, and `typed`
    /// asks for its definition, misspells it or is a synonym of it. Otherwise the same as `typed`.
    pub words: String,
    /// Parts of the query that have the key of a filter but no valid value (`type:nonsense`). They
    /// are searched for as words.
    pub misfits: Vec<String>,
    /// Whether filters or excluded words narrow down the hits.
    pub is_narrowed: bool,
}

impl Parsed {
    pub fn has_filters(&self) -> bool {
        !(self.filters.is_empty() && self.unwanted.is_empty())
    }

    /// Whether the filters `game:`, `-game:` and `doc:` let at least one document of a game pass.
    /// Ignores `-doc:`.
    pub fn allows_game(&self, book: &Rulebook, game: GameRef) -> bool {
        let of_game = |at: &DocumentRef| {
            book.documents
                .get(at.0 as usize)
                .is_some_and(|document| document.game == game)
        };
        let wanted = &self.filters;
        (wanted.games.is_empty() || wanted.games.contains(&game))
            && (wanted.documents.is_empty() || wanted.documents.iter().any(of_game))
            && !self.unwanted.games.contains(&game)
    }

    pub fn allows(&self, book: &Rulebook, at: SectionRef) -> bool {
        !self.has_filters() || self.filters.allows(book, at) && !self.unwanted.matches_any(book, at)
    }
}

/// The maximum number of words of a query; further words are ignored. Bit sets of query terms have
/// 64 bits.
pub const MAX_WORDS: usize = 64;

/// The maximum length of a query in bytes; the rest is ignored.
const MAX_QUERY_LENGTH: usize = 400;

pub fn parse(book: &Rulebook, text: &str) -> Parsed {
    let mut end = text.len().min(MAX_QUERY_LENGTH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    let mut parsed = Parsed::default();
    let mut typed = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let signed = rest.strip_prefix('-');
        let quoted = signed.unwrap_or(rest).strip_prefix(QUOTES);
        let phrase = quoted.and_then(|inside| inside.split_once(QUOTES));
        let signed =
            signed.filter(|after| phrase.is_some() || after.starts_with(char::is_alphabetic));
        let unsigned = signed.unwrap_or(rest);
        let (chunk, after) = phrase.unwrap_or_else(|| unsigned.split_at(word_end(unsigned)));
        let word = &rest[..rest.len() - after.len()];
        rest = after.trim_start();
        let filters = match signed {
            Some(_) => &mut parsed.unwanted,
            None => &mut parsed.filters,
        };
        let pair = chunk.split_once(':').filter(|_| phrase.is_none());
        parsed.open = false;
        if pair.is_some_and(|(key, value)| filters.add(book, key, value)) {
        } else if signed.is_some() && (phrase.is_some() || text.len() > word.len()) {
            parsed.excluded.extend(run_of_words(chunk));
        } else if phrase.is_some() {
            parsed.phrases.extend(run_of_words(chunk));
            parsed.words = parsed.words + " " + chunk;
            typed.push(chunk.trim());
        } else {
            if let Some((key, value)) = pair {
                let key = key.to_lowercase();
                if is_key(&key) {
                    parsed.about.misfits.push(word.to_owned());
                    let values = whole_words(value).map(Cow::into_owned);
                    parsed.misfit_words.extend(values);
                }
                parsed.misfit_words.push(key);
            }
            put_value(&mut parsed.words, word);
            typed.push(word);
            parsed.open = !text.ends_with(|c: char| c.is_whitespace() || "?!.;".contains(c));
        }
    }
    typed.retain(|word| !word.is_empty());
    parsed.about.typed = typed.join(" ");
    parsed.about.words.clone_from(&parsed.about.typed);
    parsed.about.is_narrowed = parsed.has_filters() || !parsed.excluded.is_empty();
    parsed
}

/// The marks around a phrase. A mark opens a phrase only at the start of a word, and only if another
/// mark closes it: `30" x 22"` contains no phrase.
const QUOTES: [char; 3] = ['"', '“', '”'];

/// Prefixes that are not words by themselves: `re roll` means `re-roll`.
const PREFIXES: [&str; 3] = ["re", "un", "non"];

/// Appends a word. Joins the word with a prefix before it (`re roll` becomes `re-roll`), removes
/// the spaces around the `+` of a value (`4 +` becomes `4+`, `d3 + 3` becomes `d3+3`), and replaces
/// `in` directly after a number with an inch mark (`2in` becomes `2"`).
fn put_value(words: &mut String, word: &str) {
    let last = words.rsplit(' ').next().unwrap_or_default();
    let begins_with_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let glued = match word.strip_prefix('+') {
        Some("") => last.ends_with(|c: char| c.is_ascii_digit()),
        Some(bonus) => begins_with_digit(bonus) && is_die(last),
        None => begins_with_digit(word) && last.strip_suffix('+').is_some_and(is_die),
    };
    if !glued {
        let is_prefix = |prefix: &&str| last.eq_ignore_ascii_case(prefix);
        let follows_prefix = PREFIXES.iter().any(is_prefix);
        words.push(if follows_prefix { '-' } else { ' ' });
    }
    let inches = word
        .strip_suffix("in")
        .filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    match inches.filter(|number| !number.is_empty()) {
        Some(number) => words.extend([number, "\""]),
        None => words.push_str(word),
    }
}

/// Returns the byte offset after the first word. The value of a filter may be quoted:
/// `game:"kill team"`.
fn word_end(text: &str) -> usize {
    let blank = text.find(char::is_whitespace).unwrap_or(text.len());
    let Some(open) = text[..blank].find(":\"") else {
        return blank;
    };
    text[open + 2..]
        .find('"')
        .map_or(blank, |close| open + 2 + close + 1)
}

fn run_of_words(text: &str) -> Option<Vec<String>> {
    let run = whole_words(text).take(MAX_WORDS);
    let run: Vec<_> = run.map(Cow::into_owned).collect();
    (!run.is_empty()).then_some(run)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::loader;

    fn book() -> Rulebook {
        Rulebook::load(loader::bundled().collect(), Vec::new())
    }

    #[rstest]
    #[case("heavy", "heavy", "", "", true)]
    #[case("heavy ", "heavy", "", "", false)]
    #[case(
        "\"for 1 less AP\" breach",
        "for 1 less ap breach",
        "for 1 less ap",
        "",
        true
    )]
    #[case("\"for 1 le", "for 1 le", "", "", true)]
    #[case("30\" x 22\"", "30x22", "", "", true)]
    #[case("guard -hatch", "guard", "", "hatch", false)]
    #[case("-hatch", "hatch", "", "", true)]
    #[case("-2 modifier", "-2 modifier", "", "", true)]
    #[case("point-bl", "point bl", "", "", true)]
    #[case("what:ever", "what ever", "", "", true)]
    #[case("breach -\"access point\"", "breach", "", "access point", false)]
    #[case("-“access point” breach", "breach", "", "access point", true)]
    #[case("-\"access po", "access po", "", "", true)]
    #[case("4 +", "4+", "", "", true)]
    #[case("d3 + 3", "d3+3", "", "", true)]
    #[case("d3 +3", "d3+3", "", "", true)]
    #[case("hit +1", "hit +1", "", "", true)]
    #[case("roll 3 +1", "roll 3 +1", "", "", true)]
    #[case("2in", "2\"", "", "", true)]
    #[case("2 in", "2 in", "", "", true)]
    #[case("ap:>= breach", "breach", "", "", true)]
    #[case("-type:term heavy", "heavy", "", "", true)]
    #[case("-type: heavy", "heavy", "", "", true)]
    #[case("-type:nonsense heavy", "heavy", "", "type nonsense", true)]
    #[case("guard type:", "guard", "", "", false)]
    #[case("type:nonsense", "type nonsense", "", "", true)]
    #[case("type:action game:\"kill team\" dash", "dash", "", "", true)]
    #[case("", "", "", "", false)]
    fn a_query_is_parsed(
        #[case] text: &str,
        #[case] words: &str,
        #[case] phrases: &str,
        #[case] excluded: &str,
        #[case] open: bool,
    ) {
        let parsed = parse(&book(), text);
        let whole: Vec<_> = whole_words(&parsed.words).collect();
        assert_eq!(whole.join(" "), words);
        let runs = |runs: &[Vec<String>]| {
            runs.iter()
                .map(|run| run.join(" "))
                .collect::<Vec<_>>()
                .join("|")
        };
        assert_eq!(
            (runs(&parsed.phrases), runs(&parsed.excluded)),
            (phrases.to_owned(), excluded.to_owned())
        );
        assert_eq!(parsed.open, open);
    }

    #[test]
    fn a_filter_after_a_hyphen_excludes() {
        let parsed = parse(&book(), "-type:action game:zone dash");
        assert_eq!(
            (
                parsed.unwanted.kinds.as_slice(),
                parsed.unwanted.games.len()
            ),
            (["action"].as_slice(), 0)
        );
        assert_eq!(
            (parsed.filters.kinds.len(), parsed.filters.games.len()),
            (0, 1)
        );
    }

    #[test]
    fn a_game_is_known_by_any_word_of_its_name() {
        let parsed = parse(&book(), "game:quick cover");
        assert_eq!(parsed.filters.games.len(), 1);
        assert!(parsed.about.misfits.is_empty());
    }

    #[test]
    fn filters_are_no_words() {
        let parsed = parse(&book(), "ap:<2 type:act dash");
        assert_eq!(parsed.filters.kinds, ["action"]);
        assert_eq!(parsed.filters.costs.len(), 1);
    }
}
