//! The grammar of headings: what stands in one besides the name.
//!
//! `SWAMP RATS - AMBUSH`, `PRISE **2AP**`, `Dash1AP`, `Fire Wasp [Unit] [1 SP]`, `1. Select Weapon`, `Lethal x+`,
//! `DEBRIS (LIGHT TERRAIN)`: each part is cut off in turn from the ends until the name is left. A part is cut only where a
//! name remains.

use super::model::section::Cost;
use super::slug::straighten;
use crate::quantity::Currency;

/// The parts of a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Heading {
    pub title: String,
    pub scope: Option<String>,
    pub cost: Option<Cost>,
    pub ordinal: Option<u32>,
    pub parameter: Option<String>,
    pub tags: Vec<String>,
    pub kind: Option<Suffix>,
    /// Whether the title is a question that was marked as one.
    pub question: bool,
}

/// A kind that a heading names at its end: `- Strategy Ploy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Suffix {
    Ploy,
    Equipment,
    Rule,
    EventCard,
    Mission,
    WeaponRule,
}

const SUFFIXES: [(&str, Suffix); 12] = [
    ("strategy ploy", Suffix::Ploy),
    ("firefight ploy", Suffix::Ploy),
    ("strategic ploy", Suffix::Ploy),
    ("tactical ploy", Suffix::Ploy),
    ("faction rule", Suffix::Rule),
    ("operative rule", Suffix::Rule),
    ("faction equipment", Suffix::Equipment),
    ("universal equipment", Suffix::Equipment),
    ("equipment", Suffix::Equipment),
    ("event card", Suffix::EventCard),
    ("mission", Suffix::Mission),
    ("weapon rule", Suffix::WeaponRule),
];

/// Takes a heading's plain text apart.
pub(super) fn parse(text: &str) -> Heading {
    let mut heading = Heading::default();
    let text = straighten(text);
    if let Some(question) = question(text.trim()) {
        return question;
    }
    let mut rest = text.trim().trim_end_matches(':').trim_end();
    if let Some((number, name)) = ordinal(rest) {
        heading.ordinal = Some(number);
        rest = name;
    }
    while let Some(shorter) = heading.cut_end(rest) {
        rest = shorter;
    }
    if let Some((scope, name)) = scope(rest) {
        heading.scope = Some(scope.to_owned());
        rest = name;
    }
    if let Some((name, parameter)) = parameter(rest) {
        heading.parameter = Some(parameter.to_owned());
        rest = name;
    }
    heading.title = rest.split_whitespace().collect::<Vec<_>>().join(" ");
    heading.tags.reverse();
    heading
}

impl Heading {
    /// Cuts one part off the end, if there is one and a name remains.
    fn cut_end<'a>(&mut self, text: &'a str) -> Option<&'a str> {
        let named = |rest: &&str| rest.chars().any(char::is_alphanumeric);
        if let Some((rest, cost)) =
            cost(text).filter(|(rest, _)| self.cost.is_none() && named(rest))
        {
            self.cost = Some(cost);
            return Some(rest);
        }
        if let Some((rest, tag)) = bracketed(text).filter(|(rest, _)| named(rest)) {
            self.tags.push(tag.to_owned());
            return Some(rest);
        }
        let (rest, kind) = suffix(text).filter(|(rest, _)| self.kind.is_none() && named(rest))?;
        self.kind = Some(kind);
        Some(rest)
    }
}

/// `[FAQ] Question: May a rat swim?`: the title is the question, whole and as it stands.
fn question(text: &str) -> Option<Heading> {
    let (tag, rest) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((tag, rest)) => (Some(tag.trim()), rest.trim_start()),
        None => (None, text),
    };
    let (mark, question) = rest.split_once(':')?;
    let marked = ["question", "q"]
        .iter()
        .any(|word| mark.trim().eq_ignore_ascii_case(word));
    let title = question.split_whitespace().collect::<Vec<_>>().join(" ");
    let tags = tag
        .filter(|tag| !tag.is_empty())
        .map(str::to_owned)
        .into_iter()
        .collect();
    (marked && !title.is_empty()).then(|| Heading {
        title,
        tags,
        question: true,
        ..Heading::default()
    })
}

/// A cost at the end of a text: `1AP`, `(1AP)`, `[3 SP]`, glued to the name or not. Gives what stands before it.
pub(super) fn cost(text: &str) -> Option<(&str, Cost)> {
    let text = text.trim_end();
    let open = match text.chars().last()? {
        ')' => Some('('),
        ']' => Some('['),
        _ => None,
    };
    let inner = open.map_or(text, |_| &text[..text.len() - 1]);
    let currency = [
        Currency::AP,
        Currency::CP,
        Currency::SP,
        Currency::EP,
        Currency::VP,
    ]
    .into_iter()
    .find(|currency| inner.ends_with(currency.symbol()))?;
    let number = inner[..inner.len() - 2].trim_end();
    let digits = number.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (before, digits) = number.split_at(number.len() - digits);
    let amount = digits.parse().ok()?;
    let before = match open {
        Some(open) => before.trim_end().strip_suffix(open)?,
        None => before,
    };
    // `D6AP` and `-1AP` are no costs of a name.
    let ends_name = before.is_empty() || !before.ends_with(['-', '+', '.', '/']);
    ends_name.then(|| (before.trim_end(), Cost { amount, currency }))
}

