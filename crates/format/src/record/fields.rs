//! Reads typed fields out of a document and collects what is wrong with them.
//!
//! Invariant: readers look into the document where it lies, so only what they keep is copied.

use handoff_protocol::{ProblemCode, Text};

use crate::document::{Found, key_of};
use crate::{Document, Finding, Step, Value, is_date, texts};

/// A table of the document with the path that leads to it.
#[derive(Default)]
pub(crate) struct Table<'d> {
    path: Vec<Step<'d>>,
    content: Content<'d>,
}

#[derive(Default)]
enum Content<'d> {
    #[default]
    Nothing,
    Of(Found<'d>),
    /// A text that stands where a table was wanted, and the key under which it reads.
    Only(&'d str, String),
}

impl<'d> Table<'d> {
    /// One that is not there.
    pub(crate) fn absent(key: &'d str) -> Table<'d> {
        Table { path: vec![Step::Key(key)], content: Content::Nothing }
    }

    fn found(&self) -> Option<Found<'d>> {
        match self.content {
            Content::Of(found) => Some(found),
            Content::Nothing | Content::Only(..) => None,
        }
    }

    fn get(&self, key: &str) -> Option<Found<'d>> {
        self.found()?.member(key)
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The keys with their values, in file order.
    pub(crate) fn members(&self) -> Vec<(&'d str, Found<'d>)> {
        self.found().map(Found::members).unwrap_or_default()
    }

    pub(crate) fn value(&self) -> Value {
        self.found().map(Found::value).unwrap_or_default()
    }

    /// The path to a key, or to an element of the list under it.
    pub(crate) fn path_to<'p>(&'p self, key: &'p str, index: Option<usize>) -> Vec<Step<'p>> {
        let mut path: Vec<Step<'p>> = Vec::with_capacity(self.path.len() + 2);
        path.extend_from_slice(&self.path);
        path.push(Step::Key(key));
        path.extend(index.map(Step::Index));
        path
    }
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
    pub(crate) fn root(&self) -> Table<'d> {
        Table { path: Vec::new(), content: Content::Of(self.document.found()) }
    }

    /// Notes something about a place.
    pub(crate) fn find(&mut self, code: ProblemCode, path: &[Step<'_>], text: Text) {
        let position = (0..=path.len()).rev().find_map(|length| self.document.position(path.get(..length)?));
        self.findings.push(Finding { code, position, text, key: key_of(path) });
    }

    pub(crate) fn wrong(&mut self, path: &[Step<'_>], found: Found<'_>, wanted: &'static str) {
        let key = key_of(path).join(".");
        let args = [("key", key), ("found", found.kind().to_owned()), ("wanted", wanted.to_owned())];
        self.find(ProblemCode::WrongType, path, Text::with(texts::WRONG_TYPE, args));
    }

    /// A value that may be absent or null, read by `read`.
    pub(crate) fn optional<'t, T>(
        &mut self,
        table: &Table<'t>,
        key: &str,
        wanted: &'static str,
        read: impl FnOnce(Found<'t>) -> Option<T>,
    ) -> Option<T> {
        let found = table.get(key).filter(|found| !found.is_null())?;
        self.read(table, key, found, wanted, read)
    }

    fn read<'t, T>(
        &mut self,
        table: &Table<'t>,
        key: &str,
        found: Found<'t>,
        wanted: &'static str,
        read: impl FnOnce(Found<'t>) -> Option<T>,
    ) -> Option<T> {
        let value = read(found);
        if value.is_none() {
            self.wrong(&table.path_to(key, None), found, wanted);
        }
        value
    }

    /// Like [`Reader::optional`] where an explicit null makes the file unreadable for other programs.
    pub(crate) fn not_null<'t, T>(
        &mut self,
        table: &Table<'t>,
        key: &str,
        wanted: &'static str,
        read: impl FnOnce(Found<'t>) -> Option<T>,
    ) -> Option<T> {
        // A reader of values reads no null, so it is found wrong there.
        table.get(key).and_then(|found| self.read(table, key, found, wanted, read))
    }

    /// A value that must be there.
    fn required<'t, T>(
        &mut self,
        table: &Table<'t>,
        key: &str,
        wanted: &'static str,
        read: impl FnOnce(Found<'t>) -> Option<T>,
    ) -> Option<T> {
        if let Some(found) = table.get(key) {
            return self.read(table, key, found, wanted, read);
        }
        let text = Text::with(texts::MISSING_KEY, [("key", key.to_owned())]);
        self.find(ProblemCode::MissingKey, &table.path_to(key, None), text);
        None
    }

    pub(crate) fn text(&mut self, table: &Table<'_>, key: &str) -> Option<String> {
        match &table.content {
            Content::Only(main, text) => (*main == key).then(|| text.clone()),
            Content::Nothing | Content::Of(_) => self.optional(table, key, texts::A_TEXT, text),
        }
    }

    pub(crate) fn required_text(&mut self, table: &Table<'_>, key: &str) -> String {
        self.required(table, key, texts::A_TEXT, text).unwrap_or_default()
    }

    pub(crate) fn required_count(&mut self, table: &Table<'_>, key: &str) -> u64 {
        self.required(table, key, texts::A_WHOLE_NUMBER, count).unwrap_or_default()
    }

    pub(crate) fn flag(&mut self, table: &Table<'_>, key: &str) -> Option<bool> {
        self.optional(table, key, texts::A_FLAG, flag)
    }

    /// A flag for which null is wrong.
    pub(crate) fn strict_flag(&mut self, table: &Table<'_>, key: &str) -> bool {
        self.not_null(table, key, texts::A_FLAG, flag).unwrap_or_default()
    }

    pub(crate) fn number(&mut self, table: &Table<'_>, key: &str) -> Option<f64> {
        self.optional(table, key, texts::A_NUMBER, number)
    }

    /// A number for which null is wrong, zero when it is absent.
    pub(crate) fn strict_number(&mut self, table: &Table<'_>, key: &str) -> f64 {
        self.not_null(table, key, texts::A_NUMBER, number).unwrap_or_default()
    }

    pub(crate) fn count(&mut self, table: &Table<'_>, key: &str) -> Option<u64> {
        self.optional(table, key, texts::A_WHOLE_NUMBER, count)
    }

    /// A whole number that fits 32 bits.
    pub(crate) fn small_count(&mut self, table: &Table<'_>, key: &str) -> Option<u32> {
        self.optional(table, key, texts::A_WHOLE_NUMBER, |found| u32::try_from(count(found)?).ok())
    }

    /// A civil date as it is written. One that no calendar has is a finding and is read all the same.
    pub(crate) fn date(&mut self, table: &Table<'_>, key: &str) -> Option<String> {
        let date = self.text(table, key);
        if let Some(text) = date.as_ref().filter(|text| !is_date(text)) {
            self.bad_date(&table.path_to(key, None), text);
        }
        date
    }

    fn bad_date(&mut self, path: &[Step<'_>], text: &str) {
        self.find(ProblemCode::BadDate, path, Text::with(texts::BAD_DATE, [("value", text.to_owned())]));
    }

    /// A time as it is written. One that does not exist is a finding and is read all the same.
    pub(crate) fn time(&mut self, table: &Table<'_>, key: &str) -> Option<String> {
        let time = self.text(table, key);
        if let Some(text) = time.as_ref().filter(|text| chrono::DateTime::parse_from_rfc3339(text).is_err()) {
            let sentence = Text::with(texts::BAD_TIME, [("value", text.clone())]);
            self.find(ProblemCode::BadDate, &table.path_to(key, None), sentence);
        }
        time
    }

    /// The elements of a list; none when it is absent or no list.
    pub(crate) fn list<'t>(&mut self, table: &Table<'t>, key: &str) -> Vec<Found<'t>> {
        self.not_null(table, key, texts::A_LIST, Found::elements).unwrap_or_default()
    }

    /// A list of texts. Anything else in it is a finding and reads as it is written.
    pub(crate) fn texts(&mut self, table: &Table<'_>, key: &str) -> Vec<String> {
        let elements = self.list(table, key).into_iter().enumerate();
        let read = |(index, found)| {
            text(found).unwrap_or_else(|| {
                self.wrong(&table.path_to(key, Some(index)), found, texts::A_TEXT);
                found.value().to_string()
            })
        };
        elements.map(read).collect()
    }

    /// A list of civil dates.
    pub(crate) fn dates(&mut self, table: &Table<'_>, key: &str) -> Vec<String> {
        let dates = self.texts(table, key);
        for (index, text) in dates.iter().enumerate().filter(|(_, text)| !is_date(text)) {
            self.bad_date(&table.path_to(key, Some(index)), text);
        }
        dates
    }

    /// A list of tables. Anything else in it is a finding and reads as an empty table.
    pub(crate) fn tables<'t>(&mut self, table: &'t Table<'t>, key: &'t str) -> Vec<Table<'t>> {
        let elements = self.list(table, key).into_iter().enumerate();
        let read = |(index, found): (usize, Found<'t>)| {
            let path = table.path_to(key, Some(index));
            if found.is_table() {
                return Table { path, content: Content::Of(found) };
            }
            self.wrong(&path, found, texts::A_TABLE);
            Table { path, content: Content::Nothing }
        };
        elements.map(read).collect()
    }

    /// A list of free elements that are tables by convention. One that is not is a table with that value under `main`.
    pub(crate) fn loose_tables<'t>(&mut self, table: &'t Table<'t>, key: &'t str, main: &'t str) -> Vec<Table<'t>> {
        let elements = self.list(table, key).into_iter().enumerate();
        let read = |(index, found): (usize, Found<'t>)| {
            let loose = || Content::Only(main, text(found).unwrap_or_else(|| found.value().to_string()));
            let content = if found.is_table() { Content::Of(found) } else { loose() };
            Table { path: table.path_to(key, Some(index)), content }
        };
        elements.map(read).collect()
    }

    /// A table that may be absent.
    pub(crate) fn table<'t>(&mut self, table: &'t Table<'t>, key: &'t str) -> Option<Table<'t>> {
        let found = self.optional(table, key, texts::A_TABLE, |found| found.is_table().then_some(found))?;
        Some(Table { path: table.path_to(key, None), content: Content::Of(found) })
    }

    /// A table of tables, in file order.
    pub(crate) fn named_tables<'t>(&mut self, table: &'t Table<'t>, key: &'t str) -> Vec<(String, Table<'t>)> {
        let Some(outer) = self.table(table, key) else { return Vec::new() };
        let read = |(name, found): (&'t str, Found<'t>)| {
            let mut path = outer.path.clone();
            path.push(Step::Key(name));
            if found.is_table() {
                return (name.to_owned(), Table { path, content: Content::Of(found) });
            }
            if !found.is_null() {
                self.wrong(&path, found, texts::A_TABLE);
            }
            (name.to_owned(), Table::default())
        };
        outer.members().into_iter().map(read).collect()
    }

    /// A free value; null reads as absent.
    pub(crate) fn free(table: &Table<'_>, key: &str) -> Option<Value> {
        table.get(key).map(Found::value).filter(|value| !value.is_null())
    }
}

fn text(found: Found<'_>) -> Option<String> {
    found.scalar().and_then(Value::as_str).map(str::to_owned)
}

fn flag(found: Found<'_>) -> Option<bool> {
    found.scalar().and_then(Value::as_bool)
}

fn number(found: Found<'_>) -> Option<f64> {
    found.scalar().and_then(Value::as_f64)
}

fn count(found: Found<'_>) -> Option<u64> {
    found.scalar().and_then(Value::as_u64)
}
