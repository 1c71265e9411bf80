//! Turns the tables of pandoc (simple, multiline, grid) and lines with tabs into tables that the
//! markdown parser reads.

/// The maximum length of the header of a multiline table, in lines.
const MAX_HEADER: usize = 12;

/// Reads the table that starts with the first of the lines. Returns it as markdown, and the number
/// of lines that it takes up. `above_is_blank` tells that nothing else goes on at the first line.
pub fn read<'a>(
    lines: impl Iterator<Item = &'a str> + Clone,
    above_is_blank: bool,
) -> Option<(String, usize)> {
    let first = lines.clone().next()?;
    if first.starts_with("+-") || first.starts_with("+=") {
        return grid(lines);
    }
    if first.contains('\t') {
        return tabs(lines);
    }
    if !above_is_blank {
        return None;
    }
    if is_rule(first) {
        return multiline(lines.clone()).or_else(|| simple(lines));
    }
    simple(lines)
}

/// Whether a line is a rule of dashes, in one or several parts.
fn is_rule(line: &str) -> bool {
    line.trim_end().len() >= 3
        && line.contains("--")
        && line.bytes().all(|b| matches!(b, b'-' | b' '))
}

/// Returns the byte ranges of the columns in a rule with at least two parts.
fn columns(rule: &str) -> Option<Vec<(usize, usize)>> {
    if !is_rule(rule) {
        return None;
    }
    let mut found = Vec::new();
    let mut at = 0;
    for part in rule.trim_end().split(' ') {
        if !part.is_empty() {
            found.push((at, at + part.len()));
        }
        at += part.len() + 1;
    }
    (found.len() > 1).then_some(found)
}

/// Cuts a line at the columns of a table. Each part goes from the start of its column to the start of
/// the next one, both counted in characters.
fn cut(line: &str, columns: &[(usize, usize)]) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    let starts = columns.iter().enumerate().map(|(at, (start, _))| {
        let end = columns.get(at + 1).map_or(letters.len(), |(next, _)| *next);
        let start = if at == 0 { 0 } else { *start };
        let part = letters
            .get(start.min(letters.len())..end.clamp(start.min(letters.len()), letters.len()));
        part.unwrap_or_default().iter().collect::<String>()
    });
    starts.map(|part| part.trim().to_owned()).collect()
}

/// Whether a column starts inside a word of a line, so that the line is no row.
fn is_cut(line: &str, columns: &[(usize, usize)]) -> bool {
    let letters: Vec<char> = line.chars().collect();
    columns[1..].iter().any(|(start, _)| {
        let at = |index: usize| letters.get(index).is_some_and(|c| !c.is_whitespace());
        at(start - 1) && at(*start)
    })
}

/// Reads a table whose header is above a rule with several parts, or that stands between two such
/// rules.
fn simple<'a>(mut lines: impl Iterator<Item = &'a str> + Clone) -> Option<(String, usize)> {
    let first = lines.next()?;
    let (columns, header) = match columns(first) {
        Some(columns) => (columns, None),
        None => (columns(lines.next()?)?, Some(first)),
    };
    if header.is_some_and(|line| is_cut(line, &columns)) {
        return None;
    }
    let mut count = if header.is_some() { 2 } else { 1 };
    let header = header.map_or_else(
        || vec![String::new(); columns.len()],
        |line| cut(line, &columns),
    );
    let mut rows = Vec::new();
    for line in lines {
        if line.trim().is_empty() {
            break;
        }
        count += 1;
        if is_rule(line) {
            break;
        }
        if is_cut(line, &columns) {
            return None;
        }
        rows.push(cut(line, &columns));
    }
    (!rows.is_empty()).then(|| (markdown(&header, &rows), count))
}

/// Reads a table between two rules, whose rows have several lines and blank lines between them.
fn multiline<'a>(mut lines: impl Iterator<Item = &'a str> + Clone) -> Option<(String, usize)> {
    let mut count = 1;
    let first = lines.next()?;
    let mut header = Vec::new();
    let columns = match columns(first) {
        Some(columns) => columns,
        None => loop {
            let line = lines.next().filter(|_| count <= MAX_HEADER)?;
            count += 1;
            match columns(line) {
                Some(columns) if !header.is_empty() => break columns,
                _ if line.trim().is_empty() || is_rule(line) => return None,
                _ => header.push(line),
            }
        },
    };
    let join = |row: &mut Vec<String>, line: &str| {
        for (cell, part) in row.iter_mut().zip(cut(line, &columns)) {
            let gap = if cell.is_empty() || part.is_empty() {
                ""
            } else {
                " "
            };
            *cell = format!("{cell}{gap}{part}");
        }
    };
    let empty = || vec![String::new(); columns.len()];
    if header.iter().any(|line| is_cut(line, &columns)) {
        return None;
    }
    let mut head = empty();
    for line in &header {
        join(&mut head, line);
    }
    let (mut rows, mut row, mut is_parted) = (Vec::new(), empty(), false);
    for line in lines {
        count += 1;
        if line.trim().is_empty() || is_rule(line) {
            if row.iter().any(|cell| !cell.is_empty()) {
                rows.push(std::mem::replace(&mut row, empty()));
            }
            if !line.trim().is_empty() {
                let is_table = is_parted || !header.is_empty();
                return (is_table && !rows.is_empty()).then(|| (markdown(&head, &rows), count));
            }
            is_parted = true;
        } else if is_cut(line, &columns) {
            return None;
        } else {
            join(&mut row, line);
        }
    }
    None
}

