//! The time tracker: timers, time entries, and the files that programs share.

mod days;
mod entries;
mod server;
mod tracker;
mod world;
