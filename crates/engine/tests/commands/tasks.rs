//! Commands on small projects: what each writes, in both layouts.

use crate::support::{self, Bench, check, command, told, undented};
use handoff_protocol::Outcome;

const JSON: &str = r#"
    === config.toml
    [project]
    name = "Small"
    === tasks/t1-alpha/_task.todo.json
    {
      "id": "t1",
      "title": "Alpha",
      "notes": "First.",
      "updated_at": "2026-12-01T08:00:00+00:00",
      "labels": [
        "a"
      ],
      "done_criteria": [
        {
          "item": "one",
          "checked": true
        },
        {
          "item": "two",
          "checked": true
        }
      ],
      "schedule": {
        "estimate_hours": 2.0
      }
    }
    === tasks/t1-alpha/t1.1-child/_task.done.json
    {"id": "t1.1", "title": "Child", "own": [1, {"x": null}]}
    === tasks/t2-beta/_task.in_progress.json
    {
      "id": "t2",
      "title": "Beta",
      "dependencies": [
        "t1"
      ],
      "schedule": {
        "estimate_hours": 1.0
      }
    }
    === tasks/t10-gamma/_task.blocked.json
    {
      "id": "t10",
      "title": "Gamma",
      "completed_at": "2026-11-01T08:00:00+00:00",
      "order": 0
    }
"#;

const TOML: &str = r#"
    === config.toml
    # The project.
    [project]
    name = "Small"
    === tasks/01-todo--alpha/task.toml
    # A comment.
    id = "01"
    title = "Alpha" # kept
    === tasks/01-todo--alpha/01.1-todo--child/task.toml
    id = "01.1"
    title = "Child"
    === tasks/01-todo--alpha/01.1-todo--child/01.1.1-todo--grandchild/task.toml
    id = "01.1.1"
    title = "Grandchild"
    === tasks/02-review--beta/task.toml
    id = "02"
    title = "Beta"
    dependencies = ["01"]

    [schedule]
    estimate_hours = 1.0
"#;

#[test]
fn create() {
    check(
        JSON,
        r#"{"kind":"createTask","task":{"parent":"t1","fields":{"title":" Überprüfen ","status":"in_progress","estimateHours":3,"priority":"high","labels":{"add":["b","b"]},"criteria":[{"item":"ok"}],"dependencies":{"set":["t2"]},"appendNotes":"why"}}}"#,
        r#"
        Create t1.2: Überprüfen
        make tasks/t1-alpha/t1.2-Überprüfen
        write tasks/t1-alpha/t1.2-Überprüfen/_task.in_progress.json
          + {
          +   "id": "t1.2",
          +   "title": "Überprüfen",
          +   "notes": "--- 2026-12-01T08:00:00\nwhy",
          +   "priority": "high",
          +   "created_at": "2026-12-01T08:00:00+00:00",
          +   "updated_at": "2026-12-01T08:00:00+00:00",
          +   "labels": [
          +     "b"
          +   ],
          +   "done_criteria": [
          +     {
          +       "item": "ok",
          +       "checked": false
          +     }
          +   ],
          +   "schedule": {
          +     "estimate_hours": 3.0
          +   },
          +   "dependencies": [
          +     "t2"
          +   ]
          + }
        log t1.2: "created""Überprüfen"
        "#,
    );
    check(
        TOML,
        r#"{"kind":"createTask","task":{"fields":{"title":"Third"}}}"#,
        r#"
        Create 03: Third
        make tasks/03-todo--third
        write tasks/03-todo--third/task.toml
          + id = "03"
          + title = "Third"
          + created_at = "2026-12-01T08:00:00+00:00"
          + updated_at = "2026-12-01T08:00:00+00:00"
        log 03: "created""Third"
        "#,
    );
    check(
        JSON,
        r#"{"kind":"createTask","task":{"id":"feat-x","fields":{"title":"X","status":"skipped"},"place":{"kind":"before","id":"t2"}}}"#,
        r#"
        Create feat-x: X
        make tasks/feat-x-x
        write tasks/feat-x-x/_task.skipped.json
          + {
          +   "id": "feat-x",
          +   "title": "X",
          +   "created_at": "2026-12-01T08:00:00+00:00",
          +   "updated_at": "2026-12-01T08:00:00+00:00",
          +   "handoff_rank": "LtB1V"
          + }
        log feat-x: "created""X"
        "#,
    );
    check(
        JSON,
        r#"{"kind":"createTask","task":{"fields":{"title":"D","status":"done","estimateHours":1,"criteria":[{"item":"a","checked":true}]}}}"#,
        r#"
        Create t11: D
        make tasks/t11-d
        write tasks/t11-d/_task.done.json
          + {
          +   "id": "t11",
          +   "title": "D",
          +   "created_at": "2026-12-01T08:00:00+00:00",
          +   "updated_at": "2026-12-01T08:00:00+00:00",
          +   "completed_at": "2026-12-01T08:00:00+00:00",
          +   "done_criteria": [
          +     {
          +       "item": "a",
          +       "checked": true
          +     }
          +   ],
          +   "schedule": {
          +     "estimate_hours": 1.0
          +   }
          + }
        log t11: "created""D"
        "#,
    );
}

