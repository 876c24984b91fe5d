//! What a tool answers, at once or after the engine has carried something out.

use handoff_protocol::{Command, MergeReport, Outcome, Refusal, RefusalCode, Text};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::GitState;
use crate::InvalidArgument;
use crate::Look;
use crate::Message;
use crate::Search;
use crate::Sight;
use crate::Suggestion;
use crate::ThenFiles;
use crate::ThenSurvey;
use crate::ToolContext;

/// A tool's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// For clients that show text. It says all that the value says, and is the value itself where a program may read it.
    pub text: Message,
    /// For clients that show values, which then leave the text out: all that the text says, by the tool's output schema.
    pub structured: Option<Value>,
    /// Why the tool could not do what was asked; none when it did.
    pub failed: Option<Trouble>,
}

/// The value of an answer that has only a sentence to say.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DoneAnswer {
    done: String,
}

/// Why something could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A rule forbids it, or what it is about is not there.
    Refused,
    /// It is refused as long as something is missing. What follows the first line is a call that has it, for agents.
    Incomplete,
    /// The arguments make no sense.
    Arguments,
    /// A file that it needs cannot be read.
    Broken,
    /// Another program changed the same thing at the same time, or holds it.
    Conflict,
    /// Somebody has stopped everything that writes.
    Paused,
    /// The system failed.
    System,
}

impl Reply {
    /// A sentence.
    pub fn text(text: impl Into<Message>) -> Reply {
        Reply { text: text.into(), structured: None, failed: None }
    }

    /// A value that programs read, whose text is the value itself, without the blanks that an agent would pay for.
    pub fn value(value: Value) -> Reply {
        Reply { text: value.to_string().into(), structured: Some(value), failed: None }
    }

    /// A sentence, and its parts for programs.
    pub fn told(text: impl Into<Message>, value: Value) -> Reply {
        Reply { text: text.into(), structured: Some(value), failed: None }
    }

    /// A sentence that says all, for programs too.
    pub fn done(text: impl Into<String>) -> Reply {
        let text = text.into();
        let answer = DoneAnswer { done: text.clone() };
        Reply::told(text, json!(answer))
    }

    /// Why it is refused, and what to do.
    pub fn failure(text: impl Into<Message>) -> Reply {
        Reply::trouble(Trouble::Refused, text)
    }

    /// Why it could not be done, and what to do.
    pub fn trouble(trouble: Trouble, text: impl Into<Message>) -> Reply {
        Reply { text: text.into(), structured: None, failed: Some(trouble) }
    }
}

impl Reply {
    /// With what should be known although it was done.
    pub(crate) fn warned(self, warnings: &[Text]) -> Reply {
        let lines: Vec<String> = warnings.iter().map(|warning| format!("Warning: {}", plain(warning))).collect();
        if lines.is_empty() { self } else { self.noting(&lines.join("\n")) }
    }

    /// The same with something more to say; a text that is a value stays one.
    fn noting(mut self, note: &str) -> Reply {
        let is_value = self.text.to_string().starts_with('{');
        if let Some(Value::Object(members)) = &mut self.structured {
            let noted = match members.get("note").and_then(Value::as_str) {
                Some(before) => format!("{before}\n{note}"),
                None => note.to_owned(),
            };
            members.insert("note".to_owned(), Value::from(noted));
        }
        match self.structured {
            Some(value) if is_value => Reply { failed: self.failed, ..Reply::value(value) },
            structured => Reply { text: self.text.then(format!("\n{note}")), structured, failed: self.failed },
        }
    }
}

