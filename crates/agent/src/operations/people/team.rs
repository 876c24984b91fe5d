//! Owner, collaborators and visibility of sessions.

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::agent::SessionPatch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::params::{Change, name_of};

// The visibility of a session. A doc comment would become part of the schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Visibility {
    // Kept out of Git.
    Private,
    #[default]
    Team,
    Public,
}

/// The arguments of a save. Null removes a value.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct TeamParams {
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    owner: Change<String>,
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    collaborators: Change<Vec<String>>,
    /// private: kept out of Git
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Change::is_keep")]
    visibility: Change<Visibility>,
}

impl TeamParams {
    /// Adds the arguments to a patch.
    pub(crate) fn record(self, patch: &mut SessionPatch) {
        let collaborators =
            self.collaborators.into_value().map(|names| if names == json!([]) { Value::Null } else { names });
        let values = [
            ("owner", self.owner.into_value()),
            ("collaborators", collaborators),
            ("visibility", self.visibility.into_value()),
        ];
        patch.record.extend(values.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))));
    }
}

/// The filter arguments of a list of sessions.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct TeamFilter {
    /// or collaborator
    owner: Option<String>,
    visibility: Option<Visibility>,
}

impl TeamFilter {
    /// Returns true if a session matches.
    pub(crate) fn matches(&self, session: &SessionEntry) -> bool {
        let belongs_to = |person: &str| {
            session.text("owner") == Some(person)
                || session.list("collaborators").iter().any(|name| name.as_str() == Some(person))
        };
        let default = name_of(Visibility::default());
        let visibility = session.text("visibility").unwrap_or(&default);
        self.owner.as_deref().is_none_or(belongs_to)
            && self.visibility.is_none_or(|filter| name_of(filter) == visibility)
    }
}
