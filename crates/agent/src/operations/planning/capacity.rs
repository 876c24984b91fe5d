//! Compares working hours with the work to do, by day.

use handoff_engine::CapacityDay;
use handoff_format::format_date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::task_reader;
use crate::params::Date;
use crate::report::rounded;
use crate::tool::ToolSet;

/// Compares working hours with the work to do, by day.
pub struct GetCapacity;

/// Maximum number of days that capacity is calculated for.
const MAX_DAYS: i32 = 3660;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    /// YYYY-MM-DD
    pub start_date: Date,
    /// inclusive
    pub end_date: Date,
    pub assignee: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub assignee: Option<String>,
    pub start_date: String,
    pub end_date: String,
    pub work_days: usize,
    pub total_hours: f64,
    pub allocated_hours: f64,
    pub available_hours: f64,
    pub days: Vec<Day>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Day {
    pub date: String,
    pub capacity_hours: f64,
    pub allocated_hours: f64,
}

impl From<&CapacityDay> for Day {
    fn from(day: &CapacityDay) -> Day {
        Day {
            date: format_date(day.day),
            capacity_hours: rounded(day.capacity),
            allocated_hours: rounded(day.allocated),
        }
    }
}

impl Operation for GetCapacity {
    const DEFINITION: Definition = Definition {
        name: "handoff_get_capacity",
        title: "Get capacity",
        description: "Working hours and work to do by day, of one assignee or of all together.",
        set: ToolSet::Planning,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let span = params.end_date.day - params.start_date.day;
        if !(0..=MAX_DAYS).contains(&span) {
            return Err(
                InvalidArgument::new("end_date", "a date on or after start_date, at most ten years later").into()
            );
        }
        Ok(shell.read(|ctx| capacity(ctx, params)).await?.into())
    }
}

fn capacity(ctx: ToolContext<'_>, params: Params) -> Result<Answer, HandoffError> {
    let reader = task_reader(ctx)?;
    let (first, last) = (params.start_date.day, params.end_date.day);
    let days = reader.capacity((first, last), params.assignee.as_deref(), ctx.today());
    let total: f64 = days.iter().map(|day| day.capacity).sum();
    let allocated: f64 = days.iter().map(|day| day.allocated).sum();
    Ok(Answer {
        assignee: params.assignee,
        start_date: format_date(first),
        end_date: format_date(last),
        work_days: days.iter().filter(|day| day.capacity > 0.0).count(),
        total_hours: rounded(total),
        allocated_hours: rounded(allocated),
        available_hours: rounded((total - allocated).max(0.0)),
        days: days.iter().map(Day::from).collect(),
    })
}
