//! The tokens that agents have used, and what they cost by the prices of the project.
//!
//! Invariant: a cost is a sum of prices that the project has. No price is built in, since prices change.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::{Config, Value, fnv1a_hex};
use handoff_protocol::{Actor, AgentUsage, TaskUsage, TokenCount, UsageTotal, UsedTokens};

use crate::model::{Model, TaskRef, USAGE};

/// The key of `settings.custom_fields` with the prices. No other program changes that table.
const PRICES_KEY: &str = "token_prices";
/// Prices are those of a million tokens.
const PRICED_TOKENS: f64 = 1e6;

/// Returns the path of the file of a conversation, as the client names it.
pub fn path(conversation: &str) -> String {
    format!("{USAGE}/{}.json", fnv1a_hex(conversation.as_bytes()))
}

/// Returns all tokens with their agents.
pub(crate) fn all(model: &Model) -> impl Iterator<Item = (&Actor, &UsedTokens)> {
    model.records.usage().flat_map(|(_, usage)| usage.tokens.iter().map(|used| (&usage.actor, used)))
}

/// The prices of a million tokens, by model.
pub struct Prices {
    /// The currency, if the project names one.
    pub currency: Option<String>,
    /// By the name of the model or its beginning: input, cached, output.
    models: BTreeMap<String, [f64; 3]>,
}

impl Prices {
    /// Reads the prices of a project. What is no price is left out.
    pub fn of(config: &Config) -> Prices {
        let table = config.settings.custom_fields.get(PRICES_KEY);
        let currency = table.and_then(|table| table.get("currency")).and_then(Value::as_str).map(str::to_owned);
        let models = table.and_then(|table| table.get("models")).and_then(Value::as_object);
        let price = |prices: &Value, key: &str| prices.get(key).and_then(Value::as_f64).filter(|price| *price >= 0.0);
        let of = |(name, prices): (&String, &Value)| {
            let input = price(prices, "input")?;
            Some((name.clone(), [input, price(prices, "cached").unwrap_or(input), price(prices, "output")?]))
        };
        Prices { currency, models: models.into_iter().flatten().filter_map(of).collect() }
    }

    /// Returns what tokens of a model cost; `None` if it has no price. Of several names that its name begins with,
    /// the longest counts.
    pub fn cost(&self, model: &str, tokens: TokenCount) -> Option<f64> {
        let known = self.models.iter().filter(|(name, _)| model.starts_with(name.as_str()));
        let (_, [input, cached, output]) = known.max_by_key(|(name, _)| name.len())?;
        let parts = [(tokens.input, input), (tokens.cached, cached), (tokens.output, output)];
        Some(parts.into_iter().map(|(count, price)| to_f64(count) * price / PRICED_TOKENS).sum())
    }
}

/// Exact up to 2^53.
#[allow(clippy::cast_precision_loss, reason = "no project uses so many tokens")]
fn to_f64(count: u64) -> f64 {
    count as f64
}

/// Adds tokens to a total. A model without a price leaves no cost, because a part of a sum is no sum.
pub fn add(total: &mut Option<UsageTotal>, prices: &Prices, used: &UsedTokens) {
    let cost = prices.cost(&used.model, used.count());
    match total {
        None => *total = Some(UsageTotal { tokens: used.count(), cost }),
        Some(total) => {
            total.tokens.add(used.count());
            total.cost = total.cost.zip(cost).map(|(sum, cost)| sum + cost);
        }
    }
}

/// Returns what agents have used for a task and its subtasks; `None` if nothing.
pub(crate) fn of_task(model: &Model, task: TaskRef<'_>) -> Option<TaskUsage> {
    let mut used = all(model).filter(|(_, used)| used.task.is_some()).peekable();
    used.peek()?;
    let ids: BTreeSet<&str> = model.tasks.subtree(task.slot).into_iter().map(TaskRef::id).collect();
    let prices = Prices::of(model.config.values());
    let mut whole = None;
    let mut agents: BTreeMap<(&str, &str), (&Actor, Option<UsageTotal>)> = BTreeMap::new();
    for (actor, used) in used.filter(|(_, used)| used.task.as_deref().is_some_and(|id| ids.contains(id))) {
        add(&mut whole, &prices, used);
        add(&mut agents.entry((&actor.name, &used.model)).or_insert((actor, None)).1, &prices, used);
    }
    let agent = |((_, model), (actor, total)): ((&str, &str), (&Actor, Option<UsageTotal>))| AgentUsage {
        actor: Actor { conversation: None, ..actor.clone() },
        model: model.to_owned(),
        total: total.unwrap_or_default(),
    };
    let mut agents: Vec<AgentUsage> = agents.into_iter().map(agent).collect();
    agents.sort_by_key(|agent| std::cmp::Reverse(sum(agent.total.tokens)));
    Some(TaskUsage { total: whole?, currency: prices.currency, agents })
}

/// Returns the number of all tokens.
pub fn sum(count: TokenCount) -> u64 {
    count.input.saturating_add(count.cached).saturating_add(count.output)
}
