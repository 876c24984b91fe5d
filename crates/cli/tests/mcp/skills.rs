//! The skill that the server offers over MCP, in a folder without a project.

use serde_json::json;

use crate::support::server::{Server, empty_folder};

const URI: &str = "skill://handoff/SKILL.md";

#[test]
fn skill_of_setup_is_offered_over_mcp() {
    let text = include_str!("../../src/verbs/setup/skill.md");
    let mut server = Server::start_uninitialized(&empty_folder("skills"), &[]);
    let hello = server.initialize("2025-11-25");
    assert_eq!(hello["capabilities"]["extensions"]["io.modelcontextprotocol/skills"], json!({}));
    let list = server.ask("skills/list", &json!({}));
    let skill = &list["skills"][0];
    assert_eq!((&skill["uri"], list["skills"].as_array().map(Vec::len)), (&json!(URI), Some(1)));
    let matter = &skill["frontmatter"];
    assert_eq!((&matter["name"], &matter["argument-hint"]), (&json!("handoff"), &json!("[save | load]")));
    assert!(matter["description"].as_str().unwrap().starts_with("Work on a project whose tasks"));
    assert_eq!((&skill["resources"][0]["uri"], &skill["resources"][0]["size"]), (&json!(URI), &json!(text.len())));
    assert_eq!(server.ask("skills/get", &json!({"uri": URI}))["skill"], *skill);
    let contents = server.ask("resources/read", &json!({"uri": URI}));
    assert_eq!(contents["contents"][0]["text"], json!(text));
    let id = server.begin("skills/get", &json!({"uri": "skill://other/SKILL.md"}));
    assert_eq!(server.answer(id)["error"]["code"], json!(-32602));
}

#[test]
fn lists_may_be_kept_and_contents_may_not() {
    let mut server = Server::start_uninitialized(&empty_folder("kept lists"), &[]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    for method in ["tools/list", "prompts/list", "resources/list", "resources/templates/list", "skills/list"] {
        let list = server.ask(method, &json!({"_meta": meta}));
        assert_eq!((&list["ttlMs"], &list["cacheScope"]), (&json!(3_600_000), &json!("private")), "{method}");
    }
    let read = server.ask("resources/read", &json!({"_meta": meta, "uri": "handoff://dashboard"}));
    assert_eq!(read["ttlMs"], json!(0), "{read}");
}