#[test]
fn status() {
    check(
        JSON,
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"done"}}"#,
        r#"
        Set t1 to done
        move tasks/t1-alpha/_task.todo.json to tasks/t1-alpha/_task.done.json
        write tasks/t1-alpha/_task.done.json
          -   "updated_at": "2026-12-01T08:00:00+00:00",
          +   "updated_at": "2026-12-01T08:00:00.001+00:00",
          +   "completed_at": "2026-12-01T08:00:00+00:00",
        log t1: "field""status" "todo" "done"
        "#,
    );
    check(
        TOML,
        r#"{"kind":"updateTasks","ids":["02"],"patch":{"status":"done"}}"#,
        r#"
        Set 02 to done
        write tasks/02-review--beta/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
          + completed_at = "2026-12-01T08:00:00+00:00"
        move tasks/02-review--beta to tasks/02-done--beta
        log 02: "field""status" "review" "done"
        "#,
    );
    check(
        JSON,
        r#"{"kind":"updateTasks","ids":["t10"],"patch":{"status":"todo"}}"#,
        r#"
        Set t10 to todo
        move tasks/t10-gamma/_task.blocked.json to tasks/t10-gamma/_task.todo.json
        write tasks/t10-gamma/_task.todo.json
          +   "updated_at": "2026-12-01T08:00:00+00:00",
        log t10: "field""status" "blocked" "todo"
        "#,
    );
}

#[test]
fn a_unit_with_a_task_and_those_above_it() {
    check(
        TOML,
        r#"{"kind":"updateTasks","ids":["01","01.1.1","01.1"],"patch":{"status":"skipped"}}"#,
        r#"
        Set 3 tasks to skipped
        write tasks/01-todo--alpha/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
        move tasks/01-todo--alpha to tasks/01-skipped--alpha
        write tasks/01-skipped--alpha/01.1-todo--child/01.1.1-todo--grandchild/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
        move tasks/01-skipped--alpha/01.1-todo--child/01.1.1-todo--grandchild to tasks/01-skipped--alpha/01.1-todo--child/01.1.1-skipped--grandchild
        write tasks/01-skipped--alpha/01.1-todo--child/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
        move tasks/01-skipped--alpha/01.1-todo--child to tasks/01-skipped--alpha/01.1-skipped--child
        log 01: "field""status" "todo" "skipped"
        log 01.1.1: "field""status" "todo" "skipped"
        log 01.1: "field""status" "todo" "skipped"
        "#,
    );
}

