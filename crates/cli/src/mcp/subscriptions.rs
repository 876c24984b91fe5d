//! Notifications for clients that subscribed to them: a resource has changed, or the offered tools
//! have.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use handoff_agent::ToolSet;
use rmcp::RoleServer;
use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::{Peer, SubscriptionSink};
use tokio::sync::Notify;

use crate::mcp::worker::Worker;

/// The interval at which changes by other programs are looked for.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The receiver of notifications.
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

    async fn send_updated(&self, address: &str) {
        // A client that has disconnected needs no notification.
        match self {
            Listener::Session(peer) => {
                let _ = peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(address)).await;
            }
            Listener::Stream(sink) => {
                let _ = sink.notify_resource_updated(address).await;
            }
        }
    }

    async fn send_tools_changed(&self) {
        // A client that has disconnected needs no notification.
        match self {
            Listener::Session(peer) => {
                let _ = peer.notify_tool_list_changed().await;
            }
            Listener::Stream(sink) => {
                let _ = sink.notify_tool_list_changed().await;
            }
        }
    }
}

struct Subscription {
    address: String,
    listener: Listener,
    /// The hash of the content that the listener knows; `None` if there was nothing.
    hash: Option<u64>,
}

#[derive(Default)]
struct Subscribers {
    resources: Vec<Subscription>,
    tools: Vec<Listener>,
    /// The sets of tools that were offered last.
    offered: Option<Vec<ToolSet>>,
}

/// The subscriptions of all clients.
#[derive(Default)]
pub struct Subscriptions {
    subscribers: Mutex<Subscribers>,
    changed: Notify,
}

impl Subscriptions {
    fn subscribers(&self) -> MutexGuard<'_, Subscribers> {
        self.subscribers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a subscription to a resource. Subscribing twice in a session has no further effect.
    pub fn add(&self, address: &str, listener: Listener, hash: Option<u64>) {
        let mut subscribers = self.subscribers();
        let is_duplicate = |subscription: &Subscription| {
            subscription.address == address
                && matches!((&subscription.listener, &listener), (Listener::Session(_), Listener::Session(_)))
        };
        if !subscribers.resources.iter().any(is_duplicate) {
            subscribers.resources.push(Subscription { address: address.to_owned(), listener, hash });
        }
        drop(subscribers);
        self.changed.notify_one();
    }

    /// Removes the session's subscription to a resource.
    pub fn remove(&self, address: &str) {
        let stays = |subscription: &Subscription| {
            subscription.address != address || matches!(subscription.listener, Listener::Stream(_))
        };
        self.subscribers().resources.retain(stays);
    }

    /// Adds a subscription to the list of tools.
    pub fn add_for_tools(&self, listener: Listener) {
        self.subscribers().tools.push(listener);
    }

    /// Removes the subscriptions of a stream.
    pub fn remove_stream(&self, id: &rmcp::model::RequestId) {
        let mut subscribers = self.subscribers();
        subscribers.resources.retain(|subscription| !subscription.listener.is_stream(id));
        subscribers.tools.retain(|listener| !listener.is_stream(id));
    }

    /// Stores the offered sets of tools. Returns true if others were offered before.
    pub fn set_offered(&self, sets: &[ToolSet]) -> bool {
        let previous = self.subscribers().offered.replace(sets.to_vec());
        previous.is_some_and(|previous| previous != sets)
    }

    /// Reports that something may have changed: a call was made.
    pub fn notify_changed(&self) {
        self.changed.notify_one();
    }

    /// Waits until something may have changed. Changes by other programs are polled while there are
    /// subscriptions to resources.
    async fn wait(&self) {
        if self.subscribers().resources.is_empty() {
            self.changed.notified().await;
        } else {
            // A timeout is the poll.
            let _ = tokio::time::timeout(POLL_INTERVAL, self.changed.notified()).await;
        }
    }

    /// Sends notifications for ever.
    pub async fn run(&self, worker: &Worker) {
        loop {
            self.wait().await;
            let addresses: Vec<String> =
                self.subscribers().resources.iter().map(|subscription| subscription.address.clone()).collect();
            let requested = addresses.clone();
            let Ok((hashes, sets)) = worker.run(move |projects| projects.current_state(&requested)).await else {
                continue;
            };
            let mut notifications = Vec::new();
            for (address, hash) in addresses.iter().zip(hashes) {
                for subscription in
                    self.subscribers().resources.iter_mut().filter(|subscription| subscription.address == *address)
                {
                    if subscription.hash != hash {
                        subscription.hash = hash;
                        notifications.push((subscription.listener.clone(), address));
                    }
                }
            }
            for (listener, address) in notifications {
                listener.send_updated(address).await;
            }
            if sets.is_some_and(|sets| self.set_offered(&sets)) {
                let listeners = self.subscribers().tools.clone();
                for listener in listeners {
                    listener.send_tools_changed().await;
                }
            }
        }
    }
}
