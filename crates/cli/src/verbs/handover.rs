//! Handovers: named steps with a checkpoint.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::verbs::parsers::text_or_stdin;

/// The verbs of handovers.
#[derive(Debug, Subcommand)]
pub enum HandoverCommand {
    /// Perform the steps of a handover, or the rest of an interrupted one.
    #[command(after_help = "Example: handoff handover run --note \"Feed parses; dates are open.\" --tag feed")]
    Run(RunArguments),
    /// Say whether a handover was interrupted, on standard error. Exit code 0: none is recorded; 1: one
    /// has to be resumed; 2: the last one is complete.
    #[command(after_help = "Example: handoff handover check")]
    Check {
        /// The declaration; default: .handoff/handover.toml.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// The checkpoint; default: .handoff/local/handover/checkpoint.json.
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<PathBuf>,
    },
    /// The steps of the last handover.
    #[command(after_help = "Example: handoff handover status")]
    Status {
        /// The declaration; default: .handoff/handover.toml.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// The checkpoint; default: .handoff/local/handover/checkpoint.json.
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<PathBuf>,
    },
    /// Move the dated notes of past months to their archives.
    #[command(after_help = "Example: handoff handover compact --month 2026-11")]
    Compact {
        /// The month, YYYY-MM; default: all past months.
        #[arg(long, value_name = "MONTH")]
        month: Option<String>,
        /// Only notes that are older than this many days.
        #[arg(long, value_name = "DAYS", value_parser = days)]
        older_than: Option<u32>,
        /// A summary of the month, put above the notes. - reads standard input.
        #[arg(long, value_name = "TEXT", value_parser = text_or_stdin, requires = "month")]
        summary: Option<String>,
    },
    /// Add the notes of a folder of agent-handover to those of the project.
    #[command(after_help = "Example: handoff handover import memory")]
    Import {
        /// The folder, which has layer1, layer2 or layer3 in it.
        folder: PathBuf,
    },
}

/// Returns the days of a duration such as `30d`.
fn days(text: &str) -> Result<u32, String> {
    let number = text.strip_suffix('d').filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    number.and_then(|digits| digits.parse().ok()).ok_or_else(|| "use a number of days such as 30d".to_owned())
}

/// The arguments of a run.
#[allow(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The declaration; default: .handoff/handover.toml.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The note; default: made from the session. - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    pub note: Option<String>,
    /// The current state; default: made from the project. - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    pub current_state: Option<String>,
    /// The tag of the note; default: general.
    #[arg(long, value_name = "TAG")]
    pub tag: Option<String>,
    /// Push after the commit.
    #[arg(long, conflicts_with = "no_push")]
    pub push: bool,
    /// Do not push after the commit.
    #[arg(long)]
    pub no_push: bool,
    /// The checkpoint; default: .handoff/local/handover/checkpoint.json.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Allow the programs that the declaration runs, on this machine, as long as the file is the same.
    #[arg(long)]
    pub allow_commands: bool,
    /// Allow this push on this machine, as long as its remote, addresses and branch are the same.
    #[arg(long)]
    pub allow_push: bool,
    /// Drop an interrupted handover and begin a new one.
    #[arg(long)]
    pub discard: bool,
}
