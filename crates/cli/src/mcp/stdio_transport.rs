//! The transport over standard input and output, one message a line.
//!
//! The SDK's own transport drops a line that it cannot parse, and answers one of another shape
//! without its ID, so that the client waits for ever. Invariant: each request is answered once. The
//! end of the input is reported when all earlier requests have been answered.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, GetMeta as _, JsonRpcError, JsonRpcMessage,
    JsonRpcResponse, ProtocolVersion, RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::{Notify, mpsc, oneshot};

use crate::mcp::input::MAX_MESSAGE_BYTES;
use crate::mcp::message;
use crate::mcp::message::{ClassifiedMessage, Line};
use crate::mcp::output::Output;

/// The transport.
pub struct StdioTransport {
    input: mpsc::Receiver<Vec<u8>>,
    /// Messages of a batch that were not returned yet.
    ready: VecDeque<ClientJsonRpcMessage>,
    pending: Arc<Mutex<PendingRequests>>,
    /// Signals that a request has been answered.
    answered: Arc<Notify>,
    /// The requests of the server that the client has not answered.
    asked: Vec<RequestId>,
    output: Output,
    /// True once the session has begun. Before, everything but requests is ignored.
    has_started: bool,
}

/// The requests without an answer.
#[derive(Default)]
struct PendingRequests {
    /// The requests by their IDs as JSON.
    requests: BTreeMap<String, PendingRequest>,
    /// The bytes of the lines of all requests.
    bytes: usize,
    /// The number of open requests of each batch, and the answers to the others.
    batches: BTreeMap<u64, (usize, Vec<Value>)>,
    last_batch: u64,
}

struct PendingRequest {
    /// The batch in which it came, if any.
    batch: Option<u64>,
    /// The length of its line. In a batch, the first request has that of all.
    bytes: usize,
}

impl PendingRequests {
    fn insert(&mut self, id: String, batch: Option<u64>, bytes: usize) {
        self.bytes += bytes;
        self.requests.insert(id, PendingRequest { batch, bytes });
    }

    /// Removes a request that was answered or cancelled. Returns the line to send now.
    fn finish(&mut self, id: &str, answer: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let Some(PendingRequest { batch, bytes }) = self.requests.remove(id) else { return answer };
        self.bytes -= bytes;
        let Some(batch) = batch else { return answer };
        let (remaining, answers) = self.batches.get_mut(&batch)?;
        *remaining -= 1;
        answers.extend(answer.and_then(|answer| serde_json::from_slice::<Value>(&answer).ok()));
        if *remaining > 0 {
            return None;
        }
        let (_, answers) = self.batches.remove(&batch)?;
        (!answers.is_empty()).then(|| Value::Array(answers).to_string().into_bytes())
    }
}

impl StdioTransport {
    /// Starts with the lines of the input.
    pub fn start(input: mpsc::Receiver<Vec<u8>>) -> StdioTransport {
        StdioTransport {
            input,
            ready: VecDeque::new(),
            pending: Arc::default(),
            answered: Arc::default(),
            asked: Vec::new(),
            output: Output::start(),
            has_started: false,
        }
    }

    fn pending(&self) -> MutexGuard<'_, PendingRequests> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a line for the writer. The receiver gets the result; it may be dropped.
    fn write(&self, line: Vec<u8>) -> oneshot::Receiver<io::Result<()>> {
        self.output.write(line)
    }

    /// Handles a line. Messages for the server are queued in `ready`.
    fn accept_line(&mut self, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        let parsed = if line.len() > MAX_MESSAGE_BYTES {
            Line::Invalid(message::too_long(line, MAX_MESSAGE_BYTES))
        } else {
            message::parse_line(line)
        };
        match parsed {
            Line::Invalid(answer) => drop(self.write(answer.to_string().into_bytes())),
            Line::One(message) => {
                if let Some(answer) = self.route(message, None, line.len()) {
                    drop(self.write(answer.to_string().into_bytes()));
                }
            }
            Line::Batch(messages) => {
                let batch = {
                    let mut pending = self.pending();
                    pending.last_batch += 1;
                    let batch = pending.last_batch;
                    // The batch counts as open itself until all its messages are routed.
                    pending.batches.insert(batch, (1, Vec::new()));
                    batch
                };
                for (number, message) in messages.into_iter().enumerate() {
                    let bytes = if number == 0 { line.len() } else { 0 };
                    let answer = self.route(message, Some(batch), bytes);
                    if let (Some(answer), Some((_, answers))) = (answer, self.pending().batches.get_mut(&batch)) {
                        answers.push(answer);
                    }
                }
                // No ID as JSON looks like this.
                let own_key = format!("batch {batch}");
                self.pending().insert(own_key.clone(), Some(batch), 0);
                let line = self.pending().finish(&own_key, None);
                if let Some(line) = line {
                    drop(self.write(line));
                }
            }
        }
    }

