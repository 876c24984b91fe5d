//! Runs the tools that answer in steps as operations.

use serde_json::{Map, Value};

use crate::InvalidArgument;
use crate::Reply;
use crate::Shell;
use crate::ToolContext;
use crate::ToolOutcome;

/// The first step of a tool.
pub(crate) type OldAnswer = fn(ToolContext<'_>, &Map<String, Value>) -> Result<ToolOutcome, InvalidArgument>;

/// Performs the steps of a call.
pub(crate) async fn run(shell: &Shell, answer: OldAnswer, arguments: Map<String, Value>) -> Reply {
    let mut step = shell.read(move |ctx| answer(ctx, &arguments).unwrap_or_else(ToolOutcome::from)).await;
    loop {
        step = match step {
            ToolOutcome::Done(reply) => return reply,
            ToolOutcome::Commit { command, then } => {
                let outcome = shell.try_commit(*command).await;
                shell.read(move |ctx| then(ctx, outcome)).await
            }
            ToolOutcome::Elsewhere { folder, is_found, command, then } => {
                match shell.try_commit_elsewhere(folder, is_found, *command).await {
                    Ok(outcome) => shell.read(move |ctx| then(ctx, outcome)).await,
                    Err(error) => return error.into(),
                }
            }
            ToolOutcome::Survey { search, then } => {
                let survey = shell.find_projects(search).await;
                shell.read(move |ctx| then(ctx, survey)).await
            }
            ToolOutcome::Git { then } => {
                let git = shell.start_git().await;
                shell.read(move |ctx| then(ctx, git)).await
            }
            ToolOutcome::Files { requests, then } => {
                let answers = shell.files(requests).await;
                shell.read(move |ctx| then(ctx, answers)).await
            }
            ToolOutcome::Packages { then } => {
                let user = shell.load_packages().await;
                shell.read(move |ctx| then(ctx, user)).await
            }
            ToolOutcome::UserStore { command, then } => {
                let outcome = shell.try_commit_for_user(*command).await;
                shell.read(move |ctx| then(ctx, outcome)).await
            }
            ToolOutcome::Trash { then } => {
                shell.load_trash().await;
                shell.read(then).await
            }
            ToolOutcome::Undo { then } => match shell.undo().await {
                Ok(undone) => shell.read(move |ctx| then(ctx, undone)).await,
                Err(error) => return error.into(),
            },
        };
    }
}
