//! Stores a package.

use handoff_engine::packages::parse_ttl;
use handoff_protocol::{NewPackage, Outcome, PackageChange, PackageGit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::change::commit;
use super::from_session;
use super::stores::Store;
use crate::GitState;
use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operations::common::{no_project, reader};
use crate::params::name_of;
use crate::tool_result::{missing_result, outcome_to_reply};

#[derive(Deserialize, JsonSchema)]
pub(super) struct StoreParams {
    #[schemars(description = "of the work, not of its state; default: the session's label")]
    name: Option<String>,
    #[schemars(description = "Markdown: context, decisions, state, next steps, gotchas, files")]
    content: Option<String>,
    #[schemars(description = "instead of content: make it from this session; latest: the last one")]
    from_session: Option<String>,
    summary: Option<String>,
    project: Option<String>,
    tags: Option<Vec<String>>,
    #[schemars(description = "such as 12h or 30d; default 7d")]
    ttl: Option<String>,
    pin: Option<bool>,
    visibility: Option<Visibility>,
    task_ids: Option<Vec<String>>,
    #[schemars(description = "ID of the session or package that it continues")]
    base: Option<String>,
    #[schemars(description = "in the user's store, for all projects")]
    user: Option<bool>,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Visibility {
    Private,
    Team,
    Public,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct StoreAnswer {
    id: String,
    name: String,
    /// project or user
    store: &'static str,
}

/// Stores a package in the project, or in the user's store if there is no project.
pub(super) fn store(ctx: ToolContext<'_>, params: StoreParams) -> Result<ToolOutcome, InvalidArgument> {
    if let Some(Err(error)) = params.ttl.as_deref().map(parse_ttl) {
        return Err(InvalidArgument::new("ttl", format!("a number of hours or days, such as 12h or 7d: {error}")));
    }
    let has_project = ctx.engine.reader().is_initialized();
    if params.user != Some(true) && ctx.engine.reader().unreadable_reason().is_some() {
        // The user's store is another place, so it is not chosen without a word.
        return Ok(ToolOutcome::Done(no_project(ctx.engine.reader())));
    }
    let store = if has_project && params.user != Some(true) { Store::Project } else { Store::User };
    let mut new = NewPackage {
        name: params.name.unwrap_or_default(),
        content: params.content.unwrap_or_default(),
        summary: params.summary,
        project: params.project,
        tags: params.tags.unwrap_or_default(),
        ttl: params.ttl,
        pinned: params.pin.unwrap_or_default(),
        visibility: params.visibility.map(name_of),
        task_ids: params.task_ids.unwrap_or_default(),
        base: params.base,
        ..NewPackage::default()
    };
    if let Some(id) = &params.from_session
        && let Err(reply) = reader(ctx).and_then(|reader| from_session::fill(reader, id, &mut new))
    {
        return Ok(ToolOutcome::Done(reply));
    }
    if new.name.trim().is_empty() {
        return Err(InvalidArgument::missing("name", "a text"));
    }
    if new.content.trim().is_empty() {
        return Err(InvalidArgument::missing("content", "a text"));
    }
    Ok(ToolOutcome::git(move |_, git| ToolOutcome::packages(move |_, _| save(store, with_git(new, git)))))
}

/// Adds the state of Git.
fn with_git(new: NewPackage, git: GitState) -> NewPackage {
    NewPackage { git: Some(PackageGit { branch: git.branch, commit: git.commit }), ..new }
}

fn save(store: Store, package: NewPackage) -> ToolOutcome {
    let name = package.name.clone();
    let change = PackageChange::Store { package: Box::new(package) };
    commit(store, change, move |_, outcome| {
        ToolOutcome::Done(match outcome {
            Outcome::Done { created, warnings, .. } => match created.into_iter().next_back() {
                Some(id) => {
                    let text = format!("Stored package {id} ({name}). Retrieve it by ID {id} or by name.");
                    let answer = StoreAnswer { id, name, store: store.name() };
                    Reply::with_value(text, json!(answer)).with_warnings(&warnings)
                }
                None => missing_result(),
            },
            other => outcome_to_reply(&other),
        })
    })
}
