//! Handovers: the texts of the layers of Markdown, made from the register and a session.

mod text;

pub use crate::handover::text::note::note_text;
pub use crate::handover::text::state::current_state_text;
