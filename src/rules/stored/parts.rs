//! Games, heads of documents and sections as bytes.

use crate::bytes::{Reader, put_all, put_number, put_option, put_small, put_text, put_texts};
use crate::quantity::Currency;
use crate::rules::{
    Cost, Document, DocumentRef, FrontMatter, Game, Section, SectionKind, SectionRef,
};
use crate::rules::{LinkTarget, RichText, Run, Style, Synonyms};
use crate::source::Span;

pub(super) fn put_game(out: &mut Vec<u8>, game: &Game) {
    put_text(out, &game.id);
    put_text(out, &game.name);
    put_option(out, game.order, put_small);
    put_texts(out, &game.documents);
    put_texts(out, &game.undefined);
    let mut synonyms = Vec::new();
    game.synonyms.store(&mut synonyms);
    put_number(out, synonyms.len() as u64);
    out.extend_from_slice(&synonyms);
}

pub(super) fn game(input: &mut Reader<'_>) -> Game {
    Game {
        id: input.string(),
        name: input.string(),
        order: input.option(Reader::small),
        documents: input.texts(),
        undefined: input.texts(),
        synonyms: Synonyms::stored(input.part().bytes()),
    }
}

pub(super) fn put_front_matter(out: &mut Vec<u8>, head: &FrontMatter) {
    let FrontMatter {
        title,
        source,
        last_update_date,
        document_type,
        section,
        game,
        version,
        aliases,
        other,
    } = head;
    for text in [
        title,
        source,
        last_update_date,
        document_type,
        section,
        game,
        version,
    ] {
        put_option(out, text.as_deref(), put_text);
    }
    put_texts(out, aliases);
    put_all(out, other, |out, (key, value)| {
        put_text(out, key);
        put_text(out, value);
    });
}

pub(super) fn front_matter(input: &mut Reader<'_>) -> FrontMatter {
    let text = |input: &mut Reader<'_>| input.option(Reader::string);
    FrontMatter {
        title: text(input),
        source: text(input),
        last_update_date: text(input),
        document_type: text(input),
        section: text(input),
        game: text(input),
        version: text(input),
        aliases: input.texts(),
        other: input.all(|input| (input.string(), input.string())),
    }
}

/// Bits of what a section has.
const RUN_IN: u8 = 1;
const HAS_TEXT: u8 = 2;
const HAS_WORDS: u8 = 4;
const PLAIN_HEADING: u8 = 8;

pub(super) fn put_section(out: &mut Vec<u8>, root: SectionRef, document: &str, section: &Section) {
    let Section {
        tags,
        aliases,
        scope,
        parameter,
        heading,
        ..
    } = section;
    let words = !tags.is_empty() || !aliases.is_empty() || scope.is_some() || parameter.is_some();
    let plain = RichText::plain(&section.title, heading.span()) == *heading;
    let bit = |bit: u8, set: bool| if set { bit } else { 0 };
    let own = section.end.0 - 1;
    out.push(
        bit(RUN_IN, section.run_in)
            | bit(HAS_TEXT, section.has_text)
            | bit(HAS_WORDS, words)
            | bit(PLAIN_HEADING, plain),
    );
    out.push(section.level);
    put_kind(out, section.kind);
    // A root has no parent; all others name theirs from the root on.
    put_number(
        out,
        section
            .parent
            .map_or(0, |parent| u64::from(parent.0 - root.0) + 1),
    );
    put_number(out, u64::from(own - root.0));
    put_text(out, section.id.get(document.len()..).unwrap_or_default());
    put_text(out, &section.title);
    put_span(out, heading.span());
    if !plain {
        put_rich(out, heading);
    }
    if words {
        put_texts(out, tags);
        put_texts(out, aliases);
        put_option(out, scope.as_deref(), put_text);
        put_option(out, parameter.as_deref(), put_text);
    }
    put_span(out, section.heading_span);
    put_span(out, section.span);
    put_small(out, section.line);
    put_small(out, section.line_end);
}

/// No section is deeper: a heading has six levels, a run-in rule one more than what it stands in.
const DEEPEST_LEVEL: u8 = 16;

pub(super) fn section(
    input: &mut Reader<'_>,
    at: DocumentRef,
    document: &Document,
    index: usize,
) -> Option<Section> {
    let own = u32::try_from(index).ok()?;
    let (bits, level, kind) = (input.byte(), input.byte(), kind(input)?);
    if level > DEEPEST_LEVEL {
        return None;
    }
    let parent = input.small().checked_sub(1);
    let parent = parent.map(|parent| SectionRef(document.root.0.saturating_add(parent)));
    let end = SectionRef(document.root.0.checked_add(input.small())?.checked_add(1)?);
    let suffix = input.text();
    let mut id = String::with_capacity(document.id.len() + suffix.len());
    id.push_str(&document.id);
    id.push_str(suffix);
    let title = input.string();
    let span = self::span(input);
    let heading = if bits & PLAIN_HEADING != 0 {
        unstyled(&title, span)
    } else {
        rich(input)?
    };
    let has_words = bits & HAS_WORDS != 0;
    let (tags, aliases, scope, parameter) = if has_words {
        let (tags, aliases) = (input.texts(), input.texts());
        (
            tags,
            aliases,
            input.option(Reader::string),
            input.option(Reader::string),
        )
    } else {
        Default::default()
    };
    let section = Section {
        id,
        document: at,
        parent,
        children: Vec::new(),
        end,
        title,
        heading,
        level,
        kind,
        run_in: bits & RUN_IN != 0,
        tags,
        aliases,
        scope,
        parameter,
        has_text: bits & HAS_TEXT != 0,
        heading_span: self::span(input),
        span: self::span(input),
        line: input.small(),
        line_end: input.small(),
    };
    (section.parent.is_none_or(|parent| parent.0 < own) && section.end.0 > own).then_some(section)
}

