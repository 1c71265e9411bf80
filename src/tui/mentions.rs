//! The pane of passages that link to the section being read, or change it.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::layout::lines;
use super::list::{List, ListRow, RowKind, draw_title, steps};
use crate::links::{Mention, by_document};
use crate::rules::SectionRef;
use crate::source::counted;
use crate::theme::{Face, Role};

/// A list of passages.
#[derive(Clone, Debug)]
pub struct Mentions {
    /// What it lists.
    pub title: String,
    /// The passages by document.
    pub list: List<MentionRow>,
}

/// A line of the list. A passage has two: its section's path, then its sentence.
#[derive(Clone, Debug)]
pub enum MentionRow {
    /// A document's name and the number of its passages.
    Document(String),
    /// The section of a passage, and the other documents with a version of it: `also in Joint Ops`, or nothing.
    Section(SectionRef, String),
    /// The sentence of a passage, and the link in it.
    Sentence(String, Range<usize>),
}

impl ListRow for MentionRow {
    fn kind(&self) -> RowKind {
        match self {
            Self::Document(_) => RowKind::Heading,
            Self::Section(..) => RowKind::Entry,
            Self::Sentence(..) => RowKind::Detail,
        }
    }
}

impl Mentions {
    /// The passages that link to the section being read; with `exceptions`, those that change it. Without any, the error is a
    /// status message.
    ///
    /// # Errors
    /// There is no such passage.
    pub fn new(env: &Environment<'_>, exceptions: bool) -> Result<Self, String> {
        let (book, section) = (&env.library.book, env.section);
        let mut links = env.library.links_to(section).unwrap_or_default();
        links.retain(|link| link.exception || !exceptions);
        let mut rows = Vec::new();
        for (document, mentions) in by_document(book, &links) {
            let heading = format!("{}  {}", book.document(document).title, mentions.len());
            rows.push(MentionRow::Document(heading));
            for Mention { link, also } in mentions {
                rows.push(MentionRow::Section(
                    link.from,
                    env.library.also_in(also.into_iter()),
                ));
                let (sentence, range) = (link.sentence.clone(), link.range.clone());
                rows.push(MentionRow::Sentence(sentence, range));
            }
        }
        let name = book.section(section).full_title();
        let [title, nothing] = if exceptions {
            ["What changes", "nothing changes"]
        } else {
            ["What links to", "nothing links to"]
        };
        if rows.is_empty() {
            return Err(format!("{nothing} {name}"));
        }
        let mut list = List::default();
        list.fill(rows);
        Ok(Self {
            title: format!("{title} {name}"),
            list,
        })
    }

    /// Keeps the passages whose sections new rules still have; `moved` gives a section's new reference. Whether any is left.
    pub fn keep(&mut self, moved: impl Fn(SectionRef) -> Option<SectionRef>) -> bool {
        let mut is_kept = true;
        self.list.rows.retain_mut(|row| {
            if let MentionRow::Section(section, _) = row {
                let now = moved(*section);
                *section = now.unwrap_or(*section);
                is_kept = now.is_some();
            }
            is_kept || row.kind() == RowKind::Heading
        });
        self.list.move_by(0);
        self.list.show(1);
        self.list.count() > 0
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        let height = usize::from(rows_area(env.area).height.max(2));
        if let Some(entries) = steps(action, height / 2) {
            self.list.move_by(entries);
            self.list.show(height);
            return Vec::new();
        }
        match (action, self.selected()) {
            (Action::Follow, Some(section)) => vec![Effect::Open(section)],
            (Action::Peek, Some(section)) => {
                vec![Effect::Peek(section.into(), self.rows())]
            }
            _ => Vec::new(),
        }
    }

    /// Selects the clicked passage; returns whether it was selected before.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> bool {
        self.list.click(rows_area(env.area), at)
    }

    /// The lines of the selected passage in the pane.
    pub fn rows(&self) -> (u16, u16) {
        let line = self.list.line().saturating_add(1);
        (line, line.saturating_add(1))
    }

    fn selected(&self) -> Option<SectionRef> {
        match self.list.selected()? {
            MentionRow::Section(section, _) => Some(*section),
            _ => None,
        }
    }

    /// Draws the pane.
    pub fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        draw_title(&self.title, &self.list.position(), env.area, canvas);
        for (line, row, selected) in self.list.visible(rows_area(env.area)) {
            match row {
                MentionRow::Document(heading) => canvas.text(line, 1, heading, Role::Dim),
                MentionRow::Section(section, also) => {
                    canvas
                        .row_in(line, 2)
                        .cut_path(&path(*section, env), Role::Heading)
                        .skip(2)
                        .cut(also, Role::Note);
                }
                MentionRow::Sentence(sentence, mark) => {
                    let marks = std::slice::from_ref(mark);
                    let face = Face::of(Role::Dim);
                    canvas
                        .row_in(line, 4)
                        .sentence(sentence, mark.start, marks, face);
                }
            }
            canvas.mark_selected(line, selected);
        }
    }

    /// The pane in linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let text = |row: &MentionRow| match row {
            MentionRow::Document(heading) => (heading.clone(), Role::Dim),
            MentionRow::Section(section, also) => {
                let gap = if also.is_empty() { "" } else { "; " };
                let path = path(*section, env);
                (format!("{path}{gap}{also}"), Role::Heading)
            }
            MentionRow::Sentence(sentence, _) => (sentence.clone(), Role::Text),
        };
        let selected = self.selected().map(|section| env.library.path(section));
        let at = self.list.position();
        let height = usize::from(rows_area(env.area).height.max(2));
        LinearScreen {
            name: format!("{}: {}", self.title, counted(self.list.count(), "place")),
            selected: format!("row {at}: {}", selected.unwrap_or_default()),
            ..self.list.linear(height, env, text)
        }
    }
}

/// Where the rows are: below the title.
fn rows_area(area: Rect) -> Rect {
    lines(area, 1, u16::MAX)
}

/// The path of a passage within its document, which the heading names.
fn path(section: SectionRef, env: &Environment<'_>) -> String {
    let titles = env.library.book.titles(section);
    let own = usize::from(titles.len() > 1);
    titles[own..].join(env.styles.symbols().path)
}
