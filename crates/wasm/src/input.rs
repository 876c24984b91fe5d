//! Reads JavaScript values as types of the wire vocabulary.
//!
//! Invariant: one path per kind of value, because each path that serde makes for a tagged enum costs tens of kilobytes of module: what
//! has no bytes inside goes through one generic JSON value, what has bytes is read as a flat record.

use handoff_protocol::{Answer, Fault, FileState};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

/// Reads a value without bytes inside; the error is a sentence.
pub(crate) fn plain<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    let value: serde_json::Value = serde_wasm_bindgen::from_value(value).map_err(|error| sentence(&error))?;
    serde_json::from_value(value).map_err(|error| sentence(&error))
}

/// Reads what a shell found.
pub(crate) fn files(value: JsValue) -> Result<Vec<FileState>, JsValue> {
    let records: Vec<Record> = serde_wasm_bindgen::from_value(value).map_err(|error| sentence(&error))?;
    records.into_iter().map(Record::file).collect()
}

/// Reads what a shell reports on an action.
pub(crate) fn answer(value: JsValue) -> Result<Answer, JsValue> {
    serde_wasm_bindgen::from_value::<Record>(value).map_err(|error| sentence(&error))?.answer()
}

fn sentence(error: &impl ToString) -> JsValue {
    JsValue::from_str(&error.to_string())
}

/// Every field that a file state or an answer can have.
#[derive(Deserialize)]
struct Record {
    kind: String,
    #[serde(default)]
    path: String,
    #[serde(default, with = "serde_bytes")]
    bytes: Vec<u8>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    fault: String,
    #[serde(default)]
    reason: String,
}

impl Record {
    fn file(self) -> Result<FileState, JsValue> {
        let Record { kind, path, bytes, reason, .. } = self;
        match kind.as_str() {
            "file" => Ok(FileState::File { path, bytes }),
            "folder" => Ok(FileState::Folder { path }),
            "link" => Ok(FileState::Link { path }),
            "unreadable" => Ok(FileState::Unreadable { path, reason }),
            "gone" => Ok(FileState::Gone { path }),
            _ => Err(sentence(&format!("unknown kind of file state `{kind}`"))),
        }
    }

    fn answer(self) -> Result<Answer, JsValue> {
        let Record { kind, bytes, names, fault, reason, .. } = self;
        match kind.as_str() {
            "ok" => Ok(Answer::Ok),
            "bytes" => Ok(Answer::Bytes { bytes }),
            "names" => Ok(Answer::Names { names }),
            "missing" => Ok(Answer::Missing),
            "exists" => Ok(Answer::Exists),
            "differs" => Ok(Answer::Differs),
            "failed" => {
                let fault = match fault.as_str() {
                    "transient" => Fault::Transient,
                    "denied" => Fault::Denied,
                    "full" => Fault::Full,
                    _ => Fault::Other,
                };
                Ok(Answer::Failed { fault, reason })
            }
            _ => Err(sentence(&format!("unknown kind of answer `{kind}`"))),
        }
    }
}
