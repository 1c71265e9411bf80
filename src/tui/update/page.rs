//! Actions on the page.

use crate::links::by_document;
use crate::order;
use crate::rules::{Rulebook, SectionRef};
use crate::tui::action::Action;
use crate::tui::app::App;
use crate::tui::finder::Finder;
use crate::tui::keymap::Context;
use crate::tui::overlay::Overlay;
use crate::tui::popup::{List, ListRow, Peek};

impl App {
    pub(super) fn on_page(&mut self, action: Action) {
        let page = isize::try_from(self.reader.height()).unwrap_or(1);
        match action {
            Action::Down => self.scroll(1),
            Action::Up => self.scroll(-1),
            Action::HalfPageDown => self.scroll((page / 2).max(1)),
            Action::HalfPageUp => self.scroll(-(page / 2).max(1)),
            // A line of the page before stays in sight, to read on from.
            Action::PageDown => self.scroll((page - 1).max(1)),
            Action::PageUp => self.scroll(-(page - 1).max(1)),
            Action::Top | Action::Bottom => {
                self.reader.scroll_to_end(action == Action::Bottom);
                self.follow_focus();
            }
            Action::NextSection | Action::PreviousSection => {
                self.reader
                    .to_section(&self.library, action == Action::NextSection);
                self.follow_focus();
            }
            Action::NextLink => self.select_link(true),
            Action::PreviousLink => self.select_link(false),
            Action::NextMatch => self.show_match(true),
            Action::PreviousMatch => self.show_match(false),
            Action::Follow => self.follow_link(),
            Action::Peek => self.peek_at_link(),
            Action::LinkLetters => self.show_letters(),
            Action::Back => self.go_back(),
            Action::Forward => self.go_forward(),
            Action::Contents => self.toggle_contents(),
            Action::Backlinks => self.list_backlinks(false),
            Action::Exceptions => self.list_backlinks(true),
            Action::WordLetters => self.show_word_letters(),
            Action::Notes => self.toggle_notes(),
            Action::KeyNumbers => self.open_numbers(),
            Action::Bookmark => self.ask_for_bookmark(),
            Action::Places => self.list_places(),
            Action::Pin => self.pin(self.reader.focus),
            Action::ComparePrinting => self.compare_printing(),
            Action::OtherPane => self.enter_side(),
            Action::Copy => self.copy(),
            Action::CopyId => self.copy_id(),
            Action::Close => self.let_go(),
            _ => {}
        }
    }

    /// Scrolls the page by lines.
    pub(super) fn scroll(&mut self, lines: isize) {
        self.reader.scroll_by(lines);
        self.follow_focus();
    }

    fn toggle_notes(&mut self) {
        self.reader.toggle_notes(&self.library);
        self.status = Some(if self.reader.hide_notes {
            self.advice(
                "notes are hidden",
                (Context::Page, Action::Notes),
                "shows them",
            )
        } else {
            "notes are shown".to_owned()
        });
        self.follow_focus();
    }

    fn show_match(&mut self, forward: bool) {
        self.status = Some(match self.reader.to_match(forward) {
            Some((at, of)) => format!("match {at} of {of}"),
            None if self.reader.highlight.is_none() => self.advice(
                "nothing was searched for",
                (Context::Page, Action::Search),
                "searches",
            ),
            None => "no match in this document".to_owned(),
        });
        self.follow_focus();
    }

    /// What is the matter, and the key that helps, where there is one: `notes are hidden; v shows them`.
    pub(super) fn advice(
        &self,
        matter: &str,
        (context, action): (Context, Action),
        does: &str,
    ) -> String {
        let key = self.keymap.shown(context, action, self.styles.symbols());
        key.map_or_else(
            || matter.to_owned(),
            |key| format!("{matter}; {key} {does}"),
        )
    }

    /// That there is no link to follow, and how one is selected.
    pub(super) fn say_no_link(&mut self) {
        self.status = Some(self.advice(
            "no link is selected",
            (self.context(), Action::NextLink),
            "selects one",
        ));
    }

