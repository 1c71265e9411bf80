//! A laid-out page, partly on the screen, perhaps with a selected link: the page being read, a peek, the side
//! pane, a comparison.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen, Marks};
use super::effect::Effect;
use super::environment::Environment;
use super::list::{scrolled, steps};
use super::subject::Subject;
use crate::render::heading::facts;
use crate::render::{Page, PageLink, TableRegion};
use crate::rules::SectionRef;
use crate::theme::Role;

#[cfg(test)]
mod tests;

/// A page, the part of it that is on the screen, and the selected link.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The lines.
    pub page: Page,
    /// The first visible line.
    pub scroll: usize,
    /// The selected link.
    pub link: Option<usize>,
    /// The number of lines on the screen.
    pub height: usize,
    /// The lines of the current match.
    pub current: Range<usize>,
    /// Whether the matches are not shown.
    pub faded: bool,
}

impl Sheet {
    /// A page from its beginning.
    pub fn new(page: Page, height: usize) -> Self {
        Self {
            page,
            height,
            ..Self::default()
        }
    }

    /// The lines on the screen.
    pub fn visible(&self) -> Range<usize> {
        self.scroll..(self.scroll + self.height).min(self.page.lines.len())
    }

    /// The table whose head stays at the top of the screen, over its rows.
    pub fn pinned_table(&self) -> Option<&TableRegion> {
        self.page.tables.iter().find(|table| {
            let rows_at_top =
                table.head.start < self.scroll && self.scroll + table.head.len() < table.rows.end;
            rows_at_top && table.head.len() * 3 < self.height
        })
    }

    /// The lines on the screen that no table's head covers.
    pub fn uncovered(&self) -> Range<usize> {
        let visible = self.visible();
        let head = self.pinned_table().map_or(0, |table| table.head.len());
        visible.start + head..visible.end
    }

