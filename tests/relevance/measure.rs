//! Measures the quality of search, for the tests and for the example that prints tables.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use tableside::loader;
use tableside::rules::slug::fold;
use tableside::rules::{Block, GameRef, Rulebook, SectionKind, SectionRef};
use tableside::search::Results;

/// A query with its right answers.
#[derive(Clone, Debug, Deserialize)]
pub struct Case {
    pub query: String,
    /// The ids of the sections that answer the query.
    #[serde(default)]
    pub expect: Vec<String>,
    /// If nothing answers the query, the expected reason, such as `undefined`.
    pub outcome: Option<String>,
    /// Whether the query is in the held-out part of its list, which is never used to tune the
    /// ranking.
    #[serde(default)]
    pub held_out: bool,
}

/// Counts and sums over queries, from which the measures of quality are computed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    pub queries: u32,
    /// The number of queries that the first hit answers.
    pub first: u32,
    pub in_first_three: u32,
    pub in_first_ten: u32,
    /// The sum over all queries of 1 divided by the rank of the first right hit.
    pub reciprocal: f64,
    /// The sum over all queries of the recall at 10.
    pub recalled: f64,
    /// The sum over all queries of the average precision.
    pub precision: f64,
}

impl Score {
    /// Returns success at 1: the share of queries that the first hit answers.
    pub fn at_1(self) -> f64 {
        f64::from(self.first) / f64::from(self.queries.max(1))
    }

    pub fn at_3(self) -> f64 {
        f64::from(self.in_first_three) / f64::from(self.queries.max(1))
    }

    pub fn at_10(self) -> f64 {
        f64::from(self.in_first_ten) / f64::from(self.queries.max(1))
    }

    /// Returns the mean reciprocal rank of the first right hit.
    pub fn mrr(self) -> f64 {
        self.reciprocal / f64::from(self.queries.max(1))
    }

    pub fn recall_10(self) -> f64 {
        self.recalled / f64::from(self.queries.max(1))
    }

    fn add(&mut self, case: &Case, found: &Shown) {
        let rank = case.rank(found);
        self.queries += 1;
        self.precision += case.average_precision(found);
        self.recalled += case.recall(found);
        self.first += u32::from(rank == Some(0));
        self.in_first_three += u32::from(rank.is_some_and(|rank| rank < 3));
        self.in_first_ten += u32::from(rank.is_some_and(|rank| rank < 10));
        let rank = rank.and_then(|rank| u32::try_from(rank + 1).ok());
        self.reciprocal += rank.map_or(0.0, |rank| 1.0 / f64::from(rank));
    }
}

pub fn bundled() -> Arc<Rulebook> {
    Arc::new(Rulebook::load(loader::bundled().collect(), Vec::new()))
}

/// Reads the queries for the bundled rules, by kind.
pub fn cases() -> BTreeMap<String, Vec<Case>> {
    serde_yaml::from_str(include_str!("queries.yaml")).expect("the queries are well-formed")
}

/// Reads the queries for the bundled rules: those used for tuning or, if `held_out`, the others.
pub fn part(held_out: bool) -> BTreeMap<String, Vec<Case>> {
    only(cases(), held_out)
}

fn only(mut cases: BTreeMap<String, Vec<Case>>, held_out: bool) -> BTreeMap<String, Vec<Case>> {
    for kind in cases.values_mut() {
        kind.retain(|case| case.held_out == held_out);
    }
    cases.retain(|_, cases| !cases.is_empty());
    cases
}

/// Loads documents of invented teams, in the same family of games as the bundled rules. These
/// documents were used only for general changes to the ranking.
pub fn unseen() -> Arc<Rulebook> {
    folder("unseen")
}

fn folder(name: &str) -> Arc<Rulebook> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/relevance")
        .join(name);
    let loaded = loader::find(&[loader::Origin::Path(folder)])
        .expect("the documents are there")
        .read();
    Arc::new(Rulebook::load(loaded.sources, loaded.diagnostics))
}

