//! Records that all sessions share: documents and memories.

pub mod document;
