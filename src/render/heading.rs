//! Sections: their headings, and what stands below them in order.

use super::flow::Flow;
use super::{Anchor, Builder, Line, linear, wrap};
use crate::rules::{Block, BlockKind, Document, Section, SectionKind, SectionRef};
use crate::theme::{Face, Role};

impl Builder<'_> {
    /// Sets a section and its descendants; `top` is the level of the page's own section.
    pub(super) fn section(&mut self, section: SectionRef, top: u8) {
        let book = self.context.book;
        let this = book.section(section);
        self.from = section;
        self.heading(section, this, top);
        if (this.level <= 2 || self.is_linear()) && this.has_text {
            self.gap();
        }
        self.blocks(&book.blocks(section));
        if self.context.form.printings && this.has_text {
            self.printings(section);
        }
        if this.has_text {
            self.changes(section);
        }
        for child in this
            .children
            .iter()
            .filter(|child| !book.section(**child).run_in)
        {
            self.section(*child, top);
        }
    }

    fn heading(&mut self, section: SectionRef, this: &Section, top: u8) {
        if !self.page.lines.is_empty() {
            self.gap();
            if this.level <= 2 && this.level <= top + 2 && !self.is_linear() {
                let line = Line::default();
                self.end(line);
            }
        }
        self.page.anchors.push(Anchor {
            line: self.page.lines.len(),
            section,
        });
        self.title(this);
        if this.parent.is_none() {
            self.document_line(self.context.book.document(this.document));
        }
        if this.level <= 2 && !self.is_linear() {
            self.rule();
        }
    }

    /// Name, cost and tags at the left, the kind at the right where there is room.
    fn title(&mut self, this: &Section) {
        let marks = |text: &str| {
            self.context
                .highlight
                .map(|highlight| highlight.marks(text))
                .unwrap_or_default()
        };
        let title = match (&this.parameter, self.parameter()) {
            (Some(_), Some(value)) => format!("{} {value}", this.title),
            _ => this.full_title(),
        };
        let mut flow = Flow::default();
        push_marked(&mut flow, &title, Face::of(Role::Heading), &marks(&title));
        if self.is_linear() {
            self.heading_in_words(this);
            linear::push_facts(&mut flow, this);
            return self.set(&flow);
        }
        if let Some(cost) = this.kind.cost() {
            flow.push(&format!("  {cost}"), Face::of(Role::Chip), None);
        }
        for tag in &this.tags {
            flow.push(
                &format!("  {}", tag.to_lowercase()),
                Face::of(Role::Dim),
                None,
            );
        }
        let kind = kind_label(&this.kind);
        let room = self.room();
        if kind.is_empty() || wrap::width(&flow.text) + kind.len() + 3 > room {
            self.set(&flow);
            return;
        }
        let mut line = self.begin();
        let start = line.width();
        for piece in flow.pieces(0..flow.text.len()) {
            line.push_piece(piece);
        }
        line.pad_to(start + room - kind.len());
        line.push(kind, Face::of(Role::Dim));
        self.end(line);
    }

    /// Where a document comes from, under its title.
    fn document_line(&mut self, document: &Document) {
        let front = &document.front_matter;
        let parts = [
            front.source.clone(),
            front.last_update_date.as_deref().map(readable_date),
            front.version.clone(),
        ];
        let text = parts
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(self.symbols().gap);
        if !text.is_empty() {
            self.set(&Flow::of(&text, Face::of(Role::Dim)));
        }
    }

    fn rule(&mut self) {
        let room = self.room();
        let mut line = self.begin();
        line.push(self.symbols().across.repeat(room), Face::of(Role::Border));
        self.end(line);
    }

    /// A run-in rule: its name in bold, its text going on behind it.
    pub(super) fn run_in(&mut self, section: SectionRef) {
        let this = self.context.book.section(section);
        let outer = std::mem::replace(&mut self.from, section);
        self.page.anchors.push(Anchor {
            line: self.page.lines.len(),
            section,
        });
        let mut flow = Flow::default();
        let name = this.full_title();
        let marks = self
            .context
            .highlight
            .map(|highlight| highlight.marks(&name))
            .unwrap_or_default();
        push_marked(&mut flow, &name, Face::of(Role::Heading), &marks);
        if self.is_linear() {
            linear::push_facts(&mut flow, this);
        } else if let Some(cost) = this.kind.cost() {
            flow.push(&format!("  {cost}"), Face::of(Role::Chip), None);
        }
        let question = matches!(this.kind, SectionKind::Question);
        flow.push(
            if question { "" } else { ":" },
            Face::of(Role::Heading),
            None,
        );
        let blocks = self.context.book.blocks(section);
        let rest = match blocks.split_first() {
            Some((
                Block {
                    kind: BlockKind::Paragraph(text),
                    ..
                },
                rest,
            )) if !question => {
                flow.push(" ", Face::default(), None);
                flow.push_rich(self, text, Face::default());
                rest
            }
            _ => &blocks[..],
        };
        self.set(&flow);
        if !rest.is_empty() {
            self.within(None, "  ", Face::default(), |builder| builder.blocks(rest));
        }
        self.changes(section);
        self.from = outer;
    }
}

