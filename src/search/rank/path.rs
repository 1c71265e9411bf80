//! How well the titles above sections match a query.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::context::{NO_MATCH, ScoringContext, TermQualities};
use crate::rules::{DocumentRef, SectionRef, title_above};

/// The factor for a word of the path, compared with a word of the section.
const PATH: f32 = 0.7;

/// The matches of titles, by their sections. Candidates often share the titles above them, so each
/// is compared once.
#[derive(Default)]
pub struct Paths {
    titles: RefCell<FxHashMap<SectionRef, TermQualities>>,
    /// The matches of the teams, the documents and the games.
    places: RefCell<FxHashMap<(DocumentRef, Option<String>), TermQualities>>,
}

impl Paths {
    /// Returns how well the titles above a section match the query terms.
    pub fn of(&self, context: &ScoringContext<'_>, at: SectionRef) -> TermQualities {
        let above = context.book.upwards(at).skip(1);
        let mut above = above.map(|above| self.title(context, above));
        // The title directly above the section counts for more than titles further up.
        let parent = above.next().unwrap_or(NO_MATCH);
        let above_weight = PATH + PATH * (1.0 - PATH);
        let places = above.fold(self.place(context, at), best_of);
        std::array::from_fn(|term| (PATH * places[term]).max(above_weight * parent[term]))
    }

    fn title(&self, context: &ScoringContext<'_>, at: SectionRef) -> TermQualities {
        let mut titles = self.titles.borrow_mut();
        *titles.entry(at).or_insert_with(|| {
            let title = title_above(&context.book.section(at).title);
            context.qualities(title, context.language(at))
        })
    }

    /// Returns how well the team, the document and the game of a section match.
    fn place(&self, context: &ScoringContext<'_>, at: SectionRef) -> TermQualities {
        let section = context.book.section(at);
        let document = context.book.document(section.document);
        let mut places = self.places.borrow_mut();
        let key = (section.document, section.scope.clone());
        *places.entry(key).or_insert_with(|| {
            let game = &context.book.game(document.game).name;
            let names = [&document.title, game].map(|name| title_above(name));
            let names = names.into_iter().chain(section.scope.as_deref());
            let qualities = names.map(|name| context.qualities(name, document.language));
            qualities.fold(NO_MATCH, best_of)
        })
    }
}

fn best_of(one: TermQualities, other: TermQualities) -> TermQualities {
    std::array::from_fn(|term| one[term].max(other[term]))
}
