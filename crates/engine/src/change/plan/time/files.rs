//! Writes the files of the timers.

use handoff_format::{
    Authority, Container, DataFile, Finding, TimerState, timestamp, write_authority, write_timer_state,
};
use handoff_protocol::{Context, Refusal, RefusalCode};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files;
use crate::change::plan::refusal::refuse;
use crate::change::plan::task_file::next_timestamp;
use crate::knowledge::time::{self, AUTHORITY, STATE, TimerFile, broken_text};

/// Returns the file with the state of every timer.
pub(super) fn state(project: &Project) -> Result<Option<TimerFile<TimerState>>, Refusal> {
    time::state(project).map_err(|finding| broken(STATE, &finding))
}

/// Returns the program that runs the timers.
pub(super) fn authority(project: &Project) -> Result<Option<TimerFile<Authority>>, Refusal> {
    time::authority(project).map_err(|finding| broken(AUTHORITY, &finding))
}

/// Creates the refusal for an invalid file.
fn broken(path: &str, finding: &Finding) -> Refusal {
    refuse(RefusalCode::BrokenFile, broken_text(path, finding))
}

/// A program that runs the timers.
pub(super) struct Owner<'a> {
    pub(super) name: &'a str,
    pub(super) instance: &'a str,
    /// When the person was active last, in milliseconds since 1970-01-01 UTC.
    pub(super) active_at: Option<i64>,
    /// Whether the program ends, so that another one need not wait for its heartbeat.
    pub(super) ends: bool,
}

/// Records in the authority file who runs the timers.
pub(super) fn write_owner(builder: &mut ChangeSetBuilder<'_>, owner: &Owner<'_>) -> Result<(), Refusal> {
    let (project, context) = (builder.project(), builder.context());
    let stored = authority(project)?;
    if stored.is_none() {
        // Work goes on even if Git cannot be told to ignore the files.
        let _ = local_files::ignore(builder, project);
    }
    let old = stored.as_ref().map(|stored| stored.value.clone()).unwrap_or_default();
    let updated_at = next_timestamp(context.now, Some(&old.updated_at));
    let new = Authority {
        version: 1,
        owner: owner.name.to_owned(),
        owner_instance: owner.instance.to_owned(),
        heartbeat_at: timestamp(if owner.ends { 0 } else { context.now }),
        ttl_secs: project.model.config.values().settings.timer_authority_ttl_secs,
        updated_at,
        active_at: owner.active_at.map(timestamp),
    };
    write(builder, AUTHORITY, stored, &old, &new, write_authority)
}

/// Writes the file with the running timers.
pub(super) fn write_state(
    context: &Context,
    builder: &mut ChangeSetBuilder<'_>,
    owner: &str,
    stored: Option<TimerFile<TimerState>>,
    new: TimerState,
) -> Result<(), Refusal> {
    let old = stored.as_ref().map(|stored| stored.value.clone()).unwrap_or_default();
    let updated_at = next_timestamp(context.now, Some(&old.updated_at));
    let new = TimerState { version: 1, owner: owner.to_owned(), updated_at, ..new };
    write(builder, STATE, stored, &old, &new, write_timer_state)
}

/// Writes a value into a file, or creates the file.
fn write<T>(
    builder: &mut ChangeSetBuilder<'_>,
    path: &str,
    stored: Option<TimerFile<T>>,
    old: &T,
    new: &T,
    write_value: fn(&mut DataFile, &T, &T) -> Result<(), Finding>,
) -> Result<(), Refusal> {
    let exists = stored.is_some();
    let mut data = stored.map_or_else(|| DataFile::empty(Container::Json), |stored| stored.data);
    write_value(&mut data, old, new).map_err(|finding| broken(path, &finding))?;
    if exists {
        builder.write(path, data.render());
    } else {
        builder.create(path.to_owned(), data.render());
    }
    Ok(())
}
