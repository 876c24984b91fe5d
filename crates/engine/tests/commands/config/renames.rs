//! New names for assignees, milestones and labels, and lists that two programs change.

use crate::support::{Bench, check, command, dedent, describe};

const PROJECT: &str = r#"
    === config.toml
    labels = ["tides", "office"] # as on the whiteboard

    [project]
    name = "Small"

    # Agreed with the harbour office
    [assignees.maya]
    color = "teal" # hers

    [assignees.bot]

    [milestones.Beta]
    date = "2026-12-18"

    [settings.custom_fields]
    agents = ["bot"]

    [settings.custom_fields.label_colors]
    tides = "teal"

    [gantt_view]
    filter_assignee = "bot"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "A", "labels": ["tides", "other"], "assignee": "maya", "schedule": {"milestone": "Beta"}}
    === tasks/t2-b/_task.todo.json
    {"id": "t2", "title": "B", "labels": ["loose"], "assignee": "noor"}
"#;

fn rename(section: &str, name: &str, to: &str) -> String {
    format!(r#"{{"kind":"renameEntry","section":"{section}","name":"{name}","to":"{to}"}}"#)
}

#[test]
fn rename_entry_keeps_comments_and_renames_in_tasks() {
    check(
        PROJECT,
        &rename("assignees", "maya", " Maya L. "),
        r#"
        Renamed maya in the people and agents to Maya L.
        write config.toml
          - [assignees.maya]
          + [assignees."Maya L."]
        write tasks/t1-a/_task.todo.json
          - {"id": "t1", "title": "A", "labels": ["tides", "other"], "assignee": "maya", "schedule": {"milestone": "Beta"}}
          + {"id": "t1", "title": "A", "updated_at": "2026-12-01T08:00:00+00:00", "labels": ["tides", "other"], "assignee": "Maya L.", "schedule": {"milestone": "Beta"}}
        log config: "config""assignees.maya" {"color":"teal"} null
        log config: "config""assignees.Maya L." null {"color":"teal"}
        log t1: "field""assignee" "maya" "Maya L."
        "#,
    );
    check(
        PROJECT,
        &rename("milestones", "Beta", "Public beta"),
        r#"
        Renamed Beta in the milestones to Public beta
        write config.toml
          - [milestones.Beta]
          + [milestones."Public beta"]
        write tasks/t1-a/_task.todo.json
          - {"id": "t1", "title": "A", "labels": ["tides", "other"], "assignee": "maya", "schedule": {"milestone": "Beta"}}
          + {"id": "t1", "title": "A", "updated_at": "2026-12-01T08:00:00+00:00", "labels": ["tides", "other"], "assignee": "maya", "schedule": {"milestone": "Public beta"}}
        log config: "config""milestones.Beta" {"date":"2026-12-18"} null
        log config: "config""milestones.Public beta" null {"date":"2026-12-18"}
        log t1: "field""milestone" "Beta" "Public beta"
        "#,
    );
    check(
        PROJECT,
        &rename("labels", "tides", "sea"),
        r#"
        Renamed tides in the labels to sea
        write config.toml
          - labels = ["tides", "office"] # as on the whiteboard
          + labels = ["sea", "office"] # as on the whiteboard
          - tides = "teal"
          + sea = "teal"
        write tasks/t1-a/_task.todo.json
          - {"id": "t1", "title": "A", "labels": ["tides", "other"], "assignee": "maya", "schedule": {"milestone": "Beta"}}
          + {"id": "t1", "title": "A", "updated_at": "2026-12-01T08:00:00+00:00", "labels": ["sea", "other"], "assignee": "maya", "schedule": {"milestone": "Beta"}}
        log config: "config""labels" ["tides","office"] ["sea","office"]
        log config: "config""settings.custom_fields.label_colors.tides" "teal" null
        log config: "config""settings.custom_fields.label_colors.sea" null "teal"
        log t1: "field""labels" ["tides","other"] ["sea","other"]
        "#,
    );
}

#[test]
fn rename_entry_keeps_an_agent_an_agent() {
    check(
        PROJECT,
        &rename("assignees", "bot", "claude"),
        r#"
        Renamed bot in the people and agents to claude
        write config.toml
          - [assignees.bot]
          + [assignees.claude]
          - agents = ["bot"]
          + agents = ["claude"]
          - filter_assignee = "bot"
          + filter_assignee = "claude"
        log config: "config""assignees.bot" {} null
        log config: "config""assignees.claude" null {}
        log config: "config""settings.custom_fields.agents" ["bot"] ["claude"]
        log config: "config""gantt_view.filter_assignee" "bot" "claude"
        "#,
    );
    let without_list = PROJECT.replace("agents = [\"bot\"]\n", "").replace("assignees.bot", "assignees.ai");
    check(
        &without_list,
        &rename("assignees", "ai", "claude"),
        r#"
        Renamed ai in the people and agents to claude
        write config.toml
          - [assignees.ai]
          + [assignees.claude]
          + agents = ["claude", "agent"]
        log config: "config""assignees.ai" {} null
        log config: "config""assignees.claude" null {}
        log config: "config""settings.custom_fields.agents" null ["claude","agent"]
        "#,
    );
}

#[test]
fn rename_entry_includes_names_that_only_tasks_have() {
    check(
        PROJECT,
        &rename("assignees", "noor", "nour"),
        r#"
        Renamed noor in the people and agents to nour
        write tasks/t2-b/_task.todo.json
          - {"id": "t2", "title": "B", "labels": ["loose"], "assignee": "noor"}
          + {"id": "t2", "title": "B", "updated_at": "2026-12-01T08:00:00+00:00", "labels": ["loose"], "assignee": "nour"}
        log t2: "field""assignee" "noor" "nour"
        "#,
    );
}

#[test]
fn rename_entry_refuses_names_that_are_taken_or_unknown() {
    for (section, name, to, refusal) in [
        ("assignees", "maya", "bot", "BadCommand at to: bot is already one of the people and agents."),
        ("assignees", "maya", "noor", "BadCommand at to: noor is already one of the people and agents."),
        ("assignees", "maya", "maya", "BadCommand at to: maya is already one of the people and agents."),
        ("assignees", "sam", "sammy", "BadCommand at name: sam is not one of the people and agents."),
        ("labels", "tides", "loose", "BadCommand at to: loose is already one of the labels."),
        ("labels", "tides", "office", "BadCommand at to: office is already one of the labels."),
        ("milestones", "Beta", "  ", "BadValue at to: An entry needs a name."),
    ] {
        let mut bench = Bench::from_text(&dedent(PROJECT));
        let planned = describe(&bench.run(&command(&rename(section, name, to))));
        assert_eq!(planned.trim_end(), format!("refused {refusal}"), "{section} {name}");
    }
}

#[test]
fn rename_entry_is_one_step_of_undo() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let files = ["config.toml", "tasks/t1-a/_task.todo.json"];
    let text = |bench: &Bench| files.map(|file| bench.tree.file(file).unwrap().to_vec());
    let before = text(&bench);
    bench.commit(&command(&rename("milestones", "Beta", "Public beta")));
    assert!(text(&bench).iter().zip(&before).all(|(now, before)| now != before));
    bench.commit(&command(r#"{"kind":"undo"}"#));
    assert_eq!(text(&bench)[0], before[0]);
    assert!(String::from_utf8_lossy(&text(&bench)[1]).contains("\"Beta\""));
}

#[test]
fn update_config_keeps_what_others_added_to_a_list() {
    for (seen, value, expected) in [
        (r#"["tides"]"#, r#"["tides","sea"]"#, r#"labels = ["tides", "office", "sea"] # as on the whiteboard"#),
        (r#"["tides","gone"]"#, r#"["gone"]"#, r#"labels = ["office"] # as on the whiteboard"#),
        (r#"["tides","office"]"#, r#"["office","tides"]"#, r#"labels = ["tides", "office"] # as on the whiteboard"#),
    ] {
        let mut bench = Bench::from_text(&dedent(PROJECT));
        let change = format!(r#"{{"key":["labels"],"value":{value},"seen":{seen}}}"#);
        bench.run(&command(&format!(r#"{{"kind":"updateConfig","changes":[{change}]}}"#))).unwrap();
        let config = String::from_utf8_lossy(bench.tree.file("config.toml").unwrap()).into_owned();
        assert_eq!(config.lines().next(), Some(expected), "{seen} {value}");
    }
}
