//! Operations: what agents and people can do with a project.

use handoff_engine::conversation::Conversation;
use handoff_protocol::agent::ToolSet;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::HandoffError;
use crate::Message;
use crate::OperationRun;
use crate::Reply;
use crate::Shell;
use crate::params;
use crate::reply::DoneAnswer;
use crate::secrets;

/// The effect of an operation on the project's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No changes.
    Reads,
    /// Adds to them. Not idempotent.
    Adds,
    /// Changes them. Idempotent.
    Changes,
    /// Removes something.
    Removes,
}

/// The description of an operation, which agents read before they call it.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Name for calls.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What it does and when to use it. Short, because it costs tokens.
    pub description: &'static str,
    /// The set that it belongs to.
    pub set: ToolSet,
    /// Its effect on files.
    pub effect: Effect,
}

/// An operation: typed parameters in, a typed answer out. What it needs of the world it asks its shell
/// for.
pub trait Operation: 'static {
    /// The description for agents.
    const DEFINITION: Definition;
    /// The complete JSON Schema of its answer as a value; `None` if it has only a text.
    const OUTPUT: Option<fn() -> Value> = Some(params::output::<Self::Answer>);
    /// Its parameters.
    type Params: DeserializeOwned + Serialize + JsonSchema + Send + 'static;
    /// Its answer. One that serializes to null is no value.
    type Answer: Serialize + JsonSchema + Send + 'static;

    /// Performs it.
    fn run(
        shell: Shell,
        params: Self::Params,
    ) -> impl Future<Output = Result<Answered<Self::Answer>, HandoffError>> + Send + 'static;
}

/// An answer, and the text that says the same.
#[derive(Clone, Debug)]
pub struct Answered<T> {
    /// The value, for clients that show values and for renderers.
    pub value: T,
    /// The text for clients that show text. `None`: the value as compact JSON, which saves tokens.
    pub text: Option<Message>,
}

impl<T> From<T> for Answered<T> {
    fn from(value: T) -> Answered<T> {
        Answered { value, text: None }
    }
}

impl<T> Answered<T> {
    /// Creates an answer with a text of its own.
    pub fn with_text(value: T, text: impl Into<Message>) -> Answered<T> {
        Answered { value, text: Some(text.into()) }
    }
}

impl Answered<DoneAnswer> {
    /// Creates an answer of one sentence, which is also its value.
    pub(crate) fn done(text: impl Into<String>) -> Answered<DoneAnswer> {
        let done = text.into();
        Answered::with_text(DoneAnswer { done: done.clone() }, done)
    }
}

/// The outcome of an operation that a program called with typed parameters.
#[derive(Debug)]
pub struct Ended<T> {
    /// The answer, or why there is none.
    pub result: Result<Answered<T>, HandoffError>,
    /// Notes for the person, beside the answer.
    pub notes: Vec<String>,
}

/// Begins an operation. Secrets are removed from the parameters of one that writes, and a note says so.
pub fn begin<O: Operation>(params: O::Params) -> OperationRun<Ended<O::Answer>> {
    Conversation::new(|mailbox| async move {
        let shell = Shell::new(mailbox);
        let (params, secrets_note) = redact::<O>(params);
        let result = match params {
            Ok(params) => O::run(shell.clone(), params).await,
            Err(error) => Err(error),
        };
        Ended { result, notes: shell.take_notes().into_iter().chain(secrets_note).collect() }
    })
}

/// Returns the parameters without secrets, and what is to be said about them.
fn redact<O: Operation>(params: O::Params) -> (Result<O::Params, HandoffError>, Option<String>) {
    if O::DEFINITION.effect == Effect::Reads {
        return (Ok(params), None);
    }
    let members = match serde_json::to_value(&params) {
        Ok(Value::Object(members)) => members,
        Ok(_) => Map::new(),
        // Nothing may be saved that could not be searched.
        Err(error) => return (Err(HandoffError::System(error.to_string().into())), None),
    };
    let redaction = secrets::redact(&members);
    let note = redaction.note();
    let clean = redaction.clean.map(|clean| params::parse(&clean).map_err(HandoffError::from));
    (clean.unwrap_or(Ok(params)), note)
}

impl<T: Serialize> From<Ended<T>> for Reply {
    fn from(Ended { result, notes }: Ended<T>) -> Reply {
        let reply = result.map_or_else(Reply::from, Reply::from);
        notes.iter().fold(reply, |reply, note| reply.with_note(note))
    }
}

impl<T: Serialize> From<Answered<T>> for Reply {
    fn from(Answered { value, text }: Answered<T>) -> Reply {
        let structured = Some(json!(value)).filter(|value| !value.is_null());
        match (text, structured) {
            (Some(text), structured) => Reply { text, structured, failed: None },
            (None, Some(value)) => Reply::value(value),
            (None, None) => Reply::text(""),
        }
    }
}
