//! The MCP server.

mod brake;
mod conversation;
mod layout;
mod neighbours;
mod pointers;
mod privacy;
mod requests;
mod stress;
mod transcript;
mod turns;
