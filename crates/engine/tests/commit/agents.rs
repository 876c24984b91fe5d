//! A crash at any action of a command of an agent leaves the old or the new state, also if the
//! command writes, renames and prunes several files.

use handoff_engine::tree::{Entry, Tree};
use handoff_protocol::agent::documents::{DocumentChange, DocumentPatch, NewDocument};
use handoff_protocol::agent::handover::{HandoverFile, HandoverNote};
use handoff_protocol::agent::{
    Import, ListSave, NewMemory, NewReferral, Pause, SessionPatch, SessionSave, SessionTarget, SessionUpdate,
    TaskChange,
};
use handoff_protocol::{
    Action, Command, ConfigChange, CriterionSelection, Layout, NewPackage, PackageChange, SessionStatus, Status,
    TaskPatch, TaskUpdate, TimerChange, TimerNext, TimerOwner, TimerRecord, TimerStart, TimerStop,
};
use serde_json::{Map, Value, json};

use super::project::{LAYOUTS, LOCKING, LOCKLESS, Person, context, harbour, id, is_done};
use crate::support::NOW;
use crate::support::disk::{Disk, TORN, difference, leftovers, without_traces};
use crate::support::form::{is_long, sample};

fn members(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

fn save(target: SessionTarget, status: SessionStatus, record: &Value) -> Command {
    let decisions = ListSave {
        key: "decisions".to_owned(),
        given: vec![json!({"decision": "d"})],
        replace: false,
        seen: Vec::new(),
    };
    let values = members(&json!({"summary": "Late", "environment": {"node": "20"}}));
    let patch = SessionPatch { values, lists: vec![decisions], remove: Vec::new(), record: members(record) };
    Command::SaveSession { save: SessionSave { target, patch, status, pause: Pause::Nothing } }
}

/// A window starts a timer, measures ten minutes and waits for the person.
fn measure(task: &str) -> Command {
    let from = NOW - 600_000;
    let step = |from, at, next| TimerChange { task: task.to_owned(), from, at, agent: None, next };
    let record = TimerRecord {
        owner: TimerOwner::Editor,
        instance: "window".to_owned(),
        changes: vec![
            step(None, from, TimerNext::Running { from }),
            step(Some(from), NOW, TimerNext::Paused { idle: true }),
        ],
        answered: Vec::new(),
        active_at: NOW,
        take_over: false,
        release: false,
    };
    Command::TrackTime { record }
}

fn note(run: &str) -> Command {
    let (tag, text) = ("general".to_owned(), format!("Text of {run}"));
    Command::AppendHandoverNote { note: HandoverNote { run: run.to_owned(), tag, text, session: None } }
}

fn packages(change: PackageChange) -> Command {
    Command::ChangePackages { change }
}

fn store(name: &str, visibility: Option<&str>) -> Command {
    let (name, content) = (name.to_owned(), "text\r\n".to_owned());
    let package = NewPackage { name, content, visibility: visibility.map(str::to_owned), ..NewPackage::default() };
    packages(PackageChange::Store { package: Box::new(package) })
}

/// Every kind of command that writes more than a task file, each with the commands before it.
#[allow(clippy::too_many_lines, reason = "a table of commands")]
fn samples(layout: Layout) -> Vec<Vec<Command>> {
    use SessionStatus::{Active, Closed};
    use SessionTarget::{Current, New};
    let begin = || save(New, Active, &json!({}));
    let task = || id(layout, "1.1");
    let claim =
        |number: &str| Command::ClaimTask { id: Some(id(layout, number)), take_over: false, any: None, subagent: None };
    let new_task = |title: &str| TaskChange {
        fields: TaskPatch { title: Some(title.to_owned()), ..TaskPatch::default() },
        ..TaskChange::default()
    };
    let add =
        SessionUpdate { add: vec![("decisions".to_owned(), json!({"decision": "e"}))], ..SessionUpdate::default() };
    let closed = |title: &str| {
        let task = new_task(title);
        TaskChange { fields: TaskPatch { status: Some(Status::Skipped), ..task.fields }, ..task }
    };
    let memory = NewMemory { text: "Tides repeat".to_owned(), ..NewMemory::default() };
    let data = NewDocument {
        slug: "tides".to_owned(),
        body: "# Tides\n".to_owned(),
        patch: DocumentPatch {
            title: Some("Tides".to_owned()),
            task_ids: Some(vec![task()]),
            ..DocumentPatch::default()
        },
        original_path: None,
    };
    let referral = NewReferral { referral_type: "bug".to_owned(), summary: "s".to_owned(), ..NewReferral::default() };
    let part = TaskChange { parts: vec![new_task("Inner")], ..new_task("In") };
    let import = SessionSave {
        target: New,
        patch: SessionPatch { values: members(&json!({"summary": "Import"})), ..SessionPatch::default() },
        status: SessionStatus::Open,
        pause: Pause::Nothing,
    };
    let finish = TaskChange {
        id: Some(task()),
        fields: TaskPatch {
            status: Some(Status::Done),
            check: Some(CriterionSelection::All {}),
            add_hours: Some(1.5),
            append_notes: Some("Done.".to_owned()),
            ..TaskPatch::default()
        },
        parts: vec![closed("Found on the way")],
        ..TaskChange::default()
    };
    let plan = TaskChange { parts: vec![new_task("Inner")], ..new_task("Plan") };
    let milestone = ConfigChange {
        key: ["milestones", "beta", "date"].map(str::to_owned).to_vec(),
        value: json!("2026-12-24"),
        seen: None,
    };
    vec![
        vec![begin()],
        vec![begin(), save(Current, Active, &json!({}))],
        // The limit is 1, so the closed session is pruned; the session based on it is written in
        // full before.
        vec![save(New, Active, &json!({"base": "s-1"})), save(New, Closed, &json!({}))],
        vec![begin(), save(Current, Closed, &json!({"visibility": "private"}))],
        vec![begin(), Command::PauseSessions { which: Pause::Active }],
        vec![begin(), Command::UpdateSession { id: None, update: add }],
        vec![Command::ForkSession {
            source: "s-1".to_owned(),
            inherit: vec!["decisions".to_owned()],
            patch: SessionPatch { values: members(&json!({"summary": "Fork"})), ..SessionPatch::default() },
        }],
        vec![
            begin(),
            Command::MergeSessions {
                sources: vec!["s-1".to_owned(), "s-2026".to_owned()],
                target: "s-1".to_owned(),
                close_sources: true,
            },
        ],
        vec![begin(), Command::Import(Import { tasks: vec![part], session: Some(import), close_active: true })],
        vec![Command::StartTimer(TimerStart::of(task())), Command::StopTimer(TimerStop::now(task()))],
        vec![Command::StartTimer(TimerStart::of(task())), Command::DeleteTasks { ids: vec![task()] }],
        vec![measure(&task())],
        vec![Command::SaveMemory { memory, force: false }],
        vec![Command::ChangeDocuments { change: DocumentChange::Create { documents: vec![data] } }],
        vec![store("n", None), store("n", None)],
        vec![store("n", Some("private"))],
        vec![packages(PackageChange::Accept { id: "ffffffff".to_owned() })],
        vec![packages(PackageChange::Delete { id: "0a1b2c3d".to_owned() })],
        vec![packages(PackageChange::Collect { grace_hours: 0 })],
        vec![Command::ReceiveReferral { referral }],
        vec![Command::UpdateTasks(TaskUpdate::of_task(
            task(),
            TaskPatch { add_hours: Some(1.5), ..TaskPatch::default() },
        ))],
        vec![claim("1.1"), Command::ChangeTasks { tasks: vec![finish, plan], config: vec![milestone] }],
        vec![claim("2")],
        // Replaces a claim that has ended.
        vec![claim("3")],
        vec![Command::AutoSchedule { from: None, assignees: Vec::new() }],
        vec![note("r1")],
        vec![note("r1"), note("r2")],
        // Moves a text that a person wrote to the trash.
        vec![Command::WriteCurrentState { text: "New".to_owned() }],
        vec![note("r1"), Command::CompactHandover { month: None, older_than_days: None, summary: None }],
        vec![Command::ImportHandover {
            files: vec![
                HandoverFile { path: "layer1/2026-07/a-2026-07-13.md".to_owned(), content: "July".to_owned() },
                HandoverFile { path: "layer2/current-state.md".to_owned(), content: "Done".to_owned() },
            ],
        }],
    ]
}

fn project(layout: Layout) -> Tree {
    let mut tree = harbour(layout);
    let config = "[project]\nname = \"Harbour\"\n\n[settings]\nrequire_estimate_hours = false\nhistory_limit = 1\n";
    tree.insert("config.toml", Entry::File(config.as_bytes().to_vec()));
    for (path, text) in [
        ("handover/layer1/2026-10/general-2026-10-05.md", "October"),
        ("handover/layer1/2026-11/general-2026-11-05.md", "November"),
        ("handover/layer2/current-state.md", "By hand"),
        ("handover/layer3/2026-11-general-archive.md", "By hand"),
    ] {
        tree.insert(path, Entry::File(text.as_bytes().to_vec()));
    }
    // Two packages with one name, of which the newer one has expired and the older one has not.
    for (id, created, expires) in [("0a1b2c3d", "2026-01-02", "2026-01-03"), ("ffffffff", "2026-01-01", "2036-01-01")] {
        let times = format!("created_at: {created}T00:00:00Z\nexpires_at: {expires}T00:00:00Z\n");
        let text = format!("---\nid: {id}\nname: old\n{times}---\ntext");
        let day = created.replace('-', "");
        tree.insert(&format!("packages/{day}-000000-{id}-old.md"), Entry::File(text.into_bytes()));
    }
    let claim = r#"{"version": 1, "task": "", "actor": {"kind": "agent", "name": "codex"}, "since": "2026-12-01T07:00:00Z", "heard_at": "2026-12-01T07:00:00Z"}"#;
    tree.insert(&format!("local/claims/{}.json", id(layout, "3")), Entry::File(claim.as_bytes().to_vec()));
    tree
}

fn begin(person: &mut Person, command: &Command) -> Action {
    person.seed += 1;
    let context = context(&person.writer, person.seed, person.now);
    person.engine.begin(command.clone(), context, person.capabilities.clone())
}

#[test]
fn crash_during_agent_commands_leaves_the_old_or_new_state() {
    let (mut old_ones, mut new_ones) = (0, 0);
    for (layout, capabilities) in LAYOUTS.into_iter().flat_map(|layout| [(layout, LOCKING), (layout, LOCKLESS)]) {
        for (number, commands) in samples(layout).into_iter().enumerate() {
            let (command, before) = commands.split_last().expect("a command");
            let ready = || {
                let mut disk = Disk::of(&project(layout), &capabilities);
                let mut person = Person::open(&disk, "noor", NOW, capabilities.clone());
                for command in before {
                    let first = begin(&mut person, command);
                    let outcome = person.finish(&mut disk, first);
                    assert!(is_done(&outcome), "{command:?}: {outcome:?}");
                }
                (person, disk)
            };
            let (mut person, mut disk) = ready();
            let old = disk.tree.clone();
            let first = begin(&mut person, command);
            let outcome = person.finish(&mut disk, first);
            assert!(is_done(&outcome), "{command:?}: {outcome:?}");
            let (new, actions) = (disk.tree, person.actions);
            assert_ne!(old, new, "{command:?}");
            let places = (0..=actions).flat_map(|at| TORN.into_iter().map(move |torn| (at, torn)));
            for (at, torn) in sample(places, number, 7) {
                let (mut person, mut disk) = ready();
                let mut action = begin(&mut person, command);
                for _ in 0..at {
                    let answer = disk.perform(&action);
                    person.tick(&action);
                    action = person.engine.answer(answer, person.now);
                }
                disk.perform_torn(&action, torn);
                let mut other = Person::open(&disk, "other", NOW + 60_000, capabilities.clone());
                other.seed = 1000;
                let outcome = other.recover(&mut disk);
                assert!(is_done(&outcome), "{outcome:?} at {at} {torn:?} of {command:?}");
                let actual = without_traces(&disk.tree);
                assert_eq!(leftovers(&actual), [""; 0], "crash at {at} {torn:?} of {command:?}");
                assert!(
                    actual == old || actual == new,
                    "crash at {at} {torn:?} of {command:?}\n{}\nor\n{}",
                    difference(&old, &actual),
                    difference(&new, &actual)
                );
                old_ones += usize::from(actual == old);
                new_ones += usize::from(actual == new);
            }
        }
    }
    let least = if is_long() { 300 } else { 50 };
    assert!(old_ones > least && new_ones > least, "{old_ones} old, {new_ones} new");
}
