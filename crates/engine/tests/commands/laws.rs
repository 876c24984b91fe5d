//! Properties of any sequence of commands, in both layouts.

use handoff_engine::edit::{apply, inverse};
use handoff_engine::tree::Tree;
use handoff_protocol::{Command, Context, Query, View};
use proptest::prelude::*;

use crate::support::{self, Bench, context, delta};

const JSON: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n=== tasks/t1-a/t1.1-b/_task.todo.json\n{\"id\": \"t1.1\", \"title\": \"B\", \"own\": {\"x\": [1]}}\n=== tasks/t2-c/_task.review.json\n{\"id\": \"t2\", \"title\": \"C\", \"order\": 3}\n=== tasks/t3-d/_task.done.json\n{\"id\": \"t3\", \"title\": \"D\"}\n";
const TOML: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n=== tasks/01-todo--a/task.toml\nid = \"01\" # one\ntitle = \"A\"\n=== tasks/01-todo--a/01.1-todo--b/task.toml\nid = \"01.1\"\ntitle = \"B\"\n\n[own]\nx = 1\n=== tasks/02-review--c/task.toml\nid = \"02\"\ntitle = \"C\"\n=== tasks/03-done--d/task.toml\nid = \"03\"\ntitle = \"D\"\n";

/// A command with numbers for IDs: each selects one of the tasks that exist when the command runs.
fn draft() -> impl Strategy<Value = (u8, u8, u8, u8)> {
    (0u8..14, any::<u8>(), any::<u8>(), any::<u8>())
}

fn ids(bench: &mut Bench) -> Vec<String> {
    match bench.engine.view(&Query::Search { text: String::new(), limit: 1_000, dependency_of: None }, &context()) {
        View::Search(names) => names.into_iter().map(|name| name.id).collect(),
        other => panic!("{other:?}"),
    }
}

fn to_command(bench: &mut Bench, (kind, a, b, c): (u8, u8, u8, u8)) -> Command {
    let ids = ids(bench);
    let pick = |number: u8| ids.get(usize::from(number) % ids.len().max(1)).cloned().unwrap_or_default();
    let status = ["todo", "in_progress", "review", "done", "blocked", "skipped"][usize::from(c) % 6];
    let place = match c % 4 {
        0 => r#"{"kind":"first"}"#.to_owned(),
        1 => r#"{"kind":"last"}"#.to_owned(),
        2 => format!(r#"{{"kind":"before","id":"{}"}}"#, pick(b)),
        _ => format!(r#"{{"kind":"after","id":"{}"}}"#, pick(b)),
    };
    let (a, b) = (pick(a), pick(b));
    support::command(&match kind {
        0 => format!(
            r#"{{"kind":"changeTasks","tasks":[{{"parent":"{a}","fields":{{"title":"New {c}","status":"todo"}},"place":{place}}}]}}"#
        ),
        1 => format!(r#"{{"kind":"changeTasks","tasks":[{{"fields":{{"title":"Top {c}"}}}}]}}"#),
        2 => format!(r#"{{"kind":"updateTasks","ids":["{a}"],"patch":{{"status":"{status}"}}}}"#),
        3 => format!(
            r#"{{"kind":"updateTasks","ids":["{a}","{b}"],"patch":{{"status":"{status}","appendNotes":"note","labels":{{"add":["l{c}"]}}}}}}"#
        ),
        4 => format!(
            r#"{{"kind":"updateTasks","ids":["{a}"],"patch":{{"dependencies":{{"add":["{b}"]}},"estimateHours":{c}}}}}"#
        ),
        5 => format!(
            r#"{{"kind":"updateTasks","ids":["{a}"],"patch":{{}},"position":{{"parent":"{b}","place":{place}}}}}"#
        ),
        6 => format!(
            r#"{{"kind":"updateTasks","ids":["{a}","{b}"],"patch":{{}},"position":{{"parent":null,"place":{place}}}}}"#
        ),
        7 => format!(r#"{{"kind":"updateTasks","ids":["{a}","{b}"],"patch":{{"status":"{status}"}},"card":{place}}}"#),
        8 if c < 100 => {
            format!(
                r#"{{"kind":"updateTasks","ids":["{a}"],"patch":{{"status":"{status}"}},"position":{{"parent":"{b}"}},"card":{place}}}"#
            )
        }
        8 => format!(r#"{{"kind":"duplicateTask","id":"{a}"}}"#),
        9 if c < 100 => format!(r#"{{"kind":"deleteTasks","ids":["{a}"]}}"#),
        10 => format!(
            r#"{{"kind":"updateConfig","changes":[{{"key":["milestones","m{c}","date"],"value":"2027-01-05"}}]}}"#
        ),
        11 if c < 60 => format!(r#"{{"kind":"saveBaseline","name":"Plan {c}"}}"#),
        11 => r#"{"kind":"reschedule","reschedule":{"kind":"auto"}}"#.to_owned(),
        12 => format!(
            r#"{{"kind":"reschedule","reschedule":{{"kind":"shift","ids":["{a}","{b}"],"days":{c},"workingDays":true,"push":true}}}}"#
        ),
        _ => format!(
            r#"{{"kind":"updateTasks","ids":["{a}"],"patch":{{"title":"Renamed {c}","dueDate":"2026-12-24"}}}}"#
        ),
    })
}

fn all_views(bench: &mut Bench) -> String {
    let mut text = String::new();
    for query in [
        r#"{"kind":"project"}"#,
        r#"{"kind":"board"}"#,
        r#"{"kind":"explorer"}"#,
        r#"{"kind":"explorer","filter":{"statuses":["todo"]},"sort":"priority"}"#,
        r#"{"kind":"problems"}"#,
    ] {
        let query: Query = serde_json::from_str(query).unwrap();
        let mut view = support::value(&bench.engine.view(&query, &context()));
        if let Some(view) = view.get_mut("view").and_then(serde_json::Value::as_object_mut) {
            view.remove("revision");
        }
        text += &view.to_string();
    }
    text
}

/// Removes what undo keeps: logs, trash and `.gitignore`.
fn without_logs(tree: &Tree) -> Tree {
    let mut tree = tree.clone();
    for path in ["activity", "trash", ".gitignore"] {
        tree.remove(path);
    }
    tree
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn inverse_restores_the_files_and_a_fresh_engine_agrees(
        toml in any::<bool>(),
        drafts in prop::collection::vec(draft(), 1..25),
    ) {
        let mut bench = Bench::from_text(if toml { TOML } else { JSON });
        for (turn, draft) in drafts.into_iter().enumerate() {
            let command = to_command(&mut bench, draft);
            let context = Context { now: support::NOW + i64::try_from(turn).unwrap(), seed: u32::try_from(turn).unwrap(), ..context() };
            let Ok(changes) = bench.engine.plan(&command, &context) else { continue };
            prop_assert_eq!(bench.engine.plan(&command, &context), Ok(changes.clone()), "planning is deterministic");
            let before = bench.tree.clone();
            bench.apply(&changes);
            let mut back = bench.tree.clone();
            let result = apply(&mut back, &inverse(&changes).edits);
            prop_assert!(result.is_ok(), "{:?}: {:?}", command, result);
            prop_assert_eq!(without_logs(&back), without_logs(&before), "{:?}", command);

            let mut fresh = Bench::new(delta(&Tree::default(), &bench.tree));
            prop_assert_eq!(all_views(&mut fresh), all_views(&mut bench), "{:?}", command);
            let unique: std::collections::BTreeSet<String> = ids(&mut bench).into_iter().collect();
            prop_assert_eq!(unique.len(), ids(&mut bench).len(), "IDs are unique");
        }
    }

    #[test]
    fn place_cards_keeps_the_requested_order(moves in prop::collection::vec((any::<u8>(), any::<u8>(), any::<bool>()), 1..40)) {
        let mut bench = Bench::from_text("=== config.toml\n[project]\nname = \"P\"\n");
        for number in 0..6 {
            bench.run(&support::command(&format!(r#"{{"kind":"changeTasks","tasks":[{{"fields":{{"title":"T{number}"}}}}]}}"#))).unwrap();
        }
        let mut order = column(&mut bench);
        for (from, to, behind) in moves {
            let moved = order.remove(usize::from(from) % order.len());
            let at = usize::from(to) % order.len();
            let place = if behind { "after" } else { "before" };
            let command = format!(r#"{{"kind":"updateTasks","ids":["{moved}"],"patch":{{}},"card":{{"kind":"{place}","id":"{}"}}}}"#, order[at]);
            let changes = bench.run(&support::command(&command)).unwrap();
            order.insert(at + usize::from(behind), moved);
            prop_assert_eq!(&column(&mut bench), &order);
            let written = changes.edits.iter().filter(|edit| matches!(edit, handoff_protocol::Edit::Write { .. })).count();
            prop_assert!(written <= 1, "a placement writes one file");
        }
    }
}

fn column(bench: &mut Bench) -> Vec<String> {
    let query: Query = serde_json::from_str(r#"{"kind":"board"}"#).unwrap();
    match bench.engine.view(&query, &context()) {
        View::Board(board) => board.columns[0].cards.iter().map(|card| card.id.clone()).collect(),
        other => panic!("{other:?}"),
    }
}