/// Reads a table that is drawn with `+---+` and `|`.
fn grid<'a>(lines: impl Iterator<Item = &'a str>) -> Option<(String, usize)> {
    let mut count = 0;
    let (mut head, mut rows, mut row): (Option<Vec<String>>, Vec<Vec<String>>, Vec<String>) =
        Default::default();
    for line in lines {
        let line = line.trim_end();
        if line.starts_with('+') {
            if row.iter().any(|cell| !cell.is_empty()) {
                rows.push(std::mem::take(&mut row));
            }
            if line.contains('=') && head.is_none() {
                head = rows.pop();
            }
        } else if let Some(cells) = line.strip_prefix('|') {
            let cells = cells.strip_suffix('|').unwrap_or(cells).split('|');
            for (at, part) in cells.map(str::trim).enumerate() {
                if row.len() <= at {
                    row.push(String::new());
                }
                let item = part
                    .strip_prefix(['-', '*'])
                    .filter(|rest| rest.starts_with(' '));
                let part = item.map_or(part.to_owned(), |item| format!("•{item}"));
                let gap = match (row[at].is_empty() || part.is_empty(), item) {
                    (true, _) => "",
                    (_, Some(_)) => "<br>",
                    _ => " ",
                };
                row[at] = format!("{}{gap}{part}", row[at]);
            }
        } else {
            break;
        }
        count += 1;
    }
    if row.iter().any(|cell| !cell.is_empty()) {
        rows.push(row);
    }
    let head = head.unwrap_or_default();
    let is_table = count > 2 && !(rows.is_empty() && head.is_empty());
    is_table.then(|| (markdown(&head, &rows), count))
}

/// Reads two or more lines whose parts are separated by tabs.
fn tabs<'a>(lines: impl Iterator<Item = &'a str>) -> Option<(String, usize)> {
    let is_row = |line: &&str| {
        let text = line.trim();
        let is_other =
            text.starts_with(['|', '<', '>', '#', '-', '*', '+']) || line.starts_with(['\t', ' ']);
        text.contains('\t') && !is_other
    };
    let rows = lines.take_while(is_row);
    let cells = |row: &str| {
        row.trim()
            .split('\t')
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    let mut rows: Vec<Vec<String>> = rows.map(cells).collect();
    if rows.len() < 2 {
        return None;
    }
    let count = rows.len();
    let head = rows.remove(0);
    Some((markdown(&head, &rows), count))
}

fn markdown(head: &[String], rows: &[Vec<String>]) -> String {
    let widths = rows.iter().map(Vec::len).chain([head.len()]);
    let width = widths.max().unwrap_or(1);
    let row = |cells: &[String]| {
        let cell = |at: usize| cells.get(at).map_or(String::new(), |cell| escaped(cell));
        let cells: Vec<_> = (0..width).map(cell).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rules = format!("|{}\n", "---|".repeat(width));
    let rows: String = rows.iter().map(|cells| row(cells)).collect();
    format!("\n{}{rules}{rows}\n", row(head))
}

/// Escapes the bars of a cell, except those that are escaped already.
fn escaped(cell: &str) -> String {
    cell.replace("\\|", "|").replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::simple(
        "  Right     Left\n-------     ------\n     12     12\n    123     a b\n\nx",
        "| Right | Left |\n|---|---|\n| 12 | 12 |\n| 123 | a b |\n",
        4
    )]
    #[case::without_a_header(
        "---- ---\n 1   a\n 2   b\n---- ---\n",
        "|  |  |\n|---|---|\n| 1 | a |\n| 2 | b |\n",
        4
    )]
    #[case::multiline(
        "-----------\n Roll  Eel\n       kind\n----- -----\n 1     A\n       fish\n\n 2     B\n-----------\n",
        "| Roll | Eel kind |\n|---|---|\n| 1 | A fish |\n| 2 | B |\n",
        9
    )]
    #[case::grid(
        "+----+-----+\n| a  | b   |\n+====+=====+\n| 1  | - x |\n|    | - y |\n+----+-----+\n",
        "| a | b |\n|---|---|\n| 1 | • x<br>• y |\n",
        6
    )]
    #[case::tabs(
        "Name\tCost\nAxe\t2\nend",
        "| Name | Cost |\n|---|---|\n| Axe | 2 |\n",
        2
    )]
    fn tables_are_read(#[case] text: &str, #[case] expected: &str, #[case] count: usize) {
        assert_eq!(
            read(text.lines(), true),
            Some((format!("\n{expected}\n"), count))
        );
    }

    #[rstest]
    #[case("a line\n---")]
    #[case("---\n\ntext\n\n---\n")]
    #[case("a\tb\nc")]
    #[case("- - -\ntext")]
    #[case("  fourteen   b\n --- ---\n  15   2")]
    #[case("+-+ x")]
    fn other_lines_are_not_tables(#[case] text: &str) {
        assert_eq!(read(text.lines(), true), None);
    }

    proptest::proptest! {
        #[test]
        fn any_lines_are_read(text in "[-+|=a \t\n\u{e9}]{0,60}") {
            read(text.lines(), true);
        }
    }
}
