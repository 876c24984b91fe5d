//! A file as a tree of values that can be edited without changing the rest of the text.
//!
//! Invariant: a data file renders to the bytes from which it was parsed, except for its edits.

mod change;
pub(crate) mod json;
mod lookup;
pub(crate) mod node;
mod sequence;
mod tables;
mod toml;

use handoff_protocol::{Layout, Position, ProblemCode, Text};

use crate::finding::ParseError;
use crate::{Finding, Value, texts};
pub(crate) use change::key_path;
use json::Json;
pub use json::replace_lone_surrogates;
pub(crate) use lookup::Lookup;
use toml::Toml;

const BYTE_ORDER_MARK: char = '\u{feff}';
/// The start of the first line of a Git conflict.
const CONFLICT: &str = "<<<<<<<";

/// The file format of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// JSON, as the `handoff-mcp` server writes it.
    Json,
    /// TOML.
    Toml,
}

impl Container {
    /// Returns the container of a file by its extension, or `None` if it is neither JSON nor TOML.
    pub fn of_path(path: &str) -> Option<Container> {
        match path.rsplit_once('.') {
            Some((_, "json")) => Some(Container::Json),
            Some((_, "toml")) => Some(Container::Toml),
            _ => None,
        }
    }

    /// Returns the container of a layout's task files.
    pub fn of_layout(layout: Layout) -> Container {
        match layout {
            Layout::Toml => Container::Toml,
            Layout::Json => Container::Json,
        }
    }
}

/// A segment of a path into a data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathSegment<'a> {
    /// The value under a key.
    Key(&'a str),
    /// The element of a list, counted from 0.
    Index(usize),
}

/// A parsed file.
#[derive(Clone, Debug)]
pub struct DataFile {
    has_byte_order_mark: bool,
    body: Body,
}

#[derive(Clone, Debug)]
enum Body {
    Json(Json),
    Toml(Toml),
}

/// Calls the same method on either body of a data file.
macro_rules! body {
    ($data:expr, $body:ident => $call:expr) => {
        match $data {
            Body::Json($body) => $call,
            Body::Toml($body) => $call,
        }
    };
}

impl DataFile {
    /// Parses a file. A byte order mark is accepted and kept; see [`DataFile::findings`].
    pub fn parse(container: Container, bytes: &[u8]) -> Result<DataFile, Finding> {
        let text = decode_utf8(bytes)?;
        let (has_byte_order_mark, text) = match text.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let body = match container {
            Container::Json => Json::parse(text.to_owned()).map(Body::Json),
            Container::Toml => Toml::parse(text.to_owned()).map(Body::Toml),
        };
        let body = body.map_err(|error| find_git_conflict(text).unwrap_or(error).into_finding(text))?;
        Ok(DataFile { has_byte_order_mark, body })
    }

    /// Returns a data file without values.
    pub fn empty(container: Container) -> DataFile {
        DataFile::from_record(container, &Value::Object(serde_json::Map::new()))
    }

    /// Returns a data file with the members of an object in the prescribed form. Fails if they are
    /// nested too deeply for the container, or if they hold a null that TOML cannot express.
    pub fn from_value(container: Container, value: &Value) -> Result<DataFile, Finding> {
        let body = match container {
            Container::Json => Json::from_value(value).map(Body::Json),
            Container::Toml => Toml::from_value(value).map(Body::Toml),
        };
        let body = body.map_err(|error| Finding { position: None, ..error.into_finding("") })?;
        Ok(DataFile { has_byte_order_mark: false, body })
    }

    /// Returns the data file of a record whose shape is fixed, such as a task.
    #[allow(clippy::expect_used, reason = "a record of fixed shape is neither deep nor does it hold nulls")]
    pub(crate) fn from_record(container: Container, record: &Value) -> DataFile {
        DataFile::from_value(container, record).expect("a record of fixed shape has a form in both containers")
    }

    /// Returns the file format.
    pub fn container(&self) -> Container {
        match self.body {
            Body::Json(_) => Container::Json,
            Body::Toml(_) => Container::Toml,
        }
    }

    fn text(&self) -> &str {
        body!(&self.body, body => body.text())
    }

