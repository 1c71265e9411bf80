//! Simpler searches, as baselines for the quality of search.

use snowball_stemmers_rs::{Algorithm, Stemmer};
use tableside::rules::slug::fold;
use tableside::rules::{Rulebook, Section, SectionRef};
use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::{
    Field, IndexRecordOption, STORED, Schema, TEXT, TextFieldIndexing, TextOptions, Value,
};
use tantivy::tokenizer::{LowerCaser, SimpleTokenizer, StopWordFilter, TextAnalyzer};
use tantivy::{Index, TantivyDocument};

use crate::measure::Shown;

type Failure = Box<dyn std::error::Error>;

const FUNCTION_WORDS: &str = "a an and are as at be but by can could do does for from get gets have has how i if in is it \
    its may me my of on or our should so than that the their them then there these they this to up was we what when where \
    which who why will with would you your";

/// Returns a search function that uses plain tantivy: its query parser over a single field with
/// title and text.
pub fn plain_bm25(book: &Rulebook) -> Result<impl Fn(&str) -> Shown, Failure> {
    let mut schema = Schema::builder();
    let text = schema.add_text_field("text", TEXT);
    let id = schema.add_text_field("id", STORED);
    let index = Index::create_in_ram(schema.build());
    let sections = book.iter().map(|(at, section)| {
        let mut document = TantivyDocument::default();
        document.add_text(text, section.full_title());
        for body in texts(book, at) {
            document.add_text(text, body);
        }
        document.add_text(id, &section.id);
        document
    });
    fill(&index, sections)?;
    let parser = QueryParser::for_index(&index, vec![text]);
    search_with(book, &index, parser, id)
}

/// Returns a search function that uses BM25 over one field, set up for questions: the title twice, the
/// title above and the text, stemmed and without function words. A section and its run-in rules are one
/// document.
pub fn one_field(book: &Rulebook) -> Result<impl Fn(&str) -> Shown, Failure> {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("stemmed")
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let stemmed = TextOptions::default().set_indexing_options(indexing);
    let text = schema.add_text_field("text", stemmed);
    let id = schema.add_text_field("id", STORED);
    let index = Index::create_in_ram(schema.build());
    let words = FUNCTION_WORDS.split_whitespace().map(str::to_owned);
    let analyzer = TextAnalyzer::builder(SimpleTokenizer::default()).filter(LowerCaser);
    index.tokenizers().register(
        "stemmed",
        analyzer.filter(StopWordFilter::remove(words)).build(),
    );
    let read = book
        .iter()
        .filter(|(_, section)| !section.run_in && section.has_text);
    let sections = read.map(|(at, section)| {
        let mut document = TantivyDocument::default();
        let above = section.parent.map(|above| book.section(above).full_title());
        let titles = [section.full_title(), section.full_title()].into_iter();
        for title in titles.chain(above) {
            document.add_text(text, stems(&title));
        }
        let rules = book
            .children(at)
            .map(|child| book.section(child))
            .filter(|rule| rule.run_in);
        for body in texts(book, at)
            .into_iter()
            .chain(rules.map(Section::full_title))
        {
            document.add_text(text, stems(&body));
        }
        document.add_text(id, &section.id);
        document
    });
    fill(&index, sections)?;
    let parser = QueryParser::for_index(&index, vec![text]);
    let search = search_with(book, &index, parser, id)?;
    Ok(move |typed: &str| search(&stems(typed)))
}

/// Stems the words of a text. Function words are not changed, so the index can drop them.
fn stems(text: &str) -> String {
    let stemmer = Stemmer::create(Algorithm::English);
    let text = text.to_lowercase();
    let words = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let kept = |word: &str| {
        FUNCTION_WORDS
            .split_whitespace()
            .any(|function| function == word)
    };
    let stem = |word| {
        if kept(word) {
            word.to_owned()
        } else {
            stemmer.stem(word).into_owned()
        }
    };
    words.map(stem).collect::<Vec<_>>().join(" ")
}

fn fill(index: &Index, documents: impl Iterator<Item = TantivyDocument>) -> tantivy::Result<()> {
    let mut writer = index.writer_with_num_threads(1, 20_000_000)?;
    for document in documents {
        writer.add_document(document)?;
    }
    writer.commit().map(drop)
}

fn search_with<'a>(
    book: &'a Rulebook,
    index: &Index,
    parser: QueryParser,
    id: Field,
) -> Result<impl Fn(&str) -> Shown + use<'a>, Failure> {
    let searcher = index.reader()?.searcher();
    Ok(move |typed: &str| {
        let (query, _) = parser.parse_query_lenient(typed);
        let found = searcher
            .search(&query, &TopDocs::with_limit(10).order_by_score())
            .unwrap_or_default();
        let documents = found
            .into_iter()
            .filter_map(|(_, address)| searcher.doc::<TantivyDocument>(address).ok());
        documents
            .filter_map(|document| Some(with_run_ins(book, document.get_first(id)?.as_str()?)))
            .collect()
    })
}

/// Returns the ids of a section and its run-in rules. The text of a hit includes its run-in rules,
/// so any of these ids counts as found.
fn with_run_ins(book: &Rulebook, id: &str) -> Vec<String> {
    let rules = book.by_id(id).into_iter().flat_map(|at| book.children(at));
    let rules = rules.map(|at| book.section(at)).filter(|rule| rule.run_in);
    std::iter::once(id.to_owned())
        .chain(rules.map(|rule| rule.id.clone()))
        .collect()
}

/// Returns the texts of a section and its run-in rules.
fn texts(book: &Rulebook, at: SectionRef) -> Vec<String> {
    let mut texts: Vec<_> = book
        .blocks(at)
        .texts()
        .map(|text| text.plain.clone())
        .collect();
    let children = book.children(at);
    for child in children.filter(|child| book.section(*child).run_in) {
        texts.extend(book.blocks(child).texts().map(|text| text.plain.clone()));
    }
    texts
}

/// Returns the sections whose titles contain the query, shortest title first.
pub fn title_substring(book: &Rulebook, text: &str) -> Shown {
    let wanted = fold(text);
    let titled = book
        .sections()
        .filter(|section| fold(&section.full_title()).contains(&wanted));
    let mut found: Vec<_> = titled
        .map(|section| (section.full_title().len(), section.id.clone()))
        .collect();
    found.sort_by_key(|(length, _)| *length);
    found.into_iter().map(|(_, id)| vec![id]).take(10).collect()
}
