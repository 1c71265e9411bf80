//! How well a section's title, labels, path and synonyms match a query.

use super::context::{
    NO_MATCH, ScoringContext, TermMatch, TermQualities, best_qualities, run_from_start,
};
use crate::analyzer::{Language, tokenize};
use crate::rules::{Section, SectionKind, SectionRef};
use crate::search::index::TitleMatch;
use crate::search::query::{FORM, Known};
use crate::search::words::is_function_word;

pub struct NameMatch {
    pub qualities: TermQualities,
    /// The share of the name that was typed, from 0 to 1.
    typed: f32,
    pub matches: Vec<TermMatch>,
    /// The number of words of the name.
    pub words: usize,
}

/// How well all names of a section match the query.
pub struct Naming {
    pub title: NameMatch,
    pub labels: TermQualities,
    pub path: TermQualities,
    synonym: TermQualities,
    /// The first synonym that means the section, as an index into [`ScoringContext::synonyms`].
    pub via: Option<usize>,
    /// How well all names together match the query, from 0 to 1.
    pub name: f32,
    /// Whether the query names the section. It does if the title starts with the query, or if most of
    /// the query matches and a large enough share of a name was typed.
    pub named: bool,
    /// Whether the title starts with the words of the query as they were typed. Other forms of the
    /// words do not count.
    pub start: bool,
    /// The consecutive terms of the query that are the title or an alias, as a bit set; 0 if there are
    /// none, or if the section is a question itself.
    pub mention: u64,
}

/// The weight of a function word, or of a single letter or digit, in a name; other words weigh 1.
const LIGHT: f32 = 0.2;
/// A match with at least this quality keeps the typed letters: it is the typed word itself, or a
/// longer word that starts with it. Other forms of the word match with a lower quality.
const LETTER_BY_LETTER: f32 = 0.93;
/// The minimum quality of a word in a mention: that of another form of the typed word.
const LEAST: f32 = FORM.0 - f32::EPSILON;
/// The factor for a synonym, compared with the words of the title.
const SYNONYM: f32 = 0.8;

impl Naming {
    /// Compares the names of a section with the query. `path` tells how well the titles above match,
    /// and `start` how the title starts with the typed letters, if it does.
    pub fn of(
        context: &ScoringContext<'_>,
        at: SectionRef,
        section: &Section,
        path: TermQualities,
        start: Option<TitleMatch>,
    ) -> Self {
        let language = context.language(at);
        let mut title = name(context, &section.title, language);
        parameter(context, section, &mut title);
        let aliases = section.aliases.iter();
        let aliases = aliases.map(|alias| name(context, alias, language));
        let aliases: Vec<_> = aliases.collect();
        let names = std::iter::once(&title).chain(&aliases);
        let names = names.filter(|_| section.kind != SectionKind::Question);
        let mentions = names.map(|name| mention(context, name));
        let mention = mentions.max_by_key(|bits| bits.count_ones()).unwrap_or(0);
        let mut aliases = aliases.into_iter();
        if let Some(alias) = aliases.find(|alias| is_query(context, alias)) {
            title = alias;
        }
        let (via, synonym) = synonym(context, at);
        let mut naming = Self {
            title,
            labels: context.label_qualities(at),
            path,
            synonym,
            via,
            name: 0.0,
            named: false,
            start: false,
            mention,
        };
        // The title starts with all words of the query as they were typed, in the typed order.
        let (run, _) = run_from_start(context.terms, &naming.title.matches, 0, LETTER_BY_LETTER);
        naming.start = run != 0 && run.count_ones() as usize == context.terms.all.len();
        naming.weigh(context, start);
        naming
    }

    /// Returns how well the section's own names and its synonyms match a query term.
    pub fn quality(&self, term: usize) -> f32 {
        self.literal(term).max(self.synonym[term])
    }

    /// Returns how well the title and the labels match a query term, without synonyms.
    pub fn literal(&self, term: usize) -> f32 {
        self.title.qualities[term].max(self.labels[term])
    }

    /// Whether the section defines a query term: the term is a synonym for the section, or matches
    /// a word of the title. A match in the title counts only if at least half of the title was
    /// typed, or if the section is a document whose title starts with the query.
    pub fn defines(&self, term: usize, kind: SectionKind) -> bool {
        let titled = self.title.typed >= 0.5 || self.start && kind == SectionKind::Document;
        self.synonym[term] >= 0.5 || titled && self.title.qualities[term] >= 0.5
    }

