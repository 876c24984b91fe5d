//! Tools for referrals: requests to and from other projects.

use handoff_engine::{ProjectPart, ProjectReader};
use handoff_format::{Container, Dashboard, Document};
use handoff_protocol::agent::{NewReferral, ProposedWork};
use handoff_protocol::view::ReferralRow;
use handoff_protocol::{Command, Outcome, Priority, RefusalCode, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::FileAnswer;
use crate::FileRequest;
use crate::InvalidArgument;
use crate::Message;
use crate::PathProbe;
use crate::Reply;
use crate::Search;
use crate::Suggestion;
use crate::Survey;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::context_pointers;
use crate::operation::Effect;
use crate::operations::common::{finish, not_found, reader};
use crate::operations::tasks::task_fields::CriterionParams;
use crate::params::{MainMember, Object, RequiredText, Short, input, name_of, output, parse, priorities};
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result;

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_refer",
        title: "Refer to another project",
        description: "Leave a request in another project's .handoff/.",
        set: ToolSet::Team,
        effect: Effect::Adds,
        input: input::<ReferParams>,
        output: Some(output::<ReferAnswer>),
        work: Work::Steps(|ctx, arguments| refer(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_list_referrals",
        title: "List referrals",
        description: "Requests that other projects left here.",
        set: ToolSet::Team,
        effect: Effect::Reads,
        input: input::<ListParams>,
        output: Some(output::<ListAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(list_referrals(ctx, &parse(arguments)?))),
    },
    Tool {
        name: "handoff_get_referral",
        title: "Get a referral",
        description: "Everything about one; the start of its ID is enough.",
        set: ToolSet::Team,
        effect: Effect::Reads,
        input: input::<GetParams>,
        output: Some(output::<GetAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(get_referral(ctx, &parse(arguments)?))),
    },
    Tool {
        name: "handoff_update_referral",
        title: "Set a referral's status",
        description: "Set its status.",
        set: ToolSet::Team,
        effect: Effect::Changes,
        input: input::<UpdateParams>,
        output: Some(output::<UpdateAnswer>),
        work: Work::Steps(|_, arguments| Ok(update_referral(parse(arguments)?))),
    },
];

#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ReferralType {
    Improvement,
    Bug,
    #[default]
    Request,
    Info,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ReferralStatus {
    Open,
    Acknowledged,
    Resolved,
}

#[derive(Deserialize, JsonSchema)]
struct ReferParams {
    target_project_dir: Option<String>,
    #[schemars(description = "a name, looked for in dashboard.scan_dirs")]
    target_project: Option<String>,
    summary: RequiredText,
    referral_type: Option<ReferralType>,
    details: Option<String>,
    #[serde(default)]
    #[schemars(schema_with = "priorities")]
    priority: Option<Priority>,
    tasks: Option<Vec<Short<TaskParams>>>,
    context: Option<Map<String, Value>>,
}

#[derive(Deserialize, JsonSchema)]
struct TaskParams {
    title: RequiredText,
    #[serde(default)]
    #[schemars(schema_with = "priorities")]
    priority: Option<Priority>,
    #[schemars(extend("briefItems" = "string"))]
    done_criteria: Option<Vec<Short<CriterionParams>>>,
}

impl MainMember for TaskParams {
    const NAME: &'static str = "title";
}

impl From<Short<TaskParams>> for ProposedWork {
    fn from(Short(task): Short<TaskParams>) -> ProposedWork {
        let criteria = task.done_criteria.unwrap_or_default().into_iter().map(Into::into).collect();
        ProposedWork { title: task.title.0, priority: task.priority, criteria }
    }
}

#[derive(Serialize, JsonSchema)]
struct ReferAnswer {
    referral_id: String,
    target_project_dir: String,
}

/// The maximum number of documents of a referral that are looked for.
const MAX_DOCUMENTS: usize = 100;
const NO_DOCUMENT: &str = "context.spec_docs names what does not exist in this project: {paths}.";

/// The project to which a referral is sent.
enum Target {
    /// By folder.
    Folder(String),
    /// By name, to be found below the configured folders.
    Project(String),
}

fn refer(ctx: ToolContext<'_>, params: ReferParams) -> Result<ToolOutcome, InvalidArgument> {
    let folder = params.target_project_dir.filter(|folder| !folder.is_empty());
    let name = params.target_project.filter(|name| !name.is_empty());
    let target = match (folder, name) {
        (Some(folder), _) => Target::Folder(folder),
        (None, Some(name)) => Target::Project(name),
        (None, None) => {
            return Err(InvalidArgument::new("target_project_dir", "a folder, unless target_project is given"));
        }
    };
    let mut referral = NewReferral {
        referral_type: name_of(params.referral_type.unwrap_or_default()),
        summary: params.summary.0,
        details: params.details,
        priority: params.priority,
        tasks: params.tasks.unwrap_or_default().into_iter().map(Into::into).collect(),
        context: params.context.map(Value::Object),
        ..NewReferral::default()
    };
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    let config = reader.config();
    referral.source_project.clone_from(&config.name);
    let folders = match &target {
        Target::Folder(_) => Vec::new(),
        Target::Project(_) => config.dashboard.scan_dirs.clone(),
    };
    let is_found = matches!(target, Target::Project(_)) && folders != Dashboard::default().scan_dirs;
    let without = config.dashboard.exclude_patterns.clone();
    let search = Search { folders, depth: 1, without, hidden: true, obeys_projects: false };
    let then = move |ctx: ToolContext<'_>, survey: Survey| {
        referral.source_project_dir.clone_from(&survey.home);
        let name = match target {
            Target::Folder(folder) => return check_documents(ctx, referral, folder, false),
            Target::Project(name) => name,
        };
        match find_project(&survey, &name) {
            Some(folder) => check_documents(ctx, referral, folder, is_found),
            None => ToolOutcome::Done(Reply::failure(format!(
                "There is no project {name} directly in the folders of dashboard.scan_dirs. Use target_project_dir instead."
            ))),
        }
    };
    Ok(ToolOutcome::Survey { search, then: Box::new(then) })
}