fn bracketed(text: &str) -> Option<(&str, &str)> {
    let open = match text.chars().last()? {
        ')' => '(',
        ']' => '[',
        _ => return None,
    };
    let (before, inner) = text[..text.len() - 1].rsplit_once(open)?;
    Some((before.trim_end(), inner.trim()))
}

fn suffix(text: &str) -> Option<(&str, Suffix)> {
    let (before, last) = text
        .rsplit_once(" - ")
        .or_else(|| text.rsplit_once(" – "))?;
    let last = last.trim().to_lowercase();
    let kind = SUFFIXES.iter().find(|(name, _)| *name == last)?.1;
    Some((before.trim_end(), kind))
}

/// A heading that is a team and a kind and no name: `SWAMP RATS - FACTION EQUIPMENT`, both of them in capitals.
pub(super) fn group(text: &str) -> Option<(&str, &str)> {
    let text = text.trim().trim_end_matches(':');
    let (team, _) = suffix(text)?;
    let group = text[text.find(team)? + team.len()..].trim_start_matches([' ', '-', '–']);
    (!text.chars().any(char::is_lowercase)).then_some((team, group))
}

fn ordinal(text: &str) -> Option<(u32, &str)> {
    let (number, name) = text.split_once(". ")?;
    let name = name.trim();
    (number.len() <= 3 && !name.is_empty()).then_some(())?;
    Some((number.parse().ok()?, name))
}

/// `TEAM - NAME`: the prefix is in capitals, the name may be anything.
fn scope(text: &str) -> Option<(&str, &str)> {
    let (scope, name) = text.split_once(" - ")?;
    let capitals = scope.chars().any(char::is_alphabetic) && !scope.chars().any(char::is_lowercase);
    (capitals && !name.trim().is_empty()).then(|| (scope.trim(), name.trim()))
}

/// `Piercing x`, `Lethal x+`, `Devastating x`: a lower-case x as a word of its own at the end.
fn parameter(text: &str) -> Option<(&str, &str)> {
    let (name, last) = text.rsplit_once(' ')?;
    matches!(last, "x" | "x+" | "x\"" | "X" | "X+").then_some((name.trim_end(), last))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn named(title: &str) -> Heading {
        Heading {
            title: title.to_owned(),
            ..Heading::default()
        }
    }

    const fn ap(amount: u32) -> Cost {
        Cost {
            amount,
            currency: Currency::AP,
        }
    }

    #[rstest]
    #[case("SWAMP RATS - FACTION EQUIPMENT", Some(("SWAMP RATS", "FACTION EQUIPMENT")))]
    #[case("SWAMP RATS – EQUIPMENT:", Some(("SWAMP RATS", "EQUIPMENT")))]
    #[case("SWAMP RATS - Faction Equipment", None)]
    #[case("SWAMP RATS - AMBUSH", None)]
    fn a_team_and_a_kind_are_a_group(#[case] text: &str, #[case] expected: Option<(&str, &str)>) {
        assert_eq!(group(text), expected);
    }

    #[rstest]
    #[case("BREACH 2AP", Heading { cost: Some(ap(2)), ..named("BREACH") })]
    #[case("Dash1AP", Heading { cost: Some(ap(1)), ..named("Dash") })]
    #[case("PRISE (2AP)", Heading { cost: Some(ap(2)), ..named("PRISE") })]
    #[case("PRISE [2AP]", Heading { cost: Some(ap(2)), ..named("PRISE") })]
    #[case("Fire Wasp [Unit] [1 SP]", Heading { tags: vec!["Unit".into()], cost: Some(Cost { amount: 1, currency: Currency::SP }), ..named("Fire Wasp") })]
    #[case("SWAMP RATS - AMBUSH", Heading { scope: Some("SWAMP RATS".into()), ..named("AMBUSH") })]
    #[case("SWAMP RATS - GNAW - Strategy Ploy", Heading { scope: Some("SWAMP RATS".into()), kind: Some(Suffix::Ploy), ..named("GNAW") })]
    #[case("SARCOPHAGUS AND DEBRIS (LIGHT TERRAIN)", Heading { tags: vec!["LIGHT TERRAIN".into()], ..named("SARCOPHAGUS AND DEBRIS") })]
    #[case("Destroying Doors:", named("Destroying Doors"))]
    #[case("1. Select Weapon", Heading { ordinal: Some(1), ..named("Select Weapon") })]
    #[case("[FAQ] Question: May a rat swim (ever)?", Heading { tags: vec!["FAQ".into()], question: true, ..named("May a rat swim (ever)?") })]
    #[case("Question: Why?", Heading { question: true, ..named("Why?") })]
    #[case("4. Continued", Heading { ordinal: Some(4), ..named("Continued") })]
    #[case("Piercing x", Heading { parameter: Some("x".into()), ..named("Piercing") })]
    #[case("Lethal x+", Heading { parameter: Some("x+".into()), ..named("Lethal") })]
    #[case(
        "Catastrophic Damage – Buried Alive!",
        named("Catastrophic Damage – Buried Alive!")
    )]
    #[case("Close-Quarter Battles", named("Close-Quarter Battles"))]
    #[case("(2AP)", named("(2AP)"))]
    #[case("Attacker’s  Stratagems", named("Attacker's Stratagems"))]
    #[case("", named(""))]
    fn a_heading_is_taken_apart(#[case] text: &str, #[case] expected: Heading) {
        assert_eq!(parse(text), expected);
    }
}
