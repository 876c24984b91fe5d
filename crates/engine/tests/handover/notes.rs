//! Dated notes and the current state.

use handoff_protocol::agent::handover::HandoverNote;
use handoff_protocol::{Command, FileState, RefusalCode};

use super::*;

const FILE: &str = "handover/layer1/2026-12/general-2026-12-01.md";

#[test]
fn notes_are_appended_below_a_heading_in_both_layouts() {
    for layout in [JSON, TOML] {
        let mut bench = Bench::from_text(layout);
        let first = HandoverNote {
            run: "r1".to_owned(),
            tag: "general".to_owned(),
            text: "First\n\n- a\n".to_owned(),
            session: Some("s-1".to_owned()),
        };
        run(&mut bench, &Command::AppendHandoverNote { note: first });
        run(&mut bench, &note("r2", "general", "Second"));
        assert_eq!(
            text(&bench, FILE),
            "<!-- agent-handover | layer1 | 2026-12-01 -->\n\n## 10:05 session s-1\n<!-- run r1 -->\n\nFirst\n\n- a\n\n## 10:05\n<!-- run r2 -->\n\nSecond\n"
        );
        let handover = bench.engine.reader().handover();
        let newest = handover.newest(Some("general")).unwrap();
        assert_eq!((newest.run.as_deref(), newest.text()), (Some("r2"), "Second"));
        assert!(handover.has_run("General", "r1") && !handover.has_run("other", "r1"));
    }
}

#[test]
fn a_run_has_one_note_of_a_tag_whatever_the_day() {
    let mut bench = Bench::from_text(JSON);
    run(&mut bench, &note("r1", "general", "First"));
    let before = bench.tree.clone();
    for (now, text) in [(NOON, "First"), (NOON + DAY, "Changed")] {
        let changes = run_at(&mut bench, now, 0, &note("r1", "general", text)).unwrap();
        assert!(changes.edits.is_empty(), "{changes:?}");
    }
    assert_eq!(bench.tree, before);
    run(&mut bench, &note("r1", "codex", "Other tag"));
    assert_eq!(paths(&bench).len(), 2);
    run(&mut bench, &compact(Some("2026-12")));
    let changes = run_at(&mut bench, NOON, 0, &note("r1", "general", "First")).unwrap();
    assert!(changes.edits.is_empty(), "an archived note counts too: {changes:?}");
}

#[test]
fn the_day_and_the_time_are_local() {
    // 23:59:30 UTC, seen from -60, 0 and +90 minutes.
    let now = NOON.div_euclid(DAY) * DAY + DAY - 30_000;
    for (offset, path, heading) in [
        (-60, "handover/layer1/2026-12/general-2026-12-01.md", "## 22:59\n"),
        (0, "handover/layer1/2026-12/general-2026-12-01.md", "## 23:59\n"),
        (90, "handover/layer1/2026-12/general-2026-12-02.md", "## 01:29\n"),
    ] {
        let mut bench = Bench::from_text(JSON);
        run_at(&mut bench, now, offset, &note("r1", "general", "x")).unwrap();
        assert!(text(&bench, path).contains(heading), "{offset}: {}", text(&bench, path));
    }
    // The first minute of the year, in a zone where it is still the old one.
    let mut bench = Bench::from_text(JSON);
    run_at(&mut bench, 1_798_761_600_000, -1, &note("r1", "general", "x")).unwrap();
    assert_eq!(paths(&bench), ["handover/layer1/2026-12/general-2026-12-31.md"]);
}

#[test]
fn files_of_other_programs_are_continued_with_their_line_ends() {
    let mut bench = Bench::from_text(JSON);
    put(&mut bench, &FILE.replace("general", "General"), "<!-- agent-handover | layer1 | 2026-12-01 -->\r\nOld note");
    run(&mut bench, &note("r1", "general", "a\nb"));
    assert_eq!(
        text(&bench, &FILE.replace("general", "General")),
        "<!-- agent-handover | layer1 | 2026-12-01 -->\r\nOld note\r\n\r\n## 10:05\r\n<!-- run r1 -->\r\n\r\na\r\nb\r\n"
    );
    // The file of the tag `general` has another case.
    let tags = [("../../x", "x"), ("a/b:c", "a-b-c"), ("", "General"), ("設計", "設計")];
    for (index, (tag, slug)) in tags.into_iter().enumerate() {
        let run_id = format!("t{index}");
        run(&mut bench, &note(&run_id, tag, "x"));
        assert!(text(&bench, &FILE.replace("general", slug)).contains(&run_id), "{tag}");
    }
}

#[test]
fn what_cannot_be_a_note_is_refused() {
    let mut bench = Bench::from_text(JSON);
    for (run, text, field) in [("r", " \n", "text"), ("", "x", "run"), ("a b", "x", "run"), ("a-->", "x", "run")] {
        let refusal = run_at(&mut bench, NOON, 0, &note(run, "general", text)).unwrap_err();
        assert_eq!((refusal.code, refusal.field.as_deref()), (RefusalCode::BadValue, Some(field)));
    }
    for path in [FILE, STATE] {
        bench.feed(vec![FileState::File { path: path.to_owned(), bytes: vec![b'a', 0xff] }]);
    }
    let before = bench.tree.clone();
    for command in [note("r", "general", "x"), state("x"), compact(Some("2026-12"))] {
        let refusal = run_at(&mut bench, NOON, 0, &command).unwrap_err();
        assert_eq!(refusal.code, RefusalCode::BrokenFile);
        assert!(refusal.text.to_string().contains("is not UTF-8 text"), "{}", refusal.text);
    }
    assert_eq!(bench.tree, before);
}

#[test]
fn the_current_state_is_replaced_and_a_persons_text_is_kept() {
    let mut bench = Bench::from_text(JSON);
    run(&mut bench, &state("# State\n\n- one"));
    let changes = run_at(&mut bench, NOON + DAY, 0, &state("# State\n\n- one\n")).unwrap();
    assert!(changes.edits.is_empty(), "an equal text is not written again");
    let changes = run_at(&mut bench, NOON + DAY, 0, &state("# State\n\n- two\n")).unwrap();
    assert!(changes.warnings.is_empty(), "{:?}", changes.warnings);
    let edited = text(&bench, STATE).replace("- two", "- two\n- mine");
    put(&mut bench, STATE, &edited);
    let changes = run_at(&mut bench, NOON + 2 * DAY, 0, &state("# State\n\n- three\n")).unwrap();
    assert!(changes.warnings[0].to_string().contains("It is in the trash now"), "{:?}", changes.warnings);
    let kept: Vec<_> = bench.tree.walk("trash").collect();
    assert_eq!(text(&bench, &kept[0].0), edited);
    assert!(text(&bench, STATE).ends_with("- three\n"));
    let state = bench.engine.reader().handover().state.unwrap();
    assert_eq!((state.is_generated, state.date.as_deref()), (true, Some("2026-12-03")));
    assert!(run_at(&mut bench, NOON, 0, &super::state(" ")).is_err());
}
