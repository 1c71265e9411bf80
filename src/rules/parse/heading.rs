//! Parses a heading into the name of its section and attributes such as the cost and the kind.
//!
//! Examples: `SWAMP RATS - AMBUSH`, `PRISE **2AP**`, `Dash1AP`, `Fire Wasp [Unit] [1 SP]`,
//! `1. Select Weapon`, `Lethal x+`, `DEBRIS (LIGHT TERRAIN)`, `702.19. Trample`.
//!
//! The parser removes attributes from both ends of the heading until only the name is left. It
//! keeps an attribute if no name would remain without it.

use crate::quantity::Currency;
use crate::rules::model::SectionKind::{self, Question, Rule, Step};
use crate::rules::model::{Cost, LabelRole, Section, Vocabulary};
use crate::rules::slug::{fold, one_line, straighten};

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
    let mut rest = text.trim().trim_end_matches(':').trim_end();
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
    let scope = if words.scopes {
        cut(&mut rest, scope)
    } else {
        None
    };
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
    Section {
        title,
        scope: scope.map(str::to_owned),
        parameter: parameter.map(str::to_owned),
        tags,
        aliases,
        kind,
        cost: found_cost,
        ..section
    }
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
    let said = format!("rule {number}");
    if name.is_empty() {
        *rest = number;
        return vec![said];
    }
    *rest = name;
    vec![number.to_owned(), said]
}

/// Splits a text after the rule number at its start: `702.19b Text`, `4.2. Name`, `100. Name`,
/// `§ 4 Name`.
///
/// Unlike the ordinal of a step, a rule number has two or more components, a section sign, or three
/// digits and a `.`, `:` or `)`. The text after it must be empty or start like a sentence or a
/// name, so `2.5 inches` has no rule number.
pub fn rule_number(text: &str) -> Option<(&str, &str)> {
    let unsigned = text.strip_prefix('§').map_or(text, str::trim_start);
    let (token, after) = unsigned
        .split_once(char::is_whitespace)
        .unwrap_or((unsigned, ""));
    let number = token.trim_end_matches(['.', ':', ')']);
    let digits = number
        .strip_suffix(|c: char| c.is_ascii_lowercase())
        .unwrap_or(number);
    let mut parts = digits.split('.');
    let is_number = parts.all(|part| {
        (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    });
    let is_chapter = digits.len() == 3 && digits == number && token.len() > number.len();
    let is_rule = number.contains('.') || is_chapter || unsigned.len() < text.len();
    let after = after.trim();
    let goes_on = |c: char| c.is_lowercase() || c.is_ascii_digit() || "%\"+-–".contains(c);
    (is_number && is_rule && !after.starts_with(goes_on)).then_some((number, after))
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

/// Splits a text such as `1. Select Weapon` into its number and its name.
pub fn ordinal(text: &str) -> Option<(u32, &str)> {
    let (number, name) = text.split_once(". ")?;
    let name = name.trim();
    let is_ordinal = number.len() <= 3 && !name.is_empty();
    Some((number.parse().ok().filter(|_| is_ordinal)?, name))
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
    #[case("Fire Wasp [Unit] [1CP]", Section { tags: vec!["Unit".into()], ..costing("Fire Wasp", 1, 1, "CP") })]
    #[case("SWAMP RATS - AMBUSH", Section { scope: Some("SWAMP RATS".into()), ..named("AMBUSH") })]
    #[case("SWAMP RATS - GNAW - Strategy Ploy", Section { scope: Some("SWAMP RATS".into()), kind: SectionKind::Named(KindRef(1)), ..named("GNAW") })]
    #[case("SARCOPHAGUS AND DEBRIS (LIGHT TERRAIN)", Section { tags: vec!["LIGHT TERRAIN".into()], ..named("SARCOPHAGUS AND DEBRIS") })]
    #[case("Destroying Doors:", named("Destroying Doors"))]
    #[case("1. Select Weapon", Section { kind: SectionKind::Step { number: 1 }, ..named("Select Weapon") })]
    #[case("[FAQ] Question: May a rat swim (ever)?", Section { tags: vec!["FAQ".into()], kind: SectionKind::Question, ..named("May a rat swim (ever)?") })]
    #[case("Question: Why?", Section { kind: SectionKind::Question, ..named("Why?") })]
    #[case("4. Continued", Section { kind: SectionKind::Step { number: 4 }, ..named("Continued") })]
    #[case("702.19. Trample", Section { aliases: vec!["702.19".into(), "rule 702.19".into()], ..named("Trample") })]
    #[case("§ 4.2 Falling", Section { aliases: vec!["4.2".into(), "rule 4.2".into()], ..named("Falling") })]
    #[case("100. General", Section { aliases: vec!["100".into(), "rule 100".into()], ..named("General") })]
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
    #[case("Rush (2D3AP)", Section { tags: vec!["2D3AP".into()], ..named("Rush") })]
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
