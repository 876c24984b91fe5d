//! What agents and the command line want changed beyond what surfaces do.
//!
//! Invariant: nothing here crosses into JavaScript, so that the module does not carry what no surface asks for.

use serde_json::Value;

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
