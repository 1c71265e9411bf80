//! English words: which carry no meaning of their own, which are forms of one another, and which mean nearly the same.

mod forms;
mod related;
mod spelling;

pub(crate) use forms::{
    begins_question, is_filler, is_function_word, is_plural, only_look_alike, says_little, stem,
};
pub(crate) use related::related_words;
pub(crate) use spelling::other_spelling;
