//! Changes a package.

use handoff_protocol::PackageChange;
use handoff_protocol::agent::packages::DEFAULT_TTL;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::stores::Stores;
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Changes a package in the store that has it.
pub struct ChangePackage;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    /// or the first 4 characters of it
    pub id: RequiredText,
    pub action: Action,
    /// for extend, such as 12h or 7d, from now
    pub ttl: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Accept,
    Extend,
    Pin,
    Unpin,
    Delete,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub done: String,
    pub id: String,
}

impl Operation for ChangePackage {
    const DEFINITION: Definition = Definition {
        name: "handoff_change_package",
        title: "Change a package",
        description: "Accept a package (you take it over), extend, pin or delete it.",
        set: ToolSet::Packages,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let Params { id: RequiredText(id), action, ttl } = params;
        let user = shell.load_packages().await;
        let (store, row) = shell.read(move |ctx| Stores::of(ctx, user.as_ref()).find(&id, true)).await?;
        let id = row.id;
        let summary = store.commit(&shell, action.change(id.clone(), ttl)).await?.summary;
        let done = format!("{summary}.");
        Ok(Answered::with_text(Answer { done: done.clone(), id }, done))
    }
}

impl Action {
    /// Returns the change to the package with an ID.
    fn change(self, id: String, ttl: Option<String>) -> PackageChange {
        match self {
            Action::Accept => PackageChange::Accept { id },
            Action::Extend => PackageChange::Extend { id, ttl: ttl.unwrap_or_else(|| DEFAULT_TTL.to_owned()) },
            Action::Pin => PackageChange::Pin { id, pinned: true },
            Action::Unpin => PackageChange::Pin { id, pinned: false },
            Action::Delete => PackageChange::Delete { id },
        }
    }
}
