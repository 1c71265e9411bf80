//! Parses a query: words, `"phrases"`, `-words` and filters. Every input is a valid query.

use std::borrow::Cow;

use super::filter::{Filter, filters, match_all};
use crate::analyzer::Language;
use crate::rules::{Rulebook, SectionRef};
use crate::search::index::{SearchIndex, start_of};
use crate::search::text::whole_words;

#[derive(Debug, Default)]
pub struct Parsed {
    /// Whether the player may still be typing the last word.
    pub open: bool,
    /// Phrases that a hit must contain, each as a list of words. Only if nothing but phrases and
    /// filters was typed.
    pub phrases: Vec<Vec<String>>,
    /// Words and phrases that a hit must not contain, each as a list of words.
    pub excluded: Vec<Vec<String>>,
    pub filters: Vec<Filter>,
    /// Filters that a hit must not match: `-type:action`.
    pub unwanted: Vec<Filter>,
    pub about: About,
}

/// What a query asks about, for messages about the results.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The query without filters and excluded words.
    pub typed: String,
    /// The term that `typed` is about, if the rules use this term but never define it, and `typed`
    /// is a question about it, misspells it or is a synonym of it. Otherwise the same as `typed`.
    pub words: String,
    /// Parts of the query that have the key of a filter but no valid value (`type:nonsense`). They
    /// are ignored.
    pub misfits: Vec<String>,
    /// Parts of the query that look like filters but have no key of one (`colour:red`). Their words are
    /// searched for.
    pub no_filters: Vec<String>,
    /// The words that no loaded text contains in any form, if the rules answer the query without them.
    pub unknown: Vec<String>,
    /// The query with a filter in place of a word that names a kind (`type:mission breach` for
    /// `missions breach`), if none of the first hits is of that kind.
    pub narrower: Option<String>,
    /// Whether filters or excluded words narrow down the hits.
    pub is_narrowed: bool,
}

impl Parsed {
    pub fn has_filters(&self) -> bool {
        !(self.filters.is_empty() && self.unwanted.is_empty())
    }

    /// Whether a section matches the filters and none of those with a hyphen.
    pub fn allows(&self, book: &Rulebook, at: SectionRef) -> bool {
        match_all(&self.filters, book, at) && !self.excludes(book, at)
    }

    /// Whether a section matches a filter with a hyphen.
    pub fn excludes(&self, book: &Rulebook, at: SectionRef) -> bool {
        self.unwanted.iter().any(|filter| filter.matches(book, at))
    }
}

/// The maximum number of terms of a query; of more words, the rarest are kept. Bit sets of query
/// terms have 64 bits.
pub const MAX_WORDS: usize = 64;

/// The maximum number of words of a phrase; further words are ignored.
const MAX_PHRASE: usize = 16;

/// The maximum length of a query in bytes, far more than a question has; the rest is ignored.
const MAX_QUERY_LENGTH: usize = 64 * 1024;

pub fn parse(index: &SearchIndex, book: &Rulebook, text: &str) -> Parsed {
    let language = index.lexicon.vocabulary.language();
    let text = start_of(text, MAX_QUERY_LENGTH);
    let mut parsed = Parsed::default();
    let mut typed = Vec::new();
    let mut has_words = false;
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let signed = rest.strip_prefix('-');
        let quoted = signed.unwrap_or(rest).strip_prefix(QUOTES);
        let phrase = quoted.and_then(|inside| inside.split_once(QUOTES));
        let signed =
            signed.filter(|after| phrase.is_some() || after.starts_with(char::is_alphabetic));
        let unsigned = signed.unwrap_or(rest);
        let (chunk, after) = phrase.unwrap_or_else(|| {
            unsigned.split_at(unsigned.find(char::is_whitespace).unwrap_or(unsigned.len()))
        });
        let word = &rest[..rest.len() - after.len()];
        rest = after.trim_start();
        let pair = chunk.split_once(':').filter(|_| phrase.is_none());
        let value = pair.map_or("", |(_, value)| value);
        let filters = pair.and_then(|(key, _)| filters(index, book, key, value));
        parsed.open = false;
        if let Some(filters) = filters {
            // A comparison without an amount is a filter that is still being typed.
            let is_complete = !value.trim_start_matches(['<', '>', '=']).is_empty();
            if is_complete && filters.is_empty() {
                parsed.about.misfits.push(word.to_owned());
            }
            let known = match signed {
                Some(_) => &mut parsed.unwanted,
                None => &mut parsed.filters,
            };
            known.extend(filters.into_iter().filter(|_| is_complete));
        } else if signed.is_some() && (phrase.is_some() || text.len() > word.len()) {
            parsed.excluded.extend(run_of_words(chunk, language));
        } else {
            if pair.is_some_and(|(key, value)| looks_like_filter(key, value)) {
                parsed.about.no_filters.push(word.to_owned());
            }
            if phrase.is_some() {
                parsed.phrases.extend(run_of_words(chunk, language));
            } else {
                has_words = true;
                parsed.open = !text.ends_with(|c: char| c.is_whitespace() || "?!.;".contains(c));
            }
            typed.push(chunk.trim());
        }
    }
    // In a sentence, quotes do not ask for an exact phrase.
    if has_words {
        parsed.phrases.clear();
    }
    typed.retain(|word| !word.is_empty());
    parsed.about.typed = typed.join(" ");
    parsed.about.words.clone_from(&parsed.about.typed);
    parsed.about.is_narrowed = parsed.has_filters() || !parsed.excluded.is_empty();
    parsed
}

