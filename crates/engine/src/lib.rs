//! The functional core of Handoff: files in, views and change sets out.
//!
//! Invariant: no I/O, no clock, no randomness, no callback. The same files, time and query give the
//! same answer.

mod case_fold;
mod claims;
mod color;
mod commit;
pub mod conversation;
pub mod documents;
pub mod edit;
mod engine;
pub mod handover;
mod handover_score;
mod history;
mod holder_process;
mod hours;
mod lock_holder;
mod memory;
pub mod merge;
mod metrics;
mod model;
mod next_task;
pub mod packages;
mod plan;
mod problems;
mod project;
mod project_host;
mod read_model;
mod referrals;
pub mod register;
mod schedule;
pub mod sessions;
pub mod step;
mod stored_content;
mod texts;
mod timers;
mod timestamp;
mod trash;
pub mod tree;
mod view;
mod words;

pub use claims::{is_same_holder, keeps_peer_claim, minutes_since_heard, without_peer_claim};
pub use commit::summary_of;
pub use engine::Engine;
pub use handover_score::{HandoverScores, POOR_SCORE, best_fixes};
pub use holder_process::HolderProcess;
pub use hours::round_hours;
pub use lock_holder::{
    LOCK_ABANDONED_AFTER_MS, LOCK_RENEW_AFTER_MS, LockHolder, LockState, LockWatch, broken_lock_names,
    is_old_broken_lock, lock_retry_delays, parse_lock,
};
pub use memory::{MemoryCluster, MemoryEntry, MemoryMatch, MemoryReport};
pub use metrics::{CapacityDay, Effort, HistoryCommit, Metrics, MilestoneMetrics, Overdue, ReportRequest, WorkCount};
pub use model::TaskLookupError;
pub use model::loaded_file::LoadedFile;
pub use model::ownership::Ownership;
pub use next_task::{Owner, Turn, precedence};
pub use plan::{LOCAL_FILES, PRIVATE_FILES, PRIVATE_PACKAGES, setting_accepts};
pub use read_model::{OutlineRow, PlannedTask, ProjectPart, ProjectReader, TaskEntry};
pub use timers::server::{ServerEvent, ServerTimers};
pub use timers::{Timer, TimerList};
pub use view::export::csv::{table as csv_table, text as csv_text};
pub use view::{MAX_SEARCH_DEPTH, UNSEARCHED_FOLDERS};
pub use words::{estimate_tokens, mentioned_ids};

pub(crate) use project::Project;
