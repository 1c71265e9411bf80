//! The side pane, which shows a pinned section, or the passages that link to the section being read
//! or change it.

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::keymap::Context;
use super::layout::ScreenAreas;
use super::pane::Pane;
use super::sheet::Sheet;
use crate::library::Library;
use crate::render::Page;
use crate::rules::SectionRef;
use crate::theme::Role;

/// What the side pane shows of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideKind {
    /// The section itself, which is pinned.
    Pin,
    /// The passages that link to the section.
    Links,
    /// The passages elsewhere that change the section.
    Changes,
}

impl SideKind {
    /// Returns the words that describe the content, before the section's name: `What links to`.
    pub fn label(self) -> &'static str {
        match self {
            Self::Pin => "Pinned:",
            Self::Links => "What links to",
            Self::Changes => "What changes",
        }
    }
}

/// The side pane.
#[derive(Debug, Default)]
pub struct Side {
    /// The pinned section.
    pub pin: Option<SectionRef>,
    /// The list that the player asked for. It replaces other content while the pane has the focus.
    pub list: Option<SideKind>,
    /// Whether the pane has the focus.
    pub focused: bool,
    /// The laid-out content.
    pub sheet: Sheet,
    /// The content that is laid out, its width, and whether its backlinks were known. The layout is
    /// valid until one of these changes.
    shown: Option<((SideKind, SectionRef), u16, bool)>,
}

impl Side {
    /// Gives the pane the focus. If `list` is not `None`, shows this list of the section being read.
    pub fn enter(&mut self, list: Option<SideKind>) {
        self.list = list;
        self.focused = true;
    }

    /// Lays out the given content, unless its present layout is still valid. The same content keeps
    /// its scroll position; other content starts at its top.
    pub fn show(&mut self, library: &Library, content: (SideKind, SectionRef), width: u16) {
        let (kind, section) = content;
        let is_known = match kind {
            SideKind::Pin => library.known_changes(section).is_some(),
            _ => library.known_backlinks(section).is_some(),
        };
        let shown = (content, width, is_known);
        if self.shown == Some(shown) {
            return;
        }
        // The last column is for the scrollbar.
        let context = library.context(width.saturating_sub(1));
        let page = if kind == SideKind::Pin {
            library.page(context, section)
        } else {
            let only_changes = kind == SideKind::Changes;
            let links = library.links_to(section, only_changes).unwrap_or_default();
            let words = match links.len() {
                _ if !is_known => "still collecting what links here",
                0 => "nothing links here",
                _ => "",
            };
            Page::of_mentions(context, words, &links)
        };
        if self.content() != Some(content) {
            self.sheet = Sheet::default();
        }
        self.sheet.replace(page);
        self.shown = Some(shown);
    }

    /// Returns the content that is laid out: its kind, and the section that it is about.
    pub fn content(&self) -> Option<(SideKind, SectionRef)> {
        self.shown.map(|(content, ..)| content)
    }

    /// Removes the layout and the focus. The pinned section stays.
    pub fn clear(&mut self) {
        self.shown = None;
        self.sheet = Sheet::default();
        self.focused = false;
    }

    /// Describes the content: `What links to Breach: 12`, with the number of sections.
    fn caption(&self, env: &Environment<'_>) -> String {
        let Some((kind, section)) = self.content() else {
            return String::new();
        };
        let (label, sections) = (kind.label(), self.sheet.page.links.len());
        match kind {
            SideKind::Pin => format!("{label} {}", env.library.title_and_document(section)),
            _ => format!("{label} {}: {sections}", env.library.title(section)),
        }
    }
}

impl Pane for Side {
    fn context(&self) -> Context {
        Context::Side
    }

    fn area(&self, screen: &ScreenAreas) -> Rect {
        screen.reading.side_text()
    }

    fn sheet(&self) -> Option<&Sheet> {
        Some(&self.sheet)
    }

    fn sheet_mut(&mut self) -> Option<&mut Sheet> {
        Some(&mut self.sheet)
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::Pin => Some(Effect::Pin(self.sheet.target())),
            Action::OtherPane => {
                self.focused = false;
                None
            }
            _ => self.sheet.perform(action, env),
        }
    }

    /// Opens the clicked link. A click elsewhere gives the side pane the focus.
    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        let effect = self.sheet.click(env.area, at);
        if effect.is_none() && !self.focused {
            self.enter(None);
        }
        effect
    }

    /// The content is laid out when it is shown again.
    fn reload(&mut self, to_new: &dyn Fn(SectionRef) -> Option<SectionRef>) -> Option<()> {
        self.pin = self.pin.and_then(to_new);
        if let Some(((_, section), width, _)) = &mut self.shown {
            *section = to_new(*section)?;
            *width = 0;
        }
        Some(())
    }

    /// Draws the caption and the visible lines. If the pane is under the page or covers it, the
    /// caption is on a line across the pane.
    fn draw(&self, env: &Environment<'_>, canvas: &mut Canvas<'_>) -> Option<Position> {
        let reading = &env.screen.reading;
        let (area, is_below) = (reading.side?, reading.side_divider.is_none());
        canvas.clear(area);
        if is_below {
            canvas.horizontal_line(area);
        }
        let role = if self.focused {
            Role::Heading
        } else {
            Role::Dim
        };
        let blank = if is_below { " " } else { "" };
        let caption = format!("{blank}{}{blank}", self.caption(env));
        canvas
            .row_in(area, 2 - u16::from(is_below))
            .cut(&caption, role);
        canvas.bar(area, self.focused, Role::Heading);
        self.sheet.draw(env.area, self.focused, canvas);
        None
    }

    fn linear(&self, env: &Environment<'_>) -> LinearScreen<'_> {
        self.sheet.linear(self.caption(env), env)
    }
}
