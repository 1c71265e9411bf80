//! Tests of words that texts write in another way than queries.

use super::*;

/// A book in which each text is the section `n`, for the text's number.
fn book_of_texts(texts: &[&str]) -> (Rulebook, SearchIndex) {
    let sections = texts.iter().enumerate();
    let sections: Vec<_> = sections
        .map(|(at, text)| format!("## Part {at}\n\n{text}\n\n"))
        .collect();
    let sections = sections.concat();
    book_of(&[("a.md", &format!("# House\n\n{sections}"))])
}

const TEXTS: [&str; 11] = [
    "Suffer consequences. Use torches when dark.",
    "The oﬃcer must ﬁnd the ﬂag.",
    "Général blessé en forêt.",
    "攻击方在回合开始时获得先手，掩护射击行动。",
    "It costs 1,000 gold.",
    "Move ½\" forward.",
    "The mistress of the night re-rolls.",
    "Sig\u{ad}nals are raised.",
    "A résumé is read.",
    "We resume the game here and resume it there.",
    "See section 4.2 on p. 93.",
];

#[rstest]
#[case("torch", 0)]
#[case("officer", 1)]
#[case("general", 2)]
#[case("blesse", 2)]
#[case("射击", 3)]
#[case("先手", 3)]
#[case("射", 3)]
#[case("1000", 4)]
#[case("1,000", 4)]
#[case("½\"", 5)]
#[case("0.5\"", 5)]
#[case("mistresses", 6)]
#[case("reroll", 6)]
#[case("signal", 7)]
#[case("résumé", 8)]
#[case("resume", 9)]
#[case("section 4.2", 10)]
#[case("§ 4.2", 10)]
#[case("p. 93", 10)]
fn a_word_is_found_however_it_is_written(#[case] text: &str, #[case] part: usize) {
    let (book, index) = book_of_texts(&TEXTS);
    let results = index.search(&book, &ask(text));
    let first = results.hits.first();
    let first = first.map(|hit| book.section(hit.section).id.as_str());
    assert_eq!(first, Some(format!("house/a#part-{part}").as_str()));
    assert_ne!(results.outcome, Answerability::None);
}

#[test]
fn quotes_in_a_sentence_ask_for_no_phrase() {
    let (book, index) = book_of_texts(&TEXTS);
    let found = |text: &str| index.search(&book, &ask(text)).hits.len();
    assert!(found("does \"the officer\" find a \"flag of war\"") > 0);
    assert_eq!(found("\"the officer must\""), 1);
    assert!(found("\"officer flag must\"") > 0, "searched for as words");
}

#[rstest]
#[case("teh duct tape", "duct-tape")]
#[case("duct tape adn", "duct-tape")]
#[case("ptu duct tape", "duct-tape")]
#[case("cu to", "custodians-token")]
#[case("custodians tok", "custodians-token")]
fn a_slip_or_a_few_letters_hide_no_title(#[case] text: &str, #[case] slug: &str) {
    let rules = "# House\n\n## Duct Tape\n\nIt holds.\n\n## Tape\n\nIt measures.\n\n\
        ## Custodians Token\n\nIt is round.\n\n## Cut the Custard Too\n\nQuickly.\n";
    let found = slugs(&book_of(&[("a.md", rules)]), &ask(text));
    assert_eq!(found.first().map_or("", String::as_str), slug);
}

#[test]
fn a_long_question_keeps_the_words_that_matter() {
    let padding =
        "I was wondering about what we should do when it is like this and then ".repeat(20);
    let (book, index) = book_of_texts(&TEXTS);
    let hits = index
        .search(&book, &ask(&format!("{padding}, the torches")))
        .hits;
    assert_eq!(book.section(hits[0].section).id, "house/a#part-0");
}

const MONSTERS: [(&str, &str); 5] = [
    (
        "eel.md",
        "---\nrarity: rare\nlevel: 3\n---\n# Eel\n\n**Challenge** 10 (5,900 XP)\n\nIt bites.\n",
    ),
    (
        "toad.md",
        "---\nrarity: very rare\nlevel: 1\n---\n# Toad\n\n**Challenge** 1/4 (50 XP)\n\nIt spits.\n",
    ),
    (
        "wolf.md",
        "---\nrarity: common\nlevel: 2\n---\n# Wolf\n\n**Challenge:** 2\n\nIt bites too.\n",
    ),
    (
        "bat.md",
        "---\nrarity: uncommon\nlevel: 12\n---\n# Bat\n\nChallenge: 1\n\nIt flies.\n",
    ),
    ("rules.md", "# Rules\n\n## Biting\n\nNote: it hurts.\n"),
];

