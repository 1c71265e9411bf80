//! What keys do on the page, and the page in linear mode. The section being read follows the lines on the screen.

use super::reader::Reader;
use crate::render::heading::readable_date;
use crate::rules::SectionRef;
use crate::tui::action::Action;
use crate::tui::citation;
use crate::tui::clipboard::Clip;
use crate::tui::draw::LinearScreen;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::library::Library;
use crate::tui::subject::Subject;

impl Reader {
    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        match action {
            Action::NextSection | Action::PreviousSection => {
                self.move_to_section(env.library, action == Action::NextSection);
            }
            Action::NextLink | Action::PreviousLink => {
                return self.select_link(action == Action::NextLink);
            }
            Action::NextMatch | Action::PreviousMatch => {
                return self.show_match(action == Action::NextMatch, env);
            }
            Action::Peek => return vec![self.peek()],
            Action::Notes => return self.switch_notes(env),
            Action::Pin => return vec![Effect::Pin(self.focus)],
            Action::ComparePrinting => return vec![self.compare(env)],
            Action::Copy => {
                let name = env.library.book.section(self.focus).full_title();
                let text = citation::of(env.library, self.focus);
                return vec![Effect::Copy(Clip { name, text })];
            }
            Action::CopyId => {
                let id = env.library.book.section(self.focus).id.clone();
                let name = id.clone();
                return vec![Effect::Copy(Clip { name, text: id })];
            }
            // The selected link first, then the matches.
            Action::Close if self.sheet.link.take().is_none() => {
                self.mark(env.library, None);
            }
            _ => {
                let before = self.sheet.scroll;
                let is_end = matches!(action, Action::Top | Action::Bottom);
                let effects = self.sheet.perform(action, env);
                if is_end || self.sheet.scroll != before {
                    self.follow_scroll();
                }
                if let (Action::Bottom, Some(last)) = (action, self.sheet.page.anchors.last()) {
                    self.focus = last.section;
                }
                return effects.unwrap_or_default();
            }
        }
        Vec::new()
    }

    fn select_link(&mut self, forward: bool) -> Vec<Effect> {
        if self.move_to_link(forward) {
            return Vec::new();
        }
        let side = if forward { "after" } else { "before" };
        vec![Effect::Status(format!(
            "there is no link {side} this in the document"
        ))]
    }

    fn show_match(&mut self, forward: bool, env: &Environment<'_>) -> Vec<Effect> {
        vec![Effect::Status(match self.move_to_match(forward) {
            Some((at, of)) => format!("match {at} of {of}"),
            None if self.highlight.is_none() => {
                env.advice("nothing was searched for", Action::Search, "searches")
            }
            None => "no match in this document".to_owned(),
        })]
    }

    fn peek(&mut self) -> Effect {
        if self.sheet.link.is_none() {
            self.move_to_link(true);
        }
        match self.sheet.selected() {
            Some(link) => Effect::Peek(Subject::of_link(link), self.sheet.selected_rows()),
            None => Effect::Status("no link on this page to peek at".to_owned()),
        }
    }

    fn switch_notes(&mut self, env: &Environment<'_>) -> Vec<Effect> {
        self.toggle_notes(env.library);
        vec![Effect::Status(if self.hide_notes {
            env.advice("notes are hidden", Action::Notes, "shows them")
        } else {
            "notes are shown".to_owned()
        })]
    }

    /// Compares the section being read with the first of its other versions.
    fn compare(&self, env: &Environment<'_>) -> Effect {
        let book = &env.library.book;
        if let Some(printing) = env.library.links.printings(self.focus).first() {
            Effect::Compare(self.focus, printing.section)
        } else {
            let name = book.section(self.focus).full_title();
            Effect::Status(format!("{name} is printed only here"))
        }
    }

    /// The page in linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        self.sheet.linear(self.name(env), self.line, env)
    }

    /// Document, section, date, bookmark.
    fn name(&self, env: &Environment<'_>) -> String {
        let (book, symbols) = (&env.library.book, env.styles.symbols());
        let titles = env.library.book.titles(self.focus);
        let mut name = titles[0].clone();
        if titles.len() > 1 {
            name = format!("{name}: {}", titles[1..].join(symbols.path));
        }
        let front_matter = &book.document_of(self.focus).front_matter;
        if let Some(date) = &front_matter.last_update_date {
            name = format!("{name}, {}", readable_date(date));
        }
        match env.state.bookmark(&book.section(self.focus).id) {
            Some(bookmark) => format!("{name}{} {}", symbols.bookmark, bookmark.name),
            None => name,
        }
    }

    /// Shows a section of the document, with the line before it: a run-in rule belongs to that.
    pub(super) fn show(&mut self, section: SectionRef) {
        self.focus = section;
        let line = self.sheet.page.line_of(section).unwrap_or(0);
        self.line = Some(line);
        self.sheet
            .scroll_to(line.saturating_sub(usize::from(self.sheet.height > 4)));
    }

    /// Scrolls by lines.
    pub fn scroll_by(&mut self, lines: isize) {
        let before = self.sheet.scroll;
        self.sheet.scroll_by(lines);
        if self.sheet.scroll != before {
            self.follow_scroll();
        }
    }

    /// To the next or the previous section that has a heading.
    fn move_to_section(&mut self, library: &Library, forward: bool) {
        let page = &self.sheet.page;
        let at = page.line_of(self.focus).unwrap_or(self.sheet.scroll);
        let mut headings = page
            .anchors
            .iter()
            .filter(|anchor| !library.book.section(anchor.section).run_in);
        let next = if forward {
            headings.find(|anchor| anchor.line > at)
        } else {
            headings.rfind(|anchor| anchor.line < at)
        };
        if let Some(section) = next.map(|anchor| anchor.section) {
            self.show(section);
        }
    }

    /// Selects the next or the previous link, one on the screen first; returns whether there is one.
    fn move_to_link(&mut self, forward: bool) -> bool {
        let before = self.sheet.scroll;
        let is_found = self.sheet.to_link(forward);
        if self.sheet.scroll != before {
            self.follow_scroll();
        }
        is_found
    }

    /// To the next or the previous line with a match; gives its number and how many there are.
    fn move_to_match(&mut self, forward: bool) -> Option<(usize, usize)> {
        let matches = self.sheet.page.matches();
        let third = self.sheet.height / 3;
        let middle = self.sheet.scroll + third;
        let next = if forward {
            let next = matches.iter().position(|line| *line > middle);
            next.unwrap_or(0)
        } else {
            let next = matches.iter().rposition(|line| *line < middle);
            next.or(matches.len().checked_sub(1))?
        };
        let line = *matches.get(next)?;
        let top = line.saturating_sub(third).cast_signed();
        self.sheet.scroll_by(top - self.sheet.scroll.cast_signed());
        self.follow_scroll();
        self.line = Some(line);
        self.focus = self.sheet.page.section_at(line).unwrap_or(self.focus);
        Some((next + 1, matches.len()))
    }

    /// Makes the section at the top of the screen the one being read.
    fn follow_scroll(&mut self) {
        // The blank line above a heading still belongs to the section before, so that the second line counts.
        let line = self.sheet.scroll + usize::from(self.sheet.height > 4);
        if let Some(section) = self.sheet.page.section_at(line) {
            self.focus = section;
        }
        self.line = None;
    }
}