    /// Scrolls, selects a link, or asks for its target, if that is what the action does.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Vec<Effect>> {
        let half = (self.height / 2).max(1).cast_signed();
        // Keep one line of the previous page in view.
        let page = self.height.saturating_sub(1);
        match action {
            Action::HalfPageDown => self.scroll_by(half),
            Action::HalfPageUp => self.scroll_by(-half),
            Action::NextLink | Action::PreviousLink => {
                let forward = action == Action::NextLink;
                if !self.to_link(forward) {
                    let status = match (self.page.links.is_empty(), forward) {
                        (true, _) => {
                            env.advice("no links here", Action::WordLetters, "looks up a word")
                        }
                        (false, true) => "no more links".to_owned(),
                        (false, false) => "no earlier links".to_owned(),
                    };
                    return Some(vec![Effect::Status(status)]);
                }
            }
            Action::Follow => return Some(vec![self.follow(env)]),
            Action::Peek => return Some(vec![self.peek(env)]),
            _ => self.scroll_by(steps(action, page)?),
        }
        Some(Vec::new())
    }

    /// Scrolls to a line, or to the last full screen.
    pub fn scroll_to(&mut self, line: usize) {
        self.scroll = line.min(self.page.lines.len().saturating_sub(self.height));
    }

    /// Scrolls by lines. A link that leaves the screen is no longer selected.
    pub fn scroll_by(&mut self, lines: isize) {
        self.scroll_to(self.scroll.saturating_add_signed(lines));
        let visible = self.uncovered();
        let line = |link: usize| self.page.links[link].line;
        self.link = self.link.filter(|link| visible.contains(&line(*link)));
    }

    /// Takes another number of lines on the screen.
    pub fn resize(&mut self, height: usize) {
        self.height = height;
        self.scroll_to(self.scroll);
    }

    /// Returns to a place on the page; a link that the page lacks is not selected.
    pub fn return_to(&mut self, scroll: usize, link: Option<usize>) {
        self.scroll_to(scroll);
        self.link = link.filter(|link| *link < self.page.links.len());
    }

    /// Selects the next or the previous link, one on the screen first; returns whether there is one.
    pub fn to_link(&mut self, forward: bool) -> bool {
        let lines: Vec<_> = self.page.links.iter().map(|link| link.line).collect();
        let Some(next) = next_of(&lines, self.link, &self.uncovered(), forward) else {
            return false;
        };
        self.show(self.page.links[next].line);
        self.link = Some(next);
        true
    }

    /// Hides the matches until the reader asks for the next one.
    pub fn fade(&mut self) {
        self.faded = true;
        self.current = 0..0;
    }

    /// Makes the next or the previous match the current one, a third of the screen down; gives its number and how many there
    /// are. Where matches have faded, the first or the last one on the screen comes first.
    pub fn to_match(&mut self, forward: bool) -> Option<(usize, usize)> {
        let (matches, visible) = (self.page.matches(), self.visible());
        let current = if self.faded {
            visible.end..visible.start
        } else {
            self.current.clone()
        };
        let next = if forward {
            let next = matches.iter().position(|line| *line >= current.end);
            next.unwrap_or(0)
        } else {
            let next = matches.iter().rposition(|line| *line < current.start);
            next.or(matches.len().checked_sub(1))?
        };
        let line = *matches.get(next)?;
        let top = line.saturating_sub(self.height / 3).cast_signed();
        self.scroll_by(top - self.scroll.cast_signed());
        self.current = line..line + 1;
        Some((next + 1, matches.len()))
    }

    /// Shows a line, with lines around it if that needs scrolling.
    pub fn show(&mut self, line: usize) {
        self.scroll_to(scrolled(self.scroll, line, self.height));
    }

    /// The selected link.
    pub fn selected(&self) -> Option<&PageLink> {
        self.page.links.get(self.link?)
    }

    /// Scrolls to the selected link.
    pub fn show_selected(&mut self) {
        if let Some(line) = self.selected().map(|link| link.line) {
            self.show(line);
        }
    }

    /// The nearest target of the selected link.
    pub fn target(&self) -> Option<SectionRef> {
        self.selected()?.targets.first().copied()
    }

    /// The first and the last line of the selected link, counted from the first visible one.
    pub fn selected_rows(&self) -> (u16, u16) {
        self.selected().map_or((0, 0), |link| {
            (self.row(link.line), self.row(link.last_line))
        })
    }

    /// A line, counted from the first visible one.
    pub fn row(&self, line: usize) -> u16 {
        u16::try_from(line.saturating_sub(self.scroll)).unwrap_or(u16::MAX)
    }

    /// The line and the column at a place of the screen, with the sheet in an area.
    pub fn place_at(&self, area: Rect, at: Position) -> Option<(usize, usize)> {
        let row = usize::from(at.y.saturating_sub(area.y));
        let column = usize::from(at.x.saturating_sub(area.x));
        area.contains(at).then_some((self.scroll + row, column))
    }

    /// Selects the link at a place of the screen; returns its nearest target.
    pub fn click(&mut self, area: Rect, at: Position) -> Option<SectionRef> {
        let (line, column) = self.place_at(area, at)?;
        let link = self.page.link_at(line, column)?;
        if !self.uncovered().contains(&line) {
            return None;
        }
        let target = self.page.links.get(link)?.targets.first().copied()?;
        self.link = Some(link);
        Some(target)
    }

    /// Opens the target of the selected link; without one, says how to select a link.
    fn follow(&self, env: &Environment<'_>) -> Effect {
        match self.target() {
            Some(target) => Effect::Open(target),
            None => {
                Effect::Status(env.advice("no link is selected", Action::NextLink, "selects one"))
            }
        }
    }

    /// Peeks at the target of the selected link; without one, of the first link on the screen.
    fn peek(&mut self, env: &Environment<'_>) -> Effect {
        if self.link.is_none() {
            self.to_link(true);
        }
        match self.selected() {
            Some(link) => Effect::Peek(Subject::of_link(link), self.selected_rows()),
            None => Effect::Status(env.advice(
                "no link to peek at",
                Action::WordLetters,
                "looks up a word",
            )),
        }
    }

    /// Draws the visible lines, with the selected link if `selected`, and the head of a table over its rows.
    pub fn draw(&self, area: Rect, selected: bool, canvas: &mut Canvas<'_>) {
        let marks = Marks {
            link: self.link.filter(|_| selected),
            current: self.current.clone(),
            faded: self.faded,
        };
        let lines = self.page.lines.iter().enumerate();
        canvas.lines(area, lines.clone().skip(self.scroll), &marks);
        if let Some(table) = self.pinned_table() {
            let height = u16::try_from(table.head.len()).unwrap_or(0);
            let area = Rect { height, ..area };
            canvas.clear(area);
            canvas.lines(area, lines.skip(table.head.start), &marks);
        }
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
            lines,
            cursor: Some(place.map_or((text, 0), |(line, column)| (line - visible.start, column))),
            selected: match self.link {
                Some(link) => describe_link(&self.page, link, env),
                None => describe_position(&visible, self.page.lines.len(), env),
            },
            ..LinearScreen::default()
        }
    }
}

/// The next or the previous of some lines; if the current one is not visible, the first or the last visible one.
pub fn next_of(
    lines: &[usize],
    current: Option<usize>,
    visible: &Range<usize>,
    forward: bool,
) -> Option<usize> {
    let is_visible = |at: &usize| lines.get(*at).is_some_and(|line| visible.contains(line));
    match (current.filter(is_visible), forward) {
        (Some(at), true) => Some(at + 1).filter(|at| *at < lines.len()),
        (Some(at), false) => at.checked_sub(1),
        (None, true) => lines.iter().position(|line| *line >= visible.start),
        (None, false) => lines.iter().rposition(|line| *line < visible.end),
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
    let facts = facts(env.library.book.section(*target));
    let words = format!("{place}: {title}{facts}");
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
