//! Lists packages without their content.

use handoff_protocol::PackageState;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PackageAnswer;
use super::stores::Stores;
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::tool::ToolSet;

/// The maximum number of listed packages if the call does not give one.
const DEFAULT_LIMIT: usize = 20;

/// Lists packages without their content.
pub struct ListPackages;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    pub query: Option<String>,
    /// or the first 4 characters of it
    pub id: Option<String>,
    pub name: Option<String>,
    pub project: Option<String>,
    pub tag: Option<String>,
    /// those that expired instead
    pub expired: Option<bool>,
    /// 0: all
    pub limit: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub packages: Vec<PackageAnswer>,
    /// Number of packages that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
}

impl Operation for ListPackages {
    const DEFINITION: Definition = Definition {
        name: "handoff_list_packages",
        title: "List packages",
        description: "Packages that have not expired, newest first, or those that match a query.",
        set: ToolSet::Packages,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let user = shell.load_packages().await;
        let read = shell.read(move |ctx| {
            let stores = Stores::of(ctx, user.as_ref());
            let (answer, unreadable) = list(&stores, &params);
            (answer, stores.unreadable_note(unreadable))
        });
        let (answer, note) = read.await;
        if let Some(note) = note {
            shell.note(note);
        }
        Ok(answer?.into())
    }
}

/// Returns the packages, and the files that could not be read.
fn list(stores: &Stores<'_>, params: &Params) -> (Result<Answer, HandoffError>, Vec<String>) {
    if let Some(id) = params.id.as_deref().filter(|id| !id.is_empty()) {
        let package = stores.find(id, true).map(|(store, row)| PackageAnswer::new(store, row));
        return (package.map(|package| Answer { packages: vec![package], omitted: None }), Vec::new());
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
    (Ok(Answer { packages, omitted }), unreadable)
}
