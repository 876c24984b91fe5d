//! The dashboard: an overview of several projects.

use handoff_engine::{Engine, MAX_SEARCH_DEPTH, ProjectReader, TaskEntry, UNSEARCHED_FOLDERS};
use handoff_format::{Dashboard, DataFile, PathKind, classify, read_session};
use handoff_protocol::view::SessionRow;
use handoff_protocol::{Priority, Search, SessionStatus, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::HandoffError;
use crate::OtherProject;
use crate::Shell;
use crate::Survey;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::WorkSummary;
use crate::params::Object;
use crate::tool::{Tool, ToolSet};
use crate::unread::unread_note;

pub(super) const TOOLS: &[Tool] = &[Tool::of::<ShowDashboard>()];

/// Shows all projects below some folders.
pub struct ShowDashboard;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    /// the configured ones when absent
    pub scan_dirs: Option<Vec<String>>,
    pub max_depth: Option<u64>,
    /// folder names; those of each project when absent
    pub exclude_patterns: Option<Vec<String>>,
    pub include_tasks: Option<bool>,
    pub include_completed: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[schemars(with = "Vec<Object>")]
    pub projects: Vec<ProjectOverview>,
    pub total_active_tasks: usize,
    pub total_blocked: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incomplete: Option<&'static str>,
}

/// A project of the dashboard.
#[derive(Debug, Serialize)]
pub struct ProjectOverview {
    pub name: String,
    pub path: String,
    pub last_session_ended: Option<String>,
    pub branch: Option<String>,
    pub active_tasks: usize,
    pub blocked_tasks: usize,
    pub work: WorkSummary,
    pub blockers: Vec<String>,
    pub unread_referrals: usize,
    pub paused_sessions: usize,
    /// Names its files that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tasks: Option<Vec<TaskRow>>,
}

/// A task of a project on the dashboard.
#[derive(Debug, Serialize)]
pub struct TaskRow {
    pub id: String,
    pub title: String,
    pub status: Status,
    pub priority: Option<Priority>,
}

impl Operation for ShowDashboard {
    const DEFINITION: Definition = Definition {
        name: "handoff_dashboard",
        title: "Dashboard",
        description: "All projects below the configured folders: work in hand, blockers, referrals.",
        set: ToolSet::Team,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let listed = match (params.include_tasks.unwrap_or(false), params.include_completed.unwrap_or(false)) {
            (false, _) => Listed::None,
            (true, false) => Listed::Open,
            (true, true) => Listed::All,
        };
        let names_folders = params.scan_dirs.is_some();
        let search = shell.read(|ctx| search(ctx, params)).await;
        let Survey { home, found, cut } = shell.find_projects(search).await;
        let overview = |other: &OtherProject| ProjectOverview::new(&other.folder, &other.engine, listed);
        let mut projects: Vec<ProjectOverview> = found.iter().map(overview).collect();
        if projects.is_empty() && !names_folders {
            projects.extend(shell.read(move |ctx| own_overview(ctx, &home, listed)).await);
        }
        Ok(Answer::new(projects, cut).into())
    }
}

/// Returns the project in which the call is made, if it is one.
fn own_overview(ctx: ToolContext<'_>, folder: &str, listed: Listed) -> Option<ProjectOverview> {
    ctx.engine.reader().is_initialized().then(|| ProjectOverview::new(folder, ctx.engine, listed))
}

/// Returns the search for the projects. What the call does not say is in the configuration.
fn search(ctx: ToolContext<'_>, params: Params) -> Search {
    let reader = ctx.engine.reader();
    let own: Dashboard = if reader.is_initialized() { reader.config().dashboard.clone() } else { Dashboard::default() };
    let obeys_projects = params.exclude_patterns.is_none();
    let mut without = params.exclude_patterns.unwrap_or(own.exclude_patterns);
    without.extend(UNSEARCHED_FOLDERS.map(str::to_owned));
    Search {
        folders: params.scan_dirs.unwrap_or(own.scan_dirs),
        depth: params.max_depth.unwrap_or(own.max_depth).min(MAX_SEARCH_DEPTH),
        without,
        hidden: true,
        obeys_projects,
    }
}

/// The tasks of a project that are listed beside the counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    None,
    Open,
    All,
}

impl Answer {
    fn new(projects: Vec<ProjectOverview>, is_cut: bool) -> Answer {
        let cut = "There are too many folders to search; set scan_dirs.";
        Answer {
            total_active_tasks: projects.iter().map(|project| project.active_tasks).sum(),
            total_blocked: projects.iter().map(|project| project.blocked_tasks).sum(),
            projects,
            incomplete: is_cut.then_some(cut),
        }
    }
}

/// Returns a project as the dashboard shows it, without its folder.
pub(crate) fn own_part(engine: &Engine) -> Value {
    json!(ProjectOverview::new("", engine, Listed::None))
}

impl ProjectOverview {
    fn new(folder: &str, engine: &Engine, listed: Listed) -> ProjectOverview {
        let reader = engine.reader();
        let tasks = reader.tasks();
        let count = |statuses: &[Status]| tasks.iter().filter(|task| statuses.contains(&task.status())).count();
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
        ProjectOverview {
            name: reader.config().name.clone(),
            path: folder.to_owned(),
            last_session_ended: last.map(|session| session.ended_at.clone()),
            branch: last.map(|session| session.branch.clone()).filter(|branch| !branch.is_empty()),
            active_tasks: count(&[Status::Todo, Status::InProgress, Status::Review]),
            blocked_tasks: count(&[Status::Blocked]),
            work: WorkSummary::new(&tasks),
            blockers: unfinished.iter().flat_map(|session| blockers(reader, session)).collect(),
            unread_referrals: records.referrals.iter().filter(|referral| referral.status == "open").count(),
            paused_sessions: unfinished.iter().filter(|session| session.status == SessionStatus::Paused).count(),
            note: unread_note(reader),
            tasks: (listed != Listed::None).then(|| task_rows(&tasks, listed)),
        }
    }
}

/// The order of tasks: active ones first, then waiting ones, then finished ones.
const ORDER: [Status; 6] =
    [Status::InProgress, Status::Review, Status::Blocked, Status::Todo, Status::Done, Status::Skipped];

/// Lists the tasks without subtasks.
fn task_rows(tasks: &[TaskEntry<'_>], listed: Listed) -> Vec<TaskRow> {
    let is_listed = |task: &&TaskEntry<'_>| task.is_leaf() && (listed == Listed::All || !task.status().is_terminal());
    let mut tasks: Vec<&TaskEntry<'_>> = tasks.iter().filter(is_listed).collect();
    tasks.sort_by_key(|task| ORDER.iter().position(|status| *status == task.status()));
    let row = |task: &&TaskEntry<'_>| {
        let fields = task.fields();
        TaskRow { id: fields.id.clone(), title: fields.title.clone(), status: task.status(), priority: fields.priority }
    };
    tasks.iter().map(row).collect()
}

fn blockers(reader: ProjectReader<'_>, session: &SessionRow) -> Vec<String> {
    let PathKind::Session { container, .. } = classify(&session.path) else { return Vec::new() };
    let data = reader.file(&session.path).and_then(|bytes| DataFile::parse(container, bytes).ok());
    data.map(|data| read_session(&data).0.blockers).unwrap_or_default()
}