/// Loads more documents of the same family of games as [`unseen`]. Also reads the queries of one
/// writer or, if `held_out`, of another. All were written after the ranking rules.
pub fn fresh(held_out: bool) -> (Arc<Rulebook>, BTreeMap<String, Vec<Case>>) {
    (folder("fresh"), only(all_fresh(), held_out))
}

/// Reads the queries of both writers for the documents of [`fresh`].
pub fn all_fresh() -> BTreeMap<String, Vec<Case>> {
    serde_yaml::from_str(include_str!("fresh.yaml")).expect("the queries are well-formed")
}

/// Loads documents of another family of games, and queries for them. No ranking rule was tuned on
/// them.
pub fn later() -> (Arc<Rulebook>, BTreeMap<String, Vec<Case>>) {
    let cases =
        serde_yaml::from_str(include_str!("later.yaml")).expect("the queries are well-formed");
    (folder("later"), cases)
}

/// Reads the queries of the first of two writers or, if `held_out`, of the second. Both knew only
/// the documents of [`unseen`]. The second was asked after the failed queries of the first had been
/// examined.
pub fn blind(held_out: bool) -> BTreeMap<String, Vec<Case>> {
    only(
        serde_yaml::from_str(include_str!("blind.yaml")).expect("the queries are well-formed"),
        held_out,
    )
}

/// Reads the questions of a third writer for the documents of [`unseen`]. Nobody has examined which
/// of them fail.
pub fn third() -> BTreeMap<String, Vec<Case>> {
    serde_yaml::from_str(include_str!("third.yaml")).expect("the queries are well-formed")
}

/// Returns the questions of three writers: those of [`blind`] and of [`third`].
pub fn questions_of_others() -> BTreeMap<String, Vec<Case>> {
    let lists = [blind(false), blind(true), third()];
    let questions = lists
        .into_iter()
        .filter_map(|mut list| list.remove("question"))
        .flatten();
    [("question".to_owned(), questions.collect())].into()
}

/// Reads the queries for the documents of [`unseen`]: those used to tune the ranking rules or, if
/// `held_out`, those written after the rules.
pub fn unseen_cases(held_out: bool) -> BTreeMap<String, Vec<Case>> {
    let cases: BTreeMap<String, Vec<Case>> =
        serde_yaml::from_str(include_str!("unseen.yaml")).expect("the queries are well-formed");
    only(cases, held_out)
}

/// Adds up the scores of all kinds of query except questions.
pub fn names(scores: &BTreeMap<String, Score>) -> Score {
    let names = scores
        .iter()
        .filter(|(kind, _)| !matches!(kind.as_str(), "question" | "all"));
    names.fold(Score::default(), |all, (_, score)| Score {
        queries: all.queries + score.queries,
        first: all.first + score.first,
        in_first_three: all.in_first_three + score.in_first_three,
        in_first_ten: all.in_first_ten + score.in_first_ten,
        reciprocal: all.reciprocal + score.reciprocal,
        recalled: all.recalled + score.recalled,
        precision: all.precision + score.precision,
    })
}

/// The hits, best first. Each is a list of ids: that of the section, followed by those of run-in
/// rules that count as found with it.
pub type Shown = Vec<Vec<String>>;

/// Returns the ids of each hit. A run-in rule counts as found if the snippet is from its text,
/// because such a hit opens at that rule.
pub fn shown(book: &Rulebook, results: &Results) -> Shown {
    let hits = results.hits.iter().map(|hit| {
        let within = book.section(hit.section);
        let snippet = hit.snippet.text.trim_matches('…').to_owned();
        let holds = |at: &SectionRef| {
            let blocks = book.blocks(*at);
            blocks
                .iter()
                .flat_map(Block::texts)
                .any(|text| !snippet.is_empty() && text.plain.contains(&snippet))
        };
        let inner = (hit.section.0 + 1..within.end.0).map(SectionRef);
        let rules = inner.filter(|at| book.section(*at).run_in).filter(holds);
        std::iter::once(hit.section)
            .chain(rules)
            .map(|at| book.section(at).id.clone())
            .collect()
    });
    hits.collect()
}

