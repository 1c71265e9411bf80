//! The tags of a document: which text its author made a heading (ISO 32000-1, 14.8.4).

use pdfboss_core::structure::StandardType;
use pdfboss_text::TextSpan;

/// A heading in the tags of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadingTag {
    pub level: u8,
    /// The number of the element, which is the same in all lines of the heading.
    element: u32,
}

/// Returns the heading that a span is a part of. The titles in a table of contents are no headings.
pub fn heading_of(span: &TextSpan) -> Option<HeadingTag> {
    let path = &span.structure.as_ref()?.path;
    let is_list = |kind| matches!(kind, StandardType::TOC | StandardType::Table);
    if path.iter().any(|element| is_list(element.standard_type)) {
        return None;
    }
    let mut sections = 0;
    let levels = path.iter().map(|element| {
        sections += u8::from(element.standard_type == StandardType::Sect && sections < 6);
        let level = match element.standard_type {
            StandardType::H1 => 1,
            StandardType::H2 => 2,
            StandardType::H3 => 3,
            StandardType::H4 => 4,
            StandardType::H5 => 5,
            StandardType::H6 => 6,
            // An unnumbered heading has the depth of its section.
            StandardType::H => sections.max(1),
            _ => return None,
        };
        Some(HeadingTag {
            level,
            element: element.object.num,
        })
    });
    levels.flatten().last()
}
