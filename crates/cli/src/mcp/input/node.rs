//! Reads when nothing else is to be done, because as WebAssembly the server has one thread. The jobs of
//! the worker come first.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio::task::yield_now;

use super::LineSplitter;
use crate::ground::node::{self, Input};
use crate::mcp::worker::Worker;

/// The maximum time to wait for input. Then the timeouts of the server are looked at.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// Creates the runtime of the server.
pub fn runtime() -> std::io::Result<Runtime> {
    // A task that yields goes on when no other is ready, however many have run meanwhile.
    Builder::new_current_thread().enable_all().event_interval(u32::MAX).build()
}

/// Sends the lines of standard input, until it ends or nobody receives them any more.
pub fn feed(lines: mpsc::Sender<Vec<u8>>, worker: Worker) {
    let mut feed = Feed {
        lines: Some(lines),
        splitter: LineSplitter::default(),
        queue: VecDeque::new(),
        has_ended: false,
        worker,
    };
    tokio::spawn(async move {
        loop {
            // What the first wakes, such as a timeout, is done before the second returns.
            yield_now().await;
            yield_now().await;
            feed.advance();
        }
    });
}

struct Feed {
    /// `None` when all lines were sent.
    lines: Option<mpsc::Sender<Vec<u8>>>,
    splitter: LineSplitter,
    /// The lines that were read and not sent.
    queue: VecDeque<Vec<u8>>,
    has_ended: bool,
    worker: Worker,
}

impl Feed {
    /// Performs the jobs of the worker. If there are none, sends a line.
    fn advance(&mut self) {
        let Some(wait) = self.worker.perform_all() else { return };
        let Some(lines) = &self.lines else { return };
        if self.queue.is_empty() {
            match node::read_input(wait.min(MAX_WAIT)) {
                Input::Bytes(bytes) => self.splitter.push(&bytes, |line| self.queue.push_back(line)),
                Input::Nothing => {}
                Input::End => {
                    self.queue.extend(self.splitter.end());
                    self.has_ended = true;
                }
            }
        }
        if let Some(Err(TrySendError::Full(line))) = self.queue.pop_front().map(|line| lines.try_send(line)) {
            self.queue.push_front(line);
        }
        if self.has_ended && self.queue.is_empty() {
            self.lines = None;
        }
    }
}
