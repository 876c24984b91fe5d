//! What agents and the command line want changed beyond what surfaces do.
//!
//! Invariant: nothing here crosses into JavaScript, so that the module does not carry what no surface asks for.

use serde_json::{Map, Value};

use crate::{NewTask, SessionStatus};

/// Like a [`Command`](crate::Command): applied whole or refused whole, undone by one undo.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentCommand {
    /// Adds hours to what was spent on a task, and takes them from what is left where that is tracked.
    LogTime {
        /// Which.
        id: String,
        /// How many, above 0.
        hours: f64,
    },
    /// Saves a session, new or known.
    SaveSession {
        /// How.
        save: SessionSave,
    },
    /// Sets sessions aside.
    PauseSessions {
        /// Which.
        which: Pause,
    },
    /// Picks a session up that was saved or set aside.
    ActivateSession {
        /// Its id.
        id: String,
    },
    /// Ticks or adds single entries of an active session.
    UpdateSession {
        /// Its id or the beginning of it; the last active one when absent.
        id: Option<String>,
        /// What.
        update: SessionUpdate,
    },
    /// Begins a session with a part of what another one holds.
    ForkSession {
        /// The other one.
        source: String,
        /// The lists and the environment that are taken over, by key.
        inherit: Vec<String>,
        /// What the new one has of its own.
        patch: SessionPatch,
    },
    /// Puts what several sessions hold into one of them.
    MergeSessions {
        /// All of them.
        sources: Vec<String>,
        /// The one that gets everything.
        target: String,
        /// Whether the others are closed.
        close_sources: bool,
    },
    /// Adds a tree of tasks, and what else came with it as a session.
    Import {
        /// The tasks at the top.
        tasks: Vec<TaskTree>,
        /// The session.
        session: Option<SessionSave>,
        /// Whether the active sessions are closed for it.
        close_active: bool,
    },
}

/// A task that does not exist yet, with its parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskTree {
    /// The task; its parent and place are not looked at.
    pub task: NewTask,
    /// Its parts.
    pub parts: Vec<TaskTree>,
}

/// How a session is saved.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionSave {
    /// Into which session.
    pub target: SessionTarget,
    /// What it gets.
    pub patch: SessionPatch,
    /// Where it stands afterwards, unless it is set aside.
    pub status: SessionStatus,
    /// What is set aside.
    pub pause: Pause,
}

/// Into which session something is saved. Ids may be cut short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionTarget {
    /// The last active one; a new one where none is.
    Current,
    /// Always a new one.
    New,
    /// The active one with that id.
    Active(String),
    /// The one with that id, unless it is closed already.
    Unfinished(String),
    /// The one with exactly that id, wherever it stands.
    Exactly(String),
}

/// Which sessions are set aside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pause {
    /// None.
    #[default]
    Nothing,
    /// All active ones.
    Active,
    /// The active or waiting one with that id.
    One(String),
}

/// What a session gets. What is absent stays as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionPatch {
    /// Single values by key; null takes one away.
    pub values: Map<String, Value>,
    /// Whole lists.
    pub lists: Vec<ListSave>,
}

/// A list that takes the place of one that was seen. What somebody else has added to that one meanwhile stays.
#[derive(Clone, Debug, PartialEq)]
pub struct ListSave {
    /// Its key.
    pub key: String,
    /// The new list.
    pub given: Vec<Value>,
    /// The old one.
    pub seen: Vec<Value>,
}

/// Changes to single entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionUpdate {
    /// Ticks an entry of the check list, or takes the tick away.
    pub check: Option<Check>,
    /// New last entries of lists, by key.
    pub add: Vec<(String, Value)>,
}

/// A tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The entry's position.
    pub index: usize,
    /// What stood there.
    pub seen: Option<Value>,
    /// Whether it is done.
    pub checked: bool,
}
