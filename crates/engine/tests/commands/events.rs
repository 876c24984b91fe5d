//! Every change appends its events to the activity log: who, when, and the old and new values.

use std::collections::BTreeSet;

use handoff_protocol::{Change, Command, Edit, Event, FileState, Outcome};

use crate::support::{Bench, command, context, files};

const PROJECT: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\", \"labels\": null}\n=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\", \"own\": 1, \"own\": 2}\n=== tasks/t3-two/_task.todo.json\n{\"id\": \"t3\", \"title\": \"Two\"}\n=== tasks/t3-two/_task.done.json\n{\"id\": \"t3\", \"title\": \"Three\", \"updated_at\": \"2026-11-30T08:00:00Z\"}\n=== tasks/t4-five/_task.todo.json\n{\"id\": \"t5\", \"title\": \"Five\"}\n=== tasks/t6-f/_task.todo.json\n\u{feff}{\"id\": \"t6\", \"title\": \"F\"}\n=== tasks/t7-empty/\n=== sessions/20261121-025724-x.active.json\n{\"version\": 2, \"id\": \"s\", \"summary\": \"S\", \"blockers\": null}\n=== tasks/t9-dated/_task.todo.json\n{\"id\": \"t9\", \"title\": \"Dated\", \"schedule\": {\"due_date\": \"2026-12-09\"}}\n=== baselines/2026-11-01-old.json\n{\"name\": \"Old\", \"created_at\": \"2026-11-01T09:00:00Z\", \"tasks\": []}\n=== memory/m-1.json\n{\"id\": \"m-1\", \"text\": \"cut \\ud83d\"}\n";

