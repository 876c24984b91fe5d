//! Generates docs/command.md from the command line's own help and the schemas of its answers.

use std::fmt::Write as _;

use clap::{Command, CommandFactory as _, Parser as _};
use serde_json::Value;

use crate::command_line::options::{Dispatch, Options};
use crate::ground::exit_codes::EXIT_CODES;
use crate::verbs::planning::report::shapes;
use crate::verbs::{doctor, setup};

const HEAD: &str = "\
# The `handoff` command

What people and scripts do with a project from a shell. `handoff VERB --help` tells every flag. This page is made from the command itself: `HANDOFF_WRITE=1
cargo test -p handoff-cli --test main reference` writes it anew.

Everywhere:

* `--project FOLDER` says which project, else the environment's `CLAUDE_PROJECT_DIR` does, else the working directory.
* `--json` prints one JSON value; below each verb stands its shape, where `?` marks what may be absent. A reader ignores keys that it does not know.
* `--dry-run` says what would change and changes nothing; as JSON `{would: text, edits: [{edit: text, path: text, to?: text}], warnings: [text]}`.
* Tables fit the width of the terminal, the columns that matter least going first, and are in colour there; in a pipe they are whole and plain. `NO_COLOR` switches colours off.
* Of a text that may be long, such as notes, `-` reads standard input.
* The argument after an option that takes a value is the value, also if it begins with a hyphen (`--append-notes \"- first point\"`), unless it is the name of
  an option of the same command: write such a text after `=` (`--title=--json`). Put `--` before other texts that begin with a hyphen.
* Hours are a number (`1.5` or `1,5`), a span (`90m`, `1h30m`) or a clock (`1:30`).
* Numbers of items count from 1, in what is printed and in arguments. In JSON, `index` and similar members count from 0, as for the tools of agents.
* Control characters, line separators and characters that hide or reorder text are not printed: they become spaces or are left out. JSON has them as `\\u` escapes.
  Exports and the content of one package are unchanged in a pipe or a file.
* A flag that can be given several times makes a list, which replaces the one that is there. Only `--clear` and `--none` empty a list.

| exit code | meaning |
| --- | --- |
";

/// The beginning of the command line whose JSON depends on its argument.
const REPORT: &str = "handoff report ";

const PAUSE: &str = "\
## Pausing all writes

To pause all writing by commands, agents, hooks and editors, use one of these; its content is shown as the reason:

* `handoff pause --reason TEXT`, which writes the file `.handoff/PAUSE` of the project; `handoff resume` removes it,
* a file `~/.handoff/PAUSE` for all projects (in another place if the home folder has a project, see [format.md](format.md#pausing-all-writing)),
* the environment variable `HANDOFF_PAUSE`.

Reading and `--dry-run` still work.

## Undo

`handoff undo` undoes your last command in this project, then the one before it, up to twenty. It does not undo changes by agents through
`handoff mcp` or by an editor, which has its own undo.

`handoff undo --actor NAME` undoes what a person or an agent did: all stored changes, or with `--since` those from a time on (`30m`, `2h`, `3d`, `10:00`,
`2026-12-01`, or an RFC 3339 time). NAME is the name of the actor in any case, or the ID of a conversation. At a terminal it shows what would be undone and asks; `--yes` does not ask,
and `--dry-run` only shows it. What somebody else has changed since is kept, field by field, and reported. [agents.md](agents.md#undo) describes the rules.
The whole undo is one command of yours, which `handoff undo` takes back.

If another program has changed the same fields since, the undo is refused with the name of the file, and nothing is lost. Then `handoff undo --partial` undoes the rest of
the change, and `handoff undo --skip` forgets it, so that the next undo undoes the change before it. A stored
change that cannot be read is named, because it may be the last one; `--skip` forgets it too.

The changes are stored in
`.handoff/local/history/`, readable only by you: your last 20 and the last 200 of agents, for 30 days, at most 20 MB.
";

/// Returns the content of docs/command.md.
pub fn generate() -> String {
    let mut page = HEAD.to_owned();
    for (code, end) in EXIT_CODES.iter().enumerate() {
        let _ = writeln!(page, "| {code} | {end} |");
    }
    page.push_str("\nStandard error shows one sentence that explains what went wrong.\n\n## Verbs\n");
    let mut command = Options::command();
    // Usage lines include the parent commands only after `build`.
    command.build();
    for noun in visible_subcommands(&command) {
        describe(noun, &mut page);
    }
    page.push('\n');
    page.push_str(&shapes::section());
    page.push('\n');
    page.push_str(PAUSE);
    page
}

fn visible_subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help")
}

/// Writes the section of a verb, or of each verb of a noun.
fn describe(command: &Command, page: &mut String) {
    if visible_subcommands(command).next().is_some() {
        for verb in visible_subcommands(command) {
            describe(verb, page);
        }
        return;
    }
    let usage = command.clone().render_usage().to_string().replace("Usage: ", "").replace(" [OPTIONS]", "");
    let about = command.get_about().map_or_else(String::new, ToString::to_string);
    let example = command.get_after_help().map_or_else(String::new, ToString::to_string);
    let example = example.trim_start_matches("Example: ");
    let about = if about.ends_with('.') { about } else { format!("{about}.") };
    // Writing to a string cannot fail.
    let _ = writeln!(page, "\n### `{}`\n\n{about}\n\nExample: `{example}`", usage.trim());
    let flags: Vec<String> =
        command.get_arguments().filter(|argument| !argument.is_global_set()).filter_map(flag_name).collect();
    if !flags.is_empty() {
        let _ = writeln!(page, "\nFlags: {}.", flags.join(", "));
    }
    if example.starts_with(REPORT) {
        page.push_str("\nJSON: see [Reports](#reports); without a name an object with some of them by their names; of a report in words `{report: text}`.\n");
    } else if let Some(shape) = answer_shape(example) {
        let _ = writeln!(page, "\nJSON: `{shape}`");
    }
}

/// Returns "`--label` …" for a flag, with the ellipsis if it can be given several times.
fn flag_name(argument: &clap::Arg) -> Option<String> {
    let name = argument.get_long().filter(|name| *name != "help")?;
    let several = if matches!(argument.get_action(), clap::ArgAction::Append) { " …" } else { "" };
    Some(format!("`--{name}`{several}"))
}

/// Returns the shape of the answer to a command line.
fn answer_shape(line: &str) -> Option<String> {
    let options = Options::try_parse_from(split_words(line)).ok()?;
    let invocation = match options.command.dispatch(true) {
        Dispatch::Invoke(invocation) => invocation,
        Dispatch::Doctor(_) => return Some(describe_schema(&doctor::schema())),
        Dispatch::SetUp(_) => return Some(describe_schema(&setup::schema())),
        _ => return None,
    };
    Some(invocation.schema.map_or_else(|| "{text: text}".to_owned(), |schema| describe_schema(&schema())))
}

/// Splits a command line into words; double quotes group a text.
fn split_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            character => word.push(character),
        }
    }
    words.push(word);
    words
}