#[test]
fn fields() {
    check(
        JSON,
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"notes":null,"labels":{"remove":["a"],"add":["c"]},"milestone":"m1","pinned":true,"criterion":{"kind":"move","index":0,"item":"one","to":1}},"seen":{"notes":"First.","milestone":null}}"#,
        r#"
        Change t1
        write tasks/t1-alpha/_task.todo.json
          -   "notes": "First.",
          -   "updated_at": "2026-12-01T08:00:00+00:00",
          +   "updated_at": "2026-12-01T08:00:00.001+00:00",
          -     "a"
          +     "c"
          -       "item": "one",
          +       "item": "two",
          -       "item": "two",
          +       "item": "one",
          -     "estimate_hours": 2.0
          +     "estimate_hours": 2.0,
          +     "milestone": "m1",
          +     "pinned": true
        log t1: "field""milestone" null "m1"
        log t1: "field""pinned" null true
        log t1: "field""labels" ["a"] ["c"]
        log t1: "field""criteria" [{"item":"one","checked":true},{"item":"two","checked":true}] [{"item":"two","checked":true},{"item":"one","checked":true}]
        log t1: "field""notes" "First." null
        "#,
    );
    check(
        TOML,
        r#"{"kind":"updateTasks","ids":["01"],"patch":{"title":"Renamed","assignee":"noor","taskLinks":[{"target":"https://x.example","linkType":"url"}]}}"#,
        r#"
        Change 01
        write tasks/01-todo--alpha/task.toml
          - title = "Alpha" # kept
          + title = "Renamed" # kept
          + updated_at = "2026-12-01T08:00:00+00:00"
          + assignee = "noor"
          + 
          + [[task_links]]
          + target = "https://x.example"
          + link_type = "url"
        log 01: "field""title" "Alpha" "Renamed"
        log 01: "field""assignee" null "noor"
        log 01: "field""taskLinks" [] [{"target":"https://x.example","linkType":"url"}]
        "#,
    );
}

#[test]
fn nothing_to_do_writes_nothing() {
    for asked in [
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"Alpha","status":"todo","labels":{"add":["a"]},"assignee":null,"dueDate":""}}"#,
        r#"{"kind":"updateTasks","ids":[],"patch":{"title":"x"}}"#,
        r#"{"kind":"updateTasks","ids":["t1","t2"],"patch":{}}"#,
        r#"{"kind":"moveTasks","ids":["t1"],"parent":null,"place":{"kind":"before","id":"t2"}}"#,
        r#"{"kind":"moveTasks","ids":["t1"],"parent":null,"place":{"kind":"after","id":"t1"}}"#,
        r#"{"kind":"placeCards","ids":["t2"],"patch":{"status":"in_progress"},"place":{"kind":"first"}}"#,
        r#"{"kind":"placeCards","ids":["t2"],"patch":{},"parent":null}"#,
        r#"{"kind":"updateConfig","changes":[{"key":["project","name"],"value":"Small"}]}"#,
        r#"{"kind":"renameFolder","folder":"tasks/t1-alpha"}"#,
        r#"{"kind":"changeId","folder":"tasks/t1-alpha","id":"t1"}"#,
        r#"{"kind":"removeByteOrderMark","path":"config.toml"}"#,
        r#"{"kind":"deleteTasks","ids":[]}"#,
    ] {
        let mut bench = Bench::from_text(&support::undented(JSON));
        let changes = bench.plan(&command(asked)).unwrap_or_else(|refusal| panic!("{asked}: {}", refusal.text));
        assert!(changes.edits.is_empty() && changes.events.is_empty(), "{asked}\n{changes:?}");
    }
}

