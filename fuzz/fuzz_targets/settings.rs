//! Any text as `config.toml`: what can be understood holds, the rest is told with its place, and the keys always make a
//! keymap in which Ctrl-C quits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tableside::settings::Settings;
use tableside::source::Source;
use tableside::tui::action::Action;
use tableside::tui::keymap::{Context, Found, Keymap, Keys};

fuzz_target!(|text: &str| {
    let mut settings = Settings::parse(Source::in_memory("config.toml", text));
    let keymap = Keymap::with(&mut settings).expect("a keymap, whatever is set");
    let quit = Keys::named("Ctrl-c").expect("a key").0;
    for context in Context::ALL {
        assert_eq!(keymap.find(context, &quit), Found::Action(Action::Quit));
    }
    for fault in &settings.diagnostics {
        assert!(!fault.to_string().contains('\u{1b}'));
    }
});
