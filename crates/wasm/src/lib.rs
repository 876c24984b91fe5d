//! The engine as a WebAssembly module.
//!
//! Invariant: no decision is made here. Every function reads values of the wire vocabulary, calls the engine, and writes the answer: the
//! first element of a parcel is the text, the others are the buffers that stand for bytes in it. Types on the JavaScript side are those of
//! `webviews/contract/generated`.

use handoff_format::wire;
use handoff_protocol::wire::{Read, Sheet, WireError, Write};
use handoff_protocol::{ChangeSet, Refusal};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

/// One project's engine.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine(handoff_engine::Engine);

/// The answer to a dry run.
#[derive(Write)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Planned {
    Planned { change_set: ChangeSet },
    Refused { refusal: Refusal },
}

fn sentence(error: &WireError) -> JsValue {
    JsValue::from_str(&error.to_string())
}

/// Reads a value without bytes inside; the error is a sentence.
fn read<T: Read>(text: &str) -> Result<T, JsValue> {
    wire::unpack(text, &[]).map_err(|error| sentence(&error))
}

/// Reads a value with bytes inside.
fn open<T: Read>(text: &str, buffers: Vec<Uint8Array>) -> Result<T, JsValue> {
    let buffers: Vec<Vec<u8>> = buffers.into_iter().map(|buffer| buffer.to_vec()).collect();
    wire::unpack(text, &buffers).map_err(|error| sentence(&error))
}

/// Writes a value with bytes inside.
fn close(value: &dyn Write) -> Array {
    let Sheet { text, buffers } = wire::pack(value);
    let parcel = Array::of1(&JsValue::from_str(&text));
    for buffer in buffers {
        parcel.push(&Uint8Array::from(buffer.as_slice()));
    }
    parcel
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

    /// Takes in everything that a shell found at or below some places; `now` is in milliseconds since 1970-01-01 UTC.
    #[allow(clippy::needless_pass_by_value, reason = "lists of texts cross from JavaScript by value")]
    pub fn feed(
        &mut self,
        places: Vec<String>,
        files: &str,
        buffers: Vec<Uint8Array>,
        now: f64,
    ) -> Result<String, JsValue> {
        Ok(wire::line(&self.0.feed_places(&places, open(files, buffers)?, milliseconds(now))))
    }

    /// A read model.
    pub fn view(&mut self, query: &str, context: &str) -> Result<String, JsValue> {
        Ok(wire::line(&self.0.view(&read(query)?, &read(context)?)))
    }

    /// What a command would write, or why it is refused; a parcel.
    pub fn plan(&mut self, command: &str, context: &str) -> Result<Array, JsValue> {
        Ok(close(&match self.0.plan(&read(command)?, &read(context)?) {
            Ok(change_set) => Planned::Planned { change_set },
            Err(refusal) => Planned::Refused { refusal },
        }))
    }

    /// Begins to commit a command; the shell performs the action, a parcel, and reports with `step`.
    pub fn begin(&mut self, command: &str, context: &str, capabilities: &str) -> Result<Array, JsValue> {
        Ok(close(&self.0.begin(read(command)?, read(context)?, read(capabilities)?)))
    }

    /// Begins to complete or take back what a crashed commit left behind; answers like `begin`.
    pub fn recover(&mut self, context: &str, capabilities: &str) -> Result<Array, JsValue> {
        Ok(close(&self.0.recover(read(context)?, read(capabilities)?)))
    }

    /// Takes the report on the last action and says what to do next; a parcel.
    pub fn step(&mut self, answer: &str, buffers: Vec<Uint8Array>, now: f64) -> Result<Array, JsValue> {
        Ok(close(&self.0.step(open(answer, buffers)?, milliseconds(now))))
    }
}

/// JavaScript has no 64-bit integer among its plain numbers; a time in milliseconds is exact as a float until the year 287396.
#[allow(clippy::cast_possible_truncation, reason = "`as` saturates, which is right for an absurd time")]
fn milliseconds(now: f64) -> i64 {
    now as i64
}
