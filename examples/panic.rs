//! Panics while the browser has the terminal, so that a test can look at what is left of it.

use tableside::rules::Rulebook;
use tableside::theme::{Form, Theme};
use tableside::tui::keymap::Keymap;
use tableside::tui::library::Library;
use tableside::tui::{self, Options, Rules};
use tableside::watch::Stamps;

fn main() -> std::io::Result<()> {
    // The browser cannot open without a document; the command line never lets it come to that.
    tui::run(Options {
        rules: Rules {
            library: Library::new(Rulebook::default()),
            unread: None,
            origins: Vec::new(),
            cache: None,
            game: None,
            stamps: Stamps::new(),
        },
        query: None,
        theme: Theme::standard(true),
        ask_background: false,
        form: Form::default(),
        keymap: Keymap::standard(),
        mouse: true,
        status: None,
        store: None,
        restore: false,
    })
}
