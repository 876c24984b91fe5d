//! A folder that `agent-handover` 0.5.1 wrote is imported and continued.

use handoff_protocol::RefusalCode;

use super::*;

/// Two notes, the current state and a summary of a month, as that program writes them: one line, and
/// the text without a line end behind it.
const FOLDER: [(&str, &str); 4] = [
    (
        "layer1/2026-07/codex-2026-07-13.md",
        "<!-- agent-handover | layer1 | 2026-07-13 -->\nParser done.\n- next: tests",
    ),
    ("layer1/2026-07/my_notes-2026-07-14.md", "<!-- agent-handover | layer1 | 2026-07-14 -->\nTests done."),
    ("layer2/current-state.md", "<!-- agent-handover | layer2 | 2026-07-14 -->\nAll is done."),
    ("layer3/2026-06-codex-archive.md", "<!-- agent-handover | layer3 | 2026-07-01 -->\nJune in short."),
];

#[test]
fn a_folder_is_imported_read_continued_and_archived() {
    for layout in [JSON, TOML] {
        let mut bench = Bench::from_text(layout);
        run(&mut bench, &import(&FOLDER));
        for (path, content) in FOLDER {
            assert_eq!(text(&bench, &format!("handover/{path}")), content);
        }
        let handover = bench.engine.reader().handover();
        let notes: Vec<_> =
            handover.notes(None).iter().map(|note| (note.date.clone(), note.text().to_owned())).collect();
        let expected = [("2026-07-13", "Parser done.\n- next: tests"), ("2026-07-14", "Tests done.")];
        assert_eq!(notes, expected.map(|(date, text)| (date.to_owned(), text.to_owned())));
        assert_eq!(handover.state.unwrap().text, "All is done.");
        assert!(run(&mut bench, &import(&FOLDER)).edits.is_empty(), "importing again changes nothing");
        let changes = run(&mut bench, &state("New state"));
        assert_eq!(changes.warnings.len(), 1, "the former state is in the trash");
        run(&mut bench, &compact(None));
        let archive = text(&bench, "handover/layer3/2026-07-codex-archive.md");
        assert!(archive.contains("<!-- note 2026-07-13 -->\nParser done.\n- next: tests\n"), "{archive}");
        // What is archived by now is not imported again.
        assert_eq!(run(&mut bench, &import(&FOLDER[..2])).edits.len(), 0);
        assert_eq!(bench.engine.reader().handover().notes(None).len(), 2);
    }
}

#[test]
fn other_content_is_appended_and_nothing_is_overwritten() {
    let mut bench = Bench::from_text(JSON);
    let path = "layer1/2026-12/general-2026-12-01.md";
    run(&mut bench, &note("r1", "general", "Ours"));
    run(&mut bench, &state("Our state"));
    let ours = text(&bench, &format!("handover/{path}"));
    let theirs =
        "<!-- agent-handover | layer1 | 2026-12-01 -->\nTheirs\n\n## 09:00 session s-9\n<!-- run r9 -->\n\nMore\n";
    let files = [
        (path, theirs),
        ("layer2/current-state.md", "<!-- agent-handover | layer2 | 2026-12-01 -->\nTheir state"),
        ("notes.md", "x"),
    ];
    run(&mut bench, &import(&files));
    let merged = text(&bench, &format!("handover/{path}"));
    assert!(merged.starts_with(&ours), "{merged}");
    let added =
        ["## Imported note\n<!-- run import-", "\n\nTheirs\n", "## 09:00 session s-9\n<!-- run r9 -->\n\nMore\n"];
    assert!(added.iter().all(|part| merged.contains(part)), "{merged}");
    assert!(merged.contains("## Imported current state\n<!-- run import-") && merged.contains("Their state"));
    assert!(text(&bench, STATE).ends_with("Our state\n"));
    assert_eq!(run(&mut bench, &import(&files)).edits.len(), 0);
    let changes = run(&mut bench, &import(&[("notes.md", "y"), (".git/x", "y")]));
    assert_eq!((changes.edits.len(), changes.warnings.len()), (0, 2), "{changes:?}");
}

#[test]
fn paths_that_lead_outside_are_refused() {
    let mut bench = Bench::from_text(JSON);
    for path in ["../config.toml", "/etc/passwd", "layer1/../../x.md", "C:/x.md", "", "a\\b.md"] {
        let refusal = run_at(&mut bench, NOON, 0, &import(&[(path, "x")])).unwrap_err();
        assert_eq!(refusal.code, RefusalCode::BadPath, "{path}");
    }
}
