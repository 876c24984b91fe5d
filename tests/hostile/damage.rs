//! A random file of a project is damaged, and a server gets senseless calls.
//!
//! No call ends in an internal error, the damaged file keeps its bytes unless it can be read, and
//! everything else can be read.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use handoff_format::{Container, DataFile};
use serde_json::{Value, json};

use crate::commands::{LAYOUTS, project};
use crate::random;
use crate::support::Folder;
use crate::support::form::{is_long, seed};
use crate::support::random::Random;
use crate::support::server::Server;

/// Calls after each damage.
const CALLS: u64 = 8;

/// Tools that lead out of the project.
const FOREIGN: [&str; 4] = ["handoff_refer", "handoff_dashboard", "handoff_doc_reassemble", "handoff_doc_import"];

/// Creates a project with every kind of record.
fn full_project(layout: &str) -> Folder {
    let folder = project(layout);
    folder.stdout(&["assignee", "add", "kim"]);
    folder.stdout(&["session", "save", "Closed"]);
    folder.stdout(&["session", "save", "Again", "--active", "--decision", "Use chrono"]);
    let mut server = Server::start(folder.path(), &["--tools", "all"]);
    server.call("handoff_doc_save", &json!({"slug": "tides", "title": "Tides", "body": "# Tides\n\nText.\n"}));
    folder
}

/// Returns the files that are records: no logs, no local state.
fn records(folder: &Path, above: &str, files: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = format!("{above}{}", path.file_name().unwrap().to_string_lossy());
        if ["activity", "local", "trash", "timer"].contains(&name.as_str()) || name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            records(&path, &format!("{name}/"), files);
        } else {
            files.push(path);
        }
    }
}

/// Returns the damaged content, and how it was damaged.
fn damage(bytes: &[u8], random: &mut Random) -> (Vec<u8>, &'static str) {
    let mut new = bytes.to_vec();
    let place = |random: &mut Random| usize::try_from(random.below(bytes.len() as u64 + 1)).unwrap();
    let at = place(random);
    match random.below(12) {
        0 => return (Vec::new(), "empty"),
        1 => {
            new.truncate(at);
            return (new, "truncated");
        }
        2 | 3 => {
            for _ in 0..4 {
                if let Some(byte) = new.get_mut(place(random)) {
                    *byte ^= 1 << random.below(8);
                }
            }
            return (new, "bits");
        }
        4 => {
            new.extend_from_slice(bytes);
            return (new, "twice");
        }
        5 => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            return (text.encode_utf16().flat_map(u16::to_le_bytes).collect(), "UTF-16");
        }
        6 => return (String::from_utf8_lossy(bytes).replace('\n', "\r\n").into_bytes(), "CRLF"),
        7 => return ([b"\xef\xbb\xbf", bytes].concat(), "byte order mark"),
        8 => return ("[".repeat(100_000).into_bytes(), "deep"),
        9 => {
            let deep = format!("{}{}", "{\"id\":".repeat(5_000), "}".repeat(5_000));
            return (deep.into_bytes(), "deep objects");
        }
        10 => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            return (text.replace('2', "99999999999999999999").into_bytes(), "huge numbers");
        }
        _ => {}
    }
    new.splice(at..at, [0, 0xff, b'"', b'\n', 0xc3]);
    (new, "inserted")
}

/// Returns whether a file cannot be parsed for certain.
fn is_broken(path: &Path, bytes: &[u8]) -> bool {
    let container = Container::of_path(&path.to_string_lossy());
    container.map_or(std::str::from_utf8(bytes).is_err(), |container| DataFile::parse(container, bytes).is_err())
}

/// Returns a random value for an argument.
fn value(random: &mut Random, depth: u64) -> Value {
    match random.below(if depth == 0 { 9 } else { 12 }) {
        0 => Value::Null,
        1 => json!(random.below(2) == 0),
        2 => json!(random.below(5)),
        3 => json!(-1e300),
        4 => json!(u64::MAX),
        5 => json!(["t1", "01", "t1.1", "01.1", "02", "t2"][usize::try_from(random.below(6)).unwrap()]),
        6 => json!(
            ["", "../../x", "\u{0}", "done", "active", "2026-13-45", "😀\r\n---", "tides"]
                [usize::try_from(random.below(8)).unwrap()]
        ),
        7 => json!("x".repeat(5_000)),
        8 => json!(0.25),
        9 => (0..random.below(4)).map(|_| value(random, depth - 1)).collect(),
        _ => {
            let keys = ["id", "title", "status", "notes", "schedule", "decision", "item", "path", "task_id", "x"];
            let pairs = (0..random.below(5)).map(|_| {
                let key = random.pick(&keys).copied().unwrap_or("id").to_owned();
                (key, value(random, depth - 1))
            });
            Value::Object(pairs.collect())
        }
    }
}

