//! Refused commands with the text of the refusal. A refused command writes nothing.

use crate::support::{self, Bench, check, command, dedent, describe};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "Small"
    === tasks/t1-parent/_task.in_progress.json
    {"id": "t1", "title": "Parent", "schedule": {"estimate_hours": 1.0}}
    === tasks/t1-parent/t1.1-open/_task.review.json
    {"id": "t1.1", "title": "Open", "dependencies": ["t2"], "schedule": {"estimate_hours": 1.0}}
    === tasks/t2-leaf/_task.todo.json
    {"id": "t2", "title": "Leaf", "done_criteria": [{"item": "a"}, {"item": "b", "checked": true}]}
    === tasks/t3-twin/_task.todo.json
    {"id": "t3", "title": "Twin"}
    === tasks/t3-other/_task.todo.json
    {"id": "t3", "title": "Twin"}
    === tasks/t4-broken/_task.todo.json
    {"id": "t4",
    === tasks/t5-two/_task.todo.json
    {"id": "t5", "title": "Two"}
    === tasks/t5-two/_task.done.json
    {"id": "t5", "title": "Two"}
    === tasks/t6-work/_task.in_progress.json
    {"id": "t6", "title": "No estimate", "assignee": "noor"}
    === tasks/t7-nameless/_task.todo.json
    {"title": "No id"}
    === tasks/dated-x/_task.todo.json
    {"id": "dated", "title": "Dated", "schedule": {"start_date": "2026-12-03", "due_date": "2026-12-05"}}
"#;

/// Commands on tasks, each with its refusal.
const TASKS: &[(&str, &str)] = &[
    (r#"{"kind":"updateTasks","ids":["t9"],"patch":{"title":"x"}}"#, "UnknownTask: There is no task t9."),
    (
        r#"{"kind":"updateTasks","ids":["t3"],"patch":{"title":"x"}}"#,
        "AmbiguousTask: Several folders contain a task t3. Give all but one another ID first.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["tasks/t3-twin"],"patch":{"title":"x"}}"#,
        "AmbiguousTask: Several folders contain a task t3. Give all but one another ID first.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t4"],"patch":{"title":"x"}}"#,
        "BrokenFile: tasks/t4-broken/_task.todo.json cannot be read and is not overwritten. Repair the file first.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t5"],"patch":{"title":"x"}}"#,
        "AmbiguousTask: The folder of t5 contains several task files. Choose the one to keep first.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["tasks/t7-nameless"],"patch":{"title":"x"}}"#,
        "BrokenFile: tasks/t7-nameless/_task.todo.json has no ID. Give the task one first.",
    ),
    (r#"{"kind":"updateTasks","ids":["t2"],"patch":{"title":"  "}}"#, "BadValue at title: A task needs a title."),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"title":"a\nb"}}"#,
        "BadValue at title: This must be a single line without control characters: a\nb",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"dueDate":"2026-02-30"}}"#,
        "BadValue at dueDate: 2026-02-30 is not a date. Write it as YYYY-MM-DD.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"startDate":"tomorrow"}}"#,
        "BadValue at startDate: tomorrow is not a date. Write it as YYYY-MM-DD.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["dated"],"patch":{"dueDate":"2026-12-02"}}"#,
        "BadValue at dueDate: dated would be due on 2026-12-02, before it starts on 2026-12-03.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["dated"],"patch":{"startDate":"2026-12-06"}}"#,
        "BadValue at startDate: dated would be due on 2026-12-05, before it starts on 2026-12-06.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["dated"],"patch":{"startDate":"2026-12-09","dueDate":"2026-12-08"}}"#,
        "BadValue at dueDate: dated would be due on 2026-12-08, before it starts on 2026-12-09.",
    ),
    (
        r#"{"kind":"reschedule","reschedule":{"kind":"set","dates":[{"id":"dated","startDate":"2026-12-09","dueDate":"2026-12-08"}]}}"#,
        "BadValue at dueDate: dated would be due on 2026-12-08, before it starts on 2026-12-09.",
    ),
    (
        r#"{"kind":"changeTasks","tasks":[{"id":"n","fields":{"title":"x","startDate":"2026-12-09","dueDate":"2026-12-08"}}]}"#,
        "BadValue at dueDate: n would be due on 2026-12-08, before it starts on 2026-12-09.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"actualHours":-1}}"#,
        "BadValue at actualHours: -1 is not valid for actual_hours. Use 0 to 100000 hours.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"labels":{"add":[" "]}}}"#,
        "BadValue at labels: An entry of this list is empty.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"taskLinks":[{"target":"","linkType":"url"}]}}"#,
        "BadValue at taskLinks: A link needs a target and a type.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"criteria":[{"item":""}]}}"#,
        "BadValue at criteria: A done criterion cannot be empty.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"criteria":[],"criterion":{"kind":"add","index":0,"item":"x"}}}"#,
        "BadCommand at criteria: Send either the whole checklist or one change to it, not both.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"criterion":{"kind":"remove","index":0,"item":"z"}}}"#,
        "Stale at criteria: The criterion “z” is no longer at its position. Check the list and try again.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"title":"x"},"seen":{"title":"Leaves"}}"#,
        "Stale at title: t2 was changed in the meantime. Check the new value first.",
    ),
    (
        r#"{"kind":"reschedule","reschedule":{"kind":"set","dates":[{"id":"dated","startDate":"2026-12-04","dueDate":"2026-12-05"}],"seen":[{"id":"dated","startDate":"2026-12-02","dueDate":"2026-12-05"}]}}"#,
        "Stale at startDate: dated was changed in the meantime. Check the new value first.",
    ),
    (
        r#"{"kind":"reschedule","reschedule":{"kind":"set","dates":[{"id":"dated","startDate":"2026-12-03"}],"seen":[{"id":"dated","startDate":"2026-12-03"}]}}"#,
        "Stale at dueDate: dated was changed in the meantime. Check the new value first.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"status":"done","estimateHours":1}}"#,
        "OpenCriterion at criteria: t2 cannot be set to done: the criterion “a” is not met.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"status":"review"}}"#,
        "EstimateRequired at estimateHours: “Leaf” needs an estimate before it can move to review.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t6"],"patch":{"title":"x"}}"#,
        "EstimateRequired at estimateHours: “x” (in_progress) needs an estimate above zero hours.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t1.1"],"patch":{"estimateHours":null}}"#,
        "EstimateRequired at estimateHours: “Open” (review) needs an estimate above zero hours.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2","t6"],"patch":{"status":"review"},"estimates":[{"id":"t2","hours":2}]}"#,
        "EstimateRequired at estimateHours: “No estimate” needs an estimate before it can move to review.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"status":"review"},"estimates":[{"id":"t2","hours":0}]}"#,
        "EstimateRequired at estimateHours: “Leaf” needs an estimate before it can move to review.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"status":"review"},"estimates":[{"id":"t2","hours":-1}]}"#,
        "BadValue at estimateHours: -1 is not valid for estimate_hours. Use 0 to 100000 hours.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{},"estimates":[{"id":"dated","hours":2}]}"#,
        "UnknownTask: There is no task dated.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"skipped"}}"#,
        "OpenChild at status: t1 cannot be closed: its subtask t1.1 (Open) is review.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2","t1"],"patch":{"status":"skipped"}}"#,
        "OpenChild at status: t1 cannot be closed: its subtask t1.1 (Open) is review.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"dependencies":{"add":["t2"]}}}"#,
        "DependencyCycle at dependencies: This would create a circular dependency: t2 → t2.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"dependencies":{"add":["t1.1"]}}}"#,
        "DependencyCycle at dependencies: This would create a circular dependency: t2 → t1.1 → t2.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t1","t2"],"patch":{"dependencies":{"add":["t1","t2"]}}}"#,
        "DependencyCycle at dependencies: This would create a circular dependency: t1 → t1.",
    ),
    (r#"{"kind":"changeTasks","tasks":[{"fields":{}}]}"#, "BadValue at title: A task needs a title."),
    (r#"{"kind":"changeTasks","tasks":[{"parent":"t9","fields":{"title":"x"}}]}"#, "UnknownTask: There is no task t9."),
    (
        r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"x","status":"in_progress"}}]}"#,
        "EstimateRequired at estimateHours: “x” needs an estimate before it can move to in_progress.",
    ),
    (
        r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"x","status":"done","estimateHours":1,"criteria":[{"item":"a"}]}}]}"#,
        "OpenCriterion at criteria: t8 cannot be set to done: the criterion “a” is not met.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{},"position":{"parent":"t1.1","place":{"kind":"last"}}}"#,
        "MoveIntoItself: t1 cannot be moved under itself or its subtasks.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{},"position":{"parent":"t1","place":{"kind":"last"}}}"#,
        "MoveIntoItself: t1 cannot be moved under itself or its subtasks.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{},"position":{"parent":"t9","place":{"kind":"last"}}}"#,
        "UnknownTask: There is no task t9.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{},"position":{"parent":null,"place":{"kind":"before","id":"t9"}}}"#,
        "UnknownTask: There is no task t9.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"status":"in_progress"},"card":{"kind":"last"}}"#,
        "EstimateRequired at estimateHours: “Leaf” needs an estimate before it can move to in_progress.",
    ),
    (
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{},"position":{"parent":"t2"}}"#,
        "MoveIntoItself: t2 cannot be moved under itself or its subtasks.",
    ),
    (
        r#"{"kind":"duplicateTask","id":"t4"}"#,
        "BrokenFile: tasks/t4-broken/_task.todo.json cannot be read and is not overwritten. Repair the file first.",
    ),
    (r#"{"kind":"deleteTasks","ids":["t9"]}"#, "UnknownTask: There is no task t9."),
    (r#"{"kind":"undo"}"#, "NothingToUndo: Nothing to undo."),
];

#[test]
fn invalid_task_commands_are_refused() {
    for (request, expected) in TASKS {
        check(PROJECT, request, &format!("refused {expected}"));
    }
}

#[test]
fn refusal_of_a_new_task_names_no_task() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let request = command(r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"x","status":"review"}}]}"#);
    assert_eq!(bench.run(&request).unwrap_err().task, None);
}

