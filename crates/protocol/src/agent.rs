//! What agents and the command line want changed beyond what surfaces do.
//!
//! Invariant: nothing here crosses into JavaScript, so that the module does not carry what no surface asks for.

use serde_json::{Map, Value};

use crate::SessionStatus;
use crate::command::{ConfigChange, NewTask, TaskPatch};
use crate::task::{Criterion, Priority};

/// Like a [`Command`](crate::Command): applied whole or refused whole, undone by one undo.
#[allow(clippy::large_enum_variant, reason = "commands are few and short-lived")]
#[derive(Clone, Debug, PartialEq)]
pub enum AgentCommand {
    /// Adds a task, at the place among its siblings that its order gives it.
    CreateTask {
        /// The task.
        task: NewTask,
        /// Its order among its siblings, the least first.
        order: Option<u32>,
    },
    /// Changes fields of a task, and its place among its siblings where it is given another order.
    UpdateTask {
        /// Which.
        id: String,
        /// The changes.
        patch: TaskPatch,
        /// Its new order among its siblings, the least first.
        order: Option<u32>,
    },
    /// Adds hours to what was spent on a task, and takes them from what is left where that is tracked.
    LogTime {
        /// Which.
        id: String,
        /// How many, above 0.
        hours: f64,
    },
    /// Adds or changes somebody who works on tasks, or a goal.
    ChangeEntry {
        /// Where it stands in the configuration.
        section: Section,
        /// Its key or name.
        name: String,
        /// Whether it is a new one, which may not be there yet; otherwise it must be.
        new: bool,
        /// What it says.
        changes: Vec<ConfigChange>,
    },
    /// Takes somebody out of the configuration and off all tasks.
    RemoveAssignee {
        /// Whom.
        key: String,
    },
    /// Says on which day the project begins.
    StartProject {
        /// `YYYY-MM-DD`.
        date: String,
        /// Whether all dates of tasks move along, so that the first of them falls on that day.
        shift: bool,
    },
    /// Lets the scheduler give tasks dates, and notes that as a decision in every active session.
    AutoSchedule {
        /// No task begins before this day, `YYYY-MM-DD`; today when absent.
        from: Option<String>,
        /// Only tasks of these assignees get other dates; empty: everybody's.
        assignees: Vec<String>,
    },
    /// Leaves a request of another project here.
    ReceiveReferral {
        /// What is asked for.
        referral: NewReferral,
    },
    /// Says how far a request of another project is.
    SetReferralStatus {
        /// Which.
        id: String,
        /// `open`, `acknowledged` or `resolved`.
        status: String,
    },
    /// Remembers something across sessions.
    SaveMemory {
        /// What.
        memory: NewMemory,
        /// Also where something like it is remembered already.
        force: bool,
    },
    /// Says better what is remembered, and lets it take the place of other memories.
    MergeMemory {
        /// Its id.
        into: String,
        /// What it says now.
        memory: NewMemory,
        /// The ids of those that it takes the place of.
        absorb: Vec<String>,
    },
    /// Forgets something.
    DeleteMemory {
        /// Its id.
        id: String,
    },
    /// Notes that a conversation has been told some memories.
    MarkMemories {
        /// The conversation; empty where it has no name.
        session_id: String,
        /// The ids of the memories.
        ids: Vec<String>,
    },
    /// Merges memories that say the same, and drops old bookkeeping.
    CleanUpMemories {},
    /// Begins to track a task's time, or asks the editor to where that runs the timers.
    StartTimer {
        /// Whose.
        id: String,
    },
    /// Stops tracking and adds the hours to the task, or asks the editor to.
    StopTimer {
        /// Whose.
        id: String,
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

/// Something to remember.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewMemory {
    /// The words.
    pub text: String,
    /// `lesson`, `rule`, `convention` or `gotcha`.
    pub kind: Option<String>,
    /// Free tags.
    pub tags: Vec<String>,
    /// Words by which it is found.
    pub keywords: Vec<String>,
    /// Parts of paths for which it matters.
    pub scope_paths: Vec<String>,
}

/// A request that goes to another project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewReferral {
    /// The sender's name.
    pub source_project: String,
    /// The sender's folder.
    pub source_project_dir: String,
    /// `improvement`, `bug`, `request` or `info`.
    pub referral_type: String,
    /// One line.
    pub summary: String,
    /// Markdown.
    pub details: Option<String>,
    /// How urgent.
    pub priority: Option<Priority>,
    /// What the sender proposes to do.
    pub tasks: Vec<ProposedWork>,
    /// Free.
    pub context: Option<Value>,
}

/// A task that a sender proposes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProposedWork {
    /// One line.
    pub title: String,
    /// How urgent.
    pub priority: Option<Priority>,
    /// Its check list.
    pub criteria: Vec<Criterion>,
}

/// A table of named entries in the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Who works on tasks.
    Assignees,
    /// Goals.
    Milestones,
}

impl Section {
    /// As the file has it.
    pub const fn name(self) -> &'static str {
        match self {
            Section::Assignees => "assignees",
            Section::Milestones => "milestones",
        }
    }
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
    /// The last active one; a new one where none is, or where sessions are set aside.
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
    /// Lists. They take the place of its own, but add to them where it builds on another session.
    pub lists: Vec<ListSave>,
    /// What is noted beside its content, by key; null takes a key away. `base`: the session on which
    /// it builds. `remove`: what it takes away from that and from its own lists, in addition to what
    /// was removed before. Others: `owner`, `collaborators` and `visibility`.
    pub record: Map<String, Value>,
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
