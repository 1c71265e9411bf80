//! Parses a heading into the name of its section and attributes such as the cost and the kind.
//!
//! Examples: `SWAMP RATS - AMBUSH`, `PRISE **2AP**`, `Dash1AP`, `Fire Wasp [Unit] [1 SP]`,
//! `1. Select Weapon`, `Lethal x+`, `DEBRIS (LIGHT TERRAIN)`, `702.19. Trample`.
//!
//! The parser removes attributes from both ends of the heading until only the name is left. It
//! keeps an attribute if no name would remain without it. The page shows the heading as printed,
//! except for the attributes that the vocabulary knows: [`Section::full_title`].

use super::number::{ordinal, rule_number};
use crate::quantity::Currency;
use crate::rules::model::SectionKind::{self, Question, Rule, Step};
use crate::rules::model::{Cost, LabelRole, Section, Vocabulary};
use crate::rules::slug::{fold, one_line, slug, straighten};

/// Parses a heading into a section with its title, cost, kind, tags, aliases, scope and parameter.
/// A heading that has neither a kind nor a cost nor a step number is a [`SectionKind::Rule`].
pub fn parse(heading: &str, words: &Vocabulary) -> Section {
    let text = straighten(heading);
    let section = Section {
        heading: heading.to_owned(),
        ..Section::default()
    };
    if let Some((title, tags)) = question(text.trim(), words) {
        return Section {
            title,
            tags,
            kind: Question,
            ..section
        };
    }
    let whole = one_line(&text);
    let mut rest = whole.trim_end_matches(':').trim_end();
    let mut aliases = numbers(&mut rest);
    let number = cut(&mut rest, ordinal).filter(|_| aliases.is_empty());
    let is_name = |rest: &str| rest.chars().any(char::is_alphanumeric);
    let (mut found_cost, mut found_kind, mut tags) = (None, None, Vec::new());
    loop {
        rest = if found_cost.is_none()
            && let Some((name, cost)) = cost(rest, words)
            && is_name(name)
        {
            found_cost = Some(cost);
            name
        } else if let Some((name, tag)) = bracketed(rest)
            && is_name(name)
        {
            tags.insert(0, tag.to_owned());
            name
        } else if found_kind.is_none()
            && let Some((name, kind)) = kind_suffix(rest, words)
            && is_name(name)
        {
            found_kind = Some(kind);
            name
        } else {
            break;
        };
    }
    let scope = cut(&mut rest, scope);
    let parameter = cut(&mut rest, parameter);
    let kind = match (found_kind, found_cost, number) {
        (Some(kind), ..) if kind != Rule => kind,
        (_, Some(Cost { currency, .. }), _) => words.kind_of_cost(currency).unwrap_or(Rule),
        (_, None, Some(number)) => Step { number },
        _ => {
            let named = tags.iter().find_map(|tag| kind_in_brackets(tag, words));
            named.unwrap_or(Rule)
        }
    };
    let title = one_line(rest);
    aliases.extend(without_count(&title).map(str::to_owned));
    aliases.extend(
        tags.iter()
            .filter_map(|tag| number_in_brackets(tag))
            .flatten(),
    );
    let short = scope.into_iter().chain(tags.iter().map(String::as_str));
    aliases.extend(
        short
            .filter(|short| abbreviates(short, &title))
            .map(str::to_owned),
    );
    let mut section = Section {
        title,
        scope: scope.map(str::to_owned),
        parameter: parameter.map(str::to_owned),
        tags,
        aliases,
        kind,
        cost: found_cost,
        ..section
    };
    let printed = printed(&whole, words);
    if printed != section.full_title() {
        if slug(printed) != slug(&section.title) {
            section.aliases.push(printed.to_owned());
        }
        section.printed = Some(printed.into());
    }
    section
}