#[test]
fn moves() {
    check(
        JSON,
        r#"{"kind":"moveTasks","ids":["t2","t1"],"parent":"t10","place":{"kind":"last"}}"#,
        r#"
        Move 2 tasks under t10
        move tasks/t2-beta to tasks/t10-gamma/t2-beta
        move tasks/t1-alpha to tasks/t10-gamma/t1-alpha
        write tasks/t10-gamma/t2-beta/_task.in_progress.json
          +   "updated_at": "2026-12-01T08:00:00+00:00",
          +   "handoff_rank": "V",
        write tasks/t10-gamma/t1-alpha/_task.todo.json
          -   "updated_at": "2026-12-01T08:00:00+00:00",
          +   "updated_at": "2026-12-01T08:00:00.001+00:00",
          -   }
          +   },
          +   "handoff_rank": "k"
        log t2: "moved" null "t10"
        log t1: "moved" null "t10"
        log t2: "field""rank" null "V"
        log t1: "field""rank" null "k"
        "#,
    );
    check(
        TOML,
        r#"{"kind":"moveTasks","ids":["01.1","01.1.1"],"parent":null,"place":{"kind":"before","id":"02"}}"#,
        r#"
        Move 01.1 to the top level
        move tasks/01-todo--alpha/01.1-todo--child to tasks/01.1-todo--child
        log 01.1: "moved" "01" null
        "#,
    );
    check(
        JSON,
        r#"{"kind":"moveTasks","ids":["t10"],"parent":null,"place":{"kind":"after","id":"t1"}}"#,
        r#"
        Reorder t10
        write tasks/t10-gamma/_task.blocked.json
          +   "updated_at": "2026-12-01T08:00:00+00:00",
          -   "order": 0
          +   "order": 0,
          +   "handoff_rank": "LtB1V"
        log t10: "field""rank" null "LtB1V"
        "#,
    );
}

#[test]
fn cards() {
    check(
        JSON,
        r#"{"kind":"placeCards","ids":["t10"],"patch":{"status":"todo","assignee":"noor"},"place":{"kind":"after","id":"t1"}}"#,
        r#"
        Set t10 to todo
        move tasks/t10-gamma/_task.blocked.json to tasks/t10-gamma/_task.todo.json
        write tasks/t10-gamma/_task.todo.json
          +   "updated_at": "2026-12-01T08:00:00+00:00",
          -   "order": 0
          +   "order": 0,
          +   "assignee": "noor",
          +   "handoff_board_rank": "M"
        log t10: "field""status" "blocked" "todo"
        log t10: "field""assignee" null "noor"
        log t10: "field""boardRank" null "M"
        "#,
    );
    check(
        JSON,
        r#"{"kind":"placeCards","ids":["t10"],"patch":{"status":"todo"},"parent":"t1"}"#,
        r#"
        Move t10 under t1
        move tasks/t10-gamma to tasks/t1-alpha/t10-gamma
        move tasks/t1-alpha/t10-gamma/_task.blocked.json to tasks/t1-alpha/t10-gamma/_task.todo.json
        write tasks/t1-alpha/t10-gamma/_task.todo.json
          +   "updated_at": "2026-12-01T08:00:00+00:00",
          -   "order": 0
          +   "order": 0,
          +   "handoff_rank": "M"
        log t10: "moved" null "t1"
        log t10: "field""status" "blocked" "todo"
        log t10: "field""rank" null "M"
        "#,
    );
    check(
        TOML,
        r#"{"kind":"placeCards","ids":["01.1.1","02"],"patch":{"status":"blocked"},"parent":"01","place":{"kind":"first"}}"#,
        r#"
        Move 2 tasks under 01
        move tasks/01-todo--alpha/01.1-todo--child/01.1.1-todo--grandchild to tasks/01-todo--alpha/01.1.1-todo--grandchild
        move tasks/02-review--beta to tasks/01-todo--alpha/02-review--beta
        write tasks/01-todo--alpha/01.1.1-todo--grandchild/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
        move tasks/01-todo--alpha/01.1.1-todo--grandchild to tasks/01-todo--alpha/01.1.1-blocked--grandchild
        write tasks/01-todo--alpha/02-review--beta/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
        move tasks/01-todo--alpha/02-review--beta to tasks/01-todo--alpha/02-blocked--beta
        log 01.1.1: "moved" "01.1" "01"
        log 02: "moved" null "01"
        log 01.1.1: "field""status" "todo" "blocked"
        log 02: "field""status" "review" "blocked"
        "#,
    );
    check(
        TOML,
        r#"{"kind":"placeCards","ids":["01.1"],"patch":{},"parent":null}"#,
        r#"
        Move 01.1 to the top level
        move tasks/01-todo--alpha/01.1-todo--child to tasks/01.1-todo--child
        write tasks/01.1-todo--child/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
          + handoff_rank = "M"
        log 01.1: "moved" "01" null
        log 01.1: "field""rank" null "M"
        "#,
    );
}

