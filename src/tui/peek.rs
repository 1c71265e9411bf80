//! A peek: a box over the page that shows the target of a link.

use ratatui::layout::{Margin, Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen, text_line};
use super::effect::Effect;
use super::environment::Environment;
use super::layout::lines;
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
    /// The first and the last line of the link, word or row from which the first peek of the stack
    /// was opened. Both are counted from the first visible line of the pane that contains it.
    pub lines: (u16, u16),
}

impl Peek {
    /// Creates a peek at a subject, or returns `None` if the subject has no targets.
    pub fn new(library: &Library, subject: Subject, lines: (u16, u16), width: u16) -> Option<Self> {
        if subject.targets.is_empty() {
            return None;
        }
        let mut peek = Self {
            subject,
            chosen: 0,
            sheet: Sheet::default(),
            lines,
        };
        peek.lay_out(library, width);
        Some(peek)
    }

    /// Lays out the definition or the list of uses for a width.
    pub fn lay_out(&mut self, library: &Library, width: u16) {
        let context = PageContext {
            value: self.subject.value.as_deref(),
            ..library.context(width)
        };
        let page = match &self.subject.undefined {
            Some(word) => Page::of_uses(context, &word.name, word.count, &word.uses),
            None => library.page(context, self.section()),
        };
        self.sheet.replace(page);
        self.sheet.scroll_to(self.sheet.scroll);
        self.sheet.show_selected();
    }

    /// Finds the same definitions and uses in reloaded rules. Returns false if none of them exists
    /// any more.
    pub fn reload(
        &mut self,
        library: &Library,
        to_new: impl Fn(SectionRef) -> Option<SectionRef>,
    ) -> bool {
        let shown = to_new(self.section());
        let subject = &mut self.subject;
        subject.targets = subject
            .targets
            .iter()
            .copied()
            .filter_map(&to_new)
            .collect();
        if let Some(word) = &mut subject.undefined {
            let unlisted = word.count.saturating_sub(word.uses.len());
            word.uses.retain_mut(|place| {
                let now = to_new(place.from);
                place.from = now.unwrap_or(place.from);
                now.is_some()
            });
            word.count = unlisted + word.uses.len();
        }
        let mut targets = subject.targets.iter();
        self.chosen = targets
            .position(|target| Some(*target) == shown)
            .unwrap_or(0);
        let is_left = !subject.targets.is_empty();
        if is_left {
            self.lay_out(library, self.sheet.page.width);
        }
        is_left
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
        lines.saturating_add(self.frame_height())
    }

