//! What the command line says.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::env;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use handoff_agent::ToolSet;
use handoff_protocol::Layout;

use crate::tasks::TaskWork;
use crate::{doctor, hook, mcp, merge, setup};

/// Tasks and handovers between conversations, as plain files in .handoff/.
#[derive(Debug, Parser)]
#[command(name = "handoff", version, arg_required_else_help = true, propagate_version = false)]
pub struct Options {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub work: Work,
}

/// What every command understands.
#[derive(Debug, Args)]
pub struct Common {
    /// The project's folder; else the environment's CLAUDE_PROJECT_DIR, else the working directory.
    #[arg(long, global = true, value_name = "FOLDER")]
    project: Option<PathBuf>,
    /// Print the answer as JSON.
    #[arg(long, global = true)]
    pub json: bool,
    /// Say what would change, and change nothing.
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// How a new project lies on disk.
    #[arg(long, global = true, value_enum, env = "HANDOFF_LAYOUT", default_value_t = Form::Toml)]
    layout: Form,
}

/// What is to be done.
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
#[derive(Debug, Subcommand)]
pub enum Work {
    /// Start a project in a folder that has none.
    Init {
        /// What it is called.
        name: String,
        /// A sentence about it.
        #[arg(long)]
        description: Option<String>,
    },
    /// Tasks: list, get, create, update, move, check, log, delete.
    #[command(subcommand)]
    Task(TaskWork),
    /// Look for files that make no sense, and say what to do about each.
    Doctor(doctor::Options),
    /// Serve agents over MCP on standard input and output.
    Mcp {
        /// Which tools are offered: core, planning, team, timer, memory, protocol, all; several with commas.
        #[arg(long, value_name = "SETS", env = "HANDOFF_TOOLS", default_value = "core")]
        tools: String,
    },
    /// Write what agents need into the files of their programs, show it, or take it away.
    Setup(setup::Setup),
    /// What clients run at certain moments of a conversation.
    #[command(hide = true)]
    Hook(hook::Options),
    /// Merge three versions of a file, as Git asks for it.
    #[command(hide = true)]
    MergeDriver(merge::Driver),
    /// Print what makes a shell complete this command.
    Completions {
        /// For which shell.
        shell: clap_complete::Shell,
    },
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
    /// What a new project gets.
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
    pub fn serving(&self, tools: &str) -> Result<mcp::Options, String> {
        let sets = ToolSet::of_names(tools).map_err(|word| {
            let names: Vec<&str> = ToolSet::ALL.iter().map(|set| set.name()).collect();
            format!("There is no set of tools called {word}; {} and all are known.", names.join(", "))
        })?;
        Ok(mcp::Options { folder: self.folder(), sets, layout: self.layout() })
    }
}
