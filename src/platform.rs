//! What differs between operating systems. No other module of the program has code for only one of
//! them.

pub mod files;
pub mod input;
pub mod process;
pub mod signals;
