//! Types of tool arguments.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use handoff_format::parse_date;
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde::ser::{Error as _, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::InvalidArgument;

/// The arguments of a tool that takes none.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct NoParams {}

/// A required string that must not be blank.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(description = "", extend("minLength" = 1))]
pub struct RequiredText(pub(crate) String);

impl From<RequiredText> for String {
    fn from(text: RequiredText) -> String {
        text.0
    }
}

impl TryFrom<String> for RequiredText {
    type Error = &'static str;

    fn try_from(text: String) -> Result<RequiredText, &'static str> {
        if text.trim().is_empty() { Err("it is blank") } else { Ok(RequiredText(text)) }
    }
}

/// A day like 2026-12-01.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(description = "", extend("format" = "date"))]
pub struct Date {
    /// As given.
    pub text: String,
    /// Days since 1970-01-01.
    pub day: i32,
}

impl From<Date> for String {
    fn from(date: Date) -> String {
        date.text
    }
}

impl TryFrom<String> for Date {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Date, &'static str> {
        let day = parse_date(&text).ok_or("not a date")?;
        Ok(Date { text, day })
    }
}

impl Date {
    /// Parses the date of an argument.
    pub fn of_argument(argument: &str, text: String) -> Result<Date, InvalidArgument> {
        Date::try_from(text).map_err(|_| InvalidArgument::new(argument, "a date like 2026-12-01"))
    }
}

/// A change to a value. An absent argument keeps the value, null clears it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(from = "Option<T>")]
#[schemars(description = "")]
pub enum Change<T> {
    /// The argument is absent.
    #[default]
    Keep,
    /// The value is cleared.
    Clear,
    /// The new value.
    Set(T),
}

impl<T: Serialize> Serialize for Change<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            // As null it would clear the value.
            Change::Keep => Err(S::Error::custom("a kept value is skipped")),
            Change::Clear => serializer.serialize_none(),
            Change::Set(value) => value.serialize(serializer),
        }
    }
}

impl<T> Change<T> {
    /// Returns true if the argument is absent, so that it is not serialized.
    pub fn is_keep(&self) -> bool {
        matches!(self, Change::Keep)
    }
}

impl<T> From<Option<T>> for Change<T> {
    fn from(given: Option<T>) -> Change<T> {
        given.map_or(Change::Clear, Change::Set)
    }
}

impl<T> Change<T> {
    /// Converts to the form of the engine's patches: `None` keeps, `Some(None)` clears.
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
    /// Returns the new list, if there is one. Clearing a list makes it empty.
    pub(crate) fn into_list(self) -> Option<Vec<T>> {
        self.into_option().map(Option::unwrap_or_default)
    }
}

impl<T: Serialize> Change<T> {
    /// Returns the new value, if there is one. Null clears the value.
    pub(crate) fn into_value(self) -> Option<Value> {
        self.into_option().map(|value| json!(value))
    }
}

/// A value that the engine checks and the parser does not. Null clears the value.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(transparent, bound = "")]
#[schemars(description = "", bound = "T: JsonSchema")]
pub struct Unchecked<T> {
    #[serde(deserialize_with = "null_too")]
    #[schemars(with = "T")]
    value: Option<Value>,
    kind: PhantomData<T>,
}

fn null_too<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl<T> Unchecked<T> {
    /// Clears the present value, unless a new one is given.
    pub fn clear_if_absent(&mut self) {
        self.value.get_or_insert(Value::Null);
    }

    pub(crate) fn is_absent(&self) -> bool {
        self.value.is_none()
    }
}

/// The value is absent.
impl<T> Default for Unchecked<T> {
    fn default() -> Unchecked<T> {
        Unchecked { value: None, kind: PhantomData }
    }
}

/// `None` keeps the present value.
impl<T: Serialize> From<Option<T>> for Unchecked<T> {
    fn from(value: Option<T>) -> Unchecked<T> {
        Unchecked { value: value.map(|value| json!(value)), kind: PhantomData }
    }
}

/// Values by name, in their order. A JSON object.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transparent, description = "")]
pub struct NamedValues<T>(#[schemars(with = "BTreeMap<String, T>")] pub Vec<(String, T)>);

impl<T: Serialize> Serialize for NamedValues<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<T> FromIterator<(String, T)> for NamedValues<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(values: I) -> NamedValues<T> {
        NamedValues(values.into_iter().collect())
    }
}

/// An entry type with a main member: a plain string is an entry with only this member.
pub trait MainMember {
    /// The name of the member.
    const NAME: &'static str;
}

/// Returns an entry as an object. A plain string becomes its main member.
fn to_object<T: MainMember>(value: Value) -> Option<Value> {
    match value {
        Value::String(text) => Some(json!({ T::NAME: text })),
        Value::Object(_) => Some(value),
        _ => None,
    }
}

/// An entry of a session's list as it was given: an object with all its members, or a plain string.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transparent, extend("main" = T::NAME, "stored" = true))]
pub struct Entry<T: MainMember> {
    #[schemars(with = "T")]
    value: Value,
    #[schemars(skip)]
    kind: PhantomData<T>,
}

impl<T: MainMember> Entry<T> {
    pub(crate) fn into_value(self) -> Value {
        self.value
    }
}

/// The members of the entry, the main one first, as they are stored.
impl<T: MainMember + Serialize> From<T> for Entry<T> {
    fn from(entry: T) -> Entry<T> {
        let mut value = json!(entry);
        if let Some(members) = value.as_object_mut()
            && let Some(main) = members.shift_remove(T::NAME)
        {
            members.shift_insert(0, T::NAME.to_owned(), main);
        }
        Entry { value, kind: PhantomData }
    }
}

impl<T: MainMember> Serialize for Entry<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<'de, T: DeserializeOwned + MainMember> Deserialize<'de> for Entry<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entry<T>, D::Error> {
        let value = to_object::<T>(Value::deserialize(deserializer)?).ok_or_else(neither::<D>)?;
        T::deserialize(&value).map_err(D::Error::custom)?;
        Ok(Entry { value, kind: PhantomData })
    }
}

fn neither<'de, D: Deserializer<'de>>() -> D::Error {
    D::Error::custom("neither an object nor a string")
}

/// An object that may be given as a plain string, which is its main member.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transparent, extend("main" = T::NAME))]
pub struct Short<T: MainMember>(pub T);

/// As a plain string if it has no other member.
impl<T: MainMember + Serialize> Serialize for Short<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = serde_json::to_value(&self.0).map_err(S::Error::custom)?;
        let has_more =
            value.as_object().is_some_and(|all| all.iter().any(|(name, value)| name != T::NAME && !value.is_null()));
        match value.get(T::NAME) {
            Some(Value::String(text)) if !has_more => serializer.serialize_str(text),
            _ => value.serialize(serializer),
        }
    }
}

impl<'de, T: DeserializeOwned + MainMember> Deserialize<'de> for Short<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Short<T>, D::Error> {
        let value = to_object::<T>(Value::deserialize(deserializer)?).ok_or_else(neither::<D>)?;
        T::deserialize(&value).map(Short).map_err(D::Error::custom)
    }
}

/// Returns the name of an enum variant in calls.
pub(crate) fn name_of(variant: impl Serialize) -> String {
    match json!(variant) {
        Value::String(name) => name,
        other => other.to_string(),
    }
}
