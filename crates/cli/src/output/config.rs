//! The configuration.

use serde_json::Value;

use crate::invocation::Page;
use crate::output::{lines, printable};

/// All of it, as `config.toml` has it.
pub fn whole(value: &Value, page: Page<'_>) -> String {
    let file = page.engine.reading().file("config.toml").map(String::from_utf8_lossy);
    file.map_or_else(|| format!("{value:#}\n"), |text| format!("{}\n", printable(text.trim_end())))
}

/// What stands at a key: a text bare, a list a line each, anything else as JSON.
pub fn value(value: &Value, _: Page<'_>) -> String {
    let bare = |value: &Value| value.as_str().map_or_else(|| value.to_string(), printable);
    match value {
        Value::Array(list) => lines(list.iter().map(bare)),
        Value::Object(_) => format!("{value:#}\n"),
        single => format!("{}\n", bare(single)),
    }
}