    /// Computes from the matches how well the names match (`name`), and whether the query names the
    /// section (`named`).
    fn weigh(&mut self, context: &ScoringContext<'_>, start: Option<TitleMatch>) {
        let by_synonym = self.via.map_or(0.0, |_| SYNONYM);
        let typed = self.title.typed.max(by_synonym);
        // Words of the path count only if the title, an alias or a synonym also matches.
        let path = |term: usize| if typed > 0.0 { self.path[term] } else { 0.0 };
        let matched = context.sum(|term| self.quality(term).max(path(term)));
        self.named = matched >= 0.72 && typed >= 0.3 || self.start;
        self.name = weigh_name(matched, typed);
        // The letters of the query may begin words of the title that no expansion covers.
        if let Some(start) = start {
            self.start |= start.is_start;
            self.named |= start.is_start;
            self.name = self.name.max(weigh_name(LETTER_BY_LETTER, start.typed));
        }
    }
}

/// Returns how well a name matches, from the share of the query that it matches and the share of
/// the name that was typed.
fn weigh_name(matched: f32, typed: f32) -> f32 {
    matched * (0.7 + 0.3 * matched) * (0.5 + 0.5 * typed)
}

/// Returns the consecutive terms of a query that are a name, as a bit set; 0 if there are none.
fn mention(context: &ScoringContext<'_>, name: &NameMatch) -> u64 {
    let matches = &name.matches;
    let run = |first| run_from_start(context.terms, matches, first, LEAST);
    // The consecutive terms that match all words of the name; none if some word has no match.
    let first = matches.iter().filter(|found| found.position == 0);
    let runs = first.map(|found| run(found.term));
    let whole = runs.filter(|(_, end)| *end as usize >= name.words);
    whole.map(|(terms, _)| terms).max().unwrap_or(0)
}

/// Whether a name has exactly the words of the query, in any order. Words that the rules do not have,
/// such as the first of `section 4.2`, do not count.
pub fn is_query(context: &ScoringContext<'_>, name: &NameMatch) -> bool {
    let is_known = |term: usize| context.terms.all[term].known != Known::Unknown;
    let share = |term: usize| {
        if is_known(term) {
            name.qualities[term]
        } else {
            1.0
        }
    };
    name.typed > 0.99 && context.sum(share) > 0.99
}

fn name(context: &ScoringContext<'_>, text: &str, language: Language) -> NameMatch {
    let tokens = tokenize(text, language);
    let matches = context.matches(&tokens);
    let (mut typed, mut all, mut words) = (0.0, f32::MIN_POSITIVE, 0);
    for token in tokens.iter().filter(|token| !token.is_part) {
        words += 1;
        let is_light = is_function_word(&token.exact, language) || token.exact.len() < 2;
        let weight = if is_light { LIGHT } else { 1.0 };
        // The matches are in the order of their positions.
        let start = matches.partition_point(|found| found.position < token.position);
        let here = matches[start..].iter();
        let here = here.take_while(|found| found.position == token.position);
        typed += weight * here.map(|found| found.closeness).fold(0.0, f32::max);
        all += weight;
    }
    NameMatch {
        qualities: best_qualities(&matches),
        typed: typed / all,
        matches,
        words,
    }
}

/// If a query term matches a rule's name, compares all query terms with the rule's parameter too.
/// The `x` of `Piercing x` matches any number, and `x` itself. The typed share of the name does not
/// include the parameter.
fn parameter(context: &ScoringContext<'_>, section: &Section, title: &mut NameMatch) {
    let named = title.qualities.iter().any(|quality| *quality > 0.0);
    let Some(parameter) = section.parameter.as_deref().filter(|_| named) else {
        return;
    };
    for (term, quality) in context.terms.all.iter().zip(&mut title.qualities) {
        let is_number = term.text.starts_with(|c: char| c.is_ascii_digit());
        if is_number || parameter.starts_with(&term.text) {
            *quality = 1.0;
        }
    }
}

/// Returns the first synonym that means a section, as an index into [`ScoringContext::synonyms`],
/// and how well synonyms of the section match each query term.
fn synonym(context: &ScoringContext<'_>, at: SectionRef) -> (Option<usize>, TermQualities) {
    let mut qualities = NO_MATCH;
    let mut first = None;
    for (number, used) in context.synonyms.iter().enumerate() {
        for (_, likelihood) in used.targets.iter().filter(|(target, _)| *target == at) {
            first = first.or(Some(number));
            for (term, quality) in qualities.iter_mut().enumerate() {
                if used.terms >> term & 1 == 1 {
                    *quality = quality.max(SYNONYM * likelihood);
                }
            }
        }
    }
    (first, qualities)
}
