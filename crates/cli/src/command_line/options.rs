//! The arguments of the command line, parsed by clap.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::env;

use clap::{Parser, Subcommand};
use handoff_protocol::Command;

use crate::ground::exit_codes::{EXIT_CODES, HANDOVER_EXIT_CODES};
use crate::verbs::arguments::CommonOptions;
use crate::verbs::assignee::AssigneeCommand;
use crate::verbs::calendar::CalendarCommand;
use crate::verbs::config::ConfigCommand;
use crate::verbs::cost::CostCommand;
use crate::verbs::dashboard::Dashboard;
use crate::verbs::digest::DigestCommand;
use crate::verbs::document::DocumentCommand;
use crate::verbs::handover::HandoverCommand;
use crate::verbs::import::Import;
use crate::verbs::init::Init;
use crate::verbs::invocation::Invocation;
use crate::verbs::labels::LabelsCommand;
use crate::verbs::memory::MemoryCommand;
use crate::verbs::milestone::MilestoneCommand;
use crate::verbs::package::arguments::{ExchangeCommand, PackageCommand};
use crate::verbs::planning::capacity::Capacity;
use crate::verbs::planning::metrics::Metrics;
use crate::verbs::planning::report::Report;
use crate::verbs::planning::schedule::Schedule;
use crate::verbs::proposal::ProposalCommand;
use crate::verbs::referral::ReferralCommand;
use crate::verbs::requirement::RequirementCommand;
use crate::verbs::search::Search;
use crate::verbs::session::SessionCommand;
use crate::verbs::task::TaskCommand;
use crate::verbs::time::TimerCommand;
use crate::verbs::trash::TrashCommand;
use crate::verbs::verify::Verify;
use crate::verbs::why::Why;
use crate::verbs::{doctor, hook, merge_driver, setup, undo};

fn exit_code_help() -> String {
    let lines = EXIT_CODES.iter().enumerate().map(|(code, meaning)| format!("\n  {code}  {meaning}"));
    lines.fold("Exit codes:".to_owned(), |text, line| text + &line)
}

/// Returns the exit codes of `handoff handover`, which are its own.
fn handover_exit_code_help() -> String {
    let lines = HANDOVER_EXIT_CODES.iter().map(|(code, meaning)| format!("\n  {code}  {meaning}"));
    lines.fold("Exit codes beside those of check:".to_owned(), |text, line| text + &line)
}

/// Returns whether the command line is one of `handoff handover`, which has its own exit codes.
pub fn is_handover() -> bool {
    let mut arguments = env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--project" | "--layout" => drop(arguments.next()),
            option if option.starts_with('-') => {}
            noun => return noun == "handover",
        }
    }
    false
}

/// Tasks and handovers between conversations, as plain files in .handoff/.
#[derive(Debug, Parser)]
#[command(name = "handoff", version, arg_required_else_help = true, propagate_version = false, after_help = exit_code_help())]
pub struct Options {
    #[command(flatten)]
    pub common: CommonOptions,
    #[command(subcommand)]
    pub command: CliCommand,
}

