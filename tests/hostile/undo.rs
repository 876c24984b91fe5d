//! Random histories of commands are undone to the start.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::commands::{LAYOUTS, project};
use crate::random;
use crate::support::Folder;
use crate::support::form::{is_long, seed};
use crate::support::random::Random;

const NOTHING: &str = "Nothing to undo";

/// Returns the bytes of the files of a project, without logs, local state, the trash and derived texts.
fn files(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    collect(&folder.at(".handoff"), "", &mut files);
    files
}

fn collect(folder: &Path, above: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{above}{}", path.file_name().unwrap().to_string_lossy());
        if ["activity", "local", "trash", "timer", "handover"].contains(&name.as_str()) || name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files);
        } else if !name.ends_with("/.lock") {
            files.insert(name, fs::read(&path).unwrap());
        }
    }
}

/// Returns a random command.
fn command(random: &mut Random, folder: &Folder, number: u64) -> Vec<String> {
    let mut rest = vec![folder.value(&["task", "list"])["task_tree"].clone()];
    let mut ids = Vec::new();
    while let Some(nodes) = rest.pop() {
        for node in nodes.as_array().into_iter().flatten() {
            ids.push(node["id"].as_str().unwrap().to_owned());
            rest.push(node["children"].clone());
        }
    }
    let mut id = || random.pick(&ids).cloned().unwrap_or_else(|| "t1".to_owned());
    let (id, other) = (id(), id());
    let (word, hours) = (format!("word {number}"), format!("{}.5", number % 4 + 1));
    let words: Vec<&str> = match random.below(19) {
        0 => vec!["task", "create", &word],
        1 => vec!["task", "create", &word, "--parent", &id, "--label", "io"],
        2 => vec!["task", "update", &id, "--title", &word],
        3 => vec!["task", "update", &id, "--append-notes", &word, "--priority", "high"],
        4 => vec!["task", "update", &id, "--status", "review"],
        5 => vec!["task", "update", &id, "--status", "in_progress", "--assignee", "kim"],
        6 => vec!["task", "move", &id, "--under", &other],
        7 => vec!["task", "move", &id, "--top"],
        8 => vec!["task", "delete", &id],
        9 => vec!["task", "log", &id, &hours],
        10 => vec!["session", "save", &word, "--active", "--decision", &word],
        11 => vec!["session", "save", &word],
        12 => vec!["memory", "save", &word],
        13 => vec!["milestone", "add", &word, "--date", "2026-12-31"],
        14 => vec!["config", "set", "settings.history_limit", "30"],
        15 => vec!["assignee", "add", &word],
        16 => vec!["schedule", "--from", "2027-01-04"],
        17 => vec!["labels", "update", &word],
        _ => vec!["milestone", "remove", "Beta"],
    };
    words.into_iter().map(str::to_owned).collect()
}

#[test]
fn undo_of_a_random_history_leads_to_the_start() {
    let (histories, first) = (if is_long() { 32 } else { 2 }, seed(41));
    for layout in LAYOUTS {
        let template = project(layout);
        // So that the template itself is not undone.
        fs::remove_dir_all(template.at(".handoff/local/history")).unwrap();
        for seed in first..first + histories {
            let (mut random, folder) = (random(seed), Folder::copy_of(&template));
            let start = files(&folder);
            let mut history = vec![format!("HANDOFF_SEED={seed}, {layout}")];
            for number in 0..4 + random.below(8) {
                let words = command(&mut random, &folder, number);
                let output = folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
                let message = String::from_utf8_lossy(&output.stderr).into_owned();
                history.push(format!("{words:?}: {} {}", output.status, message.trim_end()));
                assert!(output.status.code().is_some_and(|code| code <= 2), "{history:#?}");
            }
            for _ in 0..=history.len() {
                let output = folder.run(&["undo"]);
                let message = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
                history.push(format!("undo: {}", message.trim_end()));
                if message.starts_with(NOTHING) {
                    break;
                }
                assert!(output.status.success(), "{history:#?}");
            }
            assert!(history.last().is_some_and(|last| last.contains(NOTHING)), "{history:#?}");
            let left = files(&folder);
            let differs = |path: &&String| left.get(*path) != start.get(*path);
            let different: Vec<&String> = left.keys().chain(start.keys()).filter(differs).collect();
            let texts = different.first().map(|path| {
                [&start, &left].map(|files| files.get(*path).map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
            });
            assert!(different.is_empty(), "{different:?}\n{texts:#?}\n{history:#?}");
        }
    }
}
