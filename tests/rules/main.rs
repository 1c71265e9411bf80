//! Loaded rules: the trees of documents, the faults of broken and hostile ones, and the bundled rules.

mod bundled;
mod convert;
mod hostile;
mod outline;
mod tree;
