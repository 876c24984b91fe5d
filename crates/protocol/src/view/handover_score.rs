//! The score of a handover: how well a session's record serves the session after it.

use serde::Serialize;
use ts_rs::TS;

use crate::text::Text;

/// A part of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum ScorePartKind {
    /// Whether summary, next step, decisions, background and places are there.
    Complete,
    /// Whether the next steps name a file, a symbol, a command or a task.
    Specific,
    /// Whether the files of its context pointers still exist, unchanged.
    Grounded,
    /// How old it was when the next session began, or how old it is.
    Fresh,
    /// Whether the next session touched its context pointers and tasks.
    Used,
}

impl ScorePartKind {
    /// Returns its name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            ScorePartKind::Complete => "complete",
            ScorePartKind::Specific => "specific",
            ScorePartKind::Grounded => "grounded",
            ScorePartKind::Fresh => "fresh",
            ScorePartKind::Used => "used",
        }
    }
}

/// The result of one part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ScorePart {
    pub kind: ScorePartKind,
    /// Its weight in the total.
    pub weight: u32,
    /// 0 to 100; null if it is not known and does not count.
    pub percent: Option<u32>,
    /// Advice, one sentence each. If the part is not known, the reason.
    pub remarks: Vec<Text>,
}

/// The score of a closed session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct HandoverScore {
    /// 0 to 100: the average of the known parts by their weights.
    pub total: u32,
    pub parts: Vec<ScorePart>,
}