/// Whether a key and a value look like a filter, and not like an address or a clock time.
fn looks_like_filter(key: &str, value: &str) -> bool {
    let is_key = key.chars().all(char::is_alphabetic) && key.chars().count() > 1;
    is_key && value.starts_with(|c: char| c.is_alphanumeric() || "<>=".contains(c))
}

/// The marks around a phrase. A mark opens a phrase only at the start of a word, and only if another
/// mark closes it: `30" x 22"` contains no phrase.
const QUOTES: [char; 3] = ['"', '“', '”'];

fn run_of_words(text: &str, language: Language) -> Option<Vec<String>> {
    let run: Vec<_> = whole_words(text, language)
        .take(MAX_PHRASE)
        .map(Cow::into_owned)
        .collect();
    (!run.is_empty()).then_some(run)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use rstest::rstest;

    use super::*;
    use crate::loader;
    use crate::quantity::Currency;
    use crate::source::Source;

    fn book() -> Rulebook {
        Rulebook::load(loader::bundled().collect(), Vec::new())
    }

    fn parsed(book: &Rulebook, text: &str) -> Parsed {
        parse(&SearchIndex::build(book).unwrap(), book, text)
    }

    #[rstest]
    #[case("heavy", "heavy", "", "", true)]
    #[case("heavy ", "heavy", "", "", false)]
    #[case("\"for 1 less AP\" breach", "for 1 less ap breach", "", "", true)]
    #[case("\"for 1 less AP\"", "for 1 less ap", "for 1 less ap", "", false)]
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
    #[case("hit +1", "hit +1", "", "", true)]
    #[case("roll 3 +1", "roll 3 +1", "", "", true)]
    #[case("2in", "2\"", "", "", true)]
    #[case("2 in", "2 in", "", "", true)]
    #[case("ap:>= breach", "breach", "", "", true)]
    #[case("-type:term heavy", "heavy", "", "", true)]
    #[case("-type: heavy", "heavy", "", "", true)]
    #[case("-type:nonsense heavy", "heavy", "", "", true)]
    #[case("guard type:", "guard", "", "", false)]
    #[case("type:nonsense", "", "", "", false)]
    #[case("", "", "", "", false)]
    fn a_query_is_parsed(
        #[case] text: &str,
        #[case] words: &str,
        #[case] phrases: &str,
        #[case] excluded: &str,
        #[case] open: bool,
    ) {
        let parsed = parsed(&book(), text);
        let whole: Vec<_> = whole_words(&parsed.about.typed, Language::ENGLISH).collect();
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
        let parsed = parsed(&book(), "-type:action game:zone dash");
        assert_eq!(parsed.unwanted, [Filter::Kind("action".to_owned())]);
        assert!(matches!(parsed.filters[..], [Filter::Games(_)]));
    }

    #[test]
    fn a_game_is_known_by_any_word_of_its_name() {
        let parsed = parsed(&book(), "game:quick cover");
        assert!(matches!(parsed.filters[..], [Filter::Games(_)]));
        assert!(parsed.about.misfits.is_empty());
    }

    #[test]
    fn all_documents_whose_names_start_alike_are_one_filter() {
        let source = |at| Source::in_memory(&format!("d{at}.md"), "# Rat\n\nDash.\n");
        let book = Rulebook::load((0..99).map(source).collect(), Vec::new());
        let parsed = parsed(&book, "doc:d -doc:rat dash");
        assert!(matches!(&parsed.filters[..], [Filter::Documents(of)] if of.len() == 99));
        assert!(matches!(&parsed.unwanted[..], [Filter::Documents(of)] if of.len() == 99));
    }

    #[test]
    fn filters_are_no_words() {
        let parsed = parsed(&book(), "ap:<2 type:act dash");
        let cheap = Filter::Cost(Currency::new("AP").unwrap(), &[Ordering::Less], 2);
        let expected = [cheap, Filter::Kind("action".to_owned())];
        assert_eq!(parsed.filters, expected);
    }
}
