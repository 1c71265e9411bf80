//! What keys do on the page, and the page in linear mode.

use super::reader::Reader;
use crate::render::heading::readable_date;
use crate::tui::action::Action;
use crate::tui::citation;
use crate::tui::clipboard::Clip;
use crate::tui::draw::LinearScreen;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
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
        if let Some(printing) = env.library.links.printings(book, self.focus).first() {
            Effect::Compare(self.focus, printing.section)
        } else {
            let name = book.section(self.focus).full_title();
            Effect::Status(format!("{name} is printed only here"))
        }
    }

    /// The page in linear mode.
    #[must_use]
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        self.sheet.linear(self.name(env), self.line, env)
    }

    /// Document, section, date, bookmark.
    fn name(&self, env: &Environment<'_>) -> String {
        let (book, symbols) = (&env.library.book, env.styles.symbols());
        let titles = env.library.titles(self.focus);
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
}
