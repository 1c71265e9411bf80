//! Draws the pictures of the documentation with the program itself: `cargo run --example picture`
//! writes `assets/*.svg`.
//!
//! The example runs the browser on a screen in memory and converts the screen to SVG.

use std::fmt::Write as _;
use std::sync::Arc;
use std::{fs, io};

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use tableside::library::Library;
use tableside::loader;
use tableside::rules::Rulebook;
use tableside::search::SearchIndex;
use tableside::state::{Bookmark, Change, ReadingPosition, State, StoredState};
use tableside::theme::{Styles, Symbols, Theme};
use tableside::tui;
use tableside::tui::app::{App, Start};
use tableside::tui::event::Event;
use tableside::tui::keymap::Keymap;

/// The name, the size in columns and lines, the section and the keys of each picture. In the keys,
/// `\t` is Tab, `\n` is Enter and `\u{1b}` is Esc. Without a section, the picture shows the home screen.
const PICTURES: [(&str, (u16, u16), &str, &str); 7] = [
    ("home", (104, 22), "", ""),
    ("page", (112, 34), "kill-team/tomb-world#breach", ""),
    ("search", (104, 26), "kill-team/tomb-world#breach", "/contr"),
    (
        "peek",
        (104, 26),
        "kill-team/tomb-world#hatchway-fight",
        "\t\t ",
    ),
    (
        "compare",
        (104, 26),
        "kill-team/core-terms#blast",
        "p/torrent\np",
    ),
    (
        "roll",
        (104, 26),
        "kill-team/npo-datacards#npo-table",
        "rrr",
    ),
    (
        "table",
        (120, 34),
        "kill-team/joint-ops#npo-reinforcements",
        "cregroup\n\u{1b}T\t\t\t\t+++++++d\u{1b}d\u{1b}T",
    ),
];

/// The width and height of a cell in pixels.
const CELL: (f32, f32) = (8.4, 18.0);

const FOREGROUND: &str = "#d8d8d2";
const BACKGROUND: &str = "#1b1d21";

fn main() -> io::Result<()> {
    fs::create_dir_all("assets")?;
    for (name, size, section, keys) in PICTURES {
        fs::write(
            format!("assets/{name}.svg"),
            svg(&screen(size, section, keys)?),
        )?;
    }
    Ok(())
}

fn screen(size: (u16, u16), section: &str, keys: &str) -> io::Result<Buffer> {
    let book = Rulebook::load(loader::bundled().collect(), Vec::new());
    let index = SearchIndex::build(&book).map_err(io::Error::other)?;
    let section = book.by_id(section);
    let keymap = Keymap::standard();
    let styles = Styles::new(
        Theme::named("dark").unwrap_or(Theme::standard(true)),
        Symbols::UNICODE,
    );
    let mut library = Library::new(book);
    library.index = Some(Arc::new(index));
    library.start = section.unwrap_or(library.start);
    library.collect_links();
    let mut app = App::new(Start {
        library,
        query: None,
        home: section.is_none(),
        styles,
        keymap,
        size,
        status: None,
    });
    // The same rolls every time.
    app.shared.seed = Some(8);
    app.handle(Event::StateStored(StoredState {
        state: earlier(),
        ..StoredState::default()
    }));
    for key in keys.chars() {
        let code = match key {
            '\t' => KeyCode::Tab,
            '\n' => KeyCode::Enter,
            '\u{1b}' => KeyCode::Esc,
            letter => KeyCode::Char(letter),
        };
        app.handle(Event::Input(Input::Key(KeyEvent::new(
            code,
            KeyModifiers::NONE,
        ))));
    }
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).map_err(io::Error::other)?;
    tui::draw(&app, &mut terminal).map_err(io::Error::other)?;
    Ok(terminal.backend().buffer().clone())
}

/// Returns the bookmarks and recent sections of an invented earlier session.
fn earlier() -> State {
    let mut state = State::default();
    for (id, name) in [
        ("kill-team/tomb-world#breach", "grenadier cost"),
        ("kill-team/killzones#heavy", "Heavy"),
    ] {
        let (id, name) = (id.to_owned(), name.to_owned());
        state.apply(&Change::Bookmark(Bookmark { id, name }));
    }
    for id in [
        "kill-team/joint-ops#threat-level",
        "zone-mortalis/zone-mortalis#reaction-fire",
        "kill-team/tomb-world#teleport-pad",
    ] {
        let id = id.to_owned();
        state.apply(&Change::Visit(id.clone()));
        state.apply(&Change::Position(ReadingPosition {
            section: id.clone(),
            top: id,
            line: 0,
            letters: 0,
        }));
    }
    state
}

fn svg(buffer: &Buffer) -> String {
    let (width, height) = (
        f32::from(buffer.area.width) * CELL.0,
        f32::from(buffer.area.height) * CELL.1,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" font-size=\"14\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{BACKGROUND}\"/>\n",
        width + 16.0,
        height + 16.0
    );
    for y in 0..buffer.area.height {
        let mut x = 0;
        while x < buffer.area.width {
            let start = x;
            let style = Look::of(&buffer[(x, y)]);
            let mut text = String::new();
            while x < buffer.area.width && Look::of(&buffer[(x, y)]) == style {
                text.push_str(buffer[(x, y)].symbol());
                x += 1;
            }
            run(&mut svg, (start, y), x - start, &text, &style);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The style of a cell, with its colours swapped if it is reversed.
#[derive(PartialEq)]
struct Look {
    ink: String,
    paper: Option<String>,
    modifier: Modifier,
}

impl Look {
    fn of(cell: &Cell) -> Self {
        let mut ink = colour(cell.fg, FOREGROUND);
        let mut paper = Some(colour(cell.bg, BACKGROUND)).filter(|paper| paper != BACKGROUND);
        if cell.modifier.contains(Modifier::REVERSED) {
            paper = Some(std::mem::replace(
                &mut ink,
                paper.unwrap_or_else(|| BACKGROUND.to_owned()),
            ));
        }
        Self {
            ink,
            paper,
            modifier: cell.modifier,
        }
    }
}

fn colour(colour: Color, own: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => own.to_owned(),
    }
}

fn run(svg: &mut String, (x, y): (u16, u16), columns: u16, text: &str, look: &Look) {
    let (left, top, wide) = (
        f32::from(x) * CELL.0 + 8.0,
        f32::from(y) * CELL.1 + 8.0,
        f32::from(columns) * CELL.0,
    );
    if let Some(paper) = &look.paper {
        let height = CELL.1;
        let _ = writeln!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{height}\" fill=\"{paper}\"/>"
        );
    }
    if text.trim().is_empty() {
        return;
    }
    let attributes = [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
    ];
    let style: String = attributes
        .iter()
        .filter(|(modifier, _)| look.modifier.contains(*modifier))
        .map(|(_, text)| *text)
        .collect();
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let (base, ink) = (top + 13.5, &look.ink);
    let _ = writeln!(
        svg,
        "<text x=\"{left:.1}\" y=\"{base:.1}\" textLength=\"{wide:.1}\" lengthAdjust=\"spacingAndGlyphs\" \
         xml:space=\"preserve\" fill=\"{ink}\"{style}>{text}</text>"
    );
}
