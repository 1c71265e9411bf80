//! Drives the browser without a terminal: tests press keys and look at frames.

pub mod events;
pub mod soak;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::Terminal;
use ratatui::backend::{Backend, TestBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tableside::library::{Library, READING};
use tableside::loader::{self, Origin};
use tableside::rules::{GameRef, Rulebook};
use tableside::search::SearchIndex;
use tableside::settings::Settings;
use tableside::source::Source;
use tableside::state::{Change, State, StoredState};
use tableside::theme::{Styles, Symbols, Theme};
use tableside::tui;
use tableside::tui::app::{App, Request, Start};
use tableside::tui::compare::Compare;
use tableside::tui::event::Event;
use tableside::tui::hints::Hint;
use tableside::tui::keymap::Keymap;

/// Creates a library with its search index, backlinks and key numbers.
pub fn prepared(book: Rulebook) -> Library {
    let mut library = Library::new(book);
    let index = SearchIndex::build(&library.book).expect("an index in memory");
    library.index = Some(Arc::new(index));
    for game in (0..).map(GameRef).take(library.book.games.len()) {
        library.collect_backlinks(game);
    }
    library.collect_key_numbers();
    library.collect_links();
    library
}

/// Reads the fixture games: rules that only the tests use, so that no edit of the bundled rules
/// changes a frame.
pub fn games() -> Vec<Source> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The package of the fuzz targets, which use this module too, is a folder of the program's.
    let mut roots = ["", ".."]
        .map(|above| package.join(above).join("tests/fixtures/games"))
        .into_iter();
    let root = roots.find(|root| root.is_dir()).expect("the fixture games");
    let listing = loader::find(&[Origin::Path(root)]).expect("the fixture games");
    let sources = listing.read().sources.into_iter();
    sources
        .map(|source| Source::in_memory(&source.file, &source.text))
        .collect()
}

/// A browser on a screen in memory.
pub struct Browser {
    pub app: App,
    terminal: Terminal<TestBackend>,
}

impl Browser {
    /// Opens the fixture games, which are loaded and indexed once for all tests of a binary.
    pub fn game(columns: u16, rows: u16) -> Self {
        static LIBRARY: LazyLock<Library> =
            LazyLock::new(|| prepared(Rulebook::load(games(), Vec::new())));
        Self::start(LIBRARY.clone(), (columns, rows))
    }

    /// Opens the fixture games for random keys. Some of them change what all browsers on a library
    /// share, such as how many mentions are links, so the other tests use another library.
    pub fn random_game(columns: u16, rows: u16) -> Self {
        static LIBRARY: LazyLock<Library> =
            LazyLock::new(|| prepared(Rulebook::load(games(), Vec::new())));
        Self::start(LIBRARY.clone(), (columns, rows))
    }

    /// Opens the home screen of the fixture games, with `changes` stored by earlier sessions.
    pub fn home(columns: u16, rows: u16, changes: &[Change]) -> Self {
        let library = Self::game(1, 1).app.shared.library;
        Self::at_home(library, (columns, rows), Symbols::UNICODE, changes)
    }

    /// Opens the same home screen as [`Self::home`], in linear mode.
    pub fn linear_home(columns: u16, rows: u16, changes: &[Change]) -> Self {
        let library = Self::game(1, 1).app.shared.library;
        Self::at_home(library, (columns, rows), Symbols::of(false, true), changes)
    }

    /// Opens the home screen of a library.
    pub fn at_home(
        library: Library,
        size: (u16, u16),
        symbols: &'static Symbols,
        changes: &[Change],
    ) -> Self {
        let app = App::new(Start {
            library,
            query: None,
            home: true,
            styles: Styles::new(Theme::standard(true), symbols),
            keymap: Keymap::standard(),
            size,
            status: None,
        });
        let terminal =
            Terminal::new(TestBackend::new(size.0, size.1)).expect("a test backend never fails");
        let mut browser = Self { app, terminal };
        let mut state = State::default();
        for change in changes {
            state.apply(change);
        }
        browser.app.handle(Event::StateStored(StoredState {
            state,
            ..StoredState::default()
        }));
        browser
    }

