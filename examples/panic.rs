//! Panics while the browser has the terminal, so that a test can look at what is left of it.

use std::time::SystemTime;

use tableside::rules::Rulebook;
use tableside::theme::{Form, Theme};
use tableside::tui::keymap::Keymap;
use tableside::tui::library::Library;
use tableside::tui::{self, Options, Pending, Rules, Store};

fn main() -> std::io::Result<()> {
    // The browser cannot open without a document; the command line never lets it come to that.
    tui::run(Options {
        rules: Rules {
            library: Library::new(Rulebook::default()),
            pending: Pending::Index(Store::Bundled),
            origins: Vec::new(),
            cache: None,
            game: None,
            listed_at: SystemTime::now(),
        },
        query: None,
        theme: Theme::standard(true),
        ask_background: false,
        form: Form::default(),
        keymap: Keymap::standard().map_err(std::io::Error::other)?,
        mouse: true,
        status: None,
        store: None,
        restore: false,
    })
}
