//! The fields of tasks in calls and in answers.

use std::collections::BTreeMap;

use handoff_engine::TaskEntry;
use handoff_engine::documents::REQUIREMENT_LINK;
use handoff_format::Task;
use handoff_protocol::{
    Criterion, CriterionDetailPatch, CriterionSelection, ListPatch, Priority, Proof, RequirementPatch, Status,
    TaskLink, TaskPatch,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::InvalidArgument;
use crate::context_pointers::Places;
use crate::operations::common::ScheduleAnswer;
use crate::operations::tasks::proof::ProofParams;
use crate::params::{Change, MainMember, Object, RequiredText, Short, priorities, statuses};
use crate::proofs;

/// All fields of a task. An absent field is kept, null clears it if that is allowed.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct TaskParams {
    #[schemars(extend("also" = ["task_id"]))]
    pub id: Option<String>,
    pub title: Option<String>,
    #[serde(flatten)]
    pub progress: ProgressParams,
    pub log_hours: Option<f64>,
    /// criteria met: texts, indexes or "all"
    #[schemars(schema_with = "criterion_names")]
    pub check: Option<CriterionNames>,
    /// of what check names
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Short<ProofParams>>,
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub labels: Change<Vec<String>>,
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub links: Change<Vec<String>>,
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub scope_paths: Change<Vec<String>>,
    // Not in the definition, which every conversation pays for: only projects with requirements need them.
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub requirement_ids: Change<Vec<String>>,
    #[schemars(extend("hidden" = true, "takes" = "an object of requirement IDs with implements or executes"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requirement_roles: Option<BTreeMap<String, String>>,
    #[schemars(extend("briefItems" = "string"))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub done_criteria: Change<Vec<Short<CriterionParams>>>,
    /// IDs or titles
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub dependencies: Change<Vec<String>>,
    pub order: Option<u32>,
}

/// The fields of a task that change during the work on it.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct ProgressParams {
    #[schemars(schema_with = "statuses")]
    pub status: Option<Status>,
    #[schemars(schema_with = "priorities")]
    pub priority: Option<Priority>,
    #[serde(skip_serializing_if = "Change::is_keep")]
    pub assignee: Change<String>,
    pub notes: Option<String>,
    pub notes_append: Option<String>,
    pub schedule: Option<ScheduleParams>,
}

#[derive(Debug, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct ScheduleParams {
    /// YYYY-MM-DD
    pub start_date: Option<String>,
    pub due_date: Option<String>,
    pub estimate_hours: Option<f64>,
    pub actual_hours: Option<f64>,
    pub remaining_hours: Option<f64>,
    pub milestone: Option<String>,
    pub pinned: Option<bool>,
}

/// A done criterion.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct CriterionParams {
    pub item: RequiredText,
    pub checked: Option<bool>,
    /// the words of a command that shows whether it is met
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
}

impl MainMember for CriterionParams {
    const NAME: &'static str = "item";
}

impl From<Short<CriterionParams>> for Criterion {
    fn from(Short(criterion): Short<CriterionParams>) -> Criterion {
        Criterion { item: criterion.item.0, checked: criterion.checked.unwrap_or(false) }
    }
}

/// Returns new criteria. Those that do not say whether they are met keep the tick of a criterion
/// with the same text, if `present` has one.
fn new_criteria(given: Vec<Short<CriterionParams>>, present: &[Criterion]) -> Vec<Criterion> {
    let mut present: Vec<&Criterion> = present.iter().collect();
    let to_criterion = |Short(given): Short<CriterionParams>| {
        let same = present.iter().position(|criterion| criterion.item == given.item.0.trim());
        let same = same.map(|index| present.remove(index));
        let checked = given.checked.or(same.map(|criterion| criterion.checked));
        Criterion::from(Short(CriterionParams { checked, ..given }))
    };
    given.into_iter().map(to_criterion).collect()
}

