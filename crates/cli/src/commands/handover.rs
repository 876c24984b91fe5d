//! Handovers: named steps with a checkpoint.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::commands::text_or_stdin;

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
}

/// The arguments of a run.
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
    /// Drop an interrupted handover and begin a new one.
    #[arg(long)]
    pub discard: bool,
}
