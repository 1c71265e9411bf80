//! An environment for the tests of panes.

use super::*;
use crate::theme::{Symbols, Theme};

/// Calls a test with the environment of a pane that fills a screen of 80 columns.
pub(crate) fn with_environment<T>(
    library: &Library,
    state: &State,
    section: SectionRef,
    height: u16,
    test: impl FnOnce(&Environment<'_>) -> T,
) -> T {
    test(&Environment {
        library,
        state,
        keymap: &Keymap::standard(),
        styles: &Styles::new(Theme::standard(false), Symbols::UNICODE),
        messages: &Messages::default(),
        screen: ScreenAreas {
            size: (80, height),
            ..ScreenAreas::default()
        },
        area: Rect::new(0, 0, 80, height),
        context: Context::Page,
        section,
        rolls: &[],
        seed: None,
        slot: 0,
        on_row: true,
    })
}
