//! Searches everything that a project has.

use handoff_protocol::view::{SearchHit, SearchResults};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::UserPackages;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::operations::sessions::load::Format;
use crate::params::RequiredText;
use crate::tool::{Tool, ToolSet};

pub(super) const TOOLS: &[Tool] = &[Tool::of::<SearchAll>()];

/// Searches everything that a project has, and the user's packages, best match first.
pub struct SearchAll;

/// The number of hits, unless the caller says otherwise.
const DEFAULT_LIMIT: u32 = 8;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    #[schemars(extend("also" = ["text", "words", "q", "search"]))]
    pub query: RequiredText,
    #[schemars(extend("hidden" = true))]
    #[serde(default)]
    pub limit: Option<u32>,
    #[schemars(extend("hidden" = true))]
    #[serde(default)]
    pub format: Option<Format>,
}

/// The results. Markdown is only a text, which costs fewer tokens.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Answer {
    Json(#[schemars(with = "Value")] SearchResults),
    Markdown,
}

impl Operation for SearchAll {
    const DEFINITION: Definition = Definition {
        name: "handoff_search",
        title: "Search",
        description: "Find decisions (superseded ones too), notes, tasks, sessions, documents, memories, packages.",
        set: ToolSet::Core,
        effect: Effect::Reads,
    };
    const OUTPUT: Option<fn() -> Value> = None;
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let query = String::from(params.query);
        if query.chars().count() > SearchResults::MAX_QUERY {
            let expected = format!("at most {} characters", SearchResults::MAX_QUERY);
            return Err(InvalidArgument::new("query", expected).into());
        }
        let limit = params.limit.unwrap_or(DEFAULT_LIMIT).max(1);
        let user = shell.load_packages().await;
        let results = shell.read(move |ctx| search(ctx, user.as_ref(), &query, limit)).await?;
        Ok(match params.format.unwrap_or_default() {
            Format::Json => Answer::Json(results).into(),
            Format::Markdown => Answered::with_text(Answer::Markdown, markdown(&results)),
        })
    }
}

fn search(
    ctx: ToolContext<'_>,
    user: Option<&UserPackages>,
    query: &str,
    limit: u32,
) -> Result<SearchResults, HandoffError> {
    let store = user.map(|user| user.engine.reader());
    Ok(reader(ctx)?.search(store, query, limit, ctx.context.now))
}

/// Renders the hits, one a line.
fn markdown(results: &SearchResults) -> String {
    if results.hits.is_empty() {
        return "Nothing matches.".to_owned();
    }
    let mut lines: Vec<String> = results.hits.iter().map(line).collect();
    let shown = u32::try_from(results.hits.len()).unwrap_or(u32::MAX);
    if results.total > shown {
        lines.push(format!("{} more match less well.", results.total - shown));
    }
    lines.join("\n")
}

/// Renders a hit: `- decision d-31cd14c7 [superseded]: Use heapq — it is in the library; superseded by
/// d-0a1b2c3d: Sort (s-20261121-025722-086199, 2026-11-21, codex)`.
fn line(hit: &SearchHit) -> String {
    let state = hit.state.as_ref().map(|state| format!(" [{state}]")).unwrap_or_default();
    let excerpt = hit.excerpt.as_ref().map(|text| format!(" — {text}")).unwrap_or_default();
    let successor = hit.successor.as_ref().map(|text| format!("; superseded by {text}")).unwrap_or_default();
    let file = hit.line.map(|line| format!(".handoff/{}:{line}", hit.path));
    let place = hit.session.clone().or(file);
    let day = hit.at.as_ref().and_then(|at| at.get(..10)).map(str::to_owned);
    let about: Vec<String> = place.into_iter().chain(day).chain(hit.author.clone()).collect();
    let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
    let SearchHit { kind, id, title, .. } = hit;
    format!("- {} {id}{state}: {title}{excerpt}{successor}{about}", kind.name())
}
