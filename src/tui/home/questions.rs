//! Questions that the home screen suggests, all answered by the loaded rules.

use crate::rules::{Rulebook, Section, SectionRef};

/// The maximum number of suggested questions.
const COUNT: usize = 3;

/// Sections of widely used rules: the id of each, and a question that is suggested if the section
/// is loaded.
const KNOWN: [(&str, &str); COUNT] = [
    ("kill-team/core-terms#dash", "can I climb during a dash"),
    ("kill-team/npo-datacards#npo-table", "2D6 npo 7"),
    ("kill-team/core-terms#blast", "blast or torrent"),
];

/// The number of equal parts that the rulebook is divided into. One section of each part except the
/// first can become the subject of a question.
const SAMPLES: u32 = 97;

/// Returns up to three questions that the loaded rules answer: those in `KNOWN` about loaded
/// sections, followed by questions about sections from different parts of the rules.
pub fn questions(book: &Rulebook) -> Vec<String> {
    let known = KNOWN.iter().filter(|(id, _)| book.by_id(id).is_some());
    let mut questions: Vec<_> = known.map(|(_, question)| (*question).to_owned()).collect();
    let count = u32::try_from(book.section_count()).unwrap_or(u32::MAX);
    // Consecutive samples are about half the rulebook apart, so that the questions are about
    // different topics.
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

/// Returns the title of a section in lower case; `None` if the section is a document or a run-in
/// rule, has no text, or has no short name.
fn name(book: &Rulebook, at: SectionRef) -> Option<String> {
    let section = book.section(at);
    let is_rule = section.has_text && !section.run_in && section.parent.is_some();
    (is_rule && is_simple(section)).then(|| section.title.to_lowercase())
}

/// Whether the title is a short name: 4 to 24 bytes, one to three words of letters, hyphens and
/// apostrophes, and no parameter.
fn is_simple(section: &Section) -> bool {
    let title = &section.title;
    let is_letter = |letter: char| letter.is_alphabetic() || " -'".contains(letter);
    (4..=24).contains(&title.len())
        && title.split(' ').count() <= 3
        && title.chars().all(is_letter)
        && section.parameter.is_none()
}
