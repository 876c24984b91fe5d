//! Tools for packages: texts that one conversation hands to another, with a time to live.

mod change;
mod from_session;
mod retrieve;
mod store;
mod stores;

use handoff_protocol::{PackageRow, PackageState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::params::{input, output, parse};
use crate::tool::{Tool, ToolSet, Work};
use stores::{Store, Stores};

pub use from_session::session_package;
pub use stores::UserPackages;

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_store_package",
        title: "Store a package",
        description: "Store a text for another conversation; replaces the package of the same name and project. Tell the person its ID.",
        set: ToolSet::Packages,
        effect: Effect::Adds,
        input: input::<store::StoreParams>,
        output: Some(output::<store::StoreAnswer>),
        work: Work::Steps(|ctx, arguments| store::store(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_retrieve_package",
        title: "Retrieve a package",
        description: "The content of a package, by ID or name.",
        set: ToolSet::Packages,
        effect: Effect::Reads,
        input: input::<retrieve::RetrieveParams>,
        output: Some(output::<retrieve::RetrieveAnswer>),
        work: Work::Steps(|_, arguments| {
            let params: retrieve::RetrieveParams = parse(arguments)?;
            Ok(ToolOutcome::packages(move |ctx, user| {
                ToolOutcome::Done(retrieve::retrieve(ctx, user.as_ref(), &params))
            }))
        }),
    },
    Tool {
        name: "handoff_list_packages",
        title: "List packages",
        description: "Packages that have not expired, newest first, or those that match a query.",
        set: ToolSet::Packages,
        effect: Effect::Reads,
        input: input::<ListParams>,
        output: Some(output::<ListAnswer>),
        work: Work::Steps(|_, arguments| {
            let params: ListParams = parse(arguments)?;
            Ok(ToolOutcome::packages(move |ctx, user| ToolOutcome::Done(list(ctx, user.as_ref(), &params))))
        }),
    },
    Tool {
        name: "handoff_change_package",
        title: "Change a package",
        description: "Accept a package (you take it over), extend, pin or delete it.",
        set: ToolSet::Packages,
        effect: Effect::Changes,
        input: input::<change::ChangeParams>,
        output: Some(output::<change::ChangeAnswer>),
        work: Work::Steps(|_, arguments| Ok(change::change(parse(arguments)?))),
    },
];

/// The maximum number of listed packages if the call does not give one.
const DEFAULT_LIMIT: usize = 20;

/// A package in an answer, without its content. Values that say nothing are left out.
#[derive(Serialize, JsonSchema)]
struct PackageAnswer {
    id: String,
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    project: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    summary: String,
    /// current, superseded or expired
    state: &'static str,
    /// project or user
    store: &'static str,
    created_at: String,
    expires_at: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pinned: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    visibility: Option<String>,
    tokens: u32,
    size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    superseded_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    task_ids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    /// Its file below .handoff
    path: String,
}

impl PackageAnswer {
    fn new(store: Store, row: PackageRow) -> PackageAnswer {
        let name =
            |actor: Option<handoff_protocol::Actor>| actor.map(|actor| actor.name).filter(|name| !name.is_empty());
        let git = row.git.unwrap_or_default();
        PackageAnswer {
            id: row.id,
            name: row.name,
            project: row.project,
            tags: row.tags,
            summary: row.summary,
            state: row.state.name(),
            store: store.name(),
            created_at: row.created_at,
            expires_at: row.expires_at,
            pinned: row.pinned,
            visibility: row.visibility,
            tokens: row.tokens,
            size: row.size,
            superseded_by: row.superseded_by,
            accepted_at: row.accepted_at,
            accepted_by: name(row.accepted_by),
            stored_by: name(row.actor),
            session_id: row.session_id,
            task_ids: row.task_ids,
            base: row.base,
            branch: git.branch,
            commit: git.commit,
            path: row.path,
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct ListParams {
    query: Option<String>,
    #[schemars(description = "or the first 4 characters of it")]
    id: Option<String>,
    name: Option<String>,
    project: Option<String>,
    tag: Option<String>,
    #[schemars(description = "those that expired instead")]
    expired: Option<bool>,
    #[schemars(description = "0: all")]
    limit: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct ListAnswer {
    packages: Vec<PackageAnswer>,
    /// Number of packages that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
}

/// Lists packages without their content.
fn list(ctx: ToolContext<'_>, user: Option<&UserPackages>, params: &ListParams) -> Reply {
    let stores = Stores::of(ctx, user);
    let warning = user.and_then(|user| user.warning.as_deref());
    if let Some(id) = params.id.as_deref().filter(|id| !id.is_empty()) {
        let reply = stores.find(id, true).map_or_else(
            |failure| failure,
            |(store, row)| {
                Reply::value(json!(ListAnswer { packages: vec![PackageAnswer::new(store, row)], omitted: None }))
            },
        );
        return add_warnings(reply, warning, Vec::new());
    }
    let wants_expired = params.expired == Some(true);
    let (mut rows, unreadable) = stores.rows(params.query.as_deref().unwrap_or_default(), wants_expired);
    let matches = |wanted: &Option<String>, value: &str| wanted.as_deref().is_none_or(|wanted| wanted == value);
    rows.retain(|(_, row)| {
        (row.state == PackageState::Expired) == wants_expired
            && matches(&params.name, &row.name)
            && matches(&params.project, &row.project)
            && params.tag.as_ref().is_none_or(|tag| row.tags.contains(tag))
    });
    let limit = params.limit.unwrap_or(DEFAULT_LIMIT);
    let limit = if limit == 0 { rows.len() } else { limit };
    let omitted = Some(rows.len().saturating_sub(limit)).filter(|count| *count > 0);
    rows.truncate(limit);
    let packages = rows.into_iter().map(|(store, row)| PackageAnswer::new(store, row)).collect();
    add_warnings(Reply::value(json!(ListAnswer { packages, omitted })), warning, unreadable)
}

/// Adds warnings about what could not be read to a reply.
fn add_warnings(reply: Reply, project: Option<&str>, files: Vec<String>) -> Reply {
    let warnings: Vec<String> = project.map(str::to_owned).into_iter().chain(files).collect();
    if warnings.is_empty() { reply } else { reply.with_note(&warnings.join("\n")) }
}
