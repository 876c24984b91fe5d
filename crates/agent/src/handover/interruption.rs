//! Whether a project's handover was interrupted, for shells that watch its files. A handover that a
//! process performs holds the lock, and is not reported.

use handoff_engine::{HolderProcess, LOCK_ABANDONED_AFTER_MS, LockState, parse_lock};
use handoff_protocol::{Answer, HandoverCheck, InterruptedHandover, Process};

use crate::handover::checkpoint::{Checkpoint, StepState};

/// Checks the content of the checkpoint and of the lock; `None` for a file that does not exist.
/// `process` is the shell's own process, and `answer` what it has found out about the holder's. A
/// checkpoint that cannot be parsed cannot be resumed.
pub fn check_interruption(
    checkpoint: Option<&[u8]>,
    lock: Option<&[u8]>,
    process: Option<&Process>,
    answer: Option<&Answer>,
    now: i64,
) -> HandoverCheck {
    let Some(checkpoint) = checkpoint.and_then(Checkpoint::parse_progress).filter(Checkpoint::is_interrupted) else {
        return HandoverCheck::Settled {};
    };
    // A torn lock is that of a process that has ended while it took the lock.
    let Some(holder) = lock.and_then(parse_lock) else {
        return HandoverCheck::Interrupted { handover: describe(checkpoint) };
    };
    let is_running = match (holder.process_seen_from(process), answer) {
        (HolderProcess::Local(process), None) => {
            return HandoverCheck::AskProcess { pid: process.pid, started: process.started.clone() };
        }
        (HolderProcess::Local(_), Some(Answer::Ok {})) => Some(true),
        (HolderProcess::Ended, _) | (HolderProcess::Local(_), Some(Answer::Missing {})) => Some(false),
        (HolderProcess::Unknown, _) | (HolderProcess::Local(_), Some(_)) => None,
    };
    match holder.state(now, is_running) {
        LockState::Abandoned => HandoverCheck::Interrupted { handover: describe(checkpoint) },
        LockState::Held | LockState::Uncertain => {
            HandoverCheck::Running { look_again_after_ms: u32::try_from(LOCK_ABANDONED_AFTER_MS).unwrap_or(u32::MAX) }
        }
    }
}

fn describe(checkpoint: Checkpoint) -> InterruptedHandover {
    let named = |wanted: StepState| {
        let steps = checkpoint.steps.iter().filter(|(_, state)| *state == wanted);
        steps.map(|(name, _)| name.clone()).collect()
    };
    let (done, pending) = (named(StepState::Done), named(StepState::Pending));
    let started_at = checkpoint.started_at.unwrap_or_default();
    // A checkpoint of another program has no ID.
    let id = checkpoint.run.unwrap_or_else(|| started_at.clone());
    InterruptedHandover { id, started_at, done, pending, failed: checkpoint.failed }
}

#[cfg(test)]
mod tests {
    use handoff_engine::LockHolder;
    use handoff_protocol::FailedStep;
    use serde_json::{Value, json};

    use super::*;

    const NOW: i64 = 1_000_000;

    fn own() -> Process {
        Process { host: "build".to_owned(), boot: Some("b1".to_owned()), pid: 7, started: Some("s7".to_owned()) }
    }

    fn bytes(value: &Value) -> Vec<u8> {
        value.to_string().into_bytes()
    }

    fn half_done() -> Vec<u8> {
        bytes(&json!({
            "status": "in_progress", "steps": {"facts": "done", "note": "pending"},
            "started_at": "2026-12-01T16:30:02.000000+00:00", "finished_at": null,
            "run": "h-1", "failed": {"step": "note", "message": "The disk is full."},
        }))
    }

    fn lock(holder: &Process, since: i64) -> Vec<u8> {
        let holder = LockHolder { writer: "w".to_owned(), since, nonce: "n".to_owned(), process: Some(holder.clone()) };
        serde_json::to_vec(&holder).unwrap()
    }

    fn check(lock: Option<&[u8]>, answer: Option<&Answer>) -> HandoverCheck {
        check_interruption(Some(&half_done()), lock, Some(&own()), answer, NOW)
    }

    #[test]
    fn half_done_handover_without_a_lock_is_interrupted() {
        let failed = FailedStep { step: "note".to_owned(), message: "The disk is full.".to_owned() };
        let handover = InterruptedHandover {
            id: "h-1".to_owned(),
            started_at: "2026-12-01T16:30:02.000000+00:00".to_owned(),
            done: vec!["facts".to_owned()],
            pending: vec!["note".to_owned()],
            failed: Some(failed),
        };
        assert_eq!(check(None, None), HandoverCheck::Interrupted { handover: handover.clone() });
        assert_eq!(check(Some(b"{\"writer\":"), None), HandoverCheck::Interrupted { handover });
    }

    #[test]
    fn nothing_is_left_of_a_settled_or_unreadable_one() {
        let done = bytes(&json!({"status": "completed", "steps": {"note": "done"}}));
        let last_mark_missing = bytes(&json!({"status": "in_progress", "steps": {"note": "done"}}));
        for checkpoint in [None, Some(done.as_slice()), Some(last_mark_missing.as_slice()), Some(b"{torn".as_slice())] {
            assert_eq!(check_interruption(checkpoint, None, None, None, NOW), HandoverCheck::Settled {});
        }
    }

    #[test]
    fn lock_of_a_running_process_is_waited_for() {
        let held = lock(&Process { pid: 9, ..own() }, NOW - 1000);
        let running = HandoverCheck::Running { look_again_after_ms: 10_000 };
        let ask = HandoverCheck::AskProcess { pid: 9, started: Some("s7".to_owned()) };
        assert_eq!(check(Some(&held), None), ask);
        assert_eq!(check(Some(&held), Some(&Answer::Ok {})), running);
        assert_eq!(check(Some(&held), Some(&Answer::Unknown {})), running);
        assert!(matches!(check(Some(&held), Some(&Answer::Missing {})), HandoverCheck::Interrupted { .. }));
        let elsewhere = Process { host: "laptop".to_owned(), ..own() };
        assert_eq!(check(Some(&lock(&elsewhere, NOW - 1000)), None), running);
        let abandoned = lock(&elsewhere, NOW - 11_000);
        assert!(matches!(check(Some(&abandoned), None), HandoverCheck::Interrupted { .. }));
        let before_the_boot = lock(&Process { boot: Some("b0".to_owned()), ..own() }, NOW);
        assert!(matches!(check(Some(&before_the_boot), None), HandoverCheck::Interrupted { .. }));
    }
}
