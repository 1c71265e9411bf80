//! The browser without a terminal: keys, clicks and reloaded rules in, state and frames out.

mod finder;
mod harness;
mod help;
mod home;
mod keys;
mod linear;
mod marks;
mod mouse;
mod moving;
mod panes;
mod properties;
mod reload;
mod screens;
mod soak;
mod tasks;
mod versions;
