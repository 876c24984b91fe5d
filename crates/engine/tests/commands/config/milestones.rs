//! The life of milestones: their status, their order and what comes before them.

use handoff_protocol::view::ProjectView;
use handoff_protocol::{Command, Outcome, Query, View};
use serde_json::{Value, json};

use crate::support::{Bench, command, context};

const PROJECT: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\n[milestones.late]\ndate = \"2026-12-20\"\n[milestones.\"v2.0\"] # next\ndate = \"2026-12-30\"\nversion = \"2.0.0\"\norder = 2\ndepends_on = [\"v1.0\"]\n[milestones.\"v1.0\"]\ndate = \"2026-12-31\"\norder = 1\nstatus = \"frozen\"\n=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n";

fn change(name: &str, key: &str, value: &Value, force: bool) -> Command {
    let changes = json!([{"key": ["milestones", name, key], "value": value}]);
    command(
        &json!({"kind": "changeEntry", "section": "milestones", "name": name, "new": false, "changes": changes, "force": force})
            .to_string(),
    )
}

fn refusal(bench: &mut Bench, command: &Command) -> String {
    bench.plan(command).map_or_else(|refusal| refusal.text.to_string(), |_| "done".to_owned())
}

fn warnings(bench: &mut Bench, command: &Command) -> Vec<String> {
    match bench.commit(command) {
        Outcome::Done { warnings, .. } => warnings.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn status_goes_forward_unless_forced() {
    let stages = ["planning", "active", "completed", "frozen", "released", "cancelled"];
    for (at, from) in stages.iter().enumerate() {
        for (to_at, to) in stages.iter().enumerate() {
            let mut bench = Bench::from_text(&PROJECT.replace("\"frozen\"", &format!("\"{from}\"")));
            let planned = refusal(&mut bench, &change("v1.0", "status", &json!(to), false));
            let back =
                format!("v1.0 is {from}. It becomes {to} again only with force (handoff milestone update --force).");
            assert_eq!(planned, if to_at < at { back } else { "done".to_owned() });
            assert_eq!(refusal(&mut bench, &change("v1.0", "status", &json!(to), true)), "done");
        }
    }
    let mut bench = Bench::from_text(PROJECT);
    assert!(refusal(&mut bench, &change("v1.0", "status", &Value::Null, false)).contains("becomes planning again"));
    let page =
        json!({"kind": "updateConfig", "changes": [{"key": ["milestones", "v1.0", "status"], "value": "active"}]});
    assert!(bench.plan(&command(&page.to_string())).is_err(), "other commands follow the rule");
    assert!(refusal(&mut bench, &change("v1.0", "status", &json!("done"), true)).contains("planning, active"));
}

#[test]
fn circle_is_refused_by_name_and_an_unknown_milestone_is_a_warning() {
    let mut bench = Bench::from_text(PROJECT);
    for (before, circle) in [(json!(["v2.0"]), "v1.0 → v2.0 → v1.0"), (json!(["v1.0"]), "v1.0 → v1.0")] {
        let text = refusal(&mut bench, &change("v1.0", "depends_on", &before, false));
        assert_eq!(
            text,
            format!("These milestones would come after each other: {circle}. Remove one of them from depends_on.")
        );
    }
    assert_eq!(
        warnings(&mut bench, &change("late", "depends_on", &json!(["v2.0", "v3"]), false)),
        ["late depends on v3, which is not a milestone of the configuration."]
    );
    let rename = json!({"kind": "renameEntry", "section": "milestones", "name": "v2.0", "to": "two"});
    warnings(&mut bench, &command(&rename.to_string()));
    let config = String::from_utf8(bench.tree.file("config.toml").unwrap().to_vec()).unwrap();
    assert!(config.contains("depends_on = [\"two\", \"v3\"]") && config.contains("# next"), "{config}");
    let stored = PROJECT.replace("order = 1\n", "depends_on = [\"v2.0\"]\n");
    let mut bench = Bench::from_text(&stored);
    let schedule = command(r#"{"kind":"autoSchedule","assignees":[]}"#);
    assert!(refusal(&mut bench, &schedule).contains("v1.0 → v2.0 → v1.0"));
    assert_eq!(refusal(&mut bench, &change("v1.0", "version", &json!("1"), false)), "done", "others can be changed");
}

#[test]
fn frozen_milestone_warns_of_new_tasks() {
    let mut bench = Bench::from_text(PROJECT);
    let update = |milestone: &str| {
        command(&json!({"kind": "updateTasks", "ids": ["t1"], "patch": {"milestone": milestone}}).to_string())
    };
    assert_eq!(warnings(&mut bench, &update("v1.0")), ["t1 was added to v1.0, which is frozen."]);
    let rename = command(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"B"}}"#);
    assert_eq!(warnings(&mut bench, &rename), [""; 0]);
    assert_eq!(warnings(&mut bench, &update("v2.0")), [""; 0]);
    let create = command(r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"C","milestone":"v1.0"}}]}"#);
    assert_eq!(warnings(&mut bench, &create), ["t2 was added to v1.0, which is frozen."]);
}

#[test]
fn milestones_are_listed_in_their_order() {
    let mut bench = Bench::from_text(PROJECT);
    let View::Project(view) = bench.engine.view(&Query::Project {}, &context()) else { panic!() };
    let ProjectView { milestones, .. } = *view;
    let listed: Vec<String> = milestones
        .iter()
        .map(|one| {
            format!(
                "{} {:?} {:?}",
                one.name,
                one.version.as_deref(),
                one.status.map(handoff_protocol::MilestoneStatus::name)
            )
        })
        .collect();
    assert_eq!(listed, ["v1.0 None Some(\"frozen\")", "v2.0 Some(\"2.0.0\") None", "late None None"]);
}
