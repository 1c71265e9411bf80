//! The side pane: a pinned section, or what links to the section being read; and the list of what links to a section, which
//! is the same over the page.

use ratatui::layout::{Position, Rect};

use super::action::Action;
use super::draw::{Canvas, LinearScreen, Row};
use super::effect::Effect;
use super::environment::Environment;
use super::library::{Library, Look};
use super::sheet::Sheet;
use crate::render::wrap;
use crate::rules::SectionRef;
use crate::source::counted;
use crate::theme::Role;

/// The content of the side pane or of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideContent {
    /// A pinned section.
    Pin(SectionRef),
    /// What links to a section.
    Links(SectionRef),
    /// What changes a section.
    Changes(SectionRef),
}

impl SideContent {
    /// The section.
    pub fn section(self) -> SectionRef {
        let (Self::Pin(section) | Self::Links(section) | Self::Changes(section)) = self;
        section
    }

    /// The words before the name of the section in a caption.
    fn question(self) -> &'static str {
        match self {
            Self::Pin(_) => "Pinned:",
            Self::Links(_) => "What links to",
            Self::Changes(_) => "What changes",
        }
    }

    /// The same of another section.
    pub fn map(self, change: impl Fn(SectionRef) -> SectionRef) -> Self {
        let section = change(self.section());
        match self {
            Self::Pin(_) => Self::Pin(section),
            Self::Links(_) => Self::Links(section),
            Self::Changes(_) => Self::Changes(section),
        }
    }
}

/// The side pane.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The pinned section.
    pub pin: Option<SectionRef>,
    /// Whether the pane has the focus.
    pub focused: bool,
    /// What it shows, laid out.
    pub sheet: Sheet,
    /// The number of passages that link to the section being read, if these are shown.
    links: usize,
    /// The content, its width, and whether its backlinks were known. The layout is valid while these do not change.
    shown: Option<(SideContent, u16, bool)>,
}

impl Side {
    /// Lays out the content of the pane, unless it is laid out. The place survives a new width; other content begins at its top.
    pub fn show(&mut self, library: &Library, content: SideContent, width: u16) {
        let is_known = library.known_backlinks(content.section()).is_some();
        let shown = (content, width, is_known);
        if self.shown == Some(shown) {
            return;
        }
        let place = (self.sheet.scroll, self.sheet.link);
        // A blank column is between the text and the scrollbar.
        let text = width.saturating_sub(1);
        self.links = 0;
        let page = if let SideContent::Pin(section) = content {
            library.page(section, text, Look::default())
        } else {
            let mut links = library.links_to(content.section());
            if let (SideContent::Changes(_), Some(links)) = (content, &mut links) {
                links.retain(|link| link.exception);
            }
            self.links = links.as_ref().map_or(0, Vec::len);
            library.links_page(links.as_deref(), text)
        };
        self.sheet = Sheet::new(page, self.sheet.height);
        if self.content() == Some(content) {
            self.sheet.return_to(place.0, place.1);
        }
        self.shown = Some(shown);
    }

    /// Lays what is laid out out again, if the width is another or more is known.
    pub fn follow(&mut self, library: &Library, width: u16) {
        if let Some(content) = self.content() {
            self.show(library, content, width);
        }
    }

    /// Lays content of reloaded rules out; returns whether there is any.
    pub fn reload(&mut self, library: &Library, content: SideContent) -> bool {
        let Some((_, width, _)) = self.shown.take() else {
            return false;
        };
        self.show(library, content, width);
        self.sheet.to_link(true);
        self.links > 0 || library.known_backlinks(content.section()).is_none()
    }

    /// What is laid out.
    pub fn content(&self) -> Option<SideContent> {
        self.shown.map(|(content, ..)| content)
    }

    /// Forgets what is laid out.
    pub fn forget(&mut self) {
        self.shown = None;
        self.sheet = Sheet::default();
        self.focused = false;
    }

