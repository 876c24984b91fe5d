//! The output of each verb's documented example, as text and as JSON, on a copy of the demo project.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Output;

use rayon::prelude::*;
use serde_json::Value;

use crate::support::Folder;
use crate::support::server::git;

/// The maximum number of lines of a text. Longer ones, such as completion scripts, are cut.
const MAX_LINES: usize = 40;
/// The maximum number of characters of a JSON value, which is written as one line.
const MAX_CHARS: usize = 6000;
/// The day of the demo project in times and in IDs. Times of other days are those of the test.
const DEMO_DAY: [&str; 2] = ["2026-11-21", "20261121"];
/// The ID of the package, as the examples name it.
const PACKAGE: &str = "0a1b2c3d";
/// The ID of the time entry, as the examples name it.
const TIME_ENTRY: &str = "time-4c1f";

/// A log of the demo's day.
const LOG: &str = r#"{"log":1}
{"id":"e-1795230000000-00000000-0000","at":"2026-11-21T03:00:00.000+00:00","actor":{"kind":"human","name":"Maya"},"change":{"kind":"config","key":"effort_budget.total_hours","from":null,"to":320.0}}
"#;

/// The examples whose output depends on the day or the hour beyond what can be masked, each with the
/// part that is replaced, and its replacement.
const INDEPENDENT_OF_TODAY: &[(&str, &str, &str)] = &[
    // The score of an older session falls with its age.
    ("session list", "--limit 5", "--limit 3"),
    // The days from the first one to today.
    ("report burndown", "--from 2026-11-01", "--from 2026-11-01 --to 2026-11-28"),
    ("timer list", "--from 2026-12-01", "--from 2026-11-20 --to 2026-11-28"),
    // The scheduler begins today.
    ("schedule", "--dry-run", "--dry-run --from 2126-12-02"),
    // A clock is a time of today, which may not have come yet.
    ("timer add", "10:00", "2026-11-22T10:00:00Z"),
    ("timer stop", "t1.2 --at 17:30", "t3.1 --at 2026-11-21T04:00:00Z"),
    // Only past months are archived.
    ("handover compact", "2026-11", "2026-10"),
];

/// The examples that name another record than the demo project has, with the part that is replaced,
/// and its replacement.
const NAMES: &[(&str, &str, &str)] = &[
    ("session fork", "20261121", "s-20261121-025722-086199"),
    ("session merge", "20261121-1", "s-20261121-025726-324172"),
    ("session merge", "20261121-2", "s-20261121-025724-204772"),
    ("referral get", "20261121-025727", "ref-20261121-025727-437"),
    ("referral update", "20261121-025727", "ref-20261121-025727-437283380"),
    ("task check", "t1", "t1.2.2"),
    ("task update", "t1.2", "t1.2.2"),
    ("assignee add", "maya", "mira"),
    ("doctor", "1,4", "1"),
];

/// The commands that examples need before them.
const BEFORE: &[(&str, &[&str])] = &[
    ("document delete", &["document", "save", "tide-tables", "--title", "Tide tables", "--body", "# Tide tables"]),
    ("memory query", &["memory", "save", "Parse the feed from its end", "--scope", "src/feed"]),
    ("milestone update", &["milestone", "add", "beta", "--date", "2026-12-18"]),
    ("milestone remove", &["milestone", "add", "beta", "--date", "2026-12-18"]),
    ("referral send", &["referral", "send", "Before", "--to", "harbour-ops", "--allow-folder"]),
    ("resume", &["pause", "--reason", "Release today"]),
    ("timer delete", &["timer", "add", "t1.2", "1h", "--at", "2026-11-22T10:00:00Z"]),
    ("timer edit", &["timer", "add", "t1.2", "1h", "--at", "2026-11-22T10:00:00Z"]),
    ("timer list", &["timer", "add", "t1.2", "1h", "--at", "2026-11-22T10:00:00Z"]),
    ("timer split", &["timer", "add", "t1.2", "1h", "--at", "2026-11-22T10:00:00Z"]),
    // A timer of the demo project is running.
    ("timer status", &["timer", "stop", "t3.1", "--at", "2026-11-21T04:00:00Z"]),
    ("trash", &["task", "delete", "t4"]),
    ("undo", &["task", "update", "t5", "--title", "Speed"]),
];

