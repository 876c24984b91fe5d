//! Files as they are read: feeding, problems and repairs.

mod feed;
mod problems;
mod repairs;
mod unread;
