//! Declarations, Handoff's own and those of `agent-handover`.

use handoff_agent::handover::{Declaration, Inputs, StepKind};

fn names(declaration: &Declaration) -> Vec<&str> {
    declaration.steps.iter().map(|step| step.name.as_str()).collect()
}

const DEFAULT: [&str; 5] = ["facts", "session", "note", "current_state", "archive"];

#[test]
fn default_declaration_publishes_nothing() {
    assert_eq!(names(&Declaration::default()), DEFAULT);
    assert_eq!(Declaration::parse(b"").unwrap(), Declaration::default());
}

#[test]
fn declared_steps_keep_their_order() {
    let text = r#"
        [handover]
        tag = "feed"
        [publish]
        target = "main"
        push = true
        [[step]]
        name = "tests"
        kind = "command"
        command = ["cargo", "test"]
        timeout_secs = 60
        [[step]]
        name = "note of the day"
        kind = "note"
    "#;
    let declaration = Declaration::parse(text.as_bytes()).unwrap();
    assert_eq!(names(&declaration), ["tests", "note of the day", "publish"]);
    assert_eq!(declaration.steps[0].command, ["cargo", "test"]);
    assert_eq!((declaration.steps[0].timeout_secs, declaration.tag.as_str()), (60, "feed"));
    assert_eq!(declaration.publish.target.as_deref(), Some("main"));
    assert!(declaration.has_commands() && declaration.publish.push);
    assert!(declaration.steps(false).iter().all(|step| step.kind != StepKind::Command));
    assert_eq!(declaration.warnings, [""; 0]);
}

#[test]
fn tables_of_agent_handover_are_understood() {
    let text = r#"
        [handover]
        memory_dir = "memory"
        tag = "general"
        checkpoint = "../.agent-handover/checkpoint.json"
        pause_file = "~/.agent_handover/PAUSE"
        [note]
        session = "Parsed the feed."
        [backend]
        type = "git"
        push = true
        branch = "main"
        message = "handover: notes"
    "#;
    let declaration = Declaration::parse(text.as_bytes()).unwrap();
    assert_eq!(names(&declaration), [&DEFAULT[..], &["publish"]].concat());
    assert_eq!(declaration.checkpoint.as_deref(), Some("../.agent-handover/checkpoint.json"));
    assert_eq!(declaration.publish.message.as_deref(), Some("handover: notes"));
    assert_eq!(declaration.publish.target.as_deref(), Some("main"));
    assert_eq!(declaration.warnings.len(), 1, "{:?}", declaration.warnings);
    let text = |note: &str| Inputs { note: Some(note.to_owned()), ..Inputs::default() };
    let completed = declaration.complete(Inputs::default());
    assert_eq!(completed.note.as_deref(), Some("Parsed the feed."));
    assert_eq!(completed.current_state, completed.note, "a note is the current state as well");
    let completed = declaration.complete(text("Other"));
    assert_eq!((completed.note.as_deref(), completed.current_state.as_deref()), (Some("Other"), Some("Other")));
    // Without the table, both are made from the project.
    assert_eq!(Declaration::default().complete(text("Other")).current_state, None);
    for (backend, publishes) in [("null", false), ("git", true)] {
        let text = format!("[backend]\ntype = \"{backend}\"\n");
        let declaration = Declaration::parse(text.as_bytes()).unwrap();
        assert_eq!(declaration.steps.iter().any(|step| step.kind == StepKind::Publish), publishes);
        assert!(!declaration.publish.push, "nothing is pushed unless the file says so");
    }
}

#[test]
fn unknown_keys_are_named() {
    let text = "colour = 1\n[handover]\ntags = \"x\"\n[[step]]\nname = \"a\"\nkind = \"note\"\nshell = true\n";
    let warnings = Declaration::parse(text.as_bytes()).unwrap().warnings;
    assert_eq!(
        warnings,
        ["colour", "handover.tags", "step.shell"].map(|key| format!("The key {key} is not known and is ignored."))
    );
}

#[test]
fn each_mistake_has_its_sentence() {
    let step = |text: &str| format!("[[step]]\n{text}\n");
    for (text, expected) in [
        ("[handover".to_owned(), "line 1:"),
        ("[handover]\ntag = 1".to_owned(), "line 2:"),
        (step("kind = \"note\""), "step 1 has no name"),
        (step("name = \"a\"\nkind = \"dance\""), "unknown variant"),
        (step("name = \"a\"\nkind = \"command\""), "has no command"),
        (step("name = \"a\"\nkind = \"command\"\ncommand = []"), "has no command"),
        (step("name = \"a\"\nkind = \"note\"\ncommand = [\"x\"]"), "its kind is not"),
        (step("name = \"a\"\nkind = \"note\"\ntimeout_secs = 0"), "must be from 1"),
        (step("name = \"a\"\nkind = \"note\"").repeat(2), "two steps are called \"a\""),
        ("[backend]\ntype = \"s3\"".to_owned(), "there is no backend \"s3\""),
    ] {
        let error = Declaration::parse(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains('\n'), "{text}: {error}");
    }
    assert!(Declaration::parse(b"\xff").is_err());
}
