//! Drawing helpers: text on a line, boxes, input lines, and the screens of linear mode.

mod canvas;
mod linear;

pub use canvas::{Canvas, Row};
pub use linear::LinearScreen;
