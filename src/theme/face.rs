//! The meaning of a piece of text, apart from its look.

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
