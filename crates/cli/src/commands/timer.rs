//! The old place of durations.

pub mod duration {
    pub use crate::hours::parse_hours;
}
