//! Output and exit codes of the verbs.

use std::fs;
use std::process::Command;

use serde_json::json;

use super::{CHECKPOINT, checkpoint, declare, outcome, project};
use crate::support::Folder;

const RUN: [&str; 2] = ["handover", "run"];
const CHECK: [&str; 2] = ["handover", "check"];
const STATUS: [&str; 2] = ["handover", "status"];

#[test]
fn run_check_and_status_agree() {
    let folder = project("toml");
    assert_eq!(outcome(&folder, &CHECK), (0, String::new(), "No handover is recorded.".to_owned()));
    assert_eq!(outcome(&folder, &STATUS).1, "status: none");
    declare(
        &folder,
        "[[step]]\nname = \"facts\"\nkind = \"facts\"\n[[step]]\nname = \"session\"\nkind = \"session\"\n",
    );
    assert_eq!(outcome(&folder, &RUN), (0, "handover steps executed: facts, session".to_owned(), String::new()));
    let (code, output, reason) = outcome(&folder, &CHECK);
    assert_eq!((code, output.as_str(), reason.lines().count()), (2, "", 1), "{reason}");
    assert_eq!(outcome(&folder, &STATUS).1, "status: completed\n  [x] facts\n  [x] session");
    let value = folder.value(&STATUS);
    assert_eq!((&value["result"], &value["pending"]), (&json!("completed"), &json!([])));
    let sessions = folder.value(&["session", "list", "--status", "closed"]);
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 1, "the active session was closed");
    // Nothing is left behind.
    let names: Vec<_> =
        fs::read_dir(folder.at(".handoff/local/handover")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["checkpoint.json"]);
    let run = folder.value(&[&RUN[..], &["--note", "Again"]].concat());
    assert_eq!(run["executed"], json!(["facts", "session"]), "a completed handover begins anew");
}

#[cfg(unix)]
#[test]
fn declared_checkpoint_outside_of_the_project_is_refused() {
    let folder = project("toml");
    let outside = std::env::temp_dir();
    std::os::unix::fs::symlink(&outside, folder.at("link")).unwrap();
    std::os::unix::fs::symlink(".git", folder.at("inner")).unwrap();
    for path in [
        "../../run.json",
        "/tmp/run.json",
        "../link/run.json",
        "../link/../run.json",
        "../a/../../run.json",
        "run.json",
        "../.Handoff/run.json",
        "../.GIT/run.json",
        "../sub/.git/run.json",
        "../sub/.handoff/local/run.json",
        "../inner/run.json",
    ] {
        declare(&folder, &format!("[handover]\ncheckpoint = \"{path}\"\n"));
        let (code, _, message) = outcome(&folder, &RUN);
        assert_eq!((code, message.contains("is not in the folder of the project")), (65, true), "{path}: {message}");
        assert!(folder.stdout(&["session", "save", "Kept"]).contains("Kept"), "a save does not depend on it");
    }
    for (path, file) in [("../state/run.json", "state/run.json"), ("local/run.json", ".handoff/local/run.json")] {
        declare(&folder, &format!("[handover]\ncheckpoint = \"{path}\"\n"));
        assert_eq!(outcome(&folder, &RUN).0, 0);
        assert!(folder.at(file).exists(), "{path}");
    }
}

#[test]
fn failed_step_is_resumed() {
    let folder = project("json");
    let steps = "[[step]]\nname = \"facts\"\nkind = \"facts\"\n[[step]]\nname = \"gate\"\nkind = \"command\"\ncommand = \
                 [\"sh\", \"-c\", \"test -e open || { echo shut >&2; exit 3; }\"]\n";
    declare(&folder, steps);
    let (code, _, message) = outcome(&folder, &RUN);
    assert_eq!((code, message.contains("--allow-commands")), (64, true), "{message}");
    assert!(!folder.at(CHECKPOINT).exists(), "nothing is touched");
    let (code, output, message) = outcome(&folder, &[&RUN[..], &["--allow-commands"]].concat());
    let expected = "The step gate failed: sh ended with exit code 3: shut. Run handoff handover run to resume.";
    assert_eq!((code, output.as_str(), message.as_str()), (70, "", expected));
    let (code, _, reason) = outcome(&folder, &CHECK);
    assert_eq!((code, reason.contains("shut") && reason.contains("Pending: gate.")), (1, true), "{reason}");
    assert!(outcome(&folder, &STATUS).1.ends_with("pending: gate\nfailed: gate: sh ended with exit code 3: shut"));
    assert!(folder.stdout(&["session", "load"]).contains("is half done: done facts; pending gate (sh ended"));
    fs::write(folder.at("open"), "").unwrap();
    assert_eq!(outcome(&folder, &RUN), (0, "handover steps executed: gate".to_owned(), String::new()));
    assert_eq!(outcome(&folder, &CHECK).0, 2);
    assert!(!folder.stdout(&["session", "load"]).contains("half done"));
    // Another content needs another approval.
    declare(&folder, &format!("{steps}# changed\n"));
    assert_eq!(outcome(&folder, &RUN).0, 64);
}

