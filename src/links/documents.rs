//! Documents that are translations.

use crate::rules::Document;

/// The names, in lower case, of folders with translations of other documents.
const TRANSLATIONS: [&str; 5] = [
    "i18n",
    "localisation",
    "localization",
    "translation",
    "translations",
];

/// Whether a document is in a folder of translations. The names in a translation are not those of
/// the original.
pub fn is_translation(document: &Document) -> bool {
    let mut folders = document.source.folders().split('/');
    folders.any(|folder| TRANSLATIONS.contains(&folder.to_lowercase().as_str()))
}
