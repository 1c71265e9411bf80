//! How far the background has come with rules that take their time.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::update::Event;

/// Between two tellings: what takes less is not told at all, and a frame is drawn for each.
const EVERY: Duration = Duration::from_millis(100);

/// How many of all documents have been gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is done with them: `indexing`.
    pub what: &'static str,
    /// How many are done.
    pub done: usize,
    /// How many there are.
    pub of: usize,
}

impl Progress {
    /// `indexing 1,234 of 5,800`.
    #[must_use]
    pub fn shown(&self) -> String {
        format!(
            "{} {} of {}",
            self.what,
            grouped(self.done),
            grouped(self.of)
        )
    }
}

/// What is told from one process to another.
impl Progress {
    /// Reading and indexing, as they are told of.
    pub const READING: &'static str = "reading";
    /// See [`Progress::READING`].
    pub const INDEXING: &'static str = "indexing";

    /// A line that [`Progress::parse`] understands: `indexing 1234 5800`.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{} {} {}", self.what, self.done, self.of)
    }

    /// What such a line tells; nothing where it is none.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let what = words.next()?;
        let what = [Self::READING, Self::INDEXING]
            .into_iter()
            .find(|known| *known == what)?;
        let (done, of) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        words.next().is_none().then_some(Self { what, done, of })
    }
}

/// A number with a comma between its thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Tells the browser how far something has come, a few times a second.
pub(super) struct Teller<'a> {
    events: &'a Sender<Event>,
    what: &'static str,
    of: usize,
    last: Instant,
}

impl<'a> Teller<'a> {
    pub(super) fn new(events: &'a Sender<Event>, what: &'static str, of: usize) -> Self {
        Self {
            events,
            what,
            of,
            last: Instant::now(),
        }
    }

    /// Takes in how many are done.
    pub(super) fn tell(&mut self, done: usize) {
        if self.last.elapsed() >= EVERY {
            self.last = Instant::now();
            // A browser that has ended needs no telling; whoever reads on finds that out.
            let _ = self.events.send(Event::Progress(Progress {
                what: self.what,
                done,
                of: self.of,
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(0, "0")]
    #[case(999, "999")]
    #[case(5_800, "5,800")]
    #[case(1_234_567, "1,234,567")]
    fn thousands_are_set_apart(#[case] number: usize, #[case] expected: &str) {
        assert_eq!(grouped(number), expected);
    }

    #[rstest]
    #[case("indexing 12 5800", Some((Progress::INDEXING, 12, 5800)))]
    #[case("reading 0 3", Some((Progress::READING, 0, 3)))]
    #[case("", None)]
    #[case("reading", None)]
    #[case("reading -1 3", None)]
    #[case("reading 1 3 4", None)]
    #[case("\u{1b}[2J 1 3", None)]
    fn a_line_tells_what_was_written_into_it(
        #[case] line: &str,
        #[case] told: Option<(&'static str, usize, usize)>,
    ) {
        let progress = told.map(|(what, done, of)| Progress { what, done, of });
        assert_eq!(Progress::parse(line), progress);
        assert!(progress.is_none_or(|progress| progress.line() == line));
    }

    #[test]
    fn what_is_done_in_a_moment_is_not_told() {
        let (events, queue) = channel();
        let mut teller = Teller::new(&events, "indexing", 3);
        teller.tell(1);
        assert!(queue.try_recv().is_err());
        teller.last = Instant::now().checked_sub(EVERY).unwrap();
        teller.tell(2);
        teller.tell(3);
        let told: Vec<_> = queue.try_iter().collect();
        assert!(matches!(
            told[..],
            [Event::Progress(Progress {
                what: "indexing",
                done: 2,
                of: 3
            })]
        ));
    }
}
