//! The documentation of the verbs, made of what the command line and the tools say of themselves.

use std::fmt::Write as _;

use clap::{Command, CommandFactory as _, Parser as _};
use serde_json::Value;

use crate::commands::doctor;
use crate::invocation::CliAction;
use crate::options::{ENDS, Options, Plan};
use crate::setup;

const HEAD: &str = "\
# The `handoff` command

Work with a project from a shell or a script. `handoff VERB --help` lists every flag. This page is generated from the command: `HANDOFF_WRITE=1
cargo test -p handoff-cli --test reference` writes it again.

Common options and rules:

* `--project FOLDER` selects the project. Default: the environment variable `CLAUDE_PROJECT_DIR`, then the working directory.
* `--json` prints one JSON value. Each verb below shows its shape; `?` marks keys that may be absent. Ignore keys that you do not know.
* `--dry-run` shows what would change, without changing anything; as JSON `{would: text, edits: [{edit: text, path: text, to?: text}], warnings: [text]}`.
* In a terminal, tables are in color and fit its width: the least important columns are dropped first. In a pipe they are complete and plain. `NO_COLOR` turns colors off.
* Pass `-` to read a long text (such as notes) from standard input.
* A flag that can be repeated makes a list, which replaces the existing one. Only `--clear` and `--none` empty a list.

| exit code | meaning |
| --- | --- |
";

const PAUSE: &str = "\
## Pausing all writes

To pause all writes by the command and by agents, use one of these; its content is shown as the reason:

* a file `.handoff/PAUSE` in a project,
* a file `~/.handoff/PAUSE` for all projects,
* the environment variable `HANDOFF_PAUSE`.

Reading and `--dry-run` still work.

## Undo

`handoff undo` undoes your last command in this project, then the one before it, up to twenty. It does not undo changes by agents through
`handoff mcp` or by an editor, which has its own undo.

If another program has changed the same fields since, the undo is refused with the name of the file, and nothing is lost. The history is stored outside the
project, in `$XDG_STATE_HOME/handoff` or `~/.local/state/handoff`, readable only by you.
";

/// docs/command.md.
pub fn page() -> String {
    let mut page = HEAD.to_owned();
    for (code, end) in ENDS.iter().enumerate() {
        let _ = writeln!(page, "| {code} | {end} |");
    }
    page.push_str("\nStandard error shows one sentence that explains what went wrong.\n\n## Verbs\n");
    let mut command = Options::command();
    // Usage lines name what is above them only once all is built.
    command.build();
    for noun in shown(&command) {
        describe(noun, &mut page);
    }
    page.push('\n');
    page.push_str(PAUSE);
    page
}

fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help")
}

/// A verb, or those of a noun.
fn describe(command: &Command, page: &mut String) {
    if shown(command).next().is_some() {
        for verb in shown(command) {
            describe(verb, page);
        }
        return;
    }
    let usage = command.clone().render_usage().to_string().replace("Usage: ", "").replace(" [OPTIONS]", "");
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let example = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let example = example.trim_start_matches("Example: ");
    let about = if about.ends_with('.') { about } else { format!("{about}.") };
    // Writing to a text cannot fail.
    let _ = writeln!(page, "\n### `{}`\n\n{about}\n\nExample: `{example}`", usage.trim());
    let flags: Vec<String> = command.get_arguments().filter(|flag| !flag.is_global_set()).filter_map(flag).collect();
    if !flags.is_empty() {
        let _ = writeln!(page, "\nFlags: {}.", flags.join(", "));
    }
    if let Some(shape) = shape_of(example) {
        let _ = writeln!(page, "\nJSON: `{shape}`");
    }
}

/// "`--label` …", where it can be given several times.
fn flag(argument: &clap::Arg) -> Option<String> {
    let name = argument.get_long().filter(|name| *name != "help")?;
    let several = if matches!(argument.get_action(), clap::ArgAction::Append) { " …" } else { "" };
    Some(format!("`--{name}`{several}"))
}

/// The shape of the answer to a command line.
fn shape_of(line: &str) -> Option<String> {
    let options = Options::try_parse_from(words(line)).ok()?;
    let job = match options.work.plan(true) {
        Plan::Ask(job) => job,
        Plan::Doctor(_) => return Some(shape(&doctor::shape())),
        Plan::SetUp(_) => return Some(shape(&setup::shape())),
        _ => return None,
    };
    Some(match job.deed {
        CliAction::Call { tool, .. } => match handoff_agent::find(tool)?.output {
            Some(output) => shape(&output()),
            // As JSON it tells what the reference tells, under many keys.
            None if tool == "handoff_load_context" => "{…}".to_owned(),
            None => "{text: text}".to_owned(),
        },
        CliAction::Look { shape: schema, .. } => shape(&schema()),
        CliAction::Carry(_) | CliAction::TakeBack => "{done: text, created: [text], warnings: [text]}".to_owned(),
    })
}

/// The words of a command line, in which double quotes keep a text together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            letter => word.push(letter),
        }
    }
    words.push(word);
    words
}

/// A JSON Schema in few words.
fn shape(schema: &Value) -> String {
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
            return several.iter().map(shape).collect::<Vec<_>>().join(" | ");
        }
    }
    let one = |kind: &&str| match *kind {
        "object" => object(schema),
        "array" => schema.get("items").map_or_else(|| "[anything]".to_owned(), |items| format!("[{}]", shape(items))),
        "string" => "text".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "boolean" => "true | false".to_owned(),
        other => other.to_owned(),
    };
    if kinds.is_empty() { "anything".to_owned() } else { kinds.iter().map(one).collect::<Vec<_>>().join(" | ") }
}

fn object(schema: &Value) -> String {
    let required = schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let Some(Value::Object(members)) = schema.get("properties") else {
        let each = schema.get("additionalProperties").filter(|each| each.is_object());
        return each.map_or_else(|| "{…}".to_owned(), |each| format!("{{KEY: {}}}", shape(each)));
    };
    let member = |(name, schema): (&String, &Value)| {
        let mark = if required.iter().any(|required| required == name) { "" } else { "?" };
        format!("{name}{mark}: {}", shape(schema))
    };
    format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_verb_has_an_example_that_is_understood() {
        let mut command = Options::command();
        command.build();
        let mut verbs: Vec<&Command> = Vec::new();
        for noun in shown(&command) {
            let own: Vec<&Command> = shown(noun).collect();
            verbs.extend(if own.is_empty() { vec![noun] } else { own });
        }
        assert!(verbs.len() > 40);
        for verb in verbs {
            let example = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            let line =
                example.strip_prefix("Example: ").unwrap_or_else(|| panic!("{} has no example", verb.get_name()));
            let understood = Options::try_parse_from(words(line));
            assert!(understood.is_ok(), "{line}: {:?}", understood.err());
            let of_words = ["status", "priority", "kind", "mode", "category", "confidence", "owner", "inherit"];
            for argument in verb.get_arguments().filter(|argument| of_words.contains(&argument.get_id().as_str())) {
                assert!(!argument.get_possible_values().is_empty(), "{line}: {} takes no word", argument.get_id());
            }
        }
    }

    #[test]
    fn a_schema_in_few_words() {
        for (schema, told) in [
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
            assert_eq!(shape(&schema), told);
        }
    }
}
