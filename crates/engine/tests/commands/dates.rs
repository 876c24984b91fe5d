//! Days in sentences are arguments that each interface writes in its language.

use handoff_protocol::{Text, TextArg};

use crate::support::{Bench, command, dedent};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "Small"
    === tasks/t1-x/_task.todo.json
    {"id": "t1", "title": "X", "schedule": {"start_date": "2026-12-05"}}
"#;

fn days(text: &Text) -> Vec<(&str, &str)> {
    let mut days = Vec::new();
    for (name, arg) in &text.args {
        if let TextArg::Date { date } = arg {
            days.push((name.as_str(), date.as_str()));
        }
    }
    days
}

#[test]
fn a_refusal_of_reversed_dates_names_both() {
    let early = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"dueDate":"2026-12-04"}}"#;
    let refusal = Bench::from_text(&dedent(PROJECT)).run(&command(early)).unwrap_err();
    assert_eq!(days(&refusal.text), [("due", "2026-12-04"), ("start", "2026-12-05")]);
}

#[test]
fn the_start_of_a_project_is_named() {
    for shift in [false, true] {
        let start = format!(r#"{{"kind":"startProject","date":"2026-12-07","shift":{shift}}}"#);
        let changes = Bench::from_text(&dedent(PROJECT)).run(&command(&start)).unwrap();
        assert_eq!(days(&changes.summary), [("date", "2026-12-07")], "{shift}");
    }
}