/// Returns a heading without what the vocabulary knows: the costs, kinds and tags at its end, and
/// the team at its start.
fn printed<'a>(heading: &'a str, words: &Vocabulary) -> &'a str {
    let is_name = |rest: &str| rest.chars().any(char::is_alphanumeric);
    let mut rest = heading;
    loop {
        let bare = rest.trim_end_matches(':').trim_end();
        let is_known =
            |tag: &str| words.tags.contains(&fold(tag)) || kind_in_brackets(tag, words).is_some();
        let tagged = || {
            bracketed(bare)
                .filter(|(_, tag)| is_known(tag))
                .map(|(name, _)| name)
        };
        let name = cost(bare, words).map(|(name, _)| name).or_else(tagged);
        let name = name.or_else(|| kind_suffix(bare, words).map(|(name, _)| name));
        match name.filter(|name| is_name(name)) {
            Some(name) => rest = name,
            None => break,
        }
    }
    if words.scopes && rule_number(rest).is_none() && ordinal(rest).is_none() {
        cut(&mut rest, scope);
    }
    rest
}

/// Returns the aliases of a rule with its number in brackets: `Making a Bid (1.2.1)`.
fn number_in_brackets(tag: &str) -> Option<[String; 2]> {
    let (number, after) = rule_number(tag)?;
    (after.is_empty() && number.contains('.')).then(|| [number.to_owned(), said(number)])
}

/// Whether a short text in capitals consists of the first letters of a name's words: `AC` for
/// `Armor Class`.
fn abbreviates(short: &str, name: &str) -> bool {
    let initials = name
        .split_whitespace()
        .filter_map(|word| word.chars().next());
    let initials: String = initials.flat_map(char::to_uppercase).collect();
    short.len() > 1 && short == initials
}

/// Returns the name after a count, because players search for the name alone: `MINES` for
/// `1X MINES`, `Bribes` for `0-3 Bribes`. Returns `None` for a title without a count.
fn without_count(title: &str) -> Option<&str> {
    let (count, name) = title.split_once(' ')?;
    let numbers = count
        .strip_suffix(['x', 'X'])
        .map(|number| (number, number))
        .or_else(|| count.split_once(['-', '–']));
    let is_number = |number: &str| number.parse::<u32>().is_ok();
    numbers.filter(|(least, most)| is_number(least) && is_number(most))?;
    Some(name)
}

/// Removes a rule number from the start of the heading `rest`. Returns the number as aliases:
/// `702.19` and `rule 702.19` for `702.19. Trample`. A heading that is only a number keeps it.
fn numbers(rest: &mut &str) -> Vec<String> {
    let Some((number, name)) = rule_number(rest) else {
        return Vec::new();
    };
    let said = said(number);
    if name.is_empty() {
        *rest = number;
        return vec![said];
    }
    *rest = name;
    vec![number.to_owned(), said]
}

/// Returns the words with which a text refers to a number: `rule 702.19`.
pub fn said(number: &str) -> String {
    format!("rule {number}")
}

/// Calls `part` to parse a component of the heading `rest`, removes the component from `rest`, and
/// returns its value. If `part` finds nothing, `rest` stays unchanged.
fn cut<'a, T>(rest: &mut &'a str, part: fn(&'a str) -> Option<(T, &'a str)>) -> Option<T> {
    let (found, left) = part(rest)?;
    *rest = left;
    Some(found)
}

/// Splits a question such as `[FAQ] Question: May a rat swim?` into its title (`May a rat swim?`)
/// and its tags.
fn question(text: &str, words: &Vocabulary) -> Option<(String, Vec<String>)> {
    let (tag, rest) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((tag, rest)) => (tag.trim(), rest),
        None => ("", text),
    };
    let (mark, question) = rest.split_once(':')?;
    let is_marked = words.label_role(mark) == Some(LabelRole::Question);
    let title = one_line(question);
    let tags = Some(tag.to_owned()).filter(|tag| !tag.is_empty());
    (is_marked && !title.is_empty()).then(|| (title, tags.into_iter().collect()))
}

/// Parses a cost in a currency of the vocabulary at the end of a text, with or without a space
/// before it: `Dash 1AP`, `Dash1AP`, `Dash (1AP)`, `Barricades [3 SP]`. Returns the text before the
/// cost, and the cost.
pub fn cost<'a>(text: &'a str, words: &Vocabulary) -> Option<(&'a str, Cost)> {
    let text = text.trim_end();
    let outside = bracketed(text);
    let inner = outside.map_or(text, |(_, inner)| inner);
    let number = inner.trim_end_matches(|c: char| c.is_ascii_uppercase());
    let currency = Currency::new(&inner[number.len()..])?;
    words.kind_of_cost(currency)?;
    let is_spaced = number.ends_with(char::is_whitespace);
    let number = number.trim_end();
    let before = number.trim_end_matches(|c: char| c.is_ascii_digit());
    let amount = number[before.len()..].parse().ok()?;
    let name = match outside {
        Some((name, _)) => before.is_empty().then_some(name)?,
        None => before,
    };
    let cost = Cost {
        amount,
        currency,
        is_spaced,
    };
    Some((name.trim_end(), cost))
}