/// Describes a JSON Schema in a short notation.
fn describe_schema(schema: &Value) -> String {
    let kind = schema.get("type");
    let kinds: Vec<&str> = match kind {
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.and_then(Value::as_str).into_iter().collect(),
    };
    if let Some(Value::Array(words)) = schema.get("enum") {
        return words
            .iter()
            .map(|word| word.as_str().map_or_else(|| word.to_string(), |word| format!("\"{word}\"")))
            .collect::<Vec<_>>()
            .join(" | ");
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(Value::Array(several)) = schema.get(key) {
            return several.iter().map(describe_schema).collect::<Vec<_>>().join(" | ");
        }
    }
    let one = |kind: &&str| match *kind {
        "object" => describe_object(schema),
        "array" => {
            schema.get("items").map_or_else(|| "[anything]".to_owned(), |items| format!("[{}]", describe_schema(items)))
        }
        "string" => "text".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "boolean" => "true | false".to_owned(),
        other => other.to_owned(),
    };
    if kinds.is_empty() { "anything".to_owned() } else { kinds.iter().map(one).collect::<Vec<_>>().join(" | ") }
}

fn describe_object(schema: &Value) -> String {
    let required = schema.get("required").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let Some(Value::Object(members)) = schema.get("properties") else {
        let each = schema.get("additionalProperties").filter(|each| each.is_object());
        return each.map_or_else(|| "{…}".to_owned(), |each| format!("{{KEY: {}}}", describe_schema(each)));
    };
    let member = |(name, schema): (&String, &Value)| {
        let mark = if required.iter().any(|required| required == name) { "" } else { "?" };
        format!("{name}{mark}: {}", describe_schema(schema))
    };
    format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_verb_has_an_example_that_parses() {
        let mut command = Options::command();
        command.build();
        let mut verbs: Vec<&Command> = Vec::new();
        for noun in visible_subcommands(&command) {
            let own: Vec<&Command> = visible_subcommands(noun).collect();
            verbs.extend(if own.is_empty() { vec![noun] } else { own });
        }
        assert!(verbs.len() > 40);
        for verb in verbs {
            let example = verb.get_after_help().map_or_else(String::new, ToString::to_string);
            let line =
                example.strip_prefix("Example: ").unwrap_or_else(|| panic!("{} has no example", verb.get_name()));
            let parsed = Options::try_parse_from(split_words(line));
            assert!(parsed.is_ok(), "{line}: {:?}", parsed.err());
            let of_words = ["status", "priority", "kind", "mode", "category", "confidence", "owner", "inherit"];
            for argument in verb.get_arguments().filter(|argument| of_words.contains(&argument.get_id().as_str())) {
                assert!(!argument.get_possible_values().is_empty(), "{line}: {} takes no word", argument.get_id());
            }
        }
    }

    #[test]
    fn describe_schema_uses_short_notation() {
        for (schema, expected) in [
            (json!({"type": "string"}), "text"),
            (json!({"type": ["number", "null"]}), "number | null"),
            (json!({"type": "string", "enum": ["a", "b"]}), "\"a\" | \"b\""),
            (
                json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "array", "items": {"type": "integer"}}, "b": {"type": "object"}}}),
                "{a: [number], b?: {…}}",
            ),
            (json!({"type": "object", "additionalProperties": {"type": "boolean"}}), "{KEY: true | false}"),
            (json!({}), "anything"),
        ] {
            assert_eq!(describe_schema(&schema), expected);
        }
    }
}
