//! Reverts of tasks: each kind of change, untouched and changed since by somebody else.

use super::{Story, lines};
use crate::support;

const TOML: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n\
=== tasks/t1-todo--a/task.toml\nid = \"t1\"\ntitle = \"A\"\nassignee = \"ana\"\nlabels = [\"x\", \"y\"] # ours\nupdated_at = \"2026-11-01T08:00:00Z\"\n\
=== tasks/t1-todo--a/t1.1-todo--b/task.toml\nid = \"t1.1\"\ntitle = \"B\"\nupdated_at = \"2026-11-01T08:00:00Z\"\n\
=== tasks/t2-todo--c/task.toml\nid = \"t2\"\ntitle = \"C\"\nupdated_at = \"2026-11-01T08:00:00Z\"\n";

const JSON: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n\
=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\", \"assignee\": \"ana\", \"labels\": [\"x\", \"y\"], \"updated_at\": \"2026-11-01T08:00:00Z\"}\n\
=== tasks/t1-a/t1.1-b/_task.todo.json\n{\"id\": \"t1.1\", \"title\": \"B\", \"updated_at\": \"2026-11-01T08:00:00Z\"}\n\
=== tasks/t2-c/_task.todo.json\n{\"id\": \"t2\", \"title\": \"C\", \"updated_at\": \"2026-11-01T08:00:00Z\"}\n";

fn update(id: &str, patch: &str) -> String {
    format!("{{\"kind\":\"updateTasks\",\"ids\":[\"{id}\"],\"patch\":{patch}}}")
}

fn create(parent: &str, id: &str, title: &str) -> String {
    format!(
        "{{\"kind\":\"changeTasks\",\"tasks\":[{{\"id\":\"{id}\",\"parent\":{parent},\"fields\":{{\"title\":\"{title}\"}}}}]}}"
    )
}

fn relocate(id: &str, parent: &str) -> String {
    format!(
        "{{\"kind\":\"updateTasks\",\"ids\":[\"{id}\"],\"patch\":{{}},\"position\":{{\"parent\":{parent},\"place\":{{\"kind\":\"last\"}}}}}}"
    )
}

fn delete(id: &str) -> String {
    format!("{{\"kind\":\"deleteTasks\",\"ids\":[\"{id}\"]}}")
}

/// Who acts, and the command.
type Act<'a> = (char, String);

