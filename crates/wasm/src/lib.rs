//! The engine as a WebAssembly module.
//!
//! Invariant: no decision is made here. Each function converts its arguments, calls the engine and
//! converts the result. The TypeScript types of all values are generated into
//! `webviews/contract/generated`.

use handoff_agent::handover::check_interruption;
use handoff_agent::{OperationRun, RemoteRun, ToolContext};
use handoff_protocol::{
    Answer, ChangeSet, Layout, OperationAnswer, Process, Query, Refusal, TimerInput, TimerOwner, View,
};
use js_sys::{JsString, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// Sends the message and the place of a panic to the console.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// One project's engine.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine(handoff_engine::Engine);

/// The result of a dry run.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Plan {
    Planned { change_set: Box<ChangeSet> },
    Refused { refusal: Refusal },
}

/// Converts an argument. The error is a plain string, which tells the caller that the engine is
/// still usable.
fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| JsString::from(error.to_string()).into())
}

/// Converts a result. Bytes become a `Uint8Array`.
fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&Serializer::json_compatible().serialize_bytes_as_arrays(false))?)
}

/// Copies the content of a file that may be missing.
fn content(bytes: Option<Uint8Array>) -> Option<Vec<u8>> {
    bytes.map(|bytes| bytes.to_vec())
}

