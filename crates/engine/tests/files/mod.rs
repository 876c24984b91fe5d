//! Reading files: feeds, problems and repairs.

mod feed;
mod problems;
mod repair_laws;
mod repairs;
mod restore;
mod unread;
