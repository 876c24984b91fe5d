//! Commands on tasks: the edits of each, in both layouts.

use crate::support::{self, Bench, check, command};

pub(super) const JSON: &str = r#"
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

pub(super) const TOML: &str = r#"
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
fn create_writes_a_new_task() {
    check(
        JSON,
        r#"{"kind":"changeTasks","tasks":[{"parent":"t1","fields":{"title":" Überprüfen ","status":"in_progress","estimateHours":3,"priority":"high","labels":{"add":["b","b"]},"criteria":[{"item":"ok"}],"dependencies":{"set":["t1.1"]},"appendNotes":"why"}}]}"#,
        r#"
        Created t1.2 “Überprüfen”
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
          +     "t1.1"
          +   ]
          + }
        log t1.2: "created""Überprüfen"
        "#,
    );
    check(
        TOML,
        r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"Third"}}]}"#,
        r#"
        Created 03 “Third”
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
        r#"{"kind":"changeTasks","tasks":[{"id":"feat-x","fields":{"title":"X","status":"skipped"},"place":{"kind":"before","id":"t2"}}]}"#,
        r#"
        Created feat-x “X”
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
        r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"D","status":"done","estimateHours":1,"criteria":[{"item":"a","checked":true}]}}]}"#,
        r#"
        Created t11 “D”
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
fn status_change_renames_the_file_or_folder() {
    check(
        JSON,
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"done"}}"#,
        r#"
        Set t1 “Alpha” to done
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
        Set 02 “Beta” to done
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
        Set t10 “Gamma” to todo
        move tasks/t10-gamma/_task.blocked.json to tasks/t10-gamma/_task.todo.json
        write tasks/t10-gamma/_task.todo.json
          +   "updated_at": "2026-12-01T08:00:00+00:00",
        log t10: "field""status" "blocked" "todo"
        "#,
    );
}

#[test]
fn status_change_of_nested_tasks_follows_renamed_folders() {
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
fn update_changes_only_the_given_fields() {
    check(
        JSON,
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"notes":null,"labels":{"remove":["a"],"add":["c"]},"milestone":"m1","pinned":true,"criterion":{"kind":"move","index":0,"item":"one","to":1}},"seen":{"notes":"First.","milestone":null}}"#,
        r#"
        Changed t1 “Alpha”
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
        Changed 01 “Alpha”
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
fn scope_paths_are_a_list_in_both_layouts() {
    check(
        JSON,
        r#"{"kind":"updateTasks","ids":["t10"],"patch":{"scopePaths":{"add":["src/tide.rs"," src/tide.rs","docs/"]}}}"#,
        r#"
        Changed the scope paths of t10 “Gamma”
        write tasks/t10-gamma/_task.blocked.json
          +   "updated_at": "2026-12-01T08:00:00+00:00",
          -   "order": 0
          +   "order": 0,
          +   "scope_paths": [
          +     "src/tide.rs",
          +     "docs/"
          +   ]
        log t10: "field""scopePaths" [] ["src/tide.rs","docs/"]
        "#,
    );
    check(
        TOML,
        r#"{"kind":"updateTasks","ids":["01"],"patch":{"scopePaths":{"set":["src"]}},"seen":{"scopePaths":{"set":[]}}}"#,
        r#"
        Changed the scope paths of 01 “Alpha”
        write tasks/01-todo--alpha/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
          + scope_paths = ["src"]
        log 01: "field""scopePaths" [] ["src"]
        "#,
    );
    check(
        TOML,
        r#"{"kind":"updateTasks","ids":["01"],"patch":{"scopePaths":{"set":["src"]}},"seen":{"scopePaths":{"set":["doc"]}}}"#,
        "refused Stale at scopePaths: 01 was changed in the meantime. Check the new value first.",
    );
}

#[test]
fn commands_without_effect_plan_no_edits() {
    for request in [
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"Alpha","status":"todo","labels":{"add":["a"]},"assignee":null,"dueDate":""}}"#,
        r#"{"kind":"updateTasks","ids":[],"patch":{"title":"x"}}"#,
        r#"{"kind":"updateTasks","ids":["t1","t2"],"patch":{}}"#,
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{},"position":{"parent":null,"place":{"kind":"before","id":"t2"}}}"#,
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{},"position":{"parent":null,"place":{"kind":"after","id":"t1"}}}"#,
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"status":"in_progress"},"card":{"kind":"first"}}"#,
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{},"position":{"parent":null}}"#,
        r#"{"kind":"updateConfig","changes":[{"key":["project","name"],"value":"Small"}]}"#,
        r#"{"kind":"renameFolder","folder":"tasks/t1-alpha"}"#,
        r#"{"kind":"changeId","folder":"tasks/t1-alpha","id":"t1"}"#,
        r#"{"kind":"removeByteOrderMark","path":"config.toml"}"#,
        r#"{"kind":"deleteTasks","ids":[]}"#,
    ] {
        let mut bench = Bench::from_text(&support::dedent(JSON));
        let changes = bench.plan(&command(request)).unwrap_or_else(|refusal| panic!("{request}: {}", refusal.text));
        assert!(changes.edits.is_empty() && changes.events.is_empty(), "{request}\n{changes:?}");
    }
}

#[test]
fn duplicate_and_delete_include_subtasks() {
    check(
        JSON,
        r#"{"kind":"duplicateTask","id":"t1"}"#,
        r#"
        Duplicated t1 “Alpha” as t11
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
        Deleted t1 “Alpha”
        move tasks/t1-alpha to trash/20261201-080000-0000beef-t1-alpha
        log config: "renamed" "tasks/t1-alpha" "trash/20261201-080000-0000beef-t1-alpha"
        log t1: "deleted""Alpha"
        log t1.1: "deleted""Child"
        warn t2 “Beta” waits for t1 “Alpha”.
        "#,
    );
}
