//! Reads and writes the files of both layouts as typed records, without losing text.
//!
//! Invariant: an edit changes only the bytes of the values it sets, and no content causes a panic.
//! Domain rules live in the engine; this crate knows only the file formats.

mod characters;
mod data_file;
mod finding;
mod front_matter;
mod handover;
mod hash;
mod path_checks;
mod paths;
mod record;
mod single_line;
mod slug;
mod texts;
mod time;

pub use characters::{is_hidden, is_invisible};
pub use data_file::{Container, DataFile, PathSegment, replace_lone_surrogates};
pub use finding::Finding;
pub use handover::{ArchiveName, NotesName, archive_path, handover_header, notes_path};
pub use hash::{fnv1a, fnv1a_hex, sha256_hex};
pub use path_checks::{check_id, check_new_id, check_path, escape_control_characters, is_writer_name};
pub use paths::{
    FolderName, PEER_EVENTS, PEER_TIME_LOG, PathKind, classify, folder_matches_id, is_content, is_in_packages,
    is_in_trash, is_peer_log, parse_task_folder, task_file_name, task_folder_name,
};
pub use record::agent_need::{new_agent_need, read_agent_need};
pub use record::baseline::{Baseline, PlannedTask, new_baseline, read_baseline};
pub use record::calendar::Calendar;
pub use record::calendar::{parse_weekday, weekday_of_name};
pub use record::claim::{new_claim, read_claim, write_claim};
pub use record::config::{
    AssigneeConfig, Config, Dashboard, GanttView, MilestoneConfig, Settings, default_config, new_config, read_config,
};
pub use record::memory::{Memory, new_memory, read_memory, write_memory};
pub use record::package::{Package, new_package, read_package, write_package};
pub use record::page::{Page, PageSource, RelatedPage, new_page, read_page, split_front_matter, write_page};
pub use record::proposal::{Proposal, ProposedChange, new_proposal, read_proposal, write_proposal};
pub use record::referral::{ProposedTask, Referral, new_referral, read_referral};
pub use record::schema::json_schemas;
pub use record::session::{
    ChecklistItem, ContextPointer, Decision, HandoffNote, Reference, Session, new_session_document, read_session,
    write_session,
};
pub use record::task::{PEER_CLAIM, Task, new_task_document, read_task, task_document_in, write_task};
pub use record::timer::{
    Authority, TimerCommand, TimerEntry, TimerRequest, TimerState, new_timer_request, read_authority,
    read_timer_request, read_timer_state, write_authority, write_timer_state,
};
pub use record::usage::{new_usage, read_usage};
pub use record::view::{MAX_VIEWS, VIEWS, check_view, read_views, write_view};
pub use serde_json::Value;
pub use single_line::{is_break, is_single_line, single_line};
pub use slug::{baseline_slug, handover_tag, package_slug, referral_slug, session_slug, short_task_slug, task_slug};
pub use time::{FIRST_DAY, LAST_DAY, format_date, is_date, note_stamp, parse_date, timestamp};
