//! Requests to and from other projects.

use handoff_engine::Reading;
use handoff_format::{Container, Document};
use handoff_protocol::agent::{NewReferral, ProposedWork};
use handoff_protocol::view::ReferralRow;
use handoff_protocol::{Command, Outcome, Priority, RefusalCode, Text};
use serde_json::{Map, Value, json};

use super::common::{answered, any_object, reading};
use super::task_fields::criterion;
use crate::arguments::Arguments;
use crate::reply;
use crate::schema::{PRIORITIES, count, flag, list, meaning, object, one_of, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Search, Step, Survey};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_refer",
        title: "Refer to another project",
        description: "Leave a request in another project's .handoff/.",
        set: ToolSet::Team,
        effect: Effect::Adds,
        input: refer_input,
        output: Some(refer_output),
        answer: refer,
    },
    Tool {
        name: "handoff_list_referrals",
        title: "List referrals",
        description: "Requests that other projects left here.",
        set: ToolSet::Team,
        effect: Effect::Reads,
        input: list_input,
        output: Some(list_output),
        answer: list_referrals,
    },
    Tool {
        name: "handoff_get_referral",
        title: "Get a referral",
        description: "Everything about one; the start of an id will do.",
        set: ToolSet::Team,
        effect: Effect::Reads,
        input: get_input,
        output: Some(get_output),
        answer: get_referral,
    },
    Tool {
        name: "handoff_update_referral",
        title: "Set a referral's status",
        description: "Say how far it is.",
        set: ToolSet::Team,
        effect: Effect::Changes,
        input: update_input,
        output: Some(update_output),
        answer: update_referral,
    },
];

const TYPES: [&str; 4] = ["improvement", "bug", "request", "info"];
const STATUSES: [&str; 3] = ["open", "acknowledged", "resolved"];

fn refer_input() -> Value {
    let criterion = object([("item", text()), ("checked", flag())], &["item"]);
    let task =
        object([("title", text()), ("priority", one_of(&PRIORITIES)), ("done_criteria", list(&criterion))], &["title"]);
    let members = [
        ("target_project_dir", text()),
        ("target_project", meaning(text(), "a name, looked for in dashboard.scan_dirs")),
        ("summary", text()),
        ("referral_type", one_of(&TYPES)),
        ("details", text()),
        ("priority", one_of(&PRIORITIES)),
        ("tasks", list(&task)),
        ("context", any_object()),
        ("project_dir", text()),
    ];
    object(members, &["summary"])
}

fn refer_output() -> Value {
    object([("referral_id", text()), ("target_project_dir", text())], &["referral_id", "target_project_dir"])
}

fn refer(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let folder = arguments.text("target_project_dir")?.filter(|folder| !folder.is_empty()).map(str::to_owned);
    let name = arguments.text("target_project")?.filter(|name| !name.is_empty()).map(str::to_owned);
    if folder.is_none() && name.is_none() {
        return Err(arguments.complaint("target_project_dir", "a folder; it or target_project is required"));
    }
    let kind = arguments.word("referral_type", &TYPES, |word| TYPES.contains(&word).then(|| word.to_owned()))?;
    let mut referral = NewReferral {
        referral_type: kind.unwrap_or_else(|| "request".to_owned()),
        summary: arguments.required_text("summary")?.to_owned(),
        details: arguments.text("details")?.map(str::to_owned),
        priority: arguments.word("priority", &PRIORITIES, Priority::from_name)?,
        tasks: arguments.each("tasks")?.unwrap_or_default().iter().map(task).collect::<Result<_, _>>()?,
        context: arguments.optional("context", "an object", Value::as_object)?.cloned().map(Value::Object),
        ..NewReferral::default()
    };
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let config = reading.config();
    referral.source_project.clone_from(&config.name);
    let folders = if folder.is_none() { config.dashboard.scan_dirs.clone() } else { Vec::new() };
    let search = Search { folders, depth: 1, without: config.dashboard.exclude_patterns.clone(), hidden: true };
    let then = move |_: Desk<'_>, survey: Survey<'_>| {
        survey.home.clone_into(&mut referral.source_project_dir);
        let name = name.unwrap_or_default();
        match folder.or_else(|| named(survey, &name)) {
            Some(folder) => send(referral, folder),
            None => Step::Done(Reply::failure(format!(
                "There is no project {name} directly in the folders of dashboard.scan_dirs. Give target_project_dir."
            ))),
        }
    };
    Ok(Step::Survey { search, then: Box::new(then) })
}

fn task(task: &Arguments<'_>) -> Result<ProposedWork, Complaint> {
    let criteria = task.each("done_criteria")?.unwrap_or_default();
    Ok(ProposedWork {
        title: task.required_text("title")?.to_owned(),
        priority: task.word("priority", &PRIORITIES, Priority::from_name)?,
        criteria: criteria.iter().map(criterion).collect::<Result<_, Complaint>>()?,
    })
}

/// The folder of the first project with that name, its own or its folder's.
fn named(survey: Survey<'_>, name: &str) -> Option<String> {
    let is = |folder: &str| folder.rsplit(['/', '\\']).next() == Some(name);
    let mut found = survey.found.iter();
    let found = found.find(|other| is(other.folder) || other.engine.reading().config().name == name);
    found.map(|other| other.folder.to_owned())
}

