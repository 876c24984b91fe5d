//! A file as a tree of values that can be changed without touching anything else in it.
//!
//! Invariant: a document renders to the bytes from which it was parsed, except where it was changed.

mod change;
pub(crate) mod fault;
mod found;
pub(crate) mod json;
pub(crate) mod node;
mod order;
pub(crate) mod place;
mod sequence;
mod toml;

use handoff_protocol::{Position, ProblemCode, Text};

use crate::{Finding, Value, texts};
pub(crate) use change::key_of;
use fault::Fault;
pub(crate) use found::Found;
use json::Json;
use toml::Toml;

const BYTE_ORDER_MARK: char = '\u{feff}';
/// How the first line of a conflict begins.
const CONFLICT: &str = "<<<<<<<";

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
    has_byte_order_mark: bool,
    body: Body,
}

#[derive(Clone, Debug)]
enum Body {
    Json(Json),
    Toml(Toml),
}

/// Calls the same method of whichever body a document has.
macro_rules! body {
    ($document:expr, $body:ident => $call:expr) => {
        match $document {
            Body::Json($body) => $call,
            Body::Toml($body) => $call,
        }
    };
}

impl Document {
    /// Reads a file. A byte order mark is tolerated and kept; see [`Document::findings`].
    pub fn parse(container: Container, bytes: &[u8]) -> Result<Document, Finding> {
        let text = text_of(bytes)?;
        let (has_byte_order_mark, text) = match text.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let body = match container {
            Container::Json => Json::parse(text.to_owned()).map(Body::Json),
            Container::Toml => Toml::parse(text.to_owned()).map(Body::Toml),
        };
        let body = body.map_err(|fault| conflict(text).unwrap_or(fault).in_text(text))?;
        Ok(Document { has_byte_order_mark, body })
    }

    /// A document without any value.
    pub fn empty(container: Container) -> Document {
        Document::from_record(container, &Value::Object(serde_json::Map::new()))
    }

    /// Returns a document with the members of an object in the prescribed form. Fails if they are
    /// nested too deeply for the container, or if they hold a null that TOML cannot express.
    pub(crate) fn from_value(container: Container, value: &Value) -> Result<Document, Finding> {
        let body = match container {
            Container::Json => Json::from_value(value).map(Body::Json),
            Container::Toml => Toml::from_value(value).map(Body::Toml),
        };
        let body = body.map_err(|fault| Finding { position: None, ..fault.in_text("") })?;
        Ok(Document { has_byte_order_mark: false, body })
    }

    /// Returns the document of a record whose shape is fixed, such as a task.
    #[allow(clippy::expect_used, reason = "a record of fixed shape is neither deep nor does it hold nulls")]
    pub(crate) fn from_record(container: Container, record: &Value) -> Document {
        Document::from_value(container, record).expect("a record of fixed shape has a form in both containers")
    }

    /// How it is written down.
    pub fn container(&self) -> Container {
        match self.body {
            Body::Json(_) => Container::Json,
            Body::Toml(_) => Container::Toml,
        }
    }

    fn text(&self) -> &str {
        body!(&self.body, body => body.text())
    }

    /// What is wrong although the document can be used: a byte order mark, keys that stand twice (the last one counts).
    pub fn findings(&self) -> Vec<Finding> {
        let mark = self
            .has_byte_order_mark
            .then(|| Fault::new(ProblemCode::ByteOrderMark, 0..0, Text::plain(texts::BYTE_ORDER_MARK)));
        let faults = match &self.body {
            Body::Json(json) => json.faults(),
            Body::Toml(_) => Vec::new(),
        };
        mark.into_iter().chain(faults).map(|fault| fault.in_text(self.text())).collect()
    }

    /// All values. TOML dates and times are texts.
    pub fn root(&self) -> Value {
        self.found().value()
    }