fn bracketed(text: &str) -> Option<(&str, &str)> {
    let split = |open: char, close: char| text.strip_suffix(close)?.rsplit_once(open);
    let (before, inner) = split('(', ')').or_else(|| split('[', ']'))?;
    Some((before.trim_end(), inner.trim()))
}

/// Splits a text at the dash before a kind: `GNAW - Strategy Ploy` becomes `GNAW` and the kind. A
/// kind in capitals is the name of a group: `SWAMP RATS - FACTION EQUIPMENT`.
fn kind_suffix<'a>(text: &'a str, words: &Vocabulary) -> Option<(&'a str, SectionKind)> {
    let (before, name) = text
        .rsplit_once(" - ")
        .or_else(|| text.rsplit_once(" – "))?;
    let suffix = fold(name);
    let kind = words.find_kind(|kind| kind.suffixes.contains(&suffix))?;
    name.contains(char::is_lowercase)
        .then_some((before.trim_end(), kind))
}

/// Finds the kind that brackets name: [`Mission`](crate::rules::NamedKind) 6 of `(Joint Ops:
/// Mission 06)`.
fn kind_in_brackets(tag: &str, words: &Vocabulary) -> Option<SectionKind> {
    let tag = fold(tag);
    let tag = tag.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    words.find_kind(|kind| ends_with_any(tag, &kind.suffixes))
}

/// Whether a text in lower case ends with one of some phrases, at the start of a word.
pub fn ends_with_any(text: &str, phrases: &[String]) -> bool {
    let is_end = |phrase: &String| {
        let before = text.strip_suffix(phrase.as_str());
        before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
    };
    phrases.iter().any(is_end)
}

/// Splits `TEAM - NAME` into the team and the name. The team is in capitals, and the name may be in
/// any case.
fn scope(text: &str) -> Option<(&str, &str)> {
    let (scope, name) = text.split_once(" - ")?;
    let is_capitals = scope.contains(char::is_alphabetic) && !scope.contains(char::is_lowercase);
    (is_capitals && !name.trim().is_empty()).then(|| (scope.trim(), name.trim()))
}

