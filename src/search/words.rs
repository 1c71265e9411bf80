//! English words: words with little meaning, the forms and spellings of a word, and words of
//! similar meaning.

mod forms;
mod related;
mod spelling;

pub use forms::{begins_question, is_filler, is_function_word, only_look_alike, says_little, stem};
pub use related::related_words;
pub use spelling::other_spelling;
