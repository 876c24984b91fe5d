//! The dashboard tool: an overview of several projects.

use handoff_engine::{Engine, MAX_SEARCH_DEPTH, ProjectReader, TaskEntry, UNSEARCHED_FOLDERS};
use handoff_format::{Dashboard, Document, PathKind, Task, classify, read_session};
use handoff_protocol::view::SessionRow;
use handoff_protocol::{Priority, SessionStatus, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Reply;
use crate::Search;
use crate::Survey;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::WorkSummary;
use crate::params::{Object, input, output, parse};
use crate::tool::{Tool, ToolSet, Work};
use crate::unread::unread_note;

pub(super) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_dashboard",
    title: "Dashboard",
    description: "All projects below the configured folders: work in hand, blockers, referrals.",
    set: ToolSet::Team,
    effect: Effect::Reads,
    input: input::<DashboardParams>,
    output: Some(output::<DashboardAnswer>),
    work: Work::Steps(|ctx, arguments| Ok(dashboard(ctx, parse(arguments)?))),
}];

#[derive(Deserialize, JsonSchema)]
struct DashboardParams {
    /// the configured ones when absent
    scan_dirs: Option<Vec<String>>,
    max_depth: Option<u64>,
    /// folder names; those of each project when absent
    exclude_patterns: Option<Vec<String>>,
    include_tasks: Option<bool>,
    include_completed: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct DashboardAnswer {
    #[schemars(with = "Vec<Object>")]
    projects: Vec<Value>,
    total_active_tasks: usize,
    total_blocked: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<&'static str>,
}

fn dashboard(ctx: ToolContext<'_>, params: DashboardParams) -> ToolOutcome {
    let reader = ctx.engine.reader();
    let own: Dashboard = if reader.is_initialized() { reader.config().dashboard.clone() } else { Dashboard::default() };
    let obeys_projects = params.exclude_patterns.is_none();
    let mut without = params.exclude_patterns.unwrap_or(own.exclude_patterns);
    without.extend(UNSEARCHED_FOLDERS.map(str::to_owned));
    let search = Search {
        folders: params.scan_dirs.unwrap_or(own.scan_dirs),
        depth: params.max_depth.unwrap_or(own.max_depth).min(MAX_SEARCH_DEPTH),
        without,
        hidden: true,
        obeys_projects,
    };
    let listed = match (params.include_tasks.unwrap_or(false), params.include_completed.unwrap_or(false)) {
        (false, _) => Listed::None,
        (true, false) => Listed::Open,
        (true, true) => Listed::All,
    };
    ToolOutcome::Survey {
        search,
        then: Box::new(move |_, survey| ToolOutcome::Done(Reply::value(json!(describe(&survey, listed))))),
    }
}

/// The tasks of a project that are listed beside the counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    None,
    Open,
    All,
}

fn describe(survey: &Survey, listed: Listed) -> DashboardAnswer {
    let projects: Vec<(Value, usize, usize)> =
        survey.found.iter().map(|other| project(&other.folder, &other.engine, listed)).collect();
    let cut = "There are too many folders to search; set scan_dirs.";
    DashboardAnswer {
        total_active_tasks: projects.iter().map(|(_, active, _)| active).sum(),
        total_blocked: projects.iter().map(|(_, _, blocked)| blocked).sum(),
        projects: projects.into_iter().map(|(project, ..)| project).collect(),
        incomplete: survey.cut.then_some(cut),
    }
}

/// Returns a project as the dashboard shows it, without its folder.
pub(crate) fn own_part(engine: &Engine) -> Value {
    project("", engine, Listed::None).0
}

/// Returns a project with the numbers of active and of blocked tasks.
fn project(folder: &str, engine: &Engine, listed: Listed) -> (Value, usize, usize) {
    let reader = engine.reader();
    let tasks = reader.tasks();
    let count = |statuses: &[Status]| tasks.iter().filter(|task| statuses.contains(&task.status())).count();
    let active = count(&[Status::Todo, Status::InProgress, Status::Review]);
    let blocked = count(&[Status::Blocked]);
    let mut records = reader.records();
    // Private sessions are not shown in other projects.
    let private: Vec<String> = reader
        .sessions()
        .iter()
        .filter(|session| session.is_private())
        .map(|session| session.path().to_owned())
        .collect();
    records.sessions.retain(|session| !private.contains(&session.path));
    let unfinished: Vec<&SessionRow> =
        records.sessions.iter().filter(|session| session.status != SessionStatus::Closed).collect();
    // Sessions are sorted newest first, regardless of status.
    let last = records.sessions.iter().find(|session| !session.ended_at.is_empty());
    let paused = unfinished.iter().filter(|session| session.status == SessionStatus::Paused).count();
    let mut row = json!({
        "name": reader.config().name,
        "path": folder,
        "last_session_ended": last.map(|session| &session.ended_at),
        "branch": last.map(|session| &session.branch).filter(|branch| !branch.is_empty()),
        "active_tasks": active,
        "blocked_tasks": blocked,
        "work": WorkSummary::new(&tasks),
        "blockers": unfinished.iter().flat_map(|session| blockers(reader, session)).collect::<Vec<String>>(),
        "unread_referrals": records.referrals.iter().filter(|referral| referral.status == "open").count(),
        "paused_sessions": paused,
    });
    if let (Some(note), Some(members)) = (unread_note(reader), row.as_object_mut()) {
        members.insert("note".to_owned(), Value::from(note));
    }
    if let (true, Some(members)) = (listed != Listed::None, row.as_object_mut()) {
        members.insert("tasks".to_owned(), Value::Array(task_rows(&tasks, listed)));
    }
    (row, active, blocked)
}

/// The order of tasks: active ones first, then waiting ones, then finished ones.
const ORDER: [Status; 6] =
    [Status::InProgress, Status::Review, Status::Blocked, Status::Todo, Status::Done, Status::Skipped];

/// Lists the tasks without subtasks.
fn task_rows(tasks: &[TaskEntry<'_>], listed: Listed) -> Vec<Value> {
    let is_listed = |task: &&TaskEntry<'_>| task.is_leaf() && (listed == Listed::All || !task.status().is_terminal());
    let mut tasks: Vec<&TaskEntry<'_>> = tasks.iter().filter(is_listed).collect();
    tasks.sort_by_key(|task| ORDER.iter().position(|status| *status == task.status()));
    let row = |task: &&TaskEntry<'_>| {
        let Task { id, title, priority, .. } = &**task.fields();
        json!({"id": id, "title": title, "status": task.status().name(), "priority": priority.map(Priority::name)})
    };
    tasks.iter().map(row).collect()
}

fn blockers(reader: ProjectReader<'_>, session: &SessionRow) -> Vec<String> {
    let PathKind::Session { container, .. } = classify(&session.path) else { return Vec::new() };
    let document = reader.file(&session.path).and_then(|bytes| Document::parse(container, bytes).ok());
    document.map(|document| read_session(&document).0.blockers).unwrap_or_default()
}
