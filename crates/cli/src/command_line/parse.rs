//! Parses the command line, with values of options that begin with a hyphen.

use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory as _, FromArgMatches as _};

use crate::command_line::options::Options;
use crate::verbs::package::arguments::rename_project;

/// Parses the arguments of the process.
pub fn parse(arguments: Vec<OsString>) -> Result<Options, clap::Error> {
    let mut command = Options::command();
    // Adds the options of every command to each one.
    command.build();
    let arguments = join_values(&command, rename_project(arguments));
    let matches = command.try_get_matches_from_mut(arguments)?;
    Options::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Joins an option and its value with `=` if the value begins with a hyphen, because clap takes such a
/// value for an option. What names an option of the same command is never a value.
fn join_values(root: &Command, arguments: Vec<OsString>) -> Vec<OsString> {
    let mut command = root;
    let mut joined = Vec::with_capacity(arguments.len());
    let mut rest = arguments.into_iter().peekable();
    // The first argument is the program.
    joined.extend(rest.next());
    while let Some(mut argument) = rest.next() {
        let text = argument.to_string_lossy().into_owned();
        if text == "--" {
            joined.push(argument);
            break;
        }
        if let Some(subcommand) = command.find_subcommand(&text) {
            command = subcommand;
        }
        let value = match find_option(command, &text) {
            Some(option) if requires_value(option) => rest.next_if(|value| !names_option(command, value)),
            _ => None,
        };
        match value {
            Some(value) if is_hyphenated(&value) => {
                argument.push("=");
                argument.push(value);
                joined.push(argument);
            }
            value => joined.extend(std::iter::once(argument).chain(value)),
        }
    }
    joined.extend(rest);
    joined
}

/// Returns the option that an argument such as `--notes` or `-y` names.
fn find_option<'c>(command: &'c Command, text: &str) -> Option<&'c Arg> {
    let short = text.strip_prefix('-').and_then(|name| name.parse::<char>().ok());
    let long = text.strip_prefix("--");
    command.get_arguments().find(|option| {
        long.is_some_and(|long| option.get_long() == Some(long))
            || short.is_some_and(|short| option.get_short() == Some(short))
    })
}

/// Returns whether an option cannot stand without a value.
fn requires_value(option: &Arg) -> bool {
    option.get_action().takes_values() && option.get_num_args().is_none_or(|range| range.min_values() > 0)
}

/// Returns whether an argument names an option, perhaps with a value, or ends the options.
fn names_option(command: &Command, argument: &OsString) -> bool {
    let text = argument.to_string_lossy();
    let name = text.split_once('=').map_or(&*text, |(name, _)| name);
    text == "--" || find_option(command, name).is_some()
}

fn is_hyphenated(value: &OsString) -> bool {
    value != "-" && value.to_string_lossy().starts_with('-')
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;

    use super::*;

    fn built() -> Command {
        let mut command = Options::command();
        command.build();
        command
    }

    /// Calls a function with the path of each command without subcommands.
    fn each_command(command: &Command, path: &[&str], check: &mut dyn FnMut(&[&str], &Command)) {
        for subcommand in command.get_subcommands() {
            let path = [path, &[subcommand.get_name()]].concat();
            each_command(subcommand, &path, check);
            if !subcommand.has_subcommands() {
                check(&path, subcommand);
            }
        }
    }

    fn join(root: &Command, arguments: &[&str]) -> Vec<String> {
        let joined = join_values(root, arguments.iter().map(OsString::from).collect());
        joined.into_iter().map(|argument| argument.into_string().unwrap()).collect()
    }

    #[test]
    fn every_option_takes_a_value_that_begins_with_a_hyphen() {
        let root = built();
        let mut count = 0;
        each_command(&root, &["handoff"], &mut |path, command| {
            for option in command.get_arguments().filter(|option| requires_value(option)) {
                let Some(name) = option.get_long().map(|name| format!("--{name}")) else { continue };
                count += 1;
                for text in ["- first point\n- second", "--no-verify is forbidden", "-Wall", "-1"] {
                    let line = [path, &[name.as_str(), text, "--json"]].concat();
                    let joined = join(&root, &line);
                    assert_eq!(joined, [path, &[format!("{name}={text}").as_str(), "--json"]].concat(), "{line:?}");
                    let error = root.clone().try_get_matches_from(joined).err().map(|error| error.kind());
                    assert_ne!(error, Some(ErrorKind::UnknownArgument), "{line:?}");
                }
                for other in ["--json", "--json=x", "--", "--help", "-h"] {
                    let line = [path, &[name.as_str(), other]].concat();
                    assert_eq!(join(&root, &line), line);
                    assert!(root.clone().try_get_matches_from(&line).is_err(), "{line:?}");
                }
            }
        });
        assert!(count > 100, "{count}");
    }

    #[test]
    fn other_arguments_stay_as_they_are() {
        let root = built();
        for line in [
            "handoff",
            "handoff --json task list",
            "handoff --project /p task create --notes - --label a",
            "handoff task create -- --notes -x",
            "handoff report burndown --csv -x",
            "handoff undo --actor codex -y",
            "handoff memory save -Wall",
        ] {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(join(&root, &words), words);
        }
    }
}
