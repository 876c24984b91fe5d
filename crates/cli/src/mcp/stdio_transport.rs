//! Messages as lines on standard input and output.
//!
//! The SDK's own transport drops a line that it cannot read, and answers one of another shape without its id; then the client waits for ever.
//! Invariant: each request is answered once. The input's end is told when what was asked before it has been answered.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::sync::mpsc as threads;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, GetMeta as _, JsonRpcMessage, ProtocolVersion, RequestId,
    ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::sync::{Notify, mpsc, oneshot};

use crate::mcp::message;
use crate::mcp::message::{ClassifiedMessage, Line};

/// A message has at most so many bytes.
const MOST: usize = 64 << 20;

/// So many lines are read ahead of the one that is being worked on.
const AHEAD: usize = 16;

/// Standard input and output.
pub struct Lines {
    input: mpsc::Receiver<Vec<u8>>,
    /// What a batch holds beyond its first message.
    ready: VecDeque<ClientJsonRpcMessage>,
    open: Arc<Mutex<Open>>,
    /// A request has been answered.
    settled: Arc<Notify>,
    output: Option<Output>,
    /// Whether the conversation has begun. Whatever is not a request is of no use before.
    greeted: bool,
}

struct Output {
    lines: threads::Sender<(Vec<u8>, oneshot::Sender<io::Result<()>>)>,
    writer: JoinHandle<()>,
}

/// The requests that wait for their answers.
#[derive(Default)]
struct Open {
    /// Each by its id as JSON, with its batch, if it came in one.
    asked: BTreeMap<String, Option<u64>>,
    /// How many of a batch are still open, and the answers to the others.
    batches: BTreeMap<u64, (usize, Vec<Value>)>,
    last_batch: u64,
}

impl Open {
    /// A request has its answer, or was taken back: what is to be sent now.
    fn settle(&mut self, id: &str, answer: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let Some(Some(batch)) = self.asked.remove(id) else { return answer };
        let (left, answers) = self.batches.get_mut(&batch)?;
        *left -= 1;
        answers.extend(answer.and_then(|answer| serde_json::from_slice::<Value>(&answer).ok()));
        if *left > 0 {
            return None;
        }
        let (_, answers) = self.batches.remove(&batch)?;
        (!answers.is_empty()).then(|| Value::Array(answers).to_string().into_bytes())
    }
}