    /// Returns the problems of a data file that parses: a byte order mark, and repeated keys, of
    /// which the last one counts.
    pub fn findings(&self) -> Vec<Finding> {
        let mark = self
            .has_byte_order_mark
            .then(|| ParseError::new(ProblemCode::ByteOrderMark, 0..0, Text::plain(texts::BYTE_ORDER_MARK)));
        let duplicates = match &self.body {
            Body::Json(json) => json.duplicate_keys(),
            Body::Toml(_) => Vec::new(),
        };
        mark.into_iter().chain(duplicates).map(|error| error.into_finding(self.text())).collect()
    }

    /// Returns all values. TOML dates and times are strings.
    pub fn root(&self) -> Value {
        self.root_lookup().value()
    }

    /// Returns a borrowed view instead of a copy.
    pub(crate) fn root_lookup(&self) -> Lookup<'_> {
        body!(&self.body, body => body.root())
    }

    /// Returns a copy of the value at a path.
    pub fn get(&self, path: &[PathSegment<'_>]) -> Option<Value> {
        self.lookup(path).map(Lookup::value)
    }

    /// Returns a borrowed view instead of a copy.
    fn lookup(&self, path: &[PathSegment<'_>]) -> Option<Lookup<'_>> {
        body!(&self.body, body => body.lookup(path))
    }

    /// Returns the position of a value. The position of the root is the whole file.
    pub fn position(&self, path: &[PathSegment<'_>]) -> Option<Position> {
        let span = body!(&self.body, body => body.span(path))?;
        Some(crate::finding::position(self.text(), &span))
    }

    /// Returns the text of a value.
    fn source(&self, path: &[PathSegment<'_>]) -> Option<&str> {
        self.text().get(body!(&self.body, body => body.span(path))?)
    }

    fn may_have_comments(&self) -> bool {
        matches!(self.body, Body::Toml(_))
    }

    /// Replaces or inserts a value. A new key is added at the end of its table. Creates missing
    /// tables.
    pub fn set(&mut self, path: &[PathSegment<'_>], value: &Value) -> Result<(), Finding> {
        let mut existing = path;
        while self.lookup(existing).is_none()
            && let Some((_, above)) = existing.split_last()
        {
            existing = above;
        }
        let (existing, missing) = path.split_at(existing.len());
        let Some((first, deeper)) = missing.split_first() else {
            return self.put(path, value);
        };
        let nested = deeper.iter().rev().try_fold(value.clone(), |inner, segment| match segment {
            PathSegment::Key(key) => Some(Value::Object(serde_json::Map::from_iter([((*key).to_owned(), inner)]))),
            PathSegment::Index(0) => Some(Value::Array(vec![inner])),
            PathSegment::Index(_) => None,
        });
        let nested = nested.ok_or_else(|| self.write_refusal(path))?;
        match first {
            PathSegment::Key(key) => self.insert_key(existing, key, &nested, &[]),
            PathSegment::Index(index) => self.insert_element(existing, *index, &nested),
        }
    }

    /// Removes a value if there is one: all values of a repeated key. Fails, and changes nothing,
    /// if the file would not parse without the value.
    pub fn remove(&mut self, path: &[PathSegment<'_>]) -> Result<(), Finding> {
        if self.lookup(path).is_none() {
            return Ok(());
        }
        let mut changed = self.clone();
        let removed = body!(&mut changed.body, body => body.remove(path));
        let is_left = matches!(path.last(), Some(PathSegment::Key(_))) && changed.lookup(path).is_some();
        if removed.is_none() || is_left {
            return Err(self.write_refusal(path));
        }
        *self = changed;
        Ok(())
    }

    /// Renames a key of a TOML data file. Its place, value and comments stay. Fails, and changes
    /// nothing, if the new key exists.
    pub fn rename_key(&mut self, path: &[&str], to: &str) -> Result<(), Finding> {
        let renamed = match &self.body {
            Body::Toml(toml) => toml.with_key_renamed(path, to),
            Body::Json(_) => None,
        };
        let segments: Vec<PathSegment<'_>> = path.iter().map(|part| PathSegment::Key(part)).collect();
        self.body = Body::Toml(renamed.ok_or_else(|| self.write_refusal(&segments))?);
        Ok(())
    }

    /// Removes all values of a repeated key except the last, and returns them. Fails, and changes
    /// nothing, if the file would not parse without them.
    pub fn remove_repeated(&mut self, path: &[PathSegment<'_>]) -> Result<Vec<Value>, Finding> {
        let Body::Json(json) = &self.body else { return Ok(Vec::new()) };
        let mut changed = json.clone();
        let removed = changed.remove_repeated(path).ok_or_else(|| self.write_refusal(path))?;
        self.body = Body::Json(changed);
        Ok(removed)
    }

    /// Writes the difference between two values, of which `old` was read from this data file.
    /// `order` gives the position of new keys; in nested tables, `new` does. Values that could not
    /// be interpreted are not overwritten.
    pub fn change(&mut self, old: &Value, new: &Value, order: &[&str]) -> Result<(), Finding> {
        let mut changed = self.clone();
        change::write(&mut changed, &mut Vec::new(), old, new, order)?;
        *self = changed;
        Ok(())
    }

    /// Returns the bytes of the file.
    pub fn render(&self) -> Vec<u8> {
        let mark = if self.has_byte_order_mark { "\u{feff}" } else { "" };
        [mark.as_bytes(), self.text().as_bytes()].concat()
    }

    /// Returns a finding about keys whose value was not read, so that it is not overwritten.
    pub(crate) fn not_as_read(&self, keys: &[&str]) -> Finding {
        let path: Vec<PathSegment<'_>> = keys.iter().map(|key| PathSegment::Key(key)).collect();
        self.refusal(&path, texts::NOT_AS_READ)
    }

    fn write_refusal(&self, path: &[PathSegment<'_>]) -> Finding {
        self.refusal(path, texts::CANNOT_WRITE)
    }

    /// Returns a finding about the value at a path, positioned at the nearest one above that
    /// exists.
    fn refusal(&self, path: &[PathSegment<'_>], template: &str) -> Finding {
        let key = change::key_path(path);
        let position = (0..=path.len()).rev().find_map(|length| self.position(path.get(..length)?));
        let text = Text::with(template, [("key", key.join("."))]);
        Finding { code: ProblemCode::WrongType, position, text, key }
    }

    /// Replaces an existing value. Changes only the parts that differ.
    fn put(&mut self, path: &[PathSegment<'_>], value: &Value) -> Result<(), Finding> {
        let old = self.get(path).ok_or_else(|| self.write_refusal(path))?;
        let mut changed = self.clone();
        change::write(&mut changed, &mut path.to_vec(), &old, value, &[])?;
        *self = changed;
        Ok(())
    }

    fn replace(&mut self, path: &[PathSegment<'_>], value: &Value) -> Result<(), Finding> {
        body!(&mut self.body, body => body.replace(path, value)).ok_or_else(|| self.write_refusal(path))
    }

    fn insert_key(
        &mut self,
        path: &[PathSegment<'_>],
        key: &str,
        value: &Value,
        order: &[&str],
    ) -> Result<(), Finding> {
        let inserted = body!(&mut self.body, body => body.insert_key(path, key, value, order));
        inserted.ok_or_else(|| self.write_refusal(&[path, &[PathSegment::Key(key)]].concat()))
    }

    fn insert_element(&mut self, path: &[PathSegment<'_>], index: usize, value: &Value) -> Result<(), Finding> {
        let inserted = body!(&mut self.body, body => body.insert_element(path, index, value));
        inserted.ok_or_else(|| self.write_refusal(path))
    }

    fn permute(&mut self, path: &[PathSegment<'_>], order: &[usize]) -> Result<(), Finding> {
        body!(&mut self.body, body => body.permute(path, order)).ok_or_else(|| self.write_refusal(path))
    }
}

/// Returns an error at the first Git conflict.
fn find_git_conflict(text: &str) -> Option<ParseError> {
    let start = if text.starts_with(CONFLICT) { 0 } else { text.find("\n<<<<<<<")? + 1 };
    text.get(start..)?.find("\n>>>>>>>")?;
    Some(ParseError::new(ProblemCode::Syntax, start..start + CONFLICT.len(), Text::plain(texts::GIT_CONFLICT)))
}

/// Decodes UTF-8. The finding is at the first invalid byte.
pub(crate) fn decode_utf8(bytes: &[u8]) -> Result<&str, Finding> {
    std::str::from_utf8(bytes).map_err(|_| {
        let good = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let shown = good.strip_prefix(BYTE_ORDER_MARK).unwrap_or(good);
        ParseError::new(ProblemCode::NotText, shown.len()..shown.len(), Text::plain(texts::NOT_TEXT))
            .into_finding(shown)
    })
}
