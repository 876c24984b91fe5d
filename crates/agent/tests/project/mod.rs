//! Configuration, resources, other projects and files that cannot be read.

mod config;
mod neighbours;
mod privacy;
mod resources;
mod unread;
