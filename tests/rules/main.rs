//! Tests of loaded rules: the trees of documents, the faults of broken and malicious documents, and
//! the bundled rules.

mod bundled;
mod convert;
mod hostile;
mod oracle;
mod outline;
mod pages;
mod permitted;
mod tree;
