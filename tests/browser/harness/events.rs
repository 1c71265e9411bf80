//! Random events for the property tests and the soak, and the invariants that must hold after each
//! event.

use std::sync::LazyLock;

use crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use tableside::render::Page;
use tableside::tui::app::App;
use tableside::tui::effect::Question;
use tableside::tui::event::Event;
use tableside::tui::help::Help;
use tableside::tui::keymap::all_rows;
use tableside::tui::list::List;
use tableside::tui::numbers::Numbers;
use tableside::tui::peek::Peek;
use tableside::tui::places::PlaceList;
use tableside::tui::prompt::Prompt;
use tableside::tui::roll::RollPane;
use tableside::tui::sheet::Sheet;

use super::Browser;

/// Documents that are hard to lay out.
pub const HOSTILE: [(&str, &str); 5] = [
    ("wide.md", WIDE),
    ("empty.md", ""),
    (
        "twins.md",
        "# Twins\n\n## Twin\n\nSee the Twin and the Other Rule.\n\n## Twin\n\nSee the Twin Rule.\n\n## Other Rule\n\n[[Twin]]\n",
    ),
    (
        "twins-again.md",
        "# Twins again\n\n## Twin\n\nSee the Twin and another Other Rule.\n\n## Other Rule\n\n[[Nobody]]\n",
    ),
    (
        "deep.md",
        "# \n\n###### Six x\n\n> - > - 1. > - deep **Six 3**\n\n**A:** a **Six 9** [x](#six) [y](../../etc/passwd)\n\n|a|\n|-|\n\n||||\n|-|-|-|\n|Six 1|\n",
    ),
];

const WIDE: &str = "# 規則の書 👩‍👩‍👧‍👦 e\u{301}\u{301}\u{301}\n\n## \u{200b}\u{200d}\n\n\u{feff}zero\u{200b}width Heavy Rule\n\n## Heavy Rule\n\n\
    Averylongwordwithoutanyspaceinitatallthatgoesonandonuntilnoterminalintheworldiswideenoughforitwithoutacutsomewhere \
    日本語日本語日本語日本語日本語日本語日本語日本語日本語日本語 **Heavy Rule** ⬛⬜⚔\u{fe0f}\n\n\
    ▶ Heavy Rule\n◆ 日本 Heavy Rule\n\n> **Note:** 👩‍👩‍👧‍👦👩‍👩‍👧‍👦 Heavy Rule\n\n\
    | 2D6 | 日本語 | Averylongheadwithoutanyspaceinit |\n|---|---|---|\n| 2-3 | 👩‍👩‍👧‍👦 | Heavy Rule |\n| 4-12 | | 日本語日本語日本語日本語日本語日本語 |\n";

const TEXTS: [&str; 12] = [
    "control range",
    "breach",
    "type:action ap:<2",
    "\"for 1 less\" -word",
    "4+ 2\" 30x22",
    "日本語👩‍👩‍👧‍👦",
    "\u{1b}[31m\u{7}\u{202e}",
    "a\nb\tc\r\n",
    "game: doc: type:",
    "*:*^~!()[]{}\\/",
    "e\u{301}\u{301}\u{200b}",
    "operatives",
];

/// Sizes in columns and rows: extremes, and sizes near those at which the layout changes.
const SIZES: [(u16, u16); 10] = [
    (1, 1),
    (2, 9),
    (40, 12),
    (80, 24),
    (89, 10),
    (99, 30),
    (120, 40),
    (139, 40),
    (160, 48),
    (300, 120),
];

/// The names of all keys that do something.
static BOUND: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let keys = all_rows().flat_map(|(_, row)| row.keys.split(' '));
    keys.collect()
});

/// An input of the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Key(KeyEvent),
    /// A mouse button or the wheel, at a column and a row.
    Mouse(MouseEventKind, u16, u16),
    Paste(&'static str),
    /// A new size in columns and rows.
    Resize(u16, u16),
}

impl Step {
    /// Converts random bits into a step, most often a key that does something.
    pub fn of(bits: u64) -> Self {
        let [kind, low, high, third, fourth, fifth, ..] = bits.to_le_bytes();
        let (column, row) = (
            u16::from_le_bytes([low, high]) % 310,
            u16::from_le_bytes([third, fourth]) % 125,
        );
        let number = usize::from(u16::from_le_bytes([low, high]));
        match kind {
            // With the whole range of positions, most clicks would be outside a small screen.
            0..10 => Self::Mouse(
                MouseEventKind::Down(MouseButton::Left),
                column % 120,
                row % 40,
            ),
            10..14 => Self::Mouse(MouseEventKind::Down(MouseButton::Left), column, row),
            14..18 => Self::Mouse(
                MouseEventKind::Down(MouseButton::Right),
                column % 120,
                row % 40,
            ),
            18..24 => Self::Mouse(MouseEventKind::ScrollDown, column, row % 40),
            24..30 => Self::Mouse(MouseEventKind::ScrollUp, column, row % 40),
            30..33 => Self::Paste(TEXTS[number % TEXTS.len()]),
            33..36 => Self::Resize(column % 300 + 1, row % 120 + 1),
            36..40 => {
                let (columns, rows) = SIZES[number % SIZES.len()];
                Self::Resize(columns, rows)
            }
            40..70 => Self::Key(KeyEvent::new(
                KeyCode::Char(char::from(b' ' + low % 95)),
                KeyModifiers::NONE,
            )),
            70..74 => {
                let modifiers = [
                    KeyModifiers::CONTROL,
                    KeyModifiers::ALT,
                    KeyModifiers::SHIFT,
                ][usize::from(fifth % 3)];
                Self::Key(KeyEvent::new(
                    KeyCode::Char(char::from(b'a' + low % 26)),
                    modifiers,
                ))
            }
            // Esc returns to the page, where most keys do something.
            74..90 => Self::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)),
            90..120 => Self::Key(KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE)),
            120..150 => Self::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)),
            _ => Self::Key(event(BOUND[number % BOUND.len()])),
        }
    }

    pub fn event(&self) -> Event {
        Event::Input(match *self {
            Self::Key(key) => Input::Key(key),
            Self::Mouse(kind, column, row) => Input::Mouse(MouseEvent {
                kind,
                column,
                row,
                modifiers: KeyModifiers::NONE,
            }),
            Self::Paste(text) => Input::Paste(text.to_owned()),
            Self::Resize(columns, rows) => Input::Resize(columns, rows),
        })
    }

    /// Sends the step to the browser, or resizes the screen.
    pub fn take(&self, browser: &mut Browser) {
        if let Self::Resize(columns, rows) = *self {
            browser.resize(columns, rows);
        } else {
            browser.app.handle(self.event());
        }
    }
}