fn send(referral: NewReferral, folder: String) -> Step {
    let wanting = wanting(&referral);
    let target = folder.clone();
    let then = move |_: Desk<'_>, outcome: Outcome| {
        Step::Done(match &outcome {
            Outcome::Done { created, .. } => {
                let id = created.first().map(String::as_str).unwrap_or_default();
                let value = json!({"referral_id": id, "target_project_dir": target});
                Reply::told(format!("Sent the referral {id} to {target}."), value).warned(&wanting)
            }
            Outcome::Refused { refusal } if refusal.code == RefusalCode::NotInitialized => {
                Reply::failure(format!("There is no .handoff folder in {target}."))
            }
            other => reply::outcome(other),
        })
    };
    let command = Box::new(Command::ReceiveReferral { referral });
    Step::Elsewhere { folder, command, then: Box::new(then) }
}

/// What whoever reads a referral would miss.
fn wanting(referral: &NewReferral) -> Vec<Text> {
    let mut wanting = Vec::new();
    for (missing, what) in [
        (referral.details.is_none(), "It has no details."),
        (referral.tasks.is_empty(), "It proposes no tasks."),
        (referral.context.is_none(), "It has no context."),
        (referral.priority.is_none(), "It has no priority."),
        (referral.tasks.iter().any(|task| task.criteria.is_empty()), "A proposed task has no criteria."),
    ] {
        if missing {
            wanting.push(Text::plain(what));
        }
    }
    wanting
}

fn list_input() -> Value {
    object([("status_filter", one_of(&STATUSES)), ("project_dir", text())], &[])
}

fn list_output() -> Value {
    object([("referrals", list(&any_object())), ("total", count())], &["referrals", "total"])
}

fn list_referrals(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let status =
        arguments.word("status_filter", &STATUSES, |word| STATUSES.contains(&word).then(|| word.to_owned()))?;
    answered(reading(desk).map(|reading| {
        let rows = reading.records().referrals;
        let wanted = rows.iter().filter(|row| status.as_ref().is_none_or(|status| row.status == *status));
        let listed: Vec<Value> = wanted.map(|row| listed(reading, row)).collect();
        Reply::value(json!({"total": listed.len(), "referrals": listed}))
    }))
}

fn listed(reading: Reading<'_>, row: &ReferralRow) -> Value {
    let whole = content(reading, row);
    let mut members = Map::new();
    for key in ["id", "source_project", "referral_type", "summary", "priority", "status", "created_at"] {
        if let Some(value) = whole.get(key).filter(|value| !value.is_null()) {
            members.insert(key.to_owned(), value.clone());
        }
    }
    Value::Object(members)
}

/// All that a referral's file says, and its status.
fn content(reading: Reading<'_>, row: &ReferralRow) -> Map<String, Value> {
    let document = reading.file(&row.path).and_then(|bytes| Document::parse(Container::Json, bytes).ok());
    let mut members = match document.map(|document| document.root()) {
        Some(Value::Object(members)) => members,
        _ => Map::new(),
    };
    members.insert("status".to_owned(), json!(row.status));
    members
}

fn get_input() -> Value {
    object([("referral_id", text()), ("project_dir", text())], &["referral_id"])
}

fn get_output() -> Value {
    object([("id", text()), ("summary", text()), ("status", text())], &["status"])
}

fn get_referral(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let id = arguments.required_text("referral_id")?;
    answered(reading(desk).and_then(|reading| {
        let rows = reading.records().referrals;
        let exact: Vec<&ReferralRow> = rows.iter().filter(|row| row.id == id).collect();
        let alike: Vec<&ReferralRow> = rows.iter().filter(|row| row.id.starts_with(id)).collect();
        match if exact.is_empty() { alike } else { exact }.as_slice() {
            [row] => Ok(Reply::value(Value::Object(content(reading, row)))),
            [] => Err(Reply::failure(format!("There is no referral {id}. handoff_list_referrals names them."))),
            several => {
                let ids: Vec<&str> = several.iter().map(|row| row.id.as_str()).collect();
                Err(Reply::failure(format!("{id} is the start of several referrals: {}.", ids.join(", "))))
            }
        }
    }))
}

fn update_input() -> Value {
    object(
        [("referral_id", text()), ("status", one_of(&STATUSES)), ("project_dir", text())],
        &["referral_id", "status"],
    )
}

fn update_output() -> Value {
    object([("referral_id", text()), ("status", one_of(&STATUSES))], &["referral_id", "status"])
}

fn update_referral(_: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let id = arguments.required_text("referral_id")?.to_owned();
    let status = arguments.word("status", &STATUSES, |word| STATUSES.contains(&word).then(|| word.to_owned()))?;
    let status =
        status.ok_or_else(|| arguments.complaint("status", "open, acknowledged or resolved; it is required"))?;
    let said = format!("Set the referral {id} to {status}.");
    let value = json!({"referral_id": id, "status": status});
    Ok(Step::commit(Command::SetReferralStatus { id, status }, move |_, _| Reply::told(said, value)))
}