    /// The same to look into, without a copy.
    pub(crate) fn found(&self) -> Found<'_> {
        body!(&self.body, body => body.root())
    }

    /// The value at a place.
    pub fn get(&self, path: &[Step<'_>]) -> Option<Value> {
        self.at(path).map(Found::value)
    }

    /// The same to look into, without a copy.
    fn at(&self, path: &[Step<'_>]) -> Option<Found<'_>> {
        body!(&self.body, body => body.at(path))
    }

    /// Where a value stands; for the root, the whole file.
    pub fn position(&self, path: &[Step<'_>]) -> Option<Position> {
        let span = body!(&self.body, body => body.span(path))?;
        Some(place::position(self.text(), &span))
    }

    /// Replaces or inserts a value; a new key goes to the end of its table. Missing tables on the way are made.
    pub fn set(&mut self, path: &[Step<'_>], value: &Value) -> Result<(), Finding> {
        let mut known = path;
        while self.at(known).is_none()
            && let Some((_, above)) = known.split_last()
        {
            known = above;
        }
        let (known, missing) = path.split_at(known.len());
        let Some((first, deeper)) = missing.split_first() else {
            return self.put(path, value);
        };
        let nested = deeper.iter().rev().try_fold(value.clone(), |inner, step| match step {
            Step::Key(key) => Some(Value::Object(serde_json::Map::from_iter([((*key).to_owned(), inner)]))),
            Step::Index(0) => Some(Value::Array(vec![inner])),
            Step::Index(_) => None,
        });
        let nested = nested.ok_or_else(|| self.cannot_write(path))?;
        match first {
            Step::Key(key) => self.insert_key(known, key, &nested, &[]),
            Step::Index(index) => self.insert_element(known, *index, &nested),
        }
    }

    /// Removes a value if there is one: all values of a repeated key. Fails, and changes nothing,
    /// if the file would not parse without the value.
    pub fn remove(&mut self, path: &[Step<'_>]) -> Result<(), Finding> {
        if self.at(path).is_none() {
            return Ok(());
        }
        let mut changed = self.clone();
        let removed = body!(&mut changed.body, body => body.remove(path));
        let is_left = matches!(path.last(), Some(Step::Key(_))) && changed.at(path).is_some();
        if removed.is_none() || is_left {
            return Err(self.cannot_write(path));
        }
        *self = changed;
        Ok(())
    }

    /// Removes all values of a repeated key except the last, and returns them. Fails, and changes
    /// nothing, if the file would not parse without them.
    pub fn remove_repeated(&mut self, path: &[Step<'_>]) -> Result<Vec<Value>, Finding> {
        let Body::Json(json) = &self.body else { return Ok(Vec::new()) };
        let mut changed = json.clone();
        let removed = changed.remove_repeated(path).ok_or_else(|| self.cannot_write(path))?;
        self.body = Body::Json(changed);
        Ok(removed)
    }

    /// Writes the difference between two values, of which `old` was read from this document. New keys take the place that
    /// `order` gives them, keys of nested tables that of `new`. What could not be read is not overwritten.
    pub fn change(&mut self, old: &Value, new: &Value, order: &[&str]) -> Result<(), Finding> {
        let mut changed = self.clone();
        change::write(&mut changed, &mut Vec::new(), old, new, order)?;
        *self = changed;
        Ok(())
    }

    /// The file's bytes.
    pub fn render(&self) -> Vec<u8> {
        let mark = if self.has_byte_order_mark { "\u{feff}" } else { "" };
        [mark.as_bytes(), self.text().as_bytes()].concat()
    }

    fn cannot_write(&self, path: &[Step<'_>]) -> Finding {
        self.refuse(path, texts::CANNOT_WRITE)
    }

    /// A finding about the value at a place, or about the nearest one above.
    fn refuse(&self, path: &[Step<'_>], template: &str) -> Finding {
        let key = change::key_of(path);
        let position = (0..=path.len()).rev().find_map(|length| self.position(path.get(..length)?));
        let text = Text::with(template, [("key", key.join("."))]);
        Finding { code: ProblemCode::WrongType, position, text, key }
    }

    /// Puts a value in place of the one that is there, touching only what differs.
    fn put(&mut self, path: &[Step<'_>], value: &Value) -> Result<(), Finding> {
        let old = self.get(path).ok_or_else(|| self.cannot_write(path))?;
        let mut changed = self.clone();
        change::write(&mut changed, &mut path.to_vec(), &old, value, &[])?;
        *self = changed;
        Ok(())
    }

    fn replace(&mut self, path: &[Step<'_>], value: &Value) -> Result<(), Finding> {
        body!(&mut self.body, body => body.replace(path, value)).ok_or_else(|| self.cannot_write(path))
    }

    fn insert_key(&mut self, path: &[Step<'_>], key: &str, value: &Value, order: &[&str]) -> Result<(), Finding> {
        let done = body!(&mut self.body, body => body.insert_key(path, key, value, order));
        done.ok_or_else(|| self.cannot_write(&[path, &[Step::Key(key)]].concat()))
    }

    fn insert_element(&mut self, path: &[Step<'_>], index: usize, value: &Value) -> Result<(), Finding> {
        let done = body!(&mut self.body, body => body.insert_element(path, index, value));
        done.ok_or_else(|| self.cannot_write(path))
    }

    fn permute(&mut self, path: &[Step<'_>], order: &[usize]) -> Result<(), Finding> {
        body!(&mut self.body, body => body.permute(path, order)).ok_or_else(|| self.cannot_write(path))
    }
}

/// Where Git has left both sides of a conflict.
fn conflict(text: &str) -> Option<Fault> {
    let start = if text.starts_with(CONFLICT) { 0 } else { text.find("\n<<<<<<<")? + 1 };
    text.get(start..)?.find("\n>>>>>>>")?;
    Some(Fault::new(ProblemCode::Syntax, start..start + CONFLICT.len(), Text::plain(texts::GIT_CONFLICT)))
}

/// The bytes as text; the finding says where they stop being text.
pub(crate) fn text_of(bytes: &[u8]) -> Result<&str, Finding> {
    std::str::from_utf8(bytes).map_err(|_| {
        let good = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let shown = good.strip_prefix(BYTE_ORDER_MARK).unwrap_or(good);
        Fault::new(ProblemCode::NotText, shown.len()..shown.len(), Text::plain(texts::NOT_TEXT)).in_text(shown)
    })
}
