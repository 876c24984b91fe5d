//! Reads typed fields of a data file and collects findings about them.
//!
//! Invariant: fields are read from a borrowed data file. Only their values are copied.

use handoff_protocol::{ProblemCode, Text};

use crate::data_file::{Lookup, key_path};
use crate::{DataFile, Finding, PathSegment, Value, is_date, texts};

/// A table of the data file, with its path.
#[derive(Default)]
pub(crate) struct RecordTable<'d> {
    path: Vec<PathSegment<'d>>,
    content: Content<'d>,
}

#[derive(Default)]
enum Content<'d> {
    #[default]
    Nothing,
    Of(Lookup<'d>),
    /// A text in place of a table, and the key under which it is read.
    Only(&'d str, String),
}

impl<'d> RecordTable<'d> {
    /// Returns a table that is absent.
    pub(crate) fn missing(key: &'d str) -> RecordTable<'d> {
        RecordTable { path: vec![PathSegment::Key(key)], content: Content::Nothing }
    }

    fn lookup(&self) -> Option<Lookup<'d>> {
        match self.content {
            Content::Of(lookup) => Some(lookup),
            Content::Nothing | Content::Only(..) => None,
        }
    }

    fn get(&self, key: &str) -> Option<Lookup<'d>> {
        self.lookup()?.member(key)
    }

    pub(crate) fn is_present(&self) -> bool {
        self.lookup().is_some()
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Returns the keys with their values, in file order.
    pub(crate) fn members(&self) -> Vec<(&'d str, Lookup<'d>)> {
        self.lookup().map(Lookup::members).unwrap_or_default()
    }

    /// Returns the value under a key, unless it is absent or null.
    pub(crate) fn member(&self, key: &str) -> Option<Value> {
        self.get(key).map(Lookup::value).filter(|value| !value.is_null())
    }

    pub(crate) fn value(&self) -> Value {
        self.lookup().map(Lookup::value).unwrap_or_default()
    }

    /// Returns the path to a key, or to an element of the list under it.
    pub(crate) fn path_to<'p>(&'p self, key: &'p str, index: Option<usize>) -> Vec<PathSegment<'p>> {
        let mut path: Vec<PathSegment<'p>> = Vec::with_capacity(self.path.len() + 2);
        path.extend_from_slice(&self.path);
        path.push(PathSegment::Key(key));
        path.extend(index.map(PathSegment::Index));
        path
    }
}

/// Reads one data file.
pub(crate) struct RecordReader<'d> {
    data: &'d DataFile,
    pub(crate) findings: Vec<Finding>,
}

impl<'d> RecordReader<'d> {
    pub(crate) fn new(data: &'d DataFile) -> RecordReader<'d> {
        RecordReader { data, findings: Vec::new() }
    }

    /// Returns the whole data file as a table.
    pub(crate) fn root(&self) -> RecordTable<'d> {
        RecordTable { path: Vec::new(), content: Content::Of(self.data.root_lookup()) }
    }

