//! Which project a folder belongs to: for commands, the server and hooks alike.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::Folder;
use crate::support::server::{Server, git};

/// Runs a command in a folder, which is created; returns its exit code and its output.
fn in_folder(top: &Folder, folder: &Path, arguments: &[&str]) -> (i32, String) {
    fs::create_dir_all(folder).unwrap();
    let output = top.command(arguments).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), text.trim_end().to_owned())
}

/// Returns the context that the hook at the start of a conversation gives.
fn hook(top: &Folder, folder: &Path) -> String {
    let input = json!({"cwd": folder, "source": "startup"}).to_string();
    String::from_utf8(top.run_with_input(&["hook", "session-start"], &input).stdout).unwrap()
}

/// Creates a repository with a project and a task in it.
fn repository(top: &Folder) -> std::path::PathBuf {
    let main = top.at("main");
    assert_eq!(in_folder(top, &main, &["init", "Harbour"]).0, 0);
    assert_eq!(in_folder(top, &main, &["task", "create", "Crane"]).0, 0);
    git(&main, &["init", "-q", "-b", "main"]);
    fs::write(main.join(".gitignore"), ".handoff\n").unwrap();
    git(&main, &["add", ".gitignore"]);
    git(&main, &["commit", "-qm", "First"]);
    main
}

