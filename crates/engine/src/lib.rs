//! The functional core of Handoff: files in, views and change sets out.
//!
//! Invariant: no I/O, no clock, no randomness, no callback. The same files, time and query give the
//! same answer.

mod analysis;
mod change;
mod engine;
mod ground;
mod knowledge;
mod model;
mod read;

pub use analysis::metrics::{
    CapacityDay, Effort, HistoryCommit, Metrics, MilestoneMetrics, Overdue, ReportRequest, WorkCount,
};
pub use analysis::next_task::{Owner, Turn, precedence};
pub use change::commit::summary_of;
pub use change::plan::{LOCAL_FILES, PEER_FILES, PEER_SIGNS, PRIVATE_FILES, PRIVATE_PACKAGES, setting_accepts};
pub use engine::Engine;
pub use ground::holder_process::HolderProcess;
pub use ground::hours::round_hours;
pub use ground::lock_holder::{
    LOCK_ABANDONED_AFTER_MS, LOCK_RENEW_AFTER_MS, LockHolder, LockState, LockWatch, broken_lock_names,
    is_old_broken_lock, lock_retry_delays, parse_lock,
};
pub use ground::words::{estimate_tokens, mentioned_ids, normal_path, token_cost};
pub use ground::{conversation, edit, merge, tree, undo_step};
pub use knowledge::agent_needs::path as agent_need_path;
pub use knowledge::claims::{is_same_holder, keeps_peer_claim, minutes_since_heard, without_peer_claim};
pub use knowledge::handover_score::{HandoverScores, POOR_SCORE, best_fixes};
pub use knowledge::memory::{MemoryCluster, MemoryEntry, MemoryMatch, MemoryReport};
pub use knowledge::peer_agents::PeerAgent;
pub use knowledge::time::server::{ServerEvent, ServerTimers};
pub use knowledge::time::{Timer, TimerList};
pub use knowledge::{documents, handover, packages, register, sessions, usage};
pub use model::loaded_file::LoadedFile;
pub use model::ownership::Ownership;
pub use model::{REPLACEMENT_MS, TaskLookupError};
pub use read::read_model::{OutlineRow, PlannedTask, ProjectPart, ProjectReader, TaskEntry};
pub use read::view::export::csv::{table as csv_table, text as csv_text};
pub use read::view::origin::{Origin, OriginSession};
pub use read::view::{MAX_SEARCH_DEPTH, UNSEARCHED_FOLDERS};

pub(crate) use model::project::Project;
