//! A few semantic colours; every concrete style is derived from them once.
//!
//! A page is laid out in [`Face`]s, which say what a piece of text *is*; only drawing asks [`Styles`] what that looks
//! like. Meaning is never carried by colour alone: each role is doubled by weight, underline, reversal or a mark, so that
//! the same screens read without any colour.

use ratatui::style::{Color, Modifier, Style};

mod symbols;

pub use symbols::{Symbols, in_ascii};

/// What a piece of text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// Running text.
    #[default]
    Text,
    /// Paths, dates, labels of keys and kinds.
    Dim,
    /// Headings and names of run-in rules.
    Heading,
    /// A link that can be followed.
    Link,
    /// What an action does: the mark ▶.
    Effect,
    /// What forbids it: the mark ◆.
    Condition,
    /// A cost, a kind, a keyword.
    Chip,
    /// The text of a note, set apart from rules text.
    Note,
    /// Lines between panes, rules under headings.
    Border,
}

/// What two texts that are compared do not have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// Other words stand here than in the other text.
    Changed,
    /// The other text has nothing for it.
    Only,
}

/// How one piece of text is set: its role and what is added to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Face {
    /// What it is.
    pub role: Role,
    /// Bold.
    pub strong: bool,
    /// Italic.
    pub emphasis: bool,
    /// It matches the search.
    pub matched: bool,
    /// How it differs from what it is compared with.
    pub change: Option<Change>,
}

impl From<Role> for Face {
    fn from(role: Role) -> Self {
        Self::of(role)
    }
}

impl Face {
    /// A face of a role.
    #[must_use]
    pub const fn of(role: Role) -> Self {
        Self {
            role,
            strong: false,
            emphasis: false,
            matched: false,
            change: None,
        }
    }

    /// The same, bold.
    #[must_use]
    pub const fn strong(self) -> Self {
        Self {
            strong: true,
            ..self
        }
    }
}

/// The colours a theme chooses; `None` is the terminal's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    /// Running text.
    pub text: Option<Color>,
    /// Behind everything.
    pub background: Option<Color>,
    /// What is less important.
    pub dim: Option<Color>,
    /// What can be followed.
    pub accent: Option<Color>,
    /// Effects.
    pub effect: Option<Color>,
    /// Conditions.
    pub condition: Option<Color>,
    /// Costs and kinds.
    pub chip: Option<Color>,
}

/// A named palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Its colours.
    pub palette: Palette,
    /// Whether links are underlined, where no colour tells them.
    pub underline_links: bool,
}

const NONE: Palette = Palette {
    text: None,
    background: None,
    dim: None,
    accent: None,
    effect: None,
    condition: None,
    chip: None,
};

/// All themes, the default first.
pub const THEMES: [Theme; 5] = [
    Theme {
        name: "terminal",
        about: "the terminal's own 16 colours, on dark and on light",
        palette: Palette {
            dim: Some(Color::DarkGray),
            accent: Some(Color::LightBlue),
            effect: Some(Color::Green),
            condition: Some(Color::Red),
            chip: Some(Color::Magenta),
            ..NONE
        },
        underline_links: false,
    },
    Theme {
        name: "dark",
        about: "soft colours on a dark background",
        palette: Palette {
            text: Some(Color::Rgb(0xd8, 0xd8, 0xd2)),
            background: Some(Color::Rgb(0x1b, 0x1d, 0x21)),
            dim: Some(Color::Rgb(0x8a, 0x90, 0x99)),
            accent: Some(Color::Rgb(0x7f, 0xb2, 0xf0)),
            effect: Some(Color::Rgb(0x9c, 0xcf, 0x7a)),
            condition: Some(Color::Rgb(0xf0, 0x8a, 0x7e)),
            chip: Some(Color::Rgb(0xd2, 0xa8, 0xe8)),
        },
        underline_links: false,
    },
    Theme {
        name: "light",
        about: "ink on paper",
        palette: Palette {
            text: Some(Color::Rgb(0x22, 0x24, 0x28)),
            background: Some(Color::Rgb(0xfb, 0xfa, 0xf6)),
            dim: Some(Color::Rgb(0x68, 0x6c, 0x74)),
            accent: Some(Color::Rgb(0x1a, 0x5f, 0xb4)),
            effect: Some(Color::Rgb(0x2b, 0x73, 0x2f)),
            condition: Some(Color::Rgb(0xb0, 0x2a, 0x20)),
            chip: Some(Color::Rgb(0x7a, 0x2f, 0x96)),
        },
        underline_links: false,
    },
    Theme {
        name: "contrast",
        about: "white on black, strong colours",
        palette: Palette {
            text: Some(Color::Rgb(0xff, 0xff, 0xff)),
            background: Some(Color::Rgb(0, 0, 0)),
            dim: Some(Color::Rgb(0xd0, 0xd0, 0xd0)),
            accent: Some(Color::Rgb(0x6c, 0xd8, 0xff)),
            effect: Some(Color::Rgb(0x7c, 0xff, 0x7c)),
            condition: Some(Color::Rgb(0xff, 0xa0, 0x90)),
            chip: Some(Color::Rgb(0xff, 0xe0, 0x60)),
        },
        underline_links: true,
    },
    Theme {
        name: "mono",
        about: "no colour at all",
        palette: NONE,
        underline_links: true,
    },
];

