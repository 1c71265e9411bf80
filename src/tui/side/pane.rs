//! The side pane, which shows a pinned section, or the passages that link to the section being read
//! or change it.

use ratatui::layout::{Position, Rect};

use crate::library::Library;
use crate::links::Backlink;
use crate::render::Page;
use crate::rules::{DocumentRef, SectionRef};
use crate::table::uses_of;
use crate::theme::Role;
use crate::tui::action::Action;
use crate::tui::draw::{Canvas, LinearScreen};
use crate::tui::effect::Effect;
use crate::tui::environment::{Environment, Shared};
use crate::tui::keymap::Context;
use crate::tui::layout::ScreenAreas;
use crate::tui::pane::Pane;
use crate::tui::sheet::Sheet;
use crate::tui::table::GameRow;

/// What the side pane shows of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideKind {
    /// The section itself, which is pinned.
    Pin,
    /// The passages that link to the section.
    Links,
    /// The passages elsewhere that change the section.
    Changes,
    /// The game that is played.
    Table,
    /// The passages that name a phase of the game.
    When,
}

impl SideKind {
    /// Returns the words that describe the content, before the section's name: `What links to`.
    pub fn label(self) -> &'static str {
        match self {
            Self::Pin => "Pinned:",
            Self::Links => "What links to",
            Self::Changes => "What changes",
            Self::Table => "At the table",
            Self::When => "When:",
        }
    }
}

/// The side pane.
#[derive(Debug, Default)]
pub struct Side {
    /// The pinned section that is shown.
    pub pin: Option<SectionRef>,
    /// All pinned sections.
    pub pins: Vec<SectionRef>,
    /// The ids of the pins of the game that is played, as they were last read.
    pub kept: Vec<String>,
    /// The phase whose passages are listed.
    pub phase: String,
    /// The rows of the game. Row `i` is link `i` of the sheet.
    pub(super) rows: Vec<GameRow>,
    /// The row that was selected when the game was last shown.
    pub(super) selected: Option<GameRow>,
    /// Whether the player has asked for a new row, which will be selected.
    pub(super) expects_row: bool,
    /// Whether the game lists the cards that are left in its decks.
    pub(super) lists_cards: bool,
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
    pub fn show(&mut self, shared: &Shared, content: (SideKind, SectionRef), width: u16) {
        let (library, (kind, section)) = (&shared.library, content);
        let is_known = match kind {
            SideKind::Pin => library.known_changes(section).is_some(),
            SideKind::Table | SideKind::When => true,
            _ => library.known_backlinks(section).is_some(),
        };
        let shown = (content, width, is_known);
        let can_complete =
            kind == SideKind::Pin && library.can_complete(&self.sheet.page, &[section]);
        if self.shown == Some(shown) && !can_complete {
            return;
        }
        // The last column is for the scrollbar.
        let context = library.context(width.saturating_sub(1));
        let selected = self.row().or(self.selected.as_ref()).cloned();
        self.selected.clone_from(&selected);
        let known = self.rows.clone();
        let page = match kind {
            SideKind::Pin => library.page(context, section),
            SideKind::Table => self.table_page(shared, context),
            SideKind::When => {
                let uses = uses_of_phase(library, section, &self.phase);
                let none = format!("the rules that are played do not name the {}", self.phase);
                let words = if uses.is_empty() { &*none } else { "" };
                Page::of_mentions(context, words, &uses)
            }
            SideKind::Links | SideKind::Changes => {
                let only_changes = kind == SideKind::Changes;
                let links = library.links_to(section, only_changes).unwrap_or_default();
                let words = match links.len() {
                    _ if !is_known => "still collecting what links here",
                    0 => "nothing links here",
                    _ => "",
                };
                Page::of_mentions(context, words, &links)
            }
        };
        let before = self.content().map(|(kind, _)| kind);
        // The table and a phase are the same wherever the page is.
        let is_same = matches!(kind, SideKind::Table | SideKind::When) && before == Some(kind);
        if !is_same && self.content() != Some(content) {
            self.sheet = Sheet::default();
        }
        self.sheet.replace(page);
        self.shown = Some(shown);
        if kind == SideKind::Table {
            self.select_row(selected.as_ref(), &known);
        }
    }

