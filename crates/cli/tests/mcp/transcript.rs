//! A recorded day of an agent: start, load, plan, work, save, and continue in a new process.
//!
//! `HANDOFF_RECORD=1 cargo test -p handoff-cli --test main transcript` records the server's answers
//! again.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::server::Server;

const TRANSCRIPT: &str = "tests/transcripts/day.jsonl";

#[test]
fn transcript_replays_in_both_layouts() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(TRANSCRIPT);
    let recorded = fs::read_to_string(&file).expect("the transcript");
    for layout in ["toml", "json"] {
        let replayed = replay(&recorded, layout);
        if std::env::var_os("HANDOFF_RECORD").is_some() {
            fs::write(&file, replayed).expect("a transcript");
            return;
        }
        for (number, (got, expected)) in replayed.lines().zip(recorded.lines()).enumerate() {
            assert_eq!(got, expected, "line {} in the layout {layout}", number + 1);
        }
        assert_eq!(replayed.lines().count(), recorded.lines().count());
    }
}

/// Returns the transcript with the server's current answers.
fn replay(recorded: &str, layout: &str) -> String {
    // Outside the working copy, so that there is no Git state.
    let location = Folder::new();
    let folder = location.path();
    let mut server: Option<Server> = None;
    let mut lines = Vec::new();
    for line in recorded.lines() {
        let entry: Value = serde_json::from_str(line).expect("JSON");
        if entry.get("server").is_some() {
            continue;
        }
        lines.push(line.to_owned());
        let Some(message) = entry.get("client") else {
            if let Some(mut server) = server.take() {
                assert_eq!(server.close().len(), 0);
            }
            server = Some(Server::start_uninitialized(folder, &["--layout", layout]));
            continue;
        };
        let server = server.as_mut().expect("a process");
        server.send(message);
        if let Some(id) = message["id"].as_u64() {
            let answer = server.answer(id);
            let text = std::mem::take(&mut server.backlog).into_iter().chain([answer]);
            // It comes before or after the answer of the call that has changed the list.
            let text = text.filter(|message| message["method"] != "notifications/tools/list_changed");
            lines.extend(text.map(|message| json!({"server": normalize(message, folder, layout)}).to_string()));
        }
    }
    drop(server);
    lines.join("\n") + "\n"
}

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Replaces the parts of a message that differ by day, folder and layout.
fn normalize(value: Value, folder: &Path, layout: &str) -> Value {
    match value {
        Value::String(text) => {
            let text =
                text.replace(&folder.display().to_string(), "<folder>").replace(env!("CARGO_PKG_VERSION"), "<version>");
            let text = [
                ("dddd-dd-ddTdd:dd:dd.dddddd+00:00", "<time>"),
                ("dddd-dd-ddTdd:dd:dd.ddd+00:00", "<time>"),
                ("dddd-dd-ddTdd:dd:dd+00:00", "<time>"),
                ("dddd-dd-ddTdd:dd:ddZ", "<time>"),
                ("dddd-dd-ddTdd:dd", "<time>"),
                ("dddd-dd-dd dd:dd", "<time>"),
                ("dddd-dd-dd", "<date>"),
                ("dddddddd-dddddd-dddddd", "<stamp>"),
                ("dddddddd-dddddd", "<stamp>"),
            ]
            .into_iter()
            .fold(text, |text, (form, name)| replace_pattern(&text, form, name));
            let text = WEEKDAYS.iter().fold(text, |text, day| text.replace(&format!("{day} <date>"), "<date>"));
            Value::String(if text == layout { "<layout>".to_owned() } else { replace_layout(&text, layout) })
        }
        Value::Array(entries) => entries.into_iter().map(|entry| normalize(entry, folder, layout)).collect(),
        Value::Object(members) => {
            let stable_member = |(name, member): (String, Value)| {
                let member = if name == "protocolVersion" { member } else { normalize(member, folder, layout) };
                (name, member)
            };
            members.into_iter().map(stable_member).collect()
        }
        other => other,
    }
}

/// Replaces the layout's name where it is a value or a file extension.
fn replace_layout(text: &str, layout: &str) -> String {
    text.replace(&format!("\"{layout}\""), "\"<layout>\"").replace(&format!(".{layout}"), ".<layout>")
}

/// Replaces every match of a pattern, in which `d` is a digit, by a name.
fn replace_pattern(text: &str, form: &str, name: &str) -> String {
    let fits = |here: &str| {
        let mut characters = here.chars();
        form.chars().all(|expected| {
            characters
                .next()
                .is_some_and(|entries| if expected == 'd' { entries.is_ascii_digit() } else { entries == expected })
        })
    };
    let mut put = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if fits(rest) {
            put.push_str(name);
            form.len()
        } else {
            put.push(first);
            first.len_utf8()
        };
        rest = rest.get(length..).expect("a character boundary");
    }
    put
}