#[test]
fn examples_match_snapshot() {
    let project = project();
    let sections: Vec<String> = examples(&project).par_iter().map(|example| section(&project, example)).collect();
    insta::assert_snapshot!("examples", sections.concat());
}

/// Returns the example of each verb, from the reference: a new verb is part of it.
fn examples(project: &Folder) -> Vec<String> {
    let reference = project.stdout(&["reference"]);
    let lines = reference.lines().filter_map(|line| line.strip_prefix("Example: `handoff ")?.strip_suffix('`'));
    lines.map(str::to_owned).collect()
}

/// Creates the demo project, with the files that examples name.
fn project() -> Folder {
    let project = Folder::atlas();
    move_due_dates(&project.at(".handoff/tasks"));
    let write = |path: &str, text: &str| {
        let file = project.at(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    write("notes.md", "# Auth\n\nTokens rotate daily.\n");
    write("plan.json", r#"{"tasks": [{"title": "Harbour names", "children": [{"title": "Welsh spellings"}]}]}"#);
    write("memory/layer2/current-state.md", "# State\n\nThe feed parses.\n");
    write(".handoff/handover/layer1/2026-10/feed-2026-10-05.md", "# 2026-10-05\n\nThe feed is read.\n");
    write(
        &format!(".handoff/packages/20261121-080000-{PACKAGE}-auth-refactor.md"),
        "---\nid: 0a1b2c3d\nname: auth-refactor\ntags:\n- auth\ncreated_at: 2026-11-21T08:00:00Z\n\
         expires_at: 2126-11-21T08:00:00Z\n\
         sha256: f6ac1bf260599b20a1eb45414d35840cf62950868240d6fbad9f121516eb94e9\ntokens_est: 8\n---\n\
         # Auth\n\nTokens rotate daily.\n",
    );
    // The name of the log to which the commands of this user append is random otherwise.
    write("state/handoff/writer", "handoff-0000000000000001");
    write("home/code/harbour-ops/.handoff/config.toml", "version = 2\n\n[project]\nname = \"harbour-ops\"\n");
    // Otherwise the log begins with the first command of the test.
    write(".handoff/activity/2026-11/handoff-0000000000000002.jsonl", LOG);
    for [key, value] in [
        ["dashboard.scan_dirs", "~/code"],
        // The records of the demo project become stale some days after they were used.
        ["settings.memory_stale_days", "100000"],
        ["settings.memory_injected_gc_days", "100000"],
    ] {
        project.stdout(&["config", "set", key, value]);
    }
    project
}

/// Moves the dates of the tasks by a hundred years, so that none is overdue.
fn move_due_dates(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            move_due_dates(&path);
        } else {
            let text = fs::read_to_string(&path).unwrap();
            fs::write(&path, text.replace("_date\": \"20", "_date\": \"21")).unwrap();
        }
    }
}

/// Runs an example as text and with `--json`, each in a copy of the project.
fn section(project: &Folder, example: &str) -> String {
    let line = NAMES.iter().chain(INDEPENDENT_OF_TODAY).fold(example.to_owned(), |line, (verb, from, to)| {
        if example.starts_with(verb) { line.replacen(from, to, 1) } else { line }
    });
    let mut section = format!("## handoff {example}\n");
    for as_json in [false, true] {
        let folder = if example.starts_with("init") { Folder::new() } else { Folder::copy_of(project) };
        let line = prepare(&folder, example).map_or_else(|| line.clone(), |entry| line.replace(TIME_ENTRY, &entry));
        let mut words = split_words(&line);
        words.retain(|word| word != "--json");
        if as_json {
            // A report is either JSON or CSV.
            words.retain(|word| !matches!(word.as_str(), "--csv" | "burndown.csv"));
            words.push("--json".to_owned());
        }
        let output = folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        describe(&folder, &output, as_json, &mut section);
    }
    section.push('\n');
    section
}

/// Runs the command that an example needs before it. Returns the ID of the time entry that it created.
fn prepare(folder: &Folder, example: &str) -> Option<String> {
    if example.starts_with("setup") {
        git(folder.path(), &["init", "-q"]);
    }
    let (verb, arguments) = BEFORE.iter().find(|(verb, _)| example.starts_with(verb))?;
    let mut command = folder.command(&[arguments, &["--json"] as &[&str]].concat());
    if *verb == "undo" {
        command.env("HANDOFF_ACTOR", "codex");
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
    if !verb.starts_with("timer") {
        return None;
    }
    let list = folder.value(&["timer", "list", "--from", "2026-11-20"]);
    list.pointer("/days/0/entries/0/id").and_then(Value::as_str).map(str::to_owned)
}

/// Splits a command line into words; double quotes group a text.
fn split_words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// Writes the exit code if the command failed, and its output.
fn describe(folder: &Folder, output: &Output, as_json: bool, section: &mut String) {
    if !output.status.success() {
        writeln!(section, "exit code {}", output.status.code().unwrap_or(-1)).unwrap();
    }
    for (bytes, mark) in [(&output.stdout, ""), (&output.stderr, "! ")] {
        let text = String::from_utf8_lossy(bytes).replace(&*folder.path().to_string_lossy(), "FOLDER");
        let text = mask(&mask_git(&text));
        if as_json && serde_json::from_str::<Value>(&text).is_ok() {
            // One line, with its members in their order.
            let line: String = text.lines().map(str::trim_start).collect::<Vec<_>>().join(" ");
            let shown: String = line.chars().take(MAX_CHARS).collect();
            writeln!(section, "{shown}{}", if shown.len() < line.len() { "…" } else { "" }).unwrap();
            continue;
        }
        // The notes of `setup` depend on the PATH of the machine.
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("Note: ")).collect();
        for line in lines.iter().take(MAX_LINES) {
            writeln!(section, "{}", format!("{mark}{line}").trim_end()).unwrap();
        }
        if lines.len() > MAX_LINES {
            writeln!(section, "{mark}…").unwrap();
        }
    }
}

/// Replaces what Git says beside "not a git repository", which depends on where the temporary folder is mounted.
fn mask_git(text: &str) -> String {
    const SENTENCE: &str = "fatal: not a git repository";
    let mut parts = text.split(SENTENCE);
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_at(part.find(['\n', '"']).unwrap_or(part.len()));
        masked.push_str(SENTENCE);
        masked.push_str(rest);
    }
    masked
}