    /// Opens one document.
    pub fn on(text: &str, columns: u16, rows: u16) -> Self {
        Self::start(
            prepared(Rulebook::load(
                vec![
                    Source::in_memory("house.md", text),
                    Source::in_memory("game.yaml", "vocabulary: kill-team"),
                ],
                Vec::new(),
            )),
            (columns, rows),
        )
    }

    /// Opens several documents, each with a file name and a text.
    pub fn on_all(documents: &[(&str, &str)], columns: u16, rows: u16) -> Self {
        let sources = documents
            .iter()
            .map(|(name, text)| Source::in_memory(name, text));
        Self::over(Rulebook::load(sources.collect(), Vec::new()), columns, rows)
    }

    pub fn over(book: Rulebook, columns: u16, rows: u16) -> Self {
        Self::start(prepared(book), (columns, rows))
    }

    /// Opens the placeholder page that is shown while large rules are loaded.
    pub fn placeholder(columns: u16, rows: u16) -> Self {
        Self::start(Library::placeholder(READING), (columns, rows))
    }

    /// Opens documents that are hard to lay out: characters of every width, tables without rows,
    /// repeated names, dangling links.
    pub fn hostile(columns: u16, rows: u16) -> Self {
        static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
            let sources = events::HOSTILE.map(|(name, text)| Source::in_memory(name, text));
            prepared(Rulebook::load(sources.into(), Vec::new()))
        });
        Self::start(LIBRARY.clone(), (columns, rows))
    }

    /// Opens the fixture games with a query from the command line, before the search index is
    /// ready. The returned library contains the index.
    pub fn queried(query: &str, size: (u16, u16)) -> (Self, Library) {
        let library = Self::game(1, 1).app.shared.library;
        let unindexed = Library {
            index: None,
            ..library.clone()
        };
        (Self::with(unindexed, size, Some(query.to_owned())), library)
    }

    /// Opens the fixture games with a query from the command line. The rules and the index arrive
    /// only after the browser has started.
    pub fn asked(query: &str, size: (u16, u16)) -> Self {
        Self::asked_with_keys(query, "", size)
    }

    /// Does the same as [`Self::asked`], but presses `keys` before the rules and the index arrive.
    pub fn asked_with_keys(query: &str, keys: &str, size: (u16, u16)) -> Self {
        let library = Self::game(1, 1).app.shared.library;
        let placeholder = Library::placeholder(READING);
        let mut browser = Self::with(placeholder, size, Some(query.to_owned()));
        browser.press(keys);
        browser.app.handle(Event::Rules(Library {
            index: None,
            ..library.clone()
        }));
        browser.app.handle(Event::Indexed(library));
        browser
    }

    fn start(library: Library, size: (u16, u16)) -> Self {
        Self::with(library, size, None)
    }

    fn with(library: Library, size: (u16, u16), query: Option<String>) -> Self {
        let styles = Styles::new(Theme::standard(true), Symbols::UNICODE);
        let keymap = Keymap::standard();
        let app = App::new(Start {
            library,
            query,
            home: false,
            styles,
            keymap,
            size,
            status: None,
        });
        let terminal =
            Terminal::new(TestBackend::new(size.0, size.1)).expect("a test backend never fails");
        Self { app, terminal }
    }

    /// Sends a reloaded document and then its index, as the background thread does.
    pub fn reread(&mut self, text: &str) {
        let book = Rulebook::load(vec![Source::in_memory("house.md", text)], Vec::new());
        let library = prepared(book);
        self.app.handle(Event::Rules(Library {
            index: None,
            ..library.clone()
        }));
        self.draw();
        self.app.handle(Event::Indexed(library));
    }

    pub fn mono(mut self) -> Self {
        self.app.shared.styles = Styles::new(Theme::standard(false), Symbols::UNICODE);
        self
    }

    pub fn ascii(self) -> Self {
        self.with_symbols(Symbols::of(true, false))
    }

    pub fn linear(self) -> Self {
        self.with_symbols(Symbols::of(false, true))
    }

    /// Restarts the browser in ASCII, and in linear mode if it was in linear mode before.
    pub fn also_ascii(self) -> Self {
        let linear = self.app.is_linear();
        self.with_symbols(Symbols::of(true, linear))
    }

    fn with_symbols(self, symbols: &'static Symbols) -> Self {
        let (size, shared) = (self.app.shared.size, self.app.shared);
        let styles = Styles::new(shared.styles.theme, symbols);
        let (library, keymap) = (shared.library, shared.keymap);
        let app = App::new(Start {
            library,
            query: None,
            home: false,
            styles,
            keymap,
            size,
            status: None,
        });
        Self {
            app,
            terminal: self.terminal,
        }
    }

    /// Replaces the keymap with the one in `settings`, which must be valid.
    pub fn with_keys(mut self, settings: &str) -> Self {
        let mut settings = Settings::parse(Source::in_memory("config.toml", settings));
        self.app.shared.keymap = Keymap::with(&mut settings);
        assert!(
            settings.diagnostics.is_empty(),
            "{:?}",
            settings.diagnostics
        );
        self
    }

    pub fn at(mut self, id: &str) -> Self {
        let section = self
            .app
            .shared
            .library
            .book
            .by_id(id)
            .unwrap_or_else(|| panic!("no section {id}"));
        self.app.go(section);
        self
    }

    #[must_use]
    pub fn hints(&self) -> Vec<Hint> {
        let hints = self.app.hints.as_ref().expect("there are hints");
        hints.on(self.app.sheet())
    }

    /// Presses keys. Characters stand for themselves, and other keys are written like `<Enter>` or
    /// `<C-c>`.
    pub fn keys(mut self, keys: &str) -> Self {
        self.press(keys);
        self
    }

    pub fn press(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(letter) = rest.chars().next() {
            let named = rest
                .strip_prefix('<')
                .and_then(|named| named.split_once('>'));
            let event = if let Some((name, after)) = named {
                rest = after;
                key(name)
            } else {
                rest = &rest[letter.len_utf8()..];
                KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE)
            };
            self.app.handle(Event::Input(Input::Key(event)));
        }
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.terminal.backend_mut().resize(columns, rows);
        self.app.handle(Event::Input(Input::Resize(columns, rows)));
    }

    pub fn click(&mut self, column: u16, row: u16) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    }

    pub fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.app.handle(Event::Input(Input::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        })));
    }

    /// Returns the open comparison, even if a peek covers it.
    pub fn comparison(&self) -> Option<&Compare> {
        let mut overlays = self.app.overlays.iter().rev();
        overlays.find_map(|pane| pane.downcast())
    }

    /// Returns the area of an overlay; 0 is the first one that was opened.
    pub fn overlay_area(&self, index: usize) -> Rect {
        self.app.overlays[index].area(&self.app.screen(index))
    }

    pub fn asks_to_quit(&self) -> bool {
        let mut requests = self.app.requests.iter();
        requests.any(|request| matches!(request, Request::Quit))
    }

    pub fn asks_to_stop(&self) -> bool {
        let mut requests = self.app.requests.iter();
        requests.any(|request| matches!(request, Request::Suspend))
    }

    pub fn copied(&self) -> &str {
        let requests = self.app.requests.iter().rev();
        let mut texts = requests.filter_map(|request| match request {
            Request::Copy(clip) => Some(clip.text.as_str()),
            _ => None,
        });
        texts.next().expect("something is copied")
    }

    /// Takes the queued changes for the state file, and drops all other requests.
    pub fn changes(&mut self) -> Vec<Change> {
        let requests = std::mem::take(&mut self.app.requests).into_iter();
        let changes = requests.filter_map(|request| match request {
            Request::Store(change) => Some(change),
            _ => None,
        });
        changes.collect()
    }

    pub fn reading(&self) -> &str {
        &self
            .app
            .shared
            .library
            .book
            .section(self.app.reader.focus)
            .id
    }

    /// Draws a frame and returns its text, without trailing blanks.
    pub fn screen(&mut self) -> String {
        self.draw();
        let buffer = self.terminal.backend().buffer();
        let mut screen = String::new();
        for y in 0..buffer.area.height {
            let row: String = (0..buffer.area.width)
                .map(|x| buffer[(x, y)].symbol())
                .collect();
            let _ = writeln!(screen, "{}", row.trim_end());
        }
        screen
    }

    /// Returns the text of the screen, followed by every run of styled cells that is not blank.
    pub fn styled(&mut self) -> String {
        let mut out = self.screen();
        out.push_str("--- styles ---\n");
        let buffer = self.terminal.backend().buffer();
        let plain = Style::reset();
        for y in 0..buffer.area.height {
            let mut x = 0;
            while x < buffer.area.width {
                let style = buffer[(x, y)].style();
                let start = x;
                let mut text = String::new();
                while x < buffer.area.width && buffer[(x, y)].style() == style {
                    text.push_str(buffer[(x, y)].symbol());
                    x += 1;
                }
                if style != plain && !text.trim().is_empty() {
                    let _ = writeln!(
                        out,
                        "{y:>3}:{start:<3} {:<24} {}",
                        shown(style),
                        text.trim()
                    );
                }
            }
        }
        out
    }

    /// Returns the column and the row where a text first appears on the screen.
    pub fn find(&mut self, text: &str) -> Option<(u16, u16)> {
        let screen = self.screen();
        let (row, line) = screen
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(text))?;
        let column = line[..line.find(text)?].chars().count();
        Some((u16::try_from(column).ok()?, u16::try_from(row).ok()?))
    }

    pub fn cells(&mut self) -> Buffer {
        self.draw();
        self.terminal.backend().buffer().clone()
    }

    /// Returns the column and the row of the terminal's cursor; `None` while the cursor is hidden.
    pub fn cursor(&mut self) -> Option<(u16, u16)> {
        self.draw();
        let backend = self.terminal.backend_mut();
        let place = backend
            .get_cursor_position()
            .expect("a test backend never fails");
        backend.cursor_visible().then_some((place.x, place.y))
    }

    pub fn drawn(&mut self) -> (u16, u16) {
        self.draw();
        let area = self.terminal.backend().buffer().area;
        (area.width, area.height)
    }

    fn draw(&mut self) {
        tui::draw(&self.app, &mut self.terminal).expect("a test backend never fails");
    }
}

fn shown(style: Style) -> String {
    let colour = style
        .fg
        .filter(|colour| *colour != ratatui::style::Color::Reset)
        .map(|colour| format!("{colour:?}"));
    let modifiers = (!style.add_modifier.is_empty()).then(|| format!("{:?}", style.add_modifier));
    [colour, modifiers]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

fn key(name: &str) -> KeyEvent {
    let (name, modifiers) = match name.strip_prefix("C-") {
        Some(letter) => (letter, KeyModifiers::CONTROL),
        None => (name, KeyModifiers::NONE),
    };
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "BackTab" => KeyCode::BackTab,
        "BS" => KeyCode::Backspace,
        "F1" => KeyCode::F(1),
        "Delete" => KeyCode::Delete,
        "Space" => KeyCode::Char(' '),
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "PgUp" => KeyCode::PageUp,
        "PgDn" => KeyCode::PageDown,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "lt" => KeyCode::Char('<'),
        letter => KeyCode::Char(
            letter
                .chars()
                .next()
                .unwrap_or_else(|| panic!("no key <{name}>")),
        ),
    };
    KeyEvent::new(code, modifiers)
}
