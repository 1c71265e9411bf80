//! Answers queries of Obsidian's Dataview plugin in code spans, as far as the front matter does:
//! `` `= this.cost` ``.

use std::collections::HashMap;

use super::markers::LineEdit;
use crate::rules::model::FrontMatter;

/// The maximum length of a field that a variable shows, in bytes.
const MAX_VALUE: usize = 200;

/// Answers the queries of a document.
pub struct Queries<'a> {
    /// The values of the fields, by their names in lower case.
    values: HashMap<String, &'a str>,
    /// The number of bytes that answers may still have. Without a limit, a short text with many
    /// queries for a long field would become very long.
    left: usize,
}

impl<'a> Queries<'a> {
    /// Queries are answered from the front matter and the name of the file, without its extension.
    /// `most` is the maximum length of all answers together, in bytes.
    pub fn new(front_matter: &'a FrontMatter, file_name: &'a str, most: usize) -> Self {
        let mut values = HashMap::from([("file.name".to_owned(), file_name)]);
        for (name, value) in &front_matter.values {
            values.entry(name.to_lowercase()).or_insert(value);
        }
        Self { values, left: most }
    }

    /// Returns the value of a field of the front matter, by its name in lower case.
    pub fn value(&self, name: &str) -> Option<&'a str> {
        self.values
            .get(name)
            .copied()
            .filter(|value| value.len() <= MAX_VALUE)
    }

    /// Returns the byte ranges of those queries in a line that have an answer, each with the markdown
    /// that replaces it. Only an answer that is the whole line may have several lines.
    pub fn answers(&mut self, line: &str) -> Vec<LineEdit> {
        let marks: Vec<_> = line.match_indices('`').map(|(at, _)| at).collect();
        let mut answers = Vec::new();
        for pair in marks.chunks_exact(2) {
            let range = pair[0]..pair[1] + 1;
            let answer = self.answer(&line[pair[0] + 1..pair[1]]);
            let Some(answer) = answer.filter(|answer| answer.len() <= self.left) else {
                continue;
            };
            self.left -= answer.len();
            let is_line = line.trim_end().len() == range.len();
            let between = if is_line { "\n" } else { " " };
            answers.push((range, answer.replace('\n', between)));
        }
        answers
    }

    /// Answers a query for a field of the front matter, such as `= this.cost`, with the value of the
    /// field. The answer to a longer query over a single field, such as
    /// `= choice(this.trait = "", "", "+ " + this.trait)`, is also the value, unless that is a
    /// number. Any other query has no answer.
    fn answer(&self, query: &str) -> Option<&'a str> {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let mut names = query.strip_prefix('=')?.split("this.");
        let is_whole = names.next()?.trim().is_empty();
        let mut fields = names.map(|rest| rest.split_once(|c| !is_name(c)).unwrap_or((rest, "")));
        let (field, after) = fields.next()?;
        let is_whole = is_whole && after.trim().is_empty();
        let is_single = fields.all(|(other, _)| other == field);
        let value = self.values.get(&field.to_lowercase()).copied()?;
        (is_single && (is_whole || value.parse::<f64>().is_err())).then_some(value)
    }
}

/// Whether a code span is a query, such as `$=dv.current()` or `= this.cost`.
pub fn is_query(code: &str) -> bool {
    let value = code.strip_prefix('=').map(str::trim_start);
    let is_value = |value: &str| value.starts_with(char::is_alphabetic) || value.contains("this.");
    code.starts_with("$=") || value.is_some_and(is_value)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("= this.Cost", Some("5"))]
    #[case("=this.trait", Some("Wet"))]
    #[case(
        "= choice(length(this.trait)=0, \"\", \"+ \" + this.trait)",
        Some("Wet")
    )]
    #[case("=this.file.name", Some("Marsh Rat"))]
    #[case("= this.empty", Some(""))]
    #[case("= this.cost + 1", None)]
    #[case("= this.trait + this.cost", None)]
    #[case("= this.trait.name", None)]
    #[case("= this.other", None)]
    #[case("$=dv.current()", None)]
    fn a_query_for_one_field_becomes_its_value(#[case] query: &str, #[case] value: Option<&str>) {
        let fields = [("cost", "5"), ("Trait", "Wet"), ("empty", "")];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let front_matter = FrontMatter {
            values: fields.into(),
            ..FrontMatter::default()
        };
        let most = value.map_or(0, str::len);
        let line = format!("a `b` *`{query}`* c `");
        let mut queries = Queries::new(&front_matter, "Marsh Rat", most);
        let answer = value.map(|value| (7..line.len() - 5, value.to_owned()));
        assert_eq!(
            queries.answers(&line),
            answer.into_iter().collect::<Vec<_>>()
        );
        assert!(value == Some("") || queries.answers(&line).is_empty());
    }
}
