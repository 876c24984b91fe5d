//! Read models, one per surface.
//!
//! Invariant: a view is a complete snapshot of the model. A query does not change the results of
//! others.

mod board;
mod card;
mod card_proposals;
pub(crate) mod changes;
mod dashboard;
mod explorer;
pub(crate) mod export;
mod file_knowledge;
mod gantt;
mod library;
mod needs_you;
mod order;
pub(crate) mod origin;
mod progress;
mod project;
mod proposal;
mod proposals;
mod search;
mod sessions;
mod settings;
mod task;
mod time;
mod written_report;

pub use project::{MAX_SEARCH_DEPTH, UNSEARCHED_FOLDERS};

use std::sync::Arc;

use handoff_protocol::view::SessionMatch;
use handoff_protocol::{CommitFacts, Context, Query, RevertPreview, Text, View};

use crate::Project;
use crate::analysis::metrics;
use crate::analysis::metrics::{ReportCache, ReportRequest};
use crate::analysis::problems::{Cycles, Problems, hour_problems};
use crate::change::plan;
use crate::knowledge::claims;
use crate::knowledge::packages;
use crate::knowledge::register::{Knowledge, KnowledgeCache};
use crate::knowledge::time::Tracker;
use crate::knowledge::trash;
use crate::model::project::pause;
use crate::read;
use card::Cards;
pub(crate) use card::name;
pub(crate) use file_knowledge::file_knowledge;
pub(crate) use proposal::proposal;
pub(crate) use proposals::proposals;
pub(crate) use written_report::written_report;

/// A cache of what several views use, each with the state of the model for which it was computed.
#[derive(Debug, Default)]
pub(crate) struct ViewCache {
    cycles: Option<(u64, Cycles)>,
    problems: Option<(u32, Problems)>,
    texts: Option<(Arc<Knowledge>, Vec<sessions::SessionTexts>)>,
    reports: ReportCache,
}

impl ViewCache {
    /// Returns the dependency cycles. They consist of positions of the outline, and are kept while that is
    /// the same.
    fn cycles(&mut self, project: &Project) -> &Cycles {
        let wiring = project.model.tasks.wiring();
        let cached = self.cycles.take().filter(|(key, _)| *key == wiring);
        &self.cycles.insert(cached.unwrap_or_else(|| (wiring, Cycles::find(&project.model.tasks)))).1
    }

    fn cycles_and_problems(&mut self, project: &Project) -> (&Cycles, &Problems) {
        self.cycles(project);
        let ViewCache { cycles, problems, .. } = self;
        let cycles = &cycles.get_or_insert_default().1;
        let revision = project.model.revision;
        let cached = problems.take().filter(|(key, _)| *key == revision);
        (cycles, &problems.insert(cached.unwrap_or_else(|| (revision, Problems::find(project, cycles)))).1)
    }

    /// Returns the texts of each session, for searches.
    fn texts(&mut self, knowledge: &Arc<Knowledge>) -> &[sessions::SessionTexts] {
        let cached = self.texts.take().filter(|(known, _)| Arc::ptr_eq(known, knowledge));
        let build = || (Arc::clone(knowledge), sessions::texts_of(knowledge));
        &self.texts.insert(cached.unwrap_or_else(build)).1
    }
}

