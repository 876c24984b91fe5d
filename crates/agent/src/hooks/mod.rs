//! What the hooks of a client say to an agent, and what they store for the next one.

mod capture;
mod draft;
mod need;
mod news;
mod sent_back;
mod subagent;
mod test_run;
mod transcript;
mod used_tokens;

pub use capture::Capture;
pub use draft::draft;
pub use need::{Need, need, next_instruction};
pub use news::news;
pub use sent_back::{SentBack, sent_back};
pub use subagent::{subagent_context, subagent_result};
pub use transcript::{TokenUse, Transcript, token_uses};
pub use used_tokens::used_tokens;