#[rstest]
#[case("challenge:<3", &["bat", "toad", "wolf"])]
#[case("challenge:10", &["eel"])]
#[case("challenge:0.25", &["toad"])]
#[case("level:>=3", &["bat", "eel"])]
#[case("level:1", &["toad"])]
#[case("rarity:rare", &["eel"])]
#[case("rarity:very", &["toad"])]
#[case("-rarity:common challenge:<3", &["bat", "toad"])]
#[case("challenge:>1 bites", &["eel", "wolf"])]
fn fields_of_the_documents_are_filters(#[case] text: &str, #[case] expected: &[&str]) {
    let mut found = slugs(&book_of(&MONSTERS), &ask(text));
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn hits_are_sorted_by_a_field() {
    let house = book_of(&MONSTERS);
    let sorted = |key: &str| {
        let sort = Some(key.to_owned());
        slugs(
            &house,
            &Query {
                sort,
                ..ask("level:>0")
            },
        )
    };
    assert_eq!(sorted("challenge"), ["toad", "bat", "wolf", "eel"]);
    assert_eq!(sorted("-level"), ["bat", "eel", "wolf", "toad"]);
}

#[test]
fn fields_and_their_values_are_completed() {
    let (book, index) = book_of(&MONSTERS);
    assert_eq!(complete(&index, &book, "chal"), ["challenge:"]);
    assert_eq!(complete(&index, &book, "rarity:r"), ["rarity:rare"]);
    let challenges = [
        "challenge:1/4",
        "challenge:1",
        "challenge:2",
        "challenge:10",
    ];
    assert_eq!(complete(&index, &book, "challenge:"), challenges);
    assert_eq!(complete(&index, &book, "no"), Vec::<String>::new());
}

#[rstest]
#[case::of_the_line("is:evocation", &["fire", "bolt"])]
#[case::both("is:evocation is:3rd", &["fire"])]
#[case::by_a_field_that_does_not_exist("school:evocation level:3", &["fire"])]
#[case::of_one_kind("is:necromancy", &["chill"])]
fn the_line_below_a_title_says_what_a_section_is(#[case] text: &str, #[case] expected: &[&str]) {
    let spells = "# Spells\n\n## Fire\n\n*3rd-level evocation*\n\nIt burns.\n\n## Bolt\n\n*1st-level evocation*\n\nIt strikes.\n\n## Chill\n\n*3rd-level necromancy*\n\nIt numbs, *slowly*.\n";
    let rules = book_of(&[("spells.md", spells)]);
    let mut found = slugs(&rules, &ask(text));
    found.sort_by_key(|slug| expected.iter().position(|of| of == slug));
    assert_eq!(found, expected);
}

#[test]
fn what_looks_like_a_filter_is_told() {
    let (book, index) = book_of(&[("a.md", "# Rats\n\n## Red\n\nA red rat. Colour it.\n")]);
    let about = index
        .search(&book, &ask("colour:red 12:30 http://rat.example"))
        .about;
    let told = query_messages(&index, &book, &about, &|word| format!("<{word}>"));
    let [message] = &told[..] else {
        panic!("{told:?}");
    };
    assert!(
        message.starts_with("<colour:red> is no filter"),
        "{message}"
    );
    assert!(
        message.ends_with("filters are type, game, doc"),
        "{message}"
    );
}

#[rstest]
#[case("xyzzy breach", &["no loaded rule contains <xyzzy>"])]
#[case("missions with breach points", &["<type:mission with breach points> finds only this kind"])]
#[case("game:kill missions with breach points", &[])]
#[case("destroy sarcophagus mission", &[])]
#[case("mission", &[])]
#[case("event card reanimation", &[])]
#[case("breach", &[])]
fn unknown_words_and_named_kinds_are_told(#[case] text: &str, #[case] expected: &[&str]) {
    let (book, index) = &*BUNDLED;
    let results = index.search(book, &ask(text));
    let quoted = |word: &str| format!("<{word}>");
    let mut messages = query_messages(index, book, &results.about, &quoted);
    messages.extend(narrower_message(&results.about, &quoted));
    assert_eq!(messages, expected);
}

#[test]
fn a_value_is_a_list_of_parts() {
    let spell = |name: &str, components: &str| {
        format!("## {name}\n\n**Components:** {components}\n\nIt works.\n\n")
    };
    let spells = [
        spell("Glow", "V"),
        spell(
            "Burn",
            "V, S, M (a tiny ball of bat guano and sulfur, which burns well)",
        ),
        spell("Ward", "S, M"),
    ];
    let rules = book_of(&[("spells.md", &format!("# Spells\n\n{}", spells.concat()))]);
    let mut found = slugs(&rules, &ask("components:v"));
    found.sort();
    assert_eq!(found, ["burn", "glow"]);
}

#[rstest]
#[case("section 4.2", "rats")]
#[case("article 4.2.1", "swimming")]
#[case("regulation A1a1", "balls")]
fn the_number_of_a_rule_is_found_whatever_it_is_called(#[case] text: &str, #[case] slug: &str) {
    let rules = book_of(&[(
        "a.md",
        "# Bog\n\n## 4.2 Rats\n\n### 4.2.1 Swimming\n\nA rat swims.\n\n## A1a1) Balls\n\nThe ball is round.\n",
    )]);
    let results = rules.1.search(&rules.0, &ask(text));
    assert_eq!(results.outcome, Answerability::Found);
    assert_eq!(slugs(&rules, &ask(text))[0], slug);
}

#[rstest]
#[case("level:<3", &["bolt"])]
#[case("school:evocation", &["fire", "bolt"])]
#[case("type:caster", &["m"])]
fn filters_compare_what_sections_are(#[case] text: &str, #[case] expected: &[&str]) {
    let spells = "# Spells\n\n## Fire\n\n*3rd-level evocation*\n\nIt burns.\n\n## Bolt\n\n*1st-level evocation*\n\nIt strikes.\n\n## Chill\n\n*3rd-level necromancy*\n\nIt numbs.\n";
    let person = |name: &str, kind: &str| {
        format!("---\ntype: {kind}\nécole: Évocation {name}\n---\n# {name}\n\nText.\n")
    };
    let files = [
        ("m.md", person("Mage", "caster")),
        ("a.md", person("Ape", "brute")),
        ("b.md", person("Bee", "brute")),
    ];
    let mut all = vec![("spells.md", spells)];
    all.extend(files.iter().map(|(file, text)| (*file, text.as_str())));
    let rules = book_of(&all);
    let found = slugs(&rules, &ask(text));
    for slug in expected {
        assert!(found.iter().any(|of| of == slug), "{found:?}");
    }
}

#[test]
fn a_number_of_an_unknown_field_finds_nothing_by_itself() {
    let spells = "# Spells\n\n## Fire\n\n*3rd-level evocation*\n\nIt burns.\n";
    let (book, index) = book_of(&[("spells.md", spells)]);
    let about = index.search(&book, &ask("cr:<3 fire")).about;
    assert_eq!(about.no_filters, ["cr:<3"]);
}

#[rstest]
#[case("open a door", "turn-the-handle")]
#[case("open the door", "turn-the-handle")]
#[case("an open door", "open-door")]
#[case("stuck", "doors-that-stick")]
fn a_synonym_is_found_as_it_is_written(#[case] text: &str, #[case] expected: &str) {
    let rules = "# House\n\n## Open Door\n\nAn open door lets you see.\n\n## Turn the Handle\n\nDo this once.\n\n## Doors That Stick\n\nPush.\n\n## Mud\n\n**Stuck:** You stay where you are.\n";
    let synonyms = "open a door: [Turn the Handle]\nstuck: [Doors That Stick]\n";
    let (book, index) = book_of(&[("a.md", rules), ("synonyms.yaml", synonyms)]);
    let hits = index.search(&book, &ask(text)).hits;
    let id = &book.section(hits[0].section).id;
    assert!(id.ends_with(expected), "{id}");
}