#[test]
fn pause_stops_the_run_and_is_said() {
    let folder = project("toml");
    folder.stdout(&["pause", "--reason", "Release"]);
    let (code, _, message) = outcome(&folder, &RUN);
    assert_eq!((code, message.starts_with("Writing is paused: Release.")), (69, true), "{message}");
    assert!(!folder.at(CHECKPOINT).exists());
    assert!(outcome(&folder, &CHECK).2.contains("Writing is paused: Release."));
    assert!(outcome(&folder, &STATUS).1.contains("\npaused: Writing is paused: Release."));
    folder.stdout(&["resume"]);
    let set = folder.command(&RUN).env("HANDOFF_PAUSE", "1").output().unwrap();
    assert_eq!(set.status.code(), Some(69));
    // The file of agent-handover's own configuration pauses as well.
    declare(&folder, "[handover]\npause_file = \"brake\"\n");
    fs::write(folder.at(".handoff/brake"), "").unwrap();
    assert_eq!(outcome(&folder, &RUN).0, 69);
    fs::remove_file(folder.at(".handoff/brake")).unwrap();
    assert_eq!(outcome(&folder, &RUN).0, 0);
}

#[test]
fn invalid_files_are_kept_and_have_their_own_code() {
    let folder = project("toml");
    outcome(&folder, &RUN);
    for (path, content) in [(CHECKPOINT, "{\"status\":"), (CHECKPOINT, ""), (".handoff/handover.toml", "[handover")] {
        let before = fs::read(folder.at(path)).ok();
        fs::write(folder.at(path), content).unwrap();
        for verb in [&RUN[..], &CHECK, &STATUS] {
            let (code, output, message) = outcome(&folder, verb);
            assert_eq!((code, output.as_str(), message.lines().count()), (65, "", 1), "{verb:?}: {message}");
        }
        assert_eq!(fs::read_to_string(folder.at(path)).unwrap(), content);
        // A save works all the same, and says what is wrong.
        let text = folder.stdout(&["session", "save", "Saved"]);
        assert!(text.contains("there is no handover: "), "{text}");
        match before {
            Some(before) => fs::write(folder.at(path), before).unwrap(),
            None => fs::remove_file(folder.at(path)).unwrap(),
        }
    }
}

#[test]
fn usage_errors_have_code_64() {
    let folder = project("toml");
    for line in [
        "handover",
        "handover dance",
        "handover run --config nowhere.toml",
        "handover run --push --no-push",
        "--layout json handover check --bogus",
        "handover status --project nowhere",
    ] {
        let (code, _, message) = outcome(&folder, &line.split(' ').collect::<Vec<_>>());
        assert_eq!(code, 64, "{line}: {message}");
    }
    let empty = Folder::new();
    assert_eq!(empty.failure(&RUN).0, 64);
    assert_eq!(outcome(&empty, &CHECK).0, 0);
}

#[test]
fn checkpoint_of_agent_handover_is_continued_and_kept() {
    let folder = project("toml");
    let text = "{\n  \"status\": \"in_progress\",\n  \"steps\": {\n    \"session_note\": \"done\",\n    \"facts\": \
                \"pending\"\n  },\n  \"started_at\": \"2026-07-13T08:00:00.000001+00:00\",\n  \"finished_at\": null\n}";
    fs::create_dir_all(folder.at(".agent-handover")).unwrap();
    fs::write(folder.at(".agent-handover/checkpoint.json"), text).unwrap();
    assert_eq!(outcome(&folder, &CHECK).0, 1);
    assert!(outcome(&folder, &STATUS).1.contains("  [x] session_note\n  [ ] facts\npending: facts"));
    assert_eq!(outcome(&folder, &RUN).0, 0);
    assert_eq!(checkpoint(&folder)["orphaned"], json!(["session_note"]));
    assert_eq!(checkpoint(&folder)["started_at"], json!("2026-07-13T08:00:00.000001+00:00"));
    assert_eq!(fs::read_to_string(folder.at(".agent-handover/checkpoint.json")).unwrap(), text);
}

