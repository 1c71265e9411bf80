//! Tests of the browser without a terminal: they send keys, clicks and reloaded rules, and check
//! state and frames.

mod finder;
mod harness;
mod help;
mod home;
mod keys;
mod linear;
mod long_pages;
mod marks;
mod mouse;
mod moving;
mod panes;
mod properties;
mod reload;
mod rolls;
mod screens;
mod soak;
mod table;
mod tasks;
mod versions;
