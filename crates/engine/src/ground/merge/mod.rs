//! Three-way merge of records and sequences: for Git's merge driver and for reverts.
//!
//! Invariant: no rule chooses between two values that people have chosen.

mod lines;
mod list;
mod rules;
mod text;
mod values;

pub use lines::{Hunk, merge as merge_sequences};
pub use rules::{Kind as RecordKind, below_handoff, time};
pub(crate) use values::revert as revert_record;
pub use values::{Favor, merge as merge_records};
