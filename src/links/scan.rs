//! What the search for mentions in one text knows.

use super::graph::{LinkGraph, Related};
use super::names::NameIndex;
use super::statistics::GameStatistics;
use super::typography::Typography;
use super::words::Phrase;
use super::written::Written;
use crate::rules::{RichText, SectionRef};

/// The search for mentions in a text of section `from`.
pub struct Scan<'a> {
    pub graph: &'a LinkGraph,
    pub names: &'a NameIndex,
    pub statistics: &'a GameStatistics,
    pub from: SectionRef,
    pub text: &'a RichText,
    pub phrase: &'a Phrase<'a>,
    pub typography: Typography<'a>,
    /// The links that the author wrote, in order. Mentions must not overlap them.
    pub written: &'a [Written<'a>],
    pub own_titles: Vec<String>,
    pub related: &'a Related,
}
