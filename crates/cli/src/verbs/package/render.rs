//! How people see packages.

use chrono::DateTime;
use serde_json::Value;
use unicode_width::UnicodeWidthStr as _;

use crate::output::console::clean;
use crate::output::{list, text_of, texts};
use crate::time_zone;

const HEADINGS: [&str; 5] = ["ID", "NAME", "PROJECT", "TAGS", "EXPIRES"];

/// Renders a list of packages as aligned columns, each two spaces from the next.
pub fn table(value: &Value, is_utc: bool) -> String {
    let mut rows: Vec<[String; 5]> = vec![HEADINGS.map(str::to_owned)];
    rows.extend(list(value, "packages").iter().map(|package| {
        let text = |key: &str| clean(text_of(package, key)).replace(['\n', '\t'], " ");
        let tags = texts(package, "tags").iter().map(|tag| clean(tag).replace(['\n', '\t'], " ")).collect::<Vec<_>>();
        [text("id"), text("name"), text("project"), tags.join(","), expiry(package, is_utc)]
    }));
    let widths: Vec<usize> = (0..4)
        .map(|column| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0))
        .collect();
    let mut page = String::new();
    for row in rows {
        for (cell, width) in row.iter().zip(&widths) {
            page.push_str(cell);
            page.extend(std::iter::repeat_n(' ', width.saturating_sub(cell.width()) + 2));
        }
        page.push_str(row.last().map_or("", String::as_str));
        page.push('\n');
    }
    page
}

/// Returns when a package expires, in local time or UTC.
fn expiry(package: &Value, is_utc: bool) -> String {
    if package.get("pinned") == Some(&Value::Bool(true)) {
        return "never".to_owned();
    }
    let text = text_of(package, "expires_at");
    match DateTime::parse_from_rfc3339(text) {
        Ok(time) if is_utc => time.to_utc().format("%Y-%m-%d %H:%M").to_string(),
        Ok(time) => time_zone::format_local(time.timestamp_millis()),
        Err(_) => text.to_owned(),
    }
}

/// Renders what is known about a package, one value a line.
pub fn details(package: &Value) -> String {
    let mut page = String::new();
    for (key, value) in package.as_object().into_iter().flatten() {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
            other => other.to_string(),
        };
        if !text.is_empty() {
            page.push_str(&format_line(key, &text));
        }
    }
    page
}

fn format_line(key: &str, text: &str) -> String {
    format!("{key}: {}\n", text.replace('\n', " "))
}
