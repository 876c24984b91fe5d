//! Moving tasks and placing cards.

use super::tasks::{JSON, TOML};
use handoff_protocol::Outcome;

use crate::support::{Bench, check, command, dedent};

#[test]
fn move_changes_parent_and_rank() {
    check(
        JSON,
        r#"{"kind":"updateTasks","ids":["t2","t1"],"patch":{},"position":{"parent":"t10","place":{"kind":"last"}}}"#,
        r#"
        Moved 2 tasks under t10 “Gamma”
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
        r#"{"kind":"updateTasks","ids":["01.1","01.1.1"],"patch":{},"position":{"parent":null,"place":{"kind":"before","id":"02"}}}"#,
        r#"
        Moved 01.1 “Child” to the top level
        move tasks/01-todo--alpha/01.1-todo--child to tasks/01.1-todo--child
        log 01.1: "moved" "01" null
        "#,
    );
    check(
        JSON,
        r#"{"kind":"updateTasks","ids":["t10"],"patch":{},"position":{"parent":null,"place":{"kind":"after","id":"t1"}}}"#,
        r#"
        Reordered t10 “Gamma”
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
fn place_cards_changes_status_parent_and_rank() {
    check(
        JSON,
        r#"{"kind":"updateTasks","ids":["t10"],"patch":{"status":"todo","assignee":"noor"},"card":{"kind":"after","id":"t1"}}"#,
        r#"
        Set t10 “Gamma” to todo and gave it to noor
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
        r#"{"kind":"updateTasks","ids":["t10"],"patch":{"status":"todo"},"position":{"parent":"t1"}}"#,
        r#"
        Set t10 “Gamma” to todo and moved it under t1 “Alpha”
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
        r#"{"kind":"updateTasks","ids":["01.1.1","02"],"patch":{"status":"blocked"},"position":{"parent":"01"},"card":{"kind":"first"}}"#,
        r#"
        Set 2 tasks to blocked and moved them under 01 “Alpha”
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
        r#"{"kind":"updateTasks","ids":["01.1"],"patch":{},"position":{"parent":null}}"#,
        r#"
        Moved 01.1 “Child” to the top level
        move tasks/01-todo--alpha/01.1-todo--child to tasks/01.1-todo--child
        write tasks/01.1-todo--child/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
          + handoff_rank = "M"
        log 01.1: "moved" "01" null
        log 01.1: "field""rank" null "M"
        "#,
    );
}

/// What people read after changes: what happened, with the titles of the tasks.
#[test]
fn summaries_say_what_changed() {
    const PROJECT: &str = r#"
        === config.toml
        labels = ["risk", "data"]
        [project]
        name = "Small"
        [settings]
        require_estimate_hours = false
        [assignees.maya]
        display_name = "Maya Ito"
        === tasks/t1-storage/_task.todo.json
        {"id": "t1", "title": "Storage layer", "labels": ["risk"], "done_criteria": [{"item": "Tested", "checked": false}], "schedule": {"due_date": "2026-12-04"}}
        === tasks/t2-map/_task.todo.json
        {"id": "t2", "title": "Map view", "assignee": "maya"}
    "#;
    let place = |more: &str| format!(r#"{{"kind":"updateTasks","ids":["t1"],{more},"card":{{"kind":"last"}}}}"#);
    let update = |ids: &str, patch: &str| format!(r#"{{"kind":"updateTasks","ids":{ids},"patch":{patch}}}"#);
    let dates = |dates: &str| {
        let set = format!(r#"{{"kind":"set","dates":[{{"id":"t2"{dates}}}]}}"#);
        format!(r#"{{"kind":"reschedule","reschedule":{set}}}"#)
    };
    let both = r#"["t1","t2"]"#;
    for (request, expected) in [
        (
            place(r#""patch":{"status":"in_progress","assignee":"maya"}"#),
            "Set t1 “Storage layer” to in_progress and gave it to Maya Ito",
        ),
        (place(r#""patch":{"assignee":"maya"}"#), "Gave t1 “Storage layer” to Maya Ito"),
        (
            place(r#""patch":{"labels":{"remove":["risk"],"add":["data"]}}"#),
            "Replaced the label risk of t1 “Storage layer” with data",
        ),
        (
            place(r#""patch":{"status":"review","labels":{"add":["data"]}}"#),
            "Set t1 “Storage layer” to review and added the label data",
        ),
        (
            place(r#""patch":{"status":"review"},"position":{"parent":"t2"}"#),
            "Set t1 “Storage layer” to review and moved it under t2 “Map view”",
        ),
        (
            place(r#""patch":{"status":"review","priority":"high"}"#),
            "Set t1 “Storage layer” to review and set the priority to high",
        ),
        (place(r#""patch":{}"#), "Reordered t1 “Storage layer”"),
        (update(both, r#"{"status":"review","assignee":null}"#), "Set 2 tasks to review and cleared the assignee"),
        (update(both, r#"{"milestone":"alpha"}"#), "Set the milestone of 2 tasks to alpha"),
        (update(r#"["t1"]"#, r#"{"status":"todo","dueDate":null}"#), "Cleared the due date of t1 “Storage layer”"),
        (update(r#"["t1"]"#, r#"{"dependencies":{"add":["t2"]}}"#), "t1 “Storage layer” now waits for t2 “Map view”"),
        (
            update(r#"["t1"]"#, r#"{"criterion":{"kind":"check","index":0,"item":"Tested","checked":true}}"#),
            "Checked off “Tested” in t1 “Storage layer”",
        ),
        (update(r#"["t1"]"#, r#"{"addHours":1.5}"#), "Added 1.50 h to t1 “Storage layer”"),
        (update(r#"["t1"]"#, r#"{"notes":"See there."}"#), "Changed the notes of t1 “Storage layer”"),
        (update(r#"["t1"]"#, r#"{"notes":"N","priority":"low"}"#), "Changed t1 “Storage layer”"),
        (
            dates(r#","startDate":"2026-12-03","dueDate":"2026-12-04""#),
            "Moved t2 “Map view” to 2026-12-03 – 2026-12-04",
        ),
    ] {
        let mut bench = Bench::from_text(&dedent(PROJECT));
        let outcomes = [request.as_str(), r#"{"kind":"undo"}"#, r#"{"kind":"redo"}"#].map(|request| {
            match bench.commit(&command(request)) {
                Outcome::Done { summary, .. } => summary.to_string(),
                other => panic!("{request}: {other:?}"),
            }
        });
        assert_eq!(outcomes, [expected.to_owned(), format!("Undone: {expected}"), format!("Redone: {expected}")]);
    }
}
