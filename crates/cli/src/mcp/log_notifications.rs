//! Log notifications for the client: files that cannot be parsed, a recovered change, a call that
//! took long.

#![expect(deprecated, reason = "the newest revision has given logging up; the clients of the older ones have it")]

use std::sync::atomic::{AtomicU8, Ordering};

use rmcp::RoleServer;
use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam, ProtocolVersion};
use rmcp::service::RequestContext;
use serde_json::json;

/// A message for the client's log.
pub struct LogNote {
    level: LoggingLevel,
    sentence: String,
}

impl LogNote {
    /// Creates a message about something that is expected.
    pub fn notice(sentence: String) -> LogNote {
        LogNote { level: LoggingLevel::Notice, sentence }
    }

    /// Creates a message about something that is wrong.
    pub fn warning(sentence: String) -> LogNote {
        LogNote { level: LoggingLevel::Warning, sentence }
    }
}

/// The minimum level of messages that the client wants.
pub struct MinLevel(AtomicU8);

impl MinLevel {
    /// Starts with warnings, until the client sets a level.
    pub fn new() -> MinLevel {
        MinLevel(AtomicU8::new(weight(LoggingLevel::Warning)))
    }

    pub fn set(&self, level: LoggingLevel) {
        self.0.store(weight(level), Ordering::Relaxed);
    }

    /// Sends the messages that the client wants. Since the revision of 2026-07-28 each request
    /// states its own minimum level.
    pub async fn send(&self, context: &RequestContext<RoleServer>, log_notes: Vec<LogNote>) {
        let newest = context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        let min_weight = match context.meta.log_level() {
            Some(level) => weight(level),
            None if newest => return,
            None => self.0.load(Ordering::Relaxed),
        };
        for log_note in log_notes.into_iter().filter(|log_note| weight(log_note.level) >= min_weight) {
            let notification =
                LoggingMessageNotificationParam::new(log_note.level, json!(log_note.sentence)).with_logger("handoff");
            // A client that has disconnected needs no log.
            let _ = context.peer.notify_logging_message(notification).await;
        }
    }
}

fn weight(level: LoggingLevel) -> u8 {
    level as u8
}