/// Returns the folder of the first project whose name or folder name matches.
fn find_project(survey: &Survey, name: &str) -> Option<String> {
    let is_named = |folder: &str| folder.rsplit(['/', '\\']).next() == Some(name);
    let mut projects = survey.found.iter();
    let project = projects.find(|other| is_named(&other.folder) || other.engine.reader().config().name == name);
    project.map(|other| other.folder.clone())
}

/// Looks for the documents that a referral names in `context.spec_docs`, and then sends it.
fn check_documents(ctx: ToolContext<'_>, referral: NewReferral, folder: String, is_found: bool) -> ToolOutcome {
    let named = referral.context.as_ref().and_then(|context| context.get("spec_docs")).and_then(Value::as_array);
    let documents = ctx.engine.reader().documents();
    let is_path = |text: &&str| !text.contains("://") && documents.find(text).is_err();
    let paths = named.into_iter().flatten().filter_map(context_pointers::path).filter(is_path);
    let requests: Vec<FileRequest> =
        paths.take(MAX_DOCUMENTS).map(|path| FileRequest { path: path.to_owned(), since: None }).collect();
    ToolOutcome::files(ctx, requests.clone(), move |_, answers| {
        let is_missing = |answer: &FileAnswer| answer.found == PathProbe::Gone;
        let missing = requests.into_iter().zip(&answers).filter(|(_, answer)| is_missing(answer));
        send(referral, folder, is_found, &missing.map(|(request, _)| request.path).collect::<Vec<String>>())
    })
}

fn send(referral: NewReferral, folder: String, is_found: bool, missing_documents: &[String]) -> ToolOutcome {
    let mut warnings = missing_parts(&referral);
    if !missing_documents.is_empty() {
        warnings.push(Text::with(NO_DOCUMENT, [("paths", missing_documents.join(", "))]));
    }
    let target = folder.clone();
    let then = move |_: ToolContext<'_>, outcome: Outcome| {
        ToolOutcome::Done(match &outcome {
            Outcome::Done { created, .. } => {
                let Some(id) = created.first() else { return ToolOutcome::Done(tool_result::missing_result()) };
                let text = format!("Sent the referral {id} to {target}.");
                let answer = ReferAnswer { referral_id: id.clone(), target_project_dir: target };
                Reply::with_value(text, json!(answer)).with_warnings(&warnings)
            }
            Outcome::Refused { refusal } if refusal.code == RefusalCode::NotInitialized => {
                Reply::failure(format!("There is no .handoff folder in {target}."))
            }
            other => tool_result::outcome_to_reply(other),
        })
    };
    let command = Box::new(Command::ReceiveReferral { referral });
    ToolOutcome::Elsewhere { folder, is_found, command, then: Box::new(then) }
}

