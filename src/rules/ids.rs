//! Unique ids of sections and documents.

use std::collections::{HashMap, HashSet};

use super::model::section::Section;
use super::slug::slug;

/// An id names at most this many sections above its own.
const MOST_PREFIXES: usize = 6;

/// Gives each section of a document its id, without the document's id in front. A slug that occurs more than once gets
/// its parents' slugs in front until it is unique, in all its places, so that no id depends on the order of the sections.
pub(super) fn name_sections(sections: &mut [Section]) {
    let slugs: Vec<_> = sections
        .iter()
        .map(|section| slug(&section.title))
        .collect();
    let parent = |index: usize| {
        sections[index]
            .parent
            .map(|parent| parent.0 as usize)
            .filter(|at| *at > 0)
    };
    let mut wanted = slugs.clone();
    let mut above: Vec<_> = (0..sections.len()).map(parent).collect();
    for _ in 0..MOST_PREFIXES {
        let mut count: HashMap<&str, usize> = HashMap::new();
        for slug in &wanted[1..] {
            *count.entry(slug).or_default() += 1;
        }
        let repeated: Vec<_> = (1..wanted.len())
            .filter(|index| count[wanted[*index].as_str()] > 1)
            .collect();
        let mut longer = false;
        for index in repeated {
            if let Some(prefix) = above[index] {
                wanted[index] = format!("{}-{}", slugs[prefix], wanted[index]);
                above[index] = parent(prefix);
                longer = true;
            }
        }
        if !longer {
            break;
        }
    }
    let mut numbers = HashMap::new();
    let mut taken: HashSet<String> = HashSet::new();
    for (section, wanted) in sections.iter_mut().zip(wanted).skip(1) {
        let wanted = format!("#{wanted}");
        // Equal names go on counting where the last one stopped: a hundred thousand of them are not tried each time.
        let number = numbers.entry(wanted.clone()).or_insert(2);
        section.id = unique(&wanted, number, |id| taken.contains(id));
        taken.insert(section.id.clone());
    }
}

/// A free name: the wanted one, or with the first free number from `number` on, which is left at the next.
pub(super) fn unique(wanted: &str, number: &mut u32, taken: impl Fn(&str) -> bool) -> String {
    let mut id = wanted.to_owned();
    while taken(&id) {
        id = format!("{wanted}-{number}");
        *number += 1;
    }
    id
}
