//! Reads typed fields out of a document and collects what is wrong with them.
//!
//! Invariant: every reader takes its value out of the table that it reads, so nothing is copied twice.

use handoff_protocol::{ProblemCode, Text};
use serde_json::Map;

use crate::{Document, Finding, Step, Value, is_date, texts};

/// A table of the document with the path that leads to it.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) path: Vec<String>,
    pub(crate) values: Map<String, Value>,
}

impl Table {
    fn take(&mut self, key: &str) -> Value {
        self.values.get_mut(key).map(Value::take).unwrap_or_default()
    }

    fn has(&self, key: &str) -> bool {
        self.values.contains_key(key)
    }

    fn path_to(&self, key: &str) -> Vec<String> {
        let mut path = self.path.clone();
        path.push(key.to_owned());
        path
    }
}

/// Where a path of keys and decimal list positions leads in a document. A number is a list position only where a list is.
pub(crate) fn steps<'p>(document: &Document, path: &'p [String]) -> Vec<Step<'p>> {
    let mut steps: Vec<Step<'p>> = Vec::with_capacity(path.len());
    for part in path {
        let index = part.parse().ok().filter(|_| document.is_list(&steps));
        steps.push(index.map_or(Step::Key(part), Step::Index));
    }
    steps
}

/// Reads one document.
pub(crate) struct Reader<'d> {
    document: &'d Document,
    pub(crate) findings: Vec<Finding>,
}

