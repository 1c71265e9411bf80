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
            text: Color::Rgb(0xd8, 0xd8, 0xd2),
            background: Color::Rgb(0x1b, 0x1d, 0x21),
            dim: Color::Rgb(0x8a, 0x90, 0x99),
            accent: Color::Rgb(0x7f, 0xb2, 0xf0),
            effect: Color::Rgb(0x9c, 0xcf, 0x7a),
            condition: Color::Rgb(0xf0, 0x8a, 0x7e),
            chip: Color::Rgb(0xd2, 0xa8, 0xe8),
        },
        underline_links: false,
    },
    Theme {
        name: "light",
        about: "ink on paper",
        palette: Palette {
            text: Color::Rgb(0x22, 0x24, 0x28),
            background: Color::Rgb(0xfb, 0xfa, 0xf6),
            dim: Color::Rgb(0x68, 0x6c, 0x74),
            accent: Color::Rgb(0x1a, 0x5f, 0xb4),
            effect: Color::Rgb(0x2b, 0x73, 0x2f),
            condition: Color::Rgb(0xb0, 0x2a, 0x20),
            chip: Color::Rgb(0x7a, 0x2f, 0x96),
        },
        underline_links: false,
    },
    Theme {
        name: "contrast",
        about: "white on black, strong colours",
        palette: Palette {
            text: Color::Rgb(0xff, 0xff, 0xff),
            background: Color::Rgb(0x00, 0x00, 0x00),
            dim: Color::Rgb(0xd0, 0xd0, 0xd0),
            accent: Color::Rgb(0x6c, 0xd8, 0xff),
            effect: Color::Rgb(0x7c, 0xff, 0x7c),
            condition: Color::Rgb(0xff, 0xa0, 0x90),
            chip: Color::Rgb(0xff, 0xe0, 0x60),
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

impl Theme {
    /// The theme with a name.
    pub fn named(name: &str) -> Option<Self> {
        THEMES.into_iter().find(|theme| theme.name == name)
    }

    /// The default theme for a light background, with a darker colour for links.
    pub fn on_light() -> Self {
        let mut theme = THEMES[0];
        theme.palette.accent = Color::Blue;
        theme
    }

    /// The default theme, or the one without colour.
    pub fn standard(colour: bool) -> Self {
        if colour {
            THEMES[0]
        } else {
            THEMES[THEMES.len() - 1]
        }
    }
}
