//! Texts that begin with a hyphen.

use crate::support::Folder;

fn project() -> Folder {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    folder.stdout(&["task", "create", "Quay"]);
    folder
}

#[test]
fn options_take_texts_that_begin_with_a_hyphen() {
    let folder = project();
    folder.stdout(&["task", "update", "t1", "--append-notes", "- first point\n- second point"]);
    folder.stdout(&["task", "update", "t1", "--title=--json"]);
    let task = folder.value(&["task", "get", "t1"]);
    assert_eq!(task["title"], "--json");
    assert!(task["notes"].as_str().unwrap().contains("- first point\n- second point"), "{task}");
    folder.stdout(&["task", "create", "X", "--criterion", "- [ ] works offline", "--json"]);
    folder.stdout(&["session", "save", "S", "--decision", "--no-verify is forbidden"]);
    assert!(folder.stdout(&["session", "load"]).contains("--no-verify is forbidden"));
    assert!(folder.stdout(&["memory", "save", "--", "-Wall must stay on"]).starts_with("Saved as m-"));
}

#[test]
fn refusals_say_how_to_write_such_a_text() {
    let folder = project();
    for (arguments, hint) in [
        (&["memory", "save", "-Wall must stay on"] as &[&str], "Put -- before a text that begins with a hyphen. See"),
        (&["task", "create", "--force does nothing"], "Put -- before a text that begins with a hyphen. See"),
        (&["task", "create", "X", "--notes", "--json"], "Put = before a text that is the name of an option. See"),
        (&["task", "update", "t1", "--title"], "Put = before a text that is the name of an option. See"),
    ] {
        let (code, error) = folder.failure(arguments);
        assert_eq!(code, 2);
        assert!(error.contains(hint), "{arguments:?}: {error}");
    }
    let (_, error) = folder.failure(&["task", "list", "--status", "--json"]);
    assert!(!error.contains("Put ="), "{error}");
}
