//! Long lists in one call. Where entries were compared with each other, calls of this size took minutes.

use handoff_protocol::Outcome;
use serde_json::json;

use crate::support::{Bench, command};

const COUNT: usize = 5_000;

fn done(bench: &mut Bench, request: &serde_json::Value) {
    let outcome = bench.commit(&command(&request.to_string()));
    assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
}

#[test]
fn long_lists_of_one_task_are_written_changed_and_checked() {
    let mut bench =
        Bench::from_text("=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n");
    let names: Vec<String> = (0..COUNT).map(|number| format!("x{number}")).collect();
    let criteria: Vec<_> = names.iter().map(|name| json!({"item": name, "checked": false})).collect();
    let fields =
        json!({"title": "Long", "labels": {"set": names}, "dependencies": {"set": names}, "criteria": criteria});
    let create = json!({"kind": "changeTasks", "tasks": [{"fields": fields}]});
    let planned = bench.plan(&command(&create.to_string())).expect("a change set");
    let warnings: Vec<String> = planned.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 21, "{warnings:?}");
    assert_eq!(warnings.last().unwrap(), &format!("{} more warnings are left out.", COUNT - 20));
    done(&mut bench, &create);
    let id = planned.created[0].clone();
    let change =
        json!({"labels": {"remove": names[..COUNT / 2], "add": ["new"]}, "dependencies": {"remove": names[1..]}});
    done(&mut bench, &json!({"kind": "updateTasks", "ids": [id], "patch": change}));
}

#[test]
fn undo_of_many_new_tasks_is_one_step() {
    let mut bench =
        Bench::from_text("=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n");
    let tasks: Vec<_> = (0..2_000).map(|number| json!({"fields": {"title": format!("Task {number}")}})).collect();
    let count = |bench: &Bench| bench.tree.children("tasks").count();
    done(&mut bench, &json!({"kind": "changeTasks", "tasks": tasks}));
    assert_eq!(count(&bench), 2_000);
    done(&mut bench, &json!({"kind": "undo"}));
    assert_eq!(count(&bench), 0);
    done(&mut bench, &json!({"kind": "redo"}));
    assert_eq!(count(&bench), 2_000);
}
