//! Data types for everything that passes between the engine and a shell.
//!
//! Invariant: data only, without rules or I/O, and no default decides anything. [`TimeZone`] alone
//! computes: what it says about a time is the meaning of its data. The tests of this
//! crate generate the TypeScript types in `webviews/contract/generated/protocol.ts` and check that
//! they are up to date.

#![allow(
    missing_docs,
    reason = "types and functions have doc comments; most fields and variants are named for what they hold"
)]

pub mod agent;
pub mod command;
pub mod commit;
pub mod context;
pub mod counts;
pub mod event;
pub mod feed;
pub mod file;
pub mod gantt;
pub mod milestone;
pub mod operation;
pub mod pause;
pub mod planning;
pub mod problem;
pub mod process;
pub mod proposal;
pub mod query;
pub mod refusal;
pub mod report;
pub mod task;
pub mod task_patch;
pub mod text;
pub mod time;
pub mod time_zone;
pub mod usage;
pub mod view;

pub use agent::ConfigChange;
pub use agent::packages::{NewPackage, PackageChange, PackageGit, RedactedPackage};
pub use command::Command;
pub use commit::{Action, Answer, Capabilities, Fault, Outcome};
pub use context::{Actor, ActorKind, AgentNeed, Context, Holder, NeedKind};
pub use event::{Change, Event, LoggedTask, SessionAct};
pub use feed::{FeedResult, Recheck};
pub use file::{ChangeSet, DecisionConflict, Edit, FileState, MergeReport, RepairedDamage, UndoStep};
pub use gantt::{GanttGroup, GanttSort};
pub use milestone::MilestoneStatus;
pub use operation::{FileAnswer, FileRequest, GitState, OperationAnswer, OperationRequest, PathProbe, Search};
pub use pause::{OuterPause, PauseScope, PauseView};
pub use planning::{DependencyKind, DependencyLink, Reschedule, TaskDates};
pub use problem::{Position, Problem, ProblemCode, Repair, Severity};
pub use process::Process;
pub use proposal::{
    CardProposal, ElementCommand, ProposalChoice, ProposalElement, ProposalKind, ProposalList, ProposalRow,
    ProposalState, ProposalView, ProposalsView, ProposedField,
};
pub use query::{CommitFacts, ExportFormat, Filter, Query, SavedView, Sort, TimeFormat, TimeSelection};
pub use refusal::{Refusal, RefusalCode};
pub use report::{Report, ReportGroup, ReportName, ReportSeries, ReportSource};
pub use task::{
    Criterion, CriterionDetail, Layout, Priority, Proof, ProofFile, ProofKind, Schedule, SessionStatus, Status,
    TaskLink,
};
pub use task_patch::{
    CriterionDetailPatch, CriterionEdit, CriterionSelection, ListPatch, Place, RequirementPatch, TaskEstimate,
    TaskPatch, TaskUpdate, TreePosition,
};
pub use text::{Text, TextArg, cut_title, field_words};
pub use time::{
    TimeAway, TimeAwayPart, TimeChange, TimeEntry, TimeSource, TimerAction, TimerChange, TimerInput, TimerLead,
    TimerNext, TimerOwner, TimerRecord, TimerStart, TimerStatus, TimerStop, TimerView,
};
pub use time_zone::{FIRST_DAY, LAST_DAY, LocalTimeKind, OffsetChange, TimeZone};
pub use usage::{AgentUsage, ConversationUsage, TaskUsage, TokenCount, UsageTotal, UsedTokens};
pub use view::{
    FailedStep, FieldRevert, FileRevert, HandoverCheck, InterruptedHandover, PackageRow, PackageState, PackageView,
    PackagesView, RevertKind, RevertPreview, TaskRevert, View,
};

/// Returns a value as JSON on one line.
///
/// # Panics
/// Never for a type of this crate.
#[allow(clippy::expect_used, reason = "fails only for maps whose keys are not strings, and no type here has one")]
pub fn to_json(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("every type of this crate serialises to JSON")
}

/// Deserialises a field in which an absent key, `null` and a value have different meanings.
#[allow(clippy::option_option, reason = "absent, null and a value")]
fn nullable<'de, T: serde::Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    serde::Deserialize::deserialize(deserializer).map(Some)
}