/// The checkpoint of an interrupted handover.
const HALF_DONE: &str = r#"{"status":"in_progress","steps":{"facts":"done","note":"pending"}}"#;

#[test]
fn checkpoint_that_git_tracks_is_not_resumed() {
    let folder = project("toml");
    let git = |arguments: &[&str]| {
        let status = Command::new("git").arg("--literal-pathspecs").args(arguments).current_dir(folder.path()).status();
        assert!(status.unwrap().success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    for (path, declaration) in [
        (".agent-handover/checkpoint.json", ""),
        (CHECKPOINT, ""),
        ("state/r[u]n.json", "[handover]\ncheckpoint = \"../state/r[u]n.json\"\n"),
    ] {
        declare(&folder, declaration);
        let file = folder.at(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, HALF_DONE).unwrap();
        git(&["add", "--force", path]);
        for verb in [RUN, CHECK, STATUS] {
            let (code, _, message) = outcome(&folder, &verb);
            assert_eq!((code, message.contains("is tracked by Git")), (65, true), "{path}: {message}");
        }
        let text = folder.stdout(&["session", "save", "Mine"]);
        assert!(text.contains("there is no handover: ") && text.contains("is tracked by Git"), "{text}");
        assert_eq!(fs::read_to_string(&file).unwrap(), HALF_DONE);
        assert_eq!(outcome(&folder, &["handover", "check", "--checkpoint", path]).0, 1, "a person has named it");
        git(&["rm", "-q", "--cached", path]);
        assert_eq!(outcome(&folder, &CHECK).0, 1, "{path}");
        fs::remove_file(&file).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn checkpoint_of_agent_handover_outside_of_the_project_is_refused() {
    let folder = project("toml");
    let outside = Folder::new();
    fs::write(outside.at("checkpoint.json"), HALF_DONE).unwrap();
    std::os::unix::fs::symlink(outside.path(), folder.at(".agent-handover")).unwrap();
    let (code, _, message) = outcome(&folder, &CHECK);
    assert_eq!((code, message.starts_with(".agent-handover is a link that leads out of")), (65, true), "{message}");
}

#[cfg(unix)]
#[test]
fn project_behind_a_refused_link_is_not_read() {
    let other = project("toml");
    fs::create_dir_all(other.at(".handoff/local/handover")).unwrap();
    fs::write(other.at(CHECKPOINT), HALF_DONE).unwrap();
    let folder = Folder::new();
    std::os::unix::fs::symlink(other.at(".handoff"), folder.at(".handoff")).unwrap();
    for verb in [CHECK, STATUS] {
        let (code, output, message) = outcome(&folder, &verb);
        let is_named = message.contains(".handoff cannot be used: ");
        assert_eq!((code, output.as_str(), is_named), (65, "", true), "{verb:?}: {message}");
    }
    assert_eq!(fs::read_to_string(other.at(CHECKPOINT)).unwrap(), HALF_DONE);
}

#[test]
fn checkpoint_can_be_elsewhere_and_discarded() {
    let folder = project("toml");
    let at = ["--checkpoint", "elsewhere/run.json"];
    folder.stdout(&[&RUN[..], &at].concat());
    assert!(folder.at("elsewhere/run.json").exists() && !folder.at(CHECKPOINT).exists());
    assert_eq!(outcome(&folder, &[&CHECK[..], &at].concat()).0, 2);
    assert_eq!(outcome(&folder, &CHECK).0, 0);
    fs::write(folder.at("elsewhere/run.json"), HALF_DONE).unwrap();
    let output = folder.stdout(&[&RUN[..], &at, &["--discard"]].concat());
    assert!(output.starts_with("handover steps executed: facts, "), "{output}");
}
