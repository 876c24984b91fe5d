//! The foundation: files as bytes and changes of them, texts of messages, small functions.
//!
//! Invariant: nothing here knows what a file means.

pub(crate) mod case_fold;
pub(crate) mod color;
pub mod conversation;
pub mod edit;
pub(crate) mod history;
pub(crate) mod holder_process;
pub(crate) mod hours;
pub(crate) mod lock_holder;
pub(crate) mod markdown;
pub mod merge;
pub(crate) mod stored_content;
pub(crate) mod texts;
pub(crate) mod timestamp;
pub mod tree;
pub mod undo_step;
pub(crate) mod words;
