//! A laid-out page that is partly on the screen and may have a selected link. The page being read,
//! peeks, the side pane, comparisons and the preview of a search result are sheets.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::layout::clamped;
use super::list::{scrolled, steps};
use crate::render::heading::facts;
use crate::render::{Page, PageLink, Piece};
use crate::rules::SectionRef;
use crate::theme::Role;

#[cfg(test)]
mod tests;

/// The message of a page that lacks links.
pub const FINDING_LINKS: &str = "still finding the links of this page; try again in a moment";

/// A laid-out page with its scroll position and its selected link.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The laid-out page.
    pub page: Page,
    /// The index of the first visible line of the page.
    pub scroll: usize,
    /// The index of the selected link in the page's links; `None` if no link is selected.
    pub link: Option<usize>,
    /// The height of the area that shows the page, in lines.
    pub height: usize,
    /// The line that the reader last jumped to: a heading, a match or a figure. `None` after
    /// scrolling.
    pub current: Option<usize>,
    /// Whether the marks of the matches are hidden.
    pub faded: bool,
}

impl Sheet {
    /// Returns the lines on the screen.
    pub fn visible(&self) -> Range<usize> {
        let end = (self.scroll + self.height).min(self.page.lines.len());
        self.scroll.min(end)..end
    }

    /// Performs an action that scrolls, selects a link, opens the selected link or peeks at it.
    /// Ignores any other action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        let half = (self.height / 2).max(1).cast_signed();
        // Moving by a page keeps one line of the previous page visible.
        let page = self.height.saturating_sub(1);
        match action {
            Action::HalfPageDown => self.scroll_by(half),
            Action::HalfPageUp => self.scroll_by(-half),
            Action::NextLink if self.move_to_link(true) => {}
            Action::PreviousLink if self.move_to_link(false) => {}
            // If no link is selected, select the first one from the top of the screen.
            Action::Peek if self.link.is_some() || self.move_to_link(true) => {
                return self.selected().map(peek_link);
            }
            Action::NextLink | Action::PreviousLink | Action::Peek => {
                let message = if self.page.lacks_links {
                    FINDING_LINKS
                } else {
                    "no more links"
                };
                return Some(Effect::Status(message.to_owned()));
            }
            Action::Follow => {
                return self.selected().and_then(open_link).or_else(|| {
                    let (nothing, key) = ("no link is selected", Action::NextLink);
                    let advice = env.advice(env.context, nothing, key, "selects one");
                    Some(Effect::Status(advice))
                });
            }
            _ => self.scroll_by(steps(action, page)?),
        }
        None
    }

    /// Scrolls to a line, but not past the last full screen.
    pub fn scroll_to(&mut self, line: usize) {
        self.scroll = line.min(self.page.lines.len().saturating_sub(self.height));
    }

    /// Scrolls by some lines, up if `lines` is negative. Deselects the link if it is no longer
    /// visible.
    pub fn scroll_by(&mut self, lines: isize) {
        self.scroll_to(self.scroll.saturating_add_signed(lines));
        let visible = self.visible();
        // A sheet that is not laid out has no links.
        let is_visible = self.selected().is_some_and(|of| visible.contains(&of.line));
        self.link = self.link.filter(|_| is_visible);
    }

    /// Changes the height of the area that shows the page. If the height or the page is new, scrolls
    /// to the selected link.
    pub fn resize(&mut self, height: usize) {
        let is_same = std::mem::replace(&mut self.height, height) == height;
        self.scroll_to(self.scroll);
        if let Some(link) = self.selected().filter(|_| !is_same) {
            self.show(link.line);
        }
    }

    /// Replaces the page with another layout of the same text. A new width changes neither the links
    /// nor their order. If the number of links has changed for another reason, the link at the same place
    /// is selected.
    pub fn replace(&mut self, page: Page) {
        // A page that was dropped had the links that its successor has, as far as anybody knows.
        let is_dropped = self.page.lines.is_empty() && !page.lacks_links;
        let is_same = is_dropped || page.links.len() == self.page.links.len();
        let has_same_lines = page.lines.len() == self.page.lines.len();
        self.link = self.link.and_then(|link| {
            if is_same {
                return Some(link).filter(|link| *link < page.links.len());
            }
            let place = self.page.place_of_link(link);
            let (line, column) = place.filter(|_| has_same_lines)?;
            page.link_at(line, column)
        });
        self.page = page;
        // The next `resize` scrolls to the selected link.
        self.height = 0;
    }

    /// Selects the next or the previous link. If no link on the screen is selected, looks for the
    /// next link from the top of the screen, and for the previous link from the bottom. Returns
    /// false if there is no further link.
    pub fn move_to_link(&mut self, forward: bool) -> bool {
        let lines: Vec<_> = self.page.links.iter().map(|link| link.line).collect();
        let next = next_of(&lines, self.link, &self.visible(), forward);
        if let Some(next) = next {
            self.show(lines[next]);
            self.link = Some(next);
        }
        next.is_some()
    }

    /// Hides the marks of the matches until the reader asks for the next match.
    pub fn fade(&mut self) {
        self.faded = true;
        self.current = None;
    }

    /// Makes the next or the previous match the current one, and scrolls it to a third of the
    /// height from the top. Wraps around at the ends. If there is no current match on the screen,
    /// looks for the next match from the top of the screen, and for the previous match from the
    /// bottom. Returns the number of the match, counted from 1, and the total; `None` if there are
    /// no matches.
    pub fn move_to_match(&mut self, forward: bool) -> Option<(usize, usize)> {
        let matches = self.page.matches();
        let last = matches.len().checked_sub(1)?;
        let current = self.current.filter(|_| !self.faded);
        let current = matches.iter().position(|line| Some(*line) == current);
        let end = if forward { 0 } else { last };
        let next = next_of(&matches, current, &self.visible(), forward).unwrap_or(end);
        let line = matches[next];
        let top = line.saturating_sub(self.height / 3).cast_signed();
        self.scroll_by(top - self.scroll.cast_signed());
        (self.current, self.faded) = (Some(line), false);
        Some((next + 1, matches.len()))
    }

    /// Scrolls to a line if it is not on the screen. Some lines around it then become visible too.
    pub fn show(&mut self, line: usize) {
        self.scroll_to(scrolled(self.scroll, line, self.height));
    }

    /// Returns the selected link.
    pub fn selected(&self) -> Option<&PageLink> {
        self.page.links.get(self.link?)
    }

    /// Returns the nearest target of the selected link.
    pub fn target(&self) -> Option<SectionRef> {
        self.selected()?.targets.first().copied()
    }

    /// Returns the first and the last line of the selected link, counted from the first visible
    /// line.
    pub fn selected_rows(&self) -> Option<(u16, u16)> {
        let link = self.selected()?;
        Some((self.row(link.line), self.row(link.last_line)))
    }

    /// Converts a line of the page to a line counted from the first visible line.
    pub fn row(&self, line: usize) -> u16 {
        clamped(line.saturating_sub(self.scroll))
    }

    /// Returns the line and the column of the page at a screen position. Returns `None` if the
    /// position is outside the text in the sheet's `area`.
    pub fn position_at(&self, area: Rect, at: Position) -> Option<(usize, usize)> {
        let line = self.scroll + usize::from(at.y.saturating_sub(area.y));
        let column = usize::from(at.x.saturating_sub(area.x));
        let is_text = area.contains(at) && self.visible().contains(&line);
        is_text.then_some((line, column))
    }

    /// Selects the link at a screen position. Returns the effect that opens it.
    pub fn click(&mut self, area: Rect, at: Position) -> Option<Effect> {
        let (line, column) = self.position_at(area, at)?;
        let link = self.page.link_at(line, column)?;
        let effect = open_link(&self.page.links[link])?;
        self.link = Some(link);
        Some(effect)
    }

    /// Draws the visible lines and the scrollbar. The selected link is marked if `selected` is true.
    pub fn draw(&self, area: Rect, selected: bool, canvas: &mut Canvas<'_>) {
        let (styles, selected) = (canvas.styles, self.link.filter(|_| selected));
        let style = |piece: &Piece, line: usize| {
            let mut face = piece.face;
            face.matched &= !self.faded;
            let style = styles.of(face);
            if piece.link.is_some() && piece.link == selected {
                style.patch(styles.selected())
            } else if face.matched && self.current == Some(line) {
                style.patch(styles.current_match())
            } else {
                style
            }
        };
        let lines = self.page.lines.iter().enumerate();
        for (at, (number, line)) in area.rows().zip(lines.skip(self.scroll)) {
            let mut row = canvas.row(at);
            for piece in &line.pieces {
                row.put_styled(&piece.text, style(piece, number));
            }
        }
        self.draw_scrollbar(area, canvas);
    }

    /// Draws the thumb of the scrollbar at the right edge, unless the whole page is visible or the
    /// area is very narrow.
    fn draw_scrollbar(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let (height, lines) = (usize::from(area.height), self.page.lines.len());
        if lines <= height || area.width < 20 || height == 0 {
            return;
        }
        let thumb = (height * height / lines).max(1);
        let top = self.scroll * (height - thumb) / (lines - height);
        let sign = canvas.styles.symbols.scrollbar;
        for row in area.rows().skip(top).take(thumb) {
            canvas.row(row).skip(area.width - 1).put(sign, Role::Border);
        }
    }

    /// Describes the visible lines for linear mode. The cursor is on the selected link if that is
    /// visible, otherwise on the current line if that is visible, otherwise on the first line of
    /// text.
    pub fn linear(&self, name: String, env: &Environment<'_>) -> LinearScreen<'static> {
        let visible = self.visible();
        let lines = self.page.lines[visible.clone()].to_vec();
        let link = self.link.and_then(|link| self.page.place_of_link(link));
        let mut places = link.into_iter().chain(self.current.map(|line| (line, 0)));
        let place = places.find(|(line, _)| visible.contains(line));
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

/// Returns the index of the next or the previous item, such as a link; `None` if there is no
/// further item. `lines` contains the line of each item, and `current` is the index of the current
/// item. If the current item is not visible, looks for the next item from the top of the screen,
/// and for the previous item from the bottom.
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

/// Describes a link: `link 3 of 12: Heavy, term`.
fn describe_link(page: &Page, link: usize, env: &Environment<'_>) -> String {
    let place = format!("link {} of {}", link + 1, page.links.len());
    let text = page.text_of_link(link);
    let link = &page.links[link];
    let Some(target) = link.targets.first() else {
        return format!("{place}: {text}");
    };
    let book = &env.library.book;
    let target = book.section(*target);
    let (title, facts) = (target.full_title(), facts(book, target));
    let words = format!("{place}: {title}{facts}");
    match link.targets.len() {
        1 => words,
        several => format!("{words}; {several} definitions"),
    }
}

/// Describes the visible part of a page: `lines 1 to 22 of 340; ? help`.
fn describe_position(visible: &Range<usize>, lines: usize, env: &Environment<'_>) -> String {
    let first = (visible.start + 1).min(visible.end);
    let words = format!("lines {first} to {} of {lines}", visible.end);
    env.advice(env.context, &words, Action::Help, "help")
}

/// Returns the effect that opens a link: its image or its nearest target.
pub fn open_link(link: &PageLink) -> Option<Effect> {
    match &link.image {
        Some((from, path)) => Some(Effect::OpenImage(*from, path.clone())),
        None => link.targets.first().copied().map(Effect::Open),
    }
}

/// Returns the effect that peeks at the targets of a link. For an image, returns the effect that
/// opens the image.
pub fn peek_link(link: &PageLink) -> Effect {
    let image = open_link(link).filter(|_| link.image.is_some());
    image.unwrap_or_else(|| Effect::Peek(link.targets.clone()))
}
