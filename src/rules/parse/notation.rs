//! Converts equivalent notations to one form.

/// Unifies notations with the same meaning: `2''` and `$2^{\prime\prime}$` become `2"`, `$>$`
/// becomes `>`.
pub fn normalise(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['$', '\'']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((value, after)) = formula(rest) {
            out.push_str(&value);
            rest = after;
        } else if rest.starts_with("''") && out.ends_with(|c: char| c.is_ascii_digit()) {
            out.push('"');
            rest = &rest[2..];
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    out + rest
}

/// Parses a TeX formula at the start of a text, if it is a value or a sign: `$>$`, `$3+$`,
/// `$2^{\prime\prime}$`. Returns the value and the text after the formula. Amounts of money with
/// words or signs between them (`$5 and $6`, `$5-$6`) are not formulas.
fn formula(text: &str) -> Option<(String, &str)> {
    let (inner, after) = text.strip_prefix('$')?.split_once('$')?;
    let value = inner.replace("^{\\prime\\prime}", "\"").replace("''", "\"");
    let sign = |c: char| c.is_ascii_digit() || "<>+-=.\"/ ".contains(c);
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let is_money = is_number(inner) && is_number(after);
    let is_value = !value.is_empty() && value.len() <= 16 && value.chars().all(sign);
    (is_value && !is_money).then_some((value, after))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("within 2''", "within 2\"")]
    #[case("$2^{\\prime\\prime}$ away", "2\" away")]
    #[case("spread $>8\"$ w/o", "spread >8\" w/o")]
    #[case("saves $3+$.", "saves 3+.")]
    #[case("costs $5 and $6", "costs $5 and $6")]
    #[case("costs $5-$6", "costs $5-$6")]
    #[case("within $>$6\"", "within >6\"")]
    #[case("''quoted''", "''quoted''")]
    fn notations_are_made_one(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(normalise(text), expected);
    }
}
