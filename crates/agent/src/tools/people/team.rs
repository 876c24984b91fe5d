//! Whose a session is, and who may see it.

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::agent::SessionPatch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::params::{Change, name_of};

// Who may see a session. A session that says nothing is the team's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Visibility {
    // Never leaves this machine.
    Private,
    #[default]
    Team,
    Public,
}

/// The arguments of a save. Null takes a value away.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct TeamParams {
    owner: Change<String>,
    collaborators: Change<Vec<String>>,
    /// private: kept out of Git
    visibility: Change<Visibility>,
}

impl TeamParams {
    /// Records what a save says of it.
    pub(crate) fn record(self, patch: &mut SessionPatch) {
        let collaborators =
            self.collaborators.into_value().map(|names| if names == json!([]) { Value::Null } else { names });
        let given = [
            ("owner", self.owner.into_value()),
            ("collaborators", collaborators),
            ("visibility", self.visibility.into_value()),
        ];
        patch.record.extend(given.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))));
    }
}

/// The arguments of a list: which sessions it shows.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct TeamFilter {
    /// or collaborator
    owner: Option<String>,
    visibility: Option<Visibility>,
}

impl TeamFilter {
    pub(crate) fn shows(&self, session: &SessionEntry) -> bool {
        let is_of = |who: &str| {
            session.text("owner") == Some(who)
                || session.list("collaborators").iter().any(|name| name.as_str() == Some(who))
        };
        let usual = name_of(Visibility::default());
        let visibility = session.text("visibility").unwrap_or(&usual);
        self.owner.as_deref().is_none_or(is_of) && self.visibility.is_none_or(|wanted| name_of(wanted) == visibility)
    }
}
