//! The verbs of packages. Those of the other handoff command are at the top level of the command line.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use handoff_agent::operations::packages::list;
use handoff_agent::operations::packages::retrieve;
use handoff_agent::operations::packages::store::{self, Visibility};
use handoff_engine::packages::DEFAULT_GRACE;
use handoff_protocol::agent::packages::DEFAULT_TTL;

use crate::verbs::arguments::parsers::words;

/// The verbs after which `--project` is the name of the project that a package is about.
const VERBS: [&str; 3] = ["store", "retrieve", "list"];
const PROJECT: &str = "--project";
const ABOUT: &str = "--about";

/// The verbs that hand a package from one conversation to another.
#[derive(Debug, Subcommand)]
pub enum ExchangeCommand {
    /// Store the text on standard input as a package, and print its ID.
    #[command(after_help = "Example: handoff store --name auth-refactor --ttl 14d --tags auth,api --file notes.md")]
    Store(StoreOptions),
    /// Print the content of a package.
    #[command(after_help = "Example: handoff retrieve --name auth-refactor")]
    Retrieve(RetrieveOptions),
    /// List the packages that have not expired, newest first.
    #[command(after_help = "Example: handoff list --expired")]
    List(ListOptions),
}

/// The other verbs of packages.
#[derive(Debug, Subcommand)]
pub enum PackageCommand {
    /// List the packages that match some words, best match first.
    #[command(after_help = "Example: handoff package search token rotation")]
    Search {
        /// The words.
        #[arg(required = true)]
        words: Vec<String>,
        #[command(flatten)]
        options: ListOptions,
    },
    /// Show what is known about a package, without its content.
    #[command(after_help = "Example: handoff package show 0a1b2c3d")]
    Show {
        /// ID, or at least 4 characters of its start.
        id: String,
    },
    /// Set when a package expires, counted from now. Brings an expired one back.
    #[command(after_help = "Example: handoff package extend 0a1b2c3d --ttl 30d")]
    Extend {
        /// ID, or at least 4 characters of its start.
        id: String,
        /// Time to live: a number of hours or days.
        #[arg(long, default_value = DEFAULT_TTL)]
        ttl: String,
    },
    /// Make a package permanent, or end that.
    #[command(after_help = "Example: handoff package pin 0a1b2c3d")]
    Pin {
        /// ID, or at least 4 characters of its start.
        id: String,
        /// End that.
        #[arg(long)]
        off: bool,
    },
    /// Record that you have taken a package over.
    #[command(after_help = "Example: handoff package accept 0a1b2c3d")]
    Accept {
        /// ID, or at least 4 characters of its start.
        id: String,
    },
    /// Move a package to the trash.
    #[command(after_help = "Example: handoff package delete 0a1b2c3d")]
    Delete {
        /// ID, or at least 4 characters of its start.
        id: String,
    },
    /// Remove the packages that expired longer ago than the grace time, for good.
    #[command(after_help = "Example: handoff package gc --grace 24h --dry-run")]
    Gc {
        /// Time for which an expired package can be brought back: a number of hours or days.
        #[arg(long, default_value = DEFAULT_GRACE)]
        grace: String,
        /// In the user's store.
        #[arg(long)]
        user: bool,
    },
}

/// The options of `handoff store`.
#[derive(Debug, Args)]
pub struct StoreOptions {
    /// Name. A package replaces earlier ones of the same name and project.
    #[arg(long)]
    pub name: Option<String>,
    /// Summary, one line.
    #[arg(long)]
    pub summary: Option<String>,
    /// Time to live: a number of hours or days; default 7d.
    #[arg(long)]
    pub ttl: Option<String>,
    /// Project that it is about; --project after the verb means the same.
    #[arg(long, value_name = "NAME")]
    pub about: Option<String>,
    /// Tags, separated by commas.
    #[arg(long)]
    pub tags: Option<String>,
    /// A tag. Repeatable.
    #[arg(long = "tag", value_name = "TAG")]
    pub tag: Vec<String>,
    /// Read the content from a file of at most 16 MB.
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Make the content from a session; without an ID, from the active one or the last.
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "latest", conflicts_with = "file")]
    pub from_session: Option<String>,
    /// Never let it expire.
    #[arg(long)]
    pub pin: bool,
    /// private, team or public. Git ignores a private package.
    #[arg(long, value_parser = words::<Visibility>())]
    pub visibility: Option<Visibility>,
    /// ID of a task that it is about. Repeatable.
    #[arg(long = "task", value_name = "ID")]
    pub tasks: Vec<String>,
    /// ID of the session or package that it continues.
    #[arg(long, value_name = "ID")]
    pub base: Option<String>,
    /// In the user's store, for all projects.
    #[arg(long)]
    pub user: bool,
}

