//! The pane that compares two sections. It covers everything between the header and the footer.

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::Context;
use super::layout::{ScreenAreas, columns};
use super::pane::Pane;
use super::sheet::Sheet;
use crate::rules::SectionRef;
use crate::theme::Role;

/// The meaning of the signs before the parts that differ.
const LEGEND: &str = "~ changed    - only on the left    + only on the right";

/// A comparison of two sections.
#[derive(Debug)]
pub struct Compare {
    /// The section on the left.
    pub left: SectionRef,
    /// The section on the right.
    pub right: SectionRef,
    /// The laid-out comparison of both sections. The signs of the differences are its matches.
    pub sheet: Sheet,
}

impl Compare {
    /// Creates a comparison that is not laid out yet.
    pub fn new([left, right]: [SectionRef; 2]) -> Self {
        Self {
            left,
            right,
            sheet: Sheet::default(),
        }
    }

    /// Returns the section on the left and the one on the right.
    pub fn sections(&self) -> [SectionRef; 2] {
        [self.left, self.right]
    }

    /// Whether differences are marked. Two rules that are not similar are shown without marks.
    fn has_marks(&self) -> bool {
        !self.sheet.page.matches().is_empty()
    }

    /// Compares the section on the left with the version after the one on the right. After the last
    /// version, starts again with the first.
    fn compare_next(&self, env: &Environment<'_>) -> Effect {
        let versions = env.library.links.versions(self.left);
        let next = versions
            .iter()
            .find(|version| version.section > self.right)
            .or(versions.first());
        match next.filter(|next| next.section != self.right) {
            Some(next) => Effect::Compare([self.left, next.section]),
            None => Effect::Status("no other version to compare with".to_owned()),
        }
    }
}

impl Pane for Compare {
    fn context(&self) -> Context {
        Context::Compare
    }

    fn area(&self, screen: &ScreenAreas) -> Rect {
        screen.reading.compared()
    }

    fn sheet(&self) -> Option<&Sheet> {
        Some(&self.sheet)
    }

    fn sheet_mut(&mut self) -> Option<&mut Sheet> {
        Some(&mut self.sheet)
    }

    fn allows(&self, action: Action) -> bool {
        match action {
            Action::Follow => self.sheet.link.is_some(),
            Action::NextMatch => self.has_marks(),
            _ => true,
        }
    }

    fn is_revisited(&self) -> bool {
        true
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::NextMatch | Action::PreviousMatch => {
                let difference = self.sheet.move_to_match(action == Action::NextMatch);
                Some(Effect::Status(match difference {
                    Some((at, of)) => format!("difference {at} of {of}"),
                    None => "no differences are marked".to_owned(),
                }))
            }
            Action::Pin => Some(Effect::Pin(None)),
            Action::CompareVersions => Some(self.compare_next(env)),
            _ => self.sheet.perform(action, env),
        }
    }

    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        self.sheet.click(env.area, at)
    }

    fn fit(&mut self, env: &Environment<'_>) {
        let (library, width) = (env.library, env.area.width.max(1));
        let is_resized = self.sheet.page.width != width;
        if is_resized || library.can_complete(&self.sheet.page, &self.sections()) {
            self.sheet
                .replace(library.comparison(width, self.sections()));
        }
        if is_resized {
            self.sheet.fade();
        }
        self.sheet.resize(usize::from(env.area.height.max(1)));
    }

    fn reload(&mut self, to_new: &dyn Fn(SectionRef) -> Option<SectionRef>) -> Option<()> {
        (self.left, self.right) = (to_new(self.left)?, to_new(self.right)?);
        self.sheet.page.width = 0;
        Some(())
    }

    /// Draws the comparison and, if there is room, the titles and the legend above it.
    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let body = env.screen.reading.body;
        let mut lines = body.rows();
        if let (true, Some(titles), Some(legend)) = (body.height > 2, lines.next(), lines.next()) {
            let (book, half) = (&env.library.book, titles.width / 2);
            let has_marks = self.has_marks();
            for (section, from) in [(self.left, 0), (self.right, half)] {
                let mut row = canvas.row_in(columns(titles, from, half), 2);
                // Two whole rules begin with their titles.
                if has_marks {
                    row.cut(&book.section(section).full_title(), Role::Heading)
                        .skip(2);
                }
                row.cut(&book.document_of(section).title, Role::Dim);
            }
            if has_marks {
                canvas.text(legend, 2, LEGEND, Role::Dim);
            }
        }
        self.sheet.draw(env.area, true, canvas);
        None
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let named = |section| env.library.title_and_document(section);
        let (left, right) = (named(self.left), named(self.right));
        self.sheet
            .linear(format!("Comparison: {left}, with {right}"), env)
    }
}
