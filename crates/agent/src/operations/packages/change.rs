//! Changes a package.

use handoff_protocol::agent::packages::DEFAULT_TTL;
use handoff_protocol::{Command, Outcome, PackageChange};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::stores::{Store, Stores, UserPackages};
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params::RequiredText;
use crate::tool_result::outcome_to_reply;

#[derive(Deserialize, JsonSchema)]
pub(super) struct ChangeParams {
    #[schemars(description = "or the first 4 characters of it")]
    id: RequiredText,
    action: Action,
    #[schemars(description = "for extend, such as 12h or 7d, from now")]
    ttl: Option<String>,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Action {
    Accept,
    Extend,
    Pin,
    Unpin,
    Delete,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ChangeAnswer {
    done: String,
    id: String,
}

/// Changes the package with an ID, in the store that has it.
pub(super) fn change(params: ChangeParams) -> ToolOutcome {
    ToolOutcome::packages(move |ctx, user| change_in(ctx, user.as_ref(), params))
}

fn change_in(ctx: ToolContext<'_>, user: Option<&UserPackages>, params: ChangeParams) -> ToolOutcome {
    let (store, row) = match Stores::of(ctx, user).find(&params.id.0, true) {
        Ok(found) => found,
        Err(failure) => return ToolOutcome::Done(failure),
    };
    let id = row.id;
    let change = match params.action {
        Action::Accept => PackageChange::Accept { id: id.clone() },
        Action::Extend => {
            PackageChange::Extend { id: id.clone(), ttl: params.ttl.unwrap_or_else(|| DEFAULT_TTL.to_owned()) }
        }
        Action::Pin => PackageChange::Pin { id: id.clone(), pinned: true },
        Action::Unpin => PackageChange::Pin { id: id.clone(), pinned: false },
        Action::Delete => PackageChange::Delete { id: id.clone() },
    };
    commit(store, change, move |_, outcome| {
        ToolOutcome::Done(match outcome {
            Outcome::Done { summary, warnings, .. } => {
                let done = format!("{summary}.");
                Reply::with_value(done.clone(), json!(ChangeAnswer { done, id })).with_warnings(&warnings)
            }
            other => outcome_to_reply(&other),
        })
    })
}

/// Commits a change in a store.
pub(super) fn commit(
    store: Store,
    change: PackageChange,
    then: impl FnOnce(ToolContext<'_>, Outcome) -> ToolOutcome + Send + 'static,
) -> ToolOutcome {
    let command = Box::new(Command::ChangePackages { change });
    match store {
        Store::Project => ToolOutcome::Commit { command, then: Box::new(then) },
        Store::User => ToolOutcome::UserStore { command, then: Box::new(then) },
    }
}
