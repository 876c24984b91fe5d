//! The figures of reports, one file for each kind. `docs/metrics.md` defines them.

mod cycle;
mod forecast;
mod lines;
mod throughput;

pub(crate) use cycle::cycle;
pub(crate) use forecast::{forecast, notice as forecast_notice};
pub(crate) use lines::{burndown, burnup, effort, flow};
pub(crate) use throughput::throughput;