/// What happens next for a call.
pub enum ToolOutcome {
    /// It is answered.
    Done(Reply),
    /// The engine is to carry this out first.
    Commit {
        /// What.
        command: Box<Command>,
        /// What its end means.
        then: Then,
    },
    /// The engine of another project is to carry this out first.
    Elsewhere {
        /// That project's folder, as people write it.
        folder: String,
        /// What.
        command: Box<Command>,
        /// What its end means, seen from here.
        then: Then,
    },
    /// The shell is to look for other projects first.
    Survey {
        /// Where.
        search: Search,
        /// What is made of what it finds.
        then: ThenSurvey,
    },
    /// The shell is to begin to look at the working tree first.
    Git {
        /// What is made of what it sees.
        then: ThenGit,
    },
    /// The shell is to look at files of the project first.
    Files {
        /// At which.
        looks: Vec<Look>,
        /// What is made of what it sees.
        then: ThenFiles,
    },
}

/// What is made of the end of a command.
pub type Then = Box<dyn FnOnce(ToolContext<'_>, Outcome) -> ToolOutcome + Send>;

/// What is made of the state of the working tree, which is waited for when it is needed.
pub type ThenGit = Box<dyn FnOnce(ToolContext<'_>, AskedGit) -> ToolOutcome + Send>;

/// Waits for what Git says.
pub type AskedGit = Box<dyn FnOnce() -> GitState>;

impl ToolOutcome {
    /// Looks at the working tree first.
    pub(crate) fn git(then: impl FnOnce(ToolContext<'_>, GitState) -> ToolOutcome + Send + 'static) -> ToolOutcome {
        ToolOutcome::git_meanwhile(|ctx, git| then(ctx, git()))
    }

    /// The same for who has something else to do until Git has answered.
    pub(crate) fn git_meanwhile(
        then: impl FnOnce(ToolContext<'_>, AskedGit) -> ToolOutcome + Send + 'static,
    ) -> ToolOutcome {
        ToolOutcome::Git { then: Box::new(then) }
    }

    /// Looks at files first, where there are any to look at.
    pub(crate) fn files(
        ctx: ToolContext<'_>,
        looks: Vec<Look>,
        then: impl FnOnce(ToolContext<'_>, Vec<Sight>) -> ToolOutcome + Send + 'static,
    ) -> ToolOutcome {
        if looks.is_empty() { then(ctx, Vec::new()) } else { ToolOutcome::Files { looks, then: Box::new(then) } }
    }

    /// The same with another member, where its answer is a value.
    pub(crate) fn with(self, name: &str, value: Value) -> ToolOutcome {
        match self {
            ToolOutcome::Done(Reply { structured: Some(Value::Object(mut members)), failed: None, .. }) => {
                members.insert(name.to_owned(), value);
                ToolOutcome::Done(Reply::value(Value::Object(members)))
            }
            other => other,
        }
    }

    /// The same with something more to say at its end.
    pub(crate) fn noting(self, note: String) -> ToolOutcome {
        match self {
            ToolOutcome::Done(reply) => ToolOutcome::Done(reply.noting(&note)),
            ToolOutcome::Commit { command, then } => {
                ToolOutcome::Commit { command, then: Box::new(move |ctx, outcome| then(ctx, outcome).noting(note)) }
            }
            ToolOutcome::Elsewhere { folder, command, then } => {
                let then: Then = Box::new(move |ctx, outcome| then(ctx, outcome).noting(note));
                ToolOutcome::Elsewhere { folder, command, then }
            }
            ToolOutcome::Survey { search, then } => {
                ToolOutcome::Survey { search, then: Box::new(move |ctx, survey| then(ctx, survey).noting(note)) }
            }
            ToolOutcome::Git { then } => {
                ToolOutcome::Git { then: Box::new(move |ctx, state| then(ctx, state).noting(note)) }
            }
            ToolOutcome::Files { looks, then } => {
                ToolOutcome::Files { looks, then: Box::new(move |ctx, sights| then(ctx, sights).noting(note)) }
            }
        }
    }

    /// Carries out a command whose end says all.
    pub(crate) fn carry_out(command: Command) -> ToolOutcome {
        let then = |_: ToolContext<'_>, outcome: Outcome| {
            ToolOutcome::Done(match &outcome {
                Outcome::Done { summary, warnings, .. } => Reply::done(format!("Done: {summary}.")).warned(warnings),
                other => self::outcome(other),
            })
        };
        ToolOutcome::Commit { command: Box::new(command), then: Box::new(then) }
    }

    /// Carries out a command, and answers when it is done; every other end is a failure with its sentence.
    pub(crate) fn commit(
        command: Command,
        answer: impl FnOnce(ToolContext<'_>, Vec<String>) -> Reply + Send + 'static,
    ) -> ToolOutcome {
        ToolOutcome::commit_with(command, move |ctx, done| {
            ToolOutcome::Done(answer(ctx, done.created).warned(&done.warnings))
        })
    }

    /// The same where more than the ids matters, or where it goes on.
    pub(crate) fn commit_with(
        command: Command,
        go_on: impl FnOnce(ToolContext<'_>, Done) -> ToolOutcome + Send + 'static,
    ) -> ToolOutcome {
        let then = move |ctx: ToolContext<'_>, outcome: Outcome| match outcome {
            Outcome::Done { created, warnings, merged, .. } => go_on(ctx, Done { created, warnings, merged }),
            other => ToolOutcome::Done(self::outcome(&other)),
        };
        ToolOutcome::Commit { command: Box::new(command), then: Box::new(then) }
    }
}

/// What came of a command that was carried out.
pub(crate) struct Done {
    /// Ids of what it made.
    pub(crate) created: Vec<String>,
    /// What the caller should know.
    pub(crate) warnings: Vec<Text>,
    /// What a merge of sessions added.
    pub(crate) merged: Option<MergeReport>,
}

impl From<InvalidArgument> for ToolOutcome {
    fn from(invalid: InvalidArgument) -> ToolOutcome {
        ToolOutcome::Done(Reply::trouble(Trouble::Arguments, invalid.to_string()))
    }
}

/// How a command ended, in words.
pub fn outcome(outcome: &Outcome) -> Reply {
    match outcome {
        Outcome::Done { summary, .. } => Reply::done(plain(summary)),
        Outcome::Refused { refusal } => refused(refusal),
        Outcome::Conflict { text, .. } => Reply::trouble(Trouble::Conflict, plain(text)),
        Outcome::Failed { text, .. } => Reply::trouble(Trouble::System, plain(text)),
    }
}

/// Why the engine refused something.
pub fn refused(refusal: &Refusal) -> Reply {
    let trouble = match refusal.code {
        RefusalCode::NotInitialized => return Reply::failure(not_initialized()),
        RefusalCode::BrokenFile => Trouble::Broken,
        RefusalCode::Locked | RefusalCode::Stale => Trouble::Conflict,
        _ => Trouble::Refused,
    };
    let text = Message::from(plain(&refusal.text));
    let message = match refusal.code {
        RefusalCode::SessionNotActive => text.then(" Pick it up first (").then(Suggestion::LoadSession).then(")."),
        RefusalCode::NoActiveSession => text.then(" Begin one with ").then(Suggestion::BeginSessionWith).then("."),
        _ => text,
    };
    Reply::trouble(trouble, message)
}

/// Returns the refusal of a call in a folder without a project.
pub(crate) fn not_initialized() -> Message {
    Message::from("There is no .handoff folder in this project. Run ").then(Suggestion::Init).then(" first.")
}

/// A sentence of the engine in English.
pub(crate) fn plain(text: &Text) -> String {
    text.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_goes_below_a_sentence_and_into_a_value() {
        assert_eq!(Reply::text("Done.").noting("But.").text, Message::from("Done.\nBut."));
        let noted = Reply::value(json!({"a": 1})).noting("But.");
        assert_eq!(noted, Reply::value(json!({"a": 1, "note": "But."})));
        let noted = Reply::done("Done.").noting("But.").noting("And.");
        assert_eq!(noted, Reply::told("Done.\nBut.\nAnd.", json!({"done": "Done.", "note": "But.\nAnd."})));
    }
}
