//! Handovers: what one conversation leaves for the next one.

pub mod publish;
