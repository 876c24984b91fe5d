//! Eight writers change one project at once, and some of their processes are killed.

use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::commands::{LAYOUTS, project};
use crate::random;
use crate::support::Folder;
use crate::support::form::{is_long, seed};

const WRITERS: u64 = 8;
/// One of this many commands is killed.
const KILLED_OF: u64 = 5;
/// Commands are killed up to this many milliseconds after their start: before, while or after they hold
/// the lock.
const KILLED_WITHIN_MS: u64 = 60;

/// What one writer did.
#[derive(Debug, Default)]
struct Written {
    /// The words of the commands that reported success.
    confirmed: Vec<String>,
    /// How long each command took that was not killed.
    durations: Vec<Duration>,
    killed: usize,
}

/// Appends words to the notes of one task.
#[allow(clippy::disallowed_methods, reason = "measures how long a command takes")]
fn write(folder: &Folder, id: &str, writer: u64, commands: u64, seed: u64) -> Written {
    let mut random = random(seed.wrapping_add(writer));
    let mut written = Written::default();
    for number in 0..commands {
        let word = format!("w{writer}-{number}q");
        let mut command = folder.command(&["task", "update", id, "--append-notes", &word]);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let start = Instant::now();
        let mut child = command.spawn().unwrap();
        if random.below(KILLED_OF) == 0 {
            thread::sleep(Duration::from_millis(random.below(KILLED_WITHIN_MS)));
            child.kill().unwrap();
            child.wait().unwrap();
            written.killed += 1;
            continue;
        }
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{word}: {}", String::from_utf8_lossy(&output.stderr));
        written.durations.push(start.elapsed());
        written.confirmed.push(word);
    }
    written
}

/// Lets all writers write; four of them share a task.
fn write_at_once(layout: &str) {
    let folder = project(layout);
    let created = folder.value(&["task", "list"])["task_tree"].clone();
    let ids: Vec<&str> = created.as_array().unwrap().iter().map(|task| task["id"].as_str().unwrap()).collect();
    let (commands, seed) = (if is_long() { 60 } else { 5 }, seed(7));
    let written: Vec<Written> = thread::scope(|scope| {
        let start = |writer: u64| {
            let (folder, id) = (&folder, ids[usize::try_from(writer / 4).unwrap() % ids.len()]);
            scope.spawn(move || write(folder, id, writer, commands, seed))
        };
        let writers: Vec<_> = (0..WRITERS).map(start).collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    let notes: String = ids.iter().map(|id| folder.value(&["task", "get", id])["notes"].to_string()).collect();
    for word in written.iter().flat_map(|one| &one.confirmed) {
        assert_eq!(notes.matches(word.as_str()).count(), 1, "{layout}, HANDOFF_SEED={seed}: {word} in {notes}");
    }
    assert!(folder.stdout(&["doctor"]).starts_with("No problems"), "{layout}, HANDOFF_SEED={seed}");
    let mut durations: Vec<Duration> = written.iter().flat_map(|one| one.durations.clone()).collect();
    durations.sort();
    let at = |percent: usize| durations[(durations.len() * percent / 100).min(durations.len() - 1)];
    let killed: usize = written.iter().map(|one| one.killed).sum();
    eprintln!(
        "{WRITERS} writers in {layout}: {} commands, {killed} killed; median {:?}, 99th percentile {:?}, longest {:?}",
        durations.len() + killed,
        at(50),
        at(99),
        at(100)
    );
}

#[test]
fn writers_at_once_lose_nothing_when_some_are_killed() {
    for layout in LAYOUTS {
        write_at_once(layout);
    }
}