impl Theme {
    /// The theme of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        THEMES.into_iter().find(|theme| theme.name == name)
    }

    /// The default theme where the terminal says that its background is light: the same colours, the bright ones dark.
    #[must_use]
    pub fn on_light() -> Self {
        let palette = Palette {
            accent: Some(Color::Blue),
            ..THEMES[0].palette
        };
        Self {
            palette,
            ..THEMES[0]
        }
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

/// How a screen is set, whatever its colours: chosen once, and passed on to what lays pages out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The marks of our own.
    pub symbols: &'static Symbols,
    /// Whether a mark with their number stands in place of the notes.
    pub hide_notes: bool,
    /// Whether it is said under a rule where else it is printed.
    pub printings: bool,
    /// Whether all stands line by line, in words: for those who listen to the screen or read it in braille.
    pub linear: bool,
}

impl Default for Form {
    fn default() -> Self {
        Self {
            symbols: Symbols::UNICODE,
            hide_notes: false,
            printings: false,
            linear: false,
        }
    }
}

impl Form {
    /// With ASCII marks or not.
    #[must_use]
    pub fn new(ascii: bool) -> Self {
        Self {
            symbols: if ascii {
                Symbols::ASCII
            } else {
                Symbols::UNICODE
            },
            ..Self::default()
        }
    }

    /// The same line by line, or not.
    #[must_use]
    pub fn line_by_line(self, linear: bool) -> Self {
        let symbols = match (linear, self.symbols.ascii) {
            (false, _) => self.symbols,
            (true, false) => Symbols::LINEAR,
            (true, true) => Symbols::LINEAR_ASCII,
        };
        Self {
            symbols,
            linear,
            ..self
        }
    }
}

/// Every concrete style, derived from a theme.
#[derive(Clone, Copy, Debug)]
pub struct Styles {
    theme: Theme,
    /// The ground everything is drawn on.
    pub base: Style,
    /// How a screen is set, whatever its colours.
    pub form: Form,
}

impl Styles {
    /// Derives all styles.
    #[must_use]
    pub fn new(theme: Theme) -> Self {
        // Colours are always said, if only as the terminal's own: what is drawn over something else shows nothing of it.
        let colour = |colour: Option<Color>| colour.unwrap_or(Color::Reset);
        let base = Style::new()
            .fg(colour(theme.palette.text))
            .bg(colour(theme.palette.background));
        Self {
            theme,
            base,
            form: Form::default(),
        }
    }

    /// The same in another theme.
    #[must_use]
    pub fn in_theme(self, theme: Theme) -> Self {
        Self::new(theme).in_form(self.form)
    }

    /// The same in another form.
    #[must_use]
    pub fn in_form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// The marks of our own.
    #[must_use]
    pub fn symbols(&self) -> &'static Symbols {
        self.form.symbols
    }

    /// The style of a face.
    #[must_use]
    pub fn of(&self, face: Face) -> Style {
        let palette = &self.theme.palette;
        let mut style = match face.role {
            Role::Text => self.base,
            Role::Dim | Role::Border => with(self.base, palette.dim),
            Role::Heading => self.base.add_modifier(Modifier::BOLD),
            Role::Link if self.theme.underline_links => {
                with(self.base, palette.accent).add_modifier(Modifier::UNDERLINED)
            }
            Role::Link => with(self.base, palette.accent),
            Role::Effect => with(self.base, palette.effect).add_modifier(Modifier::BOLD),
            Role::Condition => with(self.base, palette.condition).add_modifier(Modifier::BOLD),
            Role::Chip => with(self.base, palette.chip).add_modifier(Modifier::BOLD),
            Role::Note => with(self.base, palette.dim).add_modifier(Modifier::ITALIC),
        };
        if face.strong {
            style = style.add_modifier(Modifier::BOLD);
        }
        if face.emphasis {
            style = style.add_modifier(Modifier::ITALIC);
        }
        if face.matched {
            style = style.add_modifier(Modifier::REVERSED);
        }
        match face.change {
            Some(Change::Changed) => style.add_modifier(Modifier::REVERSED),
            Some(Change::Only) => style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            None => style,
        }
    }

    /// The style of a role.
    #[must_use]
    pub fn role(&self, role: Role) -> Style {
        self.of(Face::of(role))
    }

    /// What is laid over a link or a row that is selected: told by reversal, which every terminal and palette shows.
    #[must_use]
    pub fn selected(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::UNDERLINED)
    }
}

