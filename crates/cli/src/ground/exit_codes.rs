//! The exit codes of the command.

use handoff_agent::FailureKind;

/// The meaning of each exit code; the index is the code.
pub const EXIT_CODES: [&str; 6] = [
    "success",
    "refused: a rule forbids the change, or its target does not exist",
    "invalid arguments",
    "a required file is invalid",
    "another program prevents the change",
    "writing is paused",
];

/// The exit codes of `handoff handover`, as `sysexits.h` numbers them, with their meaning.
pub const HANDOVER_EXIT_CODES: [(u8, &str); 5] = [
    (64, "invalid arguments"),
    (65, "the declaration or the checkpoint is invalid"),
    (69, "writing is paused; the handover can be resumed"),
    (70, "a step failed; the handover can be resumed"),
    (75, "another handover is running"),
];

/// Returns the exit code of a failure, an index into [`EXIT_CODES`].
pub fn exit_code(kind: FailureKind) -> u8 {
    match kind {
        FailureKind::Refused | FailureKind::Incomplete | FailureKind::System => 1,
        FailureKind::Arguments => 2,
        FailureKind::Broken => 3,
        FailureKind::Conflict => 4,
        FailureKind::Paused => 5,
    }
}

/// Returns the exit code of a failure of `handoff handover`, one of [`HANDOVER_EXIT_CODES`].
pub fn handover_exit_code(kind: FailureKind) -> u8 {
    match kind {
        FailureKind::Refused | FailureKind::Incomplete | FailureKind::Arguments => 64,
        FailureKind::Broken => 65,
        FailureKind::Paused => 69,
        FailureKind::System => 70,
        FailureKind::Conflict => 75,
    }
}
