//! Laws of notes, archives and merges.

use std::collections::BTreeSet;

use handoff_engine::handover::{Archive, merge, parse_notes};
use proptest::prelude::*;

use super::*;

const DAY_FILE: &str = "handover/layer1/2026-11/general-2026-11-11.md";
const ARCHIVE: &str = "handover/layer3/2026-11-general-archive.md";
const HEADER: &str = "<!-- agent-handover | layer1 | 2026-11-11 -->\n";

/// A text with lines that look like those of the files.
fn content() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "text",
        "",
        "- item",
        "## 10:00",
        "## 10:00 session s",
        "<!-- run x -->",
        "<!-- note 2026-11-11 -->",
        " <!-- note 2026-11-11 -->",
        "<!-- index -->",
        "<!-- handoff archive",
        "-->",
        "<!-- agent-handover | layer1 | 2026-11-11 -->",
        "é 潮",
        " ",
    ]);
    prop::collection::vec(line, 0..6).prop_map(|lines| lines.join("\n"))
}

/// A note of a run, at a minute of the morning.
fn a_note() -> impl Strategy<Value = (u8, u8, String)> {
    (0..9_u8, 0..3_u8, content())
}

/// A file of notes: an own text, and notes of runs, each at most once.
fn file() -> impl Strategy<Value = String> {
    (content(), prop::collection::vec(a_note(), 0..4), any::<bool>()).prop_map(|(own, notes, has_returns)| {
        let mut bench = Bench::from_text(JSON);
        put(&mut bench, DAY_FILE, &format!("{HEADER}{own}"));
        for (run, minute, text) in notes {
            let now = NOON - 20 * DAY + i64::from(minute) * 60_000;
            // A text of blank lines is refused.
            let _ = run_at(&mut bench, now, 0, &note(&format!("r{run}"), "general", &text));
        }
        let text = text(&bench, DAY_FILE);
        if has_returns { text.replace('\n', "\r\n") } else { text }
    })
}

/// Returns the notes of a file, whatever the line ends.
fn set(file: &str) -> BTreeSet<String> {
    parse_notes(file, "2026-11-11").iter().map(|note| note.raw.replace("\r\n", "\n")).collect()
}

fn archived(file: &str) -> String {
    let mut bench = Bench::from_text(JSON);
    put(&mut bench, DAY_FILE, file);
    run(&mut bench, &compact(None));
    text(&bench, ARCHIVE)
}

fn merged(path: &str, base: &str, ours: &str, theirs: &str) -> String {
    String::from_utf8(merge(path, base.as_bytes(), ours.as_bytes(), theirs.as_bytes()).unwrap()).unwrap()
}

/// Returns the texts of notes without the heading that a merge adds to one without a heading.
fn texts(notes: &[handoff_engine::handover::Note]) -> Vec<String> {
    let is_added =
        |note: &&handoff_engine::handover::Note| note.run.as_ref().is_none_or(|run| run.starts_with("import-"));
    let unprotected = |text: &str| text.replace("\r\n", "\n").replace("\n <!-- run", "\n<!-- run");
    let own = |note: &handoff_engine::handover::Note| unprotected(note.text()).trim().to_owned();
    let all = |note: &handoff_engine::handover::Note| note.raw.replace("\r\n", "\n").trim().to_owned();
    let mut texts: Vec<String> = notes.iter().map(|note| if is_added(&note) { own(note) } else { all(note) }).collect();
    texts.sort();
    texts
}

proptest! {
    #[test]
    fn compaction_loses_nothing_and_is_idempotent(file in file()) {
        let mut bench = Bench::from_text(JSON);
        put(&mut bench, DAY_FILE, &file);
        run(&mut bench, &compact(None));
        let archive = Archive::parse("2026-11", "general", &text(&bench, ARCHIVE));
        let mut expected: Vec<String> = parse_notes(&file, "2026-11-11").into_iter().map(|note| note.raw).collect();
        expected.sort();
        // The random text may have the same note twice.
        expected.dedup();
        for raw in &expected {
            prop_assert_eq!(archive.notes.iter().filter(|note| note.raw == *raw).count(), 1, "{}", raw);
        }
        prop_assert_eq!(archive.notes.len(), expected.len());
        let moved = DAY_FILE.replace("layer1/", "layer1/.archived/");
        prop_assert_eq!(text(&bench, &moved), file);
        prop_assert!(run(&mut bench, &compact(None)).edits.is_empty());
    }

    #[test]
    fn a_repeated_append_changes_nothing(file in file(), run_id in 0..9_u8, text in content()) {
        let mut bench = Bench::from_text(JSON);
        put(&mut bench, DAY_FILE, &file);
        let command = note(&format!("r{run_id}"), "general", &text);
        let now = NOON - 20 * DAY;
        if run_at(&mut bench, now, 0, &command).is_ok() {
            let once = super::text(&bench, DAY_FILE);
            prop_assert!(once.starts_with(&file));
            prop_assert!(run_at(&mut bench, now + DAY, 0, &command).unwrap().edits.is_empty());
            prop_assert_eq!(super::text(&bench, DAY_FILE), once);
        }
    }

    #[test]
    fn a_merge_keeps_each_note_of_both_sides_once(ours in file(), theirs in file()) {
        let result = merged(DAY_FILE, "", &ours, &theirs);
        let parse = |text: &str| texts(&parse_notes(text, "2026-11-11"));
        let mut expected: Vec<String> = parse(&ours);
        expected.extend(parse(&theirs));
        expected.sort();
        expected.dedup();
        let mut actual = parse(&result);
        actual.dedup();
        prop_assert_eq!(actual, expected, "{}", result);
        prop_assert_eq!(set(&merged(DAY_FILE, "", &result, &theirs)), set(&result), "merging again changes nothing");
        prop_assert_eq!(merged(DAY_FILE, &ours, &result, &ours).replace("\r\n", "\n"), result.replace("\r\n", "\n"));
    }

    #[test]
    fn compacting_a_merge_equals_merging_compactions(ours in file(), theirs in file()) {
        let one = archived(&merged(DAY_FILE, "", &ours, &theirs));
        let other = merged(ARCHIVE, "", &archived(&ours), &archived(&theirs));
        let notes = |text: &str| {
            let mut texts = texts(&Archive::parse("2026-11", "general", text).notes);
            texts.dedup();
            texts
        };
        prop_assert_eq!(notes(&one), notes(&other));
    }
}
