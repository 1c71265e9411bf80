//! The pane that compares two sections. It covers everything between the header and the footer.

use ratatui::layout::Rect;

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::layout::columns;
use super::sheet::Sheet;
use crate::library::Library;
use crate::render::Page;
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

    /// Lays the comparison out, unless it is laid out for this width.
    pub fn lay_out(&mut self, library: &Library, width: u16) {
        if self.sheet.page.width != width {
            let page = Page::comparing(library.context(width), self.left, self.right);
            self.sheet.replace(page);
            self.sheet.fade();
        }
    }

    /// Performs an action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::NextMatch | Action::PreviousMatch => {
                let difference = self.sheet.move_to_match(action == Action::NextMatch);
                Some(Effect::Status(match difference {
                    Some((at, of)) => format!("difference {at} of {of}"),
                    None => "no differences".to_owned(),
                }))
            }
            Action::Pin => Some(Effect::Pin(None)),
            Action::CompareVersions => Some(self.compare_next(env)),
            _ => self.sheet.perform(action, env),
        }
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

    /// Draws the visible lines in `env.area` and, if `body` has room, the titles and the legend
    /// above them.
    pub fn draw(&self, body: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let mut lines = body.rows();
        if let (true, Some(titles), Some(legend)) = (body.height > 2, lines.next(), lines.next()) {
            let (book, half) = (&env.library.book, titles.width / 2);
            for (section, from) in [(self.left, 0), (self.right, half)] {
                canvas
                    .row_in(columns(titles, from, half), 2)
                    .cut(&book.section(section).full_title(), Role::Heading)
                    .skip(2)
                    .cut(&book.document_of(section).title, Role::Dim);
            }
            canvas.text(legend, 2, LEGEND, Role::Dim);
        }
        self.sheet.draw(env.area, true, canvas);
    }

    /// Describes the comparison for linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        let named = |section| env.library.title_and_document(section);
        let (left, right) = (named(self.left), named(self.right));
        self.sheet
            .linear(format!("Comparison: {left}, with {right}"), env)
    }
}
