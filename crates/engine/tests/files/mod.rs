//! Files as they are read: feeding, problems and repairs.

mod feed;
mod problems;
mod repair_laws;
mod repairs;
mod unread;
