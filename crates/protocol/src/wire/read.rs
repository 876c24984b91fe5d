//! Values of the vocabulary read from JSON.
//!
//! Invariant: reading fills in a value that is there already, and goes on after a fault, so that no step has to take anything back; whoever
//! began it looks for a fault at the end and then throws the value away.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{KIND, WireError};

/// The first thing that did not fit, if anything.
pub type Fault = Option<WireError>;

/// A type that can be read from the wire.
pub trait Read {
    /// What stands in the place until it is read.
    fn blank() -> Self
    where
        Self: Sized;

    /// Reads a value into this place.
    fn read(&mut self, source: Source<'_>, fault: &mut Fault);

    /// Whether the key may be absent, which leaves the place as it is.
    fn may_be_absent(&self) -> bool {
        false
    }

    /// What null means where it does not mean "none".
    fn null() -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// Later faults may follow from the first.
fn note(fault: &mut Fault, error: WireError) {
    if fault.is_none() {
        *fault = Some(error);
    }
}

#[cold]
fn missing(key: &str) -> WireError {
    WireError::new(["“", key, "” is missing"].concat())
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
    fn expected(self, wanted: &str, fault: &mut Fault) {
        let found = match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a flag",
            Value::Number(_) => "a number",
            Value::String(_) => "a text",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        };
        note(fault, WireError::new(["expected ", wanted, ", found ", found].concat()));
    }

    /// The same for the field of an object.
    #[cold]
    fn misfit(self, key: &str, wanted: &str, fault: &mut Fault) {
        let mut own = None;
        self.expected(wanted, &mut own);
        if let Some(error) = own {
            note(fault, error.within(key));
        }
    }

    /// The text that this is.
    pub fn text(self, fault: &mut Fault) -> Option<&'v str> {
        if self.value.as_str().is_none() {
            self.expected("a text", fault);
        }
        self.value.as_str()
    }

    /// The object that this is.
    pub fn object(self, fault: &mut Fault) -> Option<Object<'v>> {
        if let Value::Object(fields) = self.value {
            return Some(Object { fields, buffers: self.buffers });
        }
        self.expected("an object", fault);
        None
    }

    /// The position of the name that this is.
    pub fn name(self, known: &[&str], fault: &mut Fault) -> Option<usize> {
        let name = self.text(fault)?;
        let place = known.iter().position(|known| *known == name);
        if place.is_none() {
            note(fault, WireError::unknown(name, known));
        }
        place
    }

    fn place<T>(self, place: &mut T, number: Option<T>, wanted: &str, fault: &mut Fault) {
        match number {
            Some(number) => *place = number,
            None => self.expected(wanted, fault),
        }
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

    /// The position of the variant's name.
    pub fn kind(self, known: &[&str], fault: &mut Fault) -> Option<usize> {
        let Some(source) = self.get(KIND) else {
            note(fault, missing(KIND));
            return None;
        };
        if source.value.is_string() {
            return source.name(known, fault);
        }
        source.misfit(KIND, "a text", fault);
        None
    }

    /// A field.
    pub fn field(self, key: &str, place: &mut dyn Read, fault: &mut Fault) {
        if self.get(key).is_none() && !place.may_be_absent() {
            note(fault, missing(key));
        }
        self.field_or(key, place, fault);
    }

    /// A field that keeps what it is where its key is absent.
    pub fn field_or(self, key: &str, place: &mut dyn Read, fault: &mut Fault) {
        let Some(source) = self.get(key) else { return };
        let mut own = None;
        place.read(source, &mut own);
        if let Some(error) = own {
            note(fault, error.within(key));
        }
    }

    /// A field with bytes.
    pub fn bytes(self, key: &str, place: &mut dyn Bytes, fault: &mut Fault) {
        let Some(source) = self.get(key).filter(|source| !source.value.is_null() || !place.may_be_absent()) else {
            if !place.may_be_absent() {
                note(fault, missing(key));
            }
            return;
        };
        let number = source.value.as_u64().and_then(|number| usize::try_from(number).ok());
        match number.and_then(|number| self.buffers.get(number)) {
            Some(buffer) => place.put(buffer.clone()),
            None => source.misfit(key, "the number of a buffer", fault),
        }
    }
}

