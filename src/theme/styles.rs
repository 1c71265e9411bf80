//! The meaning of a piece of text, and the concrete styles that a theme gives it.

use ratatui::style::{Modifier, Style};

use super::palette::Theme;
use super::symbols::Symbols;

/// The role of a piece of text.
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
    /// The mark ▶ before an effect of an action.
    Effect,
    /// The mark ◆ before a condition of an action.
    Condition,
    /// A cost, a kind, a keyword.
    Chip,
    /// The text of a note, as opposed to rules text.
    Note,
    /// Lines between panes and under headings.
    Border,
}

/// How a text differs from the text that it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Difference {
    /// The other text has other words here.
    Changed,
    /// The other text has nothing here.
    Only,
}

/// How a piece of text is set: its role and emphasis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Face {
    /// Its role.
    pub role: Role,
    /// Bold.
    pub strong: bool,
    /// Italic.
    pub emphasis: bool,
    /// It matches the search.
    pub matched: bool,
    /// How it differs from the text that it is compared with.
    pub difference: Option<Difference>,
}

impl From<Role> for Face {
    fn from(role: Role) -> Self {
        Self::of(role)
    }
}

impl Face {
    /// A face of a role.
    pub const fn of(role: Role) -> Self {
        Self {
            role,
            strong: false,
            emphasis: false,
            matched: false,
            difference: None,
        }
    }

    /// The same face in bold.
    pub const fn strong(self) -> Self {
        Self {
            strong: true,
            ..self
        }
    }
}

/// Every concrete style, derived from a theme.
#[derive(Clone, Copy, Debug)]
pub struct Styles {
    /// The theme.
    pub theme: Theme,
    /// The style of the background and of running text.
    pub base: Style,
    /// The browser's own marks.
    symbols: &'static Symbols,
}

impl Styles {
    /// Derives all styles of a theme.
    pub fn new(theme: Theme, symbols: &'static Symbols) -> Self {
        // Even the terminal's own colours are set, so that overlays cover what is below them.
        let base = Style::new()
            .fg(theme.palette.text)
            .bg(theme.palette.background);
        Self {
            theme,
            base,
            symbols,
        }
    }

    /// The browser's own marks.
    pub fn symbols(&self) -> &'static Symbols {
        self.symbols
    }

    /// The style of a face.
    pub fn of(&self, face: Face) -> Style {
        let palette = &self.theme.palette;
        let mut style = match face.role {
            Role::Text => self.base,
            Role::Dim | Role::Border => self.base.fg(palette.dim),
            Role::Heading => self.base.add_modifier(Modifier::BOLD),
            Role::Link if self.theme.underline_links => self
                .base
                .fg(palette.accent)
                .add_modifier(Modifier::UNDERLINED),
            Role::Link => self.base.fg(palette.accent),
            Role::Effect => self.base.fg(palette.effect).add_modifier(Modifier::BOLD),
            Role::Condition => self.base.fg(palette.condition).add_modifier(Modifier::BOLD),
            Role::Chip => self.base.fg(palette.chip).add_modifier(Modifier::BOLD),
            Role::Note => self.base.fg(palette.dim).add_modifier(Modifier::ITALIC),
        };
        // Bold and underlined together, a text is a match.
        let is_underlined = style.add_modifier.contains(Modifier::UNDERLINED);
        if face.strong && !is_underlined {
            style = style.add_modifier(Modifier::BOLD);
        }
        if face.emphasis {
            style = style.add_modifier(Modifier::ITALIC);
        }
        if face.matched {
            style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        }
        match face.difference {
            Some(Difference::Changed) => style.add_modifier(Modifier::REVERSED),
            Some(Difference::Only) => style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            None => style,
        }
    }

    /// The style of a role.
    pub fn role(&self, role: Role) -> Style {
        self.of(Face::of(role))
    }

    /// The style of the current match, on top of that of every match.
    pub fn current_match(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The style of a selected link: reversal shows in every terminal and palette.
    pub fn selected(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::UNDERLINED)
    }
}

#[cfg(test)]
mod tests;