impl<'d> Reader<'d> {
    pub(crate) fn new(document: &'d Document) -> Reader<'d> {
        Reader { document, findings: Vec::new() }
    }

    /// The whole document as a table.
    pub(crate) fn root(&mut self) -> Table {
        match self.document.root() {
            Value::Object(values) => Table { path: Vec::new(), values },
            _ => Table::default(),
        }
    }

    /// Notes something about a key.
    pub(crate) fn find(&mut self, code: ProblemCode, key: Vec<String>, text: Text) {
        let steps = steps(self.document, &key);
        let position = (0..=steps.len()).rev().find_map(|length| self.document.position(steps.get(..length)?));
        self.findings.push(Finding { code, position, text, key });
    }

    pub(crate) fn wrong(&mut self, key: Vec<String>, found: &Value, wanted: &'static str) {
        let args = [("key", key.join(".")), ("found", kind(found).to_owned()), ("wanted", wanted.to_owned())];
        self.find(ProblemCode::WrongType, key, Text::with(texts::WRONG_TYPE, args));
    }

    /// A value that may be absent or null, taken by `read`.
    pub(crate) fn optional<T>(
        &mut self,
        table: &mut Table,
        key: &str,
        wanted: &'static str,
        read: impl FnOnce(Value) -> Result<T, Value>,
    ) -> Option<T> {
        match table.take(key) {
            Value::Null => None,
            value => match read(value) {
                Ok(value) => Some(value),
                Err(value) => {
                    self.wrong(table.path_to(key), &value, wanted);
                    None
                }
            },
        }
    }

    /// Like [`Reader::optional`] where an explicit null makes the file unreadable for other programs.
    pub(crate) fn not_null<T>(
        &mut self,
        table: &mut Table,
        key: &str,
        wanted: &'static str,
        read: impl FnOnce(Value) -> Result<T, Value>,
    ) -> Option<T> {
        if table.has(key) && table.values.get(key).is_some_and(Value::is_null) {
            self.wrong(table.path_to(key), &Value::Null, wanted);
            return None;
        }
        self.optional(table, key, wanted, read)
    }

    /// A value that must be there.
    fn required<T>(
        &mut self,
        table: &mut Table,
        key: &str,
        wanted: &'static str,
        read: impl FnOnce(Value) -> Result<T, Value>,
    ) -> Option<T> {
        if table.has(key) {
            return self.not_null(table, key, wanted, read);
        }
        let text = Text::with(texts::MISSING_KEY, [("key", key.to_owned())]);
        self.find(ProblemCode::MissingKey, table.path_to(key), text);
        None
    }

    pub(crate) fn text(&mut self, table: &mut Table, key: &str) -> Option<String> {
        self.optional(table, key, texts::A_TEXT, string)
    }

    pub(crate) fn required_text(&mut self, table: &mut Table, key: &str) -> String {
        self.required(table, key, texts::A_TEXT, string).unwrap_or_default()
    }

    pub(crate) fn required_count(&mut self, table: &mut Table, key: &str) -> u64 {
        self.required(table, key, texts::A_WHOLE_NUMBER, count).unwrap_or_default()
    }

    pub(crate) fn flag(&mut self, table: &mut Table, key: &str) -> Option<bool> {
        self.optional(table, key, texts::A_FLAG, flag)
    }

    /// A flag for which null is wrong.
    pub(crate) fn strict_flag(&mut self, table: &mut Table, key: &str) -> bool {
        self.not_null(table, key, texts::A_FLAG, flag).unwrap_or_default()
    }

    pub(crate) fn number(&mut self, table: &mut Table, key: &str) -> Option<f64> {
        self.optional(table, key, texts::A_NUMBER, number)
    }

    /// A number for which null is wrong, zero when it is absent.
    pub(crate) fn strict_number(&mut self, table: &mut Table, key: &str) -> f64 {
        self.not_null(table, key, texts::A_NUMBER, number).unwrap_or_default()
    }

    pub(crate) fn count(&mut self, table: &mut Table, key: &str) -> Option<u64> {
        self.optional(table, key, texts::A_WHOLE_NUMBER, count)
    }

    /// A whole number that fits 32 bits.
    pub(crate) fn small_count(&mut self, table: &mut Table, key: &str) -> Option<u32> {
        self.optional(table, key, texts::A_WHOLE_NUMBER, |value| {
            value.as_u64().and_then(|number| u32::try_from(number).ok()).ok_or(value)
        })
    }

    /// A civil date as it is written. One that no calendar has is a finding and is read all the same.
    pub(crate) fn date(&mut self, table: &mut Table, key: &str) -> Option<String> {
        let date = self.text(table, key);
        if let Some(text) = date.as_ref().filter(|text| !is_date(text)) {
            self.bad_date(table.path_to(key), text);
        }
        date
    }

    fn bad_date(&mut self, key: Vec<String>, text: &str) {
        self.find(ProblemCode::BadDate, key, Text::with(texts::BAD_DATE, [("value", text.to_owned())]));
    }

    /// A time as it is written. One that does not exist is a finding and is read all the same.
    pub(crate) fn time(&mut self, table: &mut Table, key: &str) -> Option<String> {
        let time = self.text(table, key);
        if let Some(text) = time.as_ref().filter(|text| chrono::DateTime::parse_from_rfc3339(text).is_err()) {
            let sentence = Text::with(texts::BAD_TIME, [("value", text.clone())]);
            self.find(ProblemCode::BadDate, table.path_to(key), sentence);
        }
        time
    }

    /// The elements of a list; none when it is absent or no list.
    pub(crate) fn list(&mut self, table: &mut Table, key: &str) -> Vec<Value> {
        self.not_null(table, key, texts::A_LIST, |value| match value {
            Value::Array(values) => Ok(values),
            other => Err(other),
        })
        .unwrap_or_default()
    }

    /// A list of texts. Anything else in it is a finding and reads as it is written.
    pub(crate) fn texts(&mut self, table: &mut Table, key: &str) -> Vec<String> {
        let values = self.list(table, key);
        let mut texts = Vec::with_capacity(values.len());
        for (index, value) in values.into_iter().enumerate() {
            match value {
                Value::String(text) => texts.push(text),
                other => {
                    let mut path = table.path_to(key);
                    path.push(index.to_string());
                    self.wrong(path, &other, texts::A_TEXT);
                    texts.push(other.to_string());
                }
            }
        }
        texts
    }

    /// A list of civil dates.
    pub(crate) fn dates(&mut self, table: &mut Table, key: &str) -> Vec<String> {
        let dates = self.texts(table, key);
        for (index, text) in dates.iter().enumerate().filter(|(_, text)| !is_date(text)) {
            let mut path = table.path_to(key);
            path.push(index.to_string());
            self.bad_date(path, text);
        }
        dates
    }

    /// A list of tables. Anything else in it is a finding and reads as an empty table.
    pub(crate) fn tables(&mut self, table: &mut Table, key: &str) -> Vec<Table> {
        let values = self.list(table, key);
        let mut tables = Vec::with_capacity(values.len());
        for (index, value) in values.into_iter().enumerate() {
            let mut path = table.path_to(key);
            path.push(index.to_string());
            match value {
                Value::Object(values) => tables.push(Table { path, values }),
                other => {
                    self.wrong(path.clone(), &other, texts::A_TABLE);
                    tables.push(Table { path, values: Map::new() });
                }
            }
        }
        tables
    }

    /// A list of free elements that are tables by convention. One that is not is a table with that value under `main`.
    pub(crate) fn loose_tables(&mut self, table: &mut Table, key: &str, main: &str) -> Vec<Table> {
        let values = self.list(table, key);
        let table_of = |(index, value): (usize, Value)| {
            let mut path = table.path_to(key);
            path.push(index.to_string());
            let values = match value {
                Value::Object(values) => values,
                Value::String(text) => Map::from_iter([(main.to_owned(), Value::String(text))]),
                other => Map::from_iter([(main.to_owned(), Value::String(other.to_string()))]),
            };
            Table { path, values }
        };
        values.into_iter().enumerate().map(table_of).collect()
    }

    /// A table that may be absent.
    pub(crate) fn table(&mut self, table: &mut Table, key: &str) -> Option<Table> {
        let values = self.optional(table, key, texts::A_TABLE, |value| match value {
            Value::Object(values) => Ok(values),
            other => Err(other),
        })?;
        Some(Table { path: table.path_to(key), values })
    }

    /// A table of tables, in file order.
    pub(crate) fn named_tables(&mut self, table: &mut Table, key: &str) -> Vec<(String, Table)> {
        let Some(mut outer) = self.table(table, key) else { return Vec::new() };
        let names: Vec<String> = outer.values.keys().cloned().collect();
        names.into_iter().map(|name| (name.clone(), self.table(&mut outer, &name).unwrap_or_default())).collect()
    }

    /// A free value; null reads as absent.
    pub(crate) fn free(table: &mut Table, key: &str) -> Option<Value> {
        Some(table.take(key)).filter(|value| !value.is_null())
    }
}

fn string(value: Value) -> Result<String, Value> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(other),
    }
}

fn flag(value: Value) -> Result<bool, Value> {
    value.as_bool().ok_or(value)
}

fn number(value: Value) -> Result<f64, Value> {
    value.as_f64().ok_or(value)
}

fn count(value: Value) -> Result<u64, Value> {
    value.as_u64().ok_or(value)
}

/// What a value is, for sentences.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => texts::NULL,
        Value::Bool(_) => texts::A_FLAG,
        Value::Number(_) => texts::A_NUMBER,
        Value::String(_) => texts::A_TEXT,
        Value::Array(_) => texts::A_LIST,
        Value::Object(_) => texts::A_TABLE,
    }
}