/// Each command with its expected events: the task, then the change.
const COMMANDS: [(&str, &[&str]); 22] = [
    (r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"New"}}]}"#, &["t10 created New"]),
    (r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"AA"}}"#, &[r#"t1 title "A" "AA""#]),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{},"position":{"parent":"t1","place":{"kind":"first"}}}"#,
        &["t2 moved None Some(\"t1\")"],
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"status":"review"},"card":{"kind":"last"}}"#,
        &[r#"t2 status "todo" "review""#],
    ),
    (r#"{"kind":"duplicateTask","id":"t2"}"#, &["t10 created B"]),
    (
        r#"{"kind":"deleteTasks","ids":["t1"]}"#,
        &["- tasks/t1-a to trash/20261201-080000-00000001-t1-a", "t1 deleted A"],
    ),
    (
        r#"{"kind":"updateConfig","changes":[{"key":["settings","history_limit"],"value":3}]}"#,
        &["- settings.history_limit null 3"],
    ),
    (
        r#"{"kind":"keepTaskFile","path":"tasks/t3-two/_task.todo.json"}"#,
        &[
            r#"t3 title "Three" "Two""#,
            r#"t3 status "done" "todo""#,
            "t3 tasks/t3-two/_task.done.json to trash/20261201-080000-00000001-_task.done.json",
        ],
    ),
    (r#"{"kind":"changeId","folder":"tasks/t1-a","id":"one"}"#, &[r#"one id "t1" "one""#]),
    (r#"{"kind":"changeId","folder":"tasks/t4-five","id":"t5"}"#, &["t5 tasks/t4-five to tasks/t5-five"]),
    (r#"{"kind":"renameFolder","folder":"tasks/t4-five"}"#, &["t5 tasks/t4-five to tasks/t5-five"]),
    (r#"{"kind":"discard","path":"tasks/t7-empty"}"#, &["- tasks/t7-empty to trash/20261201-080000-00000001-t7-empty"]),
    (
        r#"{"kind":"discard","path":"tasks/t1-a"}"#,
        &["- tasks/t1-a to trash/20261201-080000-00000001-t1-a", "t1 deleted A"],
    ),
    (
        r#"{"kind":"removeByteOrderMark","path":"tasks/t6-f/_task.todo.json"}"#,
        &["t6 in tasks/t6-f/_task.todo.json:  \"\u{feff}\" null"],
    ),
    (r#"{"kind":"replaceLoneSurrogates","path":"memory/m-1.json"}"#, &["- in memory/m-1.json:  null \"\u{fffd}\""]),
    (
        r#"{"kind":"removeKey","path":"tasks/t1-a/_task.todo.json","key":["labels"]}"#,
        &["t1 in tasks/t1-a/_task.todo.json: labels null null"],
    ),
    (
        r#"{"kind":"removeKey","path":"sessions/20261121-025724-x.active.json","key":["blockers"]}"#,
        &["- in sessions/20261121-025724-x.active.json: blockers null null"],
    ),
    (
        r#"{"kind":"removeRepeatedKey","path":"tasks/t2-b/_task.todo.json","key":["own"]}"#,
        &["t2 in tasks/t2-b/_task.todo.json: own [1] 2"],
    ),
    (
        r#"{"kind":"repair","repairs":[{"kind":"renameFolder","folder":"tasks/t4-five"},{"kind":"removeKey","path":"tasks/t1-a/_task.todo.json","key":["labels"]}]}"#,
        &["t1 in tasks/t1-a/_task.todo.json: labels null null", "t5 tasks/t4-five to tasks/t5-five"],
    ),
    (r#"{"kind":"saveBaseline","name":"New"}"#, &["- baseline None Some(\"New\")"]),
    (r#"{"kind":"deleteBaseline","path":"baselines/2026-11-01-old.json"}"#, &["- baseline Some(\"Old\") None"]),
    (r#"{"kind":"initProject","name":"New","layout":"toml"}"#, &["- project.name null \"New\""]),
];

fn describe(event: &Event) -> String {
    let what = match &event.change {
        Change::Created { title, .. } => format!("created {title}"),
        Change::Deleted { title, .. } => format!("deleted {title}"),
        Change::Moved { from, to } => format!("moved {from:?} {to:?}"),
        Change::Field { field, from, to } => format!("{field} {from} {to}"),
        Change::Config { key, from, to } => format!("{key} {from} {to}"),
        Change::Baseline { from, to } => format!("baseline {from:?} {to:?}"),
        Change::Renamed { from, to } => format!("{from} to {to}"),
        Change::Repaired { path, key, from, to } => format!("in {path}: {key} {from} {to}"),
        other => format!("{other:?}"),
    };
    format!("{} {what}", event.task.as_deref().unwrap_or("-"))
}

/// Returns the name of a command. A new command is missing here until it has a row above.
fn name(command: &Command) -> &'static str {
    match command {
        Command::InitProject { .. } => "initProject",
        Command::ChangeTasks { .. } => "changeTasks",
        Command::UpdateTasks(_) => "updateTasks",
        Command::Reschedule { .. } => "reschedule",
        Command::SaveBaseline { .. } => "saveBaseline",
        Command::DeleteBaseline { .. } => "deleteBaseline",
        Command::DuplicateTask { .. } => "duplicateTask",
        Command::DeleteTasks { .. } => "deleteTasks",
        Command::UpdateConfig { .. } => "updateConfig",
        Command::KeepTaskFile { .. } => "keepTaskFile",
        Command::ChangeId { .. } => "changeId",
        Command::RenameFolder { .. } => "renameFolder",
        Command::Discard { .. } => "discard",
        Command::RemoveByteOrderMark { .. } => "removeByteOrderMark",
        Command::ReplaceLoneSurrogates { .. } => "replaceLoneSurrogates",
        Command::RemoveKey { .. } => "removeKey",
        Command::RemoveRepeatedKey { .. } => "removeRepeatedKey",
        Command::IgnoreLocalFiles {} => "ignoreLocalFiles",
        Command::Repair { .. } => "repair",
        Command::RecordObserved {} => "recordObserved",
        Command::Undo {} => "undo",
        Command::Redo {} => "redo",
        // `claims/mod.rs`, `commit/agents.rs`, `commit/pause.rs`, `activity/records.rs`, `activity/repairs.rs` and
        // `files/restore.rs` cover these.
        Command::RemoveDamagedLines { .. }
        | Command::ChangeEntry { .. }
        | Command::RemoveAssignee { .. }
        | Command::RenameEntry(_)
        | Command::StartProject { .. }
        | Command::AutoSchedule { .. }
        | Command::ReceiveReferral { .. }
        | Command::SetReferralStatus { .. }
        | Command::SaveMemory { .. }
        | Command::MergeMemory { .. }
        | Command::DeleteMemory { .. }
        | Command::MarkMemories { .. }
        | Command::CleanUpMemories { .. }
        | Command::ChangeDocuments { .. }
        // In `packages`.
        | Command::ChangePackages { .. }
        // In `handover`.
        | Command::AppendHandoverNote { .. }
        | Command::WriteCurrentState { .. }
        | Command::CompactHandover { .. }
        | Command::ImportHandover { .. }
        | Command::StartTimer(_)
        | Command::StopTimer(_)
        | Command::SaveSession { .. }
        | Command::PauseSessions { .. }
        | Command::ActivateSession { .. }
        | Command::UpdateSession { .. }
        | Command::ForkSession { .. }
        | Command::MergeSessions { .. }
        | Command::Import(_)
        | Command::PauseWriting { .. }
        | Command::ResumeWriting {}
        | Command::ClaimTask { .. }
        | Command::ReleaseTasks { .. }
        | Command::RenewClaims {}
        | Command::NeedPerson { .. }
        | Command::GoOn { .. }
        | Command::RestoreTrash { .. }
        // In `time`.
        | Command::TrackTime { .. }
        | Command::ChangeTime { .. }
        // In `proposals`.
        | Command::Propose { .. }
        | Command::AcceptProposal { .. }
        | Command::RejectProposal { .. }
        // In `reverts`.
        | Command::Revert { .. }
        // In `views`, which log nothing.
        | Command::SaveView { .. }
        | Command::RenameView { .. }
        | Command::DeleteView { .. }
        // In `usage`, which logs nothing.
        | Command::RecordUsage { .. }
        // In the agent crate, which tells the agents.
        | Command::SendBack { .. } => "",
    }
}

fn log(bench: &Bench) -> Vec<Event> {
    let text = String::from_utf8(bench.tree.file("activity/2026-12/noor.jsonl").unwrap_or_default().to_vec()).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    let lines = text.lines().skip(1);
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done { changed: true, .. })
}

#[test]
fn every_command_logs_its_events_and_so_do_undo_and_redo() {
    let mut names = BTreeSet::new();
    for (request, expected) in COMMANDS {
        let request = command(request);
        names.insert(name(&request));
        let mut bench = Bench::from_text(if name(&request) == "initProject" { "" } else { PROJECT });
        assert!(is_done(&bench.commit(&request)), "{request:?}");
        let after_commit = log(&bench);
        assert_eq!(after_commit.iter().map(describe).collect::<Vec<_>>(), expected, "{request:?}");
        assert!(is_done(&bench.commit(&Command::Undo {})), "{request:?}");
        let after_undo = log(&bench);
        assert_eq!(after_undo.len(), after_commit.len() * 2, "{request:?}");
        assert!(is_done(&bench.commit(&Command::Redo {})), "{request:?}");
        let after_redo = log(&bench);
        assert_eq!(after_redo.len(), after_commit.len() * 3, "{request:?}");
        let last: Vec<String> = after_redo[after_undo.len()..].iter().map(describe).collect();
        assert_eq!(last, expected, "redo tells what was done at first: {request:?}");
        let ids: BTreeSet<&str> = after_redo.iter().map(|event| event.id.as_str()).collect();
        assert_eq!(ids.len(), after_redo.len(), "IDs are unique");
        for event in &after_redo {
            assert_eq!((event.at.as_str(), event.actor.as_ref()), ("2026-12-01T08:00:00+00:00", &context().actor));
            assert!(!event.observed);
        }
        names.extend([name(&Command::Undo {}), name(&Command::Redo {})]);
    }
    assert_eq!(names.len(), 19, "{names:?}");
}

#[test]
fn event_of_long_notes_shows_the_changed_part() {
    let long = "x".repeat(1_000);
    let mut bench = Bench::from_text(PROJECT);
    let json = format!(r#"{{"kind":"updateTasks","ids":["t2"],"patch":{{"notes":"{long}"}}}}"#);
    bench.run(&command(&json)).unwrap();
    let json = r#"{"kind":"updateTasks","ids":["t2"],"patch":{"appendNotes":"the end"}}"#;
    let changes = bench.run(&command(json)).unwrap();
    let [Event { change: Change::Field { field, to, .. }, .. }] = changes.events.as_slice() else {
        panic!("{:?}", changes.events);
    };
    let to = to.as_str().unwrap();
    assert_eq!((field.as_str(), to.chars().count()), ("notes", 201));
    assert!(to.starts_with("xxx") && to.ends_with("the end"), "{to}");
}

#[test]
fn commands_without_effect_log_nothing() {
    let mut bench = Bench::from_text("=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n");
    for request in [
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"A"}}"#,
        r#"{"kind":"updateConfig","changes":[{"key":["settings","history_limit"],"value":20}]}"#,
        r#"{"kind":"renameFolder","folder":"tasks/t1-a"}"#,
    ] {
        let changes = bench.plan(&command(request)).unwrap();
        assert!(changes.edits.is_empty() && changes.events.is_empty(), "{request}: {changes:?}");
    }
}

#[test]
fn log_append_is_the_last_edit_of_a_change_set() {
    let mut bench = Bench::new(files(PROJECT));
    bench.feed(vec![FileState::Folder { path: "tasks/t9-x".to_owned() }]);
    for (request, _) in COMMANDS.iter().filter(|(request, _)| !request.contains("initProject")) {
        let changes = bench.plan(&command(request)).unwrap();
        let is_log = |edit: &Edit| matches!(edit, Edit::Append { path, .. } if path.starts_with("activity/"));
        assert_eq!(changes.edits.iter().filter(|edit| is_log(edit)).count(), 1, "{request}");
        assert!(changes.edits.last().is_some_and(is_log), "{request}");
    }
}
