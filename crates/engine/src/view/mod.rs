//! Read models, one per surface.
//!
//! Invariant: a view is a whole snapshot computed from the model; asking changes nothing that another question would see.

mod board;
mod card;
mod explorer;
mod export;
mod filter;
mod gantt;
mod order;
mod progress;
mod project;
mod proposal;
mod search;
mod task;

use handoff_protocol::{Context, Query, Text, View};

use crate::Project;
use crate::problems::{Circles, Troubles};
use crate::timestamp::today;
use card::Cards;
pub(crate) use proposal::proposal;

/// What views need and what stays the same until the files change.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    circles: Option<(u64, Circles)>,
    troubles: Option<(u32, Troubles)>,
}

impl Findings {
    fn circles(&mut self, project: &Project) -> &Circles {
        let wiring = project.model.tasks.wiring();
        let fresh = self.circles.take().filter(|(known, _)| *known == wiring);
        &self.circles.insert(fresh.unwrap_or_else(|| (wiring, Circles::find(&project.model.tasks)))).1
    }

    fn both(&mut self, project: &Project) -> (&Circles, &Troubles) {
        self.circles(project);
        let Findings { circles, troubles } = self;
        let circles = &circles.get_or_insert_default().1;
        let revision = project.model.revision;
        let fresh = troubles.take().filter(|(known, _)| *known == revision);
        (circles, &troubles.insert(fresh.unwrap_or_else(|| (revision, Troubles::find(project, circles)))).1)
    }
}

/// The answer to a question.
pub(crate) fn view(
    project: &Project,
    findings: &mut Findings,
    steps: (Option<Text>, Option<Text>),
    query: &Query,
    context: &Context,
) -> View {
    let model = &project.model;
    let today = today(context);
    match query {
        Query::Project {} => View::Project(project::project(project, findings.both(project).1, today, steps)),
        Query::Explorer { parent, filter, sort } => {
            let cards = Cards { model, circles: findings.circles(project), today };
            View::Explorer(explorer::explorer(&cards, parent.as_deref(), filter, *sort))
        }
        Query::Board { filter, sort, leaves_only, unlimited } => {
            let cards = Cards { model, circles: findings.circles(project), today };
            View::Board(board::board(&cards, filter, *sort, *leaves_only, unlimited))
        }
        Query::Task { id } => {
            let (circles, troubles) = findings.both(project);
            let cards = Cards { model, circles, today };
            View::Task(task::task(project, &cards, troubles, id).map(Box::new))
        }
        Query::Search { text, limit, dependency_of } => {
            View::Search(search::search(&model.tasks, text, *limit, dependency_of.as_deref()))
        }
        Query::Gantt { filter, sort, group, baseline, loads } => {
            let asked = gantt::GanttRequest {
                filter: filter.as_ref(),
                sort: *sort,
                group: *group,
                baseline: baseline.as_deref(),
                loads: *loads,
            };
            View::Gantt(gantt::gantt(project, findings.circles(project), context, &asked))
        }
        Query::Proposal { reschedule } => View::Proposal(proposal(project, context, reschedule)),
        Query::Export { format } => View::Export(export::export(project, findings.circles(project), context, *format)),
        Query::Problems {} => View::Problems(findings.both(project).1.problems(project, |_| true)),
        Query::Records {} => View::Records(model.records.view()),
    }
}