/// Done criteria by their texts or indexes, or all of them.
#[derive(Debug, Deserialize, Serialize)]
#[serde(try_from = "Value")]
pub struct CriterionNames(pub Vec<CriterionName>);

#[derive(Debug)]
pub enum CriterionName {
    All,
    Index(usize),
    Text(String),
}

impl Serialize for CriterionName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            CriterionName::All => serializer.serialize_str("all"),
            CriterionName::Index(index) => index.serialize(serializer),
            CriterionName::Text(text) => serializer.serialize_str(text),
        }
    }
}

fn criterion_names(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array", "items": {"type": ["string", "integer"]}, "briefItems": "string", "single": true,
        "takes": "a list of texts or indexes of criteria, or \"all\"",
    })
}

impl TryFrom<Value> for CriterionNames {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<CriterionNames, &'static str> {
        let name = |value: Value| match value {
            Value::String(text) if text.trim() == "all" => Ok(CriterionName::All),
            Value::String(text) => Ok(CriterionName::Text(text)),
            Value::Bool(true) => Ok(CriterionName::All),
            other => {
                let index = other.as_u64().and_then(|index| usize::try_from(index).ok());
                index.map(CriterionName::Index).ok_or("neither a text nor an index")
            }
        };
        let names = match value {
            Value::Array(list) => list,
            one => vec![one],
        };
        names.into_iter().map(name).collect::<Result<_, _>>().map(CriterionNames)
    }
}

impl CriterionNames {
    /// Returns the selection by texts. Indexes are those of `criteria`, the criteria of a task.
    /// `path` is the path to its fields.
    fn into_selection(self, path: &str, criteria: &[Criterion]) -> Result<CriterionSelection, InvalidArgument> {
        let mut items = Vec::new();
        for name in self.0 {
            match name {
                CriterionName::All => return Ok(CriterionSelection::All {}),
                CriterionName::Text(text) => items.push(text),
                CriterionName::Index(index) => {
                    let criterion = criteria.get(index).ok_or_else(|| no_criterion(path, criteria.len(), index))?;
                    items.push(criterion.item.clone());
                }
            }
        }
        Ok(CriterionSelection::Named { items })
    }
}

fn no_criterion(path: &str, count: usize, index: usize) -> InvalidArgument {
    let takes = match count {
        0 => "absent: the task has no criteria".to_owned(),
        count => format!("texts or indexes of its {count} criteria, numbered from 0, not {index}"),
    };
    InvalidArgument::new(format!("{path}check"), takes)
}

impl TaskParams {
    /// Returns true if there is any field but the ID.
    pub fn has_fields(&self) -> bool {
        let TaskParams {
            title,
            progress,
            log_hours,
            check,
            proof,
            labels,
            links,
            scope_paths,
            requirement_ids,
            requirement_roles,
            done_criteria,
            dependencies,
            order,
            ..
        } = self;
        let lists = [labels, links, scope_paths, requirement_ids, dependencies];
        title.is_some()
            || progress.has_fields()
            || log_hours.is_some()
            || check.is_some()
            || proof.is_some()
            || lists.iter().any(|list| **list != Change::Keep)
            || requirement_roles.is_some()
            || !matches!(done_criteria, Change::Keep)
            || order.is_some()
    }

