//! The engine as a WebAssembly module.
//!
//! Invariant: no decision is made here. Every function turns JavaScript values into the wire vocabulary, calls the
//! engine, and turns the answer back. Types on the JavaScript side are those of `webviews/contract/generated`.

mod input;

use handoff_protocol::{ChangeSet, Refusal};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// One project's engine.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine(handoff_engine::Engine);

/// The answer to a dry run.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Planned {
    #[serde(rename_all = "camelCase")]
    Planned {
        change_set: ChangeSet,
    },
    Refused {
        refusal: Refusal,
    },
}

/// Writes a value as plain JavaScript objects, the shape that JSON would have, bytes as `Uint8Array`.
fn write<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = Serializer::json_compatible().serialize_bytes_as_arrays(false);
    value.serialize(&serializer).map_err(|error| JsValue::from_str(&error.to_string()))
}

#[wasm_bindgen]
impl Engine {
    /// An engine that has seen no file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Whether the shell should read and feed what is at this path below `.handoff/`.
    #[wasm_bindgen(js_name = isContent)]
    pub fn is_content(path: &str) -> bool {
        handoff_engine::Engine::is_content(path)
    }

    /// Takes in what a shell found; `now` is in milliseconds since 1970-01-01 UTC.
    pub fn feed(&mut self, files: JsValue, now: f64) -> Result<JsValue, JsValue> {
        write(&self.0.feed(input::files(files)?, milliseconds(now)))
    }

    /// A read model.
    pub fn view(&mut self, query: JsValue, context: JsValue) -> Result<JsValue, JsValue> {
        write(&self.0.view(&input::plain(query)?, &input::plain(context)?))
    }

    /// What a command would write, or why it is refused.
    pub fn plan(&mut self, command: JsValue, context: JsValue) -> Result<JsValue, JsValue> {
        write(&match self.0.plan(&input::plain(command)?, &input::plain(context)?) {
            Ok(change_set) => Planned::Planned { change_set },
            Err(refusal) => Planned::Refused { refusal },
        })
    }

    /// Begins to commit a command; the shell performs the action and reports with `step`.
    pub fn begin(&mut self, command: JsValue, context: JsValue, capabilities: JsValue) -> Result<JsValue, JsValue> {
        write(&self.0.begin(input::plain(command)?, input::plain(context)?, input::plain(capabilities)?))
    }

    /// Begins to complete or take back what a crashed commit left behind.
    pub fn recover(&mut self, context: JsValue, capabilities: JsValue) -> Result<JsValue, JsValue> {
        write(&self.0.recover(input::plain(context)?, input::plain(capabilities)?))
    }

    /// Takes the report on the last action and says what to do next.
    pub fn step(&mut self, answer: JsValue, now: f64) -> Result<JsValue, JsValue> {
        write(&self.0.step(input::answer(answer)?, milliseconds(now)))
    }
}

/// JavaScript has no 64-bit integer among its plain numbers; a time in milliseconds is exact as a float until the year 287396.
#[allow(clippy::cast_possible_truncation, reason = "`as` saturates, which is right for an absurd time")]
fn milliseconds(now: f64) -> i64 {
    now as i64
}
