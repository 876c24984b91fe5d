//! The logs of `handoff-mcp`: which changes append to them, and that nothing of another program is lost.

use handoff_protocol::{Actor, Command, Layout, Outcome};

use crate::commit::project::{LOCKING, LOCKLESS, Person, harbour, is_done};
use crate::support::disk::{Disk, leftovers};
use crate::support::{Bench, NOW, command};

const PROJECT: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\", \"schedule\": {\"actual_hours\": 1.0}}\n";
const OTHER: &str =
    "{\"ts\":\"2026-12-01T07:00:00.000000000+00:00\",\"event\":\"agent.registered\",\"agent_id\":\"b\"}\n";

fn text(bench: &Bench, path: &str) -> String {
    String::from_utf8(bench.tree.file(path).unwrap_or_default().to_vec()).unwrap()
}

fn update(patch: &str) -> Command {
    command(&format!(r#"{{"kind":"updateTasks","ids":["t1"],"patch":{patch}}}"#))
}

/// Commits as an agent.
fn run(bench: &mut Bench, command: &Command) {
    let outcome = bench.commit_as(&Actor::agent("claude"), command);
    assert!(matches!(outcome, Outcome::Done { changed: true, .. }), "{outcome:?}");
}

#[test]
fn statuses_and_hours_are_logged_as_handoff_mcp_does() {
    let mut bench = Bench::from_text(&format!("{PROJECT}=== version\n0.47.2\n=== events.jsonl\n{OTHER}"));
    for command in [
        update(r#"{"status":"in_progress"}"#),
        update(r#"{"addHours":1.5}"#),
        update(r#"{"actualHours":3.5}"#),
        update(r#"{"title":"AA"}"#),
        Command::Undo {},
        Command::Undo {},
    ] {
        run(&mut bench, &command);
    }
    let ts = "\"ts\":\"2026-12-01T08:00:00.000000000+00:00\"";
    assert_eq!(
        text(&bench, "events.jsonl"),
        format!(
            "{OTHER}{{{ts},\"event\":\"task.status_changed\",\"task_id\":\"t1\",\"agent_id\":\"claude\",\"detail\":\"{{\\\"from\\\":\\\"todo\\\",\\\"to\\\":\\\"in_progress\\\"}}\"}}\n"
        )
    );
    let line = |hours: &str, rest: &str| {
        format!("{{{ts},\"task_id\":\"t1\",\"hours\":{hours},\"agent_id\":\"claude\"{rest}}}\n")
    };
    let direct = |note: &str| format!(",\"note\":\"actual_hours set directly: {note}\",\"source\":\"direct_update\"");
    let expected = line("1.5", "")
        + &line("1.0", &direct("2.5 -> 3.5 (increase)"))
        + &line("-1.0", &direct("3.5 -> 2.5 (decrease)"));
    assert_eq!(text(&bench, "time_log.jsonl"), expected);
}

#[test]
fn measured_time_is_not_logged() {
    let mut bench = Bench::from_text(&format!("{PROJECT}=== version\n0.47.2"));
    let entry = |source: &str| {
        command(&format!(
            r#"{{"kind":"changeTime","change":{{"kind":"add","entry":{{"task":"t1","start":"2026-12-01T06:00:00+00:00","end":"2026-12-01T07:00:00+00:00","seconds":3600,"source":"{source}","actor":{{"kind":"human","name":"noor"}},"note":"n"}}}}}}"#
        ))
    };
    run(&mut bench, &entry("editor"));
    assert_eq!(text(&bench, "time_log.jsonl"), "");
    run(&mut bench, &entry("manual"));
    assert!(text(&bench, "time_log.jsonl").contains("\"hours\":1.0,\"agent_id\":\"claude\",\"note\":\"n\"}"));
}

#[test]
fn only_projects_of_handoff_mcp_get_its_files() {
    let peer = |file: &str| format!("{PROJECT}=== {file}\nx\n");
    let toml = format!(
        "{}=== version\n0.47.2",
        PROJECT.replace("[settings]", "[settings.custom_fields]\nhandoff_layout = \"toml\"\n[settings]")
    );
    for (project, is_logged) in [
        (PROJECT.to_owned(), false),
        (toml, false),
        (peer("version"), true),
        (peer("agents/a-1.json"), true),
        (peer("events.jsonl"), true),
    ] {
        let mut bench = Bench::from_text(&project);
        run(&mut bench, &update(r#"{"status":"done"}"#));
        assert_eq!(text(&bench, "events.jsonl").contains("task.status_changed"), is_logged, "{project}");
        run(&mut bench, &Command::IgnoreLocalFiles {});
        let entries = text(&bench, ".gitignore");
        assert_eq!(entries.contains("*.lock\n/docs/_requirements_summary.json\n"), is_logged, "{project}");
    }
}

/// `handoff-mcp` appends to the log before each action of a commit, and does not end its last line.
#[test]
fn lines_of_other_programs_are_kept() {
    for capabilities in [LOCKING, LOCKLESS] {
        for at in 0..60 {
            let mut disk = Disk::of(&harbour(Layout::Json), &capabilities);
            disk.perform(&handoff_protocol::Action::Write {
                path: "events.jsonl".into(),
                bytes: OTHER.into(),
                flush: true,
            });
            let mut person = Person::open(&disk, "noor", NOW, capabilities.clone());
            let first = person.begin(&command(r#"{"kind":"updateTasks","ids":["t3"],"patch":{"status":"review"}}"#));
            let outcome = person.finish_with(first, |here, action| {
                if here == at {
                    let present = disk.tree.file("events.jsonl").unwrap();
                    let bytes = [present, OTHER.as_bytes(), OTHER.trim_end().as_bytes()].concat();
                    disk.perform(&handoff_protocol::Action::Write { path: "events.jsonl".into(), bytes, flush: true });
                }
                disk.perform(action)
            });
            if person.actions <= at {
                break;
            }
            assert!(is_done(&outcome), "{at}: {outcome:?}");
            let log = String::from_utf8(disk.tree.file("events.jsonl").unwrap().to_vec()).unwrap();
            let count = |mark: &str| log.lines().filter(|line| line.contains(mark)).count();
            assert_eq!((count("agent.registered"), count("task.status_changed")), (3, 1), "{at}: {log}");
            assert!(log.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{at}: {log}");
            assert_eq!(leftovers(&disk.tree), [""; 0], "{at}");
        }
    }
}
