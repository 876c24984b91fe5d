//! Compact JSON Schemas of structs. Agents pay for every token of them.

use handoff_protocol::{Priority, Status};
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform as _};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

/// Keywords that are omitted from definitions, because description, name or refusal have the same
/// information.
const OMITTED: [&str; 9] =
    ["$schema", "title", "default", "format", "minimum", "maximum", "minLength", "main", "takes"];

/// Returns the schema of a tool's arguments. Every tool takes `project_dir`, which the server
/// reads.
pub(crate) fn input<P: JsonSchema>() -> Value {
    let mut schema = published(rules::<P>());
    if let Some(root) = schema.as_object_mut() {
        let properties = root.entry("properties").or_insert_with(|| json!({}));
        if let Some(properties) = properties.as_object_mut() {
            properties.insert("project_dir".to_owned(), json!({"type": "string"}));
        }
    }
    schema
}

/// Returns the schema of a tool's structured answer.
pub(crate) fn output<T: JsonSchema>() -> Value {
    published(generated::<T>(SchemaSettings::draft2020_12().for_serialize()))
}

/// Returns the schema of a long answer. To save tokens, nullable members are not listed as
/// required.
pub(crate) fn brief_output<T: JsonSchema>() -> Value {
    let mut schema = output::<T>();
    let properties = schema.get("properties").cloned().unwrap_or_default();
    let is_nullable = |name: &Value| {
        let kinds = name.as_str().and_then(|name| properties.get(name)?.get("type")?.as_array());
        kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"))
    };
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| !is_nullable(name));
    }
    schema
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

fn published(schema: Value) -> Value {
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
