//! Sends a request to another project.

use handoff_engine::Engine;
use handoff_format::Dashboard;
use handoff_protocol::agent::{NewReferral, ProposedWork};
use handoff_protocol::{Command, FileAnswer, FileRequest, Outcome, PathProbe, Priority, RefusalCode, Search, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::Survey;
use crate::ToolContext;
use crate::context_pointers;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::operations::tasks::task_fields::CriterionParams;
use crate::params::{MainMember, RequiredText, Short, name_of, priorities};
use crate::tool::ToolSet;

/// Leaves a request in another project.
pub struct SendReferral;

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReferralType {
    Improvement,
    Bug,
    #[default]
    Request,
    Info,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub target_project_dir: Option<String>,
    #[schemars(description = "a name, looked for in dashboard.scan_dirs")]
    pub target_project: Option<String>,
    pub summary: RequiredText,
    pub referral_type: Option<ReferralType>,
    pub details: Option<String>,
    #[serde(default)]
    #[schemars(schema_with = "priorities")]
    pub priority: Option<Priority>,
    pub tasks: Option<Vec<Short<ProposedTask>>>,
    pub context: Option<Map<String, Value>>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct ProposedTask {
    pub title: RequiredText,
    #[serde(default)]
    #[schemars(schema_with = "priorities")]
    pub priority: Option<Priority>,
    #[schemars(extend("briefItems" = "string"))]
    pub(crate) done_criteria: Option<Vec<Short<CriterionParams>>>,
}

impl MainMember for ProposedTask {
    const NAME: &'static str = "title";
}

/// A task of which only the title is known.
impl From<RequiredText> for ProposedTask {
    fn from(title: RequiredText) -> ProposedTask {
        ProposedTask { title, priority: None, done_criteria: None }
    }
}

impl From<Short<ProposedTask>> for ProposedWork {
    fn from(Short(task): Short<ProposedTask>) -> ProposedWork {
        let criteria = task.done_criteria.unwrap_or_default().into_iter().map(Into::into).collect();
        ProposedWork { title: task.title.0, priority: task.priority, criteria }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub referral_id: String,
    pub target_project_dir: String,
}

/// The maximum number of documents of a referral that are looked for.
const MAX_DOCUMENTS: usize = 100;
const NO_DOCUMENT: &str = "context.spec_docs names what does not exist in this project: {paths}.";

impl Operation for SendReferral {
    const DEFINITION: Definition = Definition {
        name: "handoff_refer",
        title: "Refer to another project",
        description: "Leave a request in another project's .handoff/.",
        set: ToolSet::Team,
        effect: Effect::Adds,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let Plan { target, search, mut referral, documents } = shell.read(|ctx| plan(ctx, params)).await?;
        let survey = shell.find_projects(search).await;
        referral.source_project_dir.clone_from(&survey.home);
        let (folder, is_found) = target.locate(survey)?;
        let answers = shell.files(documents.clone()).await;
        let warnings = warnings(&referral, documents, &answers);
        let command = Command::ReceiveReferral { referral };
        let outcome = shell.try_commit_elsewhere(folder.clone(), is_found, command).await?;
        let id = received_id(outcome, &folder)?;
        shell.warn(&warnings);
        // Scripts take the ID from the end of the first line.
        let text = format!("Referral sent: {id}\nTo {folder}.");
        Ok(Answered::with_text(Answer { referral_id: id, target_project_dir: folder }, text))
    }
}

/// The referral to send, and the projects to search first.
struct Plan {
    target: Target,
    search: Search,
    referral: NewReferral,
    /// Files that the referral names as documents.
    documents: Vec<FileRequest>,
}

/// The project to which a referral is sent.
enum Target {
    Folder(String),
    /// A name, to be found below the configured folders.
    Project {
        name: String,
        /// Whether the project has configured these folders.
        is_configured: bool,
    },
}

fn plan(ctx: ToolContext<'_>, params: Params) -> Result<Plan, HandoffError> {
    let folder = params.target_project_dir.filter(|folder| !folder.is_empty());
    let name = params.target_project.filter(|name| !name.is_empty());
    if folder.is_none() && name.is_none() {
        return Err(InvalidArgument::new("target_project_dir", "a folder, unless target_project is given").into());
    }
    let config = reader(ctx)?.config();
    let (target, folders) = match (folder, name) {
        (None, Some(name)) => {
            let folders = config.dashboard.scan_dirs.clone();
            let is_configured = folders != Dashboard::default().scan_dirs;
            (Target::Project { name, is_configured }, folders)
        }
        (folder, _) => (Target::Folder(folder.unwrap_or_default()), Vec::new()),
    };
    let without = config.dashboard.exclude_patterns.clone();
    let documents = document_requests(ctx.engine, params.context.as_ref());
    let referral = NewReferral {
        source_project: config.name.clone(),
        referral_type: name_of(params.referral_type.unwrap_or_default()),
        summary: params.summary.0,
        details: params.details,
        priority: params.priority,
        tasks: params.tasks.unwrap_or_default().into_iter().map(Into::into).collect(),
        context: params.context.map(Value::Object),
        ..NewReferral::default()
    };
    let search = Search { folders, depth: 1, without, hidden: true, obeys_projects: false };
    Ok(Plan { target, search, referral, documents })
}

/// Returns requests for the files that a referral names in `context.spec_docs`, without the
/// documents of this project.
fn document_requests(engine: &Engine, context: Option<&Map<String, Value>>) -> Vec<FileRequest> {
    let named = context.and_then(|context| context.get("spec_docs")).and_then(Value::as_array);
    let documents = engine.reader().documents();
    let is_path = |text: &&str| !text.contains("://") && documents.find(text).is_err();
    let paths = named.into_iter().flatten().filter_map(context_pointers::path).filter(is_path);
    paths.take(MAX_DOCUMENTS).map(|path| FileRequest { path: path.to_owned(), since: None }).collect()
}

impl Target {
    /// Returns the folder of the project, and whether it was found through the configuration.
    fn locate(self, survey: Survey) -> Result<(String, bool), HandoffError> {
        let (name, is_configured) = match self {
            Target::Folder(folder) => return Ok((folder, false)),
            Target::Project { name, is_configured } => (name, is_configured),
        };
        let is_named = |folder: &str| folder.rsplit(['/', '\\']).next() == Some(name.as_str());
        let mut projects = survey.found.into_iter();
        let project = projects.find(|other| is_named(&other.folder) || other.engine.reader().config().name == name);
        project.map(|other| (other.folder, is_configured)).ok_or_else(|| {
            HandoffError::refused(format!(
                "There is no project {name} directly in the folders of dashboard.scan_dirs. Use target_project_dir instead."
            ))
        })
    }
}

/// Returns the ID that the other project gave to the referral.
fn received_id(outcome: Outcome, folder: &str) -> Result<String, HandoffError> {
    match outcome {
        Outcome::Done { created, .. } => created.into_iter().next().ok_or_else(HandoffError::missing_result),
        Outcome::Refused { refusal } if refusal.code == RefusalCode::NotInitialized => {
            Err(HandoffError::refused(format!("There is no .handoff folder in {folder}.")))
        }
        other => Err(HandoffError::of_outcome(&other).unwrap_or_else(HandoffError::missing_result)),
    }
}

/// Names the parts that a referral lacks, and the documents that do not exist.
fn warnings(referral: &NewReferral, documents: Vec<FileRequest>, answers: &[FileAnswer]) -> Vec<Text> {
    let parts = [
        (referral.details.is_none(), "It has no details."),
        (referral.tasks.is_empty(), "It proposes no tasks."),
        (referral.context.is_none(), "It has no context."),
        (referral.priority.is_none(), "It has no priority."),
        (referral.tasks.iter().any(|task| task.criteria.is_empty()), "A proposed task has no criteria."),
    ];
    let missing = documents.into_iter().zip(answers).filter(|(_, answer)| answer.found == PathProbe::Gone);
    let missing: Vec<String> = missing.map(|(request, _)| request.path).collect();
    let no_document = (!missing.is_empty()).then(|| Text::with(NO_DOCUMENT, [("paths", missing.join(", "))]));
    let parts = parts.into_iter().filter(|(is_missing, _)| *is_missing);
    parts.map(|(_, sentence)| Text::plain(sentence)).chain(no_document).collect()
}