/// A heading in one style. [`RichText::plain`] would look for unsafe characters, and a title has none.
fn unstyled(title: &str, span: Span) -> RichText {
    let end = u32::try_from(title.len()).unwrap_or(u32::MAX);
    let run = Run {
        start: 0,
        end,
        style: Style::default(),
        link: None,
        span,
    };
    RichText {
        plain: title.to_owned(),
        runs: if title.is_empty() {
            Vec::new()
        } else {
            vec![run]
        },
    }
}

fn put_rich(out: &mut Vec<u8>, text: &RichText) {
    put_text(out, &text.plain);
    put_all(out, &text.runs, |out, run| {
        let Style {
            strong,
            emphasis,
            code,
        } = run.style;
        put_small(out, run.start);
        put_small(out, run.end);
        out.push(u8::from(strong) | u8::from(emphasis) << 1 | u8::from(code) << 2);
        match &run.link {
            None => out.push(0),
            Some(LinkTarget::Path(path)) => {
                out.push(1);
                put_text(out, path);
            }
            Some(LinkTarget::Name(name)) => {
                out.push(2);
                put_text(out, name);
            }
        }
        put_span(out, run.span);
    });
}

/// A text whose runs lie on its characters, one behind the other.
fn rich(input: &mut Reader<'_>) -> Option<RichText> {
    let plain = input.string();
    let runs = input.all(|input| {
        let (start, end, style) = (input.small(), input.small(), input.byte());
        let style = Style {
            strong: style & 1 != 0,
            emphasis: style & 2 != 0,
            code: style & 4 != 0,
        };
        let link = match input.byte() {
            1 => Some(LinkTarget::Path(input.string())),
            2 => Some(LinkTarget::Name(input.string())),
            _ => None,
        };
        Run {
            start,
            end,
            style,
            link,
            span: span(input),
        }
    });
    let mut last = 0;
    let fits = runs.iter().all(|run| {
        let follows =
            run.start == last && plain.get(run.start as usize..run.end as usize).is_some();
        last = run.end;
        follows
    });
    (fits && last as usize == plain.len()).then_some(RichText { plain, runs })
}

fn put_kind(out: &mut Vec<u8>, kind: SectionKind) {
    let at = SectionKind::NAMES
        .iter()
        .position(|name| *name == kind.name())
        .unwrap_or(0);
    out.push(u8::try_from(at).unwrap_or(u8::MAX));
    match kind {
        SectionKind::Step { number } => put_small(out, number),
        SectionKind::EventCard { copies } => put_option(out, copies, put_small),
        _ => put_option(out, kind.cost(), put_cost),
    }
}

pub(super) fn put_cost(out: &mut Vec<u8>, cost: Cost) {
    put_small(out, cost.amount);
    let at = CURRENCIES
        .iter()
        .position(|currency| *currency == cost.currency)
        .unwrap_or(0);
    out.push(u8::try_from(at).unwrap_or(u8::MAX));
}

pub(super) fn cost(input: &mut Reader<'_>) -> Option<Cost> {
    let (amount, at) = (input.small(), input.byte());
    Some(Cost {
        amount,
        currency: *CURRENCIES.get(usize::from(at))?,
    })
}

const CURRENCIES: [Currency; 5] = [
    Currency::AP,
    Currency::CP,
    Currency::SP,
    Currency::EP,
    Currency::VP,
];

fn kind(input: &mut Reader<'_>) -> Option<SectionKind> {
    let name = *SectionKind::NAMES.get(usize::from(input.byte()))?;
    match name {
        "step" => {
            return Some(SectionKind::Step {
                number: input.small(),
            });
        }
        "event-card" => {
            return Some(SectionKind::EventCard {
                copies: input.option(Reader::small),
            });
        }
        _ => {}
    }
    let cost = match input.option(cost) {
        Some(cost) => Some(cost?),
        None => None,
    };
    Some(match name {
        "document" => SectionKind::Document,
        "group" => SectionKind::Group,
        "term" => SectionKind::Term,
        "action" => SectionKind::Action { cost: cost? },
        "stratagem" => SectionKind::Stratagem { cost: cost? },
        "ability" => SectionKind::Ability { cost },
        "ploy" => SectionKind::Ploy { cost },
        "equipment" => SectionKind::Equipment { cost },
        "datacard" => SectionKind::Datacard,
        "mission" => SectionKind::Mission,
        "question" => SectionKind::Question,
        "key-numbers" => SectionKind::KeyNumbers,
        _ => SectionKind::Rule,
    })
}

fn put_span(out: &mut Vec<u8>, span: Span) {
    put_small(out, span.start);
    put_small(out, span.end.saturating_sub(span.start));
}

fn span(input: &mut Reader<'_>) -> Span {
    let (start, length) = (input.small(), input.small());
    Span {
        start,
        end: start.saturating_add(length),
    }
}