fn with(style: Style, colour: Option<Color>) -> Style {
    colour.map_or(style, |colour| style.fg(colour))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROLES: [Role; 9] = [
        Role::Text,
        Role::Dim,
        Role::Heading,
        Role::Link,
        Role::Effect,
        Role::Condition,
        Role::Chip,
        Role::Note,
        Role::Border,
    ];

    #[test]
    fn the_mono_theme_uses_no_colour() {
        let styles = Styles::new(Theme::standard(false));
        for role in ROLES {
            let style = styles.of(Face {
                matched: true,
                ..Face::of(role)
            });
            assert_eq!(
                (style.fg, style.bg),
                (Some(Color::Reset), Some(Color::Reset)),
                "{role:?}"
            );
        }
    }

    #[test]
    fn without_colour_a_link_is_underlined_and_a_match_reversed() {
        let styles = Styles::new(Theme::standard(false));
        assert!(
            styles
                .role(Role::Link)
                .add_modifier
                .contains(Modifier::UNDERLINED)
        );
        let matched = styles.of(Face {
            matched: true,
            ..Face::default()
        });
        assert!(matched.add_modifier.contains(Modifier::REVERSED));
    }

    #[test]
    fn without_colour_what_is_changed_what_is_only_here_and_a_link_look_different() {
        let styles = Styles::new(Theme::standard(false));
        let of = |change| {
            styles.of(Face {
                change,
                ..Face::default()
            })
        };
        let all = [
            of(None),
            of(Some(Change::Changed)),
            of(Some(Change::Only)),
            styles.role(Role::Link),
        ];
        for (at, style) in all.iter().enumerate() {
            assert!(all[..at].iter().all(|other| other != style), "{style:?}");
        }
    }

    /// How bright a colour is, as WCAG 2 has it.
    fn luminance(colour: Color) -> f64 {
        let Color::Rgb(red, green, blue) = colour else {
            panic!("{colour:?} is whatever the terminal makes of it")
        };
        let linear = [red, green, blue].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// The contrast of two colours, as WCAG 2 has it: 1 for the same, 21 for black and white.
    fn contrast(one: Color, other: Color) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Only of the themes with colours of their own: what the terminal's sixteen look like is the terminal's matter.
    #[rstest::rstest]
    #[case("dark", 4.5)]
    #[case("light", 4.5)]
    #[case("contrast", 7.0)]
    fn every_role_can_be_read_on_its_background(#[case] name: &str, #[case] least: f64) {
        let styles = Styles::new(Theme::named(name).unwrap());
        for role in ROLES {
            // A match and what is selected only swap the two colours.
            let style = styles.role(role);
            let ratio = contrast(style.fg.unwrap(), style.bg.unwrap());
            assert!(ratio >= least, "{name} {role:?}: {ratio:.2}");
        }
    }

    #[test]
    fn the_contrast_is_that_of_wcag() {
        let grey = Color::Rgb(0x76, 0x76, 0x76);
        let (black, white) = (Color::Rgb(0, 0, 0), Color::Rgb(255, 255, 255));
        assert!((contrast(black, white) - 21.0).abs() < 1e-9);
        assert!((contrast(grey, white) - 4.54).abs() < 0.01);
    }

    #[test]
    fn the_default_theme_stays_within_the_sixteen_colours() {
        let palette = Theme::standard(true).palette;
        let colours = [
            palette.text,
            palette.background,
            palette.dim,
            palette.accent,
            palette.effect,
            palette.condition,
            palette.chip,
        ];
        assert!(
            colours
                .into_iter()
                .flatten()
                .all(|colour| !matches!(colour, Color::Rgb(..) | Color::Indexed(_)))
        );
    }
}
