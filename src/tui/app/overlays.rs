//! Actions in what lies over the page.

use ratatui::layout::{Position, Rect};

use super::state::App;
use crate::links::by_document;
use crate::order;
use crate::rules::{Rulebook, SectionRef};
use crate::tui::action::Action;
use crate::tui::effect::Effect;
use crate::tui::environment::Environment;
use crate::tui::overlay::Overlay;
use crate::tui::popup::{List, ListRow};

impl App {
    /// Has the topmost overlay do something, and carries out what it asks for.
    pub(super) fn with_overlay(
        &mut self,
        act: impl FnOnce(&mut Overlay, &Environment<'_>) -> Vec<Effect>,
    ) {
        let context = self.context();
        let area = self.overlay_area(self.overlays.len().saturating_sub(1));
        let Some(mut overlay) = self.overlays.pop() else {
            return;
        };
        let env = Environment {
            context,
            ..self.environment(area)
        };
        let effects = act(&mut overlay, &env);
        self.overlays.push(overlay);
        self.carry_out(effects);
    }

    /// Brings what is listed over the page in line with other rules or bookmarks.
    pub(super) fn refresh_overlays(&mut self) {
        let mut overlays = std::mem::take(&mut self.overlays);
        let env = self.environment(self.list_area());
        overlays
            .iter_mut()
            .for_each(|overlay| overlay.refresh(&env));
        self.overlays = overlays;
    }

    pub(super) fn on_list(&mut self, action: Action) {
        let height = self.list_lines();
        let page = isize::try_from(height / 2).unwrap_or(1).max(1);
        let Some(Overlay::List(list)) = self.overlays.last_mut() else {
            return;
        };
        let section = list.rows.get(list.cursor).map(|row| row.section);
        match (action, section) {
            (Action::Down, _) => list.move_by(1, height),
            (Action::Up, _) => list.move_by(-1, height),
            (Action::PageDown, _) => list.move_by(page, height),
            (Action::PageUp, _) => list.move_by(-page, height),
            (Action::Close, _) => drop(self.overlays.pop()),
            (Action::Follow, Some(section)) => self.go(section),
            (Action::Peek, Some(section)) => {
                let row = u16::try_from(1 + list.line_of(list.cursor)).unwrap_or(0);
                self.carry_out([Effect::Peek(section.into(), (row, row + 1))]);
            }
            _ => {}
        }
    }

    /// Lines that a list has on the screen; a row takes two of them.
    #[must_use]
    pub fn list_lines(&self) -> usize {
        usize::from(self.list_area().height.saturating_sub(2)).max(2)
    }

    /// A row of a list: the first click chooses it, the second goes there; beside the list it closes.
    pub(super) fn click_list(&mut self, at: Position) {
        let area = self.list_area();
        let inner = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(2),
            ..area
        };
        let height = self.list_lines();
        let Some(Overlay::List(list)) = self.overlays.last_mut() else {
            return;
        };
        if !area.contains(at) {
            self.overlays.pop();
            return;
        }
        let Some(row) = list
            .row_at(row_in(inner, at))
            .filter(|_| inner.contains(at))
        else {
            return;
        };
        if row == list.cursor {
            self.perform(Action::Follow);
        } else {
            let by = isize::try_from(row).unwrap_or(0) - isize::try_from(list.cursor).unwrap_or(0);
            list.move_by(by, height);
        }
    }

    /// As in [`App::click_list`]; the first row is the filter.
    pub(super) fn click_number(&mut self, at: Position) {
        let area = self.list_area();
        let inner = Rect {
            y: area.y + 2,
            height: area.height.saturating_sub(3),
            ..area
        };
        let height = self.place_rows();
        let Some(Overlay::Numbers(numbers)) = self.overlays.last_mut() else {
            return;
        };
        if !area.contains(at) {
            self.overlays.pop();
            return;
        }
        let row = numbers.scroll + row_in(inner, at);
        if !inner.contains(at) || row >= numbers.rows.len() {
            return;
        }
        if row == numbers.cursor {
            self.perform(Action::Follow);
        } else {
            let by =
                isize::try_from(row).unwrap_or(0) - isize::try_from(numbers.cursor).unwrap_or(0);
            numbers.move_by(by, height);
        }
    }

    /// Lists what links to the section being read, or only the exceptions to it.
    pub(super) fn list_backlinks(&mut self, exceptions: bool) {
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

fn row_in(area: Rect, at: Position) -> usize {
    usize::from(at.y.saturating_sub(area.y))
}
