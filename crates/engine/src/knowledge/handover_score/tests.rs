use handoff_protocol::view::{HandoverScore, PointerChange, ScorePartKind};

use super::{HandoverFacts, PIECES, Piece, best_fixes, score};

/// The example of `docs/handover.md`.
fn example() -> HandoverFacts {
    HandoverFacts {
        pieces: vec![Piece::Next, Piece::Places, Piece::Decisions, Piece::Summary],
        steps: vec![("Add the retry to src/feed.rs".to_owned(), true), ("Ask Maya".to_owned(), false)],
        pointers: vec![
            ("src/feed.rs".to_owned(), PointerChange::Unchanged),
            ("src/old.rs".to_owned(), PointerChange::Gone),
        ],
        is_read: false,
        age_days: 1,
        uses: None,
    }
}

/// Returns the example after the next session has been closed.
fn read_example() -> HandoverFacts {
    let uses = [("src/feed.rs", true), ("src/old.rs", false), ("t3", true)];
    let uses = uses.map(|(name, is_used)| (name.to_owned(), is_used)).to_vec();
    HandoverFacts { is_read: true, age_days: 12, uses: Some(uses), ..example() }
}

fn percents(score: &HandoverScore) -> Vec<Option<u32>> {
    score.parts.iter().map(|part| part.percent).collect()
}

fn remarks(score: &HandoverScore, kind: ScorePartKind) -> Vec<String> {
    let part = score.parts.iter().find(|part| part.kind == kind).unwrap();
    part.remarks.iter().map(ToString::to_string).collect()
}

#[test]
fn score_is_the_weighted_average_of_the_known_parts() {
    let first = score(&example());
    assert_eq!(percents(&first), [Some(80), Some(50), Some(50), Some(100), None]);
    assert_eq!(first.total, 68);
    let second = score(&read_example());
    assert_eq!(percents(&second), [Some(80), Some(50), None, Some(67), Some(67)]);
    assert_eq!(second.total, 68);
    let full = HandoverFacts {
        pieces: PIECES.to_vec(),
        steps: vec![("Run `make`".to_owned(), true)],
        pointers: vec![("a.rs".to_owned(), PointerChange::Moved)],
        ..HandoverFacts::default()
    };
    let full = score(&full);
    assert_eq!(full.total, 100);
    assert!(full.parts.iter().filter(|part| part.percent.is_some()).all(|part| part.remarks.is_empty()));
    assert_eq!(best_fixes(&full, 2).len(), 0);
    // Nothing is in it. That it is new counts.
    assert_eq!(score(&HandoverFacts::default()).total, 17);
}

#[test]
fn each_part_says_what_to_fix_or_why_it_is_not_known() {
    let first = score(&example());
    let background = "Add what to know or to beware of: a caution, a blocker or a note.";
    assert_eq!(remarks(&first, ScorePartKind::Complete), [background]);
    let steps = "Name a file, a symbol, a command or a task in each next step: “Ask Maya”.";
    assert_eq!(remarks(&first, ScorePartKind::Specific), [steps]);
    let pointers = "Check the pointers to files that have changed or are gone: src/old.rs.";
    assert_eq!(remarks(&first, ScorePartKind::Grounded), [pointers]);
    assert_eq!(remarks(&first, ScorePartKind::Fresh).len(), 0);
    assert_eq!(remarks(&first, ScorePartKind::Used), ["Known when the next session is closed."]);
    let second = score(&read_example());
    let later = "Known until the next session begins, which changes the files.";
    assert_eq!(remarks(&second, ScorePartKind::Grounded), [later]);
    let old = "It was 12 days old when it was read: check what has changed since.";
    assert_eq!(remarks(&second, ScorePartKind::Fresh), [old]);
    let unused = "Name only what the next session needs. It did not touch: src/old.rs.";
    assert_eq!(remarks(&second, ScorePartKind::Used), [unused]);
}

#[test]
fn a_handover_ages_from_the_fourth_day_to_the_thirtieth() {
    for (days, percent) in [(0, 100), (3, 100), (4, 96), (12, 67), (29, 4), (30, 0), (4000, 0)] {
        let score = score(&HandoverFacts { age_days: days, ..HandoverFacts::default() });
        assert_eq!(percents(&score)[3], Some(percent), "{days}");
    }
}

#[test]
fn best_fixes_come_first_and_once() {
    let score = score(&HandoverFacts::default());
    let fixes: Vec<String> = best_fixes(&score, 2).iter().map(ToString::to_string).collect();
    // The missing next step costs points of two parts.
    let next = "Say what is next: add a suggestion or an open checklist item.";
    assert_eq!(fixes, [next, "Add pointers to the files to look at first."]);
    assert_eq!(best_fixes(&score, 9).len(), PIECES.len());
}

#[test]
fn long_remarks_are_cut() {
    let step = |index: usize| (format!("{index}{}", "あ".repeat(100)), false);
    let facts = HandoverFacts { steps: (0..5).map(step).collect(), ..HandoverFacts::default() };
    let remarks = remarks(&score(&facts), ScorePartKind::Specific);
    let shown: Vec<String> = (0..3).map(|index| format!("“{index}{}…”", "あ".repeat(59))).collect();
    let expected = format!("Name a file, a symbol, a command or a task in each next step: {}, ….", shown.join(", "));
    assert_eq!(remarks, [expected]);
}
