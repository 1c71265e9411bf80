//! A laid-out page of which the screen shows a part, with a link that may be selected: the page that is read, a peek, the side
//! pane, a comparison.

mod draw;
mod links;
mod state;

pub use state::Sheet;
