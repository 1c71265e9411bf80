//! How well the titles above sections match a query.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::context::{ScoringContext, TermQualities};
use crate::rules::{DocumentRef, SectionRef, title_above};
use crate::search::index::path;

/// The factor for a word of the path, compared with a word of the section.
const PATH: f32 = 0.7;

/// The matches of the titles above sections. Candidates often share these titles, so each place is
/// compared once.
#[derive(Default)]
pub struct Paths {
    known: RefCell<FxHashMap<(DocumentRef, Option<SectionRef>), TermQualities>>,
}

impl Paths {
    /// Returns how well the titles above a section match the query terms.
    pub fn of(&self, context: &ScoringContext<'_>, at: SectionRef) -> TermQualities {
        let section = context.book.section(at);
        let place = (section.document, section.parent);
        if let Some(known) = self.known.borrow().get(&place) {
            return *known;
        }
        let language = context.language(at);
        let above = section.parent.map(|above| context.book.section(above));
        let above = above.map_or("", |above| title_above(&above.title));
        let above = context.qualities(above, language);
        let places = context.qualities(&path(context.book, at), language);
        // The title directly above the section counts for more than titles further up.
        let above_weight = PATH + PATH * (1.0 - PATH);
        let path =
            std::array::from_fn(|term| (PATH * places[term]).max(above_weight * above[term]));
        self.known.borrow_mut().insert(place, path);
        path
    }
}
