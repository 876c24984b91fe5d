//! Stores a package.

use handoff_engine::packages::parse_ttl;
use handoff_protocol::{NewPackage, PackageChange, PackageGit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::from_session;
use super::stores::Store;
use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{no_project, reader};
use crate::params::name_of;
use crate::tool::ToolSet;

/// Stores a package in the project, or in the user's store if there is no project.
pub struct StorePackage;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    /// of the work, not of its state; default: the session's label
    pub name: Option<String>,
    /// Markdown: context, decisions, state, next steps, gotchas, files
    pub content: Option<String>,
    /// instead of content: make it from this session; latest: the last one
    pub from_session: Option<String>,
    pub summary: Option<String>,
    pub project: Option<String>,
    pub tags: Option<Vec<String>>,
    /// such as 12h or 30d; default 7d
    pub ttl: Option<String>,
    pub pin: Option<bool>,
    pub visibility: Option<Visibility>,
    pub task_ids: Option<Vec<String>>,
    /// ID of the session or package that it continues
    pub base: Option<String>,
    /// in the user's store, for all projects
    pub user: Option<bool>,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    Private,
    Team,
    Public,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub id: String,
    pub name: String,
    /// project or user
    #[schemars(with = "String")]
    pub store: Store,
}

impl Operation for StorePackage {
    const DEFINITION: Definition = Definition {
        name: "handoff_store_package",
        title: "Store a package",
        description: "Store a text for another conversation; replaces the package of the same name and project. Tell the person its ID.",
        set: ToolSet::Packages,
        effect: Effect::Adds,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let (store, new) = shell.read(move |ctx| plan(ctx, params)).await?;
        let git = shell.git().await;
        shell.load_packages().await;
        let name = new.name.clone();
        let package = NewPackage { git: Some(PackageGit { branch: git.branch, commit: git.commit }), ..new };
        let change = PackageChange::Store { package: Box::new(package) };
        let id = store.commit(&shell, change).await?.last_id()?;
        let text = format!("Stored package {id} ({name}). Retrieve it by ID {id} or by name.");
        Ok(Answered::with_text(Answer { id, name, store }, text))
    }
}

/// Returns the package and its store.
fn plan(ctx: ToolContext<'_>, params: Params) -> Result<(Store, NewPackage), HandoffError> {
    if let Some(Err(error)) = params.ttl.as_deref().map(parse_ttl) {
        let takes = format!("a number of hours or days, such as 12h or 7d: {error}");
        return Err(InvalidArgument::new("ttl", takes).into());
    }
    let project = ctx.engine.reader();
    let wants_user = params.user == Some(true);
    if !wants_user && project.unreadable_reason().is_some() {
        // The user's store is another place, so it is not chosen without a word.
        return Err(no_project(project));
    }
    let store = if project.is_initialized() && !wants_user { Store::Project } else { Store::User };
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
    if let Some(id) = &params.from_session {
        from_session::fill(reader(ctx)?, id, &mut new)?;
    }
    for (argument, text) in [("name", &new.name), ("content", &new.content)] {
        if text.trim().is_empty() {
            return Err(InvalidArgument::missing(argument, "a text").into());
        }
    }
    Ok((store, new))
}
