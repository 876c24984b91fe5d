//! The claim that `handoff-mcp` stores in a task's file, which lasts as long as its lease.

use chrono::Duration;
use handoff_format::{Value, timestamp};
use handoff_protocol::{Actor, Holder};

use crate::ground::timestamp::parse_timestamp;

/// The lease of a claim that Handoff writes, in seconds: as long as a claim of its own lasts after a sign of
/// its holder, and as long again before the lease is renewed. It is the default of `handoff-mcp` as well.
const LEASE_SECONDS: i64 = 1_800;
/// The `session_id` if there is none. `handoff-mcp` cannot read a task without a text there.
const NO_SESSION: &str = "unknown";
/// The `agent_id` of an actor without a name.
const NO_NAME: &str = "handoff";

/// A claim in a task's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PeerClaim {
    pub(crate) holder: Holder,
    /// The end of the lease, in milliseconds since 1970-01-01 UTC.
    pub(crate) ends_at: i64,
}

impl PeerClaim {
    /// Reads the value of a task's key `lock`. Returns `None` if it is no claim, or if its lease has no end that
    /// can be read: `handoff-mcp` gives such a task to anybody.
    pub(crate) fn read(value: &Value) -> Option<PeerClaim> {
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let end = parse_timestamp(text("lease_expires_at")?)?;
        let lease = value.get("lease_ttl_seconds").and_then(Value::as_i64).and_then(Duration::try_seconds);
        let since = text("claimed_at").unwrap_or_default().to_owned();
        let heard_at = lease.and_then(|lease| end.checked_sub_signed(lease));
        let heard_at = heard_at.map_or_else(|| since.clone(), |time| timestamp(time.timestamp_millis()));
        let conversation = text("session_id").filter(|id| !matches!(*id, "" | NO_SESSION)).map(str::to_owned);
        let actor = Actor { conversation, ..Actor::agent(text("agent_id")?) };
        Some(PeerClaim {
            holder: Holder { actor, since, heard_at, process: None, subagent: None, needs: None },
            ends_at: end.timestamp_millis(),
        })
    }

    /// Returns the value for a holder who is heard of now.
    pub(crate) fn value(holder: &Holder, now: i64) -> Value {
        let Actor { name, conversation, .. } = &holder.actor;
        let agent = if name.is_empty() { NO_NAME } else { name };
        let end = timestamp(now.saturating_add(LEASE_SECONDS * 1_000));
        serde_json::json!({
            "agent_id": agent,
            "session_id": conversation.as_deref().unwrap_or(NO_SESSION),
            "claimed_at": holder.since,
            "lease_expires_at": end,
            "lease_ttl_seconds": LEASE_SECONDS,
        })
    }

    /// Returns whether Handoff wrote it beside this claim of its own, which decides then.
    pub(crate) fn belongs_to(&self, own: &Holder) -> bool {
        self.holder.since == own.since
    }

    /// Returns whether half of the lease is over.
    pub(crate) fn is_renewable(&self, now: i64) -> bool {
        self.ends_at.saturating_sub(now) <= LEASE_SECONDS * 500
    }
}
