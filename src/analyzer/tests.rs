//! Tests of the analyzer: what finds what.

use proptest::prelude::*;
use rstest::rstest;

use super::*;

/// Formats the exact forms of a text's tokens, with `|` between tokens at the same position.
fn words(text: &str, language: &str) -> String {
    let mut shown = String::new();
    let mut last = None;
    for token in tokenize(text, Language::named(language).unwrap()) {
        let between = if last == Some(token.position) {
            "|"
        } else {
            " "
        };
        shown += if last.is_none() { "" } else { between };
        shown += &token.exact;
        last = Some(token.position);
    }
    shown
}

#[rstest]
#[case("Operative’s operative's IT'S", "operatives operatives its")]
#[case("re-roll Close-Quarter", "reroll close quarter")]
#[case("4+ 12+", "4+|4 12+|12")]
#[case("2\" 2” 2'' 2 inch 2 inches", "2\"|2 2\"|2 2\"|2 2\"|2 2\"|2")]
#[case("1AP 1 AP (2 SP)", "1ap|1|ap 1ap|1|ap 2sp|2|sp")]
#[case("2D6 D3+3\" 2d6+1 D6", "2d6 d3+3|d3 2d6+1|2d6 d6")]
#[case("3/4", "3 4")]
#[case("7-10 7–10", "7-10|7|10 7-10|7|10")]
#[case("606mm", "606mm|606")]
#[case("30\" x 22\"", "30x22|30\"|30|22\"|22")]
#[case(
    "30x22 606mm x 703mm 6×7",
    "30x22|30|22 606x703|606mm|606|703mm|703 6x7|6|7"
)]
#[case("+1 hit, -2 moves", "+1|1 hit -2|2 moves")]
#[case("x2 Mk7c 16x", "x2 mk7c 16x|16")]
#[case("702.19b 702.10 3rd 4.2", "702.19b 702.10 3rd 4.2")]
#[case("1,000 1,000,000 1\u{202f}000 12,5", "1000 1000000 1000 12 5")]
#[case("1.000 1,000mm", "1.000|1000 1000mm|1000")]
#[case("½\" 1½\" ¾ ⅓", "0.5\"|0.5 1.5\"|1.5 0.75 0.333")]
#[case("", "")]
#[case(" - \" ' ", "")]
#[case("sig\u{ad}nal in\u{200b}side", "signal inside")]
#[case("e\u{301}te\u{301} ﬁnd ＦＵＬＬ", "été find full")]
#[case("射击行动", "射击|射 击行|击 行动|行 动")]
#[case("射", "射")]
#[case("ﾃﾞｷ 攻撃roll", "デキ|デ キ 攻撃|攻 撃 roll")]
fn a_text_is_divided_into_words_values_and_pairs(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(words(text, "en"), expected);
}

#[rstest]
#[case("fr", "l’éclair d'arme", "l éclair d arme")]
#[case("it", "dell'arma", "dell arma")]
#[case("uk", "п'ять", "пять")]
fn an_apostrophe_ends_a_word_where_words_are_elided(
    #[case] language: &str,
    #[case] text: &str,
    #[case] expected: &str,
) {
    assert_eq!(words(text, language), expected);
}

/// A word of a query, and a word of a text that it finds.
#[rstest]
#[case("en", "torch", "Torches")]
#[case("en", "torches", "torch")]
#[case("en", "activate", "activating")]
#[case("en", "suppression", "suppressed")]
#[case("en", "abilities", "ability")]
#[case("en", "dropped", "dropping")]
#[case("en", "officer", "oﬃcer")]
#[case("en", "general", "Général")]
#[case("en", "resume", "résumé")]
#[case("en", "signal", "sig\u{ad}nal")]
#[case("en", "attacker", "attacker’s")]
#[case("en", "reroll", "re-rolls")]
#[case("en", "1000", "1,000")]
#[case("en", "1,000", "1000")]
#[case("en", "0.5\"", "½\"")]
#[case("en", "6\"", "6”")]
#[case("en", "naive", "nai\u{308}ve")]
#[case("de", "Schild", "Schilde")]
#[case("de", "Schild", "Schildes")]
#[case("de", "Patzer", "Patzern")]
#[case("de", "schoen", "schön")]
#[case("de", "schon", "schön")]
#[case("de", "Kaempfer", "Kämpfern")]
#[case("de", "strasse", "Straße")]
#[case("de", "STRASSE", "straße")]
#[case("fr", "melee", "Mêlée")]
#[case("fr", "epee", "épées")]
#[case("fr", "blesser", "blessé")]
#[case("fr", "général", "générale")]
#[case("fr", "coeur", "cœur")]
#[case("fr", "action", "actions")]
#[case("es", "accion", "acciones")]
#[case("es", "habilidad", "habilidades")]
#[case("es", "jugador", "jugadores")]
#[case("es", "ano", "año")]
#[case("it", "giocatore", "giocatori")]
#[case("it", "azione", "azioni")]
#[case("it", "abilita", "abilità")]
#[case("pt", "jogador", "jogadores")]
#[case("pt", "pocoes", "poções")]
#[case("pt", "feitico", "feitiços")]
#[case("nl", "speler", "spelers")]
#[case("nl", "kaart", "kaarten")]
#[case("nl", "vaardigheid", "vaardigheden")]
#[case("sv", "spelare", "spelarens")]
#[case("sv", "kort", "korten")]
#[case("sv", "rackvidd", "räckvidd")]
#[case("da", "kort", "kortene")]
#[case("da", "spiller", "spillerne")]
#[case("da", "brod", "brød")]
#[case("no", "handling", "handlinger")]
#[case("no", "terning", "terningene")]
#[case("fi", "kortti", "kortit")]
#[case("fi", "pelaaja", "pelaajan")]
#[case("ru", "карта", "карты")]
#[case("ru", "игрок", "игроков")]
#[case("ru", "ёж", "еж")]
#[case("pl", "karta", "kartę")]
#[case("pl", "tarcza", "tarczę")]
#[case("pl", "zeton", "żetony")]
#[case("pl", "lodz", "łódź")]
#[case("hu", "fobiro", "Főbíró")]
#[case("hu", "kártya", "kártyák")]
#[case("el", "παίκτης", "ΠΑΊΚΤΗΣ")]
#[case("el", "οδος", "ΟΔΟΣ")]
#[case("cs", "karta", "karty")]
#[case("cs", "hrac", "hráč")]
#[case("tr", "oyuncu", "oyuncular")]
#[case("tr", "izgara", "Izgara")]
#[case("ro", "carte", "cartea")]
#[case("ro", "jucator", "jucători")]
#[case("zh", "射击", "掩护射击行动")]
#[case("zh", "射", "掩护射击行动")]
#[case("ja", "ショット", "ｼｮｯﾄ")]
#[case("ko", "공격", "공격을")]
fn a_word_finds_another_form(#[case] language: &str, #[case] typed: &str, #[case] text: &str) {
    let language = Language::named(language).unwrap_or_default();
    let mut stemmer = Stemmer::new(language);
    let mut stems = |text: &str| -> Vec<Vec<String>> {
        let tokens = tokenize(text, language);
        tokens
            .iter()
            .map(|token| stemmer.stems(&token.exact))
            .collect()
    };
    let found = stems(text);
    let typed = stems(typed);
    let is_found = |stem: &String| found.iter().flatten().any(|other| other == stem);
    assert!(
        typed[0].iter().any(is_found),
        "{typed:?} is not in {found:?}"
    );
}

