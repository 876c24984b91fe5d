//! Errors of the arguments as one sentence, with what was probably meant.

use std::env;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory as _};
use handoff_agent::FailureKind;

use crate::command_line::options::{Options, is_handover};
use crate::ground::console::{self, fail, print};
use crate::ground::exit_codes::{exit_code, handover_exit_code};

/// Verbs with one meaning. A noun has one of them, and people try another.
const SAME_MEANING: [&[&str]; 4] = [
    &["create", "add", "new"],
    &["delete", "remove", "rm"],
    &["get", "show", "view"],
    &["update", "edit", "change", "set"],
];

/// Prints the help if it was requested; else prints the parse error as one sentence.
pub fn report_parse_error(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let help = console::help(&error.render());
        if error.use_stderr() {
            console::ask(help);
            return ExitCode::from(usage_code());
        }
        return print(help);
    }
    let rendered = error.render().to_string();
    let lines = rendered.trim_start_matches("error: ").lines().map(str::trim);
    // The lines below are the usage, which --help shows in full.
    let message_lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let mut sentence = message_lines.join(" ");
    if let Some(first) = sentence.get(..1).map(str::to_uppercase) {
        sentence.replace_range(..1, &first);
    }
    let end = hint(error).map_or_else(|| "; see --help.".to_owned(), |hint| format!(". {hint} See --help."));
    fail(&format!("{sentence}{end}"), usage_code())
}

/// Returns the exit code of invalid arguments.
fn usage_code() -> u8 {
    if is_handover() { handover_exit_code(FailureKind::Arguments) } else { exit_code(FailureKind::Arguments) }
}

/// Returns what was probably meant, or how to give a text that looks like an option.
fn hint(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match (error.kind(), error.get(ContextKind::Suggested), error.get(ContextKind::ValidValue)) {
        (ErrorKind::InvalidSubcommand, ..) => {
            let similar = match error.get(ContextKind::SuggestedSubcommand) {
                Some(ContextValue::Strings(names)) => names.as_slice(),
                _ => &[],
            };
            let arguments: Vec<String> =
                env::args_os().skip(1).map(|argument| argument.to_string_lossy().into()).collect();
            let known = known_verbs(&Options::command(), &arguments, text(ContextKind::InvalidSubcommand)?, similar);
            let (last, others) = known.split_last()?;
            let others = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
            Some(format!("Did you mean {others}{last}?"))
        }
        (ErrorKind::UnknownArgument, ..) if text(ContextKind::SuggestedArg).is_some() => {
            text(ContextKind::SuggestedArg).map(|option| format!("Did you mean {option}?"))
        }
        // clap suggests the same if the command takes a text, but with a part of that text.
        (ErrorKind::UnknownArgument, Some(ContextValue::StyledStrs(tips)), _)
            if tips.iter().any(|tip| tip.to_string().contains("-- ")) =>
        {
            Some("Put -- before a text that begins with a hyphen.".to_owned())
        }
        (ErrorKind::InvalidValue, _, Some(ContextValue::Strings(valid))) if valid.is_empty() => {
            Some("Put = before a text that is the name of an option.".to_owned())
        }
        _ => None,
    }
}

/// Returns the command lines that a person may have meant with an unknown verb. `similar` are verbs of
/// the same noun that look like it, the most similar one last.
fn known_verbs(root: &Command, arguments: &[String], unknown: &str, similar: &[String]) -> Vec<String> {
    let noun = arguments.iter().take_while(|word| *word != unknown).find_map(|word| root.find_subcommand(word));
    let command = noun.unwrap_or(root);
    let place = noun.map_or_else(|| "handoff".to_owned(), |noun| format!("handoff {}", noun.get_name()));
    let same = SAME_MEANING.iter().filter(|verbs| verbs.contains(&unknown)).copied().flatten();
    let mut known: Vec<String> =
        same.filter(|verb| command.find_subcommand(verb).is_some()).map(|verb| format!("{place} {verb}")).collect();
    if known.is_empty() && noun.is_none() {
        let nouns = root.get_subcommands().filter(|noun| noun.find_subcommand(unknown).is_some());
        known.extend(nouns.map(|noun| format!("handoff {} {unknown}", noun.get_name())));
    }
    if known.is_empty() {
        known.extend(similar.last().map(|verb| format!("{place} {verb}")));
    }
    if known.is_empty() && root.find_subcommand(unknown).is_some() {
        known.push(format!("handoff {unknown}"));
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_verb_leads_to_known_ones() {
        for (line, expected) in [
            ("task add Harbour", "handoff task create"),
            ("--json task rm t1", "handoff task delete"),
            ("session get", "handoff session show"),
            ("gc", "handoff package gc"),
            ("pin 0a1b", "handoff package pin"),
            ("package list", "handoff list"),
            (
                "show x",
                "handoff session show, handoff calendar show, handoff proposal show, handoff document show, handoff package show",
            ),
            ("task fly", ""),
        ] {
            let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let error =
                Options::command().try_get_matches_from(["handoff"].into_iter().chain(line.split(' '))).unwrap_err();
            let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidSubcommand) else {
                panic!("{line}: {error}");
            };
            assert_eq!(known_verbs(&Options::command(), &arguments, unknown, &[]).join(", "), expected, "{line}");
        }
    }
}