/// Takes the answer to the last request, and returns the next turn.
type Advance = dyn FnMut(ToolContext<'_>, Option<OperationAnswer>) -> Result<JsValue, JsValue>;

/// An operation that is under way.
#[wasm_bindgen]
pub struct Operation(Box<Advance>);

impl Operation {
    fn of<T: Serialize + 'static>(run: OperationRun<T>) -> Operation {
        let mut run = RemoteRun::new(run);
        Operation(Box::new(move |ctx, answer| to_js(&run.advance(ctx, answer))))
    }
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine that has seen no file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Returns true if the shell should read and feed the file at this path below `.handoff/`.
    #[wasm_bindgen(js_name = isContent)]
    pub fn is_content(path: &str) -> bool {
        handoff_engine::Engine::is_scanned(path)
    }

    /// Returns whether a `.handoff` folder is a project, by the content of its `config.toml` and the paths of
    /// its files and folders.
    #[wasm_bindgen(js_name = isProject)]
    #[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen passes lists by value")]
    pub fn is_project(config: Option<Uint8Array>, paths: Vec<String>) -> bool {
        handoff_engine::Engine::ownership(content(config).as_deref(), paths.iter())
            == handoff_engine::Ownership::Project
    }

    /// Returns true if the shell should read and feed the file at this path as soon as it shows packages.
    #[wasm_bindgen(js_name = isPackage)]
    pub fn is_package(path: &str) -> bool {
        handoff_engine::Engine::is_package(path)
    }

    /// Returns whether a project's handover was interrupted, by the content of its checkpoint and its
    /// lock, the shell's own process and what it has found out about the holder's.
    #[wasm_bindgen(js_name = checkHandover)]
    pub fn check_handover(
        checkpoint: Option<Uint8Array>,
        lock: Option<Uint8Array>,
        process: JsValue,
        answer: JsValue,
        now: f64,
    ) -> Result<JsValue, JsValue> {
        let (process, answer): (Option<Process>, Option<Answer>) = (from_js(process)?, from_js(answer)?);
        let (checkpoint, lock) = (content(checkpoint), content(lock));
        to_js(&check_interruption(
            checkpoint.as_deref(),
            lock.as_deref(),
            process.as_ref(),
            answer.as_ref(),
            milliseconds(now),
        ))
    }

    /// Parses the file of an undo step, or returns null if it is damaged.
    #[wasm_bindgen(js_name = parseUndoStep)]
    pub fn parse_undo_step(bytes: &[u8]) -> Result<JsValue, JsValue> {
        to_js(&handoff_engine::undo_step::parse(bytes))
    }

    /// Updates the model with all files found at or below `places`.
    #[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen passes lists by value")]
    pub fn feed(&mut self, places: Vec<String>, files: JsValue, context: JsValue) -> Result<JsValue, JsValue> {
        to_js(&self.0.feed_places(&places, from_js(files)?, &from_js(context)?))
    }

    /// Returns the path below `.handoff/` of the index of a log, nothing if the path is not that of a
    /// log.
    #[wasm_bindgen(js_name = logIndexPath)]
    pub fn log_index_path(path: &str) -> Option<String> {
        handoff_engine::Engine::log_index_path(path)
    }

    /// Returns the offset from which on a log must be read to use an index of it, nothing if the index
    /// is damaged.
    #[wasm_bindgen(js_name = logIndexOffset)]
    pub fn log_index_offset(index: &[u8]) -> Option<f64> {
        handoff_engine::Engine::log_index_offset(index).map(offset)
    }

    /// Adds a log that has not been read, by its index. Returns whether the index could be used; if
    /// not, feed the whole log.
    #[wasm_bindgen(js_name = feedIndexed)]
    pub fn feed_indexed(&mut self, path: &str, index: &[u8], end: &[u8]) -> bool {
        self.0.feed_indexed(path, index, end)
    }

    /// Returns a new index of a log whose content ends with `end`, nothing if it is not needed or must
    /// not be written.
    #[wasm_bindgen(js_name = logIndex)]
    pub fn log_index(&self, path: &str, end: &[u8], context: JsValue) -> Result<Option<Vec<u8>>, JsValue> {
        Ok(self.0.log_index(path, end, &from_js(context)?))
    }

    /// Returns the paths of the logs that must be read for the history of a task, because only an index
    /// of them is known.
    #[wasm_bindgen(js_name = logsOfTask)]
    pub fn logs_of_task(&self, id: &str) -> Vec<String> {
        self.0.logs_of_task(id).into_iter().map(str::to_owned).collect()
    }

    /// Returns the view that answers a query, as JSON. A view has thousands of small objects:
    /// parsing one text is faster than creating each of them from here.
    pub fn view(&mut self, query: JsValue, context: JsValue) -> Result<String, JsValue> {
        Ok(self.0.view(&from_js(query)?, &from_js(context)?).to_json())
    }

    /// Returns tasks as a prompt for an agent, or nothing if there are no such tasks.
    #[wasm_bindgen(js_name = taskPrompt)]
    pub fn task_prompt(&mut self, ids: Vec<String>, context: JsValue) -> Result<Option<String>, JsValue> {
        let context = from_js(context)?;
        let views = ids.into_iter().filter_map(|id| match self.0.view(&Query::Task { id }, &context) {
            View::Task(task) => task.map(|task| *task),
            _ => None,
        });
        let tasks: Vec<_> = views.collect();
        Ok((!tasks.is_empty()).then(|| handoff_agent::task_prompt(&tasks)))
    }

    /// Returns what is known about a file, by its path relative to the project and its text.
    #[wasm_bindgen(js_name = fileKnowledge)]
    pub fn file_knowledge(&self, path: &str, text: &str) -> Result<JsValue, JsValue> {
        to_js(&handoff_agent::file_knowledge(self.0.reader(), path, text))
    }

    /// Begins the operation of one of the extension's tools with arguments as JSON. Its result is a `ToolReply`.
    #[wasm_bindgen(js_name = beginTool)]
    #[allow(clippy::unused_self, reason = "callers have an engine, not the module")]
    pub fn begin_tool(&self, name: &str, arguments: JsValue) -> Result<Operation, JsValue> {
        Ok(Operation::of(handoff_agent::call_in_editor(name, from_js(arguments)?)))
    }

    /// Begins to describe a session, for its page: the prompt and the state of its pointers. The result is null if there is
    /// no such session.
    #[wasm_bindgen(js_name = beginSessionPage)]
    #[allow(clippy::unused_self, reason = "callers have an engine, not the module")]
    pub fn begin_session_page(&self, id: String) -> Operation {
        Operation::of(handoff_agent::session_page(id))
    }

    /// Advances an operation with the answer to its last request, null at the beginning. Returns the next
    /// request or the result.
    #[wasm_bindgen(js_name = advance)]
    pub fn advance(&self, operation: &mut Operation, answer: JsValue, context: JsValue) -> Result<JsValue, JsValue> {
        let context = from_js(context)?;
        let ctx = ToolContext { engine: &self.0, context: &context, layout: Layout::Toml };
        (operation.0)(ctx, from_js(answer)?)
    }

    /// Returns a package that is made from a session, or from the latest one if the ID is empty; null if
    /// there is no such session.
    #[wasm_bindgen(js_name = sessionPackage)]
    pub fn session_package(&self, id: &str) -> Result<JsValue, JsValue> {
        to_js(&handoff_agent::session_package(self.0.reader(), id))
    }

    /// Returns a package with its secrets redacted. Call it before a package is stored.
    #[wasm_bindgen(js_name = redactPackage)]
    #[allow(clippy::unused_self, reason = "callers have an engine, not the module")]
    pub fn redact_package(&self, package: JsValue) -> Result<JsValue, JsValue> {
        to_js(&handoff_agent::redact_package(from_js(package)?))
    }

    /// Measures the time of running timers since the last call, for a window of the editor with a name
    /// of its own.
    #[wasm_bindgen(js_name = trackTime)]
    pub fn track_time(&mut self, window: &str, input: JsValue, context: JsValue) -> Result<JsValue, JsValue> {
        let input: TimerInput = from_js(input)?;
        to_js(&self.0.track_time(TimerOwner::Editor, window, &input, &from_js(context)?))
    }

    /// Returns the processes that hold tasks, as far as only the system of `own` knows whether they are
    /// running.
    #[wasm_bindgen(js_name = claimProcesses)]
    pub fn claim_processes(&self, own: JsValue) -> Result<JsValue, JsValue> {
        let own: Process = from_js(own)?;
        to_js(&self.0.claim_processes(&own))
    }

    /// Sets which processes that hold tasks have ended. Returns whether that is new.
    #[wasm_bindgen(js_name = setEndedProcesses)]
    pub fn set_ended_processes(&mut self, own: JsValue, ended: JsValue) -> Result<bool, JsValue> {
        let own: Process = from_js(own)?;
        Ok(self.0.set_ended_processes(&own, from_js(ended)?))
    }

    /// Returns what a command would write, or why it is refused.
    pub fn plan(&mut self, command: JsValue, context: JsValue) -> Result<JsValue, JsValue> {
        to_js(&match self.0.plan(&from_js(command)?, &from_js(context)?) {
            Ok(change_set) => Plan::Planned { change_set: Box::new(change_set) },
            Err(refusal) => Plan::Refused { refusal },
        })
    }

    /// Starts to commit a command. The shell performs the returned action and reports its result to
    /// `answer`.
    pub fn begin(&mut self, command: JsValue, context: JsValue, capabilities: JsValue) -> Result<JsValue, JsValue> {
        to_js(&self.0.begin(from_js(command)?, from_js(context)?, from_js(capabilities)?))
    }

    /// Starts to complete or revert what a crashed commit left. Used like `begin`.
    pub fn recover(&mut self, context: JsValue, capabilities: JsValue) -> Result<JsValue, JsValue> {
        to_js(&self.0.recover(from_js(context)?, from_js(capabilities)?))
    }

    /// Takes the result of the last action and returns the next one.
    pub fn answer(&mut self, answer: JsValue, now: f64) -> Result<JsValue, JsValue> {
        to_js(&self.0.answer(from_js(answer)?, milliseconds(now)))
    }
}

/// Converts a JavaScript time. It is exact until the year 287396.
#[allow(clippy::cast_possible_truncation, reason = "`as` saturates, which is right for a value out of range")]
fn milliseconds(now: f64) -> i64 {
    now as i64
}

/// Converts an offset in a file. It is exact up to 2^53 bytes.
#[allow(clippy::cast_precision_loss, reason = "no log has so many bytes")]
fn offset(bytes: u64) -> f64 {
    bytes as f64
}
