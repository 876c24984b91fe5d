//! Planning: turns a command into a change set or a refusal.
//!
//! Invariant: pure. The same project, command and context give the same change set.

mod agent_needs;
mod baseline;
mod change_set_builder;
mod claims;
mod combined_plan;
mod config;
mod documents;
mod folder_names;
mod handover;
mod import;
mod local_files;
mod memory;
mod moves;
mod new_ids;
mod packages;
mod peer_logs;
mod proposals;
mod record_events;
mod referral;
mod refusal;
mod repair;
mod restore;
mod revert;
mod rules;
mod session;
mod staged_tasks;
mod summary;
mod task_file;
mod task_lookup;
mod tasks;
mod time;
mod undo;
mod usage;
mod views;
mod waiting;

use handoff_format::Task;
use handoff_protocol::agent::Import;
use handoff_protocol::{ChangeSet, Command, Context, Refusal, RefusalCode, Text};

pub(crate) use config::catalog;
pub(crate) use config::configure::{is_view_choice, open_config};
pub(crate) use config::settings::control;
pub use config::settings::setting_accepts;
pub(crate) use local_files::ignores_local_files;
pub use local_files::{LOCAL_FILES, PEER_FILES, PRIVATE_FILES, PRIVATE_PACKAGES};
pub use peer_logs::PEER_SIGNS;
pub(crate) use proposals::{proposal_row, proposal_rows, rehearse_proposal};
pub(crate) use revert::revert;
pub(crate) use tasks::reschedule::{NewDates, compute as compute_dates};

use crate::Project;
use crate::ground::history::History;
use crate::ground::texts;
use crate::model::project::unread;
use change_set_builder::ChangeSetBuilder;
use config::{configure, entries, pause, rename_entry, start_project};
use new_ids::IdAllocator;
use refusal::refuse;
use repair::repair_all;
use staged_tasks::Stage;
use tasks::{auto_schedule, change_tasks, create, delete, reschedule, update};

/// Plans a command: returns the change set, or the refusal.
pub(crate) fn plan(
    project: &Project,
    history: &History,
    command: &Command,
    context: &Context,
) -> Result<ChangeSet, Refusal> {
    let planned = if proposals::is_needed(project, context, command) {
        propose(project, history, command, "", context)
    } else {
        plan_command(project, history, command, context)
    };
    let mut changes = planned.map_err(|refusal| unread::explain_unknown_task(project, refusal))?;
    waiting::check(project, context, command, &mut changes)?;
    // Resuming is possible although a part of the project cannot be read.
    if !matches!(command, Command::ResumeWriting {}) {
        unread::check_places(project, &changes.edits)?;
    }
    Ok(changes)
}

/// Stores a command as a proposal, unless it would be refused.
fn propose(
    project: &Project,
    history: &History,
    command: &Command,
    reason: &str,
    context: &Context,
) -> Result<ChangeSet, Refusal> {
    let mut planned = plan_command(project, history, command, context)?;
    waiting::check(project, context, command, &mut planned)?;
    proposals::propose(project, context, command, reason, planned)
}

