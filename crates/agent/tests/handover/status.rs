//! What is said about a checkpoint.

use handoff_agent::handover::{
    Checkpoint, FailedStep, RunStatus, RunningRun, StepState, check_reason, executed_text, load_remark, status_text,
};

fn interrupted() -> Checkpoint {
    Checkpoint {
        status: RunStatus::InProgress,
        steps: vec![("note".to_owned(), StepState::Done), ("publish".to_owned(), StepState::Pending)],
        started_at: Some("2026-12-01T08:00:02.000000+00:00".to_owned()),
        ..Checkpoint::default()
    }
}

#[test]
fn status_has_the_lines_of_agent_handover_and_then_our_own() {
    assert_eq!(status_text(&Checkpoint::default(), None), "status: none");
    let mut checkpoint = interrupted();
    let lines = "status: in_progress\n  [x] note\n  [ ] publish\npending: publish";
    assert_eq!(status_text(&checkpoint, None), lines);
    checkpoint.failed = Some(FailedStep { step: "publish".to_owned(), message: "No remote.".to_owned() });
    checkpoint.orphaned = vec!["tests".to_owned()];
    let running = RunningRun { holder: "process 7 on quay".to_owned(), since: "2026-12-01T08:00:02Z".to_owned() };
    assert_eq!(
        status_text(&checkpoint, Some(&running)),
        format!(
            "{lines}\nfailed: publish: No remote.\nno longer declared: tests\n\
             running: publish, by process 7 on quay since 2026-12-01 08:00 UTC"
        )
    );
    assert_eq!(executed_text(&[]), "handover steps executed: (none)");
    assert_eq!(executed_text(&["a".to_owned(), "b".to_owned()]), "handover steps executed: a, b");
}

#[test]
fn next_conversation_hears_what_is_half_done() {
    let mut checkpoint = interrupted();
    let remark = load_remark(&checkpoint).unwrap();
    assert_eq!(
        remark,
        "The handover of 2026-12-01 08:00 UTC is half done: done note; pending publish. The next closing save or \
         `handoff handover run` completes it."
    );
    assert!(check_reason(&checkpoint).contains("Pending: publish."));
    checkpoint.status = RunStatus::Completed;
    assert_eq!(load_remark(&checkpoint), None);
    assert_eq!(load_remark(&Checkpoint::default()), None);
    assert_eq!(check_reason(&Checkpoint::default()), "No handover is recorded.");
}
