//! The pane of passages that link to the section being read, or change it.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen, position, text_line};
use super::effect::Effect;
use super::environment::Environment;
use super::list::{List, steps};
use crate::links::{Backlinks, by_document};
use crate::rules::{Rulebook, SectionRef};
use crate::theme::{Face, Role};

/// A list of passages.
#[derive(Clone, Debug)]
pub struct Mentions {
    /// What it lists.
    pub title: String,
    /// Its rows; those of one document follow each other.
    pub rows: Vec<Mention>,
    /// The selected passage and the first visible one.
    pub list: List,
}

/// A passage, on two lines: its section's path, then its sentence.
#[derive(Clone, Debug)]
pub struct Mention {
    /// A line above it, if it is the first of its document: the document's name and the number of its passages.
    pub heading: Option<String>,
    /// Its section.
    pub section: SectionRef,
    /// The sentence.
    pub sentence: String,
    /// The link in the sentence.
    pub mark: Range<usize>,
    /// The other documents that print it: `also in Joint Ops`; empty without any.
    pub also: String,
}

impl Mentions {
    /// The passages that link to the section being read; with `exceptions`, those that change it. Without any, the error is a
    /// status message.
    ///
    /// # Errors
    /// There is no such passage.
    pub fn new(
        env: &Environment<'_>,
        backlinks: &Backlinks,
        exceptions: bool,
    ) -> Result<Self, String> {
        let (book, section) = (&env.library.book, env.section);
        let links = if exceptions {
            backlinks.exceptions(book, &env.library.links, section)
        } else {
            backlinks.to(section).iter().collect()
        };
        let mut groups = by_document(book, links);
        let own = book.section(section).document;
        groups.sort_by_key(|(document, _)| *document != own);
        let mut rows = Vec::new();
        for (document, mentions) in groups {
            let heading = format!("{}  {}", book.document(document).title, mentions.len());
            let mut heading = Some(heading);
            rows.extend(mentions.into_iter().map(|mention| Mention {
                heading: heading.take(),
                section: mention.link.from,
                sentence: mention.link.sentence.clone(),
                mark: mention.link.range.clone(),
                also: also_in(book, &mention.also),
            }));
        }
        let name = book.section(section).full_title();
        let [title, nothing] = if exceptions {
            ["What changes", "nothing elsewhere changes"]
        } else {
            ["What links to", "nothing links to"]
        };
        if rows.is_empty() {
            return Err(format!("{nothing} {name}"));
        }
        Ok(Self {
            title: format!("{title} {name}"),
            rows,
            list: List::default(),
        })
    }

    /// Keeps the passages whose sections new rules still have; `moved` gives a section's new reference. Whether any is left.
    pub fn keep(&mut self, moved: impl Fn(SectionRef) -> Option<SectionRef>) -> bool {
        self.rows.retain_mut(|row| {
            moved(row.section)
                .map(|section| row.section = section)
                .is_some()
        });
        self.move_by(0, 1);
        !self.rows.is_empty()
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        let height = rows_area(env.area).height.max(2);
        if let Some(rows) = steps(action, usize::from(height / 2)) {
            self.move_by(rows, usize::from(height));
            return Vec::new();
        }
        let section = self.rows.get(self.list.cursor).map(|row| row.section);
        match (action, section) {
            (Action::Close, _) => vec![Effect::Close],
            (Action::Follow, Some(section)) => vec![Effect::Open(section)],
            (Action::Peek, Some(section)) => {
                let line = u16::try_from(1 + self.cursor_line()).unwrap_or(0);
                vec![Effect::Peek(section.into(), (line, line + 1))]
            }
            _ => Vec::new(),
        }
    }