/// Replaces the times and the generated IDs of the test.
fn mask(text: &str) -> String {
    let mut masked = String::new();
    let mut rest = text;
    while let Some(word) = rest.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric()).next() {
        let (length, mark) = match_generated(rest).unwrap_or((word.len(), word));
        masked.push_str(mark);
        rest = rest.split_at(length).1;
    }
    masked
}

/// Returns the length of the time or ID at the start of a text, and its replacement. Returns `None` if
/// the text starts with something else, or with a time or an ID of the demo project.
fn match_generated(text: &str) -> Option<(usize, &'static str)> {
    if DEMO_DAY.iter().any(|day| text.starts_with(day)) {
        return None;
    }
    let shape: String =
        text.chars().take(16).map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect();
    if ["0000-00-00T00:00", "0000-00-00 00:00"].contains(&shape.as_str()) {
        let is_part = |letter: &char| letter.is_ascii_digit() || ":.+-Z".contains(*letter);
        return Some((16 + text.chars().skip(16).take_while(is_part).count(), "TIME"));
    }
    if text.starts_with("Today: ") {
        return Some((text.lines().next().unwrap_or_default().len(), "Today: DAY"));
    }
    if shape.starts_with("0000-00/") {
        return Some((7, "MONTH"));
    }
    if shape.starts_with("00000000-000000") {
        return Some((id_length(text, 15), "ID"));
    }
    // A random part, or the milliseconds of a time in hexadecimal or decimal digits.
    let word = first_word(text);
    let is_id = matches!(word.len(), 8 | 11 | 13) && is_hexadecimal(word) && word != PACKAGE;
    is_id.then(|| (id_length(text, word.len()), "ID"))
}

/// Returns the length of the ID at the start of a text: its first part, and the random parts after it.
fn id_length(text: &str, first_part: usize) -> usize {
    let mut length = first_part;
    let is_random = |word: &&str| (6..=9).contains(&word.len()) && is_hexadecimal(word);
    while let Some(word) = text.split_at(length).1.strip_prefix('-').map(first_word).filter(is_random) {
        length += 1 + word.len();
    }
    length
}

fn first_word(text: &str) -> &str {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default()
}

fn is_hexadecimal(word: &str) -> bool {
    word.chars().all(|letter| letter.is_ascii_hexdigit())
}
