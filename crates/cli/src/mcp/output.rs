//! Writes messages to standard output.

use std::io;

use tokio::sync::oneshot;

use crate::ground::console;
use crate::ground::threads;

type Message = (Vec<u8>, oneshot::Sender<io::Result<()>>);

/// Writes on a thread of its own, so that a slow reader does not block the work; at once where there are
/// no threads.
pub struct Output(Option<Writer>);

struct Writer {
    lines: std::sync::mpsc::Sender<Message>,
    thread: std::thread::JoinHandle<()>,
}

impl Output {
    /// Starts to write.
    pub fn start() -> Output {
        Output(threads::ARE_AVAILABLE.then(|| {
            let (lines, queue) = std::sync::mpsc::channel();
            Writer { lines, thread: std::thread::spawn(move || queue.into_iter().for_each(write)) }
        }))
    }

    /// Queues a line. The receiver gets the result; it may be dropped.
    pub fn write(&self, line: Vec<u8>) -> oneshot::Receiver<io::Result<()>> {
        let (done, written) = oneshot::channel();
        match &self.0 {
            // If the writer is gone, the sender is dropped and the receiver fails.
            Some(writer) => drop(writer.lines.send((line, done))),
            None => write((line, done)),
        }
        written
    }

    /// Returns when the queued lines are written.
    pub fn close(&mut self) {
        if let Some(Writer { lines, thread }) = self.0.take() {
            drop(lines);
            // A panic of the thread is not reported.
            let _ = thread.join();
        }
    }
}

fn write((line, done): Message) {
    // The sender of the message may not wait for the result.
    let _ = done.send(console::write_message(&line));
}
