//! The language of a document, which decides how its words are stemmed.

use serde::{Deserialize, Serialize};
use snowball_stemmers_rs::Algorithm;
use whatlang::Lang;

/// A language, as an index into `LANGUAGES`. The default is English.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct Language(u8);

struct LanguageRow {
    /// The code of ISO 639-1; `whatlang` knows that of ISO 639-3 and the names.
    code: &'static str,
    language: Lang,
    stemmer: Algorithm,
    /// Whether an apostrophe separates two words (`l'éclair`), instead of being a part of one
    /// (`operative's`).
    elides: bool,
}

const fn row(code: &'static str, language: Lang, stemmer: Algorithm, elides: bool) -> LanguageRow {
    LanguageRow {
        code,
        language,
        stemmer,
        elides,
    }
}

const LANGUAGES: [LanguageRow; 29] = [
    row("en", Lang::Eng, Algorithm::English, false),
    row("ar", Lang::Ara, Algorithm::Arabic, false),
    row("ca", Lang::Cat, Algorithm::Catalan, true),
    row("cs", Lang::Ces, Algorithm::Czech, false),
    row("da", Lang::Dan, Algorithm::Danish, false),
    row("de", Lang::Deu, Algorithm::German, false),
    row("el", Lang::Ell, Algorithm::Greek, true),
    row("eo", Lang::Epo, Algorithm::Esperanto, true),
    row("es", Lang::Spa, Algorithm::Spanish, false),
    row("et", Lang::Est, Algorithm::Estonian, false),
    row("fa", Lang::Pes, Algorithm::Persian, false),
    row("fi", Lang::Fin, Algorithm::Finnish, false),
    row("fr", Lang::Fra, Algorithm::French, true),
    row("hi", Lang::Hin, Algorithm::Hindi, false),
    row("hu", Lang::Hun, Algorithm::Hungarian, false),
    row("hy", Lang::Hye, Algorithm::Armenian, false),
    row("id", Lang::Ind, Algorithm::Indonesian, false),
    row("it", Lang::Ita, Algorithm::Italian, true),
    row("lt", Lang::Lit, Algorithm::Lithuanian, false),
    row("nl", Lang::Nld, Algorithm::Dutch, false),
    row("no", Lang::Nob, Algorithm::Norwegian, false),
    row("pl", Lang::Pol, Algorithm::Polish, false),
    row("pt", Lang::Por, Algorithm::Portuguese, true),
    row("ro", Lang::Ron, Algorithm::Romanian, true),
    row("ru", Lang::Rus, Algorithm::Russian, false),
    row("sv", Lang::Swe, Algorithm::Swedish, false),
    row("ta", Lang::Tam, Algorithm::Tamil, false),
    row("tr", Lang::Tur, Algorithm::Turkish, true),
    row("uk", Lang::Ukr, Algorithm::Ukrainian, false),
];

/// The maximum length in bytes of the start of a text from which its language is detected.
const SAMPLE: usize = 1500;

/// English texts have fewer letters outside ASCII, in names and loanwords, than one in this many.
const FOREIGN_LETTER: usize = 50;

/// The minimum number of such letters in a foreign text. Fewer may be in a single name.
const MIN_FOREIGN: usize = 2;

/// Whether a text has more letters outside ASCII than English texts have.
fn is_foreign(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    let foreign = letters().filter(|c| !c.is_ascii()).count();
    foreign >= MIN_FOREIGN && foreign * FOREIGN_LETTER > letters().count()
}

impl Language {
    /// English, which is also the answer where a language is unknown.
    pub const ENGLISH: Self = Self(0);

    /// Returns the language that a code or an English or native name means: `de`, `de-AT`, `deu`,
    /// `German`, `Deutsch`.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        let code = name.split(['-', '_']).next().unwrap_or("");
        Self::find(|row| {
            let names = [row.language.eng_name(), row.language.name()];
            row.code == code
                || row.language.code() == code
                || names.iter().any(|known| known.to_lowercase() == name)
        })
    }

    /// Detects the language of a text from its start. Where the detector is not sure, its best guess
    /// counts only if the text has more letters outside ASCII than English texts have. Otherwise, and
    /// for a language without a stemmer, English.
    pub fn detect(text: &str) -> Self {
        let mut end = text.len().min(SAMPLE);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let text = &text[..end];
        let detected =
            whatlang::detect(text).filter(|guess| guess.is_reliable() || is_foreign(text));
        detected
            .and_then(|detected| Self::find(|row| row.language == detected.lang()))
            .unwrap_or_default()
    }

    fn find(is_meant: impl Fn(&LanguageRow) -> bool) -> Option<Self> {
        let at = LANGUAGES.iter().position(is_meant)?;
        u8::try_from(at).ok().map(Self)
    }

    fn row(self) -> &'static LanguageRow {
        LANGUAGES.get(usize::from(self.0)).unwrap_or(&LANGUAGES[0])
    }

    /// Returns the code of ISO 639-1, such as `de`.
    pub fn code(self) -> &'static str {
        self.row().code
    }

    pub(super) fn algorithm(self) -> Algorithm {
        self.row().stemmer
    }

    pub(super) fn elides(self) -> bool {
        self.row().elides
    }
}