    /// Lays out the content again before the next frame.
    pub fn invalidate(&mut self) {
        if let Some((_, width, _)) = &mut self.shown {
            *width = 0;
        }
    }

    /// Returns the content that is laid out: its kind, and the section that it is about.
    pub fn content(&self) -> Option<(SideKind, SectionRef)> {
        self.shown.map(|(content, ..)| content)
    }

    /// Removes the layout and the focus. The pinned section stays.
    pub fn clear(&mut self) {
        self.selected = self.row().or(self.selected.as_ref()).cloned();
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
            SideKind::Table => {
                let game = env.state.game();
                game.map_or_else(|| label.to_owned(), |game| game.name.clone())
            }
            SideKind::When => format!("{label} {}", self.phase),
            SideKind::Pin if self.pins.len() > 1 => {
                let at = self.pins.iter().position(|pin| *pin == section);
                let (at, of) = (at.unwrap_or_default() + 1, self.pins.len());
                let title = env.library.title_and_document(section);
                format!("{label} {at} of {of}: {title}")
            }
            SideKind::Pin => format!("{label} {}", env.library.title_and_document(section)),
            _ => format!("{label} {}: {sections}", env.library.title(section)),
        }
    }
}

impl Pane for Side {
    fn context(&self) -> Context {
        match self.content() {
            Some((SideKind::Table, _)) => Context::Table,
            _ => Context::Side,
        }
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

    /// Whether the game has what an action of the table needs.
    fn allows(&self, action: Action) -> bool {
        let has = |is_wanted: fn(&GameRow) -> bool| self.rows.iter().any(is_wanted);
        match action {
            _ if self.context() != Context::Table => true,
            Action::Add => has(|row| matches!(row, GameRow::Counter(_))),
            Action::Step => has(|row| matches!(row, GameRow::Step(_))),
            Action::Draw => has(|row| matches!(row, GameRow::Deck(_))),
            _ => true,
        }
    }

    fn perform(&mut self, action: Action, env: &Environment<'_>) -> Option<Effect> {
        match action {
            Action::Pin => Some(Effect::Pin(self.sheet.target())),
            _ if self.context() == Context::Table && action != Action::OtherPane => {
                self.perform_on_table(action, env)
            }
            Action::OtherPane => {
                self.focused = false;
                None
            }
            _ => self.sheet.perform(action, env),
        }
    }

    /// Opens the clicked link. A click elsewhere gives the side pane the focus.
    fn click(&mut self, at: Position, env: &Environment<'_>) -> Option<Effect> {
        if self.context() == Context::Table {
            return self.click_row(at, env);
        }
        let effect = self.sheet.click(env.area, at);
        if effect.is_none() && !self.focused {
            self.enter(None);
        }
        effect
    }

    /// The content is laid out when it is shown again.
    fn reload(&mut self, to_new: &dyn Fn(SectionRef) -> Option<SectionRef>) -> Option<()> {
        self.pin = self.pin.and_then(to_new);
        self.pins = self.pins.iter().filter_map(|pin| to_new(*pin)).collect();
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

/// Returns the sentences that name a phase, in the documents of the game that are played.
fn uses_of_phase(library: &Library, near: SectionRef, phase: &str) -> Vec<Backlink> {
    let book = &library.book;
    let near = library.table.played.first().copied().unwrap_or(near);
    let game = book.game_of(near);
    let documents = (0..).map(DocumentRef).zip(&book.documents);
    let documents =
        documents.filter(|(_, of)| of.game == game && !library.table.is_folded(of.root));
    let uses = uses_of(book, documents.map(|(at, _)| at), phase).into_iter();
    let played = uses.filter(|of| !library.table.is_folded(of.section));
    let links = played.map(|of| Backlink {
        from: of.section,
        sentence: of.sentence.into(),
        range: of.range,
        exception: false,
    });
    links.collect()
}
