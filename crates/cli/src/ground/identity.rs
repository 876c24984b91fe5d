//! The identity of the user and the machine: the author of changes, random seeds, the name of the
//! log writer, the home folder and the state folder.

use std::env;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use handoff_protocol::Actor;

use crate::ground::clock;
use crate::ground::disk::{file, process};

/// The variable that names the agent whose commands and calls these are.
const ACTOR: &str = "HANDOFF_ACTOR";
/// The variable with the ID of the conversation whose commands, hooks and server these are. What starts an agent
/// in a terminal sets it, to recognize the agent.
const CONVERSATION: &str = "HANDOFF_CONVERSATION";
/// The maximum length of an actor's name, version and conversation, in characters: each line of the
/// log contains them.
const MAX_NAME_CHARS: usize = 80;

/// Returns the author of what the command line does: the agent that `HANDOFF_ACTOR` names, else a
/// person.
pub fn command_actor() -> Actor {
    let agent = |name| Actor { conversation: given_conversation(), ..Actor::agent(name) };
    named_agent().map_or_else(|| Actor::person(""), agent)
}

/// The name of an agent whose client does not say its own.
const UNNAMED: &str = "agent";

/// Returns the author of what an agent's client does. `HANDOFF_ACTOR` takes precedence over the
/// name and version of the client, `HANDOFF_CONVERSATION` over the conversation.
pub fn agent(client: &str, version: Option<&str>, conversation: Option<&str>) -> Actor {
    let short = |text: Option<&str>| text.map(shorten).filter(|text| !text.is_empty());
    let conversation = given_conversation().or_else(|| short(conversation));
    if let Some(name) = named_agent() {
        return Actor { conversation, ..Actor::agent(name) };
    }
    let name = short(Some(client)).unwrap_or_else(|| UNNAMED.to_owned());
    Actor { version: short(version), conversation, ..Actor::agent(name) }
}

fn named_agent() -> Option<String> {
    env::var(ACTOR).ok().map(|name| shorten(&name)).filter(|name| !name.is_empty())
}

fn given_conversation() -> Option<String> {
    env::var(CONVERSATION).ok().map(|id| shorten(&id)).filter(|id| !id.is_empty())
}

/// Returns whether the ID of the conversation was given, so that its server and its hooks know the same.
pub fn is_conversation_given() -> bool {
    given_conversation().is_some()
}

/// Shortens a name for the log, and removes line breaks and other control characters.
pub fn shorten(name: &str) -> String {
    let characters = name.trim().chars().filter(|character| !character.is_control());
    characters.take(MAX_NAME_CHARS).collect()
}

/// Returns a new ID of a conversation.
pub fn new_conversation() -> String {
    format!("c-{:08x}{:08x}", seed(), seed())
}

/// Returns a random number. If the system has no entropy, it is made from the process ID and the
/// time.
pub fn seed() -> u32 {
    getrandom::u32().unwrap_or_else(|_| {
        let [a, b, c, d, ..] = clock::now().to_le_bytes();
        process::id().rotate_left(16) ^ u32::from_le_bytes([a, b, c, d])
    })
}

/// Returns the name of the log file that this person's commands on this machine append to. It is
/// created once and stored. If it cannot be stored, the name is new for each process.
pub fn writer() -> String {
    stored_writer().unwrap_or_else(new_writer)
}

fn new_writer() -> String {
    format!("handoff-{:08x}{:08x}", seed(), seed())
}

fn stored_writer() -> Option<String> {
    let folder = state_folder()?.join("handoff");
    let path = folder.join("writer");
    let read = || {
        file::read_named_text(&path)
            .ok()
            .map(|name| name.trim().to_owned())
            .filter(|name| handoff_format::is_writer_name(name))
    };
    if let Some(name) = read() {
        return Some(name);
    }
    fs::create_dir_all(&folder).ok()?;
    let name = new_writer();
    let mut new = fs::OpenOptions::new().write(true).create_new(true).open(&path).ok();
    match new.as_mut().map(|new| new.write_all(name.as_bytes())) {
        Some(Ok(())) => Some(name),
        // Another command created it meanwhile.
        _ => read(),
    }
}

/// Returns the folder for state that outlives a process: `XDG_STATE_HOME` (XDG base directory
/// specification), `LOCALAPPDATA` on Windows, else `~/.local/state`.
pub fn state_folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named("XDG_STATE_HOME").or_else(|| named("LOCALAPPDATA")).or_else(|| Some(named("HOME")?.join(".local/state")))
}

/// Returns the home folder of the user.
pub fn home_folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named("HOME").or_else(|| named("USERPROFILE"))
}

#[cfg(test)]
mod tests {
    use super::{agent, named_agent};

    #[test]
    fn agent_without_a_name_is_called_agent() {
        let given = named_agent();
        for (client, name) in [("", "agent"), (" \n", "agent"), ("codex", "codex")] {
            assert_eq!(agent(client, None, None).name, given.clone().unwrap_or_else(|| name.to_owned()));
        }
    }
}
