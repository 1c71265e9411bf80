//! What the side pane can show.

use crate::rules::SectionRef;

/// The content of the side pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideContent {
    /// A pinned section.
    Pin(SectionRef),
    /// What links to a section.
    Links(SectionRef),
}

impl SideContent {
    /// The section.
    #[must_use]
    pub fn section(self) -> SectionRef {
        let (Self::Pin(section) | Self::Links(section)) = self;
        section
    }
}