/// Without the content, which is read from standard input or a file.
impl From<StoreOptions> for store::Params {
    fn from(options: StoreOptions) -> store::Params {
        let listed = options.tags.iter().flat_map(|tags| tags.split(',')).map(str::trim).map(str::to_owned);
        let tags = listed.chain(options.tag).filter(|tag| !tag.is_empty());
        store::Params {
            name: options.name,
            content: None,
            from_session: options.from_session,
            summary: options.summary,
            project: options.about,
            tags: Some(tags.collect()),
            ttl: options.ttl,
            pin: Some(options.pin),
            visibility: options.visibility,
            task_ids: Some(options.tasks),
            base: options.base,
            user: Some(options.user),
        }
    }
}

/// The options of `handoff retrieve`.
#[derive(Debug, Args)]
pub struct RetrieveOptions {
    /// ID, or at least 4 characters of its start.
    pub id: Option<String>,
    /// The newest package of this name.
    #[arg(long)]
    pub name: Option<String>,
    /// Project that it is about; --project after the verb means the same.
    #[arg(long, value_name = "NAME")]
    pub about: Option<String>,
    /// A tag that it has.
    #[arg(long)]
    pub tag: Option<String>,
    /// As many whole packages as fit this number of tokens, newest first.
    #[arg(long, value_name = "TOKENS")]
    pub budget: Option<u32>,
    /// Record that you take it over.
    #[arg(long, conflicts_with = "budget")]
    pub accept: bool,
}

impl From<RetrieveOptions> for retrieve::Params {
    fn from(options: RetrieveOptions) -> retrieve::Params {
        retrieve::Params {
            id: options.id,
            name: options.name,
            project: options.about,
            tag: options.tag,
            budget: options.budget,
            max_tokens: Some(0),
        }
    }
}

/// The options of `handoff list` and `handoff package search`.
#[derive(Debug, Args)]
pub struct ListOptions {
    /// Project that they are about; --project after list means the same.
    #[arg(long, value_name = "NAME")]
    pub about: Option<String>,
    /// Their name.
    #[arg(long)]
    pub name: Option<String>,
    /// A tag that they have.
    #[arg(long)]
    pub tag: Option<String>,
    /// Those that expired and can still be brought back.
    #[arg(long)]
    pub expired: bool,
    /// Times in UTC.
    #[arg(long)]
    pub utc: bool,
}

impl From<ListOptions> for list::Params {
    fn from(options: ListOptions) -> list::Params {
        list::Params {
            name: options.name,
            project: options.about,
            tag: options.tag,
            expired: Some(options.expired),
            limit: Some(0),
            ..list::Params::default()
        }
    }
}

/// Renames `--project` after a verb that the other handoff command has with an option of that name.
/// There it is not the folder of the project.
pub fn rename_project(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_verb = |argument: &OsString| argument.to_str().is_some_and(|text| VERBS.contains(&text));
    let mut index = 1;
    // The options before the verb: those with a value are two arguments.
    while let Some(text) =
        arguments.get(index).and_then(|argument| argument.to_str()).filter(|text| text.starts_with('-'))
    {
        index += if matches!(text, PROJECT | "--layout") { 2 } else { 1 };
    }
    if !arguments.get(index).is_some_and(is_verb) {
        return arguments;
    }
    for argument in arguments.iter_mut().skip(index + 1) {
        match argument.to_str() {
            Some("--") => break,
            Some(PROJECT) => *argument = ABOUT.into(),
            Some(text) => {
                if let Some(value) = text.strip_prefix("--project=") {
                    *argument = format!("{ABOUT}={value}").into();
                }
            }
            None => {}
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn project_after_a_verb_of_packages_is_a_name() {
        for (line, expected) in [
            ("handoff store --name n --project p", "handoff store --name n --about p"),
            ("handoff --project /f --json list --project=p", "handoff --project /f --json list --about=p"),
            ("handoff retrieve -- --project", "handoff retrieve -- --project"),
            ("handoff task list --project /f", "handoff task list --project /f"),
            ("handoff package search x --project /f", "handoff package search x --project /f"),
            ("handoff", "handoff"),
        ] {
            let arguments = line.split(' ').map(OsString::from).collect();
            let renamed: Vec<String> =
                rename_project(arguments).iter().map(|text| text.to_string_lossy().into()).collect();
            assert_eq!(renamed.join(" "), expected);
        }
    }
}
