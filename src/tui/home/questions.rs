//! Questions to try, which the loaded rules answer.

use crate::rules::{Rulebook, Section, SectionRef};

/// The number of questions.
const COUNT: usize = 3;

/// Questions about rules that most players have, each with the section that answers it.
const KNOWN: [(&str, &str); COUNT] = [
    ("kill-team/core-terms#dash", "can I climb during a dash"),
    ("kill-team/npo-datacards#npo-table", "2D6 npo 7"),
    ("kill-team/core-terms#blast", "blast or torrent"),
];

/// The number of sections that are looked at for a question.
const SAMPLES: u32 = 97;

/// Questions about the loaded rules: about sections from all over them, which have a short name and a text.
pub fn questions(book: &Rulebook) -> Vec<String> {
    let known = KNOWN.iter().filter(|(id, _)| book.by_id(id).is_some());
    let mut questions: Vec<_> = known.map(|(_, question)| (*question).to_owned()).collect();
    let count = u32::try_from(book.section_count()).unwrap_or(u32::MAX);
    // Half the samples away from each other: a question of each kind is about another part of the rules.
    let sample = |at: u32| u64::from(at * 53 % SAMPLES) * u64::from(count) / u64::from(SAMPLES);
    let sections = (1..SAMPLES)
        .map(sample)
        .filter_map(|at| u32::try_from(at).ok());
    let mut names = sections.filter_map(|at| name(book, SectionRef(at)));
    while questions.len() < COUNT
        && let Some(name) = names.next()
    {
        let question = match questions.len() {
            0 => format!("what is {name}"),
            1 => name,
            _ => match names.next() {
                Some(other) => format!("{name} or {other}"),
                None => name,
            },
        };
        if !questions.contains(&question) {
            questions.push(question);
        }
    }
    questions
}

/// The name of a section that a question can be about, in lower case.
fn name(book: &Rulebook, at: SectionRef) -> Option<String> {
    let section = book.section(at);
    let is_rule = section.has_text && !section.run_in && section.parent.is_some();
    (is_rule && is_simple(section)).then(|| section.title.to_lowercase())
}

/// Whether a title is a name of one to three words, and not a mark, a number or a sentence.
fn is_simple(section: &Section) -> bool {
    let title = &section.title;
    let is_letter = |letter: char| letter.is_alphabetic() || " -'".contains(letter);
    (4..=24).contains(&title.len())
        && title.split(' ').count() <= 3
        && title.chars().all(is_letter)
        && section.parameter.is_none()
}
