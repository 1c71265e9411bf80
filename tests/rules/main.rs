//! Rules as they are loaded: the trees of documents, what is said about broken and hostile ones, and the bundled rules.

mod bundled;
mod convert;
mod hostile;
mod tree;
