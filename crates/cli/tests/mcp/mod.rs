//! The MCP server.

mod claims;
mod layout;
mod notifications;
mod other_projects;
mod pointers;
mod privacy;
mod requests;
mod roots;
mod skills;
mod stress;
mod textstat;
mod timers;
mod transcript;
mod turns;
