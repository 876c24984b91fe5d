//! Values of the vocabulary written as JSON text.
//!
//! Why not serde's own writing: it compiles a copy of its steps, each of which may fail, for every type. Here a field costs one call that
//! cannot fail, which is a tenth of the machine code; a derived type says no more than the names of its fields and where they are.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::KIND;

/// A type that can be written to the wire.
pub trait Write {
    /// Writes the value behind what stands there already.
    fn write(&self, out: &mut Sheet);

    /// Whether a field that may be absent is left out.
    fn is_nothing(&self) -> bool {
        false
    }
}

/// What values are written on: JSON on one line, and buffers whose numbers stand in place of bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The text so far.
    pub text: String,
    /// What the numbers in place of bytes stand for.
    pub buffers: Vec<Vec<u8>>,
}

impl Sheet {
    /// What stands here as it is.
    pub fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Begins an object.
    pub fn open(&mut self) {
        self.text.push('{');
    }

    /// Ends an object.
    pub fn close(&mut self) {
        self.text.push('}');
    }

    fn comma(&mut self, open: char) {
        if !self.text.ends_with(open) {
            self.text.push(',');
        }
    }

    fn key(&mut self, key: &str) {
        self.comma('{');
        write_text(&mut self.text, key);
        self.text.push(':');
    }

    /// A field.
    pub fn field(&mut self, key: &str, value: &dyn Write) {
        self.key(key);
        value.write(self);
    }

    /// A field that is left out when there is nothing in it.
    pub fn some(&mut self, key: &str, value: &dyn Write) {
        if !value.is_nothing() {
            self.field(key, value);
        }
    }

    /// The name of a variant that has fields.
    pub fn kind(&mut self, name: &str) {
        self.open();
        self.key(KIND);
        write_text(&mut self.text, name);
    }

    /// A field with bytes; null without any.
    pub fn bytes(&mut self, key: &str, bytes: Option<&[u8]>) {
        self.key(key);
        match bytes {
            Some(bytes) => {
                self.number(self.buffers.len().into());
                self.buffers.push(bytes.to_vec());
            }
            None => self.raw("null"),
        }
    }

    /// A list.
    pub fn list(&mut self, values: &mut dyn Iterator<Item = &dyn Write>) {
        self.text.push('[');
        for value in values {
            self.comma('[');
            value.write(self);
        }
        self.text.push(']');
    }

    /// Numbers look as they do in the files; what is no number in JSON is null.
    fn number(&mut self, value: Value) {
        match value {
            Value::Number(number) => self.raw(&number.to_string()),
            _ => self.raw("null"),
        }
    }
}

/// Writes a text in double quotes. Escaped is only what must be.
pub fn write_text(text: &mut String, string: &str) {
    text.push('"');
    let mut rest = string;
    while let Some(end) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        let (plain, from) = rest.split_at_checked(end).unwrap_or((rest, ""));
        text.push_str(plain);
        let mut characters = from.chars();
        let escape = match characters.next() {
            Some('"') => "\\\"",
            Some('\\') => "\\\\",
            Some('\u{8}') => "\\b",
            Some('\u{c}') => "\\f",
            Some('\n') => "\\n",
            Some('\r') => "\\r",
            Some('\t') => "\\t",
            control => {
                // Writing to a text cannot fail.
                let _ = write!(text, "\\u{:04x}", control.map_or(0, u32::from));
                ""
            }
        };
        text.push_str(escape);
        rest = characters.as_str();
    }
    text.push_str(rest);
    text.push('"');
}

/// Bytes that are written as the number of a buffer.
pub trait AsBytes {
    /// The bytes, if there are any.
    fn as_bytes(&self) -> Option<&[u8]>;
}

impl AsBytes for Vec<u8> {
    fn as_bytes(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl AsBytes for Option<Vec<u8>> {
    fn as_bytes(&self) -> Option<&[u8]> {
        self.as_deref()
    }
}

impl Write for bool {
    fn write(&self, out: &mut Sheet) {
        out.raw(if *self { "true" } else { "false" });
    }

    fn is_nothing(&self) -> bool {
        !*self
    }
}

impl Write for u32 {
    fn write(&self, out: &mut Sheet) {
        out.number((*self).into());
    }

    fn is_nothing(&self) -> bool {
        *self == 0
    }
}

impl Write for i32 {
    fn write(&self, out: &mut Sheet) {
        out.number((*self).into());
    }
}

impl Write for i64 {
    fn write(&self, out: &mut Sheet) {
        out.number((*self).into());
    }
}

impl Write for u64 {
    fn write(&self, out: &mut Sheet) {
        out.number((*self).into());
    }
}

impl Write for f64 {
    fn write(&self, out: &mut Sheet) {
        out.number((*self).into());
    }
}

impl Write for str {
    fn write(&self, out: &mut Sheet) {
        write_text(&mut out.text, self);
    }
}

impl Write for String {
    fn write(&self, out: &mut Sheet) {
        write_text(&mut out.text, self);
    }
}

impl Write for Value {
    fn write(&self, out: &mut Sheet) {
        match self {
            Value::Null => out.raw("null"),
            Value::Bool(flag) => flag.write(out),
            Value::Number(_) => out.number(self.clone()),
            Value::String(text) => text.write(out),
            Value::Array(values) => values.write(out),
            Value::Object(fields) => {
                out.open();
                for (key, value) in fields {
                    out.field(key, value);
                }
                out.close();
            }
        }
    }
}

impl<T: Write> Write for Option<T> {
    fn write(&self, out: &mut Sheet) {
        match self {
            Some(value) => value.write(out),
            None => out.raw("null"),
        }
    }

    fn is_nothing(&self) -> bool {
        self.is_none()
    }
}

impl<T: Write> Write for Vec<T> {
    fn write(&self, out: &mut Sheet) {
        out.list(&mut self.iter().map(|value| -> &dyn Write { value }));
    }
}

impl<T: Write> Write for Box<T> {
    fn write(&self, out: &mut Sheet) {
        (**self).write(out);
    }
}

impl<T: Write + ?Sized> Write for &T {
    fn write(&self, out: &mut Sheet) {
        (**self).write(out);
    }
}

/// Texts by name, which are an object on the wire.
impl Write for Vec<(String, String)> {
    fn write(&self, out: &mut Sheet) {
        out.open();
        for (name, text) in self {
            out.field(name, text);
        }
        out.close();
    }
}

impl<T: Write> Write for BTreeMap<String, T> {
    fn write(&self, out: &mut Sheet) {
        out.open();
        for (key, value) in self {
            out.field(key, value);
        }
        out.close();
    }
}
