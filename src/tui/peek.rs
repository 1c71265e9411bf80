//! A peek: a box over the page that shows the target of a link.

use ratatui::layout::{Margin, Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::sheet::{Sheet, peek_link};
use crate::library::Library;
use crate::rules::SectionRef;

/// A box that shows a section, or one of the definitions of a name.
pub struct Peek {
    /// The definitions of a name, nearest first, or one section.
    pub targets: Vec<SectionRef>,
    /// The index of the target that is shown.
    pub chosen: usize,
    /// The layout of the target that is shown.
    pub sheet: Sheet,
    /// The line of the word from which the first peek of the stack was opened, counted from the
    /// first visible line of its pane.
    pub row: u16,
}

impl Peek {
    /// Creates a peek at the first of `targets`.
    pub fn new(targets: Vec<SectionRef>, row: u16) -> Self {
        Self {
            targets,
            chosen: 0,
            sheet: Sheet::default(),
            row,
        }
    }

    /// Lays out the section, unless it is laid out for this width.
    pub fn lay_out(&mut self, library: &Library, width: u16) {
        if self.sheet.page.width != width {
            let page = library.page(library.context(width), self.section());
            self.sheet.replace(page);
        }
    }

    /// Returns the section that is shown.
    pub fn section(&self) -> SectionRef {
        self.targets[self.chosen]
    }

    /// Whether there are several definitions.
    pub fn has_several(&self) -> bool {
        self.targets.len() > 1
    }

    /// Returns which of the definitions is shown: `definition 1 of 2`.
    fn place(&self) -> String {
        let (at, of) = (self.chosen + 1, self.targets.len());
        format!("definition {at} of {of}")
    }

    /// Performs an action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::NextDefinition | Action::PreviousDefinition if self.has_several() => {
                let count = self.targets.len();
                let forward = action == Action::NextDefinition;
                self.chosen = (self.chosen + if forward { 1 } else { count - 1 }) % count;
                self.sheet = Sheet::default();
                None
            }
            Action::Follow => Some(Effect::Open(self.section())),
            Action::Pin => Some(Effect::Pin(Some(self.section()))),
            _ => self.sheet.perform(action, env),
        }
    }

    /// Peeks at the target of the clicked link.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        self.sheet.click(self.text_area(env), at)?;
        self.sheet.selected().map(peek_link)
    }

    /// Returns the area of the text.
    pub fn text_area(&self, env: &Environment<'_>) -> Rect {
        let border = u16::from(!env.is_linear());
        env.area.inner(Margin::new(border, 1))
    }

    /// Draws the peek with a title. If `is_top`, also says in the lower border which of several
    /// definitions is shown, and highlights the selected link.
    pub fn draw(&self, title: &str, is_top: bool, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        if env.area.is_empty() {
            return;
        }
        let hint = if is_top && self.has_several() {
            let document = &env.library.book.document_of(self.section()).title;
            format!("{}: {document}", self.place())
        } else {
            String::new()
        };
        canvas.boxed(env.area, title, &hint);
        self.sheet.draw(self.text_area(env), is_top, canvas);
    }

    /// Describes the peek for linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        let mut name = format!("Peek: {}", env.library.title_and_document(self.section()));
        if self.has_several() {
            name = format!("{name}; {}", self.place());
        }
        self.sheet.linear(name, env)
    }
}
