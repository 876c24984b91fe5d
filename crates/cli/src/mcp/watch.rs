//! News for clients that asked for them: a resource has changed, whoever changed it, or other tools are offered.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use handoff_agent::ToolSet;
use rmcp::RoleServer;
use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::{Peer, SubscriptionSink};
use tokio::sync::Notify;

use crate::mcp::worker::Worker;

/// How long another program's change may go unnoticed.
const PERIOD: Duration = Duration::from_secs(1);

/// To whom news go.
#[derive(Clone)]
pub enum Listener {
    /// The client of a session that began with a handshake.
    Session(Peer<RoleServer>),
    /// A stream that a request has opened.
    Stream(SubscriptionSink),
}

impl Listener {
    fn is_stream(&self, id: &rmcp::model::RequestId) -> bool {
        matches!(self, Listener::Stream(sink) if sink.id() == id)
    }

    async fn updated(&self, address: &str) {
        // Who has hung up need not know.
        match self {
            Listener::Session(peer) => {
                let _ = peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(address)).await;
            }
            Listener::Stream(sink) => drop(sink.notify_resource_updated(address).await),
        }
    }

    async fn tools_changed(&self) {
        match self {
            Listener::Session(peer) => drop(peer.notify_tool_list_changed().await),
            Listener::Stream(sink) => drop(sink.notify_tool_list_changed().await),
        }
    }
}

struct Interest {
    address: String,
    listener: Listener,
    /// What told the content that the listener knows from others.
    mark: Option<u64>,
}

#[derive(Default)]
struct Interests {
    resources: Vec<Interest>,
    tools: Vec<Listener>,
    /// The sets that were offered last.
    offered: Option<Vec<ToolSet>>,
}

/// Who wants to hear of what.
#[derive(Default)]
pub struct Watch {
    interests: Mutex<Interests>,
    stirred: Notify,
}

impl Watch {
    fn interests(&self) -> MutexGuard<'_, Interests> {
        self.interests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody wants to hear of an address; a second time changes nothing.
    pub fn add(&self, address: &str, listener: Listener, mark: Option<u64>) {
        let mut interests = self.interests();
        let known = |interest: &Interest| {
            interest.address == address
                && matches!((&interest.listener, &listener), (Listener::Session(_), Listener::Session(_)))
        };
        if !interests.resources.iter().any(known) {
            interests.resources.push(Interest { address: address.to_owned(), listener, mark });
        }
        drop(interests);
        self.stirred.notify_one();
    }

    /// The session does not want to hear of an address any more.
    pub fn remove(&self, address: &str) {
        let kept =
            |interest: &Interest| interest.address != address || matches!(interest.listener, Listener::Stream(_));
        self.interests().resources.retain(kept);
    }

    /// Somebody wants to hear when other tools are offered.
    pub fn add_for_tools(&self, listener: Listener) {
        self.interests().tools.push(listener);
    }

    /// A stream has ended.
    pub fn end(&self, id: &rmcp::model::RequestId) {
        let mut interests = self.interests();
        interests.resources.retain(|interest| !interest.listener.is_stream(id));
        interests.tools.retain(|listener| !listener.is_stream(id));
    }

    /// These sets are offered now; whether that is news.
    pub fn offer(&self, sets: &[ToolSet]) -> bool {
        let before = self.interests().offered.replace(sets.to_vec());
        before.is_some_and(|before| before != sets)
    }

    /// Something may have changed: a call was made.
    pub fn stir(&self) {
        self.stirred.notify_one();
    }

    /// Waits until something may have changed. Other programs are heard of by looking from time to time while somebody wants to know.
    async fn wait(&self) {
        if self.interests().resources.is_empty() {
            self.stirred.notified().await;
        } else {
            let _ = tokio::time::timeout(PERIOD, self.stirred.notified()).await;
        }
    }

    /// Tells the news, for ever. `fixed` are the tools where the project has no say.
    pub async fn keep(&self, worker: &Worker, fixed: Option<&[ToolSet]>) {
        loop {
            self.wait().await;
            let addresses: Vec<String> =
                self.interests().resources.iter().map(|interest| interest.address.clone()).collect();
            let look = addresses.clone();
            let Ok((marks, sets)) = worker.run(move |projects| projects.news(&look)).await else { continue };
            let mut news = Vec::new();
            for (address, mark) in addresses.iter().zip(marks) {
                for interest in self.interests().resources.iter_mut().filter(|interest| interest.address == *address) {
                    if interest.mark != mark {
                        interest.mark = mark;
                        news.push((interest.listener.clone(), address));
                    }
                }
            }
            for (listener, address) in news {
                listener.updated(address).await;
            }
            if fixed.is_none() && sets.is_some_and(|sets| self.offer(&sets)) {
                let listeners = self.interests().tools.clone();
                for listener in listeners {
                    listener.tools_changed().await;
                }
            }
        }
    }
}
