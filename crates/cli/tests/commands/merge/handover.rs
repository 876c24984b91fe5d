//! Branches that write notes of a handover on the same day, or archive them.

use super::{LAYOUTS, Repository};

const NOTES: &str = ".handoff/handover/layer1/2026-12/general-2026-12-01.md";
const ARCHIVED: &str = ".handoff/handover/layer1/.archived/2026-12/general-2026-12-01.md";
const HEADER: &str = "<!-- agent-handover | layer1 | 2026-12-01 -->\n";

fn note(time: &str, run: &str) -> String {
    format!("\n## {time}\n<!-- run {run} -->\n\nText of the run {run}\n")
}

#[test]
fn notes_of_two_branches_merge_without_a_conflict() {
    for layout in LAYOUTS {
        let repository = Repository::new(layout);
        let first = format!("{HEADER}{}", note("09:00", "a"));
        repository.write(NOTES, &first);
        repository.merge_cleanly(
            |repository| repository.write(NOTES, &format!("{first}{}", note("10:00", "b"))),
            |repository| repository.write(NOTES, &format!("{first}{}", note("11:00", "c"))),
        );
        assert_eq!(repository.read(NOTES), format!("{first}{}{}", note("10:00", "b"), note("11:00", "c")));
    }
}

#[test]
fn a_note_for_a_file_that_a_branch_has_archived_is_kept() {
    let repository = Repository::new("json");
    let first = format!("{HEADER}{}", note("09:00", "a"));
    repository.write(NOTES, &first);
    let (is_clean, message) = repository.merge(
        |repository| {
            repository.write(ARCHIVED, &first);
            std::fs::remove_file(repository.0.at(NOTES)).unwrap();
        },
        |repository| repository.write(NOTES, &format!("{first}{}", note("10:00", "b"))),
    );
    assert!(is_clean, "{message}");
    assert_eq!(repository.read(ARCHIVED), format!("{first}{}", note("10:00", "b")));
}
