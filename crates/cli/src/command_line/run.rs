//! Runs a parsed command line. The result is text on standard output or one sentence on standard
//! error, and the exit code.

use std::process::ExitCode;

use clap::CommandFactory as _;
use handoff_agent::{FailureKind, HandoffError, ToolSet, UnknownToolSet};

use crate::command_line::options::{Dispatch, Options};
use crate::command_line::reference;
use crate::ground::console::{fail, print_data};
use crate::ground::exit_codes::exit_code;
use crate::ground::interrupt;
use crate::mcp;
use crate::verbs::arguments::{CommonOptions, working_directory};
use crate::verbs::output::fail_with;
use crate::verbs::setup::layout_beside;
use crate::verbs::{doctor, handover, hook, merge_driver, package, setup};

/// Runs the parsed options.
pub fn run(options: Options) -> ExitCode {
    let Options { common, command } = options;
    let dispatch = command.dispatch(common.json);
    if let Dispatch::Invoke(_)
    | Dispatch::Exchange(_)
    | Dispatch::Package(_)
    | Dispatch::Doctor(_)
    | Dispatch::SetUp(_)
    | Dispatch::Handover(_) = &dispatch
        && let Some(sentence) = common.explain_folder()
    {
        return fail(&sentence, exit_code(FailureKind::Arguments));
    }
    // The server ends in its own way.
    if !matches!(dispatch, Dispatch::Serve(_)) {
        interrupt::install();
    }
    match dispatch {
        Dispatch::Invoke(invocation) => invocation.run(&common),
        Dispatch::Exchange(command) => package::run_exchange(&common, command),
        Dispatch::Package(command) => package::run(&common, command),
        Dispatch::Doctor(options) => doctor::run(&common, &options),
        Dispatch::SetUp(setup_options) => setup::run(&common, &setup_options),
        Dispatch::Handover(command) => handover::run(&common, command),
        Dispatch::Hook(options) => hook::run(&common, &options),
        Dispatch::Merge(driver) => merge_driver::run(&driver),
        Dispatch::Serve(tools) => {
            let served = mcp_options(&common, tools.as_deref()).and_then(mcp::serve);
            served.map_or_else(|error| fail_with(error, exit_code), |()| ExitCode::SUCCESS)
        }
        Dispatch::Complete(shell) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Options::command(), "handoff", &mut script);
            print_data(&script)
        }
        Dispatch::Document => print_data(reference::generate().as_bytes()),
    }
}

/// Returns the options of the MCP server, or an error that names the unknown set of tools.
fn mcp_options(common: &CommonOptions, tools: Option<&str>) -> Result<mcp::Options, HandoffError> {
    if common.dry_run {
        let sentence = "--dry-run does not apply to the server. Agents ask for it in a call.";
        return Err(HandoffError::Arguments(sentence.into()));
    }
    let tools = tools.filter(|names| !names.trim().is_empty());
    let sets = tools.map(ToolSet::of_names).transpose().map_err(|UnknownToolSet(word)| {
        let names: Vec<&str> = ToolSet::ALL.iter().map(|set| set.name()).collect();
        HandoffError::Arguments(format!("There is no tool set {word}. Use {} or all.", names.join(", ")).into())
    })?;
    let placeholder = common.explain_folder();
    let folder = if placeholder.is_some() { working_directory() } else { common.folder() };
    let is_named = common.names_folder() && placeholder.is_none();
    let layout = common.layout().unwrap_or_else(|| layout_beside(&folder));
    Ok(mcp::Options { folder, is_named, placeholder, sets, layout, is_json: common.json })
}
