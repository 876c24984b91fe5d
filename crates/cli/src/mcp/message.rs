//! Parses lines of input: each is a message for the server, or is answered at once.
//!
//! Invariant: everything with the form of a request gets an answer, with its ID if one can be
//! found.

use handoff_format::replace_lone_surrogates;
use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequest, ClientJsonRpcMessage, ClientNotification, ClientRequest, CompleteRequestParams, CustomRequest,
    GetPromptRequestParams, InitializeRequestParams, JsonRpcError, JsonRpcMessage, JsonRpcRequest,
    ReadResourceRequestParams, RequestId, SubscribeRequestParams,
};
use serde_json::{Map, Value, json};

use crate::ground::lenient_json;

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const INVALID_PARAMS: i32 = -32602;

/// How a message is handled.
pub enum ClassifiedMessage {
    /// The server handles it.
    Deliver(Box<ClientJsonRpcMessage>),
    /// It is answered at once.
    Answer(Value),
    /// It needs no answer and has no effect.
    Ignore,
}

/// A parsed line: one message, or several in a batch.
pub enum Line {
    One(Value),
    Batch(Vec<Value>),
    /// A line that cannot be parsed, with its answer.
    Invalid(Value),
}

/// Parses a line.
pub fn parse_line(line: &[u8]) -> Line {
    let parsed = lenient_json::parse(line).map(|(mut value, replaced)| {
        match &mut value {
            Value::Array(messages) => messages.iter_mut().for_each(|message| mark_replaced(message, replaced)),
            message => mark_replaced(message, replaced),
        }
        value
    });
    match parsed {
        Ok(Value::Array(messages)) if messages.is_empty() => {
            Line::Invalid(error_response(&Value::Null, INVALID_REQUEST, "The batch is empty."))
        }
        Ok(Value::Array(messages)) => Line::Batch(messages),
        Ok(message) => Line::One(message),
        Err(error) => {
            Line::Invalid(error_response(&find_id(line), PARSE_ERROR, &format!("This is not valid JSON: {error}.")))
        }
    }
}

/// The member of `_meta` with the number of halves of surrogate pairs that were replaced in the line of
/// a call, which its answer names.
pub const REPLACED: &str = "handoff/replaced";

/// Adds the number of replacements to a request with parameters.
fn mark_replaced(message: &mut Value, replaced: usize) {
    let parameters = message.get_mut("params").and_then(Value::as_object_mut).filter(|_| replaced > 0);
    let meta = parameters.map(|parameters| parameters.entry("_meta").or_insert_with(|| json!({})));
    if let Some(meta) = meta.and_then(Value::as_object_mut) {
        meta.insert(REPLACED.to_owned(), json!(replaced));
    }
}

/// Returns the answer to a request before the handshake.
pub fn no_handshake(id: &RequestId) -> Value {
    let sentence = "The session has not begun. Send initialize first; from revision 2026-07-28 on, _meta of each \
                    request has the protocol version, the client and its capabilities instead.";
    error_response(&id.clone().into_json_value(), INVALID_REQUEST, sentence)
}

/// Returns the answer to a line above the maximum length, of which this is the beginning.
pub fn too_long(beginning: &[u8], max_bytes: usize) -> Value {
    error_response(&find_id(beginning), INVALID_REQUEST, &format!("A message can have at most {max_bytes} bytes."))
}

/// Returns the answer to a request whose ID belongs to a request that is still open.
pub fn duplicate_id(id: &RequestId) -> Value {
    let value = id.clone().into_json_value();
    error_response(
        &value,
        INVALID_REQUEST,
        &format!("The request {id} is still in progress; an ID can be used only once."),
    )
}

/// Decides how a message is handled.
pub fn classify(message: Value) -> ClassifiedMessage {
    let Value::Object(members) = &message else {
        return ClassifiedMessage::Answer(error_response(
            &Value::Null,
            INVALID_REQUEST,
            "A message must be an object.",
        ));
    };
    let is_call = members.contains_key("method");
    if !is_call && (members.contains_key("result") || members.contains_key("error")) {
        return classify_answer(message);
    }
    if let Some(answer) = frame_error(members) {
        return ClassifiedMessage::Answer(answer);
    }
    let id = members.get("id").cloned();
    let method = members.get("method").and_then(Value::as_str).unwrap_or_default().to_owned();
    match (parse_message(message, &method), id) {
        (Ok(JsonRpcMessage::Request(request)), Some(id)) => {
            let error = match &request.request {
                ClientRequest::CustomRequest(request) => params_error(request),
                _ => None,
            };
            match error {
                Some(sentence) => ClassifiedMessage::Answer(error_response(&id, INVALID_PARAMS, &sentence)),
                None => ClassifiedMessage::Deliver(Box::new(JsonRpcMessage::Request(request))),
            }
        }
        (Ok(JsonRpcMessage::Notification(notification)), None) => match notification.notification {
            ClientNotification::CustomNotification(_) => ClassifiedMessage::Ignore,
            _ => ClassifiedMessage::Deliver(Box::new(JsonRpcMessage::Notification(notification))),
        },
        (_, None) => ClassifiedMessage::Ignore,
        (Err(error), Some(id)) => ClassifiedMessage::Answer(error_response(
            &id,
            INVALID_PARAMS,
            &format!("Invalid parameters of {method}: {error}."),
        )),
        (Ok(_), Some(id)) => ClassifiedMessage::Answer(error_response(&id, INVALID_REQUEST, "This is not a request.")),
    }
}

