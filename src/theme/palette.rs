//! The themes and their colours.

use ratatui::style::Color;

/// A named set of colours. [`Color::Reset`] means the terminal's own colour.
#[derive(Clone, Copy, Debug)]
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

/// Returns the colour with a number such as `0xff_80_00`: red, green and blue.
const fn rgb(number: u32) -> Color {
    Color::from_u32(number)
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
        text: rgb(0xd8_d8_d2),
        background: rgb(0x1b_1d_21),
        dim: rgb(0x8a_90_99),
        accent: rgb(0x7f_b2_f0),
        effect: rgb(0x9c_cf_7a),
        condition: rgb(0xf0_8a_7e),
        chip: rgb(0xd2_a8_e8),
        underline_links: false,
    },
    Theme {
        name: "light",
        about: "dark text on a light background",
        text: rgb(0x22_24_28),
        background: rgb(0xfb_fa_f6),
        dim: rgb(0x68_6c_74),
        accent: rgb(0x1a_5f_b4),
        effect: rgb(0x2b_73_2f),
        condition: rgb(0xb0_2a_20),
        chip: rgb(0x7a_2f_96),
        underline_links: false,
    },
    Theme {
        name: "contrast",
        about: "white on black, strong colours",
        text: rgb(0xff_ff_ff),
        background: rgb(0x00_00_00),
        dim: rgb(0xd0_d0_d0),
        accent: rgb(0x6c_d8_ff),
        effect: rgb(0x7c_ff_7c),
        condition: rgb(0xff_a0_90),
        chip: rgb(0xff_e0_60),
        underline_links: true,
    },
    MONO,
];

impl Theme {
    /// Finds the theme with the given name.
    pub fn named(name: &str) -> Option<Self> {
        THEMES.into_iter().find(|theme| theme.name == name)
    }

    /// Whether the theme has colours of its own, which a terminal of 16 colours cannot show.
    pub fn has_own_colours(&self) -> bool {
        matches!(self.text, Color::Rgb(..))
    }

    /// Returns the theme in the nearest of the 256 colours that most terminals have.
    pub fn in_256_colours(self) -> Self {
        Self {
            text: indexed(self.text),
            background: indexed(self.background),
            dim: indexed(self.dim),
            accent: indexed(self.accent),
            effect: indexed(self.effect),
            condition: indexed(self.condition),
            chip: indexed(self.chip),
            ..self
        }
    }

    /// Returns the default theme, or the theme without colours if `colour` is false.
    pub fn standard(colour: bool) -> Self {
        if colour { THEMES[0] } else { MONO }
    }
}

/// Returns the nearest of 256 colours, as xterm numbers them: after the first 16, which the terminal
/// may change, a cube of 6 x 6 x 6 colours, and 24 greys.
fn indexed(color: Color) -> Color {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let Color::Rgb(red, green, blue) = color else {
        return color;
    };
    let distance = |index: &u8| {
        let known = match index {
            232.. => [8 + 10 * (index - 232); 3],
            _ => [36, 6, 1].map(|place| STEPS[usize::from((index - 16) / place % 6)]),
        };
        let parts = known.into_iter().zip([red, green, blue]);
        let squares = parts.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2));
        squares.sum::<u32>()
    };
    Color::Indexed((16..=255).min_by_key(distance).unwrap_or(16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_becomes_the_nearest_of_256() {
        for (number, index) in [
            (0x00_00_00, 16),
            (0xff_ff_ff, 231),
            (0xff_00_00, 196),
            (0x1b_1d_21, 234),
            (0x5f_87_af, 67),
        ] {
            assert_eq!(indexed(rgb(number)), Color::Indexed(index), "{number:06x}");
        }
        assert_eq!(indexed(Color::LightBlue), Color::LightBlue);
        for theme in THEMES {
            let few = theme.in_256_colours();
            assert!(!few.has_own_colours());
            assert!(theme.text == Color::Reset || few.text != few.background);
        }
    }
}