/// Returns a random call of a tool.
fn call(random: &mut Random, tools: &[Value]) -> Value {
    let tool = random.pick(tools).cloned().unwrap_or_default();
    let names: Vec<String> =
        tool["inputSchema"]["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
    let mut arguments = serde_json::Map::new();
    for name in names.into_iter().filter(|name| name != "project_dir" && name != "output_path") {
        if random.below(2) == 0 {
            arguments.insert(name, value(random, 2));
        }
    }
    json!({"name": tool["name"], "arguments": arguments})
}

/// Returns how often each content is below a folder, also in the trash.
fn contents(folder: &Path, all: &mut BTreeMap<Vec<u8>, usize>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            contents(&path, all);
        } else if let Ok(bytes) = fs::read(&path) {
            *all.entry(bytes).or_default() += 1;
        }
    }
}

fn attack(template: &Folder, seed: u64) -> &'static str {
    let (mut random, folder) = (random(seed), Folder::copy_of(template));
    let tasks = folder.value(&["task", "list"])["task_tree"].clone();
    let mut files = Vec::new();
    records(&folder.at(".handoff"), "", &mut files);
    let path = random.pick(&files).cloned().unwrap();
    let bytes = fs::read(&path).unwrap();
    let (damaged, how) = damage(&bytes, &mut random);
    fs::write(&path, &damaged).unwrap();
    let is_broken = is_broken(&path, &damaged);
    let mut history = vec![format!("HANDOFF_SEED={seed}: {} is damaged: {how}, broken {is_broken}", path.display())];

    let mut server = Server::start(folder.path(), &["--tools", "all"]);
    let listed = server.ask("tools/list", &json!({}))["tools"].clone();
    let is_own = |tool: &&Value| !FOREIGN.iter().any(|name| tool["name"] == *name);
    let tools: Vec<Value> = listed.as_array().unwrap().iter().filter(is_own).cloned().collect();
    // Every other task can be read.
    let mut rest = vec![tasks];
    while let Some(nodes) = rest.pop() {
        for node in nodes.as_array().into_iter().flatten() {
            let id = node["id"].as_str().unwrap();
            let is_it = path.components().any(|part| part.as_os_str().to_string_lossy().starts_with(&format!("{id}-")));
            let answer = server.ask("tools/call", &json!({"name": "handoff_get_task", "arguments": {"task_id": id}}));
            let is_unreadable = answer["isError"] == json!(true) && !is_it;
            assert!(!is_unreadable, "{id} cannot be read: {answer}\n{history:#?}");
            rest.push(node["children"].clone());
        }
    }
    for _ in 0..CALLS {
        let call = call(&mut random, &tools);
        let id = server.begin("tools/call", &call);
        let answer = server.answer(id);
        let message = answer.to_string();
        history.push(format!("{call}: {}", message.chars().take(300).collect::<String>()));
        assert!(answer["error"]["code"] != json!(-32603) && !message.contains("internal error"), "{history:#?}");
    }
    for words in [
        &["task", "list"][..],
        &["doctor"],
        &["session", "load"],
        &["task", "create", "New", "--parent", "no such"],
        &["task", "update", "t1", "--status", "nonsense", "--due", "32"],
        &["memory", "query", "\u{1f600}"],
        &["undo"],
    ] {
        let output = folder.run(words);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        history.push(format!("{words:?}: {} {}", output.status, message.trim_end()));
        assert!(output.status.code().is_some_and(|code| code <= 5) && !message.contains("panicked"), "{history:#?}");
    }
    if is_broken {
        let mut all = BTreeMap::new();
        contents(&folder.at(".handoff"), &mut all);
        assert!(all.contains_key(&damaged), "the bytes of the broken file are gone: {history:#?}");
    }
    how
}

#[test]
fn damaged_files_keep_their_bytes_and_senseless_calls_are_answered() {
    let (cases, first) = (if is_long() { 150 } else { 6 }, seed(31));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for layout in LAYOUTS {
        let template = full_project(layout);
        for seed in first..first + cases {
            *counts.entry(attack(&template, seed)).or_default() += 1;
        }
    }
    eprintln!("damaged files, from seed {first}: {counts:?}");
}
