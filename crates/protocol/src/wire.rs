//! How values of the vocabulary are written as JSON, and read from it.
//!
//! Invariant: one form for every type. An enum of bare names is a text; an enum whose variants have fields is an object with the variant's
//! name under `kind` beside them; bytes are a number, the place of their buffer in the list that travels with the text. An absent key and
//! null are the same for an optional field, except where absent, null and a value are three different wishes: `Option<Option<T>>`.
//!
//! Why not serde's own reading and writing: for enums with a `kind` it buffers each value, it compiles each type several times over, and each
//! step of a copy may fail and must then take back what it has begun. That was a third of the module that the extension loads. Here a
//! value is filled in where it stands, a field costs one call, and the first fault is noted with its place.

mod read;
mod write;

pub use handoff_derive::{Read, Write};
pub use read::{Bytes, Fault, Object, Read, Source};
pub use write::{AsBytes, Sheet, Write, write_text};

/// The key of a variant's name.
pub const KIND: &str = "kind";

/// Why a value cannot be read: where, and a sentence for whoever made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError {
    place: String,
    reason: String,
}

impl WireError {
    /// An error here.
    pub fn new(reason: impl Into<String>) -> WireError {
        WireError { place: String::new(), reason: reason.into() }
    }

    /// A name that is none of those that are known.
    #[cold]
    pub fn unknown(name: &str, known: &[&str]) -> WireError {
        WireError::new(format!("“{name}” is none of {}", known.join(", ")))
    }

    /// The same error, seen from one level further out.
    #[cold]
    #[must_use]
    pub fn within(self, key: &str) -> WireError {
        let dot = if self.place.is_empty() { "" } else { "." };
        WireError { place: format!("{key}{dot}{}", self.place), reason: self.reason }
    }
}

impl std::error::Error for WireError {}

impl std::fmt::Display for WireError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.place.is_empty() {
            out.write_str(&self.place)?;
            out.write_str(": ")?;
        }
        out.write_str(&self.reason)
    }
}
