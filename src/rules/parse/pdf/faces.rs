//! The faces of fonts. The fonts of TeX say what they are only by their names.

use pdfboss_text::TextSpan;

/// The starts of the names of bold, slanted and typewriter fonts of TeX: Computer Modern, its European
/// and Latin versions, and TX.
const BOLD: [&str; 7] = ["cmbx", "cmssbx", "ecbx", "ecsx", "sfbx", "sfsx", "lmbx"];
const ITALIC: [&str; 7] = ["cmti", "cmsl", "cmbxti", "ecti", "ecsl", "sfti", "lmri"];
const CODE: [&str; 7] = ["cmtt", "cmsltt", "ectt", "sftt", "lmmono", "t1xtt", "txtt"];

/// Parts of the names of typewriter fonts.
const CODE_PARTS: [&str; 3] = ["mono", "courier", "typewriter"];

pub fn is_bold(span: &TextSpan) -> bool {
    span.bold || starts_with_any(&name(span), &BOLD)
}

pub fn is_italic(span: &TextSpan) -> bool {
    span.italic || starts_with_any(&name(span), &ITALIC)
}

/// Whether all letters of the font have the same width, as those of code.
pub fn is_code(span: &TextSpan) -> bool {
    let name = name(span);
    span.monospace
        || starts_with_any(&name, &CODE)
        || CODE_PARTS.iter().any(|part| name.contains(part))
}

/// Returns the name of a font in lower case, without the prefix of a subset (`ABCDEF+`).
fn name(span: &TextSpan) -> String {
    let name = span.font_name.rsplit('+').next().unwrap_or_default();
    name.to_ascii_lowercase()
}

fn starts_with_any(name: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| name.starts_with(start))
}
