//! Roles and faces, which record what a piece of text means, and the terminal styles that a theme
//! assigns to them.

use ratatui::style::Style;

use super::palette::Theme;
use super::symbols::Symbols;

/// The role of a piece of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Running text.
    #[default]
    Text,
    /// Less important text, such as kinds, paths, dates and counts.
    Dim,
    /// A heading, the name of a run-in rule, or other prominent text such as the keys in the
    /// footer.
    Heading,
    /// A link that can be followed.
    Link,
    /// The mark `▶` before an effect of an action.
    Effect,
    /// The mark `◆` before a condition of an action.
    Condition,
    /// A cost or a keyword.
    Chip,
    /// The label of a note, or a remark that the browser adds.
    Note,
    /// A line (between panes, under a heading or beside a note), the border of a box, or the
    /// scrollbar.
    Border,
}

/// What a piece of text means: its role and everything else that affects its style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each changes the style in its own way"
)]
pub struct Face {
    /// The role.
    pub role: Role,
    /// Whether to add bold to the style of the role. Links ignore this.
    pub strong: bool,
    /// Whether to add italics to the style of the role.
    pub emphasis: bool,
    /// Whether the text matches the search.
    pub matched: bool,
    /// Whether the text differs from the other text of a comparison.
    pub differs: bool,
}

impl From<Role> for Face {
    fn from(role: Role) -> Self {
        Self::of(role)
    }
}

impl Face {
    /// Returns the plain face of a role.
    pub const fn of(role: Role) -> Self {
        Self {
            role,
            strong: false,
            emphasis: false,
            matched: false,
            differs: false,
        }
    }

    /// Returns the same face in bold.
    pub const fn strong(self) -> Self {
        Self {
            strong: true,
            ..self
        }
    }
}

/// The terminal style of every face, derived from one theme.
#[derive(Clone, Copy, Debug)]
pub struct Styles {
    /// The theme that the styles are derived from.
    pub theme: Theme,
    /// The style of the background and of running text.
    pub base: Style,
    /// The marks that the panes draw.
    pub symbols: &'static Symbols,
}

impl Styles {
    /// Derives the styles of a theme. `symbols` are the marks that the panes draw.
    pub fn new(theme: Theme, symbols: &'static Symbols) -> Self {
        // Set both colours even if they are the terminal's own, so that an overlay hides the
        // colours of the cells beneath it.
        let base = Style::new().fg(theme.text).bg(theme.background);
        Self {
            theme,
            base,
            symbols,
        }
    }

    /// Returns the style of a face, or of plain text in a role.
    pub fn of(&self, face: impl Into<Face>) -> Style {
        let (face, theme, base) = (face.into(), &self.theme, self.base);
        let mut style = match face.role {
            Role::Text => base,
            Role::Dim | Role::Border => base.fg(theme.dim),
            Role::Heading => base.bold(),
            Role::Link if theme.underline_links => base.fg(theme.accent).underlined(),
            Role::Link => base.fg(theme.accent),
            Role::Effect => base.fg(theme.effect).bold(),
            Role::Condition => base.fg(theme.condition).bold(),
            Role::Chip => base.fg(theme.chip).bold(),
            Role::Note => base.fg(theme.dim).italic(),
        };
        // All links look alike, whether or not the author wrote them in bold.
        if face.strong && face.role != Role::Link {
            style = style.bold();
        }
        if face.emphasis {
            style = style.italic();
        }
        if face.matched && theme.underline_links {
            style = style.reversed();
        } else if face.matched {
            style = style.bold().underlined();
        }
        if face.differs {
            style = style.reversed();
        }
        style
    }

    /// Returns the style that marks the current match. It is added to the style that all matches
    /// have.
    pub fn current_match(&self) -> Style {
        Style::new().reversed().bold()
    }

    /// Returns the style of the selected row of a list. It replaces the colours of the row.
    /// Reversed text is visible in every terminal and theme.
    pub fn selected_row(&self) -> Style {
        self.base.reversed()
    }

    /// Returns the style that marks the selected link. It is added to the style that all links
    /// have. Reversed text is visible in every terminal and theme.
    pub fn selected(&self) -> Style {
        Style::new().reversed().underlined().bold()
    }
}

#[cfg(test)]
mod tests;