/// Names the parts that a referral lacks.
fn missing_parts(referral: &NewReferral) -> Vec<Text> {
    let mut warnings = Vec::new();
    for (is_missing, sentence) in [
        (referral.details.is_none(), "It has no details."),
        (referral.tasks.is_empty(), "It proposes no tasks."),
        (referral.context.is_none(), "It has no context."),
        (referral.priority.is_none(), "It has no priority."),
        (referral.tasks.iter().any(|task| task.criteria.is_empty()), "A proposed task has no criteria."),
    ] {
        if is_missing {
            warnings.push(Text::plain(sentence));
        }
    }
    warnings
}

#[derive(Deserialize, JsonSchema)]
struct ListParams {
    status_filter: Option<ReferralStatus>,
}

#[derive(Serialize, JsonSchema)]
struct ListAnswer {
    total: usize,
    referrals: Vec<Object>,
}

fn list_referrals(ctx: ToolContext<'_>, params: &ListParams) -> ToolOutcome {
    let status = params.status_filter.map(name_of);
    finish(reader(ctx).map(|reader| {
        let rows = reader.records().referrals;
        let rows = rows.iter().filter(|row| status.as_ref().is_none_or(|status| row.status == *status));
        let referrals: Vec<Object> = rows.map(|row| summary_row(reader, row)).collect();
        Reply::value(json!(ListAnswer { total: referrals.len(), referrals }))
    }))
}

fn summary_row(reader: ProjectReader<'_>, row: &ReferralRow) -> Object {
    let content = content(reader, row);
    let mut members = Map::new();
    for key in ["id", "source_project", "referral_type", "summary", "priority", "status", "created_at"] {
        if let Some(value) = content.get(key).filter(|value| !value.is_null()) {
            members.insert(key.to_owned(), value.clone());
        }
    }
    members
}

/// Returns the content of a referral's file, with its status.
fn content(reader: ProjectReader<'_>, row: &ReferralRow) -> Object {
    let document = reader.file(&row.path).and_then(|bytes| Document::parse(Container::Json, bytes).ok());
    let mut members = match document.map(|document| document.root()) {
        Some(Value::Object(members)) => members,
        _ => Map::new(),
    };
    members.insert("status".to_owned(), json!(row.status));
    members
}

#[derive(Deserialize, JsonSchema)]
struct GetParams {
    referral_id: RequiredText,
}

/// A referral. The answer has everything in the file; these are the known members.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "used only for the schema")]
struct GetAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<String>,
    status: String,
}

fn get_referral(ctx: ToolContext<'_>, params: &GetParams) -> ToolOutcome {
    let id = &params.referral_id.0;
    finish(reader(ctx).and_then(|reader| {
        let rows = reader.records().referrals;
        let exact: Vec<&ReferralRow> = rows.iter().filter(|row| row.id == *id).collect();
        let matches: Vec<&ReferralRow> = rows.iter().filter(|row| row.id.starts_with(id)).collect();
        match if exact.is_empty() { matches } else { exact }.as_slice() {
            [row] => Ok(Reply::value(Value::Object(content(reader, row)))),
            [] => {
                let text = Message::from(format!("There is no referral {id}. "));
                Err(not_found(
                    reader,
                    ProjectPart::Referrals,
                    text.then(Suggestion::ListReferrals).then(" names them."),
                ))
            }
            several => {
                let ids: Vec<&str> = several.iter().map(|row| row.id.as_str()).collect();
                Err(Reply::failure(format!("Several referrals have an ID that starts with {id}: {}.", ids.join(", "))))
            }
        }
    }))
}

#[derive(Deserialize, JsonSchema)]
struct UpdateParams {
    referral_id: RequiredText,
    status: ReferralStatus,
}

#[derive(Serialize, JsonSchema)]
struct UpdateAnswer {
    referral_id: String,
    status: ReferralStatus,
}

fn update_referral(params: UpdateParams) -> ToolOutcome {
    let UpdateParams { referral_id: RequiredText(id), status } = params;
    let answer = json!(UpdateAnswer { referral_id: id.clone(), status });
    let status = name_of(status);
    let text = format!("Set the referral {id} to {status}.");
    ToolOutcome::commit(Command::SetReferralStatus { id, status }, move |_, _| Reply::with_value(text, answer))
}
