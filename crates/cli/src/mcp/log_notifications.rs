//! What a client may want to note about the server: files that make no sense, a change that was completed, a call that took long.

#![expect(deprecated, reason = "the newest revision has given logging up; the clients of the older ones have it")]

use std::sync::atomic::{AtomicU8, Ordering};

use rmcp::RoleServer;
use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam, ProtocolVersion};
use rmcp::service::RequestContext;
use serde_json::json;

/// Something to note.
pub struct Note {
    level: LoggingLevel,
    sentence: String,
}

impl Note {
    /// Something that is as expected, but worth knowing.
    pub fn notice(sentence: String) -> Note {
        Note { level: LoggingLevel::Notice, sentence }
    }

    /// Something that is not as it should be.
    pub fn warning(sentence: String) -> Note {
        Note { level: LoggingLevel::Warning, sentence }
    }
}

/// From which level on a client wants to be told.
pub struct Level(AtomicU8);

impl Level {
    /// Warnings, until the client says otherwise.
    pub fn new() -> Level {
        Level(AtomicU8::new(weight(LoggingLevel::Warning)))
    }

    pub fn set(&self, level: LoggingLevel) {
        self.0.store(weight(level), Ordering::Relaxed);
    }

    /// Tells the client what it wants to know. Since the revision of 2026-07-28 each request says for itself from which level on.
    pub async fn tell(&self, context: &RequestContext<RoleServer>, notes: Vec<Note>) {
        let newest = context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        let least = match context.meta.log_level() {
            Some(level) => weight(level),
            None if newest => return,
            None => self.0.load(Ordering::Relaxed),
        };
        for note in notes.into_iter().filter(|note| weight(note.level) >= least) {
            let told = LoggingMessageNotificationParam::new(note.level, json!(note.sentence)).with_logger("handoff");
            // Who has hung up need not know.
            let _ = context.peer.notify_logging_message(told).await;
        }
    }
}

fn weight(level: LoggingLevel) -> u8 {
    level as u8
}
