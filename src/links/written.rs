//! The links that the author of a text wrote, before they are resolved.

use std::ops::Range;

use crate::rules::{LinkTarget, RichText, is_address};

pub struct Written<'a> {
    /// The byte range of the link in the plain text.
    pub range: Range<usize>,
    pub target: &'a LinkTarget,
    /// Whether the link is a code span. A code span is a link only if it names a section or a
    /// document.
    pub code: bool,
}

/// Returns the links that the author of a text wrote, in order. Adjacent runs with the same target
/// are one link, whatever their styles.
pub fn written(text: &RichText) -> Vec<Written<'_>> {
    let mut links: Vec<Written<'_>> = Vec::new();
    for run in &text.runs {
        let Some(target) = &run.link else { continue };
        let range = run.range();
        match links.last_mut() {
            Some(last) if last.range.end == range.start && last.target == target => {
                last.range.end = range.end;
            }
            _ => links.push(Written {
                range,
                target,
                code: run.style.code,
            }),
        }
    }
    links
}

/// Whether a range overlaps one of these links, which are in order.
pub fn overlaps(written: &[Written<'_>], range: &Range<usize>) -> bool {
    let ends_before = |link: &Written<'_>| link.range.end <= range.start;
    let next = written.get(written.partition_point(ends_before));
    next.is_some_and(|link| link.range.start < range.end)
}

/// Whether a link leads to a web address or an image instead of a section.
pub fn is_external(target: &LinkTarget) -> bool {
    let is_address = matches!(target, LinkTarget::Path(path) if is_address(path));
    is_address || target.image().is_some()
}
