//! The files of the command `/handoff`, of the clients that read such files.

use handoff_format::{Container, Document};

use super::Home;

/// Clients with the file of their command, for a project and for a person, and how the file names
/// the words after the command.
const FILES: [(&str, &str, &str, &str); 4] = [
    ("cursor", ".cursor/commands/handoff.md", "~/.cursor/commands/handoff.md", "the words after the command."),
    (
        "vscode",
        ".github/prompts/handoff.prompt.md",
        "~/.config/Code/User/prompts/handoff.prompt.md",
        "the words after the command.",
    ),
    ("gemini", ".gemini/commands/handoff.toml", "~/.gemini/commands/handoff.toml", "{{args}}"),
    ("opencode", ".opencode/command/handoff.md", "~/.config/opencode/command/handoff.md", "$ARGUMENTS"),
];

#[test]
fn clients_get_the_command_in_their_own_form() {
    for (client, in_project, for_person, words) in FILES {
        for (file, scope) in [(in_project, None), (for_person, Some("--user"))] {
            let home = Home::new();
            home.stdout(&["setup", client].into_iter().chain(scope).collect::<Vec<_>>());
            let text = home.read(file);
            for part in [words, "`save`", "`load`", "`handoff_save_context`", "`handoff_load_context`"] {
                assert!(text.contains(part), "{part} in {text}");
            }
            assert!(!text.contains("{argument}"), "{text}");
            match client {
                "cursor" => assert!(text.starts_with("Hand the work"), "{text}"),
                "gemini" => {
                    let table = Document::parse(Container::Toml, text.as_bytes()).unwrap().root();
                    assert!(table["description"].is_string() && table["prompt"].is_string(), "{text}");
                }
                _ => assert!(text.starts_with("---\ndescription: Save what"), "{text}"),
            }
        }
    }
}

#[test]
fn skill_of_claude_code_is_the_command() {
    let home = Home::new();
    home.stdout(&["setup", "claude"]);
    let skill = home.read(".claude/skills/handoff/SKILL.md");
    for part in ["\nname: handoff\n", "\nargument-hint: \"[save | load]\"\n", "`/handoff save`", "`/handoff load`"] {
        assert!(skill.contains(part), "{part} in {skill}");
    }
}

#[test]
fn file_of_the_same_name_is_neither_replaced_nor_removed() {
    for (client, file, _, _) in FILES {
        let home = Home::new();
        home.write(file, "mine");
        let command = |arguments: &[&str]| {
            let states = home.states(&[&[client], arguments].concat());
            states.into_iter().find(|(what, _, _)| what == "command").map(|(_, _, state)| state)
        };
        assert_eq!(command(&[]).as_deref(), Some("left alone"));
        assert_eq!(home.read(file), "mine");
        assert_eq!(command(&["--check"]).as_deref(), Some("different"));
        assert_eq!(command(&["--uninstall"]).as_deref(), Some("absent"));
        assert_eq!(home.read(file), "mine");
    }
}
