//! The declaration of a record: its fields, each with its key and the form of its value.
//!
//! From one line for a field follow the field of the struct, how it is read, with findings for wrong
//! values, how it is written, where its key is in a file, and its JSON Schema.

use serde_json::{Map, json};

use super::fields::{RecordReader, RecordTable};
use super::merge;
use crate::{Container, DataFile, Finding, Value};

/// A table of a file.
pub(crate) trait Record: Sized {
    /// The fields, in the order of JSON files. A text in place of a table counts as the value of the first.
    const FIELDS: &'static [Field];

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> Self;

    fn to_members(&self) -> Map<String, Value>;

    fn to_value(&self) -> Value {
        Value::Object(self.to_members())
    }
}

/// What is stored under a key.
pub(crate) struct Field {
    key: &'static str,
    shape: Shape,
    is_required: bool,
    schema: fn() -> Value,
    /// The documentation comment.
    description: &'static str,
}

impl Field {
    /// A value of type `T` in the form `F`.
    pub(crate) const fn new<T, F: Form<T>>(key: &'static str, description: &'static str) -> Field {
        Field { key, shape: F::SHAPE, is_required: F::IS_REQUIRED, schema: F::schema, description }
    }
}

/// What TOML needs to know of a value: there, tables come last, and lists of tables after single ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    Value,
    Table,
    Tables,
}

/// The form in which a value of type `T` is stored under a key.
pub(crate) trait Form<T> {
    const SHAPE: Shape = Shape::Value;
    /// Whether an absent key is reported.
    const IS_REQUIRED: bool = false;