#[rstest]
#[case("en", "pass", "past")]
#[case("en", "kite", "kit")]
#[case("en", "2\"", "3\"")]
#[case("de", "Schild", "Schuld")]
#[case("ja", "かき", "がき")]
#[case("en", "कि", "की")]
fn other_words_stay_apart(#[case] language: &str, #[case] one: &str, #[case] other: &str) {
    let language = Language::named(language).unwrap_or_default();
    let mut stemmer = Stemmer::new(language);
    let mut stem = |text: &str| {
        let tokens = tokenize(text, language);
        stemmer.stem(&tokens[0].exact).to_owned()
    };
    assert_ne!(stem(one), stem(other));
}

#[rstest]
#[case(
    "The active player may look at the top card of the deck and put it in their hand.",
    "en"
)]
#[case(
    "Der aktive Spieler darf die oberste Karte des Stapels ansehen und auf die Hand nehmen.",
    "de"
)]
#[case(
    "Le joueur actif peut regarder la première carte du paquet et la mettre dans sa main.",
    "fr"
)]
#[case(
    "El jugador activo puede mirar la primera carta del mazo y ponerla en su mano. Después, los demás jugadores hacen lo mismo.",
    "es"
)]
#[case(
    "Aktywny gracz może obejrzeć wierzchnią kartę talii i wziąć ją na rękę.",
    "pl"
)]
#[case(
    "Активный игрок может посмотреть верхнюю карту колоды и взять её в руку.",
    "ru"
)]
#[case("AP 2 CP", "en")]
#[case("", "en")]
#[case("Tarcza daje +1. Masz tarczę i dwa Punkty Mocy. Tarcza pęka.", "pl")]
#[case("The café door. Move through.", "en")]
fn the_language_of_a_text_is_detected(#[case] text: &str, #[case] code: &str) {
    assert_eq!(Language::detect(text).code(), code);
}

#[rstest]
#[case("de", Some("de"))]
#[case("de-AT", Some("de"))]
#[case("deu", Some("de"))]
#[case("German", Some("de"))]
#[case(" français", Some("fr"))]
#[case("en_GB", Some("en"))]
#[case("klingon", None)]
#[case("", None)]
fn a_language_has_codes_and_names(#[case] name: &str, #[case] code: Option<&str>) {
    assert_eq!(Language::named(name).map(Language::code), code);
}

proptest! {
    #[test]
    fn tokens_lie_on_character_borders_in_order(text in "\\PC{0,60}|[가-힣ぁ-ヿ一-龯ﾞｱ\u{3099}a ]{0,20}", code in "en|fr|de") {
        let language = Language::named(&code).unwrap();
        let mut before = (0, 0);
        for token in tokenize(&text, language) {
            prop_assert!(!token.exact.is_empty());
            prop_assert!(text.get(token.start..token.end).is_some_and(|printed| !printed.is_empty()));
            prop_assert!((token.position, token.start) >= before);
            before = (token.position, token.start);
        }
    }

    #[test]
    fn values_in_any_order_never_panic(text in "[0-9dDx+\"'/,. APm#½¼-]{0,30}") {
        tokenize(&text, Language::ENGLISH);
    }

    #[test]
    fn any_word_has_a_stem_in_any_language(word in "\\PC{1,20}|[a-zäöüßéèêășțıęłżñçà]{1,20}", of in 0_u8..40) {
        let names = ["ar", "ca", "cs", "da", "de", "el", "eo", "es", "et", "fa", "fi", "fr", "hi", "hu", "hy", "id", "it",
            "lt", "nl", "no", "pl", "pt", "ro", "ru", "sv", "ta", "tr", "uk", "en"];
        let language = Language::named(names[usize::from(of) % names.len()]).unwrap();
        let mut stemmer = Stemmer::new(language);
        for token in tokenize(&word, language) {
            stemmer.stems(&token.exact);
        }
    }
}
