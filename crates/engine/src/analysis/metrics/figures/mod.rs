//! The figures of reports, one file for each kind. `docs/metrics.md` defines them.

mod changes;
mod cycle;
mod earned_value;
mod entry_time;
mod estimates;
mod forecast;
mod lines;
mod milestone_sums;
mod milestones;
mod session_time;
mod summary;
mod throughput;

pub(crate) use changes::{ChangedTask, SpanChanges, span_changes};
pub(crate) use cycle::cycle;
pub(crate) use earned_value::earned_value;
pub(crate) use entry_time::first_entry_day;
pub(crate) use estimates::estimates;
pub(crate) use forecast::{forecast, notice as forecast_notice};
pub(crate) use lines::{burndown, burnup, effort, flow};
pub(crate) use milestones::milestones;
pub(crate) use session_time::{first_session_day, session_time, untimed_sessions};
pub(crate) use summary::summary;
pub(crate) use throughput::{monday, throughput};