/// Returns the event of a key, given its name in the keymap.
fn event(name: &str) -> KeyEvent {
    match name.strip_prefix("Ctrl-") {
        Some(letter) => super::key(&format!("C-{letter}")),
        None => super::key(match name {
            "Backspace" => "BS",
            "PageDown" => "PgDn",
            "PageUp" => "PgUp",
            other => other,
        }),
    }
}

fn overlay_faults(app: &App, demand: &mut dyn FnMut(bool, &str)) {
    for (depth, pane) in app.overlays.iter().enumerate() {
        let height = pane.text_area(&app.screen(depth)).height.max(1);
        demand(
            pane.sheet().is_none_or(|sheet| is_fit(sheet, height)),
            "an overlay is scrolled too far, or has no such link",
        );
        demand(
            pane.downcast::<Peek>()
                .is_none_or(|peek| peek.chosen < peek.targets.len()),
            "a definition is chosen that is none",
        );
        demand(
            pane.downcast::<PlaceList>()
                .is_none_or(|places| is_within(&places.list)),
            "the list is scrolled or chosen past its places",
        );
        demand(
            pane.downcast::<Numbers>()
                .is_none_or(|numbers| is_within(&numbers.list.list)),
            "the list is scrolled or chosen past its figures",
        );
        demand(
            pane.downcast::<Prompt>()
                .is_none_or(|prompt| !matches!(&prompt.question, Question::Bookmark(id) if app.shared.library.book.by_id(id).is_none())),
            "a bookmark of nothing",
        );
        demand(
            pane.downcast::<RollPane>()
                .is_none_or(|pane| pane.state.chosen < pane.state.choices.len()),
            "what was rolled is not offered",
        );
        demand(
            pane.downcast::<Help>()
                .is_none_or(|help| is_within(&help.list.list)),
            "the help is scrolled or chosen past its keys",
        );
    }
}

/// Whether the cursor is at a row (at 0 in an empty list) and not above the first visible row.
fn is_within<R>(list: &List<R>) -> bool {
    list.cursor < list.rows.len().max(1) && list.scroll <= list.cursor
}

/// Returns the broken invariants of selections and scroll positions; `None` if all hold.
pub fn fault(app: &App) -> Option<String> {
    let reader = &app.reader;
    let mut faults = Vec::new();
    let mut demand = |holds: bool, what: &str| {
        if !holds {
            faults.push(what.to_owned());
        }
    };
    demand(
        reader.sheet.scroll
            <= reader
                .sheet
                .page
                .lines
                .len()
                .saturating_sub(reader.sheet.height),
        "the page is scrolled too far",
    );
    demand(
        has_link(&reader.sheet.page, reader.sheet.link),
        "a link is selected that the page has not",
    );
    demand(
        reader.sheet.page.anchors.first().is_none_or(|anchor| {
            let document = |section| app.shared.library.book.section(section).document;
            document(anchor.section) == document(reader.focus)
        }),
        "the focus is in another document",
    );
    let contents = &app.contents.list;
    demand(
        contents.cursor < contents.rows.len().max(1),
        "the contents' cursor",
    );
    demand(
        contents.scroll <= contents.rows.len(),
        "the contents are scrolled too far",
    );
    demand(
        is_fit(&app.side.sheet, app.reading().side_text().height),
        "the side pane is scrolled too far",
    );
    if let Some(finder) = &app.finder {
        demand(
            finder.list.selected_index() < finder.list.count().max(1),
            "a result is chosen that was not found",
        );
        demand(is_within(&finder.list), "the results are scrolled too far");
        demand(
            finder.preview.scroll <= finder.preview.page.lines.len(),
            "the preview is scrolled too far",
        );
    }
    overlay_faults(app, &mut demand);
    demand(on_screen(app), "a place lies outside of the screen");
    (!faults.is_empty()).then(|| faults.join("; "))
}

fn is_fit(sheet: &Sheet, height: u16) -> bool {
    sheet.scroll <= sheet.page.lines.len().saturating_sub(usize::from(height))
        && has_link(&sheet.page, sheet.link)
}

fn has_link(page: &Page, link: Option<usize>) -> bool {
    link.is_none_or(|link| link < page.links.len())
}

fn on_screen(app: &App) -> bool {
    let screen = Rect {
        x: 0,
        y: 0,
        width: app.shared.size.0,
        height: app.shared.size.1,
    };
    let inside = |area: Rect| area.is_empty() || screen.union(area) == screen;
    let areas = app.overlays.iter().enumerate();
    let mut areas = areas.map(|(depth, pane)| pane.area(&app.screen(depth)));
    areas.all(inside) && inside(app.reading().page)
}
