//! How values of the vocabulary are written as JSON, and read from it.
//!
//! Invariant: one form for every type. An enum of bare names is a text; an enum whose variants have fields is an object with the variant's
//! name under `kind` beside them; bytes are a number, the place of their buffer in the list that travels with the text. An absent key and
//! null are the same for an optional field, except where absent, null and a value are three different wishes: `Option<Option<T>>`.
//!
//! Why not serde's own reading: for enums with a `kind` it buffers each value and compiles each type several times over. That was a third of
//! the module that the extension loads. Here a type is read by one straight function, and an error names the place.

mod write;

use std::collections::BTreeMap;

pub use handoff_derive::{Read, Write};
use serde_json::{Map, Value};
pub use write::{AsBytes, Sheet, Write, write_text};

/// The key of a variant's name.
pub const KIND: &str = "kind";

/// A type that can be read from the wire.
pub trait Read: Sized {
    /// Reads a value.
    fn read(value: Source<'_>) -> Result<Self, WireError>;

    /// What stands for a key that is absent.
    fn absent() -> Option<Self> {
        None
    }

    /// What null means, unless it means "none".
    fn null() -> Option<Self> {
        None
    }
}

/// Why a value cannot be read or written: where, and a sentence for whoever made it.
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

#[cold]
fn missing(key: &str) -> WireError {
    WireError::new(format!("“{key}” is missing"))
}

/// A value to be read, with the buffers that stand for bytes in it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'v> {
    value: &'v Value,
    buffers: &'v [Vec<u8>],
}

impl<'v> Source<'v> {
    /// A whole value.
    pub fn new(value: &'v Value, buffers: &'v [Vec<u8>]) -> Source<'v> {
        Source { value, buffers }
    }

    #[cold]
    fn expected(self, wanted: &str) -> WireError {
        let found = match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a flag",
            Value::Number(_) => "a number",
            Value::String(_) => "a text",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        };
        WireError::new(format!("expected {wanted}, found {found}"))
    }

    /// The text that this is.
    pub fn text(self) -> Result<&'v str, WireError> {
        self.value.as_str().ok_or_else(|| self.expected("a text"))
    }

    /// The object that this is.
    pub fn object(self) -> Result<Object<'v>, WireError> {
        let fields = self.value.as_object().ok_or_else(|| self.expected("an object"))?;
        Ok(Object { fields, buffers: self.buffers })
    }

    fn list(self) -> Result<impl Iterator<Item = Source<'v>>, WireError> {
        let values = self.value.as_array().ok_or_else(|| self.expected("a list"))?;
        Ok(values.iter().map(move |value| Source { value, ..self }))
    }

    fn number<T>(self, number: Option<T>, wanted: &str) -> Result<T, WireError> {
        number.ok_or_else(|| self.expected(wanted))
    }

    fn buffer(self) -> Result<Vec<u8>, WireError> {
        let place = self.value.as_u64().and_then(|place| usize::try_from(place).ok());
        let buffer = place.and_then(|place| self.buffers.get(place));
        buffer.cloned().ok_or_else(|| self.expected("the number of a buffer"))
    }
}

/// An object to be read.
#[derive(Clone, Copy, Debug)]
pub struct Object<'v> {
    fields: &'v Map<String, Value>,
    buffers: &'v [Vec<u8>],
}

impl<'v> Object<'v> {
    fn get(self, key: &str) -> Option<Source<'v>> {
        Some(Source { value: self.fields.get(key)?, buffers: self.buffers })
    }

    fn some(self, key: &str) -> Result<Source<'v>, WireError> {
        self.get(key).ok_or_else(|| missing(key))
    }

    /// The name of the variant.
    pub fn kind(self) -> Result<&'v str, WireError> {
        self.some(KIND)?.text().map_err(|error| error.within(KIND))
    }

    /// A field.
    pub fn field<T: Read>(self, key: &str) -> Result<T, WireError> {
        match (self.get(key), T::absent()) {
            (Some(value), _) => T::read(value).map_err(|error| error.within(key)),
            (None, Some(absent)) => Ok(absent),
            (None, None) => Err(missing(key)),
        }
    }

    /// A field that may be absent.
    pub fn field_or<T: Read>(self, key: &str, default: T) -> Result<T, WireError> {
        match self.get(key) {
            Some(value) => T::read(value).map_err(|error| error.within(key)),
            None => Ok(default),
        }
    }

    /// A field with bytes.
    pub fn bytes<T: Bytes>(self, key: &str) -> Result<T, WireError> {
        T::read_bytes(self.get(key), key)
    }
}

/// A field that is written as the number of a buffer.
pub trait Bytes: Sized {
    /// Reads the field with this key.
    fn read_bytes(value: Option<Source<'_>>, key: &str) -> Result<Self, WireError>;
}

impl Bytes for Vec<u8> {
    fn read_bytes(value: Option<Source<'_>>, key: &str) -> Result<Vec<u8>, WireError> {
        let value = value.ok_or_else(|| missing(key))?;
        value.buffer().map_err(|error| error.within(key))
    }
}

impl Bytes for Option<Vec<u8>> {
    fn read_bytes(value: Option<Source<'_>>, key: &str) -> Result<Option<Vec<u8>>, WireError> {
        match value {
            Some(value) if !value.value.is_null() => Vec::read_bytes(Some(value), key).map(Some),
            _ => Ok(None),
        }
    }
}

impl Read for bool {
    fn read(value: Source<'_>) -> Result<bool, WireError> {
        value.value.as_bool().ok_or_else(|| value.expected("true or false"))
    }
}

impl Read for i64 {
    fn read(value: Source<'_>) -> Result<i64, WireError> {
        value.number(value.value.as_i64(), "a whole number")
    }
}

impl Read for i32 {
    fn read(value: Source<'_>) -> Result<i32, WireError> {
        value.number(value.value.as_i64().and_then(|number| i32::try_from(number).ok()), "a whole number")
    }
}

impl Read for u32 {
    fn read(value: Source<'_>) -> Result<u32, WireError> {
        let number = value.value.as_i64().and_then(|number| u32::try_from(number).ok());
        value.number(number, "a whole number that is not negative")
    }
}

impl Read for f64 {
    fn read(value: Source<'_>) -> Result<f64, WireError> {
        value.number(value.value.as_f64(), "a number")
    }
}

impl Read for String {
    fn read(value: Source<'_>) -> Result<String, WireError> {
        value.text().map(str::to_owned)
    }
}

impl Read for Value {
    fn read(value: Source<'_>) -> Result<Value, WireError> {
        Ok(value.value.clone())
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: Source<'_>) -> Result<Option<T>, WireError> {
        if value.value.is_null() { Ok(T::null()) } else { T::read(value).map(Some) }
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }

    fn null() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: Source<'_>) -> Result<Vec<T>, WireError> {
        let mut read = Vec::new();
        for (index, value) in value.list()?.enumerate() {
            read.push(T::read(value).map_err(|error| error.within(&index.to_string()))?);
        }
        Ok(read)
    }
}

impl<T: Read> Read for BTreeMap<String, T> {
    fn read(value: Source<'_>) -> Result<BTreeMap<String, T>, WireError> {
        let object = value.object()?;
        let pairs = object.fields.keys().map(|key| Ok((key.clone(), object.field(key)?)));
        pairs.collect()
    }
}
