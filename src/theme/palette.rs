//! The themes and their colours.

use ratatui::style::Color;

/// A named set of colours. [`Color::Reset`] means the terminal's own colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name in the settings and on the command line.
    pub name: &'static str,
    /// A short description for the list of themes.
    pub about: &'static str,
    /// The colour of running text and headings.
    pub text: Color,
    /// The background of the whole screen.
    pub background: Color,
    /// The colour of less important text, such as paths, dates and the labels of notes, and of
    /// lines and borders.
    pub dim: Color,
    /// The colour of links.
    pub accent: Color,
    /// The colour of the mark before an effect of an action.
    pub effect: Color,
    /// The colour of the mark before a condition of an action.
    pub condition: Color,
    /// The colour of costs and keywords.
    pub chip: Color,
    /// Whether links are underlined, for themes in which the colour of links is hard to recognise.
    pub underline_links: bool,
}

const MONO: Theme = Theme {
    name: "mono",
    about: "no colour at all",
    text: Color::Reset,
    background: Color::Reset,
    dim: Color::Reset,
    accent: Color::Reset,
    effect: Color::Reset,
    condition: Color::Reset,
    chip: Color::Reset,
    underline_links: true,
};

/// All themes. The first is the default; the last has no colours.
pub const THEMES: [Theme; 5] = [
    Theme {
        name: "terminal",
        about: "the terminal's own 16 colours, on any background",
        dim: Color::DarkGray,
        accent: Color::LightBlue,
        effect: Color::Green,
        condition: Color::Red,
        chip: Color::Magenta,
        underline_links: false,
        ..MONO
    },
    Theme {
        name: "dark",
        about: "soft colours on a dark background",
        text: Color::Rgb(0xd8, 0xd8, 0xd2),
        background: Color::Rgb(0x1b, 0x1d, 0x21),
        dim: Color::Rgb(0x8a, 0x90, 0x99),
        accent: Color::Rgb(0x7f, 0xb2, 0xf0),
        effect: Color::Rgb(0x9c, 0xcf, 0x7a),
        condition: Color::Rgb(0xf0, 0x8a, 0x7e),
        chip: Color::Rgb(0xd2, 0xa8, 0xe8),
        underline_links: false,
    },
    Theme {
        name: "light",
        about: "dark text on a light background",
        text: Color::Rgb(0x22, 0x24, 0x28),
        background: Color::Rgb(0xfb, 0xfa, 0xf6),
        dim: Color::Rgb(0x68, 0x6c, 0x74),
        accent: Color::Rgb(0x1a, 0x5f, 0xb4),
        effect: Color::Rgb(0x2b, 0x73, 0x2f),
        condition: Color::Rgb(0xb0, 0x2a, 0x20),
        chip: Color::Rgb(0x7a, 0x2f, 0x96),
        underline_links: false,
    },
    Theme {
        name: "contrast",
        about: "white on black, strong colours",
        text: Color::Rgb(0xff, 0xff, 0xff),
        background: Color::Rgb(0x00, 0x00, 0x00),
        dim: Color::Rgb(0xd0, 0xd0, 0xd0),
        accent: Color::Rgb(0x6c, 0xd8, 0xff),
        effect: Color::Rgb(0x7c, 0xff, 0x7c),
        condition: Color::Rgb(0xff, 0xa0, 0x90),
        chip: Color::Rgb(0xff, 0xe0, 0x60),
        underline_links: true,
    },
    MONO,
];

impl Theme {
    /// Finds the theme with the given name.
    pub fn named(name: &str) -> Option<Self> {
        THEMES.into_iter().find(|theme| theme.name == name)
    }

    /// Returns the default theme, or the theme without colours if `colour` is false.
    pub fn standard(colour: bool) -> Self {
        if colour { THEMES[0] } else { MONO }
    }
}
