//! A validator for the part of JSON Schema that the tools use.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, Mutex};

use handoff_agent::{Reply, find};
use serde_json::Value;

/// The output schemas by tool. To generate one takes longer than most calls.
static SCHEMAS: Mutex<BTreeMap<String, Arc<Value>>> = Mutex::new(BTreeMap::new());

/// Panics if an answer does not fit its tool's output schema.
pub fn check(name: &str, reply: &Reply) {
    let Some(output) = find(name).and_then(|tool| tool.output) else { return };
    if reply.failed.is_some() {
        assert_eq!(reply.structured, None, "{name}: a failure is told in words");
        return;
    }
    let value = reply.structured.as_ref().unwrap_or(&Value::Null);
    if reply.text.to_string().starts_with('{') {
        let written = value.to_string();
        assert!(reply.text.to_string() == written, "{name}: text and value say the same");
    }
    let text = reply.text.to_string();
    let lacking = words_without_value(&text, value);
    assert_eq!(lacking, [] as [&str; 0], "{name}: the value lacks words of the text\n{text}\n{value}");
    let schema = {
        let mut schemas = SCHEMAS.lock().unwrap();
        Arc::clone(schemas.entry(name.to_owned()).or_insert_with(|| Arc::new(output())))
    };
    let fault = fits(value, &schema, name).err();
    assert!(fault.is_none(), "{}: {value:#}", fault.unwrap_or_default());
}

/// Words of texts that only name what follows them, or join it.
static LABELS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| LABEL_WORDS.split_whitespace().collect());
const LABEL_WORDS: &str = "a about add added all already also and are at be because before begin but by can changed closed code continued
    could created due done each entries entry finished first for forked found from go handoff has have held hold hours if imported in
    initialized into is it its last load loading logged made more moved not now of on once one open or other package remove removed
    replaced retrieve saved sent session set since stand standing stored subtasks suggests superseded takes task tasks taken that the
    their them there they ticked to total under updated waits was were what which with withdrawn you";

/// Returns the words of a text that a value does not have, except those that only label or join others.
fn words_without_value<'t>(text: &'t str, value: &Value) -> Vec<&'t str> {
    if text.starts_with(['{', '[']) {
        return Vec::new();
    }
    let value = value.to_string().replace("\\n", " ").replace("\\\"", " ").to_lowercase();
    let is_word_char = |char: char| char.is_alphanumeric() || matches!(char, '.' | '-' | '/');
    let is_present = |word: &str| {
        let word = word.to_lowercase();
        LABELS.contains(word.as_str()) || value.contains(&word)
    };
    // Hours have a unit in texts: 1.5h.
    let number = |word: &'t str| word.strip_suffix('h').filter(|number| number.parse::<f64>().is_ok());
    let words = text.split(|char: char| !is_word_char(char)).map(|word| word.trim_matches(['.', '-', '/']));
    let words = words.map(|word| number(word).unwrap_or(word));
    words.filter(|word| !word.is_empty() && !is_present(word)).collect()
}

/// Validates a value. The error names the place that does not fit.
pub fn fits(value: &Value, schema: &Value, here: &str) -> Result<(), String> {
    let Value::Object(rules) = schema else { return Err(format!("{here}: the schema is not an object")) };
    for (rule, what) in rules {
        let is_valid = match rule.as_str() {
            "type" => match what {
                Value::Array(kinds) => kinds.iter().any(|kind| has_type(value, kind)),
                kind => has_type(value, kind),
            },
            "enum" => what.as_array().is_some_and(|words| words.contains(value)),
            "minimum" => value.as_f64().is_none_or(|number| Some(number) >= what.as_f64()),
            "required" => {
                let missing = |name: &Value| value.get(name.as_str().expect("a name")).is_none();
                if let Some(name) =
                    what.as_array().into_iter().flatten().find(|name| value.is_object() && missing(name))
                {
                    return Err(format!("{here} lacks {name}"));
                }
                true
            }
            "properties" => {
                for (name, schema) in what.as_object().into_iter().flatten() {
                    if let Some(member) = value.get(name) {
                        fits(member, schema, &format!("{here}.{name}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    if rules.get("properties").is_none_or(|properties| properties.get(name).is_none()) {
                        fits(member, what, &format!("{here}.{name}"))?;
                    }
                }
                true
            }
            "items" => {
                for (at, entry) in value.as_array().into_iter().flatten().enumerate() {
                    fits(entry, what, &format!("{here}[{at}]"))?;
                }
                true
            }
            "description" => true,
            other => return Err(format!("{here}: {other} is not known")),
        };
        if !is_valid {
            return Err(format!("{here} is not {what}"));
        }
    }
    Ok(())
}

fn has_type(value: &Value, kind: &Value) -> bool {
    match kind.as_str().expect("a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    }
}
