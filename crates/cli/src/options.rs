//! What the command line says.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::env;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use handoff_agent::ToolSet;
use handoff_protocol::Layout;
use serde_json::json;

use crate::commands::assignee::AssigneeWork;
use crate::commands::calendar::CalendarWork;
use crate::commands::config::ConfigWork;
use crate::commands::doctor;
use crate::commands::import::Import;
use crate::commands::labels::LabelsWork;
use crate::commands::memory::MemoryWork;
use crate::commands::milestone::MilestoneWork;
use crate::commands::overview::Dashboard;
use crate::commands::planning::{Capacity, Metrics, Schedule};
use crate::commands::referral::ReferralWork;
use crate::commands::session::SessionWork;
use crate::commands::task::TaskWork;
use crate::commands::timer::TimerWork;
use crate::hook;
use crate::invocation::Job;
use crate::mcp;
use crate::merge;
use crate::setup;

/// How a command ends: its exit code is the place, from 0.
pub const ENDS: [&str; 6] = [
    "success",
    "refused: a rule forbids the change, or its target does not exist",
    "invalid arguments",
    "a required file is invalid",
    "another program prevents the change",
    "writing is paused",
];

fn ends() -> String {
    let lines = ENDS.iter().enumerate().map(|(code, end)| format!("\n  {code}  {end}"));
    lines.fold("Exit codes:".to_owned(), |text, line| text + &line)
}

/// Tasks and handovers between conversations, as plain files in .handoff/.
#[derive(Debug, Parser)]
#[command(name = "handoff", version, arg_required_else_help = true, propagate_version = false, after_help = ends())]
pub struct Options {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub work: Work,
}

/// What every command understands.
#[derive(Debug, Args)]
pub struct Common {
    /// The project folder; default: the environment variable CLAUDE_PROJECT_DIR, then the working directory.
    #[arg(long, global = true, value_name = "FOLDER")]
    project: Option<PathBuf>,
    /// Print the answer as JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Show what would change, without changing anything.
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// Layout of a new project. Existing projects keep their layout.
    #[arg(long, global = true, value_enum, env = "HANDOFF_LAYOUT", default_value_t = Form::Toml)]
    layout: Form,
}

