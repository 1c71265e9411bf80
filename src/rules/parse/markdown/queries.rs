//! Answers queries of Obsidian's Dataview plugin in code spans, as far as the front matter does:
//! `` `= this.cost` ``.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

use crate::rules::model::FrontMatter;

/// What a query may ask about the document that contains it.
#[derive(Clone, Copy)]
pub struct QueryFields<'a> {
    pub front_matter: &'a FrontMatter,
    /// The name of the file, without its extension.
    pub file_name: &'a str,
    /// The maximum length of all answers together, in bytes. Without a limit, a short text with
    /// many queries for a long field would become very long.
    pub most: usize,
}

/// The queries of a document.
pub struct Queries<'a> {
    fields: QueryFields<'a>,
    /// The values of the fields, by their names in lower case. Collected for the first query.
    values: OnceCell<HashMap<String, &'a str>>,
    /// The number of bytes that answers may still have.
    left: usize,
}

impl<'a> Queries<'a> {
    pub fn new(fields: QueryFields<'a>) -> Self {
        Self {
            fields,
            values: OnceCell::new(),
            left: fields.most,
        }
    }

    /// Returns the byte ranges of those queries in a line that have an answer, each with the markdown
    /// that replaces it. Only an answer that is the whole line may have several lines.
    pub fn answers(&mut self, line: &str) -> Vec<(Range<usize>, String)> {
        let marks: Vec<_> = line.match_indices('`').map(|(at, _)| at).collect();
        let mut answers = Vec::new();
        let mut done = 0;
        for pair in marks.chunks_exact(2) {
            let mut range = pair[0]..pair[1] + 1;
            let query = Some(&line[pair[0] + 1..pair[1]]).filter(|query| is_query(query));
            let answer = query.and_then(|query| self.answer(query));
            if let Some(answer) = answer.filter(|answer| answer.len() <= self.left) {
                self.left -= answer.len();
                // Without a text, marks of emphasis would be shown.
                while answer.is_empty()
                    && line[done..range.start].ends_with('*')
                    && line[range.end..].starts_with('*')
                {
                    range = range.start - 1..range.end + 1;
                }
                done = range.end;
                let is_line = line.trim_end().len() == range.len();
                let between = if is_line { "\n" } else { " " };
                answers.push((range, answer.replace('\n', between)));
            }
        }
        answers
    }

    /// Answers a query for a field of the front matter, such as `= this.cost`, with the value of the
    /// field. The answer to a longer query over a single field, such as
    /// `= choice(this.trait = "", "", "+ " + this.trait)`, is also the value, unless that is a
    /// number. Any other query has no answer.
    fn answer(&self, query: &str) -> Option<&'a str> {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let end = |rest: &str| rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let mut fields = query.split("this.").skip(1).map(|rest| &rest[..end(rest)]);
        let field = fields.next().unwrap_or_default();
        let is_single = fields.all(|other| other == field);
        let whole = query.trim_start_matches(['=', ' ']).trim_end();
        let is_whole = whole.strip_prefix("this.") == Some(field);
        self.get(field)
            .filter(|value| is_whole || is_single && value.parse::<f64>().is_err())
    }

    /// Returns the value of a field, whose case does not matter.
    fn get(&self, field: &str) -> Option<&'a str> {
        let values = self.values.get_or_init(|| {
            let mut values = HashMap::from([("file.name".to_owned(), self.fields.file_name)]);
            for (name, value) in &self.fields.front_matter.values {
                values.entry(name.to_lowercase()).or_insert(value);
            }
            values
        });
        values.get(&field.to_lowercase()).copied()
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

    #[test]
    fn empty_answers_take_their_emphasis_with_them() {
        let front_matter = FrontMatter {
            values: vec![("a".to_owned(), String::new())],
            ..FrontMatter::default()
        };
        let fields = QueryFields {
            front_matter: &front_matter,
            file_name: "",
            most: 0,
        };
        let answers = Queries::new(fields).answers("b *`=this.a`*`=this.A`* **`=this.a`**");
        let ranges = [2..13, 13..22, 24..37].map(|range| (range, String::new()));
        assert_eq!(answers, ranges);
    }

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
        let fields = QueryFields {
            front_matter: &front_matter,
            file_name: "Marsh Rat",
            most: value.map_or(0, str::len),
        };
        let line = format!("a `b` *`{query}`* c `");
        let mut queries = Queries::new(fields);
        let answer = value.map(|value| {
            let range = match value {
                "" => 6..line.len() - 4,
                _ => 7..line.len() - 5,
            };
            (range, value.to_owned())
        });
        assert_eq!(
            queries.answers(&line),
            answer.into_iter().collect::<Vec<_>>()
        );
        assert!(value == Some("") || queries.answers(&line).is_empty());
    }
}
