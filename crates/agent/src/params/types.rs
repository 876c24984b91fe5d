//! Types of arguments.

use std::borrow::Cow;
use std::marker::PhantomData;

use handoff_format::{is_date, parse_date};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

/// The arguments of a tool that takes none.
#[derive(JsonSchema)]
pub(crate) struct NoParams {}

/// A text that is required and may not be blank.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct RequiredText(pub(crate) String);

impl TryFrom<String> for RequiredText {
    type Error = &'static str;

    fn try_from(text: String) -> Result<RequiredText, &'static str> {
        if text.trim().is_empty() { Err("blank") } else { Ok(RequiredText(text)) }
    }
}

impl JsonSchema for RequiredText {
    fn schema_name() -> Cow<'static, str> {
        "RequiredText".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "minLength": 1})
    }
}

/// A day like 2026-12-01.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Date(pub(crate) String);

impl Date {
    /// The day, counted from 1970-01-01.
    pub(crate) fn day(&self) -> i32 {
        parse_date(&self.0).unwrap_or_default()
    }
}

impl TryFrom<String> for Date {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Date, &'static str> {
        if is_date(&text) { Ok(Date(text)) } else { Err("not a date") }
    }
}

impl JsonSchema for Date {
    fn schema_name() -> Cow<'static, str> {
        "Date".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "date"})
    }
}

/// A change of a value: an absent argument keeps it, null clears it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Change<T> {
    #[default]
    Keep,
    Clear,
    Set(T),
}

impl<T> Change<T> {
    /// As patches have it: `None` keeps, `Some(None)` clears.
    #[allow(clippy::option_option, reason = "it is the form of the engine's patches")]
    pub(crate) fn into_option(self) -> Option<Option<T>> {
        match self {
            Change::Keep => None,
            Change::Clear => Some(None),
            Change::Set(value) => Some(Some(value)),
        }
    }
}

impl<T> Change<Vec<T>> {
    /// The new list, if there is one: a list that is cleared is empty.
    pub(crate) fn into_list(self) -> Option<Vec<T>> {
        self.into_option().map(Option::unwrap_or_default)
    }
}

impl<T: Serialize> Change<T> {
    /// The new value, if there is one: null clears.
    pub(crate) fn into_value(self) -> Option<Value> {
        self.into_option().map(|value| json!(value))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Change<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Change<T>, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Change::Clear, Change::Set))
    }
}

impl<T: JsonSchema> JsonSchema for Change<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A value that the engine checks, not the reader. Null clears.
#[derive(Clone, Debug)]
pub(crate) struct Unchecked<T> {
    value: Option<Value>,
    kind: PhantomData<T>,
}

impl<T> Default for Unchecked<T> {
    fn default() -> Unchecked<T> {
        Unchecked { value: None, kind: PhantomData }
    }
}

impl<T> Unchecked<T> {
    pub(crate) fn is_absent(&self) -> bool {
        self.value.is_none()
    }
}

impl<'de, T> Deserialize<'de> for Unchecked<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unchecked<T>, D::Error> {
        Ok(Unchecked { value: Some(Value::deserialize(deserializer)?), kind: PhantomData })
    }
}

impl<T> Serialize for Unchecked<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Unchecked<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// The member of an entry for which a bare text counts.
pub(crate) trait MainMember {
    const NAME: &'static str;
}

/// An entry of a session's list, with all that it was given: an object, or a bare text.
#[derive(Clone, Debug)]
pub(crate) struct Entry<T> {
    value: Value,
    kind: PhantomData<T>,
}

impl<T> Entry<T> {
    pub(crate) fn into_value(self) -> Value {
        self.value
    }
}

impl<'de, T: DeserializeOwned + MainMember> Deserialize<'de> for Entry<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entry<T>, D::Error> {
        let value = match Value::deserialize(deserializer)? {
            Value::String(text) => json!({ T::NAME: text }),
            value @ Value::Object(_) => {
                T::deserialize(&value).map_err(D::Error::custom)?;
                value
            }
            _ => return Err(D::Error::custom("neither an object nor a text")),
        };
        Ok(Entry { value, kind: PhantomData })
    }
}

impl<T: JsonSchema + MainMember> JsonSchema for Entry<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = T::json_schema(generator);
        schema.insert("main".to_owned(), json!(T::NAME));
        schema
    }
}

/// Returns the name of a word, as it is written in a call.
pub(crate) fn name_of(word: impl Serialize) -> String {
    json!(word).as_str().unwrap_or_default().to_owned()
}
