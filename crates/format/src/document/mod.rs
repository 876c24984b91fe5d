//! A file as a tree of values that can be changed without touching anything else in it.
//!
//! Invariant: a document renders to the bytes from which it was parsed, except where it was changed.

use handoff_protocol::Position;

use crate::{Finding, Value};

/// How a record is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// JSON, as the `handoff-mcp` server writes it.
    Json,
    /// TOML.
    Toml,
}

/// One step into a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// The value under a key.
    Key(&'a str),
    /// The element of a list, counted from 0.
    Index(usize),
}

/// A parsed file.
#[derive(Clone, Debug)]
pub struct Document {
    container: Container,
    text: String,
}

#[allow(clippy::missing_const_for_fn, clippy::unused_self, clippy::needless_pass_by_value)]
impl Document {
    /// Reads a file.
    pub fn parse(container: Container, bytes: &[u8]) -> Result<Document, Finding> {
        Ok(Document { container, text: String::from_utf8_lossy(bytes).into_owned() })
    }

    /// A document without any value.
    pub fn empty(container: Container) -> Document {
        Document { container, text: String::new() }
    }

    /// A document with these values in the prescribed form.
    pub(crate) fn from_value(container: Container, value: &Value) -> Document {
        Document { container, text: value.to_string() }
    }

    /// What is wrong although the document can be used: a byte order mark, duplicate keys.
    pub fn findings(&self) -> Vec<Finding> {
        Vec::new()
    }

    /// All values. TOML dates and times are texts.
    pub fn root(&self) -> Value {
        Value::Null
    }

    /// The value at a place.
    pub fn get(&self, _path: &[Step<'_>]) -> Option<Value> {
        None
    }

    /// Where a value stands; for the root, the whole file.
    pub fn position(&self, _path: &[Step<'_>]) -> Option<Position> {
        None
    }

    pub(crate) fn is_list(&self, _path: &[Step<'_>]) -> bool {
        self.container == Container::Json
    }

    /// Replaces or inserts a value. Missing tables on the way are made.
    pub fn set(&mut self, _path: &[Step<'_>], _value: &Value) -> Result<(), Finding> {
        Ok(())
    }

    /// Takes a value away; nothing happens when there is none.
    pub fn remove(&mut self, _path: &[Step<'_>]) {}

    /// Writes the difference between two values, of which `old` was read from this document. New keys take the place that
    /// `order` gives them, keys of nested tables that of `new`.
    pub fn change(&mut self, _old: &Value, _new: &Value, _order: &[&str]) -> Result<(), Finding> {
        Ok(())
    }

    /// The file's bytes.
    pub fn render(&self) -> Vec<u8> {
        self.text.clone().into_bytes()
    }
}
