//! New and changed assignees, milestones and labels.

use crate::support::check;

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "Small"

    [assignees.maya] # at the harbour office
    color = "teal"
"#;

fn change(name: &str, is_new: bool) -> String {
    let changes = format!(r#"[{{"key":["assignees","{name}","color"],"value":"red"}}]"#);
    format!(r#"{{"kind":"changeEntry","section":"assignees","name":"{name}","new":{is_new},"changes":{changes}}}"#)
}

#[test]
fn change_entry_says_whether_it_has_added_or_changed() {
    check(
        PROJECT,
        &change("noor", true),
        r#"
        Added noor to the people and agents
        write config.toml
          +
          + [assignees.noor]
          + color = "red"
        log config: "config""assignees.noor.color" null "red"
        "#,
    );
    check(
        PROJECT,
        &change("maya", false),
        r#"
        Changed maya in the people and agents
        write config.toml
          - color = "teal"
          + color = "red"
        log config: "config""assignees.maya.color" "teal" "red"
        "#,
    );
}

#[test]
fn change_entry_refuses_a_new_name_that_exists_and_an_old_one_that_does_not() {
    check(PROJECT, &change("maya", true), "refused BadCommand at name: maya is already one of the people and agents.");
    check(PROJECT, &change("noor", false), "refused BadCommand at name: noor is not one of the people and agents.");
}

#[test]
fn change_entry_can_make_a_new_assignee_an_agent() {
    let name = r#"{"key":["assignees","claude","display_name"],"value":"Claude"}"#;
    let agents = r#"{"key":["settings","custom_fields","agents"],"value":["claude"],"seen":[]}"#;
    check(
        PROJECT,
        &format!(
            r#"{{"kind":"changeEntry","section":"assignees","name":"claude","new":true,"changes":[{name},{agents}]}}"#
        ),
        r#"
        Added claude to the people and agents
        write config.toml
          +
          + [assignees.claude]
          + display_name = "Claude"
          +
          + [settings.custom_fields]
          + agents = ["claude"]
        log config: "config""assignees.claude.display_name" null "Claude"
        log config: "config""settings.custom_fields.agents" null ["claude"]
        "#,
    );
}