    fn select_link(&mut self, forward: bool) {
        if !self.reader.to_link(forward) {
            let side = if forward { "after" } else { "before" };
            self.status = Some(format!("there is no link {side} this in the document"));
        }
        self.follow_focus();
    }

    fn follow_link(&mut self) {
        let target = self
            .reader
            .link
            .and_then(|link| self.reader.page.links.get(link)?.targets.first().copied());
        match target {
            Some(target) => self.go(target),
            None => self.say_no_link(),
        }
    }

    fn peek_at_link(&mut self) {
        if self.reader.link.is_none() {
            self.reader.to_link(true);
        }
        let Some(link) = self
            .reader
            .link
            .and_then(|link| self.reader.page.links.get(link))
            .cloned()
        else {
            self.status = Some("no link on this page to peek at".to_owned());
            return;
        };
        let on_screen = |line: usize| {
            u16::try_from(line.saturating_sub(self.reader.scroll)).unwrap_or(u16::MAX)
        };
        let lines = (on_screen(link.line), on_screen(link.last_line));
        let width = self.peek_width();
        let peek = Peek::new(&self.library, link.targets, link.value, lines, width);
        self.overlays.extend(peek.map(Overlay::Peek));
    }

    pub(super) fn go_back(&mut self) {
        let here = self.place();
        match self.history.back(here) {
            Some(place) => self.restore(&place),
            None => self.status = Some("this is where you began".to_owned()),
        }
    }

    pub(super) fn go_forward(&mut self) {
        let here = self.place();
        match self.history.forward(here) {
            Some(place) => self.restore(&place),
            None => self.status = Some("there is nothing ahead".to_owned()),
        }
    }

    fn restore(&mut self, place: &crate::tui::history::Place) {
        self.reader.restore(&self.library, place);
        self.finder = None;
        if let Some(search) = &place.search {
            let finder = Finder {
                unfolded: search.unfolded,
                ..Finder::with_text(&search.text)
            };
            self.open_finder_with(finder, search.chosen);
        }
        self.restore_aside(place.aside);
        self.follow_focus();
    }

    pub(super) fn toggle_contents(&mut self) {
        self.side.focused = false;
        self.contents.shown = true;
        self.contents.focused = true;
        self.contents.reveal(&self.library.book, self.reader.focus);
        self.fit();
    }

    fn list_backlinks(&mut self, exceptions: bool) {
        let Some(backlinks) = self.library.backlinks(self.reader.focus) else {
            self.requests.backlinks = Some(self.library.book.game_of(self.reader.focus));
            self.status = Some("still reading what links here".to_owned());
            return;
        };
        let book = &self.library.book;
        let section = self.reader.focus;
        let links: Vec<_> = if exceptions {
            backlinks.exceptions(book, &self.library.links, section)
        } else {
            backlinks.to(section).iter().collect()
        };
        let mut groups = by_document(book, links);
        order::put_first(&mut groups, |(document, _)| {
            *document == self.reader.document
        });
        let rows: Vec<_> = groups
            .iter()
            .flat_map(|(document, mentions)| {
                let heading = format!("{}  {}", book.document(*document).title, mentions.len());
                mentions
                    .iter()
                    .enumerate()
                    .map(move |(at, mention)| ListRow {
                        heading: (at == 0).then(|| heading.clone()),
                        section: mention.link.from,
                        sentence: mention.link.sentence.clone(),
                        mark: mention.link.range.clone(),
                        also: also_in(book, &mention.also),
                    })
            })
            .collect();
        let name = book.section(section).full_title();
        if rows.is_empty() {
            let what = if exceptions {
                "nothing elsewhere changes"
            } else {
                "nothing links to"
            };
            self.status = Some(format!("{what} {name}"));
            return;
        }
        let title = if exceptions {
            format!("What changes {name}")
        } else {
            format!("What links to {name}")
        };
        self.overlays.push(Overlay::List(List {
            title,
            rows,
            cursor: 0,
            scroll: 0,
        }));
    }

    /// Esc on the page: the selection first, then the marks of the search.
    fn let_go(&mut self) {
        if self.reader.link.take().is_none() {
            self.reader.mark(&self.library, None);
        }
    }
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