/// Parses a message with a method. The SDK tries all kinds of messages and copies the arguments for
/// each, about forty times, so a call of a tool, whose arguments can be large, is parsed as such.
fn parse_message(message: Value, method: &str) -> Result<ClientJsonRpcMessage, serde_json::Error> {
    let id = message.get("id").filter(|_| method == "tools/call").cloned();
    let Some(id) = id else { return serde_json::from_value(message) };
    let id: RequestId = serde_json::from_value(id)?;
    let call: CallToolRequest = serde_json::from_value(with_object_arguments(message))?;
    Ok(JsonRpcMessage::Request(JsonRpcRequest::new(id, ClientRequest::CallToolRequest(call))))
}

/// The key of the request's `_meta` that says that its arguments were a JSON text.
pub const ARGUMENTS_WERE_TEXT: &str = "handoff/argumentsWereText";

/// Replaces arguments that are the JSON text of an object by that object, and notes it in `_meta`.
fn with_object_arguments(mut message: Value) -> Value {
    let Some(params) = message.get_mut("params").and_then(Value::as_object_mut) else { return message };
    let text = params.get("arguments").and_then(Value::as_str);
    if let Some(arguments) =
        text.and_then(|text| serde_json::from_str::<Map<String, Value>>(&replace_lone_surrogates(text).0).ok())
    {
        params.insert("arguments".to_owned(), Value::Object(arguments));
        if let Some(meta) = params.entry("_meta").or_insert_with(|| json!({})).as_object_mut() {
            meta.insert(ARGUMENTS_WERE_TEXT.to_owned(), json!(true));
        }
    }
    message
}

/// Decides how an answer to a request of the server is handled. An answer that cannot be parsed is an
/// error, so that the server does not wait any longer.
fn classify_answer(message: Value) -> ClassifiedMessage {
    let id = message.get("id").and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
    match (serde_json::from_value::<ClientJsonRpcMessage>(message), id) {
        (Ok(answer), _) => ClassifiedMessage::Deliver(Box::new(answer)),
        (Err(error), Some(id)) => {
            let error = ErrorData::invalid_request(format!("Invalid answer: {error}."), None);
            ClassifiedMessage::Deliver(Box::new(JsonRpcMessage::Error(JsonRpcError::new(Some(id), error))))
        }
        (Err(_), None) => ClassifiedMessage::Ignore,
    }
}

/// Returns the answer to a request or notification with an invalid frame.
fn frame_error(members: &Map<String, Value>) -> Option<Value> {
    let id = members.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or(Value::Null);
    let member_is = |name: &str, is_valid: fn(&Value) -> bool| members.get(name).is_none_or(is_valid);
    let (code, sentence) = if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        (INVALID_REQUEST, "A message must have jsonrpc: \"2.0\".")
    } else if !members.get("method").is_some_and(Value::is_string) {
        (INVALID_REQUEST, "A request must have a method, which is a string.")
    } else if members.contains_key("result") || members.contains_key("error") {
        (INVALID_REQUEST, "A message is either a request or a response, not both.")
    } else if !member_is("id", |id| serde_json::from_value::<RequestId>(id.clone()).is_ok()) {
        (INVALID_REQUEST, "An ID must be a string or a whole number.")
    } else if members.contains_key("id") && !member_is("params", |params| params.is_object() || params.is_null()) {
        (INVALID_PARAMS, "The parameters must be an object.")
    } else {
        return None;
    };
    Some(error_response(&id, code, sentence))
}

/// Returns why the parameters of a known method are invalid.
fn params_error(request: &CustomRequest) -> Option<String> {
    macro_rules! check {
        ($kind:ty, $params:expr) => {
            serde_json::from_value::<$kind>($params).err().map(|error| error.to_string())
        };
    }
    let params = request.params.clone().unwrap_or_else(|| json!({}));
    let error = match request.method.as_str() {
        "initialize" => check!(InitializeRequestParams, params),
        "prompts/get" => check!(GetPromptRequestParams, params),
        "resources/read" => check!(ReadResourceRequestParams, params),
        "resources/subscribe" | "resources/unsubscribe" => check!(SubscribeRequestParams, params),
        "completion/complete" => check!(CompleteRequestParams, params),
        "logging/setLevel" => {
            Some("level must be one of debug, info, notice, warning, error, critical, alert, emergency".to_owned())
        }
        _ => None,
    };
    error.map(|error| format!("Invalid parameters of {}: {error}.", request.method))
}

fn error_response(id: &Value, code: i32, sentence: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": sentence}})
}

/// Returns the ID in a text that cannot be parsed as a whole; null if there is none.
fn find_id(text: &[u8]) -> Value {
    let (mut depth, mut offset) = (0_u32, 0);
    while let Some(byte) = text.get(offset) {
        match byte {
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let end = end_of_string(text, offset);
                if depth == 1 && text.get(offset..end) == Some(b"\"id\"".as_slice()) {
                    // Nothing follows if the text ends here.
                    let rest = text.get(end..).unwrap_or_default().trim_ascii_start();
                    if let Some(rest) = rest.strip_prefix(b":") {
                        let value = serde_json::Deserializer::from_slice(rest).into_iter::<Value>().next();
                        let value = value.and_then(Result::ok).filter(|id| id.is_string() || id.is_number());
                        return value.unwrap_or(Value::Null);
                    }
                }
                offset = end;
                continue;
            }
            _ => {}
        }
        offset += 1;
    }
    Value::Null
}

/// Returns the offset behind a quoted text that starts at `start`.
fn end_of_string(text: &[u8], start: usize) -> usize {
    let mut offset = start + 1;
    while let Some(byte) = text.get(offset) {
        match byte {
            b'\\' => offset += 2,
            b'"' => return offset + 1,
            _ => offset += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn find_id_works_in_incomplete_json() {
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
            assert_eq!(find_id(text.as_bytes()), id, "{text}");
        }
    }
}
