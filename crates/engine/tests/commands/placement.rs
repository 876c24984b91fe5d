//! Moving tasks and placing cards.

use super::tasks::{JSON, TOML};
use crate::support::check;

#[test]
fn move_changes_parent_and_rank() {
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
fn place_cards_changes_status_parent_and_rank() {
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