#[allow(clippy::too_many_lines, reason = "one line for each command")]
fn plan_command(
    project: &Project,
    history: &History,
    command: &Command,
    context: &Context,
) -> Result<ChangeSet, Refusal> {
    check_writer(context)?;
    // Possible although a part of the project cannot be read, since it overwrites nothing.
    if let Command::ResumeWriting {} = command {
        return pause::resume_writing(project, context);
    }
    if let Some(text) = unread::project_gap(project) {
        return Err(refuse(RefusalCode::BrokenFile, text));
    }
    let needs_project = !matches!(
        command,
        Command::InitProject { .. } | Command::ChangePackages { .. } | Command::Undo {} | Command::Redo {}
    );
    if needs_project && !project.is_initialized() {
        return Err(refuse(RefusalCode::NotInitialized, Text::plain(texts::NOT_INITIALIZED)));
    }
    match command {
        Command::InitProject { name, description, layout, beside } => {
            let is_beside = beside.unwrap_or_default();
            configure::init_project(project, context, (name, description.as_deref()), *layout, is_beside)
        }
        Command::ChangeTasks { tasks, config } => change_tasks::change_tasks(project, context, tasks, config),
        Command::UpdateTasks(change) => update::update_tasks(project, context, change),
        Command::SendBack { ids, comment } => update::send_back(project, context, ids, comment),
        Command::Propose { command, reason } => propose(project, history, command, reason, context),
        Command::AcceptProposal { id, only, answer } => {
            proposals::accept(project, context, id, only.as_deref(), answer.as_deref())
        }
        Command::RejectProposal { id, answer } => proposals::reject(project, context, id, answer),
        Command::Reschedule { reschedule } => reschedule::reschedule(project, context, reschedule),
        Command::SaveBaseline { name } => baseline::save_baseline(project, context, name),
        Command::DeleteBaseline { path } => baseline::delete_baseline(project, context, path),
        Command::SaveView { view, replace } => views::save(project, context, view, *replace),
        Command::RenameView { name, to } => views::rename(project, context, name, to),
        Command::DeleteView { name } => views::delete(project, context, name),
        Command::DuplicateTask { id } => create::duplicate_task(project, context, id),
        Command::DeleteTasks { ids } => delete::delete_tasks(project, context, ids),
        Command::UpdateConfig { changes } => configure::update_config(project, context, changes),
        Command::KeepTaskFile { path } => repair::keep_task_file(project, context, path),
        Command::ChangeId { folder, id, follow } => {
            repair::change_id(project, context, folder, id.as_deref(), *follow, IdAllocator::default())
        }
        Command::RenameFolder { folder } => repair::rename_folder(project, context, folder),
        Command::Discard { path } => delete::discard_path(project, context, path),
        Command::RemoveByteOrderMark { path } => repair::remove_byte_order_mark(project, context, path),
        Command::ReplaceLoneSurrogates { path } => repair::replace_lone_surrogates(project, context, path),
        Command::RemoveDamagedLines { path } => repair::remove_damaged_lines(project, context, path),
        Command::RemoveKey { path, key } => repair::remove_key(project, context, path, key),
        Command::RemoveRepeatedKey { path, key } => repair::remove_repeated_key(project, context, path, key),
        Command::IgnoreLocalFiles {} => local_files::ignore_local_files(project, context),
        Command::Repair { repairs } => repair_all::repair_all(project, history, context, repairs),
        Command::PauseWriting { reason } => pause::pause_writing(project, context, reason),
        Command::ResumeWriting {} => pause::resume_writing(project, context),
        Command::RecordObserved {} => Ok(record_observed(project, context)),
        Command::Undo {} => undo::plan_inverse(project, context, history.last_done()),
        Command::Redo {} => undo::plan_inverse(project, context, history.last_undone()),
        Command::ChangeEntry { section, name, new, changes, force } => {
            entries::change(project, context, *section, (name, *new), changes, *force)
        }
        Command::RemoveAssignee { key } => entries::remove_assignee(project, context, key),
        Command::RenameEntry(rename) => rename_entry::rename(project, context, rename),
        Command::StartProject { date, shift } => start_project::start_project(project, context, date, *shift),
        Command::AutoSchedule { from, assignees } => {
            auto_schedule::auto_schedule(project, context, from.as_deref(), assignees)
        }
        Command::ReceiveReferral { referral } => referral::receive(project, context, referral),
        Command::SetReferralStatus { id, status } => referral::set_status(project, context, id, status),
        Command::StartTimer(start) => time::start(project, context, start),
        Command::StopTimer(stop) => time::stop(project, context, stop),
        Command::TrackTime { record } => time::track::track(project, context, record),
        Command::ChangeTime { change } => time::entries::change(project, context, change),
        Command::SaveMemory { memory, force } => memory::save(project, context, memory, *force),
        Command::MergeMemory { into, memory, absorb } => memory::merge(project, context, into, memory, absorb),
        Command::DeleteMemory { id } => memory::delete(project, context, id),
        Command::MarkMemories { session_id, ids } => memory::mark(project, context, session_id, ids),
        Command::CleanUpMemories { merges } => memory::clean_up(project, context, *merges),
        Command::AppendHandoverNote { note } => handover::append(project, context, note),
        Command::WriteCurrentState { text } => handover::write_state(project, context, text),
        Command::CompactHandover { month, older_than_days, summary } => {
            handover::compact::compact(project, context, month.as_deref(), *older_than_days, summary.as_deref())
        }
        Command::ImportHandover { files } => handover::import::import(project, context, files),
        Command::ChangeDocuments { change } => documents::change(project, context, change),
        Command::ChangePackages { change } => packages::change(project, context, change),
        Command::SaveSession { save } => session::save(project, context, save),
        Command::PauseSessions { which } => session::pause(project, context, which),
        Command::ActivateSession { id } => session::activate(project, context, id),
        Command::UpdateSession { id, update } => session::update(project, context, id.as_deref(), update),
        Command::ForkSession { source, inherit, patch } => session::fork(project, context, source, inherit, patch),
        Command::MergeSessions { sources, target, close_sources } => {
            session::merge(project, context, sources, target, *close_sources)
        }
        Command::Import(Import { tasks, session, close_active }) => {
            import::import(project, context, tasks, session.as_ref(), *close_active)
        }
        Command::ClaimTask { id, take_over, any, subagent } => {
            let warn_of_shared = |task: &Task, builder: &mut ChangeSetBuilder<'_>| {
                rules::warn_of_shared_paths(&Stage::new(project, context), task, builder);
            };
            let (id, subagent) = (id.as_deref(), subagent.as_deref());
            claims::claim(project, context, id, *take_over, any.unwrap_or_default(), subagent, warn_of_shared)
        }
        Command::ReleaseTasks { ids } => claims::release(project, context, ids),
        Command::RenewClaims {} => Ok(claims::renew(project, context)),
        Command::NeedPerson { conversation, need, text } => {
            Ok(agent_needs::note(project, context, conversation, *need, text))
        }
        Command::GoOn { conversation } => Ok(agent_needs::go_on(project, context, conversation)),
        Command::RecordUsage { conversation, from, to, tokens } => {
            usage::record(project, context, conversation, *from..*to, tokens)
        }
        Command::RestoreTrash { entries } => restore::restore_trash(project, context, entries),
        Command::Revert { steps, tasks } => {
            revert::revert(project, context, steps, tasks.as_deref()).map(|revert| revert.changes)
        }
    }
}

/// Refuses a writer that cannot be part of a file name.
fn check_writer(context: &Context) -> Result<(), Refusal> {
    if handoff_format::is_writer_name(&context.writer) {
        return Ok(());
    }
    let text = Text::with(texts::BAD_WRITER, [("writer", context.writer.clone())]);
    Err(refuse(RefusalCode::BadCommand, text))
}

/// Logs the observed changes of other programs.
fn record_observed(project: &Project, context: &Context) -> ChangeSet {
    let events = project.observer.pending(context.now);
    let edits = crate::model::activity_log::append_events(&project.tree, &[], &events, context).into_iter().collect();
    let summary = Text::plain(texts::RECORDED_OBSERVED);
    ChangeSet { summary, edits, events, ..ChangeSet::default() }
}
