//! Initializes a project.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use handoff_agent::RequiredText;
use handoff_agent::operations::project::{InitProject, Params};

use crate::verbs::arguments::parsers::not_blank;
use crate::verbs::invocation::Invocation;

/// The project to initialize.
#[derive(Debug, Args)]
pub struct Init {
    /// The name.
    #[arg(value_parser = not_blank)]
    name: RequiredText,
    /// A description.
    #[arg(long)]
    description: Option<String>,
    /// Create it in this folder although the folder belongs to a project already.
    #[arg(long)]
    nested: bool,
    /// Create it although .handoff has files of another program, or this is the home folder.
    #[arg(long)]
    beside: bool,
}

impl From<Init> for Params {
    fn from(args: Init) -> Params {
        Params {
            project_name: args.name,
            description: args.description,
            layout: None,
            nested: Some(args.nested),
            beside: Some(args.beside),
        }
    }
}

impl Init {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        Invocation::plain::<InitProject>(self.into()).without_project()
    }
}