/// A text with its matches marked.
pub(super) fn push_marked(
    flow: &mut Flow,
    text: &str,
    face: Face,
    marks: &[std::ops::Range<usize>],
) {
    let mut at = 0;
    for mark in marks {
        flow.push(&text[at..mark.start.max(at)], face, None);
        flow.push(
            &text[mark.start.max(at)..mark.end.max(at)],
            Face {
                matched: true,
                ..face
            },
            None,
        );
        at = mark.end.max(at);
    }
    flow.push(&text[at..], face, None);
}

/// What a section is, as the page says it; empty where the heading alone says enough.
#[must_use]
pub fn kind_label(kind: &SectionKind) -> &'static str {
    match kind {
        SectionKind::Action { .. } => "action",
        SectionKind::Term => "term",
        SectionKind::Ploy { .. } => "ploy",
        SectionKind::Equipment { .. } => "equipment",
        SectionKind::Datacard => "datacard",
        SectionKind::EventCard { .. } => "event card",
        SectionKind::Mission => "mission",
        SectionKind::Stratagem { .. } => "stratagem",
        SectionKind::Question => "question",
        SectionKind::KeyNumbers => "key numbers",
        SectionKind::Step { .. } => "step",
        SectionKind::Ability { .. } => "ability",
        SectionKind::Document | SectionKind::Group | SectionKind::Rule => "",
    }
}

/// `2025-09-10` as people write it: `10 Sep 2025`; anything else as it stands.
#[must_use]
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
    use crate::links::LinkGraph;
    use crate::render::{Context, Page};
    use crate::rules::{Rulebook, SectionRef};
    use crate::source::Source;

    #[test]
    fn the_kind_stands_at_the_right_where_three_columns_are_left_before_it() {
        let text = "# House\n\n#### Prise the Burrow **2AP**\n\n▶ Open it.\n";
        let book = Rulebook::load(vec![Source::in_memory("house.md", text)], Vec::new());
        let links = LinkGraph::new(&book);
        let titles = (30..60).map(|width| {
            let page = Page::of(Context::new(&book, &links, width), SectionRef(1));
            page.lines[page.anchors[0].line].text().trim().to_owned()
        });
        let shown: Vec<_> = titles
            .skip_while(|title| !title.ends_with("action"))
            .collect();
        assert_eq!(
            shown.first().map(String::as_str),
            Some("Prise the Burrow  2AP   action")
        );
        assert!(
            shown.len() > 20 && shown.iter().all(|title| title.ends_with("action")),
            "{shown:#?}"
        );
    }

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
