//! The side pane, which shows a pinned section or the backlinks of the section being read. [`Side`]
//! is also the type of a list that covers the page, such as the passages that change a section.

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen};
use super::effect::Effect;
use super::environment::Environment;
use super::library::Library;
use super::sheet::Sheet;
use crate::render::Page;
use crate::rules::SectionRef;
use crate::theme::Role;

/// The content of the side pane or of a list over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideContent {
    /// A pinned section.
    Pin(SectionRef),
    /// The passages that link to a section.
    Links(SectionRef),
    /// The passages elsewhere that change a section.
    Changes(SectionRef),
}

impl SideContent {
    /// Returns the section that the content is about.
    pub fn section(self) -> SectionRef {
        let (Self::Pin(section) | Self::Links(section) | Self::Changes(section)) = self;
        section
    }

    /// Returns the words that describe the content, before the section's name: `What links to`.
    pub fn label(self) -> &'static str {
        match self {
            Self::Pin(_) => "Pinned:",
            Self::Links(_) => "What links to",
            Self::Changes(_) => "What changes",
        }
    }

    /// Returns the same kind of content for another section.
    pub fn of(self, section: SectionRef) -> Self {
        match self {
            Self::Pin(_) => Self::Pin(section),
            Self::Links(_) => Self::Links(section),
            Self::Changes(_) => Self::Changes(section),
        }
    }
}

/// The side pane, or a list over the page.
#[derive(Debug, Default)]
pub struct Side {
    /// The pinned section.
    pub pin: Option<SectionRef>,
    /// Whether the pane has the focus.
    pub focused: bool,
    /// The laid-out content.
    pub sheet: Sheet,
    /// The content that is laid out, its width, and whether its backlinks were known. The layout is
    /// valid until one of these changes.
    shown: Option<(SideContent, u16, bool)>,
}

impl Side {
    /// Lays out the given content, unless its present layout is still valid. The same content keeps
    /// its scroll position; other content starts at its top.
    pub fn show(&mut self, library: &Library, content: SideContent, width: u16) {
        let is_known = match content {
            SideContent::Pin(section) => library.known_changes(section).is_some(),
            _ => library.known_backlinks(content.section()).is_some(),
        };
        let shown = (content, width, is_known);
        if self.shown == Some(shown) {
            return;
        }
        // The last column is for the scrollbar.
        let context = library.context(width.saturating_sub(1));
        let page = if let SideContent::Pin(section) = content {
            library.page(context, section)
        } else {
            let mut links = library.links_to(content.section()).unwrap_or_default();
            let is_any = matches!(content, SideContent::Links(_));
            links.retain(|link| is_any || link.exception);
            let words = match links.len() {
                _ if !is_known => "still collecting what links here",
                0 => "nothing links here",
                _ => "",
            };
            Page::of_mentions(context, words, &links)
        };
        if self.content() == Some(content) {
            self.sheet.replace(page);
        } else {
            self.sheet = Sheet::new(page, 0);
        }
        self.shown = Some(shown);
    }

    /// Replaces the content with the same kind of content for another section. It is laid out when
    /// it is shown again.
    pub fn reload(&mut self, section: SectionRef) {
        let content = self.content().map(|content| content.of(section));
        self.shown = content.map(|content| (content, 0, false));
    }

    /// Returns the content that is laid out.
    pub fn content(&self) -> Option<SideContent> {
        self.shown.map(|(content, ..)| content)
    }

    /// Removes the layout and the focus. The pinned section stays.
    pub fn clear(&mut self) {
        self.shown = None;
        self.sheet = Sheet::default();
        self.focused = false;
    }

    /// Creates a list over the page, with its first passage selected.
    pub fn list(library: &Library, content: SideContent, width: u16) -> Self {
        let mut list = Self {
            focused: true,
            ..Self::default()
        };
        list.show(library, content, width);
        list.sheet.link = list.sheet.page.links.first().map(|_| 0);
        list
    }

    /// Selects the next or the previous passage, and scrolls to its sentence. If there is no
    /// further passage, scrolls by a line.
    pub fn choose(&mut self, forward: bool) {
        if !self.sheet.move_to_link(forward) {
            return self.sheet.scroll_by(if forward { 1 } else { -1 });
        }
        if let Some(line) = self.sheet.selected().map(|link| link.line) {
            self.sheet.show(line + 2);
            self.sheet.show(line);
        }
    }

    /// Performs an action. Returns the effect for the browser, if there is one.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::Pin => Some(Effect::Pin(self.sheet.target())),
            Action::OtherPane | Action::Close => {
                self.focused = false;
                None
            }
            _ => self.sheet.perform(action, env),
        }
    }

    /// Opens the clicked link. A click elsewhere gives the side pane the focus.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        let effect = self.sheet.click(env.area, at);
        self.focused |= effect.is_none();
        effect
    }

    /// Draws the caption in `area`, and the visible lines in `env.area`. If `is_below`, the side
    /// pane is under the page, and the caption is on the line between the two.
    pub fn draw(&self, area: Rect, is_below: bool, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
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
        canvas.mark_selected(area, self.focused);
        self.sheet.draw(env.area, self.focused, canvas);
    }

    /// Describes the side pane or the list for linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        self.sheet.linear(self.caption(env), env)
    }

    /// Describes the content: `What links to Breach: 12`, with the number of sections.
    fn caption(&self, env: &Environment<'_>) -> String {
        let Some(content) = self.content() else {
            return String::new();
        };
        let (label, section) = (content.label(), content.section());
        match (content, self.sheet.page.links.len()) {
            (SideContent::Pin(_), _) => {
                format!("{label} {}", env.library.title_and_document(section))
            }
            (_, sections) => format!("{label} {}: {sections}", env.library.title(section)),
        }
    }
}
