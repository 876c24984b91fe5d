//! The layers of Markdown of a handover: appended, replaced, archived, imported, merged.

mod compaction;
mod import;
mod laws;
mod notes;

use handoff_protocol::agent::handover::{HandoverFile, HandoverNote};
use handoff_protocol::{ChangeSet, Command, Context, FileState, Refusal, TimeZone};

use crate::support::{Bench, context};

const JSON: &str =
    "=== config.toml\n[project]\nname = \"P\"\n=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n";
const TOML: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings.custom_fields]\nhandoff_layout = \"toml\"\n=== tasks/t1-todo--a/task.toml\nid = \"t1\"\ntitle = \"A\"\n";

const STATE: &str = "handover/layer2/current-state.md";
/// 2026-12-01T10:05:00Z.
const NOON: i64 = 1_796_119_500_000;
const DAY: i64 = 86_400_000;

/// Plans a command at a time and applies it to the files.
fn run_at(bench: &mut Bench, now: i64, utc_offset_minutes: i32, command: &Command) -> Result<ChangeSet, Refusal> {
    let seed = u32::try_from(now.rem_euclid(1_000_000)).unwrap();
    let context = Context { now, time_zone: TimeZone::fixed(utc_offset_minutes), seed, ..context() };
    let changes = bench.engine.plan(command, &context)?;
    bench.apply(&changes);
    Ok(changes)
}

fn run(bench: &mut Bench, command: &Command) -> ChangeSet {
    run_at(bench, NOON, 0, command).unwrap_or_else(|refusal| panic!("{command:?}: {}", refusal.text))
}

fn note(run: &str, tag: &str, text: &str) -> Command {
    let note = HandoverNote { run: run.to_owned(), tag: tag.to_owned(), text: text.to_owned(), session: None };
    Command::AppendHandoverNote { note }
}

fn state(text: &str) -> Command {
    Command::WriteCurrentState { text: text.to_owned() }
}

/// Archives a month, or all past ones.
fn compact(month: Option<&str>) -> Command {
    Command::CompactHandover { month: month.map(str::to_owned), older_than_days: None, summary: None }
}

fn import(files: &[(&str, &str)]) -> Command {
    let file =
        |(path, content): &(&str, &str)| HandoverFile { path: (*path).to_owned(), content: (*content).to_owned() };
    Command::ImportHandover { files: files.iter().map(file).collect() }
}

fn text(bench: &Bench, path: &str) -> String {
    String::from_utf8(bench.tree.file(path).unwrap_or_else(|| panic!("no {path}")).to_vec()).unwrap()
}

fn put(bench: &mut Bench, path: &str, content: &str) {
    bench.feed(vec![FileState::File { path: path.to_owned(), bytes: content.as_bytes().to_vec() }]);
}

/// Returns the paths of the handover's files.
fn paths(bench: &Bench) -> Vec<String> {
    let files = bench.tree.walk("handover").filter(|(_, entry)| matches!(entry, handoff_engine::tree::Entry::File(_)));
    files.map(|(path, _)| path).collect()
}