impl Case {
    /// Returns the rank of the first right hit among the first ten, counted from 0.
    fn rank(&self, found: &Shown) -> Option<usize> {
        found
            .iter()
            .take(10)
            .position(|shown| shown.iter().any(|id| self.expect.contains(id)))
    }

    /// Returns the average precision: the sum of the precisions at the ranks of the right hits
    /// among the first ten, divided by the number of right answers.
    fn average_precision(&self, found: &Shown) -> f64 {
        let (mut right, mut sum) = (0_u32, 0.0);
        for (rank, shown) in (1_u32..).zip(found.iter().take(10)) {
            if shown.iter().any(|id| self.expect.contains(id)) {
                right += 1;
                sum += f64::from(right) / f64::from(rank);
            }
        }
        let all = u32::try_from(self.expect.len()).unwrap_or(u32::MAX);
        sum / f64::from(all.max(right).max(1))
    }

    /// Returns the share of the query's answers that are among the first ten hits.
    fn recall(&self, found: &Shown) -> f64 {
        let right: BTreeSet<_> = self.expect.iter().collect();
        let shown: BTreeSet<_> = found.iter().take(10).flatten().collect();
        let found = u32::try_from(right.intersection(&shown).count()).unwrap_or(u32::MAX);
        f64::from(found) / f64::from(u32::try_from(right.len()).unwrap_or(u32::MAX).max(1))
    }
}

/// Scores a search by kind of query, and for all queries together (`all`). If the first hit of a
/// query is wrong or missing, calls `missed` with the query and its hits.
pub fn measure(
    cases: &BTreeMap<String, Vec<Case>>,
    search: impl Fn(&str) -> Shown,
    mut missed: impl FnMut(&Case, &Shown),
) -> BTreeMap<String, Score> {
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for (kind, cases) in cases {
        for case in cases.iter().filter(|case| !case.expect.is_empty()) {
            let found = search(&case.query);
            scores.entry(kind.clone()).or_default().add(case, &found);
            scores
                .entry("all".to_owned())
                .or_default()
                .add(case, &found);
            if case.rank(&found) != Some(0) {
                missed(case, &found);
            }
        }
    }
    scores
}

/// Scores a search once for each game, as for a player who has that game open. Returns the name of
/// each game, the score of the queries that the game answers, and the score of the queries that
/// only other games answer.
pub fn reading(
    book: &Rulebook,
    cases: &BTreeMap<String, Vec<Case>>,
    search: impl Fn(&str, GameRef) -> Shown,
) -> Vec<(String, Score, Score)> {
    let mut scores = Vec::new();
    for (at, game) in (0..).map(GameRef).zip(&book.games) {
        let (mut home, mut away) = (Score::default(), Score::default());
        for case in cases
            .values()
            .flatten()
            .filter(|case| !case.expect.is_empty())
        {
            let found = search(&case.query, at);
            let answers = |id: &String| id.split('/').next() == Some(game.id.as_str());
            let of = if case.expect.iter().any(answers) {
                &mut home
            } else {
                &mut away
            };
            of.add(case, &found);
        }
        scores.push((game.name.clone(), home, away));
    }
    scores
}