    /// Returns the changes. `path` is the path to the fields, `criteria` are the present criteria.
    pub(crate) fn into_patch(
        self,
        path: &str,
        criteria: &[Criterion],
        proof: Option<Proof>,
    ) -> Result<TaskPatch, InvalidArgument> {
        let list = |list: Change<Vec<String>>| {
            list.into_list().map(|list| ListPatch { set: Some(list), ..ListPatch::default() })
        };
        let given = self.done_criteria.into_list();
        let commands = given.iter().flatten().filter_map(|Short(criterion)| {
            let command = criterion.command.clone()?;
            let item = criterion.item.0.clone();
            Some(CriterionDetailPatch { item, command: Some(command), ..CriterionDetailPatch::default() })
        });
        let mut details: Vec<CriterionDetailPatch> = commands.collect();
        let new_criteria = given.map(|given| new_criteria(given, criteria));
        let criteria = new_criteria.as_deref().unwrap_or(criteria);
        let check = self.check.map(|names| names.into_selection(path, criteria)).transpose()?;
        if let Some(proof) = proof {
            let items = match &check {
                Some(CriterionSelection::Named { items }) => items.clone(),
                Some(CriterionSelection::All {}) => {
                    criteria.iter().map(|criterion| criterion.item.trim().to_owned()).collect()
                }
                None => return Err(InvalidArgument::new(format!("{path}check"), "the criteria that proof is about")),
            };
            details.extend(items.into_iter().map(|item| CriterionDetailPatch {
                item,
                proof: Some(proof.clone()),
                ..CriterionDetailPatch::default()
            }));
        }
        let requirements = RequirementPatch {
            ids: self.requirement_ids.into_list(),
            roles: self.requirement_roles.unwrap_or_default(),
        };
        Ok(TaskPatch {
            requirements: Some(requirements).filter(|patch| *patch != RequirementPatch::default()),
            title: self.title,
            add_hours: self.log_hours,
            check,
            criterion_details: (!details.is_empty()).then_some(details),
            labels: list(self.labels),
            links: list(self.links),
            scope_paths: list(self.scope_paths),
            dependencies: list(self.dependencies),
            criteria: new_criteria,
            ..TaskPatch::from(self.progress)
        })
    }
}

impl ProgressParams {
    fn has_fields(&self) -> bool {
        let ProgressParams { status, priority, assignee, notes, notes_append, schedule } = self;
        status.is_some()
            || priority.is_some()
            || *assignee != Change::Keep
            || notes.is_some()
            || notes_append.is_some()
            || schedule.is_some()
    }
}

impl From<ProgressParams> for TaskPatch {
    fn from(task: ProgressParams) -> TaskPatch {
        let schedule = task.schedule.unwrap_or_default();
        TaskPatch {
            status: task.status,
            priority: task.priority.map(Some),
            assignee: task.assignee.into_option(),
            append_notes: task.notes_append.filter(|_| task.notes.is_none()),
            notes: task.notes.map(Some),
            start_date: schedule.start_date.map(Some),
            due_date: schedule.due_date.map(Some),
            estimate_hours: schedule.estimate_hours.map(Some),
            actual_hours: schedule.actual_hours.map(Some),
            remaining_hours: schedule.remaining_hours.map(Some),
            milestone: schedule.milestone.map(Some),
            pinned: schedule.pinned.map(Some),
            ..TaskPatch::default()
        }
    }
}

/// All fields of a task. Absent ones are null or empty.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TaskAnswer {
    pub id: String,
    pub title: String,
    #[schemars(with = "String")]
    pub status: Status,
    pub notes: Option<String>,
    #[schemars(with = "Option<String>")]
    pub priority: Option<Priority>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
    pub completed_at: Option<String>,
    pub labels: Vec<String>,
    pub links: Vec<String>,
    #[schemars(with = "Vec<Object>")]
    pub task_links: Vec<LinkAnswer>,
    pub done_criteria: Vec<CriterionAnswer>,
    #[schemars(with = "Option<Object>")]
    pub schedule: Option<ScheduleAnswer>,
    pub dependencies: Vec<String>,
    pub order: Option<u32>,
    pub assignee: Option<String>,
    pub scope_paths: Vec<String>,
}

