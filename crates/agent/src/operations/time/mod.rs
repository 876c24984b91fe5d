//! Timers: the time that is tracked on tasks.

pub mod get_time;
pub mod start;
pub mod stop;

use crate::HandoffError;
use crate::ToolContext;
use crate::operations::common::{find_task, reader};
use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] =
    &[Tool::of::<start::StartTimer>(), Tool::of::<stop::StopTimer>(), Tool::of::<get_time::GetTime>()];

/// Fails unless there is a task with this ID.
fn require_task(ctx: ToolContext<'_>, id: &str) -> Result<(), HandoffError> {
    find_task(reader(ctx)?, id)?;
    Ok(())
}
