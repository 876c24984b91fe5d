//! The tokens that agents have used.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Actor;

/// The tokens that a conversation has used, as its transcript tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationUsage {
    /// The agent.
    pub actor: Actor,
    /// How far the transcript is counted: a number of bytes from its beginning.
    pub position: u64,
    /// By day, task and model.
    pub tokens: Vec<UsedTokens>,
}

/// Tokens that a model has used on a day for a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct UsedTokens {
    /// The day, `YYYY-MM-DD`.
    pub day: String,
    /// The task that was in progress; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// The name of the model.
    pub model: String,
    /// What the model read anew.
    #[ts(type = "number")]
    pub input: u64,
    /// What it read from the cache of its provider.
    #[ts(type = "number")]
    pub cached: u64,
    /// What it wrote.
    #[ts(type = "number")]
    pub output: u64,
}

impl UsedTokens {
    /// Returns the numbers alone.
    pub fn count(&self) -> TokenCount {
        TokenCount { input: self.input, cached: self.cached, output: self.output }
    }

    /// Returns whether two are of the same day, task and model.
    pub fn is_same_use(&self, other: &UsedTokens) -> bool {
        (&self.day, &self.task, &self.model) == (&other.day, &other.task, &other.model)
    }
}

/// Numbers of tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TokenCount {
    /// What the model read anew.
    #[ts(type = "number")]
    pub input: u64,
    /// What it read from the cache of its provider.
    #[ts(type = "number")]
    pub cached: u64,
    /// What it wrote.
    #[ts(type = "number")]
    pub output: u64,
}

impl TokenCount {
    /// Adds other numbers.
    pub fn add(&mut self, other: TokenCount) {
        self.input = self.input.saturating_add(other.input);
        self.cached = self.cached.saturating_add(other.cached);
        self.output = self.output.saturating_add(other.output);
    }
}

/// What agents have used for something.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct UsageTotal {
    pub tokens: TokenCount,
    /// What it cost by the prices of the project; absent if a model has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// What one agent has used for a task, with one model.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct AgentUsage {
    pub actor: Actor,
    pub model: String,
    pub total: UsageTotal,
}

/// What agents have used for a task and its subtasks.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TaskUsage {
    pub total: UsageTotal,
    /// The currency of the costs, for example `USD`; absent if the project names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// By agent and model, the most tokens first.
    pub agents: Vec<AgentUsage>,
}