/// A field that is written as the number of a buffer.
pub trait Bytes {
    /// Takes the buffer.
    fn put(&mut self, bytes: Vec<u8>);

    /// Whether the key may be absent or null, which leaves the place as it is.
    fn may_be_absent(&self) -> bool {
        false
    }
}

impl Bytes for Vec<u8> {
    fn put(&mut self, bytes: Vec<u8>) {
        *self = bytes;
    }
}

impl Bytes for Option<Vec<u8>> {
    fn put(&mut self, bytes: Vec<u8>) {
        *self = Some(bytes);
    }

    fn may_be_absent(&self) -> bool {
        true
    }
}

impl Read for bool {
    fn blank() -> bool {
        false
    }

    fn read(&mut self, source: Source<'_>, fault: &mut Fault) {
        source.place(self, source.value.as_bool(), "true or false", fault);
    }
}

impl Read for i64 {
    fn blank() -> i64 {
        0
    }

    fn read(&mut self, source: Source<'_>, fault: &mut Fault) {
        source.place(self, source.value.as_i64(), "a whole number", fault);
    }
}

impl Read for i32 {
    fn blank() -> i32 {
        0
    }

    fn read(&mut self, source: Source<'_>, fault: &mut Fault) {
        let number = source.value.as_i64().and_then(|number| i32::try_from(number).ok());
        source.place(self, number, "a whole number", fault);
    }
}

impl Read for u32 {
    fn blank() -> u32 {
        0
    }

    fn read(&mut self, source: Source<'_>, fault: &mut Fault) {
        let number = source.value.as_i64().and_then(|number| u32::try_from(number).ok());
        source.place(self, number, "a whole number that is not negative", fault);
    }
}

impl Read for f64 {
    fn blank() -> f64 {
        0.0
    }

    fn read(&mut self, source: Source<'_>, fault: &mut Fault) {
        source.place(self, source.value.as_f64(), "a number", fault);
    }
}

impl Read for String {
    fn blank() -> String {
        String::new()
    }

    fn read(&mut self, source: Source<'_>, fault: &mut Fault) {
        source.text(fault).unwrap_or_default().clone_into(self);
    }
}

impl Read for Value {
    fn blank() -> Value {
        Value::Null
    }

    fn read(&mut self, source: Source<'_>, _: &mut Fault) {
        source.value.clone_into(self);
    }
}

impl<T: Read> Read for Option<T> {
    fn blank() -> Option<T> {
        None
    }

    fn read(&mut self, source: Source<'_>, fault: &mut Fault) {
        if source.value.is_null() {
            *self = T::null();
        } else {
            self.insert(T::blank()).read(source, fault);
        }
    }

    fn may_be_absent(&self) -> bool {
        true
    }

    fn null() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: Read> Read for Vec<T> {
    fn blank() -> Vec<T> {
        Vec::new()
    }

    fn read(&mut self, source: Source<'_>, fault: &mut Fault) {
        let Value::Array(values) = source.value else { return source.expected("a list", fault) };
        self.clear();
        for (index, value) in values.iter().enumerate() {
            let mut item = T::blank();
            let mut own = None;
            item.read(Source { value, ..source }, &mut own);
            if let Some(error) = own {
                note(fault, error.within(&index.to_string()));
            }
            self.push(item);
        }
    }
}

/// Texts by name, which are an object on the wire.
impl Read for Vec<(String, String)> {
    fn blank() -> Vec<(String, String)> {
        Vec::new()
    }

    fn read(&mut self, source: Source<'_>, fault: &mut Fault) {
        let Some(object) = source.object(fault) else { return };
        for key in object.fields.keys() {
            let mut text = String::new();
            object.field_or(key, &mut text, fault);
            self.push((key.clone(), text));
        }
    }
}

impl<T: Read> Read for BTreeMap<String, T> {
    fn blank() -> BTreeMap<String, T> {
        BTreeMap::new()
    }

    fn read(&mut self, source: Source<'_>, fault: &mut Fault) {
        let Some(object) = source.object(fault) else { return };
        for key in object.fields.keys() {
            let mut value = T::blank();
            object.field_or(key, &mut value, fault);
            self.insert(key.clone(), value);
        }
    }
}