    /// Adds a finding about the value at a path.
    pub(crate) fn report(&mut self, code: ProblemCode, path: &[PathSegment<'_>], text: Text) {
        let position = (0..=path.len()).rev().find_map(|length| self.data.position(path.get(..length)?));
        self.findings.push(Finding { code, position, text, key: key_path(path) });
    }

    pub(crate) fn report_wrong_type(&mut self, path: &[PathSegment<'_>], lookup: Lookup<'_>, expected: &'static str) {
        let key = key_path(path).join(".");
        let args = [("key", key), ("found", lookup.kind().to_owned()), ("wanted", expected.to_owned())];
        self.report(ProblemCode::WrongType, path, Text::with(texts::WRONG_TYPE, args));
    }

    /// Reads a value that may be absent or null, with `read`.
    pub(crate) fn optional<'t, T>(
        &mut self,
        table: &RecordTable<'t>,
        key: &str,
        expected: &'static str,
        read: impl FnOnce(Lookup<'t>) -> Option<T>,
    ) -> Option<T> {
        let lookup = table.get(key).filter(|lookup| !lookup.is_null())?;
        self.read(table, key, lookup, expected, read)
    }

    fn read<'t, T>(
        &mut self,
        table: &RecordTable<'t>,
        key: &str,
        lookup: Lookup<'t>,
        expected: &'static str,
        read: impl FnOnce(Lookup<'t>) -> Option<T>,
    ) -> Option<T> {
        let value = read(lookup);
        if value.is_none() {
            self.report_wrong_type(&table.path_to(key, None), lookup, expected);
        }
        value
    }

    /// Like [`RecordReader::optional`], for values of which other programs do not accept an
    /// explicit null.
    pub(crate) fn not_null<'t, T>(
        &mut self,
        table: &RecordTable<'t>,
        key: &str,
        expected: &'static str,
        read: impl FnOnce(Lookup<'t>) -> Option<T>,
    ) -> Option<T> {
        // `read` returns `None` for a null, which reports it.
        table.get(key).and_then(|lookup| self.read(table, key, lookup, expected, read))
    }

    /// Reads a required value.
    fn required<'t, T>(
        &mut self,
        table: &RecordTable<'t>,
        key: &str,
        expected: &'static str,
        read: impl FnOnce(Lookup<'t>) -> Option<T>,
    ) -> Option<T> {
        if let Some(lookup) = table.get(key) {
            return self.read(table, key, lookup, expected, read);
        }
        let text = Text::with(texts::MISSING_KEY, [("key", key.to_owned())]);
        self.report(ProblemCode::MissingKey, &table.path_to(key, None), text);
        None
    }

    pub(crate) fn text(&mut self, table: &RecordTable<'_>, key: &str) -> Option<String> {
        match &table.content {
            Content::Only(main, text) => (*main == key).then(|| text.clone()),
            Content::Nothing | Content::Of(_) => self.optional(table, key, texts::A_TEXT, text),
        }
    }

    pub(crate) fn required_text(&mut self, table: &RecordTable<'_>, key: &str) -> String {
        self.required(table, key, texts::A_TEXT, text).unwrap_or_default()
    }

    pub(crate) fn required_count(&mut self, table: &RecordTable<'_>, key: &str) -> u64 {
        self.required(table, key, texts::A_WHOLE_NUMBER, count).unwrap_or_default()
    }

    /// Reads a required integer of at most 32 bits.
    pub(crate) fn required_small_count(&mut self, table: &RecordTable<'_>, key: &str) -> u32 {
        self.required(table, key, texts::A_WHOLE_NUMBER, small_count).unwrap_or_default()
    }

    pub(crate) fn flag(&mut self, table: &RecordTable<'_>, key: &str) -> Option<bool> {
        self.optional(table, key, texts::A_FLAG, flag)
    }

    /// Reads a flag. Reports a null. An absent one is false.
    pub(crate) fn strict_flag(&mut self, table: &RecordTable<'_>, key: &str) -> bool {
        self.not_null(table, key, texts::A_FLAG, flag).unwrap_or_default()
    }

    pub(crate) fn number(&mut self, table: &RecordTable<'_>, key: &str) -> Option<f64> {
        self.optional(table, key, texts::A_NUMBER, number)
    }

    /// Reads a number. Reports a null. An absent one is zero.
    pub(crate) fn strict_number(&mut self, table: &RecordTable<'_>, key: &str) -> f64 {
        self.not_null(table, key, texts::A_NUMBER, number).unwrap_or_default()
    }

    pub(crate) fn count(&mut self, table: &RecordTable<'_>, key: &str) -> Option<u64> {
        self.optional(table, key, texts::A_WHOLE_NUMBER, count)
    }

    /// Reads a whole number, also below zero.
    pub(crate) fn integer(&mut self, table: &RecordTable<'_>, key: &str) -> Option<i64> {
        self.optional(table, key, texts::A_WHOLE_NUMBER, |lookup| lookup.value().as_i64())
    }

    /// Reads an integer of at most 32 bits.
    pub(crate) fn small_count(&mut self, table: &RecordTable<'_>, key: &str) -> Option<u32> {
        self.optional(table, key, texts::A_WHOLE_NUMBER, small_count)
    }

    /// Reads a civil date as it is written. Reports one that does not exist, and returns it all the
    /// same.
    pub(crate) fn date(&mut self, table: &RecordTable<'_>, key: &str) -> Option<String> {
        let date = self.text(table, key);
        if let Some(text) = date.as_ref().filter(|text| !is_date(text)) {
            self.report_bad_date(&table.path_to(key, None), text);
        }
        date
    }

    fn report_bad_date(&mut self, path: &[PathSegment<'_>], text: &str) {
        self.report(ProblemCode::BadDate, path, Text::with(texts::BAD_DATE, [("value", text.to_owned())]));
    }

    /// Reads a time as it is written. Reports one that does not exist, and returns it all the same.
    pub(crate) fn time(&mut self, table: &RecordTable<'_>, key: &str) -> Option<String> {
        let time = self.text(table, key);
        if let Some(text) = time.as_ref().filter(|text| chrono::DateTime::parse_from_rfc3339(text).is_err()) {
            let sentence = Text::with(texts::BAD_TIME, [("value", text.clone())]);
            self.report(ProblemCode::BadDate, &table.path_to(key, None), sentence);
        }
        time
    }

    /// Returns the elements of a list. Empty if it is absent or not a list.
    pub(crate) fn list<'t>(&mut self, table: &RecordTable<'t>, key: &str) -> Vec<Lookup<'t>> {
        self.not_null(table, key, texts::A_LIST, Lookup::elements).unwrap_or_default()
    }

    /// Reads a list of texts. Reports other elements, and returns their JSON text.
    pub(crate) fn texts(&mut self, table: &RecordTable<'_>, key: &str) -> Vec<String> {
        let elements = self.list(table, key).into_iter().enumerate();
        let read = |(index, lookup)| {
            text(lookup).unwrap_or_else(|| {
                self.report_wrong_type(&table.path_to(key, Some(index)), lookup, texts::A_TEXT);
                lookup.value().to_string()
            })
        };
        elements.map(read).collect()
    }

    /// Reads a list of civil dates.
    pub(crate) fn dates(&mut self, table: &RecordTable<'_>, key: &str) -> Vec<String> {
        let dates = self.texts(table, key);
        for (index, text) in dates.iter().enumerate().filter(|(_, text)| !is_date(text)) {
            self.report_bad_date(&table.path_to(key, Some(index)), text);
        }
        dates
    }

    /// Reads a list of tables. Reports other elements, and returns empty tables for them.
    pub(crate) fn tables<'t>(&mut self, table: &'t RecordTable<'t>, key: &'t str) -> Vec<RecordTable<'t>> {
        let elements = self.list(table, key).into_iter().enumerate();
        let read = |(index, lookup): (usize, Lookup<'t>)| {
            let path = table.path_to(key, Some(index));
            if lookup.is_table() {
                return RecordTable { path, content: Content::Of(lookup) };
            }
            self.report_wrong_type(&path, lookup, texts::A_TABLE);
            RecordTable { path, content: Content::Nothing }
        };
        elements.map(read).collect()
    }

    /// Reads a list whose elements are tables by convention. Any other element becomes a table with
    /// its value under `main`.
    pub(crate) fn lenient_tables<'t>(
        &mut self,
        table: &'t RecordTable<'t>,
        key: &'t str,
        main: &'t str,
    ) -> Vec<RecordTable<'t>> {
        let elements = self.list(table, key).into_iter().enumerate();
        let read = |(index, lookup): (usize, Lookup<'t>)| {
            let wrapped = || Content::Only(main, text(lookup).unwrap_or_else(|| lookup.value().to_string()));
            let content = if lookup.is_table() { Content::Of(lookup) } else { wrapped() };
            RecordTable { path: table.path_to(key, Some(index)), content }
        };
        elements.map(read).collect()
    }

    /// Reads a table that may be absent.
    pub(crate) fn table<'t>(&mut self, table: &'t RecordTable<'t>, key: &'t str) -> Option<RecordTable<'t>> {
        let lookup = self.optional(table, key, texts::A_TABLE, |lookup| lookup.is_table().then_some(lookup))?;
        Some(RecordTable { path: table.path_to(key, None), content: Content::Of(lookup) })
    }

    /// Reads a table of tables, in file order.
    pub(crate) fn named_tables<'t>(
        &mut self,
        table: &'t RecordTable<'t>,
        key: &'t str,
    ) -> Vec<(String, RecordTable<'t>)> {
        let Some(outer) = self.table(table, key) else { return Vec::new() };
        let read = |(name, lookup): (&'t str, Lookup<'t>)| {
            let mut path = outer.path.clone();
            path.push(PathSegment::Key(name));
            if lookup.is_table() {
                return (name.to_owned(), RecordTable { path, content: Content::Of(lookup) });
            }
            if !lookup.is_null() {
                self.report_wrong_type(&path, lookup, texts::A_TABLE);
            }
            (name.to_owned(), RecordTable::default())
        };
        outer.members().into_iter().map(read).collect()
    }
}

fn text(lookup: Lookup<'_>) -> Option<String> {
    lookup.scalar().and_then(Value::as_str).map(str::to_owned)
}

fn flag(lookup: Lookup<'_>) -> Option<bool> {
    lookup.scalar().and_then(Value::as_bool)
}

fn number(lookup: Lookup<'_>) -> Option<f64> {
    lookup.scalar().and_then(Value::as_f64)
}

fn count(lookup: Lookup<'_>) -> Option<u64> {
    lookup.scalar().and_then(Value::as_u64)
}

fn small_count(lookup: Lookup<'_>) -> Option<u32> {
    u32::try_from(count(lookup)?).ok()
}
