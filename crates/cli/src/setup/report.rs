//! What became of everything, for people and for programs.

use std::process::ExitCode;

use serde_json::{Value, json};

use crate::options::Common;
use crate::run::print;
use crate::setup::Setup;
use crate::setup::clients::{Client, What};
use crate::setup::merge_driver;

/// What became of one thing.
pub struct Line {
    pub clients: Vec<Client>,
    pub what: What,
    pub place: String,
    pub state: &'static str,
    /// What a person should know.
    pub more: Option<String>,
}

/// JSON Schema of what is told to programs.
pub fn shape() -> Value {
    let text = json!({"type": "string"});
    let row = json!({"type": "object", "required": ["clients", "what", "path", "state", "note"], "properties": {
        "clients": {"type": "array", "items": text}, "what": text, "path": text, "state": text, "note": {"type": ["string", "null"]},
    }});
    json!({"type": "object", "required": ["setup"], "properties": {"setup": {"type": "array", "items": row}}})
}

/// Prints the lines; the exit code says whether something is missing or was left alone.
pub fn print_report(common: &Common, setup: &Setup, lines: &[Line]) -> ExitCode {
    let is_wrong = |line: &&Line| match line.state {
        "missing" | "different" | "broken" => setup.check,
        "left alone" => true,
        _ => false,
    };
    let code = u8::from(lines.iter().any(|line| is_wrong(&line)));
    if common.json {
        let row = |line: &Line| {
            let clients: Vec<&str> = line.clients.iter().map(|client| client.name()).collect();
            json!({"clients": clients, "what": line.what.name(), "path": line.place, "state": line.state, "note": line.more})
        };
        let rows: Vec<Value> = lines.iter().map(row).collect();
        print(&format!("{:#}\n", json!({"setup": rows})));
        return ExitCode::from(code);
    }
    let cells = |line: &Line| {
        let clients: Vec<&str> = line.clients.iter().map(|client| client.name()).collect();
        [clients.join(", "), line.what.name().to_owned(), line.state.to_owned()]
    };
    let rows: Vec<[String; 3]> = lines.iter().map(cells).collect();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or(0);
    let (first, second, third) = (width(0), width(1), width(2));
    let mut text = String::new();
    for ([clients, what, state], line) in rows.iter().zip(lines) {
        let more = line.more.as_ref().map(|more| format!("  ({more})")).unwrap_or_default();
        text += format!("{clients:first$}  {what:second$}  {state:third$}  {}{more}", line.place).trim_end();
        text.push('\n');
    }
    if !setup.uninstall && !setup.check && merge_driver::on_path().is_none() {
        text += "Note: handoff is not on your PATH, where clients look for it.\n";
    }
    print(&text);
    ExitCode::from(code)
}