    /// Queues a message for the server. Returns the answer if it is answered at once.
    fn route(&mut self, message: Value, batch: Option<u64>, bytes: usize) -> Option<Value> {
        let message = match message::classify(message) {
            ClassifiedMessage::Answer(answer) => return Some(answer),
            ClassifiedMessage::Ignore => return None,
            ClassifiedMessage::Deliver(message) => *message,
        };
        match &message {
            JsonRpcMessage::Request(request) if !self.has_started && needs_handshake(&request.request) => {
                return Some(message::no_handshake(&request.id));
            }
            JsonRpcMessage::Request(request) => {
                let mut pending = self.pending();
                if pending.requests.contains_key(&request_key(&request.id)) {
                    return Some(message::duplicate_id(&request.id));
                }
                // A stream of notifications ends with the input, so no request waits for its answer.
                if !matches!(request.request, ClientRequest::SubscriptionsListenRequest(_)) {
                    pending.insert(request_key(&request.id), batch, bytes);
                    if let Some((remaining, _)) = batch.and_then(|batch| pending.batches.get_mut(&batch)) {
                        *remaining += 1;
                    }
                }
                drop(pending);
                self.has_started = self.has_started || starts_session(&request.request);
            }
            _ if !self.has_started => return None,
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // By the protocol, a cancelled request is not answered.
                    let line = self.pending().finish(&request_key(id), None);
                    if let Some(line) = line {
                        drop(self.write(line));
                    }
                    self.answered.notify_one();
                }
            }
            JsonRpcMessage::Response(JsonRpcResponse { id, .. })
            | JsonRpcMessage::Error(JsonRpcError { id: Some(id), .. }) => {
                self.asked.retain(|asked| asked != id);
            }
            JsonRpcMessage::Error(_) => {}
        }
        self.ready.push_back(message);
        None
    }
}

/// Returns the error in place of an answer that the client can no longer send.
fn no_answer(id: RequestId) -> ClientJsonRpcMessage {
    let error = ErrorData::internal_error("The client has closed the connection.", None);
    JsonRpcMessage::Error(JsonRpcError::new(Some(id), error))
}

fn request_key(id: &RequestId) -> String {
    id.clone().into_json_value().to_string()
}

/// Returns whether a request needs a handshake before it: it is not one, and names no version of the
/// protocol itself.
fn needs_handshake(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) | ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => {
            false
        }
        request => request.get_meta().protocol_version().is_none(),
    }
}

/// Returns true if a request starts the session: a handshake, or a request that carries all that a
/// handshake would.
fn starts_session(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        request => {
            let meta = request.get_meta();
            let is_known = |version: ProtocolVersion| ProtocolVersion::KNOWN_VERSIONS.contains(&version);
            meta.protocol_version().is_some_and(is_known)
                && meta.client_info().is_some()
                && meta.client_capabilities().is_some()
        }
    }
}

impl Transport<RoleServer> for StdioTransport {
    type Error = io::Error;

    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        if let JsonRpcMessage::Request(request) = &item {
            self.asked.push(request.id.clone());
        }
        let id = match &item {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            _ => None,
        };
        let line = serde_json::to_vec(&item);
        let result = line.map(|line| {
            let to_send = match id {
                Some(id) => self.pending().finish(&request_key(&id), Some(line)),
                None => Some(line),
            };
            to_send.map(|line| self.write(line))
        });
        self.answered.notify_one();
        async move {
            match result? {
                Some(written) => written.await.unwrap_or_else(|_| Err(io::ErrorKind::NotConnected.into())),
                None => Ok(()),
            }
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Some(message);
            }
            // While the requests without an answer have more bytes than a message may have, no line is
            // read. An answer that a request waits for must be read all the same.
            if self.asked.is_empty() && self.pending().bytes > MAX_MESSAGE_BYTES {
                self.answered.notified().await;
                continue;
            }
            match self.input.recv().await {
                Some(line) => self.accept_line(&line),
                // Nobody can answer the server's own requests any more, which others may wait for.
                None if !self.asked.is_empty() => self.ready.extend(self.asked.drain(..).map(no_answer)),
                None if self.pending().requests.is_empty() => return None,
                None => self.answered.notified().await,
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output.close();
        Ok(())
    }
}
