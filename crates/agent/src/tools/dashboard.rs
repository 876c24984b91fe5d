//! Several projects at a glance.

use handoff_engine::{Engine, Reading, TaskEntry};
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
use crate::params::{Object, input, output, parse};
use crate::tool::{Effect, Tool, ToolSet};

pub(super) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_dashboard",
    title: "Dashboard",
    description: "All projects below the configured folders: work in hand, blockers, referrals.",
    set: ToolSet::Team,
    effect: Effect::Reads,
    input: input::<DashboardParams>,
    output: Some(output::<DashboardAnswer>),
    answer: |ctx, arguments| Ok(dashboard(ctx, parse(arguments)?)),
}];

/// The greatest depth that is looked through.
const DEEPEST: u64 = 20;

#[derive(Deserialize, JsonSchema)]
struct DashboardParams {
    /// the configured ones when absent
    scan_dirs: Option<Vec<String>>,
    max_depth: Option<u64>,
    /// folder names
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
    let reading = ctx.engine.reading();
    let own: Dashboard =
        if reading.is_initialized() { reading.config().dashboard.clone() } else { Dashboard::default() };
    let mut without = params.exclude_patterns.unwrap_or(own.exclude_patterns);
    // What tools put there is no project of anybody.
    without.extend([".git", "node_modules"].map(str::to_owned));
    let search = Search {
        folders: params.scan_dirs.unwrap_or(own.scan_dirs),
        depth: params.max_depth.unwrap_or(own.max_depth).min(DEEPEST),
        without,
        hidden: true,
    };
    let listed = match (params.include_tasks.unwrap_or(false), params.include_completed.unwrap_or(false)) {
        (false, _) => Listed::None,
        (true, false) => Listed::Open,
        (true, true) => Listed::All,
    };
    ToolOutcome::Survey {
        search,
        then: Box::new(move |_, survey| ToolOutcome::Done(Reply::value(json!(describe(survey, listed))))),
    }
}

/// Which tasks of a project are told beside the counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    None,
    Open,
    All,
}

fn describe(survey: Survey<'_>, listed: Listed) -> DashboardAnswer {
    let projects: Vec<(Value, usize, usize)> =
        survey.found.iter().map(|other| project(other.folder, other.engine, listed)).collect();
    let cut = "There are too many folders to search; set scan_dirs.";
    DashboardAnswer {
        total_active_tasks: projects.iter().map(|(_, active, _)| active).sum(),
        total_blocked: projects.iter().map(|(_, _, blocked)| blocked).sum(),
        projects: projects.into_iter().map(|(project, ..)| project).collect(),
        incomplete: survey.cut.then_some(cut),
    }
}

/// A project as a dashboard shows it, wherever it lies.
pub(crate) fn own_part(engine: &Engine) -> Value {
    project("", engine, Listed::None).0
}

/// A project, how many tasks are in hand, and how many are blocked.
fn project(folder: &str, engine: &Engine, listed: Listed) -> (Value, usize, usize) {
    let reading = engine.reading();
    let tasks = reading.tasks();
    let count = |wanted: &[Status]| tasks.iter().filter(|task| wanted.contains(&task.status())).count();
    let active = count(&[Status::Todo, Status::InProgress, Status::Review]);
    let blocked = count(&[Status::Blocked]);
    let mut records = reading.records();
    // Nothing of a private session is told to other projects.
    let private: Vec<String> = reading
        .sessions()
        .iter()
        .filter(|session| session.is_private())
        .map(|session| session.path().to_owned())
        .collect();
    records.sessions.retain(|session| !private.contains(&session.path));
    let going_on: Vec<&SessionRow> =
        records.sessions.iter().filter(|session| session.status != SessionStatus::Closed).collect();
    // The newest comes first, whatever its status.
    let last = records.sessions.iter().find(|session| !session.ended_at.is_empty());
    let paused = going_on.iter().filter(|session| session.status == SessionStatus::Paused).count();
    let mut told = json!({
        "name": reading.config().name,
        "path": folder,
        "last_session_ended": last.map(|session| &session.ended_at),
        "branch": last.map(|session| &session.branch).filter(|branch| !branch.is_empty()),
        "active_tasks": active,
        "blocked_tasks": blocked,
        "blockers": going_on.iter().flat_map(|session| blockers(reading, session)).collect::<Vec<String>>(),
        "unread_referrals": records.referrals.iter().filter(|referral| referral.status == "open").count(),
        "paused_sessions": paused,
    });
    if let (true, Some(members)) = (listed != Listed::None, told.as_object_mut()) {
        members.insert("tasks".to_owned(), Value::Array(task_rows(&tasks, listed)));
    }
    (told, active, blocked)
}

/// What is at work first, then what waits, then what is over.
const ORDER: [Status; 6] =
    [Status::InProgress, Status::Review, Status::Blocked, Status::Todo, Status::Done, Status::Skipped];

/// The tasks without parts in a few words.
fn task_rows(tasks: &[TaskEntry<'_>], listed: Listed) -> Vec<Value> {
    let wanted = |task: &&TaskEntry<'_>| task.is_leaf() && (listed == Listed::All || !task.status().is_terminal());
    let mut tasks: Vec<&TaskEntry<'_>> = tasks.iter().filter(wanted).collect();
    tasks.sort_by_key(|task| ORDER.iter().position(|status| *status == task.status()));
    let brief = |task: &&TaskEntry<'_>| {
        let Task { id, title, priority, .. } = &**task.fields();
        json!({"id": id, "title": title, "status": task.status().name(), "priority": priority.map(Priority::name)})
    };
    tasks.iter().map(brief).collect()
}

fn blockers(reading: Reading<'_>, session: &SessionRow) -> Vec<String> {
    let PathKind::Session { container, .. } = classify(&session.path) else { return Vec::new() };
    let document = reading.file(&session.path).and_then(|bytes| Document::parse(container, bytes).ok());
    document.map(|document| read_session(&document).0.blockers).unwrap_or_default()
}
