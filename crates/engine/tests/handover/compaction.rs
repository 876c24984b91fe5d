//! Archives of months.

use handoff_engine::handover::Archive;
use handoff_protocol::{Command, FileState, Outcome, RefusalCode};

use super::*;

const ARCHIVE: &str = "handover/layer3/2026-11-general-archive.md";

/// A project with notes of two days of November and one of December.
fn with_notes() -> Bench {
    let mut bench = Bench::from_text(JSON);
    for (days, name) in [(20, "a"), (20, "b"), (12, "c"), (0, "d")] {
        run_at(&mut bench, NOON - days * DAY, 0, &note(name, "general", &format!("Note {name}\nmore"))).unwrap();
    }
    bench
}

#[test]
fn past_months_are_archived_with_an_index() {
    let mut bench = with_notes();
    let changes = run(&mut bench, &compact(None));
    assert_eq!(changes.summary.to_string(), "Archived 2 files of notes");
    assert_eq!(
        paths(&bench),
        [
            "handover/layer1/.archived/2026-11/general-2026-11-11.md",
            "handover/layer1/.archived/2026-11/general-2026-11-19.md",
            "handover/layer1/2026-12/general-2026-12-01.md",
            ARCHIVE
        ]
    );
    let archive = text(&bench, ARCHIVE);
    let start = "<!-- agent-handover | layer3 | 2026-12-01 -->\n<!-- handoff archive\nlayer1/2026-11/general-2026-11-11.md sha256:";
    assert!(archive.starts_with(start), "{archive}");
    let index = "-->\n\n# Notes of general, 2026-11\n\n<!-- index -->\n- 2026-11-11 10:05: Note a\n- 2026-11-11 10:05: Note b\n- 2026-11-19 10:05: Note c\n\n<!-- note 2026-11-11 -->\n## 10:05\n<!-- run a -->\n\nNote a\nmore\n\n<!-- note 2026-11-11 -->\n";
    assert!(archive.contains(index), "{archive}");
    let changes = run(&mut bench, &compact(None));
    assert!(changes.edits.is_empty(), "{changes:?}");
    let runs: Vec<_> =
        bench.engine.reader().handover().notes(None).iter().filter_map(|note| note.run.clone()).collect();
    assert_eq!(runs, ["a", "b", "c", "d"]);
}

#[test]
fn late_notes_and_summaries_are_added_to_an_archive() {
    let mut bench = with_notes();
    run(&mut bench, &compact(None));
    run_at(&mut bench, NOON - 20 * DAY, 0, &note("late", "general", "Late")).unwrap();
    // A merge has added a note to a file that was archived.
    let archived = "handover/layer1/.archived/2026-11/general-2026-11-19.md";
    let content = text(&bench, archived) + "\n## 11:00\n<!-- run merged -->\n\nMerged\n";
    put(&mut bench, archived, &content);
    let summary = |month: Option<&str>, text: &str| Command::CompactHandover {
        month: month.map(str::to_owned),
        older_than_days: None,
        summary: Some(text.to_owned()),
    };
    run(&mut bench, &summary(Some("2026-11"), "What was done.\n<!-- index -->"));
    let archive = Archive::parse("2026-11", "general", &text(&bench, ARCHIVE));
    let runs: Vec<_> = archive.notes.iter().filter_map(|note| note.run.as_deref()).collect();
    assert_eq!(runs, ["a", "b", "late", "c", "merged"]);
    assert_eq!((archive.sources.len(), archive.summary.as_str()), (4, "What was done.\n <!-- index -->"));
    assert!(paths(&bench).contains(&"handover/layer1/.archived/2026-11/general-2026-11-11.2.md".to_owned()));
    run_at(&mut bench, NOON - 40 * DAY, 0, &note("o", "general", "October")).unwrap();
    run_at(&mut bench, NOON - 20 * DAY, 0, &note("n", "general", "November")).unwrap();
    assert!(run_at(&mut bench, NOON, 0, &summary(None, "Both")).is_err());
}

#[test]
fn only_old_notes_of_the_wanted_month_are_archived() {
    let older = |days| Command::CompactHandover {
        month: Some("2026-11".to_owned()),
        older_than_days: Some(days),
        summary: None,
    };
    for (days, moved) in [(30, 0), (20, 0), (19, 1), (12, 1), (11, 2)] {
        let mut bench = with_notes();
        run(&mut bench, &older(days));
        let archived = paths(&bench).iter().filter(|path| path.contains(".archived")).count();
        assert_eq!(archived, moved, "{days}");
    }
    let mut bench = with_notes();
    for month in ["2026-13", "2026", "", "../x"] {
        assert_eq!(run_at(&mut bench, NOON, 0, &compact(Some(month))).unwrap_err().code, RefusalCode::BadValue);
    }
    // Where it is still November, the month has not passed.
    let changes = run_at(&mut bench, NOON - 11 * 3_600_000, -60, &compact(None)).unwrap();
    assert_eq!(changes.edits.len(), 0);
}

#[test]
fn the_text_of_a_handmade_archive_is_kept() {
    for own in ["# November\n\nWritten by hand.", "<!-- agent-handover | layer3 | 2026-11-30 -->\nBy hand.\n"] {
        let mut bench = with_notes();
        put(&mut bench, ARCHIVE, own);
        run(&mut bench, &compact(None));
        assert!(text(&bench, ARCHIVE).starts_with(own), "{}", text(&bench, ARCHIVE));
        let once = text(&bench, ARCHIVE);
        run_at(&mut bench, NOON - 12 * DAY, 0, &note("late", "general", "Late")).unwrap();
        run(&mut bench, &compact(None));
        assert!(text(&bench, ARCHIVE).starts_with(own) && text(&bench, ARCHIVE).len() > once.len());
    }
}

#[test]
fn one_file_that_is_no_text_does_not_stop_the_others() {
    let mut bench = with_notes();
    let broken = "handover/layer1/2026-11/other-2026-11-02.md";
    bench.feed(vec![FileState::File { path: broken.to_owned(), bytes: vec![0xff] }]);
    let changes = run(&mut bench, &compact(None));
    assert!(changes.warnings[0].to_string().contains(broken), "{:?}", changes.warnings);
    assert_eq!(bench.tree.file(broken), Some([0xff].as_slice()));
    assert_eq!(bench.engine.reader().handover().unreadable, [broken]);
    assert!(bench.tree.file(ARCHIVE).is_some());
}

#[test]
fn undo_restores_the_notes() {
    let mut bench = Bench::from_text(JSON);
    put(&mut bench, "handover/layer1/2026-01/general-2026-01-05.md", "By hand\n");
    let before = paths(&bench);
    for command in [compact(None), Command::Undo {}] {
        let outcome = bench.commit(&command);
        assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    }
    assert_eq!(paths(&bench), before);
}