    /// Selects the clicked passage; opens the selected one.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        let area = rows_area(env.area);
        let line = usize::from(at.y.saturating_sub(area.y));
        let clicked = self
            .list
            .row_at(line, self.rows.len(), |row| self.lines(row))
            .filter(|(row, line)| *line + 2 >= self.lines(*row) && area.contains(at));
        match clicked {
            Some((row, _)) if row == self.list.cursor => self.perform(Action::Follow, env),
            Some((row, _)) => {
                self.list.cursor = row;
                self.move_by(0, usize::from(area.height));
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn move_by(&mut self, rows: isize, height: usize) {
        let mut list = self.list;
        list.move_by(rows, self.rows.len());
        list.show(height, |row| self.lines(row));
        self.list = list;
    }

    /// The number of lines of a row, with its heading.
    fn lines(&self, row: usize) -> usize {
        let heading = self.rows.get(row).is_some_and(|row| row.heading.is_some());
        2 + usize::from(heading)
    }

    /// The line of the selected passage, below its heading, counted from the first visible line.
    fn cursor_line(&self) -> usize {
        let List { cursor, scroll } = self.list;
        let lines: usize = (scroll..=cursor).map(|row| self.lines(row)).sum();
        lines.saturating_sub(2)
    }

    /// Draws the pane.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let hint = position(self.list.cursor, self.rows.len());
        let mut lines = canvas.boxed(env.area, &self.title, &hint).rows();
        for (at, row) in self.rows.iter().enumerate().skip(self.list.scroll) {
            if let Some(heading) = &row.heading
                && let Some(line) = lines.next()
            {
                canvas.text(line, 1, heading, Role::Chip);
            }
            let Some(line) = lines.next() else {
                break;
            };
            canvas
                .row_in(line, 1)
                .cut_path(&path(row, env), Role::Heading)
                .skip(2)
                .cut(&row.also, Role::Note);
            if at == self.list.cursor {
                canvas.select(line);
            }
            if let Some(line) = lines.next() {
                let marks = std::slice::from_ref(&row.mark);
                let face = Face::of(Role::Dim);
                canvas.row_in(line, 3).sentence(&row.sentence, marks, face);
            }
        }
    }

    /// The pane in linear mode.
    #[must_use]
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let height = usize::from(rows_area(env.area).height.max(2));
        let line = |text: &str, role| text_line(text, role, env.styles.symbols());
        let mut lines = Vec::new();
        for row in self.rows.iter().skip(self.list.scroll) {
            if lines.len() >= height {
                break;
            }
            lines.extend(row.heading.as_ref().map(|text| line(text, Role::Chip)));
            let mut name = path(row, env);
            if !row.also.is_empty() {
                name = format!("{name}; {}", row.also);
            }
            lines.push(line(&name, Role::Heading));
            lines.push(line(&row.sentence, Role::Text));
        }
        let selected = self.rows.get(self.list.cursor);
        let selected = selected.map_or_else(String::new, |row| env.library.path(row.section));
        let at = position(self.list.cursor, self.rows.len());
        LinearScreen {
            name: format!("{}: {} places", self.title, self.rows.len()),
            lines,
            cursor: Some((self.cursor_line(), 0)),
            selected: format!("row {at}: {selected}"),
            ..LinearScreen::default()
        }
    }
}

/// Where the rows are: inside the border.
fn rows_area(area: Rect) -> Rect {
    Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(2),
        ..area
    }
}

/// The path of a passage within its document, which the heading names.
fn path(row: &Mention, env: &Environment<'_>) -> String {
    let titles = env.library.titles(row.section);
    let inner = if titles.len() > 1 {
        &titles[1..]
    } else {
        &titles[..]
    };
    inner.join(env.styles.symbols().path)
}

/// `also in Joint Ops, Adversary Ops`; nothing where there are no sections.
fn also_in(book: &Rulebook, sections: &[SectionRef]) -> String {
    let titles: Vec<_> = sections
        .iter()
        .map(|at| book.document_of(*at).title.as_str())
        .collect();
    if titles.is_empty() {
        String::new()
    } else {
        format!("also in {}", titles.join(", "))
    }
}
