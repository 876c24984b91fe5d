//! What a person or an agent wants changed.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::agent::{NewMemory, NewReferral, Pause, Section, SessionPatch, SessionSave, SessionUpdate, TaskTree};
use crate::nullable;
use crate::planning::{DependencyLink, Reschedule};
use crate::task::{Criterion, Layout, Priority, Status, TaskLink};

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum ActorKind {
    /// A person at an editor or a command line.
    Human,
    /// A program that acts for a person.
    Agent,
}

/// Who acts, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Actor {
    /// Person or program.
    pub kind: ActorKind,
    /// As shown in the history; may be empty.
    pub name: String,
}

/// Everything that the engine may not find out by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Context {
    /// Milliseconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub now: i64,
    /// Minutes to add to UTC for the person's civil time; decides what "today" is.
    pub utc_offset_minutes: i32,
    /// Who acts.
    pub actor: Actor,
    /// Name of this installation's log file, `[A-Za-z0-9_-]{1,64}`: one per person and machine.
    pub writer: String,
    /// A fresh random number for each command; ids are made from it.
    pub seed: u32,
}

/// Where a task goes among its siblings or in its column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Place {
    /// Before all others.
    First {},
    /// Behind all others.
    Last {},
    /// Directly before this task.
    Before {
        /// The other task's id.
        id: String,
    },
    /// Directly behind this task.
    After {
        /// The other task's id.
        id: String,
    },
}

/// A change to a list of distinct values: first `set`, then `remove`, then `add`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct ListPatch {
    /// Replaces the whole list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<Vec<String>>,
    /// Takes these values out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remove: Option<Vec<String>>,
    /// Puts these values at the end unless they are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add: Option<Vec<String>>,
}

/// Changes to one task. An absent key keeps the field, null clears it.
#[allow(clippy::option_option, reason = "absent, null and a value are three different wishes")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TaskPatch {
    /// One line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Obeys the rules for done and skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// How urgent.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "Priority | null")]
    pub priority: Option<Option<Priority>>,
    /// Key of a configured assignee, or any text.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "string | null")]
    pub assignee: Option<Option<String>>,
    /// Name of a milestone.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "string | null")]
    pub milestone: Option<Option<String>>,
    /// `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "string | null")]
    pub start_date: Option<Option<String>>,
    /// `YYYY-MM-DD`, inclusive.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "string | null")]
    pub due_date: Option<Option<String>>,
    /// Hours, not negative.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "number | null")]
    pub estimate_hours: Option<Option<f64>>,
    /// Hours, not negative.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "number | null")]
    pub actual_hours: Option<Option<f64>>,
    /// Hours, not negative.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "number | null")]
    pub remaining_hours: Option<Option<f64>>,
    /// Keeps the dates from a scheduler.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "boolean | null")]
    pub pinned: Option<Option<bool>>,
    /// Free tags.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<ListPatch>,
    /// Untyped links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<ListPatch>,
    /// Typed links, the whole list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_links: Option<Vec<TaskLink>>,
    /// Ids of the tasks that this one waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<ListPatch>,
    /// Sets kind and lag of one dependency, which is added where it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dependency: Option<DependencyLink>,
    /// The whole check list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criteria: Option<Vec<Criterion>>,
    /// One change to the check list; not together with `criteria`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criterion: Option<CriterionEdit>,
    /// Markdown; replaces the notes.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
    #[ts(optional, type = "string | null")]
    pub notes: Option<Option<String>>,
    /// Markdown; goes behind the notes under a time stamp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub append_notes: Option<String>,
}

/// One change to a check list. Positions count from 0. `item` says what the person saw there: when another text stands
/// there by now the edit finds the item by its text, or is refused as stale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum CriterionEdit {
    /// Sets or clears the tick.
    Check {
        /// Position.
        index: u32,
        /// What stands there.
        item: String,
        /// The new tick.
        checked: bool,
    },
    /// Adds an open criterion at a position; a position behind the end means the end.
    Add {
        /// Position.
        index: u32,
        /// What must hold.
        item: String,
    },
    /// Changes the words.
    Reword {
        /// Position.
        index: u32,
        /// What stands there.
        item: String,
        /// The new words.
        to: String,
    },
    /// Moves a criterion to another position.
    Move {
        /// Position.
        index: u32,
        /// What stands there.
        item: String,
        /// The position that it has afterwards.
        to: u32,
    },
    /// Takes a criterion away.
    Remove {
        /// Position.
        index: u32,
        /// What stands there.
        item: String,
    },
}

/// A task that does not exist yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct NewTask {
    /// An id of one's own; allocated when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The parent's id; absent for the top level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Its fields; `title` is required.
    #[ts(as = "TaskPatch")]
    pub fields: TaskPatch,
    /// Where among its siblings; the end when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// An estimate for one task, given together with another change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskEstimate {
    /// The task's ID.
    pub id: String,
    /// Hours, not negative.
    pub hours: f64,
}

/// A change to one configuration key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ConfigChange {
    /// The parts of the key: `["assignees", "a.b", "color"]`.
    pub key: Vec<String>,
    /// The new value; null removes the key.
    #[ts(type = "unknown")]
    pub value: serde_json::Value,
}

