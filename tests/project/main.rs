//! The shape of the project: how its files import each other, and what it depends on.

mod dependencies;
mod imports;
mod known;
mod sources;
mod tidy;
mod vocabulary;