/// The verbs and nouns of the command line.
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Initialize a project in a folder.
    #[command(after_help = "Example: handoff init \"Tide Atlas\"")]
    Init(Init),
    /// Tasks: list, get, next, create, update, move, check, command, send-back, log, delete.
    #[command(subcommand)]
    Task(TaskCommand),
    /// Run the commands of a task's done criteria and keep what came of them as proofs. A criterion is ticked
    /// if its command succeeds. Exit code 1 if one fails.
    #[command(after_help = "Example: handoff verify t1.2 --allow-commands")]
    Verify(Verify),
    /// Sessions: load, save, list, show, update, fork, merge, close, pause.
    #[command(subcommand)]
    Session(SessionCommand),
    /// The configuration: get, set, unset.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Assignees: list, add, update, remove.
    #[command(subcommand)]
    Assignee(AssigneeCommand),
    /// Milestones: list, add, update, remove.
    #[command(subcommand)]
    Milestone(MilestoneCommand),
    /// Working time of the project: show, update, start.
    #[command(subcommand)]
    Calendar(CalendarCommand),
    /// The project's labels for tasks: list, update.
    #[command(subcommand)]
    Labels(LabelsCommand),
    /// Search everything: tasks, decisions and what superseded them, notes, sessions, documents,
    /// memories, referrals, packages.
    #[command(after_help = "Example: handoff search chart datum")]
    Search(Search),
    /// Why a file or a line is as it is: its commits with their sessions, tasks and decisions, and what is
    /// known about the file.
    #[command(after_help = "Example: handoff why src/feed.rs:42")]
    Why(Why),
    /// What happened since a time: by task and by actor, with decisions.
    #[command(after_help = "Example: handoff digest --since yesterday")]
    Digest(DigestCommand),
    /// What agents have used: tokens by task, agent, model or day, and what they cost.
    #[command(after_help = "Example: handoff cost --by agent --since 7d")]
    Cost(CostCommand),
    /// Progress, hours, overdue tasks, budget and milestones.
    Metrics(Metrics),
    /// Figures and series over time: burndown, flow, throughput, forecast and others; or a report in words.
    Report(Report),
    /// Working hours and planned work, by day.
    Capacity(Capacity),
    /// Schedule open tasks.
    Schedule(Schedule),
    /// Changes of the plan that agents propose: list, show, accept, reject.
    #[command(subcommand)]
    Proposal(ProposalCommand),
    /// The projects in the configured folders, or else this one, with their open tasks.
    Dashboard(Dashboard),
    /// Time tracking: start, stop, get.
    #[command(subcommand)]
    Timer(TimerCommand),
    /// Requests to and from other projects: send, list, get, update.
    #[command(subcommand)]
    Referral(ReferralCommand),
    /// Lessons that all sessions share: save, query, delete, cleanup.
    #[command(subcommand)]
    Memory(MemoryCommand),
    /// Specifications and notes: list, show, save, delete.
    #[command(subcommand)]
    Document(DocumentCommand),
    /// Requirements of documents: list.
    #[command(subcommand)]
    Requirement(RequirementCommand),
    #[command(flatten)]
    Exchange(ExchangeCommand),
    /// Packages: search, show, extend, pin, accept, delete, gc.
    #[command(subcommand)]
    Package(PackageCommand),
    /// Deleted tasks and files: list, restore.
    #[command(subcommand)]
    Trash(TrashCommand),
    /// Add tasks and a session from a file.
    Import(Import),
    /// Handovers with a checkpoint: run, check, status, compact, import.
    #[command(subcommand, after_help = handover_exit_code_help())]
    Handover(HandoverCommand),
    /// Pause all writing in this project: by commands, agents and editors.
    #[command(after_help = "Example: handoff pause --reason \"Release today\"")]
    Pause {
        /// The reason, shown with each refusal.
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// End the pause of this project.
    #[command(after_help = "Example: handoff resume")]
    Resume,
    /// Undo your last change from the command line in this project, or what an actor did.
    #[command(after_help = "Example: handoff undo --actor codex --since 2h")]
    Undo(undo::Options),
    /// List problems in the project's files, with repairs.
    #[command(after_help = "Example: handoff doctor --repair 1,4")]
    Doctor(doctor::Options),
    /// Run the MCP server on standard input and output.
    #[command(after_help = "Example: handoff mcp --tools core,planning")]
    Mcp {
        /// Tool sets to offer: core, planning, team, timer, memory, packages, docs,
        /// protocol, rest, all;
        /// separated by commas. Default: the project's setting, else core.
        #[arg(long, value_name = "SETS", env = "HANDOFF_TOOLS")]
        tools: Option<String>,
    },
    /// Set up agent programs to use Handoff, show the set-up, or remove it.
    #[command(after_help = "Example: handoff setup claude git --check")]
    Setup(setup::Setup),
    /// Run a hook event of a client.
    #[command(hide = true)]
    Hook(hook::Options),
    /// Merge three versions of a file for Git.
    #[command(hide = true)]
    MergeDriver(merge_driver::Driver),
    /// Print a completion script for a shell.
    #[command(after_help = "Example: handoff completions bash")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print docs/command.md.
    #[command(hide = true)]
    Reference,
}

