//! A peek: a box over the page that shows the target of a link.

use ratatui::layout::{Margin, Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::Context;
use super::layout::{ScreenAreas, clamped, popup, screen};
use super::pane::Pane;
use super::sheet::{Sheet, peek_link};
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
    /// The sections of the pane and the peeks beneath, outermost first.
    pub trail: Vec<SectionRef>,
    /// [`Context::Card`] for a card of the table and the peeks above it, otherwise [`Context::Peek`].
    context: Context,
}

impl Peek {
    /// Creates a peek at the first of `targets`. [`Peek`] describes the parameters.
    pub fn new(
        context: Context,
        trail: Vec<SectionRef>,
        targets: Vec<SectionRef>,
        row: u16,
    ) -> Self {
        Self {
            context,
            trail,
            targets,
            chosen: 0,
            sheet: Sheet::default(),
            row,
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

    /// Returns the names of the sections from the outermost to the one that is shown, such as
    /// `Breach › control range`.
    fn title(&self, env: &Environment<'_>) -> String {
        let sections = self.trail.iter().copied().chain([self.section()]);
        let names: Vec<_> = sections.map(|at| env.library.title(at)).collect();
        names.join(env.styles.symbols.path)
    }
}

impl Pane for Peek {
    fn context(&self) -> Context {
        self.context
    }

    fn area(&self, layout: &ScreenAreas) -> Rect {
        if layout.is_linear {
            return screen(layout.size);
        }
        let lines = clamped(self.sheet.page.lines.len());
        // A card covers the page, to which it does not belong.
        let link = match self.context {
            Context::Card => (0, 0),
            _ => layout.link.unwrap_or((self.row, self.row)),
        };
        popup(
            layout.size,
            layout.beneath,
            link,
            // The border takes two lines.
            lines.saturating_add(2).max(5),
        )
    }

    fn text_area(&self, layout: &ScreenAreas) -> Rect {
        let border = u16::from(!layout.is_linear);
        self.area(layout).inner(Margin::new(border, 1))
    }

    fn covers_body(&self) -> bool {
        false
    }

    fn sheet(&self) -> Option<&Sheet> {
        Some(&self.sheet)
    }

    fn sheet_mut(&mut self) -> Option<&mut Sheet> {
        Some(&mut self.sheet)
    }

    fn allows(&self, action: Action) -> bool {
        action != Action::NextDefinition || self.has_several()
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
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
            // These are about the card that is selected at the table.
            Action::Draw | Action::Discard | Action::TakeOut | Action::Undo => {
                Some(Effect::Perform(action))
            }
            _ => self.sheet.perform(action, env),
        }
    }

    /// Peeks at the target of the clicked link.
    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        self.sheet.click(self.text_area(&env.screen), at)?;
        self.sheet.selected().map(peek_link)
    }

    fn fit(&mut self, env: &Environment<'_>) {
        let width = self.text_area(&env.screen).width.max(1);
        let (library, page) = (env.library, &self.sheet.page);
        if page.width != width || library.can_complete(page, &[self.section()]) {
            let page = library.page(library.context(width), self.section());
            self.sheet.replace(page);
        }
        let height = self.text_area(&env.screen).height.max(1);
        self.sheet.resize(usize::from(height));
    }

    fn reload(&mut self, to_new: &dyn Fn(SectionRef) -> Option<SectionRef>) -> Option<()> {
        let trail = self.trail.iter().map(|at| to_new(*at));
        *self = Self::new(
            self.context,
            trail.collect::<Option<_>>()?,
            vec![to_new(self.section())?],
            self.row,
        );
        Some(())
    }

    /// Draws the peek. The lower border says which of several definitions is shown.
    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        if env.area.is_empty() {
            return None;
        }
        let hint = if self.has_several() {
            let document = &env.library.book.document_of(self.section()).title;
            format!("{}: {document}", self.place())
        } else {
            String::new()
        };
        canvas.boxed(env.area, &self.title(env), &hint);
        self.sheet.draw(self.text_area(&env.screen), true, canvas);
        None
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        let mut name = format!("Peek: {}", env.library.title_and_document(self.section()));
        if self.has_several() {
            name = format!("{name}; {}", self.place());
        }
        self.sheet.linear(name, env)
    }
}
