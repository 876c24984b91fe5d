//! The text of an answer, which may suggest other calls.
//!
//! Invariant: a suggested call is data, so that each surface names it in its own words (the MCP
//! server by its tools, a shell by its commands) without searching sentences.

use std::fmt;

use handoff_engine::estimate_tokens;
use serde::{Serialize, Serializer};

use crate::lines::cut;

/// A call that a message suggests. `Display` names it for agents, by tool and arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suggestion {
    /// Initialize the project.
    Init,
    /// Create a project beside files of another program.
    InitBeside,
    /// Begin a session.
    BeginSession,
    /// The same call, where the sentence has "with" before it.
    BeginSessionWith,
    /// Save without naming a session.
    Save,
    /// Claim a task that somebody else holds.
    TakeOver,
    /// Pick up a session.
    LoadSession,
    /// Pick up one of the sessions that the message lists. The suggestion is a whole clause.
    LoadOneOf,
    /// Load the context again with this many tokens.
    LoadMore(usize),
    /// List referrals.
    ListReferrals,
}

impl fmt::Display for Suggestion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Suggestion::Init => out.write_str("handoff_init"),
            Suggestion::InitBeside => out.write_str("handoff_init with beside: true"),
            Suggestion::BeginSession => out.write_str("handoff_save_context with session_status active"),
            Suggestion::BeginSessionWith => out.write_str("handoff_save_context and session_status active"),
            Suggestion::Save => out.write_str("handoff_save_context without session_id"),
            Suggestion::TakeOver => out.write_str("take_over: true"),
            Suggestion::LoadSession => out.write_str("handoff_load_context with session_id"),
            Suggestion::LoadOneOf => out.write_str("Call again with the session_id of one"),
            Suggestion::LoadMore(tokens) => write!(out, "budget_tokens {tokens}"),
            Suggestion::ListReferrals => out.write_str("handoff_list_referrals"),
        }
    }
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Suggestion(Suggestion),
    /// The position of an item in a list, counted from 0. A caller passes the number that is shown.
    Position(usize),
}

/// The text of an answer. `Display` and `Serialize` write it as agents read it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// No two texts in a row, so that equal messages have equal parts.
    parts: Vec<Part>,
}

impl Message {
    /// Returns the text, with suggestions named by `name`, and with items of lists numbered from
    /// `first`.
    pub fn render(&self, name: impl Fn(&Suggestion) -> String, first: usize) -> String {
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Text(part) => text.push_str(part),
                Part::Suggestion(suggestion) => text.push_str(&name(suggestion)),
                Part::Position(position) => text.push_str(&position.saturating_add(first).to_string()),
            }
        }
        text
    }

    /// Cuts the texts to a maximum number of tokens. A call that does not fit is left out.
    #[must_use]
    pub(crate) fn cut(self, max_tokens: usize) -> Message {
        let mut message = Message::default();
        let mut rest = max_tokens;
        for part in self.parts {
            let part = match part {
                Part::Text(text) => Message::from(cut(&text, rest)),
                Part::Suggestion(_) | Part::Position(_) => Message { parts: vec![part] },
            };
            let tokens = estimate_tokens(&part.to_string());
            if tokens > rest {
                break;
            }
            rest -= tokens;
            message.append(part);
        }
        message
    }

    /// Appends a text.
    pub(crate) fn push_str(&mut self, text: &str) {
        match self.parts.last_mut() {
            Some(Part::Text(last)) => last.push_str(text),
            _ if text.is_empty() => {}
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
    }

    /// Appends a line.
    pub(crate) fn push_line(&mut self, line: impl Into<Message>) {
        self.append(line.into());
        self.push_str("\n");
    }

    /// Appends another message.
    pub(crate) fn append(&mut self, other: Message) {
        for part in other.parts {
            match part {
                Part::Text(text) => self.push_str(&text),
                Part::Suggestion(_) | Part::Position(_) => self.parts.push(part),
            }
        }
    }

    /// Creates the number of an item in a list, from its position, which counts from 0.
    pub(crate) fn position(position: usize) -> Message {
        Message { parts: vec![Part::Position(position)] }
    }

    /// Returns the message with a text or a suggestion at its end.
    #[must_use]
    pub fn then(mut self, next: impl Into<Message>) -> Message {
        self.append(next.into());
        self
    }
}

impl fmt::Display for Message {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Text(text) => out.write_str(text)?,
                Part::Suggestion(suggestion) => write!(out, "{suggestion}")?,
                Part::Position(position) => write!(out, "{position}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Message {
        Message::from(text.to_owned())
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        let parts = if text.is_empty() { Vec::new() } else { vec![Part::Text(text)] };
        Message { parts }
    }
}

impl From<Suggestion> for Message {
    fn from(suggestion: Suggestion) -> Message {
        Message { parts: vec![Part::Suggestion(suggestion)] }
    }
}

impl From<Message> for String {
    fn from(message: Message) -> String {
        message.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_name_tools_with_their_arguments() {
        for (suggestion, expected) in [
            (Suggestion::Init, "handoff_init"),
            (Suggestion::BeginSession, "handoff_save_context with session_status active"),
            (Suggestion::BeginSessionWith, "handoff_save_context and session_status active"),
            (Suggestion::Save, "handoff_save_context without session_id"),
            (Suggestion::TakeOver, "take_over: true"),
            (Suggestion::LoadSession, "handoff_load_context with session_id"),
            (Suggestion::LoadOneOf, "Call again with the session_id of one"),
            (Suggestion::LoadMore(4000), "budget_tokens 4000"),
            (Suggestion::ListReferrals, "handoff_list_referrals"),
        ] {
            assert_eq!(suggestion.to_string(), expected);
        }
    }

    #[test]
    fn render_names_suggestions_and_leaves_text_alone() {
        let message = Message::from("handoff_init is text. Run ").then(Suggestion::Init).then(" first.");
        assert_eq!(message.to_string(), "handoff_init is text. Run handoff_init first.");
        assert_eq!(message.render(|_| "init NAME".to_owned(), 0), "handoff_init is text. Run init NAME first.");
    }

    #[test]
    fn numbers_of_items_begin_where_the_reader_counts_from() {
        let message = Message::from("item ").then(Message::position(1)).then(".");
        assert_eq!(message.to_string(), "item 1.");
        assert_eq!(message.render(ToString::to_string, 1), "item 2.");
    }

    #[test]
    fn equal_texts_are_equal_messages() {
        assert_eq!(Message::from("").then("a").then("").then("b"), Message::from("ab"));
        assert_eq!(Message::from(String::new()), Message::default());
    }
}
