//! tmp
#![allow(clippy::all, clippy::pedantic, clippy::restriction)]
use handoff_engine::Engine;
use handoff_format::wire;
use handoff_protocol::{Context, Command, FileState, Query};
use std::path::Path;
use std::time::Instant;
fn read(folder: &Path, prefix: &str, into: &mut Vec<FileState>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            into.push(FileState::Folder { path: path.clone() });
            read(&entry.path(), &format!("{path}/"), into);
        } else {
            into.push(FileState::File { path, bytes: std::fs::read(entry.path()).unwrap() });
        }
    }
}
fn main() {
    let folder = std::env::args().nth(1).unwrap();
    let runs: usize = std::env::args().nth(2).map_or(40, |n| n.parse().unwrap());
    let mut files = Vec::new();
    read(&Path::new(&folder).join(".handoff"), "", &mut files);
    let mut engine = Engine::new();
    engine.feed(files, 1_795_000_000_000);
    let context: Context = wire::unpack(r#"{"now":1795000000000,"utcOffsetMinutes":0,"actor":{"kind":"human","name":"b"},"writer":"b","seed":7}"#, &[]).unwrap();
    for (name, q) in [
        ("auto", r#"{"kind":"proposal","reschedule":{"kind":"auto"}}"#),
        ("shift", r#"{"kind":"proposal","reschedule":{"kind":"shift","ids":["t1"],"days":5,"workingDays":true,"push":true}}"#),
        ("gantt", r#"{"kind":"gantt"}"#),
    ] {
        let query: Query = wire::unpack(q, &[]).unwrap();
        let mut best = f64::MAX;
        for _ in 0..runs {
            let t = Instant::now();
            let v = engine.view(&query, &context);
            best = best.min(t.elapsed().as_secs_f64() * 1e3);
            std::hint::black_box(&v);
        }
        println!("{name} {best:.2} ms");
    }
    let command: Command = wire::unpack(r#"{"kind":"reschedule","reschedule":{"kind":"auto"}}"#, &[]).unwrap();
    let mut best = f64::MAX;
    for _ in 0..runs.min(8) {
        let t = Instant::now();
        let v = engine.plan(&command, &context);
        best = best.min(t.elapsed().as_secs_f64() * 1e3);
        std::hint::black_box(&v).as_ref().unwrap();
    }
    println!("plan {best:.2} ms");
}
