//! What concerns one project as a whole: configuration and labels.

use serde_json::Value;

use crate::invocation::Page;
use crate::output::{lines, pluralize, text_of, texts};

/// Renders the configuration as the text of `config.toml`.
pub fn config(value: &Value, page: Page<'_>) -> String {
    let file = page.engine.reader().file("config.toml").map(String::from_utf8_lossy);
    file.map_or_else(|| format!("{value:#}\n"), |text| format!("{}\n", text.trim_end()))
}

/// Renders the value of one key: a text as it is, a list one item a line, anything else as JSON.
pub fn config_value(value: &Value, _: Page<'_>) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match value {
        Value::Array(list) => lines(list.iter().map(plain)),
        Value::Object(_) => format!("{value:#}\n"),
        single => format!("{}\n", plain(single)),
    }
}

/// Renders the labels, one a line.
pub fn labels(value: &Value, _: Page<'_>) -> String {
    let labels = texts(value, "labels");
    if labels.is_empty() {
        return "No labels yet. handoff labels update LABEL... sets them.\n".to_owned();
    }
    lines(labels)
}
