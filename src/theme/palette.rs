//! The themes and their colours.

use ratatui::style::Color;

/// The colours of a theme; [`Color::Reset`] is the terminal's own colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Running text.
    pub text: Color,
    /// The background of the screen.
    pub background: Color,
    /// Less important text.
    pub dim: Color,
    /// Links.
    pub accent: Color,
    /// Effects.
    pub effect: Color,
    /// Conditions.
    pub condition: Color,
    /// Costs and kinds.
    pub chip: Color,
}

/// A named palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name on the command line.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// Its colours.
    pub palette: Palette,
    /// Whether links are underlined, because colour does not mark them well enough.
    pub underline_links: bool,
}

const UNCOLOURED: Palette = Palette {
    text: Color::Reset,
    background: Color::Reset,
    dim: Color::Reset,
    accent: Color::Reset,
    effect: Color::Reset,
    condition: Color::Reset,
    chip: Color::Reset,
};

/// All themes, the default first.
pub const THEMES: [Theme; 5] = [
    Theme {
        name: "terminal",
        about: "the terminal's own 16 colours, on dark and on light",
        palette: Palette {
            dim: Color::DarkGray,
            accent: Color::LightBlue,
            effect: Color::Green,
            condition: Color::Red,
            chip: Color::Magenta,
            ..UNCOLOURED
        },
        underline_links: false,
    },
    Theme {
        name: "dark",
        about: "soft colours on a dark background",
        palette: Palette {
            text: rgb(0xd8d8d2),
            background: rgb(0x1b1d21),
            dim: rgb(0x8a9099),
            accent: rgb(0x7fb2f0),
            effect: rgb(0x9ccf7a),
            condition: rgb(0xf08a7e),
            chip: rgb(0xd2a8e8),
        },
        underline_links: false,
    },
    Theme {
        name: "light",
        about: "ink on paper",
        palette: Palette {
            text: rgb(0x222428),
            background: rgb(0xfbfaf6),
            dim: rgb(0x686c74),
            accent: rgb(0x1a5fb4),
            effect: rgb(0x2b732f),
            condition: rgb(0xb02a20),
            chip: rgb(0x7a2f96),
        },
        underline_links: false,
    },
    Theme {
        name: "contrast",
        about: "white on black, strong colours",
        palette: Palette {
            text: rgb(0xffffff),
            background: rgb(0x000000),
            dim: rgb(0xd0d0d0),
            accent: rgb(0x6cd8ff),
            effect: rgb(0x7cff7c),
            condition: rgb(0xffa090),
            chip: rgb(0xffe060),
        },
        underline_links: true,
    },
    Theme {
        name: "mono",
        about: "no colour at all",
        palette: UNCOLOURED,
        underline_links: true,
    },
];

const fn rgb(hex: u32) -> Color {
    let [_, red, green, blue] = hex.to_be_bytes();
    Color::Rgb(red, green, blue)
}

impl Theme {
    /// The theme with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        THEMES.into_iter().find(|theme| theme.name == name)
    }

    /// The default theme on a light background: the bright colour of links is dark instead.
    #[must_use]
    pub fn on_light() -> Self {
        let mut theme = THEMES[0];
        theme.palette.accent = Color::Blue;
        theme
    }

    /// The default theme, or the one without colour.
    #[must_use]
    pub fn standard(colour: bool) -> Self {
        if colour {
            THEMES[0]
        } else {
            THEMES[THEMES.len() - 1]
        }
    }
}