    /// Returns a JSON Schema that permits at least all values that are read without a finding.
    fn schema() -> Value {
        json!({})
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> T;

    /// Returns the value to write, `None` if the key is absent then.
    fn write(value: &T) -> Option<Value>;
}

/// Declares a record, or for a struct of another crate only how it is stored: `record!(for Name { … })`.
/// The fields under `skip` are not stored in the table. Reading gives them their defaults.
macro_rules! record {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident {
            $($(#[doc = $doc:literal])* $field_visibility:vis $field:ident: $type:ty = $key:literal as $form:ty,)*
        }
        $(skip { $($(#[$skipped_meta:meta])* $skipped_visibility:vis $skipped:ident: $skipped_type:ty,)* })?
    ) => {
        $(#[$meta])*
        $visibility struct $name {
            $($(#[doc = $doc])* $field_visibility $field: $type,)*
            $($($(#[$skipped_meta])* $skipped_visibility $skipped: $skipped_type,)*)?
        }
        record!(
            for $name { $($(#[doc = $doc])* $field: $type = $key as $form,)* } $(skip { $($skipped,)* })?
        );
    };
    (
        for $name:ident { $($(#[doc = $doc:literal])* $field:ident: $type:ty = $key:literal as $form:ty,)* }
        $(skip { $($skipped:ident,)* })?
    ) => {
        impl $crate::record::declaration::Record for $name {
            const FIELDS: &'static [$crate::record::declaration::Field] =
                &[$($crate::record::declaration::Field::new::<$type, $form>($key, concat!($($doc),*)),)*];

            fn read(
                reader: &mut $crate::record::fields::RecordReader<'_>,
                table: &$crate::record::fields::RecordTable<'_>,
            ) -> Self {
                $name {
                    $($field: <$form as $crate::record::declaration::Form<$type>>::read(reader, table, $key),)*
                    $($($skipped: Default::default(),)*)?
                }
            }

            fn to_members(&self) -> serde_json::Map<String, $crate::Value> {
                $crate::record::members(vec![
                    $(($key, <$form as $crate::record::declaration::Form<$type>>::write(&self.$field)),)*
                ])
            }
        }
    };
}
pub(super) use record;

/// Reads the record in a data file, with findings for invalid values.
pub(super) fn read_record<R: Record>(data: &DataFile) -> (R, Vec<Finding>) {
    let mut reader = RecordReader::new(data);
    let root = reader.root();
    let record = R::read(&mut reader, &root);
    (record, reader.findings)
}

/// Writes the difference between two records into a data file. `old` was read from it.
pub(super) fn write_record<R: Record>(data: &mut DataFile, old: &R, new: &R) -> Result<(), Finding> {
    data.change(&old.to_value(), &new.to_value(), &key_order::<R>(data.container()))
}

/// Returns the members that differ between two records. One that is absent in the new record is null.
pub(super) fn changed_members<R: Record>(old: &R, new: &R) -> Vec<(String, Value)> {
    let (old, new) = (old.to_members(), new.to_members());
    let changed = R::FIELDS.iter().filter(|field| old.get(field.key) != new.get(field.key));
    changed.map(|field| (field.key.to_owned(), new.get(field.key).cloned().unwrap_or_default())).collect()
}

/// Returns the data file of a new record.
pub(super) fn new_record<R: Record>(container: Container, record: &R) -> DataFile {
    DataFile::from_record(container, &record.to_value())
}

/// Returns the keys of a record in the order of a container.
pub(super) fn key_order<R: Record>(container: Container) -> Vec<&'static str> {
    let mut fields: Vec<&Field> = R::FIELDS.iter().collect();
    if container == Container::Toml {
        fields.sort_by_key(|field| field.shape);
    }
    fields.into_iter().map(|field| field.key).collect()
}

/// The types of JSON Schema.
const ANY_TYPE: [&str; 6] = ["object", "array", "string", "number", "boolean", "null"];

/// Returns the JSON Schema of a value that has one of the types and, if it is a table, is a record. Unknown
/// keys are valid.
pub(super) fn table_schema<R: Record>(types: &[&str]) -> Value {
    let property = |field: &Field| {
        let description = json!({"description": field.description.trim()});
        (field.key.to_owned(), merge(description, (field.schema)()))
    };
    let properties: Map<String, Value> = R::FIELDS.iter().map(property).collect();
    let required = R::FIELDS.iter().filter(|field| field.is_required).map(|field| field.key);
    json!({"type": types, "properties": properties, "required": required.collect::<Vec<_>>()})
}

/// A value that must be there.
pub(super) struct Required;

/// Values of which other programs do not accept an explicit null.
macro_rules! never_null {
    ($form:ident, $is_required:literal; $($type:ty: $read:ident, $kind:literal;)*) => {$(
        impl Form<$type> for $form {
            const IS_REQUIRED: bool = $is_required;

            fn schema() -> Value {
                json!({"type": $kind})
            }

            fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> $type {
                reader.$read(table, key)
            }

            fn write(value: &$type) -> Option<Value> {
                Some(value.clone().into())
            }
        }
    )*};
}
never_null!(
    Required, true;
    String: required_text, "string";
    u64: required_count, "integer";
    u32: required_small_count, "integer";
);

/// A missing table is reported by its required keys.
impl<R: Record> Form<R> for Required {
    const SHAPE: Shape = Shape::Table;

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> R {
        let table = reader.table(table, key).unwrap_or(RecordTable::missing(key));
        R::read(reader, &table)
    }

    fn write(value: &R) -> Option<Value> {
        Some(value.to_value())
    }
}

/// A value that may be absent or null. Where the type has no `None`, that means its default.
pub(super) struct Optional;

macro_rules! optional {
    ($($type:ty: $read:ident, $kind:literal;)*) => {$(
        impl Form<Option<$type>> for Optional {
            fn schema() -> Value {
                json!({"type": [$kind, "null"]})
            }

            fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Option<$type> {
                reader.$read(table, key)
            }

            fn write(value: &Option<$type>) -> Option<Value> {
                value.clone().map(Value::from)
            }
        }

        impl Form<$type> for Optional {
            fn schema() -> Value {
                <Optional as Form<Option<$type>>>::schema()
            }

            fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> $type {
                reader.$read(table, key).unwrap_or_default()
            }

            fn write(value: &$type) -> Option<Value> {
                Some(value.clone().into())
            }
        }
    )*};
}
/// An absent list differs from an empty one.
impl Form<Option<Vec<String>>> for Optional {
    fn schema() -> Value {
        List::schema()
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Option<Vec<String>> {
        table.has(key).then(|| reader.texts(table, key))
    }

    fn write(value: &Option<Vec<String>>) -> Option<Value> {
        value.clone().map(Value::from)
    }
}

optional!(
    String: text, "string";
    bool: flag, "boolean";
    f64: number, "number";
    i64: integer, "integer";
    u64: count, "integer";
    u32: small_count, "integer";
);

/// A value that may be absent, but not null, because other programs do not accept that.
pub(super) struct NotNull;

never_null!(
    NotNull, false;
    bool: strict_flag, "boolean";
    f64: strict_number, "number";
);

/// A civil day, `YYYY-MM-DD`.
pub(super) struct Day;

impl Form<Option<String>> for Day {
    fn schema() -> Value {
        json!({"type": ["string", "null"], "format": "date"})
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Option<String> {
        reader.date(table, key)
    }

    fn write(value: &Option<String>) -> Option<Value> {
        Optional::write(value)
    }
}

/// A time, RFC 3339.
pub(super) struct Time;

impl Form<Option<String>> for Time {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Option<String> {
        reader.time(table, key)
    }

    fn write(value: &Option<String>) -> Option<Value> {
        Optional::write(value)
    }
}

impl Form<String> for Time {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> String {
        reader.time(table, key).unwrap_or_default()
    }

    fn write(value: &String) -> Option<Value> {
        Optional::write(value)
    }
}

/// A value of any type, as it is in the file.
pub(super) struct Free;

impl Form<Option<Value>> for Free {
    fn read(_: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Option<Value> {
        table.member(key)
    }

    fn write(value: &Option<Value>) -> Option<Value> {
        value.clone()
    }
}

/// A list. It is absent if it is empty.
pub(super) struct List;

impl Form<Vec<String>> for List {
    fn schema() -> Value {
        json!({"type": "array", "items": {"type": "string"}})
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Vec<String> {
        reader.texts(table, key)
    }

    fn write(value: &Vec<String>) -> Option<Value> {
        (!value.is_empty()).then(|| value.clone().into())
    }
}

/// A list of tables. It is absent if it is empty.
pub(super) struct Tables;

impl<R: Record> Form<Vec<R>> for Tables {
    const SHAPE: Shape = Shape::Tables;

    fn schema() -> Value {
        json!({"type": "array", "items": table_schema::<R>(&["object"])})
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Vec<R> {
        let tables = reader.tables(table, key);
        tables.iter().map(|table| R::read(reader, table)).collect()
    }

    fn write(value: &Vec<R>) -> Option<Value> {
        (!value.is_empty()).then(|| value.iter().map(R::to_value).collect())
    }
}

/// A list of tables by convention. Any other element is read as a table with that value under its first
/// key.
pub(super) struct Elements;

impl<R: Record> Form<Vec<R>> for Elements {
    const SHAPE: Shape = Shape::Tables;

    fn schema() -> Value {
        json!({"type": "array", "items": table_schema::<R>(&ANY_TYPE)})
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Vec<R> {
        let main = R::FIELDS.first().map_or("", |field| field.key);
        let tables = reader.lenient_tables(table, key, main);
        tables.iter().map(|table| R::read(reader, table)).collect()
    }

    fn write(value: &Vec<R>) -> Option<Value> {
        Tables::write(value)
    }
}

/// A value that is written even if there is none: as an empty list, or as null.
pub(super) struct Always<F>(F);

impl<T, F: Form<Vec<T>>> Form<Vec<T>> for Always<F> {
    const SHAPE: Shape = F::SHAPE;

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Vec<T> {
        F::read(reader, table, key)
    }

    fn write(value: &Vec<T>) -> Option<Value> {
        F::write(value).or(Some(Value::Array(Vec::new())))
    }
}

impl<T, F: Form<Option<T>>> Form<Option<T>> for Always<F> {
    const SHAPE: Shape = F::SHAPE;

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Option<T> {
        F::read(reader, table, key)
    }

    fn write(value: &Option<T>) -> Option<Value> {
        F::write(value).or(Some(Value::Null))
    }
}

/// A table that may be absent. Where the type has no `None`, that means its default.
pub(super) struct Table;

impl<R: Record> Form<Option<R>> for Table {
    const SHAPE: Shape = Shape::Table;

    fn schema() -> Value {
        table_schema::<R>(&["object", "null"])
    }

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Option<R> {
        let table = reader.table(table, key)?;
        Some(R::read(reader, &table))
    }

    fn write(value: &Option<R>) -> Option<Value> {
        value.as_ref().map(R::to_value)
    }
}

impl<R: Record + Default> Form<R> for Table {
    const SHAPE: Shape = Shape::Table;

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> R {
        <Table as Form<Option<R>>>::read(reader, table, key).unwrap_or_default()
    }

    fn write(value: &R) -> Option<Value> {
        Some(value.to_value())
    }
}

/// Tables by name, in file order.
pub(super) struct Named;

impl<R: Record> Form<Vec<(String, R)>> for Named {
    const SHAPE: Shape = Shape::Table;

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Vec<(String, R)> {
        let tables = reader.named_tables(table, key);
        tables.into_iter().map(|(name, table)| (name, R::read(reader, &table))).collect()
    }

    fn write(value: &Vec<(String, R)>) -> Option<Value> {
        Some(Value::Object(value.iter().map(|(name, record)| (name.clone(), record.to_value())).collect()))
    }
}
