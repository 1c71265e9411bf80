//! Loads arbitrary text as `config.toml`. Ctrl-C must quit in every context of the keymap, and no
//! diagnostic may contain an escape character.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::settings::Settings;
use tableside::source::Source;
use tableside::tui::action::Action;
use tableside::tui::keymap::{Context, Keymap, Keys, Match};

fuzz_target!(|text: &str| {
    let mut settings = Settings::parse(Source::in_memory("config.toml", text));
    let keymap = Keymap::with(&mut settings);
    let quit = Keys::named("Ctrl-c").expect("a key").0;
    for context in Context::all() {
        assert_eq!(keymap.find(context, &quit), Match::Action(Action::Quit));
    }
    for fault in &settings.diagnostics {
        assert!(!fault.to_string().contains('\u{1b}'));
    }
});
