//! What a line of input is: a message for the server, or something that is answered on the spot.
//!
//! Invariant: whatever has the form of a request gets an answer, with its id wherever one can be found.

use rmcp::model::{
    CallToolRequestParams, ClientJsonRpcMessage, ClientNotification, ClientRequest, CompleteRequestParams,
    CustomRequest, GetPromptRequestParams, InitializeRequestParams, JsonRpcMessage, ReadResourceRequestParams,
    RequestId, SubscribeRequestParams,
};
use serde_json::{Map, Value, json};

const PARSE: i32 = -32700;
const INVALID: i32 = -32600;
const PARAMS: i32 = -32602;

/// What becomes of a message.
pub enum ClassifiedMessage {
    /// The server takes it.
    Take(Box<ClientJsonRpcMessage>),
    /// It is answered on the spot.
    Answer(Value),
    /// It asks for nothing and says nothing.
    Ignore,
}

/// What a line says: one message, or several in a batch.
pub enum Line {
    One(Value),
    Batch(Vec<Value>),
    /// Nothing that can be read; with the answer.
    Nothing(Value),
}

/// Reads a line.
pub fn read(line: &[u8]) -> Line {
    match serde_json::from_slice(line) {
        Ok(Value::Array(messages)) if messages.is_empty() => {
            Line::Nothing(refusal(&Value::Null, INVALID, "The batch is empty."))
        }
        Ok(Value::Array(messages)) => Line::Batch(messages),
        Ok(message) => Line::One(message),
        Err(error) => Line::Nothing(refusal(&id_of(line), PARSE, &format!("This is not valid JSON: {error}."))),
    }
}

/// The answer to a line that is longer than what is read, of which this is the beginning.
pub fn too_long(beginning: &[u8], most: usize) -> Value {
    refusal(&id_of(beginning), INVALID, &format!("A message can have at most {most} bytes."))
}

/// The answer to a request whose id another one has that is not answered yet.
pub fn taken(id: &RequestId) -> Value {
    let value = id.clone().into_json_value();
    refusal(&value, INVALID, &format!("The request {id} is still in progress; an ID can be used only once."))
}

/// Says what becomes of a message.
pub fn judge(message: Value) -> ClassifiedMessage {
    let Value::Object(members) = &message else {
        return ClassifiedMessage::Answer(refusal(&Value::Null, INVALID, "A message must be an object."));
    };
    let asks = members.contains_key("method");
    if !asks && (members.contains_key("result") || members.contains_key("error")) {
        // An answer to nothing that we asked.
        return serde_json::from_value(message)
            .map_or(ClassifiedMessage::Ignore, |answer| ClassifiedMessage::Take(Box::new(answer)));
    }
    if let Some(fault) = fault(members) {
        return ClassifiedMessage::Answer(fault);
    }
    let id = members.get("id").cloned();
    match (serde_json::from_value::<ClientJsonRpcMessage>(message), id) {
        (Ok(JsonRpcMessage::Request(request)), Some(id)) => {
            let wrong = match &request.request {
                ClientRequest::CustomRequest(request) => wrong_parameters(request),
                _ => None,
            };
            match wrong {
                Some(sentence) => ClassifiedMessage::Answer(refusal(&id, PARAMS, &sentence)),
                None => ClassifiedMessage::Take(Box::new(JsonRpcMessage::Request(request))),
            }
        }
        (Ok(JsonRpcMessage::Notification(notification)), None) => match notification.notification {
            ClientNotification::CustomNotification(_) => ClassifiedMessage::Ignore,
            _ => ClassifiedMessage::Take(Box::new(JsonRpcMessage::Notification(notification))),
        },
        (_, None) => ClassifiedMessage::Ignore,
        (Err(error), Some(id)) => {
            ClassifiedMessage::Answer(refusal(&id, PARAMS, &format!("Invalid parameters: {error}.")))
        }
        (Ok(_), Some(id)) => ClassifiedMessage::Answer(refusal(&id, INVALID, "This is not a request.")),
    }
}

/// What is wrong with the frame of a request or notification.
fn fault(members: &Map<String, Value>) -> Option<Value> {
    let id = members.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or(Value::Null);
    let is = |name: &str, fits: fn(&Value) -> bool| members.get(name).is_none_or(fits);
    let (code, sentence) = if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        (INVALID, "A message must have jsonrpc: \"2.0\".")
    } else if !members.get("method").is_some_and(Value::is_string) {
        (INVALID, "A request must have a method, which is a string.")
    } else if members.contains_key("result") || members.contains_key("error") {
        (INVALID, "A message is either a request or a response, not both.")
    } else if !is("id", |id| serde_json::from_value::<RequestId>(id.clone()).is_ok()) {
        (INVALID, "An ID must be a string or a whole number.")
    } else if members.contains_key("id") && !is("params", |params| params.is_object() || params.is_null()) {
        (PARAMS, "The parameters must be an object.")
    } else {
        return None;
    };
    Some(refusal(&id, code, sentence))
}

/// What is wrong with the parameters of a method that is known.
fn wrong_parameters(request: &CustomRequest) -> Option<String> {
    macro_rules! fault {
        ($kind:ty, $params:expr) => {
            serde_json::from_value::<$kind>($params).err().map(|error| error.to_string())
        };
    }
    let params = request.params.clone().unwrap_or_else(|| json!({}));
    let error = match request.method.as_str() {
        "initialize" => fault!(InitializeRequestParams, params),
        "tools/call" => fault!(CallToolRequestParams, params),
        "prompts/get" => fault!(GetPromptRequestParams, params),
        "resources/read" => fault!(ReadResourceRequestParams, params),
        "resources/subscribe" | "resources/unsubscribe" => fault!(SubscribeRequestParams, params),
        "completion/complete" => fault!(CompleteRequestParams, params),
        "logging/setLevel" => {
            Some("level must be one of debug, info, notice, warning, error, critical, alert, emergency".to_owned())
        }
        _ => None,
    };
    error.map(|error| format!("Invalid parameters of {}: {error}.", request.method))
}

fn refusal(id: &Value, code: i32, sentence: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": sentence}})
}

/// The id in a text that cannot be read as a whole; null where there is none.
fn id_of(text: &[u8]) -> Value {
    let (mut depth, mut at) = (0_u32, 0);
    while let Some(byte) = text.get(at) {
        match byte {
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let end = end_of_text(text, at);
                if depth == 1 && text.get(at..end) == Some(b"\"id\"".as_slice()) {
                    let rest = text.get(end..).unwrap_or_default().trim_ascii_start();
                    if let Some(rest) = rest.strip_prefix(b":") {
                        let value = serde_json::Deserializer::from_slice(rest).into_iter::<Value>().next();
                        let value = value.and_then(Result::ok).filter(|id| id.is_string() || id.is_number());
                        return value.unwrap_or(Value::Null);
                    }
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    Value::Null
}

/// Where a text in quotes that begins here has ended.
fn end_of_text(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_found_in_what_cannot_be_read() {
        for (text, id) in [
            (r#"{"jsonrpc":"2.0","id":7,"method":"#, json!(7)),
            (r#"{"params":{"id":3},"a":"\"id\":4","id" : "x","#, json!("x")),
            (r#"{"params":{"id":3}"#, Value::Null),
            (r#"{"id":{}}}"#, Value::Null),
            (r#"{"value":"id"}}"#, Value::Null),
            (r#"["id":1"#, json!(1)),
            ("\"id", Value::Null),
            ("", Value::Null),
        ] {
            assert_eq!(id_of(text.as_bytes()), id, "{text}");
        }
    }
}
