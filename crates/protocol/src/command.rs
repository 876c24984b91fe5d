//! The changes that people and agents can ask for.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::agent::handover::{HandoverFile, HandoverNote};
use crate::agent::{
    ConfigChange, EntryRename, Import, NewMemory, NewReferral, Pause, Section, SessionPatch, SessionSave,
    SessionUpdate, TaskChange, documents::DocumentChange, packages::PackageChange,
};
use crate::context::NeedKind;
use crate::query::SavedView;
use crate::task_patch::TaskUpdate;
use crate::time::{TimeChange, TimerRecord, TimerStart, TimerStop};
use crate::usage::UsedTokens;
use crate::{planning::Reschedule, proposal::ProposalChoice, task::Layout};

/// A change that a person or an agent asks for. It is applied or refused as a whole.
#[allow(clippy::large_enum_variant, reason = "commands are few and short-lived; a box would show up in every pattern")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub enum Command {
    /// Initializes a project in a folder that has none.
    InitProject {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<String>,
        layout: Layout,
        /// Whether to add the project to a folder with files of another program.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beside: Option<bool>,
    },
    /// Creates and changes tasks, and changes the configuration.
    ChangeTasks {
        /// The tasks. A task may be given once.
        tasks: Vec<TaskChange>,
        /// Changes to the configuration, such as milestones of the tasks.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(as = "Option<Vec<ConfigChange>>", optional)]
        config: Vec<ConfigChange>,
    },
    /// Makes the same changes to one or more tasks.
    UpdateTasks(TaskUpdate),
    /// Sends tasks in review back to work, with a comment for whoever has worked on them.
    SendBack {
        ids: Vec<String>,
        /// What is missing, Markdown. Not empty.
        comment: String,
    },
    /// Stores a change of the plan as a proposal, which a person accepts or rejects.
    Propose {
        /// The change: a command that creates, changes, moves, schedules or deletes tasks.
        command: Box<Command>,
        /// Why, in the words of the author. Not empty.
        reason: String,
    },
    /// Makes the changes of a proposal, or some of them. Only people may.
    AcceptProposal {
        id: String,
        /// The elements to accept. If absent, all of them without the fields that have a conflict.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        only: Option<Vec<ProposalChoice>>,
        /// A word for the author.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        answer: Option<String>,
    },
    /// Rejects a proposal. Only people may, and its author.
    RejectProposal {
        id: String,
        /// Why, for the author.
        answer: String,
    },
    /// Changes the dates of tasks.
    Reschedule {
        /// The tasks and the method.
        reschedule: Reschedule,
    },
    /// Saves the current dates and estimates of all tasks as a baseline.
    SaveBaseline {
        name: String,
    },
    /// Moves a baseline to the trash.
    DeleteBaseline {
        /// Path of its file.
        path: String,
    },
    /// Saves a view of the project.
    SaveView {
        view: SavedView,
        /// Whether it takes the place of the view with its name; refused without one. What that one
        /// displays on other pages stays. Without `replace`, the name must be free.
        #[serde(default)]
        replace: bool,
    },
    /// Renames a view of the project. The new name must be free.
    RenameView {
        name: String,
        to: String,
    },
    /// Deletes a view of the project.
    DeleteView {
        name: String,
    },
    /// Copies a task with its subtasks next to itself. The copies are open and have no hours spent.
    DuplicateTask {
        id: String,
    },
    /// Moves tasks with their subtasks to the trash. Warns about remaining references to them.
    DeleteTasks {
        ids: Vec<String>,
    },
    /// Changes configuration keys and keeps comments.
    UpdateConfig {
        changes: Vec<ConfigChange>,
    },
    /// Keeps one of several status files of a task and moves the others to the trash.
    KeepTaskFile {
        path: String,
    },
    /// Changes a task's ID in its file, in its folder's name and in the references of tasks and
    /// sessions. Warns about references in pages and timers. Repairs duplicate IDs and IDs that do
    /// not match the folder.
    ChangeId {
        /// The task's folder, because the ID may not be unique.
        folder: String,
        /// The new ID; allocated if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// If other tasks keep the ID: whether references that may mean any of them follow this task.
        /// Absent, they refer to both.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        follow: Option<bool>,
    },
    /// Renames a task's folder to match the ID in its file.
    RenameFolder {
        folder: String,
    },
    /// Moves an unknown folder or file to the trash.
    Discard {
        path: String,
    },
    /// Removes a byte order mark.
    RemoveByteOrderMark {
        path: String,
    },
    /// Replaces halves of surrogate pairs in JSON, which make the file unreadable, by U+FFFD.
    ReplaceLoneSurrogates {
        path: String,
    },
    /// Removes a key with an invalid optional value, such as a null list, from a record.
    RemoveKey {
        path: String,
        /// The parts of the key; list positions are decimal numbers.
        key: Vec<String>,
    },
    /// Removes all occurrences of a repeated key from a record but the last, effective one.
    RemoveRepeatedKey {
        path: String,
        /// The parts of the key; list positions are decimal numbers.
        key: Vec<String>,
    },
    /// Removes the lines of an activity log that are no JSON objects, such as torn ones.
    RemoveDamagedLines {
        path: String,
    },
    /// Adds the missing lines for machine-local files to `.handoff/.gitignore`.
    IgnoreLocalFiles {},
    /// Applies several repairs in one change, in an order in which no repair prevents another.
    Repair {
        /// Commands of the repairs. Only repair commands are allowed.
        repairs: Vec<Command>,
    },
    /// Logs the observed changes of other programs, for when no other command follows to do so.
    RecordObserved {},
    /// Pauses writing in the project, or changes the reason. Allowed while writing is paused.
    PauseWriting {
        /// The reason, shown with each refusal; may be empty.
        reason: String,
    },
    /// Ends the project's own pause. Allowed while writing is paused.
    ResumeWriting {},
    /// Reverts the last change in this engine's history.
    Undo {},
    /// Applies the change again that the last undo reverted.
    Redo {},
    /// Adds or changes an assignee, a milestone or a label.
    ChangeEntry {
        /// Its section of the configuration.
        section: Section,
        /// Key of the assignee or name of the milestone or label.
        name: String,
        /// Whether to add it. Refused if it exists; otherwise refused if it does not.
        new: bool,
        /// Changes to its fields.
        changes: Vec<ConfigChange>,
        /// Whether the status of a milestone may go back.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>")]
        force: bool,
    },
    /// Removes an assignee from the configuration and from all tasks.
    RemoveAssignee {
        key: String,
    },
    /// Renames an assignee, a milestone or a label, in the configuration and in all tasks.
    RenameEntry(EntryRename),
    /// Sets the start date of the project.
    StartProject {
        /// `YYYY-MM-DD`.
        date: String,
        /// Whether to shift the dates of all tasks so that the first of them is on that day.
        shift: bool,
    },
    /// Schedules tasks, and records that as a decision in every active session.
    AutoSchedule {
        /// Earliest start date, `YYYY-MM-DD`; today if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// Assignees whose tasks are scheduled; if empty, all tasks are.
        assignees: Vec<String>,
    },
    /// Stores a referral from another project.
    ReceiveReferral {
        referral: NewReferral,
    },
    SetReferralStatus {
        id: String,
        /// `open`, `acknowledged` or `resolved`.
        status: String,
    },
    SaveMemory {
        memory: NewMemory,
        /// Whether to save it even if a similar memory exists.
        force: bool,
    },
    /// Rewrites a memory and deletes the memories that it replaces.
    MergeMemory {
        /// ID of the memory to rewrite.
        into: String,
        /// Its new content.
        memory: NewMemory,
        /// IDs of the memories to delete.
        absorb: Vec<String>,
    },
    DeleteMemory {
        id: String,
    },
    /// Records that memories were shown to a conversation.
    MarkMemories {
        /// The conversation; empty if it has no name.
        session_id: String,
        ids: Vec<String>,
    },
    /// Deletes old usage records of memories.
    CleanUpMemories {
        /// Whether to merge memories with the same words.
        merges: bool,
    },
    ChangeDocuments {
        change: DocumentChange,
    },
    /// Appends a note to the dated file of its tag. Changes nothing if its run has one there.
    AppendHandoverNote {
        note: HandoverNote,
    },
    /// Replaces the current state. A text that a person wrote there is moved to the trash.
    WriteCurrentState {
        text: String,
    },
    /// Moves the dated notes of months to their archives.
    CompactHandover {
        /// `YYYY-MM`; all months before the current one if absent.
        month: Option<String>,
        /// Only notes that are older than this number of days.
        older_than_days: Option<u32>,
        /// A summary of the notes, which is put above the index of the archive.
        summary: Option<String>,
    },
    /// Adds the files of an existing folder of notes to those of the project.
    ImportHandover {
        files: Vec<HandoverFile>,
    },
    ChangePackages {
        change: PackageChange,
    },
    /// Starts a task's timer, or asks the editor to do so if it runs the timers.
    StartTimer(TimerStart),
    /// Stops a task's timer and adds the hours to the task, or asks the editor to do so.
    StopTimer(TimerStop),
    /// Writes what was measured, answers requests of agents, and renews the authority.
    TrackTime {
        /// Its measurements.
        record: TimerRecord,
    },
    /// Changes time entries and the hours of their tasks.
    ChangeTime {
        change: TimeChange,
    },
    /// Saves a session, new or existing.
    SaveSession {
        /// The session's content and target.
        save: SessionSave,
    },
    PauseSessions {
        which: Pause,
    },
    /// Activates an open or paused session.
    ActivateSession {
        id: String,
    },
    /// Checks or adds single entries of an active session.
    UpdateSession {
        /// ID of the session or a prefix of it. If absent, the last active session; without one, an
        /// agent begins a session, and a person changes the session that was saved last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        update: SessionUpdate,
    },
    /// Creates a session with parts of another one.
    ForkSession {
        /// ID of the source session.
        source: String,
        /// Keys of the lists to copy, and `environment`.
        inherit: Vec<String>,
        /// Content of the new session.
        patch: SessionPatch,
    },
    /// Merges several sessions into one of them.
    MergeSessions {
        /// IDs of all sessions, the target included.
        sources: Vec<String>,
        /// ID of the target session.
        target: String,
        /// Whether to close the other sessions.
        close_sources: bool,
    },
    /// Imports a tree of tasks, and the other imported values as a session.
    Import(Import),
    /// Claims a task for the actor. No undo step.
    ClaimTask {
        /// ID of the task; the next task that nobody holds and that nobody else is assigned to if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        /// Whether to take the task over from another holder; otherwise that is refused.
        take_over: bool,
        /// Whether the next task may be one that is assigned to another actor.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        any: Option<bool>,
        /// The name of the subagent for which the actor claims the task.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        subagent: Option<String>,
    },
    /// Releases tasks that the actor holds. A person may release the tasks of others. No undo step.
    ReleaseTasks {
        /// IDs of the tasks; all that the actor holds if empty.
        ids: Vec<String>,
    },
    /// Renews the actor's claims that are older than a minute. Neither logged nor an undo step.
    RenewClaims {},
    /// Notes that the actor, an agent, needs a person. Neither logged nor an undo step.
    NeedPerson {
        /// ID of the conversation that waits, as the client names it.
        conversation: String,
        /// What it needs.
        need: NeedKind,
        /// See [`AgentNeed::text`](crate::AgentNeed::text).
        text: String,
    },
    /// Removes the note that a conversation needs a person, if there is one. Neither logged nor an undo step.
    GoOn {
        /// ID of the conversation, as the client names it.
        conversation: String,
    },
    /// Adds tokens that a conversation of the actor has used, unless the part of the transcript is counted already.
    /// Neither logged nor an undo step.
    RecordUsage {
        /// ID of the conversation, as the client names it.
        conversation: String,
        /// How far the transcript was counted before, in bytes. Nothing is added if that is not so.
        #[ts(type = "number")]
        from: u64,
        /// How far it is counted with these tokens, in bytes.
        #[ts(type = "number")]
        to: u64,
        tokens: Vec<UsedTokens>,
    },
    /// Moves entries of the trash back to where they were. The shell has to feed `trash/` before.
    RestoreTrash {
        /// Their paths in the trash, or IDs of deleted tasks.
        entries: Vec<String>,
    },
    /// Reverts what an actor did. What somebody else has changed since stays as it is.
    Revert {
        /// The contents of the files of the steps, oldest first.
        steps: Vec<String>,
        /// IDs of the only tasks to revert; all tasks and other files if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tasks: Option<Vec<String>>,
    },
}
