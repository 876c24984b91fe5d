//! Properties of all tools: arguments, schemas, examples and token counts.

mod arguments;
mod documents;
mod examples;
mod fuzz;
pub mod json_text;
mod peer;
mod peer_answers;
mod peer_documents;
mod peer_memory;
mod records;
mod required;
mod requirements;
mod search;
mod strict;
mod tables;
mod tokens;
mod unknown;
