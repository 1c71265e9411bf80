//! Says which filters and words of a query match nothing.

use super::filter::keys;
use super::parse::About;
use crate::rules::Rulebook;
use crate::search::index::SearchIndex;

/// The maximum number of fields that a message names.
const MAX_LISTED: usize = 10;

/// Returns a message for each filter of a query that matches nothing, for each part that looks like
/// a filter, and for the words that no text contains. `quoted` puts a part of the query in quotation marks.
pub fn query_messages(
    index: &SearchIndex,
    book: &Rulebook,
    about: &About,
    quoted: &dyn Fn(&str) -> String,
) -> Vec<String> {
    let misfits = about.misfits.iter();
    let misfits = misfits.map(|word| {
        let message = format!("{} matches no loaded rules; ignoring it", quoted(word));
        let is_kind = ["type:", "kind:"].iter().any(|key| word.contains(key));
        if is_kind {
            return format!("{message}; kinds are {}", book.kinds().join(", "));
        }
        message
    });
    let others = about.no_filters.iter().map(|word| {
        let list = key_list(index, book);
        format!(
            "{} is no filter, so it is searched for as words; filters are {list}",
            quoted(word)
        )
    });
    // The words of a false filter are no words of a question.
    let unknown = about.unknown.iter().filter(|_| about.no_filters.is_empty());
    let unknown: Vec<_> = unknown.map(|word| quoted(word)).collect();
    let unknown = match unknown.as_slice() {
        [] => None,
        words => Some(format!("no loaded rule contains {}", words.join(" or "))),
    };
    misfits.chain(others).chain(unknown).collect()
}

/// Returns the message that a query finds only sections of one kind, if the words of another query
/// name a kind.
pub fn narrower_message(about: &About, quoted: &dyn Fn(&str) -> String) -> Option<String> {
    let query = about.narrower.as_ref()?;
    Some(format!("{} finds only this kind", quoted(query)))
}

/// Lists the keys of filters, and the first of the fields of the documents: `type, game, doc, ap, is and 3 more`.
fn key_list(index: &SearchIndex, book: &Rulebook) -> String {
    let mut keys = keys(book);
    let fields = index.field_keys().iter();
    let new: Vec<_> = fields.filter(|field| !keys.contains(field)).collect();
    let more = match new.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    keys.extend(new.into_iter().take(MAX_LISTED).cloned());
    keys.join(", ") + &more
}
