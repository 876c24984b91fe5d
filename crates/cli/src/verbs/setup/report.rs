//! The report of `handoff setup`, for people and as JSON.

use std::process::ExitCode;
use std::rc::Rc;

use serde_json::{Value, json};

use crate::ground::client::Client;
use crate::ground::console::{print, print_json};
use crate::ground::program::{self, Start};
use crate::ground::styled::Styled;
use crate::verbs::arguments::CommonOptions;
use crate::verbs::setup::Setup;
use crate::verbs::setup::change::FileChange;
use crate::verbs::setup::clients::PartKind;
use crate::verbs::setup::server::Probe;

/// The state of a part, such as "present" or "written", and a remark for the person.
pub type PartStatus = (&'static str, Option<String>);

/// The result for one part.
pub struct Line {
    pub clients: Vec<Client>,
    pub kind: PartKind,
    pub path: String,
    pub state: &'static str,
    /// A remark for the person.
    pub note: Option<String>,
    /// What came of starting the server.
    pub server: Option<Rc<Probe>>,
}

impl Line {
    /// Creates the result for a part of one client.
    pub fn new(client: Client, kind: PartKind, path: String, (state, note): PartStatus) -> Line {
        Line { clients: vec![client], kind, path, state, note, server: None }
    }

    /// Returns the remarks for the person, in parentheses.
    fn remarks(&self) -> String {
        let server = self.server.as_ref().map(|probe| probe.describe());
        let remarks: Vec<String> = self.note.clone().into_iter().chain(server).collect();
        if remarks.is_empty() { String::new() } else { format!("  ({})", remarks.join("; ")) }
    }
}

/// Returns the JSON Schema of the report.
pub fn schema() -> Value {
    let text = json!({"type": "string"});
    let text_or_null = json!({"type": ["string", "null"]});
    let server = json!({"type": ["object", "null"], "required": ["answers", "tools", "version", "problem", "terminal_only"], "properties": {
        "answers": {"type": "boolean"}, "tools": {"type": ["integer", "null"]}, "version": text_or_null,
        "problem": text_or_null, "terminal_only": text_or_null,
    }});
    let row = json!({"type": "object", "required": ["clients", "what", "path", "state", "note", "server"], "properties": {
        "clients": {"type": "array", "items": text}, "what": text, "path": text, "state": text, "note": text_or_null, "server": server,
    }});
    let file = json!({"type": "object", "required": ["path", "before", "after"], "properties": {
        "path": text, "before": text_or_null, "after": text_or_null,
    }});
    json!({"type": "object", "required": ["setup"], "properties": {
        "setup": {"type": "array", "items": row}, "files": {"type": "array", "items": file},
    }})
}

/// Prints the lines, and in a dry run the changes. The exit code is 1 if a part is missing or was left
/// alone.
pub fn print_report(common: &CommonOptions, setup: &Setup, lines: &[Line], changes: &[FileChange]) -> ExitCode {
    let is_failure = |line: &&Line| match line.state {
        "missing" | "different" | "broken" => setup.check,
        "left alone" => true,
        _ => setup.check && line.server.as_ref().is_some_and(|probe| !probe.is_right()),
    };
    let code = u8::from(lines.iter().any(|line| is_failure(&line)));
    if common.json {
        let row = |line: &Line| {
            let clients: Vec<&str> = line.clients.iter().map(|client| client.name()).collect();
            json!({"clients": clients, "what": line.kind.name(), "path": line.path, "state": line.state, "note": line.note, "server": line.server.as_ref().map(|probe| probe.value())})
        };
        let rows: Vec<Value> = lines.iter().map(row).collect();
        let mut report = json!({"setup": rows});
        if let (true, Some(report)) = (common.dry_run, report.as_object_mut()) {
            report.insert("files".to_owned(), changes.iter().map(FileChange::value).collect());
        }
        print_json(&report);
        return ExitCode::from(code);
    }
    let cells = |line: &Line| {
        let clients: Vec<&str> = line.clients.iter().map(|client| client.name()).collect();
        [clients.join(", "), line.kind.name().to_owned(), line.state.to_owned()]
    };
    let rows: Vec<[String; 3]> = lines.iter().map(cells).collect();
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or(0);
    let (first, second, third) = (width(0), width(1), width(2));
    let mut text = String::new();
    for ([clients, kind, state], line) in rows.iter().zip(lines) {
        text += format!("{clients:first$}  {kind:second$}  {state:third$}  {}{}", line.path, line.remarks()).trim_end();
        text.push('\n');
    }
    let names_command = |line: &Line| matches!(line.kind, PartKind::Server | PartKind::Hooks);
    let is_by_name = Start::new(setup.user).words == [program::NAME];
    if !setup.uninstall && is_by_name && lines.iter().any(names_command) {
        if program::on_path().is_none() {
            text += "Note: handoff is not on your PATH, where clients look for it.\n";
        } else if let Some(folder) = program::terminal_only_folder() {
            let note = format!(
                "Note: a client that was not started from a terminal may not find handoff in {}. If it does not, start it from a terminal, link handoff into /usr/local/bin, or use --user, which writes the path.\n",
                folder.display()
            );
            text += &note;
        }
    }
    let mut text = Styled::from(text);
    if common.dry_run {
        text = text.then(changes.iter().map(FileChange::diff).collect::<Styled>());
    }
    print(text);
    ExitCode::from(code)
}