/// What is to be done.
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
#[derive(Debug, Subcommand)]
pub enum Work {
    /// Initialize a project in a folder.
    #[command(after_help = "Example: handoff init \"Tide Atlas\"")]
    Init {
        /// The name.
        name: String,
        /// A description.
        #[arg(long)]
        description: Option<String>,
    },
    /// Tasks: list, get, next, create, update, move, check, log, delete.
    #[command(subcommand)]
    Task(TaskWork),
    /// Sessions: load, save, list, show, update, fork, merge, close, pause.
    #[command(subcommand)]
    Session(SessionWork),
    /// The configuration: get, set, unset.
    #[command(subcommand)]
    Config(ConfigWork),
    /// Assignees: list, add, update, remove.
    #[command(subcommand)]
    Assignee(AssigneeWork),
    /// Milestones: list, add, update, remove.
    #[command(subcommand)]
    Milestone(MilestoneWork),
    /// Working time of the project: show, update, start.
    #[command(subcommand)]
    Calendar(CalendarWork),
    /// The labels that tasks should use: list, update.
    #[command(subcommand)]
    Labels(LabelsWork),
    /// Progress, hours, overdue tasks, budget and milestones.
    Metrics(Metrics),
    /// Working hours and planned work, by day.
    Capacity(Capacity),
    /// Schedule open tasks.
    Schedule(Schedule),
    /// The projects in the configured folders, with their open tasks.
    Dashboard(Dashboard),
    /// Tracking time: start, stop, get.
    #[command(subcommand)]
    Timer(TimerWork),
    /// Requests to and from other projects: send, list, get, update.
    #[command(subcommand)]
    Referral(ReferralWork),
    /// Lessons that outlive sessions: save, query, delete, cleanup.
    #[command(subcommand)]
    Memory(MemoryWork),
    /// Add tasks and a session from a file.
    Import(Import),
    /// Undo your last change from the command line in this project.
    #[command(after_help = "Example: handoff undo --dry-run")]
    Undo,
    /// List problems in the project's files, with repairs.
    #[command(after_help = "Example: handoff doctor --repair 1,4")]
    Doctor(doctor::Options),
    /// Run the MCP server on standard input and output.
    #[command(after_help = "Example: handoff mcp --tools core,planning")]
    Mcp {
        /// Tool sets to offer: core, planning, team, timer, memory, protocol, rest, all; separated by commas. Default: the project's setting, else
        /// core.
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
    MergeDriver(merge::Driver),
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

/// What is done about it.
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
pub enum Plan {
    /// A project is asked.
    Ask(Job),
    /// Problems are listed, or some are repaired.
    Doctor(doctor::Options),
    /// Other programs' files are set up.
    SetUp(setup::Setup),
    /// A client is at a certain moment of a conversation.
    Hook(hook::Options),
    /// Git wants a file merged.
    Merge(merge::Driver),
    /// Agents are served, with these sets of tools where any are named.
    Serve(Option<String>),
    /// A shell learns to complete.
    Complete(clap_complete::Shell),
    /// The documentation of the verbs is printed.
    Document,
}

impl Work {
    /// What is to be done about it; sessions are told in another way as JSON.
    pub fn plan(self, as_json: bool) -> Plan {
        Plan::Ask(match self {
            Work::Init { name, description } => {
                Job::call("handoff_init", json!({"project_name": name, "description": description})).anywhere()
            }
            Work::Task(work) => work.job(),
            Work::Session(work) => work.job(as_json),
            Work::Config(work) => work.job(),
            Work::Assignee(work) => work.job(),
            Work::Milestone(work) => work.job(),
            Work::Calendar(work) => work.job(),
            Work::Labels(work) => work.job(),
            Work::Metrics(work) => work.job(),
            Work::Capacity(work) => work.job(),
            Work::Schedule(work) => work.job(),
            Work::Dashboard(work) => work.job(),
            Work::Timer(work) => work.job(),
            Work::Referral(work) => work.job(),
            Work::Memory(work) => work.job(),
            Work::Import(work) => work.job(),
            Work::Undo => Job::take_back(),
            Work::Doctor(options) => return Plan::Doctor(options),
            Work::Setup(wish) => return Plan::SetUp(wish),
            Work::Hook(options) => return Plan::Hook(options),
            Work::MergeDriver(driver) => return Plan::Merge(driver),
            Work::Mcp { tools } => return Plan::Serve(tools),
            Work::Completions { shell } => return Plan::Complete(shell),
            Work::Reference => return Plan::Document,
        })
    }
}

/// How a project lies on disk.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// As the project's documents describe it.
    Toml,
    /// As handoff-mcp writes it.
    Json,
}

impl Common {
    /// Layout of a new project.
    pub fn layout(&self) -> Layout {
        match self.layout {
            Form::Toml => Layout::Toml,
            Form::Json => Layout::Json,
        }
    }

    /// Whether the command line or the environment says which project is meant.
    pub fn names_folder(&self) -> bool {
        self.project.is_some() || env::var_os("CLAUDE_PROJECT_DIR").is_some_and(|path| !path.is_empty())
    }

    /// The project that is meant.
    pub fn folder(&self) -> PathBuf {
        let named = env::var_os("CLAUDE_PROJECT_DIR").filter(|path| !path.is_empty()).map(PathBuf::from);
        let folder = self.project.clone().or(named).or_else(|| env::current_dir().ok()).unwrap_or_default();
        folder.canonicalize().unwrap_or(folder)
    }

    /// How agents are served; the error names the set that is not known.
    pub fn serving(&self, tools: Option<&str>) -> Result<mcp::Options, String> {
        let tools = tools.filter(|names| !names.trim().is_empty());
        let sets = tools.map(ToolSet::of_names).transpose().map_err(|word| {
            let names: Vec<&str> = ToolSet::ALL.iter().map(|set| set.name()).collect();
            format!("There is no tool set {word}. Use {} or all.", names.join(", "))
        })?;
        Ok(mcp::Options { folder: self.folder(), sets, layout: self.layout() })
    }
}
