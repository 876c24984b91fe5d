//! Reads on a thread of its own, so that neither the work nor the answers wait for it.

use std::io::{self, BufRead as _};
use std::thread;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;

use super::LineSplitter;
use crate::mcp::worker::Worker;

/// Creates the runtime of the server.
pub fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

/// Sends the lines of standard input, until it ends or nobody receives them any more.
pub fn feed(lines: mpsc::Sender<Vec<u8>>, _: Worker) {
    thread::spawn(move || read(&lines));
}

fn read(lines: &mpsc::Sender<Vec<u8>>) {
    let mut input = io::stdin().lock();
    let mut splitter = LineSplitter::default();
    loop {
        let length = match input.fill_buf() {
            Ok([]) => break,
            Ok(bytes) => {
                let mut is_received = true;
                splitter.push(bytes, |line| is_received = is_received && lines.blocking_send(line).is_ok());
                if !is_received {
                    return;
                }
                bytes.len()
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            Err(_) => break,
        };
        input.consume(length);
    }
    if let Some(line) = splitter.end() {
        // Nobody may receive it any more.
        let _ = lines.blocking_send(line);
    }
}
