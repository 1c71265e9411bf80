//! The quality of search, for the test of the floors and the example that prints the tables.

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
    /// As typed.
    pub query: String,
    /// Ids of the sections that answer it.
    #[serde(default)]
    pub expect: Vec<String>,
    /// The expected reason if nothing answers it.
    pub outcome: Option<String>,
    /// Whether it was written before any measurement and is never tuned on.
    #[serde(default)]
    pub held_out: bool,
}

/// How often the right answer came first, among the first three and among the first ten, and the sums of 1 / rank and of
/// the shares of right answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Score {
    /// Queries asked.
    pub queries: u32,
    /// Answered by the first hit.
    pub first: u32,
    /// Answered by one of the first three.
    pub third: u32,
    /// Answered by one of the first ten.
    pub tenth: u32,
    /// Sum of 1 / rank.
    pub reciprocal: f64,
    /// Sum of the shares of the right answers among the first ten.
    pub recalled: f64,
    /// Sum of the average precisions.
    pub precision: f64,
}

impl Score {
    /// Share answered by the first hit.
    pub fn at_1(self) -> f64 {
        f64::from(self.first) / f64::from(self.queries.max(1))
    }

    /// Share answered by one of the first three hits.
    pub fn at_3(self) -> f64 {
        f64::from(self.third) / f64::from(self.queries.max(1))
    }

    /// Share answered by one of the first ten hits.
    pub fn at_10(self) -> f64 {
        f64::from(self.tenth) / f64::from(self.queries.max(1))
    }

    /// Mean of 1 / rank.
    pub fn mrr(self) -> f64 {
        self.reciprocal / f64::from(self.queries.max(1))
    }

    /// Mean share of the right answers among the first ten hits.
    pub fn recall_10(self) -> f64 {
        self.recalled / f64::from(self.queries.max(1))
    }

    fn add(&mut self, case: &Case, found: &Shown) {
        let rank = case.rank(found);
        self.queries += 1;
        self.precision += case.average_precision(found);
        self.recalled += case.recall(found);
        self.first += u32::from(rank == Some(0));
        self.third += u32::from(rank.is_some_and(|rank| rank < 3));
        self.tenth += u32::from(rank.is_some_and(|rank| rank < 10));
        let rank = rank.and_then(|rank| u32::try_from(rank + 1).ok());
        self.reciprocal += rank.map_or(0.0, |rank| 1.0 / f64::from(rank));
    }
}

/// The bundled rules.
pub fn bundled() -> Arc<Rulebook> {
    Arc::new(Rulebook::load(loader::bundled().collect(), Vec::new()))
}

/// The queries, by kind.
pub fn cases() -> BTreeMap<String, Vec<Case>> {
    serde_yaml::from_str(include_str!("queries.yaml")).expect("the queries are well-formed")
}

/// The queries for tuning, or the held-out ones.
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

/// Documents of invented teams in the same family of games; they were used only for general changes of the ranking.
pub fn unseen() -> Arc<Rulebook> {
    folder("unseen")
}

/// The documents in a folder beside the queries.
fn folder(name: &str) -> Arc<Rulebook> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/relevance")
        .join(name);
    let loaded = loader::find(&[loader::Origin::Path(folder)])
        .expect("the documents are there")
        .read();
    Arc::new(Rulebook::load(loaded.sources, loaded.diagnostics))
}

/// More documents of the same family, with queries of two writers, all written after the ranking.
pub fn fresh(held_out: bool) -> (Arc<Rulebook>, BTreeMap<String, Vec<Case>>) {
    (folder("fresh"), only(all_fresh(), held_out))
}

/// The queries of both writers.
pub fn all_fresh() -> BTreeMap<String, Vec<Case>> {
    serde_yaml::from_str(include_str!("fresh.yaml")).expect("the queries are well-formed")
}

/// Documents and queries of another family of games, which no ranking rule was tuned on.
pub fn later() -> (Arc<Rulebook>, BTreeMap<String, Vec<Case>>) {
    let cases =
        serde_yaml::from_str(include_str!("later.yaml")).expect("the queries are well-formed");
    (folder("later"), cases)
}

/// Queries over the documents of the same family by a writer who had seen nothing else, or by a second one, after the
/// misses of the first were examined.
pub fn blind(held_out: bool) -> BTreeMap<String, Vec<Case>> {
    only(
        serde_yaml::from_str(include_str!("blind.yaml")).expect("the queries are well-formed"),
        held_out,
    )
}