/// How a parsed command is run.
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
pub enum Dispatch {
    /// Runs an invocation on the project.
    Invoke(Invocation),
    /// Stores, retrieves or lists packages.
    Exchange(ExchangeCommand),
    /// Shows or changes packages.
    Package(PackageCommand),
    /// Lists problems, or repairs some.
    Doctor(doctor::Options),
    /// Changes the configuration of agents and Git.
    SetUp(setup::Setup),
    /// Performs a handover, or says how far one is.
    Handover(HandoverCommand),
    /// Handles an event of a client's conversation.
    Hook(hook::Options),
    /// Merges a file for Git.
    Merge(merge_driver::Driver),
    /// Runs the MCP server, with these sets of tools if any are named.
    Serve(Option<String>),
    /// Prints a completion script.
    Complete(clap_complete::Shell),
    /// Prints docs/command.md.
    Document,
}

impl CliCommand {
    /// Returns how to run the command. With `as_json`, `session load` asks for another format.
    pub fn dispatch(self, as_json: bool) -> Dispatch {
        Dispatch::Invoke(match self {
            CliCommand::Init(init) => init.invocation(),
            CliCommand::Task(command) => command.invocation(),
            CliCommand::Session(command) => command.invocation(as_json),
            CliCommand::Config(command) => command.invocation(),
            CliCommand::Assignee(command) => command.invocation(),
            CliCommand::Milestone(command) => command.invocation(),
            CliCommand::Calendar(command) => command.invocation(),
            CliCommand::Labels(command) => command.invocation(),
            CliCommand::Search(search) => search.invocation(),
            CliCommand::Verify(verify) => verify.invocation(),
            CliCommand::Why(why) => why.invocation(),
            CliCommand::Digest(command) => command.invocation(),
            CliCommand::Cost(command) => command.invocation(),
            CliCommand::Metrics(command) => command.invocation(),
            CliCommand::Report(command) => command.invocation(),
            CliCommand::Capacity(command) => command.invocation(),
            CliCommand::Schedule(command) => command.invocation(),
            CliCommand::Proposal(command) => command.invocation(),
            CliCommand::Dashboard(command) => command.invocation(),
            CliCommand::Timer(command) => command.invocation(),
            CliCommand::Referral(command) => command.invocation(),
            CliCommand::Memory(command) => command.invocation(),
            CliCommand::Document(command) => command.invocation(),
            CliCommand::Requirement(command) => command.invocation(),
            CliCommand::Trash(command) => command.invocation(),
            CliCommand::Import(command) => command.invocation(),
            CliCommand::Pause { reason } => {
                // A pause without a reason has an empty one.
                Invocation::execute(Command::PauseWriting { reason: reason.unwrap_or_default() })
            }
            CliCommand::Resume => {
                // A project can be paused before it is initialized.
                Invocation::execute(Command::ResumeWriting {}).without_project()
            }
            CliCommand::Undo(options) => options.invocation(),
            CliCommand::Exchange(command) => return Dispatch::Exchange(command),
            CliCommand::Package(command) => return Dispatch::Package(command),
            CliCommand::Doctor(options) => return Dispatch::Doctor(options),
            CliCommand::Setup(options) => return Dispatch::SetUp(options),
            CliCommand::Handover(command) => return Dispatch::Handover(command),
            CliCommand::Hook(options) => return Dispatch::Hook(options),
            CliCommand::MergeDriver(driver) => return Dispatch::Merge(driver),
            CliCommand::Mcp { tools } => return Dispatch::Serve(tools),
            CliCommand::Completions { shell } => return Dispatch::Complete(shell),
            CliCommand::Reference => return Dispatch::Document,
        })
    }
}