#[test]
fn without_a_repository_the_search_ends_below_the_home_folder() {
    let top = Folder::new();
    let (project, home) = (top.at("tide"), top.at("home"));
    let below = project.join("src/app");
    fs::create_dir_all(&below).unwrap();
    let run = |folder: &Path, home: &Path, arguments: &[&str]| {
        let output = top.command(arguments).current_dir(folder).env("HOME", home).output().unwrap();
        (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    assert_eq!(run(&project, &home, &["init", "Tide"]).0, Some(0));
    let (code, text) = run(&below, &home, &["task", "create", "Crane"]);
    assert!(code == Some(0) && text.contains("Crane"), "{text}");
    let (code, text) = run(&below, &home, &["init", "Inner"]);
    assert!(
        code == Some(1) && text.contains("belongs to the project Tide") && !below.join(".handoff").exists(),
        "{text}"
    );
    let link = top.at("link");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&project, &link).unwrap();
    for home in [&project, &link].into_iter().filter(|home| home.exists()) {
        let (code, text) = run(&below, home, &["task", "list"]);
        assert!(code != Some(0) && text.contains("no .handoff folder"), "the project is in the home folder: {text}");
    }
}

#[test]
fn folder_that_does_not_exist_yet_belongs_to_the_project_above() {
    let top = Folder::new();
    let repository = repository(&top);
    let plain = top.at("plain");
    assert_eq!(in_folder(&top, &plain, &["init", "Tide"]).0, 0);
    for (folder, name) in [(repository.join("src"), "Harbour"), (plain.join("src"), "Tide")] {
        for new in ["new", "new/deep", "../other"] {
            let (code, text) = in_folder(&top, &folder, &["init", "Inner", "--project", new]);
            assert!(code == 1 && text.contains(&format!("belongs to the project {name}")), "{new}: {text}");
        }
    }
}

#[test]
fn subfolder_of_a_repository_belongs_to_the_project_above() {
    let top = Folder::new();
    let below = repository(&top).join("src/app");
    let (code, list) = in_folder(&top, &below, &["task", "list"]);
    assert!(code == 0 && list.contains("Crane"), "{list}");
    assert!(hook(&top, &below).contains("Harbour"));
    let mut server = Server::start(&below, &[]);
    assert_eq!(server.call("handoff_get_config", &json!({}))["project"]["name"], json!("Harbour"));

    let (code, refusal) = in_folder(&top, &below, &["init", "Inner"]);
    assert!(
        code == 1 && refusal.contains("belongs to the project Harbour in ") && refusal.contains("--nested"),
        "{refusal}"
    );
    let id = server.begin("tools/call", &json!({"name": "handoff_init", "arguments": {"project_name": "Inner"}}));
    let answer = server.answer(id)["result"].to_string();
    assert!(answer.contains("belongs to the project Harbour in "), "{answer}");
    assert!(!below.join(".handoff").exists());
    assert_eq!(in_folder(&top, &below, &["init", "Inner", "--nested"]).0, 0);
    let (code, list) = in_folder(&top, &below, &["task", "list"]);
    assert!(code == 0 && !list.contains("Crane"), "{list}");
    let other = below.parent().unwrap().join("other");
    fs::create_dir_all(&other).unwrap();
    let arguments = json!({"project_name": "Other", "nested": true, "project_dir": other});
    assert_eq!(server.call("handoff_init", &arguments)["project_name"], json!("Other"));
    assert!(other.join(".handoff/config.toml").is_file());
}

#[test]
fn search_ends_at_the_root_of_the_repository() {
    let top = Folder::new();
    let inner = repository(&top).join("vendor/tool");
    fs::create_dir_all(&inner).unwrap();
    git(&inner, &["init", "-q"]);
    let (code, text) = in_folder(&top, &inner, &["task", "list"]);
    assert!(code == 1 && text.starts_with("There is no .handoff folder"), "{text}");
    assert_eq!(hook(&top, &inner), "");
}

#[test]
fn folder_of_another_program_is_no_project_until_asked_for() {
    for (path, content) in [
        (".handoff/tasks/CARD-0063.task.json", "{\"schema\":\"other.task.v1\",\"id\":\"CARD-0063\"}"),
        (".handoff/config.toml", "# theirs\nschema_version = 2\n\n[hosts.one]\nbackend = \"x\"\n"),
        (".handoff/todos.json", "{\"version\":1}"),
    ] {
        let top = Folder::new();
        let file = top.at(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, content).unwrap();
        for line in ["task list", "session save x", "task create x", "doctor"] {
            let (code, text) = top.failure(&line.split(' ').collect::<Vec<_>>());
            assert!(code == 1 && text.contains("belongs to another program") && text.contains("--beside"), "{text}");
        }
        assert_eq!(hook(&top, top.path()), "", "{path}");
        let mut server = Server::start(top.path(), &[]);
        let loaded = server.call("handoff_load_context", &json!({}));
        assert!(loaded["message"].as_str().unwrap().contains("belongs to another program"), "{loaded}");
        let (code, text) = top.failure(&["init", "Mine"]);
        assert!(code == 1 && text.contains("--beside"), "{text}");
        assert_eq!(fs::read_to_string(&file).unwrap(), content);
        top.stdout(&["init", "Mine", "--beside"]);
        top.stdout(&["task", "create", "Crane"]);
        assert!(top.stdout(&["task", "list"]).contains("Crane"));
        assert!(fs::read_to_string(&file).unwrap().starts_with(content.trim_end()), "{path}");
    }
}

#[test]
fn project_in_the_home_folder_pauses_and_stores_nothing_for_others() {
    let top = Folder::new();
    let (home, other) = (top.at("home"), top.at("other"));
    assert_eq!(in_folder(&top, &other, &["init", "Other"]).0, 0);
    let (code, refusal) = in_folder(&top, &home, &["init", "Dotfiles"]);
    assert!(code == 1 && refusal.contains("home folder") && refusal.contains("--beside"), "{refusal}");
    assert_eq!(in_folder(&top, &home, &["init", "Dotfiles", "--beside"]).0, 0);
    assert_eq!(in_folder(&top, &home, &["task", "create", "Shell"]).0, 0);
    fs::write(top.at("plan"), "secret").unwrap();
    let file = top.at("plan").display().to_string();
    assert_eq!(in_folder(&top, &home, &["store", "--name", "dotfiles-plan", "--file", &file]).0, 0);
    assert_eq!(in_folder(&top, &other, &["store", "--name", "shared", "--user", "--file", &file]).0, 0);
    let listed = in_folder(&top, &other, &["list"]).1;
    assert!(listed.contains("shared") && !listed.contains("dotfiles-plan"), "{listed}");
    assert_eq!(fs::read_dir(home.join(".handoff/packages")).unwrap().count(), 1);

    assert_eq!(in_folder(&top, &home, &["pause"]).0, 0);
    assert_eq!(in_folder(&top, &other, &["task", "create", "Crane"]).0, 0);
    assert_eq!(in_folder(&top, &home, &["task", "create", "Shell"]).0, 5);
    fs::write(top.at("state/handoff/user/PAUSE"), "").unwrap();
    assert_eq!(in_folder(&top, &other, &["task", "create", "Crane"]).0, 5, "the pause of all projects");
}

#[cfg(unix)]
#[test]
fn link_to_the_folder_of_another_working_tree_is_followed() {
    use std::os::unix::fs::symlink;

    let top = Folder::new();
    let main = repository(&top);
    let side = top.at("side");
    git(&main, &["worktree", "add", "-q", "../side"]);
    symlink(main.join(".handoff"), side.join(".handoff")).unwrap();
    for (number, folder) in [side.clone(), side.join("src")].into_iter().enumerate() {
        let title = format!("Crane {number}");
        assert_eq!(in_folder(&top, &folder, &["task", "create", &title]).0, 0);
        assert!(in_folder(&top, &main, &["task", "list"]).1.contains(&title));
        assert!(hook(&top, &folder).contains("Harbour"));
        let mut server = Server::start(&folder, &[]);
        assert_eq!(server.call("handoff_get_config", &json!({}))["project"]["name"], json!("Harbour"));
    }
    fs::write(top.at("plan"), "secret").unwrap();
    let file = top.at("plan").display().to_string();
    assert_eq!(in_folder(&top, &side, &["store", "--name", "plan", "--file", &file]).0, 0);
    assert_eq!(fs::read_dir(main.join(".handoff/packages")).unwrap().count(), 1);
    assert!(!top.at("home/.handoff").exists());
}

#[cfg(unix)]
#[test]
fn other_links_are_refused_by_name() {
    use std::os::unix::fs::symlink;

    let top = Folder::new();
    let main = repository(&top);
    let side = top.at("side");
    git(&main, &["worktree", "add", "-q", "../side"]);
    fs::create_dir_all(top.at("elsewhere/.handoff/tasks")).unwrap();
    symlink(main.join(".handoff"), main.join("again")).unwrap();
    fs::create_dir_all(main.join("twice")).unwrap();
    symlink(main.join(".handoff"), main.join("twice/.handoff")).unwrap();
    for (target, why) in [
        (top.at("gone/.handoff"), "which does not exist"),
        (top.at("elsewhere/.handoff"), "same Git repository"),
        (main.join("again"), "same Git repository"),
        (main.join("twice/.handoff"), "same Git repository"),
        (main.clone(), "same Git repository"),
    ] {
        let link = side.join(".handoff");
        symlink(&target, &link).unwrap();
        fs::write(top.at("plan"), "secret").unwrap();
        let file = top.at("plan").display().to_string();
        for line in [
            &["task", "list"][..],
            &["task", "create", "x"],
            &["init", "X"],
            &["doctor"],
            &["store", "--name", "p", "--file", &file],
        ] {
            let (code, text) = in_folder(&top, &side, line);
            let named = text.contains(&format!("a symbolic link to {}", target.display())) && text.contains(why);
            assert!(code != 0 && named && text.contains(".handoff"), "{line:?}: {code} {text}");
        }
        assert!(hook(&top, &side).contains("a symbolic link to"));
        assert!(!top.at("home/.handoff").exists());
        fs::remove_file(&link).unwrap();
    }
}

#[test]
fn new_project_is_json_where_handoff_mcp_works_too() {
    let entry = r#"{"mcpServers": {"handoff": {"command": "handoff-mcp"}}}"#;
    for (file, text, arguments, layout) in [
        (None, "", &[] as &[&str], "toml"),
        (Some("p/.mcp.json"), entry, &[], "json"),
        (Some("home/.claude.json"), entry, &[], "json"),
        (Some("p/.handoff/events.jsonl"), "", &[], "json"),
        (Some("p/.mcp.json"), entry, &["--layout", "toml"], "toml"),
    ] {
        let top = Folder::new();
        if let Some(file) = file {
            fs::create_dir_all(top.at(file).parent().unwrap()).unwrap();
            fs::write(top.at(file), text).unwrap();
        }
        let (code, text) = in_folder(&top, &top.at("p"), &[&["init", "Harbour"], arguments].concat());
        assert_eq!(code, 0, "{text}");
        let config = fs::read_to_string(top.at("p/.handoff/config.toml")).unwrap();
        assert_eq!(config.contains("layout = \"json\""), layout == "json", "{file:?}: {config}");
    }
}

#[test]
fn server_beside_handoff_mcp_creates_a_project_that_it_can_read() {
    let top = Folder::new();
    fs::write(top.at(".mcp.json"), r#"{"mcpServers": {"tasks": {"command": "npx", "args": ["handoff-mcp"]}}}"#)
        .unwrap();
    let mut server = Server::start(top.path(), &[]);
    server.call("handoff_init", &json!({"project_name": "Harbour"}));
    server.call("handoff_update_task", &json!({"task": {"title": "Crane"}}));
    assert!(top.at(".handoff/tasks/t1-crane/_task.todo.json").exists());
}
