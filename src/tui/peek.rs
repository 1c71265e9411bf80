//! A peek: a box over the page that shows the target of a link.

use ratatui::layout::{Margin, Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::layout::{columns, lines};
use super::library::Library;
use super::sheet::{Sheet, peek_link};
use super::subject::Subject;
use crate::render::{Page, PageContext, wrap};
use crate::rules::SectionRef;
use crate::source::counted;
use crate::theme::Role;

/// The width of the gap between two tabs, in columns.
const TAB_GAP: u16 = 2;

/// A box that shows the definitions of a name, or the uses of an undefined word.
pub struct Peek {
    /// The definitions or uses to show.
    pub subject: Subject,
    /// The index of the definition that is shown.
    pub chosen: usize,
    /// The layout of the definition that is shown, or of the list of uses.
    pub sheet: Sheet,
    /// The line of the word from which the first peek of the stack was opened, counted from the
    /// first visible line of its pane.
    pub row: u16,
}

impl Peek {
    /// Creates a peek at a subject.
    pub fn new(subject: Subject, row: u16) -> Self {
        Self {
            subject,
            chosen: 0,
            sheet: Sheet::default(),
            row,
        }
    }

    /// Lays out the definition or the list of uses, unless it is laid out for this width.
    pub fn lay_out(&mut self, library: &Library, width: u16) {
        if self.sheet.page.width == width {
            return;
        }
        let context = PageContext {
            value: self.subject.value.as_deref(),
            ..library.context(width)
        };
        self.sheet.replace(match &self.subject.undefined {
            Some(word) => Page::of_uses(context, &word.name, word.count, &word.uses),
            None => library.page(context, self.section()),
        });
    }

    /// Finds the same definitions in reloaded rules. Returns `None` if the peek must close: none of
    /// them exists any more, or the peek lists the uses of a word.
    pub fn reload(&mut self, to_new: impl Fn(SectionRef) -> Option<SectionRef>) -> Option<()> {
        let shown = to_new(self.section());
        let targets = self.subject.targets.iter();
        let targets: Vec<_> = targets.filter_map(|target| to_new(*target)).collect();
        let chosen = targets.iter().position(|target| Some(*target) == shown);
        targets
            .first()
            .filter(|_| self.subject.undefined.is_none())?;
        self.chosen = chosen.unwrap_or(0);
        self.subject.targets = targets;
        self.sheet.page.width = 0;
        Some(())
    }

    /// Returns the section that is shown, or for an undefined word the first section that uses the
    /// word.
    pub fn section(&self) -> SectionRef {
        self.subject.targets[self.chosen]
    }

    /// Returns the title of the section that is shown, or the undefined word.
    pub fn name(&self, library: &Library) -> String {
        match &self.subject.undefined {
            Some(undefined) => undefined.name.clone(),
            None => library
                .book
                .section(self.section())
                .title_with(self.subject.value.as_deref()),
        }
    }

    /// Whether there are several definitions, and therefore tabs.
    pub fn has_tabs(&self) -> bool {
        self.subject.undefined.is_none() && self.subject.targets.len() > 1
    }

    /// Returns the height of a box that shows the whole text, with the tabs and the border.
    pub fn full_height(&self) -> u16 {
        let lines = u16::try_from(self.sheet.page.lines.len()).unwrap_or(u16::MAX);
        lines.saturating_add(2 + u16::from(self.has_tabs()))
    }

    /// Returns the labels of the tabs. A definition is labelled with its document, or with its
    /// parent section if the document contains several of the definitions.
    fn tabs(&self, library: &Library) -> Vec<String> {
        let (book, targets) = (&library.book, &self.subject.targets);
        let document = |target: SectionRef| book.section(target).document;
        let tab = |target: &SectionRef| {
            let same = |other: &&SectionRef| document(**other) == document(*target);
            let is_alone = targets.iter().filter(same).count() == 1;
            match book.section(*target).parent.filter(|_| !is_alone) {
                Some(parent) => library.title(parent),
                None => book.document(document(*target)).title.clone(),
            }
        };
        targets.iter().map(tab).collect()
    }

    /// Returns the tabs from the one before the chosen tab (or from the chosen tab, if it is the
    /// first), each with its index, its label and its area on the line. The area of a tab that is
    /// off the line is empty.
    fn visible_tabs(&self, line: Rect, library: &Library) -> Vec<(usize, String, Rect)> {
        let mut from = 1;
        let tabs = self.tabs(library).into_iter().enumerate();
        let visible = tabs
            .skip(self.chosen.saturating_sub(1))
            .map(|(index, tab)| {
                let area = columns(line, from, wrap::columns(&tab));
                from = from.saturating_add(area.width + TAB_GAP);
                (index, tab, area)
            });
        visible.collect()
    }

    /// Shows another definition from its beginning.
    fn choose(&mut self, tab: usize) {
        self.chosen = tab;
        self.sheet = Sheet::default();
    }

    /// Performs an action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::NextDefinition | Action::PreviousDefinition if self.has_tabs() => {
                let count = self.subject.targets.len();
                let forward = action == Action::NextDefinition;
                self.choose((self.chosen + if forward { 1 } else { count - 1 }) % count);
            }
            Action::Follow => {
                // For an undefined word, open the selected use or, if none is selected, the first
                // use. For a defined name, open the definition that is shown.
                let used = self.sheet.target();
                let used = used.filter(|_| self.subject.undefined.is_some());
                return Some(Effect::Open(used.unwrap_or_else(|| self.section())));
            }
            Action::Pin => return Some(Effect::Pin(Some(self.section()))),
            _ => return self.sheet.perform(action, env),
        }
        None
    }

    /// Shows the definition of the clicked tab, or peeks at the target of the clicked link.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        let (line, text) = self.areas(env);
        let mut tabs = self.visible_tabs(line, env.library).into_iter();
        if let Some((tab, ..)) = tabs.find(|(.., area)| area.contains(at)) {
            self.choose(tab);
        }
        self.sheet.click(text, at)?;
        self.sheet.selected().map(peek_link)
    }

    /// Returns the areas of the tabs and of the text.
    pub fn areas(&self, env: &Environment<'_>) -> (Rect, Rect) {
        let border = u16::from(!env.is_linear());
        let inner = env.area.inner(Margin::new(border, 1));
        let tabs = u16::from(self.has_tabs() && !env.is_linear());
        (lines(inner, 0, tabs), lines(inner, tabs, u16::MAX))
    }

    /// Draws the peek with a title. If `is_top`, also draws the hint and highlights the selected
    /// link.
    pub fn draw(&self, title: &str, is_top: bool, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        if env.area.is_empty() {
            return;
        }
        let (tabs, text) = self.areas(env);
        let hint = self.hint(usize::from(text.height), env);
        canvas.boxed(env.area, title, if is_top { &hint } else { "" });
        let styles = canvas.styles;
        for (index, tab, area) in self.visible_tabs(tabs, env.library) {
            let style = if index == self.chosen {
                styles.role(Role::Heading).patch(styles.selected())
            } else {
                styles.role(Role::Link)
            };
            canvas.row(area).cut_styled(&tab, style);
        }
        self.sheet.draw(text, is_top, canvas);
    }

    /// Returns the hint in the lower border: `definition 1 of 2 · 14 more lines`.
    fn hint(&self, height: usize, env: &Environment<'_>) -> String {
        let mut parts = Vec::new();
        if self.has_tabs() {
            let count = self.subject.targets.len();
            parts.push(format!("definition {} of {count}", self.chosen + 1));
        }
        let shown = self.sheet.scroll + height;
        let rest = self.sheet.page.lines.len().saturating_sub(shown);
        if rest > 0 {
            parts.push(counted(rest, "more line"));
        }
        parts.join(env.styles.symbols.gap)
    }

    /// Describes the peek for linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        let value = self.subject.value.as_deref();
        let mut name = match &self.subject.undefined {
            Some(undefined) => format!("Peek: {}, not defined", undefined.name),
            None => format!(
                "Peek: {}",
                env.library.title_and_document(self.section(), value)
            ),
        };
        if self.has_tabs() {
            let (at, of) = (self.chosen + 1, self.subject.targets.len());
            name = format!("{name}; definition {at} of {of}");
        }
        self.sheet.linear(name, None, env)
    }
}