    /// A list over the page, with its first passage selected; if there is none, what to say.
    ///
    /// # Errors
    /// Nothing links to the section, or nothing changes it.
    pub fn list(library: &Library, content: SideContent, width: u16) -> Result<Self, String> {
        let mut list = Self {
            focused: true,
            ..Self::default()
        };
        list.show(library, content, width);
        if list.sheet.page.links.is_empty() {
            let name = library.book.section(content.section()).full_title();
            let question = content.question().replace("What", "nothing");
            return Err(format!("{question} {name}"));
        }
        list.sheet.link = Some(0);
        Ok(list)
    }

    /// Selects the next or the previous passage, with its sentence in sight; beyond the last one, scrolls.
    pub fn choose(&mut self, forward: bool) {
        if !self.sheet.to_link(forward) {
            return self.sheet.scroll_by(if forward { 1 } else { -1 });
        }
        if let Some(line) = self.sheet.selected().map(|link| link.line) {
            self.sheet.show(line + 2);
            self.sheet.show(line);
        }
    }

    /// Carries an action out.
    pub fn perform(&mut self, action: Action, env: &Environment<'_>) -> Vec<Effect> {
        if let Some(effects) = self.sheet.perform(action, env) {
            return effects;
        }
        match action {
            Action::Pin => {
                let target = self.sheet.target();
                return vec![target.map_or(Effect::Unpin, Effect::Pin)];
            }
            Action::OtherPane | Action::Close => self.focused = false,
            _ => {}
        }
        Vec::new()
    }

    /// Follows the clicked link, or takes the focus.
    pub fn click(&mut self, at: Position, env: &Environment<'_>) -> Vec<Effect> {
        let target = self.sheet.click(env.area, at);
        self.focused |= target.is_none();
        Vec::from_iter(target.map(Effect::Open))
    }

    /// Draws the caption and, in the area of the environment, the visible lines. Under the page the caption is on the line
    /// between the two.
    pub fn draw(&self, area: Rect, under: bool, env: &Environment<'_>, canvas: &mut Canvas<'_>) {
        canvas.clear(area);
        if under {
            canvas.horizontal_line(area);
        }
        let mut caption = canvas.row_in(area, 1);
        self.write_caption(&mut caption, env);
        if under {
            caption.put(" ", Role::Border);
        }
        if self.focused {
            let sign = canvas.styles.symbols().chosen;
            canvas
                .row(area)
                .within(1, |row| row.put(sign, Role::Heading));
        }
        self.sheet.draw(env.area, self.focused, canvas);
        self.sheet.draw_scrollbar(env.area, canvas);
    }

    fn write_caption(&self, row: &mut Row<'_>, env: &Environment<'_>) {
        let role = if self.focused {
            Role::Heading
        } else {
            Role::Dim
        };
        match self.content() {
            Some(SideContent::Pin(section)) => {
                let titles = env.library.book.titles(section);
                let above = &titles[..titles.len() - 1];
                row.put(" Pinned  ", role)
                    .cut_path(&above.join(env.styles.symbols().path), Role::Dim);
            }
            Some(content) => {
                let count = match self.links {
                    0 => String::new(),
                    links => format!("  {links}"),
                };
                let name = env.library.book.section(content.section()).full_title();
                let caption = format!(" {} {name}", content.question());
                let room = row.room().saturating_sub(wrap::columns(&count));
                row.within(room, |row| row.cut(&caption, role))
                    .put(&count, Role::Dim);
            }
            None => {}
        }
    }

    /// The pane in linear mode.
    pub fn linear(&self, env: &Environment<'_>) -> LinearScreen<'static> {
        let named = |section| env.library.title_and_document(section, None);
        let name = match self.content() {
            Some(content) => format!("{} {}", content.question(), named(content.section())),
            None => String::new(),
        };
        let name = match self.links {
            0 => name,
            links => format!("{name}: {}", counted(links, "place")),
        };
        self.sheet.linear(name, None, env)
    }
}