/// Splits off a parameter that is a separate word at the end: `Piercing x`, `Lethal x+`.
fn parameter(text: &str) -> Option<(&str, &str)> {
    let (name, last) = text.rsplit_once(' ')?;
    matches!(last, "x" | "x+" | "x\"" | "X" | "X+").then_some((last, name.trim_end()))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::rules::model::KindRef;

    fn named(title: &str) -> Section {
        Section {
            title: title.to_owned(),
            ..Section::default()
        }
    }

    /// A section whose heading is shown as more than its name.
    fn shown(printed: &str, mut section: Section) -> Section {
        section.aliases.push(printed.to_owned());
        section.printed = Some(printed.into());
        section
    }

    /// A section with a kind of the vocabulary of Kill Team, by its position there.
    fn costing(title: &str, kind: u32, amount: u32, currency: &str) -> Section {
        Section {
            kind: SectionKind::Named(KindRef(kind)),
            cost: Some(Cost {
                amount,
                currency: Currency::new(currency).unwrap(),
                is_spaced: false,
            }),
            ..named(title)
        }
    }

    #[rstest]
    #[case("BREACH 2AP", costing("BREACH", 0, 2, "AP"))]
    #[case("Dash1AP", costing("Dash", 0, 1, "AP"))]
    #[case("PRISE (2AP)", costing("PRISE", 0, 2, "AP"))]
    #[case("PRISE [2AP]", costing("PRISE", 0, 2, "AP"))]
    #[case("Fire Wasp [Unit] [1CP]", Section { tags: vec!["Unit".into()], ..shown("Fire Wasp [Unit]", costing("Fire Wasp", 1, 1, "CP")) })]
    #[case("SWAMP RATS - AMBUSH", Section { scope: Some("SWAMP RATS".into()), ..named("AMBUSH") })]
    #[case("SWAMP RATS - GNAW - Strategy Ploy", Section { scope: Some("SWAMP RATS".into()), kind: SectionKind::Named(KindRef(1)), ..named("GNAW") })]
    #[case("SARCOPHAGUS AND DEBRIS (LIGHT TERRAIN)", Section { tags: vec!["LIGHT TERRAIN".into()], ..named("SARCOPHAGUS AND DEBRIS") })]
    #[case("Destroying Doors:", Section { printed: Some("Destroying Doors:".into()), ..named("Destroying Doors") })]
    #[case("1. Select Weapon", Section { kind: SectionKind::Step { number: 1 }, ..shown("1. Select Weapon", named("Select Weapon")) })]
    #[case("[FAQ] Question: May a rat swim (ever)?", Section { tags: vec!["FAQ".into()], kind: SectionKind::Question, ..named("May a rat swim (ever)?") })]
    #[case("Question: Why?", Section { kind: SectionKind::Question, ..named("Why?") })]
    #[case("4. Continued", Section { kind: SectionKind::Step { number: 4 }, ..shown("4. Continued", named("Continued")) })]
    #[case("702.19. Trample", shown("702.19. Trample", Section { aliases: vec!["702.19".into(), "rule 702.19".into()], ..named("Trample") }))]
    #[case("§ 4.2 Falling", shown("§ 4.2 Falling", Section { aliases: vec!["4.2".into(), "rule 4.2".into()], ..named("Falling") }))]
    #[case("100. General", shown("100. General", Section { aliases: vec!["100".into(), "rule 100".into()], ..named("General") }))]
    #[case("2x Ladders", Section { aliases: vec!["Ladders".into()], ..named("2x Ladders") })]
    #[case("0-3 Bribes", Section { aliases: vec!["Bribes".into()], ..named("0-3 Bribes") })]
    #[case("702.19b", Section { aliases: vec!["rule 702.19b".into()], ..named("702.19b") })]
    #[case("§§ 7 Rats", named("§§ 7 Rats"))]
    #[case("2.5 inches", named("2.5 inches"))]
    #[case("3.5\" Move", named("3.5\" Move"))]
    #[case("Piercing x", Section { parameter: Some("x".into()), ..named("Piercing") })]
    #[case("Lethal x+", Section { parameter: Some("x+".into()), ..named("Lethal") })]
    #[case(
        "Catastrophic Damage – Buried Alive!",
        named("Catastrophic Damage – Buried Alive!")
    )]
    #[case("Close-Quarter Battles", named("Close-Quarter Battles"))]
    #[case("(2AP)", named("(2AP)"))]
    #[case("SWAMP RATS - FACTION EQUIPMENT", Section { scope: Some("SWAMP RATS".into()), ..named("FACTION EQUIPMENT") })]
    #[case("Rush (2D3AP)", shown("Rush (2D3AP)", Section { tags: vec!["2D3AP".into()], ..named("Rush") }))]
    #[case("Elemental (Water)", shown("Elemental (Water)", Section { tags: vec!["Water".into()], ..named("Elemental") }))]
    #[case("Craft Boat (I - II)", shown("Craft Boat (I - II)", Section { tags: vec!["I - II".into()], ..named("Craft Boat") }))]
    #[case("Bid (1.2.1)", shown("Bid (1.2.1)", Section { tags: vec!["1.2.1".into()], aliases: vec!["1.2.1".into(), "rule 1.2.1".into()], ..named("Bid") }))]
    #[case("Armor Class (AC)", shown("Armor Class (AC)", Section { tags: vec!["AC".into()], aliases: vec!["AC".into()], ..named("Armor Class") }))]
    #[case("A1a1) Start", shown("A1a1) Start", Section { aliases: vec!["A1a1".into(), "rule A1a1".into()], ..named("Start") }))]
    #[case("D6: Mud", named("D6: Mud"))]
    #[case("Attacker’s  Stratagems", named("Attacker's Stratagems"))]
    #[case("", named(""))]
    fn a_heading_is_taken_apart(#[case] text: &str, #[case] expected: Section) {
        let expected = Section {
            heading: text.to_owned(),
            ..expected
        };
        assert_eq!(parse(text, &Vocabulary::kill_team()), expected);
    }
}
