//! Documents and sections that are not the rules themselves.

use crate::rules::Document;
use crate::rules::slug::fold;

/// The names, in lower case and without extension, of files without rules.
const NO_RULES: [&str; 6] = [
    "changelog",
    "contributing",
    "legal",
    "license",
    "readme",
    "style-guide",
];

/// The names, in lower case, of folders with translations of other documents.
const TRANSLATIONS: [&str; 5] = [
    "i18n",
    "localisation",
    "localization",
    "translation",
    "translations",
];

/// Whether a document, such as a licence, has no rules. In a large collection, it defines nothing,
/// and words in it are not mentions.
pub fn has_no_rules(document: &Document) -> bool {
    NO_RULES.contains(&document.source.stem().to_lowercase().as_str())
}

/// Whether a document is in a folder of translations. The names in a translation are not those of
/// the original.
pub fn is_translation(document: &Document) -> bool {
    let mut folders = document.source.folders().split('/');
    folders.any(|folder| TRANSLATIONS.contains(&folder.to_lowercase().as_str()))
}

/// Whether a section with this title, such as `Errata May 2025`, `Latest FAQ` or `Cheat Sheet`, comments
/// on rules, corrects them or sums them up. In a large collection, its subsections have the titles of
/// these rules, but define nothing.
pub fn is_commentary(title: &str) -> bool {
    let title = fold(title);
    let words: Vec<_> = title.split(|c: char| !c.is_alphanumeric()).collect();
    let is_commentary = |word: &&str| matches!(*word, "errata" | "faq" | "faqs");
    words.first().is_some_and(is_commentary)
        || words.len() == 2 && is_commentary(&words[1])
        || title.contains("cheat sheet")
}