/// For every name in `game` (in all rules if it is `None`), counts the keys to type until a section
/// of that name comes first. The count is `None` if even typing the whole name in the given `way`
/// is not enough. `search` returns the title of its first hit.
pub fn keys_to_answer(
    book: &Rulebook,
    game: Option<GameRef>,
    way: Way,
    search: impl Fn(&str) -> Option<String>,
) -> Vec<(String, Option<usize>)> {
    let candidates = book.iter().filter(|(at, section)| {
        let named =
            section.has_text && !matches!(section.kind, SectionKind::Group | SectionKind::Document);
        named && game.is_none_or(|game| book.game_of(*at) == game)
    });
    let names: BTreeSet<String> = candidates
        .map(|(_, section)| fold(&section.full_title()))
        .collect();
    let keys = |name: &str, typed: &str| {
        let ends = typed
            .char_indices()
            .map(|(at, letter)| at + letter.len_utf8())
            .enumerate();
        ends.into_iter()
            .find(|(_, end)| search(&typed[..*end]).is_some_and(|title| fold(&title) == name))
            .map(|(at, _)| at + 1)
    };
    names
        .iter()
        .map(|name| (name.clone(), keys(name, &way.typed(name))))
        .collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The whole name, letter by letter.
    Whole,
    /// Two letters of each word: `cl co da` for `close combat damage`.
    Shortened,
}

impl Way {
    fn typed(self, name: &str) -> String {
        let shortened = |word: &str| word.chars().take(2).collect::<String>();
        match self {
            Self::Whole => name.to_owned(),
            Self::Shortened => name.split(' ').map(shortened).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Returns the smaller number of keys for each name. `one` and `other` contain the numbers for two
/// ways to type the same names.
pub fn fewer_keys(
    one: &[(String, Option<usize>)],
    other: &[(String, Option<usize>)],
) -> Vec<(String, Option<usize>)> {
    let fewer = |one: Option<usize>, other: Option<usize>| one.into_iter().chain(other).min();
    one.iter()
        .zip(other)
        .map(|(one, other)| (one.0.clone(), fewer(one.1, other.1)))
        .collect()
}

/// Returns a percentile of the numbers of keys. A name that never comes first counts as
/// `usize::MAX` keys.
pub fn percentile(keys: &[(String, Option<usize>)], percent: usize) -> usize {
    let mut counts: Vec<_> = keys
        .iter()
        .map(|(_, keys)| keys.unwrap_or(usize::MAX))
        .collect();
    counts.sort_unstable();
    counts
        .get(counts.len().saturating_sub(1) * percent / 100)
        .copied()
        .unwrap_or_default()
}

/// Like [`percentile`], but for the best possible ranking of `names`. Even in this ranking, only
/// one name comes first for each prefix. If `stable`, the order of two names is the same for every
/// prefix.
pub fn best_percentile(names: &[String], percent: usize, stable: bool) -> usize {
    let needed = names.len().saturating_sub(1) * percent / 100 + 1;
    let longest = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or_default();
    (1..=longest)
        .find(|letters| reachable(names, *letters, stable) >= needed)
        .unwrap_or(longest)
}

/// Returns how many names can come first after at most `letters` letters.
pub fn reachable(names: &[String], letters: usize, stable: bool) -> usize {
    let begin = |name: &str, letters: usize| name.chars().take(letters).collect::<String>();
    if stable {
        return names
            .iter()
            .map(|name| begin(name, letters))
            .collect::<BTreeSet<_>>()
            .len();
    }
    // Visit the longest prefixes first. At each prefix, one name comes first, and the others wait
    // for a shorter prefix.
    let mut waiting: BTreeMap<String, usize> = BTreeMap::new();
    for length in (1..=letters).rev() {
        let here = |name: &&String| {
            let whole = name.chars().count();
            whole == length || length == letters && whole > letters
        };
        let own = names
            .iter()
            .filter(here)
            .map(|name| (begin(name, length), 1));
        let longer = std::mem::take(&mut waiting)
            .into_iter()
            .map(|(name, count)| (begin(&name, length), count));
        for (name, count) in longer.chain(own).collect::<Vec<_>>() {
            *waiting.entry(name).or_default() += count;
        }
        for count in waiting.values_mut() {
            *count = count.saturating_sub(1);
        }
    }
    names.len() - waiting.values().sum::<usize>()
}
