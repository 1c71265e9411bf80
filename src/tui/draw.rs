//! Drawing helpers: text on a line, boxes, text that is being typed, and the screens of linear mode.

mod canvas;
mod linear;

pub use canvas::{Canvas, Marks, Row};
pub use linear::{LinearScreen, position, text_line};
