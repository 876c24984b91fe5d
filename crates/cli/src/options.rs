//! What the command line says.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::env;
use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use handoff_agent::ToolSet;
use handoff_protocol::Layout;

use crate::mcp;

/// Tasks and handovers between conversations, as plain files in .handoff/.
#[derive(Debug, Parser)]
#[command(name = "handoff", version, arg_required_else_help = true)]
pub struct Options {
    #[command(subcommand)]
    pub work: Work,
}

/// What is to be done.
#[derive(Debug, Subcommand)]
pub enum Work {
    /// Serve agents over MCP on standard input and output.
    Mcp(Serving),
}

/// How agents are served.
#[derive(Debug, Args)]
pub struct Serving {
    /// The project's folder; else the environment's CLAUDE_PROJECT_DIR, else the working directory.
    #[arg(long, value_name = "FOLDER")]
    project: Option<PathBuf>,
    /// Which tools are offered: core, planning, team, timer, memory, protocol, all; several with commas.
    #[arg(long, value_name = "SETS", env = "HANDOFF_TOOLS", default_value = "core")]
    tools: String,
    /// What a new project gets.
    #[arg(long, value_enum, env = "HANDOFF_LAYOUT", default_value_t = Form::Toml)]
    layout: Form,
}

/// How a project lies on disk.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// As the project's documents describe it.
    Toml,
    /// As handoff-mcp writes it.
    Json,
}

impl Serving {
    /// The same in the server's words; the error says which word is not known.
    pub fn checked(self) -> Result<mcp::Options, String> {
        let sets = ToolSet::of_names(&self.tools).map_err(|word| {
            format!(
                "There are no tools called {word}: core, planning, team, timer, memory, protocol and all are known."
            )
        })?;
        let layout = match self.layout {
            Form::Toml => Layout::Toml,
            Form::Json => Layout::Json,
        };
        Ok(mcp::Options { folder: self.project.unwrap_or_else(default_folder), sets, layout })
    }
}

/// The project that is meant where none is named.
fn default_folder() -> PathBuf {
    let named = env::var_os("CLAUDE_PROJECT_DIR").filter(|path| !path.is_empty()).map(PathBuf::from);
    named.or_else(|| env::current_dir().ok()).unwrap_or_default()
}

/// Says what went wrong.
pub fn complain(sentence: &str) {
    // Where nobody listens any more, nothing can be said.
    drop(writeln!(std::io::stderr(), "{sentence}"));
}