#[test]
fn copies_and_deletions() {
    check(
        JSON,
        r#"{"kind":"duplicateTask","id":"t1"}"#,
        r#"
        Duplicate t1 as t11
        make tasks/t11-alpha
        write tasks/t11-alpha/_task.todo.json
          + {
          +   "id": "t11",
          +   "title": "Alpha",
          +   "notes": "First.",
          +   "created_at": "2026-12-01T08:00:00+00:00",
          +   "updated_at": "2026-12-01T08:00:00+00:00",
          +   "labels": [
          +     "a"
          +   ],
          +   "done_criteria": [
          +     {
          +       "item": "one",
          +       "checked": false
          +     },
          +     {
          +       "item": "two",
          +       "checked": false
          +     }
          +   ],
          +   "schedule": {
          +     "estimate_hours": 2.0
          +   },
          +   "handoff_rank": "LtB1V"
          + }
        make tasks/t11-alpha/t11.1-child
        write tasks/t11-alpha/t11.1-child/_task.todo.json
          + {"id": "t11.1", "title": "Child", "created_at": "2026-12-01T08:00:00+00:00", "updated_at": "2026-12-01T08:00:00+00:00", "own": [1, {"x": null}]}
        log t11: "created""Alpha"
        log t11.1: "created""Child"
        "#,
    );
    check(
        JSON,
        r#"{"kind":"deleteTasks","ids":["t1.1","t1"]}"#,
        r#"
        Delete t1: Alpha
        move tasks/t1-alpha to trash/20261201-080000-0000beef-t1-alpha
        log t1: "deleted""Alpha"
        log t1.1: "deleted""Child"
        warn t2 (Beta) still waits for the deleted t1.
        "#,
    );
}

#[test]
fn configuration() {
    check(
        TOML,
        r##"{"kind":"updateConfig","changes":[{"key":["assignees","a.b","color"],"value":"#102030"},{"key":["settings","custom_fields","wip_limits","review"],"value":3},{"key":["project","name"],"value":"Big"}]}"##,
        r##"
        Change assignees.a.b.color, settings.custom_fields.wip_limits.review, project.name in the configuration
        write config.toml
          - name = "Small"
          + name = "Big"
          + 
          + [assignees."a.b"]
          + color = "#102030"
          + 
          + [settings.custom_fields.wip_limits]
          + review = 3
        log config: "config""assignees.a.b.color" null "#102030"
        log config: "config""settings.custom_fields.wip_limits.review" null 3
        log config: "config""project.name" "Small" "Big"
        "##,
    );
}

