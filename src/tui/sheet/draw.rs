//! A sheet on the screen, and in linear mode.

use std::ops::Range;

use ratatui::layout::Rect;

use super::state::Sheet;
use crate::render::Page;
use crate::render::linear::facts;
use crate::theme::Role;
use crate::tui::action::Action;
use crate::tui::draw::{Canvas, LinearScreen};
use crate::tui::environment::Environment;

impl Sheet {
    /// Draws the visible lines, with the selected link if `selected`.
    pub fn draw(&self, area: Rect, selected: bool, canvas: &mut Canvas<'_>) {
        let link = self.link.filter(|_| selected);
        let first = self.scroll.min(self.page.lines.len());
        canvas.lines(area, &self.page.lines[first..], link);
    }

    /// Draws a mark at the right edge that shows which part is on the screen, unless all of it is.
    pub fn draw_scrollbar(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let (height, lines) = (usize::from(area.height), self.page.lines.len());
        if lines <= height || area.width < 20 || height == 0 {
            return;
        }
        let thumb = (height * height / lines).max(1);
        let top = self.scroll * (height - thumb) / (lines - height).max(1);
        let sign = canvas.styles.symbols().scrollbar;
        for row in area.rows().skip(top).take(thumb) {
            canvas.row(row).skip(area.width - 1).put(sign, Role::Border);
        }
    }

    /// The visible lines under a name. The cursor is at the selected link, else on `line`, else on the first line of text.
    #[must_use]
    pub fn linear(
        &self,
        name: String,
        line: Option<usize>,
        env: &Environment<'_>,
    ) -> LinearScreen<'static> {
        let visible = self.visible();
        let visible = visible.start.min(visible.end)..visible.end;
        let lines = self.page.lines[visible.clone()].to_vec();
        let link = self.link.and_then(|link| self.page.place_of_link(link));
        let place = link
            .or(line.map(|line| (line, 0)))
            .filter(|(line, _)| visible.contains(line));
        let text = lines.iter().position(|line| !line.is_blank()).unwrap_or(0);
        LinearScreen {
            name,
            input: None,
            lines,
            cursor: Some(place.map_or((text, 0), |(line, column)| (line - visible.start, column))),
            selected: match self.link {
                Some(link) => describe_link(&self.page, link, env),
                None => describe_position(&visible, self.page.lines.len(), env),
            },
        }
    }
}

/// `link 3 of 12: Heavy, term`
fn describe_link(page: &Page, link: usize, env: &Environment<'_>) -> String {
    let place = format!("link {} of {}", link + 1, page.links.len());
    let link = &page.links[link];
    let Some(target) = link.targets.first() else {
        return place;
    };
    let title = env.library.title(*target, link.value.as_deref());
    let mut words = format!("{place}: {title}");
    for fact in facts(env.library.book.section(*target)) {
        words = format!("{words}, {fact}");
    }
    match link.targets.len() {
        1 => words,
        several => format!("{words}; {several} definitions"),
    }
}

/// `lines 1 to 22 of 340; ? help`
fn describe_position(visible: &Range<usize>, lines: usize, env: &Environment<'_>) -> String {
    let first = (visible.start + 1).min(visible.end);
    let words = format!("lines {first} to {} of {lines}", visible.end);
    match env.shown_key(Action::Help) {
        Some(key) => format!("{words}; {key} help"),
        None => words,
    }
}
