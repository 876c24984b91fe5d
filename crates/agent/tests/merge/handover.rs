//! Merges of the files of a handover.

use super::{merge_texts, text};

const NOTES: &str = ".handoff/handover/layer1/2026-12/general-2026-12-01.md";
const ARCHIVED: &str = ".handoff/handover/layer1/.archived/2026-12/general-2026-12-01.md";
const STATE: &str = "sub/.handoff/handover/layer2/current-state.md";
const HEADER: &str = "<!-- agent-handover | layer1 | 2026-12-01 -->\n";

fn note(time: &str, run: &str, text: &str) -> String {
    format!("\n## {time}\n<!-- run {run} -->\n\n{text}\n")
}

fn clean(path: &str, base: &str, ours: &str, theirs: &str) -> String {
    let merge = merge_texts(path, base, ours, theirs);
    assert!(merge.conflicts.is_empty() && merge.cause.is_none(), "{merge:?}");
    text(&merge).to_owned()
}

#[test]
fn notes_of_both_sides_are_kept_by_time() {
    let base = format!("{HEADER}{}", note("09:00", "a", "A"));
    let ours = format!("{base}{}", note("11:00", "c", "C"));
    let theirs = format!("{base}{}", note("10:00", "b", "B"));
    let expected = format!("{base}{}{}", note("10:00", "b", "B"), note("11:00", "c", "C"));
    for path in [NOTES, ARCHIVED] {
        assert_eq!(clean(path, &base, &ours, &theirs), expected);
        assert_eq!(clean(path, "", &ours, &theirs), expected);
        let returns = clean(path, &base, &ours.replace('\n', "\r\n"), &theirs);
        assert_eq!(returns, expected.replace('\n', "\r\n"));
    }
    let edited = ours.replace("\nA\n", "\nA2\n");
    assert_eq!(clean(NOTES, &base, &edited, &theirs), expected.replace("\nA\n", "\nA2\n"));
    assert_eq!(clean(NOTES, &base, &theirs, &edited), expected.replace("\nA\n", "\nA2\n"));
    let both = clean(NOTES, &base, &edited, &theirs.replace("\nA\n", "\nA3\n"));
    assert!(both.contains("\nA2\n") && both.contains("\nA3\n"), "{both}");
}

#[test]
fn texts_without_a_heading_are_both_kept() {
    let merged = clean(NOTES, "", &format!("{HEADER}Ours"), &format!("{HEADER}Theirs"));
    assert!(merged.starts_with(&format!("{HEADER}\nOurs\n\n## Note of another branch\n<!-- run import-")), "{merged}");
    assert!(merged.ends_with("\n\nTheirs\n"), "{merged}");
    assert_eq!(clean(NOTES, "", &merged, &format!("{HEADER}Theirs")), merged);
}

#[test]
fn the_newer_state_wins_but_no_persons_text_is_lost() {
    let mut bench = crate::support::Bench::new("json");
    let mut write = |text: &str| {
        bench.now += 1_000;
        bench.command(&handoff_protocol::Command::WriteCurrentState { text: text.to_owned() });
        bench.file("handover/layer2/current-state.md").unwrap()
    };
    let (base, old, new) = (write("Base"), write("Old"), write("New"));
    assert_eq!(clean(STATE, &base, &old, &new), new);
    assert_eq!(clean(STATE, &base, &new, &old), new);
    let mine = old.replace("Old", "Mine");
    assert_eq!(clean(STATE, &base, &mine, &new), mine);
    assert_eq!(clean(STATE, &base, &new, &mine), mine);
    let both = merge_texts(STATE, &base, &mine, &new.replace("New", "Yours"));
    assert!(!both.conflicts.is_empty() && text(&both).contains("Mine") && text(&both).contains("Yours"), "{both:?}");
}
