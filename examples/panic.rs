//! Panics while the browser controls the terminal, for a test of what remains on the screen.

use tableside::library::Library;
use tableside::rules::Rulebook;
use tableside::settings::WatchMode;
use tableside::theme::{Styles, Symbols, Theme};
use tableside::tui::app::Start;
use tableside::tui::keymap::Keymap;
use tableside::tui::{self, CommandQueue, Options, Rules};
use tableside::watch::Stamps;

fn main() -> std::io::Result<()> {
    // A browser without documents panics. The command line never starts such a browser.
    let library = Library::new(Rulebook::default());
    tui::run(Options {
        start: Start {
            library: library.clone(),
            query: None,
            home: false,
            styles: Styles::new(Theme::standard(true), Symbols::UNICODE),
            keymap: Keymap::standard(),
            size: (0, 0),
            status: None,
        },
        rules: Rules {
            library,
            unread: None,
            origins: Vec::new(),
            game: None,
            stamps: Stamps::new(),
            commands: CommandQueue::new(),
            watch: WatchMode::Off,
        },
        mouse: true,
        store: None,
        image_viewer: Vec::new(),
        restore: false,
    })
}
