//! The Gantt chart.

use handoff_protocol::gantt::GanttView;
use handoff_protocol::{Filter, GanttGroup, GanttSort};

use crate::Project;
use crate::problem::Circles;

pub(crate) struct Asked<'q> {
    pub(crate) filter: &'q Option<Filter>,
    pub(crate) sort: Option<GanttSort>,
    pub(crate) group: Option<GanttGroup>,
    pub(crate) baseline: Option<&'q str>,
    pub(crate) loads: Option<bool>,
}

pub(crate) fn gantt(_project: &Project, _circles: &Circles, _today: &str, _asked: &Asked<'_>) -> GanttView {
    todo!()
}