impl Lines {
    /// Begins to read and to write, on threads of their own: neither may hold up the other, or the work.
    pub fn start() -> Lines {
        let (lines, input) = mpsc::channel(AHEAD);
        thread::spawn(move || read(&lines));
        let (sender, outgoing) = threads::channel::<(Vec<u8>, oneshot::Sender<io::Result<()>>)>();
        let writer = thread::spawn(move || {
            for (line, done) in outgoing {
                let mut output = io::stdout().lock();
                let written =
                    output.write_all(&line).and_then(|()| output.write_all(b"\n")).and_then(|()| output.flush());
                // Where nobody waits for it, nobody is told.
                let _ = done.send(written);
            }
        });
        Lines {
            input,
            ready: VecDeque::new(),
            open: Arc::default(),
            settled: Arc::default(),
            output: Some(Output { lines: sender, writer }),
            greeted: false,
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, line: Vec<u8>) -> oneshot::Receiver<io::Result<()>> {
        let (done, told) = oneshot::channel();
        if let Some(output) = &self.output {
            // A writer that is gone takes the sender with it, and so tells.
            let _ = output.lines.send((line, done));
        }
        told
    }

    /// Takes in a line; what the server is to see is ready afterwards.
    fn take(&mut self, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        let read = if line.len() > MOST { Line::Nothing(message::too_long(line, MOST)) } else { message::read(line) };
        match read {
            Line::Nothing(answer) => drop(self.write(answer.to_string().into_bytes())),
            Line::One(message) => {
                if let Some(answer) = self.sort(message, None) {
                    drop(self.write(answer.to_string().into_bytes()));
                }
            }
            Line::Batch(messages) => {
                let batch = {
                    let mut open = self.open();
                    open.last_batch += 1;
                    let batch = open.last_batch;
                    // Open itself until all of it is sorted.
                    open.batches.insert(batch, (1, Vec::new()));
                    batch
                };
                for message in messages {
                    let answer = self.sort(message, Some(batch));
                    if let (Some(answer), Some((_, answers))) = (answer, self.open().batches.get_mut(&batch)) {
                        answers.push(answer);
                    }
                }
                // No id looks like that.
                let own = format!("batch {batch}");
                self.open().asked.insert(own.clone(), Some(batch));
                let line = self.open().settle(&own, None);
                if let Some(line) = line {
                    drop(self.write(line));
                }
            }
        }
    }

    /// Puts a message where it belongs; an answer that is due at once comes back.
    fn sort(&mut self, message: Value, batch: Option<u64>) -> Option<Value> {
        let message = match message::judge(message) {
            ClassifiedMessage::Answer(answer) => return Some(answer),
            ClassifiedMessage::Ignore => return None,
            ClassifiedMessage::Take(message) => *message,
        };
        match &message {
            JsonRpcMessage::Request(request) => {
                let mut open = self.open();
                if open.asked.contains_key(&key(&request.id)) {
                    return Some(message::taken(&request.id));
                }
                // A stream of news ends with the input: nobody waits for it then.
                if !matches!(request.request, ClientRequest::SubscriptionsListenRequest(_)) {
                    open.asked.insert(key(&request.id), batch);
                    if let Some((left, _)) = batch.and_then(|batch| open.batches.get_mut(&batch)) {
                        *left += 1;
                    }
                }
                drop(open);
                self.greeted = self.greeted || greets(&request.request);
            }
            _ if !self.greeted => return None,
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // As the protocol has it, a request that is taken back is not answered.
                    let line = self.open().settle(&key(id), None);
                    if let Some(line) = line {
                        drop(self.write(line));
                    }
                    self.settled.notify_one();
                }
            }
            _ => {}
        }
        self.ready.push_back(message);
        None
    }
}

fn key(id: &RequestId) -> String {
    id.clone().into_json_value().to_string()
}

/// Whether a request begins the conversation: a handshake, or one that carries all that a handshake would say.
fn greets(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        request => {
            let meta = request.get_meta();
            let known = |version: ProtocolVersion| ProtocolVersion::KNOWN_VERSIONS.contains(&version);
            meta.protocol_version().is_some_and(known)
                && meta.client_info().is_some()
                && meta.client_capabilities().is_some()
        }
    }
}

/// Reads lines until the input ends; of one that is too long only the beginning is kept.
fn read(lines: &mpsc::Sender<Vec<u8>>) {
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let most = u64::try_from(MOST).unwrap_or(u64::MAX).saturating_add(1);
        match input.by_ref().take(most).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        } else if line.len() > MOST && input.skip_until(b'\n').is_err() {
            return;
        }
        if lines.blocking_send(line).is_err() {
            return;
        }
    }
}

impl Transport<RoleServer> for Lines {
    type Error = io::Error;

    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let id = match &item {
            JsonRpcMessage::Response(response) => Some(response.id.clone()),
            JsonRpcMessage::Error(error) => error.id.clone(),
            _ => None,
        };
        let line = serde_json::to_vec(&item);
        let told = line.map(|line| {
            let due = match id {
                Some(id) => self.open().settle(&key(&id), Some(line)),
                None => Some(line),
            };
            due.map(|line| self.write(line))
        });
        self.settled.notify_one();
        async move {
            match told? {
                Some(told) => told.await.unwrap_or_else(|_| Err(io::ErrorKind::NotConnected.into())),
                None => Ok(()),
            }
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Some(message);
            }
            match self.input.recv().await {
                Some(line) => self.take(&line),
                None if self.open().asked.is_empty() => return None,
                None => self.settled.notified().await,
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        if let Some(Output { lines, writer }) = self.output.take() {
            drop(lines);
            // What is written already is all that it still has to do.
            let _ = writer.join();
        }
        Ok(())
    }
}
