//! Properties of all tools: arguments, schemas, examples and token counts.

mod arguments;
mod examples;
mod fuzz;
mod offers;
mod peer;
mod reading;
mod strict;
mod tables;
mod tokens;
