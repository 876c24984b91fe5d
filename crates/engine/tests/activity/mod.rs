//! The activity log: what is written, how it is read, and that nothing is lost or written twice.

mod appends;
mod news;
mod peer_logs;
mod reader;
mod records;
mod repairs;