#[test]
fn invalid_ids_are_refused() {
    for id in ["", "a/b", "a\\\\b", "..", "a..b", ".hidden", "a\\u0007", "../../x", "a\\nb"] {
        let request = format!(r#"{{"kind":"changeTasks","tasks":[{{"id":"{id}","fields":{{"title":"x"}}}}]}}"#);
        let mut bench = Bench::from_text(&dedent(PROJECT));
        let actual = describe(&bench.run(&command(&request)));
        assert!(actual.starts_with("refused BadId at id"), "{id}: {actual}");
    }
}

#[test]
fn reversed_dates_are_tolerated_until_they_change() {
    let project = r#"
        === config.toml
        [project]
        name = "Small"
        === tasks/t1-x/_task.todo.json
        {"id": "t1", "title": "X", "schedule": {"start_date": "2026-12-05", "due_date": "2026-12-03"}}
        === tasks/t2-x/_task.todo.json
        {"id": "t2", "title": "X", "schedule": {"start_date": "soon", "due_date": "2026-12-03"}}
    "#;
    let refused = "refused BadValue at dueDate: t1 would be due on 2026-12-04, before it starts on 2026-12-05.";
    for (id, patch, expected) in [
        ("t1", r#"{"title":"Y"}"#, "Renamed t1 “X” to “Y”"),
        ("t1", r#"{"status":"blocked","pinned":true}"#, "Set t1 “X” to blocked and changed other fields"),
        ("t1", r#"{"dueDate":"2026-12-04"}"#, refused),
        ("t1", r#"{"dueDate":"2026-12-05"}"#, "Set the due date of t1 “X” to 2026-12-05"),
        ("t1", r#"{"startDate":"2026-12-01"}"#, "Set the start date of t1 “X” to 2026-12-01"),
        ("t1", r#"{"startDate":null}"#, "Cleared the start date of t1 “X”"),
        ("t2", r#"{"dueDate":"2026-12-01"}"#, "Set the due date of t2 “X” to 2026-12-01"),
    ] {
        let mut bench = Bench::from_text(&dedent(project));
        let request = format!(r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{patch}}}"#);
        let actual = describe(&bench.run(&command(&request)));
        assert_eq!(actual.lines().next(), Some(expected), "{patch}");
    }
    let mut bench = Bench::from_text(&dedent(project));
    let shift = r#"{"kind":"reschedule","reschedule":{"kind":"shift","ids":["t1"],"days":1,"workingDays":true}}"#;
    assert!(bench.run(&command(shift)).is_ok());
    assert!(bench.run(&command(r#"{"kind":"duplicateTask","id":"t1"}"#)).is_ok());
}

#[test]
fn invalid_paths_are_refused() {
    for (request, expected) in [
        (
            r#"{"kind":"discard","path":"../outside"}"#,
            "BadPath: The path \"../outside\" does not stay inside the .handoff folder.",
        ),
        (
            r#"{"kind":"discard","path":"config.toml"}"#,
            "BadPath: config.toml belongs to the project and cannot be moved to the trash.",
        ),
        (
            r#"{"kind":"discard","path":"tasks"}"#,
            "BadPath: tasks belongs to the project and cannot be moved to the trash.",
        ),
        (
            r#"{"kind":"discard","path":"activity/2026-12/noor.jsonl"}"#,
            "BadPath: activity/2026-12/noor.jsonl belongs to the project and cannot be moved to the trash.",
        ),
        (r#"{"kind":"discard","path":"tasks/gone"}"#, "BadPath: tasks/gone does not exist."),
        (
            r#"{"kind":"keepTaskFile","path":"tasks/t5-two/gone.json"}"#,
            "BadPath: tasks/t5-two/gone.json does not exist.",
        ),
        (r#"{"kind":"changeId","folder":"tasks/gone"}"#, "UnknownTask: There is no task in tasks/gone."),
        (
            r#"{"kind":"changeId","folder":"tasks/t4-broken"}"#,
            "BrokenFile: tasks/t4-broken/_task.todo.json cannot be read and is not overwritten. Repair the file first.",
        ),
        (
            r#"{"kind":"changeId","folder":"tasks/t5-two"}"#,
            "AmbiguousTask: The folder of t5 contains several task files. Choose the one to keep first.",
        ),
        (
            r#"{"kind":"changeId","folder":"tasks/t2-leaf","id":"t1"}"#,
            "IdTaken at id: A task t1 already exists. Choose another ID.",
        ),
        (r#"{"kind":"changeId","folder":"tasks/t2-leaf","id":"a/b"}"#, "BadId at id: An ID cannot contain /."),
        (
            r#"{"kind":"removeByteOrderMark","path":"/etc/passwd"}"#,
            "BadPath: The path \"/etc/passwd\" does not stay inside the .handoff folder.",
        ),
        (r#"{"kind":"removeByteOrderMark","path":"gone.toml"}"#, "BadPath: gone.toml does not exist."),
        (
            r#"{"kind":"removeKey","path":"tasks/t2-leaf/_task.todo.json","key":["id"]}"#,
            "BadCommand: id in tasks/t2-leaf/_task.todo.json has no reported problem, so it was not removed.",
        ),
    ] {
        check(PROJECT, request, &format!("refused {expected}"));
    }
}

#[test]
fn invalid_configuration_values_are_refused() {
    let cases = [
        (r#"["calendar","closed_weekdays"]"#, r#"["sat","someday"]"#, true),
        (r#"["calendar","closed_weekdays"]"#, r#""sat""#, true),
        (r#"["calendar","closed_weekdays"]"#, "[7]", true),
        (r#"["calendar","closed_weekdays"]"#, r#"["Sat",0]"#, false),
        (r#"["calendar","closed_dates"]"#, r#"["2026-13-01"]"#, true),
        (r#"["calendar","work_hours_per_day"]"#, "-1", true),
        (r#"["calendar","work_hours_per_day"]"#, r#""8""#, true),
        (r#"["calendar","day_hours","fri"]"#, "6", false),
        (r#"["calendar","day_hours","friday"]"#, "6", true),
        (r#"["milestones","m","date"]"#, r#""soon""#, true),
        (r#"["milestones","m","date"]"#, r#""2027-01-05""#, false),
        (r#"["milestones","m"]"#, "{}", true),
        (r#"["assignees","","color"]"#, r##""#102030""##, true),
        (r#"["assignees","x","color"]"#, r#""reddish""#, true),
        (r#"["project","name"]"#, "null", true),
        (r#"["project","name"]"#, r#"" ""#, true),
        (r#"["settings","memory_dup_threshold"]"#, "1.5", true),
        (r#"["settings","history_limit"]"#, "1.5", true),
        (r#"["settings","timer_provider"]"#, r#""me""#, true),
        (r#"["settings","custom_fields","x"]"#, r#"{"a":null}"#, true),
        (r#"["settings","custom_fields","x"]"#, r#"{"a":[1]}"#, false),
        (r#"["settings","custom_fields","wip_limits","doing"]"#, "3", true),
        (r#"["settings","custom_fields","label_colors","tides"]"#, r#""teal""#, false),
        (r#"["settings","custom_fields","label_colors","tides"]"#, r#""reddish""#, true),
        (r#"["settings","custom_fields","agents"]"#, r#"["codex"]"#, false),
        (r#"["settings","custom_fields","agents"]"#, r#""codex""#, true),
        (r#"["settings","custom_fields","handoff_tools"]"#, r#""core, planning""#, false),
        (r#"["settings","custom_fields","handoff_tools"]"#, r#"["all"]"#, false),
        (r#"["settings","custom_fields","handoff_tools"]"#, r#""core,everything""#, true),
        (r#"["settings","unheard_of"]"#, "3", true),
        (r#"["tool"]"#, "{}", true),
        ("[]", "1", true),
    ];
    for (key, value, refused) in cases {
        let request = format!(r#"{{"kind":"updateConfig","changes":[{{"key":{key},"value":{value}}}]}}"#);
        let mut bench = Bench::from_text(&dedent(PROJECT));
        let actual = bench.run(&command(&request));
        assert_eq!(actual.is_err(), refused, "{key} = {value}: {}", describe(&actual));
    }
    let mut bench = Bench::from_text("=== config.toml\n[project\n");
    let request = command(r#"{"kind":"updateConfig","changes":[{"key":["labels"],"value":[]}]}"#);
    assert!(describe(&bench.run(&request)).starts_with("refused BrokenFile"));
}

#[test]
fn missing_project_and_invalid_writers_are_refused() {
    let create = command(r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"x"}}]}"#);
    let mut bench = Bench::new(Vec::new());
    assert_eq!(
        describe(&bench.run(&create)),
        "refused NotInitialized: There is no project here yet. Initialize one first."
    );
    let mut bench = Bench::from_text(&dedent(PROJECT));
    for writer in ["", "../x", "a b", &"x".repeat(65)] {
        let context = handoff_protocol::Context { writer: writer.to_owned(), ..support::context() };
        let refusal = bench.engine.plan(&create, &context).unwrap_err();
        assert_eq!(refusal.code, handoff_protocol::RefusalCode::BadCommand, "{writer}");
    }
}
