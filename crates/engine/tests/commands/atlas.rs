//! Every command on the test project that the `handoff-mcp` server wrote.

use crate::support::{Bench, command, describe};

#[test]
fn command_results_match_snapshots() {
    let mut text = String::new();
    for request in [
        r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"Tide tables for print"}}]}"#,
        r#"{"kind":"changeTasks","tasks":[{"parent":"t2","fields":{"title":"Ship it","status":"todo","dueDate":"2026-12-24","labels":{"add":["frontend"]}},"place":{"kind":"first"}}]}"#,
        r#"{"kind":"updateTasks","ids":["t1.2.2"],"patch":{"status":"review","assignee":"maya","appendNotes":"third note"}}"#,
        r#"{"kind":"updateTasks","ids":["t1.2.2"],"patch":{"status":"done"}}"#,
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"done"}}"#,
        r#"{"kind":"updateTasks","ids":["t4.2"],"patch":{"title":"API handbook"}}"#,
        r#"{"kind":"updateTasks","ids":["t1.2.2"],"patch":{"criterion":{"kind":"check","index":1,"item":"エラー行をスキップ","checked":true}}}"#,
        r#"{"kind":"updateTasks","ids":["t1.2.1"],"patch":{"dependencies":{"add":["t1.2.2"]}}}"#,
        r#"{"kind":"updateTasks","ids":["t4.2","t4.1","t6"],"patch":{"milestone":"alpha","labels":{"add":["risk"]}}}"#,
        r#"{"kind":"updateTasks","ids":["t2.3"],"patch":{},"position":{"parent":"t2","place":{"kind":"before","id":"t2.2"}}}"#,
        r#"{"kind":"updateTasks","ids":["t2.2"],"patch":{},"position":{"parent":"t2.2.1","place":{"kind":"last"}}}"#,
        r#"{"kind":"updateTasks","ids":["t3.4","t3.1"],"patch":{},"position":{"parent":"t3","place":{"kind":"first"}}}"#,
        r#"{"kind":"updateTasks","ids":["t3.1"],"patch":{"status":"blocked"},"card":{"kind":"after","id":"t6"}}"#,
        r#"{"kind":"duplicateTask","id":"t1.2"}"#,
        r#"{"kind":"deleteTasks","ids":["t1.2","t1.2.2"]}"#,
        r#"{"kind":"updateConfig","changes":[{"key":["settings","history_limit"],"value":7},{"key":["calendar","closed_weekdays"],"value":["sat","sun"]}]}"#,
        r#"{"kind":"initProject","name":"x","layout":"json"}"#,
        r#"{"kind":"changeId","folder":"tasks/t5-performance-budget","id":"perf"}"#,
        r#"{"kind":"renameFolder","folder":"tasks/t5-performance-budget"}"#,
        r#"{"kind":"keepTaskFile","path":"tasks/t5-performance-budget/_task.todo.json"}"#,
        r#"{"kind":"discard","path":"memory"}"#,
        r#"{"kind":"discard","path":"sessions/20261121-025721-early-session-4-準備.closed.json"}"#,
        r#"{"kind":"removeByteOrderMark","path":"config.toml"}"#,
        r#"{"kind":"removeKey","path":"config.toml","key":["labels"]}"#,
        r#"{"kind":"undo"}"#,
        r#"{"kind":"redo"}"#,
    ] {
        let mut bench = Bench::atlas();
        text.extend(["## ", request, "\n", &describe(&bench.run(&command(request))), "\n\n"]);
    }
    insta::assert_snapshot!("commands", text);
}