/// Answers a query. `steps` are the descriptions of what undo and redo would do, `tracker` measures
/// the timers that this program runs.
pub(crate) fn view(
    project: &Project,
    (findings, known): (&mut ViewCache, &KnowledgeCache),
    steps: (Option<Text>, Option<Text>),
    tracker: Option<&Tracker>,
    query: &Query,
    context: &Context,
) -> View {
    let model = &project.model;
    match query {
        Query::Project {} => {
            let paused = pause::current(&project.tree, context);
            let state = (paused, claims::summary(model, context));
            let problems = findings.cycles_and_problems(project).1;
            View::Project(Box::new(project::project(project, problems, &known.get(project), context, state, steps)))
        }
        Query::Explorer { parent, filter, sort } => {
            let cards = Cards::of(project, findings.cycles(project), context);
            View::Explorer(explorer::explorer(&cards, parent.as_deref(), filter, *sort))
        }
        Query::Board { filter, sort, leaves_only, unlimited } => {
            let cards = Cards::of(project, findings.cycles(project), context);
            let limit = |status| if unlimited.contains(&status) { usize::MAX } else { card::page(status) };
            View::Board(board::board(&cards, filter, *sort, *leaves_only, &limit))
        }
        Query::Task { id } => {
            let (cycles, problems) = findings.cycles_and_problems(project);
            let cards = Cards::of(project, cycles, context);
            View::Task(task::task(project, &cards, problems, id).map(Box::new))
        }
        Query::TaskKnowledge { id } => {
            View::TaskKnowledge(sessions::task_knowledge(project, &known.get(project), id, context.now).map(Box::new))
        }
        Query::CommitOrigin { id, at, message } => {
            let commit = CommitFacts { id: id.clone(), at: *at, message: message.clone() };
            View::CommitOrigin(Box::new(file_knowledge::commit_origin(project, &known.get(project), &commit)))
        }
        Query::TaskCommits { id, commits } => {
            View::TaskCommits(origin::commits_of(project, &known.get(project), id, commits))
        }
        Query::Search { text, limit, dependency_of } => {
            View::Search(search::search(&model.tasks, text, *limit, dependency_of.as_deref()))
        }
        Query::SearchAll { text, limit } => View::SearchAll(search_all(project, known, text, *limit, context)),
        Query::Gantt { filter, sort, group, baseline, loads, fold_finished } => {
            let request = gantt::GanttRequest {
                filter: filter.as_ref(),
                sort: *sort,
                group: *group,
                baseline: baseline.as_deref(),
                loads: *loads,
                fold_finished: *fold_finished,
            };
            View::Gantt(gantt::gantt(project, findings.cycles(project), context, &request))
        }
        Query::Proposal { reschedule } => View::Proposal(proposal(project, context, reschedule)),
        Query::Proposals { id, only } => View::Proposals(proposals(project, context, id.as_deref(), only.as_deref())),
        Query::Export { format } => View::Export(export::export(project, findings.cycles(project), context, *format)),
        Query::HourProblems {} => View::Problems(hour_problems(project)),
        Query::Problems {} => View::Problems(findings.cycles_and_problems(project).1.of_paths(project, |_| true)),
        Query::RevertPreview { steps, tasks } => {
            View::RevertPreview(revert_preview(project, context, steps, tasks.as_deref()))
        }
        Query::Records {} => View::Records(model.records.view()),
        Query::Report { report, from, to, group, filter, seed } => {
            let request =
                ReportRequest { name: *report, from: *from, to: *to, group: *group, filter, seed: *seed, history: &[] };
            View::Report(Box::new(metrics::report(project, &mut findings.reports, context, &request)))
        }
        Query::WrittenReport { request } => {
            let knowledge = known.get(project);
            View::WrittenReport(written_report(project, &knowledge, &mut findings.reports, context, (request, &[])))
        }
        Query::Trash {} => View::Trash(trash::entries(project)),
        Query::Sessions {} => View::Sessions(sessions::sessions(project, &known.get(project), context.now)),
        Query::Session { id } => {
            View::Session(sessions::session(project, &known.get(project), id, context.now).map(Box::new))
        }
        Query::SessionSearch { text } => View::SessionSearch(session_matches(&known.get(project), findings, text)),
        Query::SessionComparison { from, to } => {
            View::SessionComparison(sessions::comparison(project, &known.get(project), from, to))
        }
        Query::Register {} => View::Register(sessions::register(&known.get(project))),
        Query::Document { path } => View::Document(library::document_text(project, path)),
        Query::Library { text } => View::Library(Box::new(library::library(project, text))),
        Query::Packages { text, expired } => View::Packages(packages::view(project, text, *expired, context.now)),
        Query::Package { id } => View::Package(packages::package_view(project, id, context.now).map(Box::new)),
        Query::Dashboard {} => {
            let cards = Cards::of(project, findings.cycles(project), context);
            View::Dashboard(Box::new(dashboard::dashboard(project, &cards, tracker, context)))
        }
        Query::DashboardHistory { since, all } => {
            let prospects = dashboard::prospects(project, &mut findings.reports, context);
            let changes = since.map(|since| changes::since(project, context, since, *all));
            View::DashboardHistory(Box::new(dashboard::history(project, &known.get(project), prospects, changes)))
        }
        Query::Time { selection } => View::Time(Box::new(time::time(project, context, selection))),
        Query::TimeExport { selection, format } => View::TimeExport(time::export(project, context, selection, *format)),
        Query::Settings {} => View::Settings(Box::new(settings::settings(project, &context.time_zone))),
        Query::Glance {} => {
            let prospects = dashboard::prospects(project, &mut findings.reports, context);
            let (cycles, problems) = findings.cycles_and_problems(project);
            let cards = Cards::of(project, cycles, context);
            let needs = needs_you::needs_you(model, problems, &known.get(project), context.now);
            View::Glance(Box::new(dashboard::glance(project, &cards, needs, prospects)))
        }
        Query::ProjectSearch {} => View::ProjectSearch(project::search(project)),
    }
}

/// Answers the search over everything.
fn search_all(
    project: &Project,
    known: &KnowledgeCache,
    text: &str,
    limit: u32,
    context: &Context,
) -> handoff_protocol::view::SearchResults {
    read::search::search(&[(project, &*known.get(project))], text, limit, context.now)
}

fn revert_preview(project: &Project, context: &Context, steps: &[String], tasks: Option<&[String]>) -> RevertPreview {
    plan::revert(project, context, steps, tasks).map_or_else(
        |refusal| RevertPreview { refusal: Some(refusal), ..RevertPreview::default() },
        |revert| revert.preview,
    )
}

fn session_matches(knowledge: &Arc<Knowledge>, findings: &mut ViewCache, text: &str) -> Vec<SessionMatch> {
    sessions::search(knowledge, findings.texts(knowledge), text)
}
