//! Baselines: what is saved, what is refused, and that deleting and renaming lose nothing.

use handoff_protocol::{Command, Outcome, Query, View};

use crate::support::{Bench, check, command, context, dedent};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "P"
    === tasks/t10-c/_task.todo.json
    {"id": "t10", "title": "C", "schedule": {"due_date": "2026-12-09"}}
    === tasks/t2-b/_task.todo.json
    {"id": "t2", "title": "B", "schedule": {"start_date": "2026-12-01", "due_date": "soon", "estimate_hours": 2.5}}
    === tasks/t2-b/03-todo--d/task.toml
    id = "03"
    title = "D"
    [schedule]
    estimate_hours = 4
    === tasks/t3-plain/_task.todo.json
    {"id": "t3", "title": "Nothing planned", "schedule": {"milestone": "M"}}
    === tasks/t4-x/_task.todo.json
    {"id": "t4", "title": "Twin", "schedule": {"due_date": "2026-12-09"}}
    === tasks/t4-y/_task.todo.json
    {"id": "t4", "title": "Twin", "schedule": {"due_date": "2026-12-10"}}
"#;

const WITH_BASELINES: &str = r#"
    === config.toml
    [project]
    name = "P"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "A", "schedule": {"due_date": "2026-12-09"}}
    === baselines/2026-12-01-kick-off.json
    {
      "name": "Kick-off", "by": "me",
      "created_at": "2026-12-01T09:00:00+09:00",
      "tasks": [
        {"id": "t1", "due_date": "2026-12-04", "why": "asked"},
        {"id": "t9", "due_date": "2026-12-05"}
      ]
    }
    === baselines/2026-11-01-old.json
    {"name": "Old", "created_at": "2026-11-01T09:00:00Z", "tasks": [{"id": "t9"}]}
    === baselines/2026-12-01-broken.json
    {"name": "Broken", 
"#;

fn save(name: &str) -> String {
    format!(r#"{{"kind":"saveBaseline","name":"{name}"}}"#)
}

fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done { changed: true, .. })
}

#[test]
fn save_baseline_writes_planned_tasks_sorted_by_id() {
    check(
        PROJECT,
        &save(" Kick-off: 計画 "),
        r#"
        Saved the baseline Kick-off: 計画
        make baselines
        write baselines/2026-12-01-kick-off-計画.json
          + {
          +   "name": "Kick-off: 計画",
          +   "created_at": "2026-12-01T08:00:00+00:00",
          +   "tasks": [
          +     {
          +       "id": "03",
          +       "estimate_hours": 4.0
          +     },
          +     {
          +       "id": "t2",
          +       "start_date": "2026-12-01",
          +       "estimate_hours": 2.5
          +     },
          +     {
          +       "id": "t10",
          +       "due_date": "2026-12-09"
          +     }
          +   ]
          + }
        log config: "baseline" null "Kick-off: 計画"
        "#,
    );
}

#[test]
fn save_baseline_numbers_repeated_names_and_can_be_undone() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let paths = |bench: &Bench| -> Vec<String> { bench.tree.walk("baselines").map(|(path, _)| path.clone()).collect() };
    for _ in 0..3 {
        assert!(is_done(&bench.commit(&command(&save("A")))));
    }
    let all = ["baselines/2026-12-01-a-2.json", "baselines/2026-12-01-a-3.json", "baselines/2026-12-01-a.json"];
    assert_eq!(paths(&bench), all);
    assert!(is_done(&bench.commit(&Command::Undo {})));
    assert_eq!(paths(&bench), [all[0], all[2]]);
    let delete = r#"{"kind":"deleteBaseline","path":"baselines/2026-12-01-a.json"}"#;
    assert!(is_done(&bench.commit(&command(delete))));
    assert_eq!(paths(&bench), [all[0]]);
    assert!(bench.tree.walk("trash").any(|(path, _)| path.ends_with("2026-12-01-a.json")));
    assert!(is_done(&bench.commit(&Command::Undo {})));
    assert_eq!(paths(&bench), [all[0], all[2]]);
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    assert!(problems.iter().all(|problem| !problem.path.starts_with("baselines")), "{problems:?}");
}

#[test]
fn invalid_baseline_commands_are_refused() {
    for (project, request, expected) in [
        (PROJECT, save(" "), "refused BadValue at name: A baseline needs a name."),
        (
            PROJECT,
            save(r"a\nb"),
            "refused BadValue at name: This must be a single line without control characters: a\nb",
        ),
        (
            "=== config.toml\n[project]\nname = \"P\"\n=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\", \"schedule\": {\"estimate_hours\": 1}}",
            save("A"),
            "refused BadCommand: No task has dates yet, so there is nothing to save as a baseline. Set dates first.",
        ),
        (
            WITH_BASELINES,
            r#"{"kind":"deleteBaseline","path":"tasks/t1-a/_task.todo.json"}"#.to_owned(),
            "refused BadPath: There is no baseline at tasks/t1-a/_task.todo.json.",
        ),
        (
            WITH_BASELINES,
            r#"{"kind":"deleteBaseline","path":"baselines/../config.toml"}"#.to_owned(),
            "refused BadPath: There is no baseline at baselines/../config.toml.",
        ),
        (
            WITH_BASELINES,
            r#"{"kind":"deleteBaseline","path":"baselines/none.json"}"#.to_owned(),
            "refused BadPath: There is no baseline at baselines/none.json.",
        ),
    ] {
        check(project, &request, expected);
    }
}

#[test]
fn delete_baseline_accepts_broken_files() {
    for (path, name) in [("2026-12-01-broken", "2026-12-01-broken.json"), ("2026-12-01-kick-off", "Kick-off")] {
        check(
            WITH_BASELINES,
            &format!(r#"{{"kind":"deleteBaseline","path":"baselines/{path}.json"}}"#),
            &format!(
                "Deleted the baseline {name}\nmove baselines/{path}.json to trash/20261201-080000-0000beef-{path}.json\nlog config: \"baseline\" \"{name}\" null"
            ),
        );
    }
}

#[test]
fn change_id_updates_only_the_id_in_baselines() {
    let mut bench = Bench::from_text(&dedent(WITH_BASELINES));
    bench.run(&command(r#"{"kind":"changeId","folder":"tasks/t1-a","id":"quay"}"#)).unwrap();
    let text = |bench: &Bench, path| String::from_utf8(bench.tree.file(path).unwrap().to_vec()).unwrap();
    let before = text(&Bench::from_text(&dedent(WITH_BASELINES)), "baselines/2026-12-01-kick-off.json");
    assert_eq!(text(&bench, "baselines/2026-12-01-kick-off.json"), before.replace("\"t1\"", "\"quay\""));
    let deleted = bench.run(&command(r#"{"kind":"deleteTasks","ids":["quay"]}"#)).unwrap();
    assert_eq!(deleted.warnings, [], "a deleted task stays in baselines without a warning");
}
