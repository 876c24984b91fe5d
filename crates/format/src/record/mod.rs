//! Typed records: what the files mean, field by field.
//!
//! Invariant: reading never fails. A value of the wrong type is a finding and reads as absent; elements of lists keep
//! their places, so that a typed list and the list in the file always correspond element by element.

pub(crate) mod baseline;
pub(crate) mod config;
pub(crate) mod fields;
pub(crate) mod memory;
pub(crate) mod page;
pub(crate) mod referral;
pub(crate) mod session;
pub(crate) mod task;
pub(crate) mod timer;
