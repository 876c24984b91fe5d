//! Measures the native engine on a project folder and prints one JSON object:
//! `cargo bench -p handoff-engine --bench figures -- FOLDER`.
//!
//! `bench/wasm.mjs` measures the same steps on the WebAssembly module; `npm run bench` shows both.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::expect_used,
    clippy::panic,
    reason = "a measuring program reads a clock and a folder, and prints"
)]

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use handoff_engine::Engine;
use handoff_protocol::{Command, Context, FileState, Query};
use serde::Deserialize;

const NOW: i64 = 1_795_000_000_000;

fn main() {
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with("--")).expect("a folder with .handoff");
    let mut files = Vec::new();
    read(&Path::new(&folder).join(".handoff"), "", &mut files);
    let steps = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/steps.json"))
        .expect("bench/steps.json");
    let steps: Steps = serde_json::from_str(&steps).expect("the form of bench/steps.json");
    let mut figures = BTreeMap::new();

    let mut engine = Engine::new();
    let load = median(5, || {
        let fresh = files.clone();
        engine = Engine::new();
        let start = Instant::now();
        engine.feed(fresh, NOW);
        start
    });
    figures.insert("load".to_owned(), load);

    let changed = files
        .iter()
        .find_map(|file| match file {
            FileState::File { path, bytes } if path.contains("_task.todo") => Some((path.clone(), bytes.clone())),
            _ => None,
        })
        .expect("a task");
    let mut turn = 0;
    figures.insert(
        "feed one file".to_owned(),
        median(25, || {
            let file = retitled(&changed, &mut turn);
            let start = Instant::now();
            engine.feed(vec![file], NOW);
            start
        }),
    );
    let board = steps.views.get("board").expect("a board query").clone();
    figures.insert(
        "feed one file, board".to_owned(),
        median(25, || {
            let file = retitled(&changed, &mut turn);
            let start = Instant::now();
            engine.feed(vec![file], NOW);
            engine.view(&board, &steps.context);
            start
        }),
    );
    for (name, query) in &steps.views {
        figures.insert(
            format!("view {name}"),
            median(15, || {
                let start = Instant::now();
                engine.view(query, &steps.context);
                start
            }),
        );
        if ["board", "gantt"].contains(&name.as_str()) {
            let bytes = handoff_protocol::to_json(&engine.view(query, &steps.context)).len();
            figures.insert(format!("{name} bytes"), f64::from(u32::try_from(bytes).unwrap_or(u32::MAX)));
        }
    }
    figures.insert(
        "critical path".to_owned(),
        median(15, || {
            let start = Instant::now();
            let _result = engine.reader().planned_tasks();
            start
        }),
    );
    for (name, command) in &steps.commands {
        engine.plan(command, &steps.context).unwrap_or_else(|refusal| panic!("{name} is refused: {}", refusal.text));
        figures.insert(
            format!("plan {name}"),
            median(15, || {
                let start = Instant::now();
                let _result = engine.plan(command, &steps.context);
                start
            }),
        );
    }
    println!("{}", handoff_protocol::to_json(&figures));
}

#[derive(Deserialize)]
struct Steps {
    context: Context,
    views: BTreeMap<String, Query>,
    commands: BTreeMap<String, Command>,
}

/// Returns the file with a new title each time, so that no feed repeats the content.
fn retitled((path, bytes): &(String, Vec<u8>), turn: &mut u32) -> FileState {
    *turn += 1;
    let text = String::from_utf8_lossy(bytes).replacen("\"title\": \"", &format!("\"title\": \"{turn} "), 1);
    FileState::File { path: path.clone(), bytes: text.into_bytes() }
}

/// Returns the median of several runs in milliseconds. `run` returns the start of the measured
/// part.
fn median(runs: usize, mut run: impl FnMut() -> Instant) -> f64 {
    let mut times: Vec<f64> = (0..runs).map(|_| run().elapsed().as_secs_f64() * 1000.0).collect();
    times.sort_by(f64::total_cmp);
    times.get(runs / 2).copied().expect("at least one run")
}

fn read(folder: &Path, prefix: &str, into: &mut Vec<FileState>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            into.push(FileState::Folder { path: path.clone() });
            read(&entry.path(), &format!("{path}/"), into);
        } else {
            into.push(FileState::File { path, bytes: std::fs::read(entry.path()).expect("a file") });
        }
    }
}
