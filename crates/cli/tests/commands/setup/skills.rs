//! The files with which a client knows the phrases that people say, and the command `/handoff`.

use super::Home;

/// Clients with the file that has their command, for a project and for a person.
const FILES: [(&str, &str, &str); 8] = [
    ("claude", ".claude/skills/handoff/SKILL.md", "~/.claude/skills/handoff/SKILL.md"),
    ("codex", ".agents/skills/handoff/SKILL.md", "~/.agents/skills/handoff/SKILL.md"),
    ("cursor", ".agents/skills/handoff/SKILL.md", "~/.cursor/skills/handoff/SKILL.md"),
    ("vscode", ".agents/skills/handoff/SKILL.md", "~/.copilot/skills/handoff/SKILL.md"),
    ("copilot", ".agents/skills/handoff/SKILL.md", "~/.copilot/skills/handoff/SKILL.md"),
    ("gemini", ".agents/skills/handoff/SKILL.md", "~/.agents/skills/handoff/SKILL.md"),
    ("opencode", ".opencode/commands/handoff.md", "~/.config/opencode/commands/handoff.md"),
    ("cline", ".cline/skills/handoff/SKILL.md", "~/.cline/skills/handoff/SKILL.md"),
];

#[test]
fn clients_get_the_command_in_their_own_place() {
    for (client, in_project, for_person) in FILES {
        for (file, scope) in [(in_project, None), (for_person, Some("--user"))] {
            let home = Home::new();
            home.stdout(&["setup", client].into_iter().chain(scope).collect::<Vec<_>>());
            let text = home.read(file);
            let parts = if client == "opencode" {
                ["---\ndescription: Save what", "$ARGUMENTS", "`save`", "`load`", "`handoff_save_context`"]
            } else {
                [
                    "---\nname: handoff\n",
                    "\nargument-hint: \"[save | load]\"\n",
                    "`/handoff save`",
                    "`/handoff load`",
                    "引き継ぎをして",
                ]
            };
            for part in parts {
                assert!(text.contains(part), "{part} in {text}");
            }
            // The longest description that the format of skills allows.
            let description = text.lines().find(|line| line.starts_with("description: ")).unwrap();
            assert!(description.chars().count() <= 1024, "{}", description.len());
        }
    }
}

#[test]
fn shared_skill_is_removed_with_the_last_client_that_reads_it() {
    let home = Home::new();
    let skill = ".agents/skills/handoff/SKILL.md";
    home.stdout(&["setup", "codex", "gemini"]);
    home.stdout(&["setup", "codex", "--uninstall"]);
    assert!(home.path(skill).exists());
    home.stdout(&["setup", "gemini", "--uninstall"]);
    assert!(!home.path(".agents").exists());
}

#[test]
fn file_of_the_same_name_is_neither_replaced_nor_removed() {
    for (client, file, _) in FILES {
        let home = Home::new();
        home.write(file, "mine");
        let state = |arguments: &[&str]| {
            let states = home.states(&[&[client], arguments].concat());
            states.into_iter().find(|(what, _, _)| what == "skill" || what == "command").map(|(_, _, state)| state)
        };
        assert_eq!(state(&[]).as_deref(), Some("left alone"));
        assert_eq!(home.read(file), "mine");
        assert_eq!(state(&["--check"]).as_deref(), Some("different"));
        assert_eq!(state(&["--uninstall"]).as_deref(), Some("absent"));
        assert_eq!(home.read(file), "mine");
    }
}
