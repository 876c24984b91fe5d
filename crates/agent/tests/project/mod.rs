//! Configuration, resources, other projects and files that cannot be read.

mod config;
mod ferry;
mod other_projects;
mod privacy;
mod resources;
mod session_page;
mod unread;
