//! What shaping needs, and the run-in rules that it finds.

use crate::rules::model::{Block, RichText, RunInForm, Vocabulary};
use crate::source::Span;

pub struct RunIn {
    pub label: RichText,
    pub form: RunInForm,
    pub blocks: Vec<Block>,
    /// Blocks after `blocks` that are not shaped yet, because they may contain run-in rules below
    /// this one.
    pub inner: Vec<Block>,
    pub span: Span,
}

/// How the blocks of a section are shaped.
#[derive(Clone, Copy)]
pub struct Shaping<'a> {
    pub words: &'a Vocabulary,
    /// Whether the entries of the section define terms, as in a glossary.
    pub defines: bool,
    /// Whether a rule number starts a rule. If not, several blocks must start with one, because a
    /// single number may be a quantity.
    pub are_numbered: bool,
}

impl<'a> Shaping<'a> {
    pub const fn new(words: &'a Vocabulary, defines: bool) -> Self {
        Self {
            words,
            defines,
            are_numbered: false,
        }
    }
}