    /// Returns the number of lines that the tabs and the border take up.
    pub fn frame_height(&self) -> u16 {
        2 + u16::from(self.has_tabs())
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

    /// Returns the index of the first visible tab: the tab before the chosen one, or the chosen one
    /// if it is the first.
    fn first_tab(&self) -> usize {
        self.chosen.saturating_sub(1)
    }

    /// Returns the tab at a column of the line of tabs.
    fn tab_at(&self, library: &Library, column: u16) -> Option<usize> {
        let mut start = 1;
        for (index, tab) in self.tabs(library).iter().enumerate().skip(self.first_tab()) {
            let end = start + wrap::columns(tab);
            if (start..end).contains(&column) {
                return Some(index);
            }
            start = end.saturating_add(TAB_GAP);
        }
        None
    }

    /// Shows another definition from its beginning.
    fn choose(&mut self, library: &Library, tab: usize) {
        self.chosen = tab;
        self.sheet.link = None;
        self.sheet.scroll = 0;
        self.lay_out(library, self.sheet.page.width);
    }

    /// Performs an action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::NextLink | Action::PreviousLink => {
                self.move_to_link(action == Action::NextLink);
            }
            Action::NextDefinition => self.step(1, env),
            Action::PreviousDefinition => self.step(self.subject.targets.len() - 1, env),
            Action::Peek => {
                if self.sheet.link.is_none() {
                    self.sheet.move_to_link(true);
                }
                return self.peek_on();
            }
            Action::Follow => {
                // For an undefined word, open the selected use or, if none is selected, the first
                // use. For a defined name, open the definition that is shown.
                let used = self.sheet.target();
                let used = used.filter(|_| self.subject.undefined.is_some());
                return Some(Effect::Open(used.unwrap_or_else(|| self.section())));
            }
            Action::Pin => return Some(Effect::Pin(self.section())),
            _ => return self.sheet.perform(action, env),
        }
        None
    }

    /// Shows the definition of the clicked tab, or peeks at the target of the clicked link.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        let (tabs, text) = self.areas(env);
        if tabs.contains(at) {
            if env.is_linear() {
                // Linear mode names only the current definition, so a click shows the next one.
                self.step(1, env);
            } else if let Some(tab) = self.tab_at(env.library, at.x - tabs.x) {
                self.choose(env.library, tab);
            }
            return None;
        }
        self.sheet.click(text, at)?;
        self.peek_on()
    }

    /// Returns the effect that peeks at the target of the selected link.
    pub fn peek_on(&self) -> Option<Effect> {
        let link = self.sheet.selected()?;
        Some(peek_link(link, self.lines))
    }

    /// Selects the next or the previous link, wrapping around at the ends.
    fn move_to_link(&mut self, forward: bool) {
        if !self.sheet.move_to_link(forward) {
            self.sheet.link = None;
            self.sheet.scroll_to(if forward { 0 } else { usize::MAX });
            self.sheet.move_to_link(forward);
        }
    }

    /// Moves forward by a number of definitions, wrapping around after the last.
    fn step(&mut self, steps: usize, env: &Environment<'_>) {
        if self.has_tabs() {
            let count = self.subject.targets.len();
            self.choose(env.library, (self.chosen + steps) % count);
        }
    }

    /// Returns the areas of the tabs and of the text.
    fn areas(&self, env: &Environment<'_>) -> (Rect, Rect) {
        let border = u16::from(!env.is_linear());
        let inner = env.area.inner(Margin::new(border, 1));
        let tabs = u16::from(self.has_tabs());
        (lines(inner, 0, tabs), lines(inner, tabs, u16::MAX))
    }

    /// Draws the peek with a title. If `is_top`, also draws the hint and highlights the selected
    /// link. Returns the area of the text.
    pub fn draw(
        &self,
        title: &str,
        is_top: bool,
        env: &Environment<'_>,
        canvas: &mut Canvas<'_>,
    ) -> Rect {
        if env.area.is_empty() {
            return env.area;
        }
        let (tabs, text) = self.areas(env);
        let hint = if is_top {
            self.hint(usize::from(text.height), env)
        } else {
            String::new()
        };
        canvas.boxed(env.area, title, &hint);
        if self.has_tabs() {
            self.draw_tabs(tabs, env, canvas);
        }
        self.sheet.draw(text, is_top, canvas);
        text
    }

    fn draw_tabs(&self, line: Rect, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        let styles = canvas.styles;
        let mut row = canvas.row(line);
        row.skip(1);
        let tabs = self.tabs(env.library);
        for (index, tab) in tabs.iter().enumerate().skip(self.first_tab()) {
            let style = if index == self.chosen {
                styles.role(Role::Heading).patch(styles.selected())
            } else {
                styles.role(Role::Link)
            };
            row.cut_styled(tab, style).skip(TAB_GAP);
        }
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
        let name = match &self.subject.undefined {
            Some(undefined) => format!("Peek: {}, not defined", undefined.name),
            None => format!(
                "Peek: {}",
                env.library
                    .title_and_document(self.section(), self.subject.value.as_deref())
            ),
        };
        let mut screen = self.sheet.linear(name, None, env);
        if self.has_tabs() {
            let tab = self.tabs(env.library).swap_remove(self.chosen);
            let (at, of) = (self.chosen + 1, self.subject.targets.len());
            let words = format!("Definition {at} of {of}: {tab}");
            let line = text_line(&words, Role::Heading, env.styles.symbols);
            screen.lines.insert(0, line);
            let shift = usize::from(self.sheet.link.is_some());
            screen.cursor = screen.cursor.map(|(line, column)| (line + shift, column));
        }
        screen
    }
}
