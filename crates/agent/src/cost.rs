//! What agents have used, by task, agent, model or day.

use std::collections::BTreeMap;

use handoff_engine::ProjectReader;
use handoff_engine::usage::{Prices, add, sum};
use handoff_protocol::{Actor, UsageTotal, UsedTokens};
use schemars::JsonSchema;
use serde::Serialize;

use crate::claims;
use crate::lines::one_line;

/// What the tokens are divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostGroup {
    /// By task.
    Task,
    /// By agent.
    Agent,
    /// By model.
    Model,
    /// By day.
    Day,
}

/// What agents have used.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Cost {
    /// The currency of the costs, if the project names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// The parts: days in their order, others by their tokens, the most first.
    pub parts: Vec<CostPart>,
    /// The sum of the parts; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<CostPart>,
}

/// What was used for something.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CostPart {
    /// The ID of the task, the agent, the model or the day. Empty for tokens without a task.
    pub name: String,
    /// The title of the task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Tokens that models read anew.
    pub input: u64,
    /// Tokens that they read from the cache of their provider.
    pub cached: u64,
    /// Tokens that they wrote.
    pub output: u64,
    /// What that cost by the prices of the project; absent if a model has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// Returns what agents have used from a day on, `YYYY-MM-DD`, or at all.
pub fn cost(reader: ProjectReader<'_>, by: CostGroup, since: Option<&str>) -> Cost {
    let prices = Prices::of(reader.config());
    let mut parts: BTreeMap<&str, Option<UsageTotal>> = BTreeMap::new();
    let mut whole = None;
    for (actor, used) in reader.used_tokens().filter(|(_, used)| since.is_none_or(|day| used.day.as_str() >= day)) {
        add(parts.entry(name(by, actor, used)).or_default(), &prices, used);
        add(&mut whole, &prices, used);
    }
    let part = |(name, total): (&str, Option<UsageTotal>)| part(reader, by, name, total.unwrap_or_default());
    let mut parts: Vec<CostPart> = parts.into_iter().map(part).collect();
    if by != CostGroup::Day {
        parts.sort_by_key(|part| std::cmp::Reverse(part.input.saturating_add(part.cached).saturating_add(part.output)));
    }
    let total = whole.filter(|whole| sum(whole.tokens) > 0).map(|whole| self::part(reader, CostGroup::Day, "", whole));
    Cost { currency: prices.currency, parts, total }
}

fn name<'a>(by: CostGroup, actor: &'a Actor, used: &'a UsedTokens) -> &'a str {
    match by {
        CostGroup::Task => used.task.as_deref().unwrap_or_default(),
        CostGroup::Agent => claims::name(actor),
        CostGroup::Model => &used.model,
        CostGroup::Day => &used.day,
    }
}

fn part(reader: ProjectReader<'_>, by: CostGroup, name: &str, UsageTotal { tokens, cost }: UsageTotal) -> CostPart {
    let task = (by == CostGroup::Task).then(|| reader.task(name).ok()).flatten();
    let title = task.map(|task| one_line(&task.fields().title));
    CostPart {
        name: name.to_owned(),
        title,
        input: tokens.input,
        cached: tokens.cached,
        output: tokens.output,
        cost: cost.map(|cost| (cost * 10_000.0).round() / 10_000.0),
    }
}
