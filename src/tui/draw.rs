//! Drawing helpers: text on a line, boxes, text that is being typed, and the screens of linear mode.

mod canvas;
mod linear;
mod row;

pub use canvas::Canvas;
pub use linear::{LinearScreen, position, text_line};
pub use row::Row;