#[test]
fn estimates_come_with_a_change_and_for_the_named_tasks_only() {
    const OPEN: &str = r#"
        === config.toml
        [project]
        name = "Small"
        === tasks/t1-a/_task.todo.json
        {"id": "t1", "title": "A", "schedule": {"estimate_hours": 5.0}}
        === tasks/t2-b/_task.todo.json
        {"id": "t2", "title": "B"}
    "#;
    let estimates = r#""estimates":[{"id":"t2","hours":1.5}]"#;
    let status = r#""patch":{"status":"in_progress"}"#;
    for asked in [
        format!(r#"{{"kind":"updateTasks","ids":["t1","t2"],{status},{estimates}}}"#),
        format!(r#"{{"kind":"placeCards","ids":["t1","t2"],{status},"place":{{"kind":"last"}},{estimates}}}"#),
    ] {
        let mut bench = Bench::from_text(&undented(OPEN));
        assert!(matches!(bench.commit(&command(&asked)), Outcome::Done { .. }), "{asked}");
        let hours = |name: &str| {
            let text = String::from_utf8_lossy(bench.tree.file(name).unwrap()).into_owned();
            serde_json::from_str::<serde_json::Value>(&text).unwrap()["schedule"]["estimate_hours"].as_f64()
        };
        assert_eq!(hours("tasks/t1-a/_task.in_progress.json"), Some(5.0));
        assert_eq!(hours("tasks/t2-b/_task.in_progress.json"), Some(1.5));
        bench.commit(&command(r#"{"kind":"undo"}"#));
        assert!(bench.tree.file("tasks/t2-b/_task.todo.json").is_some(), "one step of undo takes both back");
    }
}

#[test]
fn a_project_begins() {
    for (layout, first, custom) in [
        ("json", "t1", "[settings.custom_fields]\nhandoff_layout = \"json\"\n"),
        ("toml", "01", "[settings.custom_fields]\nhandoff_layout = \"toml\"\n"),
    ] {
        let mut bench = Bench::new(Vec::new());
        let init = command(&format!(r#"{{"kind":"initProject","name":"New","description":" ","layout":"{layout}"}}"#));
        bench.run(&init).unwrap();
        assert!(bench.tree.is_folder("tasks") && bench.tree.is_folder("sessions") && bench.tree.is_folder("memory"));
        let config = String::from_utf8_lossy(bench.tree.file("config.toml").unwrap()).into_owned();
        assert!(config.contains("name = \"New\"") && config.contains("multi_session = true"), "{config}");
        assert!(config.contains(custom) && !config.contains("description"), "{config}");
        assert!(config.contains("require_estimate_hours = false\n"), "{config}");
        let create = command(r#"{"kind":"createTask","task":{"fields":{"title":"One"}}}"#);
        assert_eq!(bench.run(&create).unwrap().created, [first]);
        let start =
            command(&format!(r#"{{"kind":"updateTasks","ids":["{first}"],"patch":{{"status":"in_progress"}}}}"#));
        bench.run(&start).unwrap();
        assert!(told(&bench.run(&init)).starts_with("refused AlreadyInitialized"));
    }
}

#[test]
fn allocation_never_repeats_a_number_of_the_tree() {
    for (project, parent, wanted) in [
        ("=== tasks/t1-a/_task.todo.json\n{\"id\":\"t1\",\"title\":\"\"}\n=== tasks/t7-orphan/\n", "null", "t8"),
        (
            "=== tasks/t1-a/_task.todo.json\n{\"id\":\"t1\",\"title\":\"\"}\n=== tasks/t1-a/t9-deep/_task.todo.json\n{\"id\":\"t9\",\"title\":\"\"}\n",
            "null",
            "t10",
        ),
        (
            "=== tasks/t1-a/_task.todo.json\n{\"id\":\"t1\",\"title\":\"\"}\n=== tasks/t2-b/_task.todo.json\n{\"id\":\"t2\",\"title\":\"\"}\n=== tasks/t2-b/t1.4-moved/_task.todo.json\n{\"id\":\"t1.4\",\"title\":\"\"}\n",
            "\"t1\"",
            "t1.5",
        ),
        (
            "=== tasks/feat-login-x/_task.todo.json\n{\"id\":\"feat-login\",\"title\":\"\"}\n=== tasks/feat-login-x/feat-login.sso-y/_task.todo.json\n{\"id\":\"feat-login.sso\",\"title\":\"\"}\n",
            "\"feat-login\"",
            "feat-login.1",
        ),
        ("=== tasks/09-todo--a/task.toml\nid = \"09\"\ntitle = \"\"\n", "null", "10"),
        ("=== tasks/99-todo--a/task.toml\nid = \"99\"\ntitle = \"\"\n", "null", "100"),
        ("=== tasks/01-todo--a/task.toml\nid = \"01\"\ntitle = \"\"\n", "\"01\"", "01.1"),
        ("=== tasks/\n", "null", "01"),
    ] {
        let mut bench = Bench::from_text(project);
        let asked = format!(r#"{{"kind":"createTask","task":{{"parent":{parent},"fields":{{"title":"New"}}}}}}"#);
        assert_eq!(bench.run(&command(&asked)).unwrap().created, [wanted], "{project}");
    }
}
