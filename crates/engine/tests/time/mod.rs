//! The time tracker: timers, time entries, and the files that programs share.

mod actions;
mod clocks;
mod days;
mod deleted;
mod entries;
mod recorded;
mod requests;
mod scripted;
mod server;
mod takeover;
mod timer_files;
mod tracker;
mod world;
