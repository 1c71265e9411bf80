//! Headings in words: what a section is, and when a document was updated.

use super::flow::Flow;
use crate::rules::{Section, SectionKind};
use crate::theme::Role;

/// Appends what a section costs and its tags.
pub(super) fn push_cost_and_tags(flow: &mut Flow, section: &Section) {
    push_cost(flow, section);
    for tag in &section.tags {
        flow.push(&format!("  {}", tag.to_lowercase()), Role::Dim);
    }
}

/// Appends what a section costs.
pub(super) fn push_cost(flow: &mut Flow, section: &Section) {
    if let Some(cost) = section.kind.cost() {
        flow.push(&format!("  {cost}"), Role::Chip);
    }
}

/// What a section is, as the page says it; empty where the heading alone says enough.
pub fn kind_label(kind: &SectionKind) -> &'static str {
    match kind {
        SectionKind::Document | SectionKind::Group | SectionKind::Rule => "",
        SectionKind::EventCard { .. } => "event card",
        SectionKind::KeyNumbers => "key numbers",
        other => other.name(),
    }
}

/// `2025-09-10` as people write it: `10 Sep 2025`; anything else unchanged.
pub fn readable_date(date: &str) -> String {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let readable = || {
        let mut parts = date.splitn(3, '-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let number = |text: &str| {
            text.bytes()
                .all(|byte| byte.is_ascii_digit())
                .then(|| text.parse::<usize>().ok())?
        };
        let name = MONTHS.get(number(month)?.checked_sub(1)?)?;
        let day = number(day).filter(|day| (1..=31).contains(day))?;
        (year.len() == 4 && number(year).is_some()).then(|| format!("{day} {name} {year}"))
    };
    readable().unwrap_or_else(|| date.to_owned())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("2025-09-10", "10 Sep 2025")]
    #[case("August 2025", "August 2025")]
    #[case("2025-9-1", "1 Sep 2025")]
    #[case("2025-13-10", "2025-13-10")]
    #[case("2025-00-10", "2025-00-10")]
    #[case("2025-09-32", "2025-09-32")]
    #[case("2025-09-+1", "2025-09-+1")]
    #[case("20250-09-01", "20250-09-01")]
    #[case("2025-09-10T12:00:00Z", "2025-09-10T12:00:00Z")]
    #[case(
        "99999999999999999999-99999999999999999999-1",
        "99999999999999999999-99999999999999999999-1"
    )]
    #[case("二〇二五-09-10", "二〇二五-09-10")]
    #[case("", "")]
    fn a_date_is_said_as_people_write_it(#[case] date: &str, #[case] expected: &str) {
        assert_eq!(readable_date(date), expected);
    }
}
