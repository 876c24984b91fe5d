//! Compact JSON Schemas of structs. Agents pay for every token of them.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use handoff_protocol::{Priority, Status};
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

/// Keywords that are omitted from definitions, because description, name or refusal have the same
/// information. Of our own ones, `main` names the member that a plain string sets, `takes`
/// describes the values for refusals, `nested` says that the items of a list are like the object
/// that contains it, `single` that one item of a list is accepted without brackets, `stored` that
/// unknown members are stored as given, `also` lists names by which agents call the member, and
/// `accepts` further types of a value.
const OMITTED: [&str; 14] = [
    "$schema",
    "title",
    "default",
    "format",
    "minimum",
    "maximum",
    "minLength",
    "main",
    "takes",
    "nested",
    "single",
    "stored",
    "also",
    "accepts",
];

/// Our own keyword for arrays: the type that the definition gives for the items, to save tokens.
const BRIEF_ITEMS: &str = "briefItems";
/// Our own keyword for objects whose properties the definition omits, to save tokens.
const OPAQUE: &str = "opaque";
/// Our own keyword for properties that are accepted but not part of the definition.
const HIDDEN: &str = "hidden";

/// The argument that names the project of a call. Every tool takes it, and the server reads it.
pub(crate) const PROJECT_DIR: &str = "project_dir";

/// Returns the complete schema of a tool's arguments. It is made once, because each call needs it.
pub(crate) fn input<P: JsonSchema + 'static>() -> Arc<Value> {
    static MADE: Mutex<BTreeMap<TypeId, Arc<Value>>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.entry(TypeId::of::<P>()).or_insert_with(|| Arc::new(new_input::<P>())).clone()
}

/// Makes the schema.
fn new_input<P: JsonSchema>() -> Value {
    let mut schema = rules::<P>();
    if let Some(root) = schema.as_object_mut() {
        let properties = root.entry("properties").or_insert_with(|| json!({}));
        if let Some(properties) = properties.as_object_mut() {
            properties.insert(PROJECT_DIR.to_owned(), json!({"type": "string", "hidden": true}));
        }
    }
    schema
}

/// Returns the schema of a tool's structured answer.
pub(crate) fn output<T: JsonSchema>() -> Value {
    published(generated::<T>(SchemaSettings::draft2020_12().for_serialize()))
}

/// Maximum number of members in a brief schema. An answer with more is described as any object.
const MAX_BRIEF_MEMBERS: usize = 10;

/// Shortens the schema of an answer to the types of its members, for tools whose definition every
/// conversation pays for.
pub(crate) fn brief(mut schema: Value) -> Value {
    let Some(rules) = schema.as_object_mut() else { return schema };
    rules.shift_remove("required");
    let Some(Value::Object(members)) = rules.get_mut("properties") else { return schema };
    if members.len() > MAX_BRIEF_MEMBERS {
        rules.shift_remove("properties");
        return schema;
    }
    for (_, member) in members {
        let kind = member.get("type").cloned();
        *member = kind.map_or_else(|| json!({}), |kind| json!({"type": kind}));
    }
    schema
}

/// Returns the words that a type accepts.
pub fn words<T: JsonSchema>() -> Vec<String> {
    let schema = generated::<T>(SchemaSettings::draft2020_12().for_deserialize());
    let words = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
    words.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Returns the complete schema of arguments, with the keywords that only refusals need.
pub(super) fn rules<P: JsonSchema>() -> Value {
    generated::<P>(SchemaSettings::draft2020_12().for_deserialize())
}

fn generated<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(optional_without_null).transform(&mut schema);
    schema.to_value()
}

/// Returns the schema of the items of an array. `parent` is the schema of the object or the array
/// that contains it.
pub(super) fn items<'s>(schema: &'s Value, parent: &'s Value) -> Option<&'s Value> {
    if schema.get("nested").is_some() { Some(parent) } else { schema.get("items") }
}

/// Returns the form of a schema that agents get.
pub(crate) fn published(schema: Value) -> Value {
    let mut schema = Schema::try_from(schema).unwrap_or_default();
    schema.as_object_mut().and_then(|schema| schema.shift_remove("description"));
    RecursiveTransform(shorten).transform(&mut schema);
    schema.to_value()
}

/// Removes `null` from the types of optional members, because these are absent instead.
fn optional_without_null(schema: &mut Schema) {
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| required.as_array().is_some_and(|names| names.iter().any(|known| known == name));
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (_, member) in properties.into_iter().flatten().filter(|(name, _)| !is_required(name)) {
        if let Some(kinds) = member.get_mut("type")
            && let Some([kind, Value::String(null)]) = kinds.as_array().map(Vec::as_slice)
            && null == "null"
        {
            *kinds = kind.clone();
        }
        if let Some(words) = member.get_mut("enum").and_then(Value::as_array_mut) {
            words.retain(|word| !word.is_null());
        }
    }
}

fn shorten(schema: &mut Schema) {
    if schema.as_bool() == Some(true) {
        *schema = json_schema!({});
        return;
    }
    let Some(rules) = schema.as_object_mut() else { return };
    if let Some(kind) = rules.shift_remove(BRIEF_ITEMS) {
        rules.insert("items".to_owned(), json!({"type": kind}));
    }
    if rules.shift_remove(OPAQUE).is_some() {
        rules.shift_remove("properties");
        rules.shift_remove("required");
    }
    if let Some(properties) = rules.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|_, member| member.get(HIDDEN).is_none());
    }
    for keyword in OMITTED {
        rules.shift_remove(keyword);
    }
    if rules.get("additionalProperties") == Some(&json!(true)) {
        rules.shift_remove("additionalProperties");
    }
    // The doc comment of a struct is for readers of the source. The description of a field comes
    // last.
    let is_struct = rules.contains_key("properties");
    if let Some(description) = rules.shift_remove("description").filter(|_| !is_struct) {
        rules.insert("description".to_owned(), description);
    }
}

/// Returns the schema of a string enum.
pub(crate) fn one_of(words: &[&str]) -> Schema {
    json_schema!({"type": "string", "enum": words})
}

pub(crate) fn statuses(_: &mut SchemaGenerator) -> Schema {
    one_of(&Status::ALL.map(Status::name))
}

pub(crate) fn priorities(_: &mut SchemaGenerator) -> Schema {
    one_of(&[Priority::Low, Priority::Medium, Priority::High].map(Priority::name))
}