/// Runs the acts of the agent (`a`) and the person (`p`) in both layouts, reverts those of the agent,
/// and compares the tasks and the preview.
fn check(acts: &[Act<'_>], expected_tasks: &[&str], expected_preview: &[&str]) {
    for project in [TOML, JSON] {
        let mut story = Story::of(project);
        let start = story.tasks();
        for (who, request) in acts {
            if *who == 'a' { story.agent(request) } else { story.person(request) }
        }
        let before = story.tasks();
        let preview = lines(&story.preview(None));
        assert_eq!(preview, expected_preview, "{acts:?}");
        story.revert(None);
        assert_eq!(story.tasks(), expected_tasks, "{acts:?}");
        let again = story.preview(None);
        assert!(
            again
                .tasks
                .iter()
                .all(|task| task.conflict.is_some() || task.fields.iter().all(|row| row.conflict.is_some())),
            "a second revert changes nothing: {:?}",
            lines(&again)
        );
        if acts.iter().all(|(who, _)| *who == 'a') {
            assert_eq!(story.tasks(), start, "{acts:?}");
        }
        // A revert is one undo step.
        if story.tasks() != before {
            story.bench.commit(&handoff_protocol::Command::Undo {});
            assert_eq!(story.tasks(), before, "{acts:?}");
        }
    }
}

const A: &str = "t1 todo A @ana #x#y";
const B: &str = "t1/t1.1 todo B";
const C: &str = "t2 todo C";

#[test]
fn changed_fields_come_back_unless_somebody_else_changed_them() {
    let mine = || ('a', update("t2", r#"{"title":"Mine","dueDate":"2026-12-09","status":"in_progress"}"#));
    let rows =
        ["  title: \"Mine\" -> \"C\"", "  status: \"in_progress\" -> \"todo\"", "  dueDate: \"2026-12-09\" -> null"];
    check(&[mine()], &[A, B, C], &["t2 Mine Changed", rows[0], rows[1], rows[2]]);
    // Another field changed since.
    check(
        &[mine(), ('p', update("t2", r#"{"assignee":"noor","startDate":"2026-12-01"}"#))],
        &[A, B, "t2 todo C @noor"],
        &["t2 Mine Changed", rows[0], rows[1], rows[2]],
    );
    // The same fields changed since.
    check(
        &[mine(), ('p', update("t2", r#"{"title":"Theirs","status":"blocked"}"#))],
        &[A, B, "t2 blocked Theirs"],
        &[
            "t2 Theirs Changed",
            rows[2],
            "  status: \"blocked\" -> \"todo\" (t2 keeps its status: Noor has changed it since.)",
            "  title: \"Theirs\" -> \"C\" (t2 keeps its title: Noor has changed it since.)",
        ],
    );
    // Changed by the person in between: the person's value comes back.
    check(
        &[mine(), ('p', update("t2", r#"{"title":"Theirs"}"#)), ('a', update("t2", r#"{"title":"Mine again"}"#))],
        &[A, B, "t2 todo Theirs"],
        &["t2 Mine again Changed", "  title: \"Mine again\" -> \"Theirs\"", rows[1], rows[2]],
    );
    // Deleted since.
    check(
        &[mine(), ('p', delete("t2"))],
        &[A, B],
        &["t2  Changed (t2 has been deleted since, so its changes are not reverted.)"],
    );
    // The previous value has already come back.
    check(&[mine(), ('p', update("t2", r#"{"title":"C","dueDate":null,"status":"todo"}"#))], &[A, B, C], &[]);
}

#[test]
fn lists_notes_and_hours_are_reverted_entry_by_entry() {
    let mine = r#"{"labels":{"add":["mine"],"remove":["x"]},"criteria":[{"item":"works","checked":false}],"appendNotes":"by agent","addHours":2}"#;
    let theirs = r#"{"labels":{"add":["theirs"]},"criterion":{"kind":"add","index":0,"item":"is fast"},"appendNotes":"by person","addHours":0.5}"#;
    for project in [TOML, JSON] {
        let mut story = Story::of(project);
        story.agent(&update("t1", mine));
        story.person(&update("t1", theirs));
        assert_eq!(story.revert(None), [""; 0]);
        assert_eq!(story.tasks()[0], "t1 todo A @ana 0.5h #x#y#theirs -is fast --- 2026-12-01T08:00:00|by person",);
        // After what came before it was taken back, it is the first entry.
        let mut story = Story::of(project);
        story.person(&update("t1", r#"{"appendNotes":"by person"}"#));
        story.agent(&update("t1", r#"{"appendNotes":"by agent"}"#));
        story.person(&update("t1", r#"{"notes":"--- 2026-12-01T08:00:00\nby agent"}"#));
        assert_eq!(story.revert(None), [""; 0]);
        assert_eq!(story.tasks()[0], A);
        // A criterion that was checked since is kept.
        let mut story = Story::of(project);
        story.agent(&update(
            "t1",
            r#"{"criteria":[{"item":"works","checked":false},{"item":"is small","checked":false}]}"#,
        ));
        story.person(&update("t1", r#"{"check":{"kind":"all"}}"#));
        assert_eq!(story.revert(None), ["t1 keeps its criteria: Noor has changed it since."]);
        assert_eq!(story.tasks()[0], "t1 todo A @ana #x#y +works+is small");
    }
}

#[test]
fn created_tasks_go_to_the_trash_unless_somebody_else_uses_them() {
    let mine = || [('a', create("null", "t3", "New")), ('a', create("\"t3\"", "t3.1", "Below"))];
    let with = |more: &[Act<'_>]| mine().into_iter().chain(more.iter().cloned()).collect::<Vec<_>>();
    check(&with(&[]), &[A, B, C], &["t3 New Created", "t3.1 Below Created"]);
    check(
        &with(&[('a', update("t3", r#"{"title":"Newer","status":"blocked"}"#))]),
        &[A, B, C],
        &["t3 Newer Created", "t3.1 Below Created"],
    );
    check(
        &with(&[('p', update("t3.1", r#"{"assignee":"noor"}"#))]),
        &[A, B, C, "t3 todo New", "t3/t3.1 todo Below @noor"],
        &[
            "t3 New Created (t3 is not deleted: it has subtasks that stay.)",
            "t3.1 Below Created (t3.1 is not deleted: it has been changed since.)",
        ],
    );
    check(
        &with(&[('p', create("\"t3\"", "t3.2", "Theirs"))]),
        &[A, B, C, "t3 todo New", "t3/t3.2 todo Theirs"],
        &["t3 New Created (t3 is not deleted: it has subtasks that stay.)", "t3.1 Below Created"],
    );
    check(
        &with(&[('p', relocate("t2", "\"t3\""))]),
        &[A, B, "t3 todo New", "t3/t2 todo C"],
        &["t3 New Created (t3 is not deleted: it has subtasks that stay.)", "t3.1 Below Created"],
    );
    // A task of the person that the agent moved below its own comes back first.
    check(
        &with(&[('a', relocate("t2", "\"t3\""))]),
        &[A, B, C],
        &["t2 C Moved", "  parent: \"t3\" -> null", "  rank: \"M\" -> null", "t3 New Created", "t3.1 Below Created"],
    );
    // Deleted by the person, or by the agent itself.
    check(&with(&[('p', delete("t3"))]), &[A, B, C], &[]);
    check(&with(&[('a', delete("t3"))]), &[A, B, C], &[]);
    check(&with(&[('a', delete("t3")), ('a', create("null", "t3", "Another"))]), &[A, B, C], &["t3 Another Created"]);
}

#[test]
fn deleted_tasks_come_back_from_the_trash() {
    check(&[('a', delete("t1"))], &[A, B, C], &["t1 A Deleted", "t1.1 B Deleted"]);
    check(
        &[('a', update("t1.1", r#"{"status":"in_progress","title":"Mine"}"#)), ('a', delete("t1"))],
        &[A, B, C],
        &["t1 A Deleted", "t1.1 Mine Deleted", "  title: \"Mine\" -> \"B\"", "  status: \"in_progress\" -> \"todo\""],
    );
    // A task that the agent created below it goes back to the trash.
    check(
        &[('a', create("\"t1\"", "t1.2", "New")), ('a', delete("t1"))],
        &[A, B, C],
        &["t1 A Deleted", "t1.1 B Deleted"],
    );
    // The task was elsewhere before.
    check(
        &[('a', relocate("t2", "\"t1\"")), ('a', delete("t1"))],
        &[A, B, C],
        &["t1 A Deleted", "t1.1 B Deleted", "t2 C Deleted", "  parent: \"t1\" -> null"],
    );
    // Somebody else has a task with its ID now, or has deleted its parent.
    check(
        &[('a', delete("t2")), ('p', create("null", "t2", "Theirs"))],
        &[A, B, "t2 todo Theirs"],
        &["t2 C Deleted (t2 is not restored: another task has its ID now.)"],
    );
    check(
        &[('a', delete("t1.1")), ('p', delete("t1"))],
        &[C],
        &["t1.1 B Deleted (t1.1 stays where it is: its previous parent t1 does not exist.)"],
    );
}

#[test]
fn moved_tasks_go_back_where_the_tree_allows_it() {
    check(&[('a', relocate("t2", "\"t1.1\""))], &[A, B, C], &["t2 C Moved", "  parent: \"t1.1\" -> null"]);
    check(
        &[('a', relocate("t1.1", "null")), ('a', relocate("t1", "\"t1.1\""))],
        &[A, B, C],
        &[
            "t1 A Moved",
            "  parent: \"t1.1\" -> null",
            "t1.1 B Moved",
            "  parent: null -> \"t1\"",
            "  rank: \"M\" -> null",
        ],
    );
    check(
        &[('a', relocate("t2", "\"t1\"")), ('p', relocate("t2", "\"t1.1\""))],
        &[A, "t1.1/t2 todo C", B],
        &["t2 C Changed", "  parent: \"t1.1\" -> null (t2 keeps its parent: it has been changed since.)"],
    );
    check(
        &[('a', relocate("t1.1", "null")), ('p', relocate("t1", "\"t1.1\""))],
        &["t1.1 todo B", "t1.1/t1 todo A @ana #x#y", C],
        &["t1.1 B Moved (t1.1 stays where it is: its previous parent is below it now.)"],
    );
    check(
        &[('a', relocate("t1.1", "null")), ('p', delete("t1"))],
        &["t1.1 todo B", C],
        &["t1.1 B Moved (t1.1 stays where it is: its previous parent t1 does not exist.)"],
    );
}

#[test]
fn dependencies_that_would_close_a_cycle_are_kept() {
    let depends =
        |id: &str, list: &str, on: &str| update(id, &format!("{{\"dependencies\":{{\"{list}\":[\"{on}\"]}}}}"));
    for project in [TOML, JSON] {
        let mut story = Story::of(project);
        story.person(&depends("t1", "add", "t2"));
        story.agent(&update("t1", r#"{"title":"Mine","dependencies":{"remove":["t2"]}}"#));
        story.person(&depends("t2", "add", "t1"));
        let reason = "t1 keeps its dependencies: the previous ones would create a circular dependency.";
        assert_eq!(story.revert(None), [reason]);
        assert_eq!(story.tasks(), [A, B, "t2 todo C <t1"]);
        // A deleted task with such a dependency stays in the trash.
        let mut story = Story::of(project);
        story.person(&depends("t1", "add", "t2"));
        story.agent(&delete("t1"));
        story.bench.feed(support::files("=== tasks/t2-new/_task.todo.json\n{\"id\":\"t9\",\"title\":\"D\"}"));
        story.person(&depends("t2", "add", "t9"));
        story.person(&depends("t9", "add", "t1"));
        assert!(story.revert(None).contains(&reason.to_owned()));
        assert!(!story.tasks().iter().any(|line| line.starts_with("t1 ")), "{:?}", story.tasks());
    }
}

#[test]
fn revert_is_limited_to_the_chosen_tasks() {
    for project in [TOML, JSON] {
        let mut story = Story::of(project);
        story.agent(&update("t1", r#"{"title":"Mine"}"#));
        story.agent(&update("t2", r#"{"title":"Mine too"}"#));
        story.agent(r#"{"kind":"updateConfig","changes":[{"key":["project","name"],"value":"Q"}]}"#);
        assert_eq!(lines(&story.preview(Some(&["t2"]))), ["t2 Mine too Changed", "  title: \"Mine too\" -> \"C\""]);
        story.revert(Some(&["t2"]));
        assert_eq!(story.tasks(), ["t1 todo Mine @ana #x#y", B, C]);
        assert_eq!(story.bench.engine.reader().config().name, "Q");
    }
}

#[test]
fn comments_and_unknown_keys_survive_and_the_log_names_who_reverted() {
    let mut story = Story::of(&TOML.replace("title = \"C\"", "title = \"C\" # by hand\nours = 1"));
    story.agent(&update("t2", r#"{"title":"Mine"}"#));
    story.revert(None);
    let text = String::from_utf8_lossy(story.bench.tree.file("tasks/t2-todo--c/task.toml").unwrap()).into_owned();
    assert!(text.contains("title = \"C\" # by hand\nours = 1"), "{text}");
    let log = String::from_utf8_lossy(story.bench.tree.file("activity/2026-12/noor.jsonl").unwrap()).into_owned();
    let last = log.lines().last().unwrap();
    assert!(last.contains("\"Noor\"") && last.contains("\"from\":\"Mine\",\"to\":\"C\""), "{last}");
}

#[test]
fn stored_changes_with_paths_outside_are_refused() {
    use handoff_engine::undo_step;
    use handoff_protocol::{Actor, Command, Edit, Outcome, RefusalCode};

    use crate::support::NOW;

    for path in ["../evil", "tasks/../../evil", "/etc/evil", ".gitmodules", "tasks/.hidden/x", "C:/x"] {
        let mut story = Story::of(TOML);
        story.agent(&update("t2", r#"{"title":"Mine"}"#));
        let edits = [
            Edit::Write { path: path.to_owned(), before: None, after: b"x".to_vec() },
            Edit::Move { from: "tasks/t2-todo--c".to_owned(), to: path.to_owned() },
            Edit::Remove { path: path.to_owned(), before: b"x".to_vec() },
        ];
        for edit in edits {
            let mut changes = undo_step::changes(&story.steps[0]).unwrap();
            changes.edits.push(edit);
            let stored = String::from_utf8(undo_step::encode(NOW, &Actor::agent("codex"), &changes)).unwrap();
            story.bench.engine.push_undo_step(changes);
            let before = story.bench.tree.clone();
            for command in [Command::Revert { steps: vec![stored], tasks: None }, Command::Undo {}] {
                let Outcome::Refused { refusal } = story.bench.commit(&command) else { panic!("{path} was accepted") };
                assert_eq!(refusal.code, RefusalCode::BadPath, "{path}");
                assert!(refusal.text.to_string().contains(path), "{}", refusal.text);
            }
            assert_eq!(story.bench.tree, before, "{path}");
        }
    }
}

#[test]
fn damaged_steps_are_refused() {
    let mut story = Story::of(TOML);
    story.agent(&update("t2", r#"{"title":"Mine"}"#));
    story.steps.push("{\"version\":2}".to_owned());
    let before = story.tasks();
    let refusal = story.preview(None).refusal.expect("a refusal");
    assert!(refusal.text.to_string().contains("damaged or was written by a newer version"), "{}", refusal.text);
    assert_eq!(story.tasks(), before);
}