#[allow(clippy::large_enum_variant, reason = "commands are few and short-lived; a box would show up in every pattern")]
/// What a person or an agent wants. One command is one unit: applied whole or refused whole, undone by one undo.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Command {
    /// Starts a project in a folder that has none.
    InitProject {
        /// The project's name.
        name: String,
        /// A sentence about it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        description: Option<String>,
        /// How it lies on disk.
        layout: Layout,
    },
    /// Adds a task.
    CreateTask {
        /// The task.
        task: NewTask,
        /// Its order among its siblings, the least first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        order: Option<u32>,
    },
    /// Changes fields of one or many tasks in the same way.
    UpdateTasks {
        /// Whose.
        ids: Vec<String>,
        /// The changes.
        patch: TaskPatch,
        /// Values that the person saw when the edit began: refused as stale when a single task's field has another one by now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seen: Option<TaskPatch>,
        /// Estimates for single tasks among them, set in the same step after the patch: what a refusal for a missing
        /// estimate asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        estimates: Option<Vec<TaskEstimate>>,
    },
    /// Moves tasks, in this order, under a parent (none: to the top) and to a place among its children.
    MoveTasks {
        /// Which.
        ids: Vec<String>,
        /// The new parent; may be the old one.
        parent: Option<String>,
        /// Where among the children.
        place: Place,
    },
    /// Moves cards on the board: their rank, and with it what the column and the lane stand for.
    #[allow(clippy::option_option, reason = "absent, null and a value are three different wishes")]
    PlaceCards {
        /// Which, in this order.
        ids: Vec<String>,
        /// The goal column's status, the lane's assignee and so on; may be empty.
        patch: TaskPatch,
        /// The lane's task, under which they go, at the end; null for the top. Absent keeps each under its own.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "nullable")]
        #[ts(optional, type = "string | null")]
        parent: Option<Option<String>>,
        /// Where in the column; absent keeps their ranks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        place: Option<Place>,
        /// Estimates for single tasks among them, set in the same step after the patch: what a refusal for a missing
        /// estimate asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        estimates: Option<Vec<TaskEstimate>>,
    },
    /// Gives tasks other dates.
    Reschedule {
        /// Which, and how.
        reschedule: Reschedule,
    },
    /// Keeps the present dates and estimates of all tasks under a name, to compare with later.
    SaveBaseline {
        /// What to call it.
        name: String,
    },
    /// Sends a baseline to the trash.
    DeleteBaseline {
        /// Its file.
        path: String,
    },
    /// Copies a task with its subtasks beside itself; open again, without hours spent.
    DuplicateTask {
        /// Which.
        id: String,
    },
    /// Sends tasks with their subtasks to the trash and reports what still refers to them.
    DeleteTasks {
        /// Which.
        ids: Vec<String>,
    },
    /// Changes configuration keys; comments stay.
    UpdateConfig {
        /// The changes.
        changes: Vec<ConfigChange>,
    },
    /// Keeps one of several task files in a folder; the others go to the trash.
    KeepTaskFile {
        /// The path of the file to keep.
        path: String,
    },
    /// Gives a task another id: in its file, its folder's name and what refers to it in tasks and sessions; references in pages and timers
    /// are reported. Settles duplicates and mismatches.
    ChangeId {
        /// The task's folder, since the id may not be unique.
        folder: String,
        /// The new id; allocated when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<String>,
    },
    /// Renames a task's folder after the id in its file.
    RenameFolder {
        /// The folder.
        folder: String,
    },
    /// Sends a folder or file that makes no sense to the trash.
    Discard {
        /// Which.
        path: String,
    },
    /// Removes a byte order mark.
    RemoveByteOrderMark {
        /// The file.
        path: String,
    },
    /// Takes a key with a broken optional value out of a record: a null list, a wrong type.
    RemoveKey {
        /// The file.
        path: String,
        /// The parts of the key; list positions as decimal numbers.
        key: Vec<String>,
    },
    /// Takes all values of a key that stands several times out of a record, except the last, which is the one that counts.
    RemoveRepeatedKey {
        /// The file.
        path: String,
        /// The parts of the key; list positions as decimal numbers.
        key: Vec<String>,
    },
    /// Adds to `.handoff/.gitignore` the missing lines for files that matter on this machine only.
    IgnoreLocalFiles {},
    /// Carries out several repairs as one step, each on what the ones before it leave. The order in which they are carried out is not that of
    /// the list but one in which no repair is in the way of another.
    Repair {
        /// The commands of the repairs. Only commands that repair something are allowed.
        repairs: Vec<Command>,
    },
    /// Writes down what other programs were seen to do, for when no other command does so on its way.
    RecordObserved {},
    /// Takes back the last change of this engine's history.
    Undo {},
    /// Carries out again what the last undo took back.
    Redo {},
    /// Changes fields of a task, and its place among its siblings where it is given another order.
    UpdateTask {
        /// Which.
        id: String,
        /// The changes.
        patch: TaskPatch,
        /// Its new order among its siblings, the least first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        session: Option<SessionSave>,
        /// Whether the active sessions are closed for it.
        close_active: bool,
    },
}