impl TaskAnswer {
    /// Returns the IDs of its requirements.
    pub fn requirements(&self) -> Vec<&str> {
        let links = self.task_links.iter().filter(|link| link.link_type == REQUIREMENT_LINK);
        links.filter_map(|link| link.label.as_deref()).collect()
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct CriterionAnswer {
    pub item: String,
    pub checked: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// What the proof is, who gave it and when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// The end of the output of a command that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// The files that have changed since the proof.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<String>,
}

/// Maximum length of the output of a command in an answer, in characters.
const MAX_OUTPUT_CHARS: usize = 400;

impl CriterionAnswer {
    /// Returns a criterion with what is stored beside it. `places` has the files of its proof.
    fn with_detail(task: &Task, criterion: &Criterion, places: &Places) -> CriterionAnswer {
        let Some(detail) = proofs::detail_of(task, &criterion.item) else { return criterion.into() };
        let proof = detail.proof.as_ref();
        let failed = proof.filter(|proof| !proof.holds());
        CriterionAnswer {
            command: detail.command.clone(),
            proof: proof.map(proofs::describe),
            output: failed.and_then(|proof| proof.output.as_deref()).map(end),
            stale: proof.map(|proof| proofs::changed_files(places, proof)).unwrap_or_default(),
            ..criterion.into()
        }
    }
}

fn end(output: &str) -> String {
    let surplus = output.chars().count().saturating_sub(MAX_OUTPUT_CHARS);
    output.chars().skip(surplus).collect()
}

impl From<&Criterion> for CriterionAnswer {
    fn from(criterion: &Criterion) -> CriterionAnswer {
        CriterionAnswer {
            item: criterion.item.clone(),
            checked: criterion.checked,
            command: Vec::new(),
            proof: None,
            output: None,
            stale: Vec::new(),
        }
    }
}

/// A link of a task.
#[derive(Debug, Serialize)]
pub struct LinkAnswer {
    pub target: String,
    pub link_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_hash: Option<String>,
}

impl LinkAnswer {
    /// Returns true if another link leads to the same target. A document has several requirements.
    fn is_same(&self, other: &LinkAnswer) -> bool {
        let is_target = self.target == other.target && self.link_type == other.link_type;
        is_target && (self.link_type != REQUIREMENT_LINK || self.label == other.label)
    }
}

/// The kind of a link that has only a target.
const FILE_LINK: &str = "file";

/// Returns the links of a task, then its targets without a kind as links to files. Each target is
/// there once for each kind.
fn task_links(task: &Task) -> Vec<LinkAnswer> {
    let typed = |TaskLink { target, link_type, label, role, baseline_hash }| LinkAnswer {
        target,
        link_type,
        label,
        role,
        baseline_hash,
    };
    let file = |target: &String| LinkAnswer {
        target: target.clone(),
        link_type: FILE_LINK.to_owned(),
        label: None,
        role: None,
        baseline_hash: None,
    };
    let mut links: Vec<LinkAnswer> = Vec::new();
    for link in task.task_links.iter().cloned().map(typed).chain(task.links.iter().map(file)) {
        if !links.iter().any(|other| other.is_same(&link)) {
            links.push(link);
        }
    }
    links
}

impl TaskAnswer {
    /// Returns a task. `places` has the files of its proofs.
    pub(crate) fn new(entry: TaskEntry<'_>, places: &Places) -> TaskAnswer {
        let task: &Task = entry.fields();
        TaskAnswer {
            id: task.id.clone(),
            title: task.title.clone(),
            status: entry.status(),
            notes: task.notes.clone(),
            priority: task.priority,
            created_at: task.created_at.clone(),
            updated_at: task.updated_at.clone(),
            completed_at: task.completed_at.clone(),
            labels: task.labels.clone(),
            links: task.links.clone(),
            task_links: task_links(task),
            done_criteria: task
                .criteria
                .iter()
                .map(|criterion| CriterionAnswer::with_detail(task, criterion, places))
                .collect(),
            schedule: task.schedule.as_ref().map(Into::into),
            dependencies: task.dependencies.clone(),
            order: task.order,
            assignee: task.assignee.clone(),
            scope_paths: task.scope_paths.clone(),
        }
    }
}
