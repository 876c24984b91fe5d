//! `.handoff/.gitignore`: which changes add lines, and which content is kept.

use handoff_engine::LOCAL_FILES;
use handoff_protocol::{Command, FileState, Outcome};

use crate::support::{Bench, command};

const PROJECT: &str = "=== config.toml\n[project]\nname = \"P\"\n=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n=== tasks/01-todo--b/task.toml\nid = \"01\"\ntitle = \"B\"\n=== baselines/2026-11-01-old.json\n{\"name\": \"Old\", \"tasks\": []}\n";

const TO_TRASH: [&str; 4] = [
    r#"{"kind":"deleteTasks","ids":["t1"]}"#,
    r#"{"kind":"deleteTasks","ids":["01"]}"#,
    r#"{"kind":"discard","path":"tasks/01-todo--b"}"#,
    r#"{"kind":"deleteBaseline","path":"baselines/2026-11-01-old.json"}"#,
];

fn lines(bench: &Bench) -> Vec<String> {
    let bytes = bench.tree.file(".gitignore").unwrap_or_default().to_vec();
    String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
}

fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done { changed: true, .. })
}

#[test]
fn new_project_ignores_local_files() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::from_text("");
        let init = format!(r#"{{"kind":"initProject","name":"New","layout":"{layout}"}}"#);
        assert!(is_done(&bench.commit(&command(&init))));
        assert!(
            LOCAL_FILES.iter().all(|pattern| lines(&bench).iter().any(|line| line == pattern)),
            "{:?}",
            lines(&bench)
        );
    }
}

#[test]
fn first_move_to_trash_ignores_the_trash_and_undo_keeps_that() {
    for request in TO_TRASH {
        let mut bench = Bench::from_text(PROJECT);
        assert!(is_done(&bench.commit(&command(request))), "{request}");
        let entries = lines(&bench);
        assert!(entries.contains(&"/trash/".to_owned()), "{request}: {entries:?}");
        assert!(is_done(&bench.commit(&Command::Undo {})), "{request}");
        assert_eq!(lines(&bench), entries, "{request}");
        assert!(is_done(&bench.commit(&Command::Redo {})), "{request}");
        assert_eq!(lines(&bench), entries, "each line occurs once: {request}");
    }
    let mut bench = Bench::from_text(PROJECT);
    bench.commit(&command(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"AA"}}"#));
    assert_eq!(lines(&bench), [""; 0], "other changes do not touch it");
}

#[test]
fn ignore_keeps_existing_lines_and_skips_non_text_files() {
    let mut bench = Bench::from_text(&format!("{PROJECT}=== .gitignore\n# mine\n/trash/\n"));
    assert!(is_done(&bench.commit(&Command::IgnoreLocalFiles {})));
    let entries = lines(&bench);
    assert_eq!(entries.get(..2).unwrap(), ["# mine", "/trash/"]);
    assert_eq!(entries.iter().filter(|line| *line == "/trash/").count(), 1);
    assert!(LOCAL_FILES.iter().all(|pattern| entries.iter().any(|line| line == pattern)), "{entries:?}");
    let changes = bench.plan(&Command::IgnoreLocalFiles {}).unwrap();
    assert_eq!(changes.edits, [], "no pattern is missing");

    for state in [
        FileState::Link { path: ".gitignore".to_owned() },
        FileState::File { path: ".gitignore".to_owned(), bytes: vec![0xFF, 0xFE] },
    ] {
        let mut bench = Bench::from_text(PROJECT);
        bench.feed(vec![state]);
        let before = bench.tree.get(".gitignore").cloned();
        let refusal = bench.plan(&Command::IgnoreLocalFiles {}).unwrap_err();
        assert!(refusal.text.to_string().contains(".handoff/.gitignore is not a text file"), "{refusal:?}");
        assert!(is_done(&bench.commit(&command(r#"{"kind":"deleteTasks","ids":["t1"]}"#))));
        assert_eq!(bench.tree.get(".gitignore").cloned(), before);
    }
}