/// Questions over the same documents by a third writer, whose misses nobody has examined.
pub fn third() -> BTreeMap<String, Vec<Case>> {
    serde_yaml::from_str(include_str!("third.yaml")).expect("the queries are well-formed")
}

/// The questions of all three writers.
pub fn questions_of_others() -> BTreeMap<String, Vec<Case>> {
    let lists = [blind(false), blind(true), third()];
    let questions = lists
        .into_iter()
        .filter_map(|mut list| list.remove("question"))
        .flatten();
    [("question".to_owned(), questions.collect())].into()
}

/// The queries over them, names by the way they are typed, and questions: those used for the ranking, or those written
/// after it.
pub fn unseen_cases(held_out: bool) -> BTreeMap<String, Vec<Case>> {
    let cases: BTreeMap<String, Vec<Case>> =
        serde_yaml::from_str(include_str!("unseen.yaml")).expect("the queries are well-formed");
    only(cases, held_out)
}

/// The sum of the scores of all names, that is of all queries but questions.
pub fn names(scores: &BTreeMap<String, Score>) -> Score {
    let names = scores
        .iter()
        .filter(|(kind, _)| !matches!(kind.as_str(), "question" | "all"));
    names.fold(Score::default(), |all, (_, score)| Score {
        queries: all.queries + score.queries,
        first: all.first + score.first,
        third: all.third + score.third,
        tenth: all.tenth + score.tenth,
        reciprocal: all.reciprocal + score.reciprocal,
        recalled: all.recalled + score.recalled,
        precision: all.precision + score.precision,
    })
}

/// The hits as shown, best first: the id of the section, and those of the run-in rules with the shown line.
pub type Shown = Vec<Vec<String>>;

/// The shown hits of some results. The hit for an unnamed run-in rule is its section, opened at its line.
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
    /// The rank of the answer among the first ten, from 0.
    fn rank(&self, found: &Shown) -> Option<usize> {
        found
            .iter()
            .take(10)
            .position(|shown| shown.iter().any(|id| self.expect.contains(id)))
    }

    /// The mean precision at the rank of each answer, 0 for answers beyond the first ten.
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

    /// The share of its answers among the first ten.
    fn recall(&self, found: &Shown) -> f64 {
        let right: BTreeSet<_> = self.expect.iter().collect();
        let shown: BTreeSet<_> = found.iter().take(10).flatten().collect();
        let found = u32::try_from(right.intersection(&shown).count()).unwrap_or(u32::MAX);
        f64::from(found) / f64::from(u32::try_from(right.len()).unwrap_or(u32::MAX).max(1))
    }
}

/// Scores a search, by kind and in all (`all`). `missed` gets each query whose first hit is wrong, with its hits.
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

/// Scores a search while a game is read: queries that this game answers, and those that only others answer.
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

/// For every name of the rules, or of one game, the number of typed letters until a section of that name comes first;
/// `None` if even the whole name does not. The search returns the title of its first hit.
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

/// How a name is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Letter by letter from its start.
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

/// The smaller number of keys of two ways to type the same names.
pub fn sooner(
    one: &[(String, Option<usize>)],
    other: &[(String, Option<usize>)],
) -> Vec<(String, Option<usize>)> {
    let fewer = |one: Option<usize>, other: Option<usize>| one.into_iter().chain(other).min();
    one.iter()
        .zip(other)
        .map(|(one, other)| (one.0.clone(), fewer(one.1, other.1)))
        .collect()
}

/// A percentile of the numbers of keys; a name that is never first counts as the largest number.
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

/// The least possible percentile for any order of the names: among the names with one prefix, only one can come first.
/// `stable` orders keep two names in the same order for every prefix; others may put another name first after every
/// letter.
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

/// How many names can come first within this many letters.
pub fn reachable(names: &[String], letters: usize, stable: bool) -> usize {
    let begin = |name: &str, letters: usize| name.chars().take(letters).collect::<String>();
    if stable {
        return names
            .iter()
            .map(|name| begin(name, letters))
            .collect::<BTreeSet<_>>()
            .len();
    }
    // From the longest prefixes to the shortest, each brings one name first that no longer prefix did.
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
