//! Every request is answered, whatever its form.

use serde_json::{Value, json};

use crate::support::server::{Server, empty_folder};

/// Sends a line; returns the ID of the answer and its error code, or 0.
fn answer_to(server: &mut Server, line: &str) -> (Value, i64) {
    server.write(line);
    server.write("\n");
    let answer = server.next();
    assert_eq!(answer["jsonrpc"], json!("2.0"), "{answer}");
    let code = answer.get("error").map_or(0, |error| error["code"].as_i64().expect("a code"));
    let says_why = answer.get("error").is_none_or(|error| error["message"].as_str().is_some_and(|why| !why.is_empty()));
    assert!(says_why, "{answer}");
    (answer["id"].clone(), code)
}

#[test]
fn every_request_is_answered_with_its_id() {
    let mut server = Server::start(&empty_folder("requests"), &[]);
    let deep =
        format!(r#"{{"jsonrpc":"2.0","id":20,"method":"ping","params":{}{}}}"#, "[".repeat(500), "]".repeat(500));
    for (line, id, code) in [
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, json!(1), 0),
        (r#"{"jsonrpc":"2.0","id":"1","method":"ping"}"#, json!("1"), 0),
        (r#"{"jsonrpc":"2.0","id":"","method":"ping","params":{}}"#, json!(""), 0),
        (r#"{"jsonrpc":"2.0","id":-5,"method":"ping","params":null}"#, json!(-5), 0),
        // Invalid JSON, with the ID if one can be found.
        ("{", Value::Null, -32700),
        ("nothing", Value::Null, -32700),
        (r#"{"jsonrpc":"2.0","id":2,"method":"ping""#, json!(2), -32700),
        (r#"{"jsonrpc":"2.0","id":"a","method":ping}"#, json!("a"), -32700),
        (&deep, json!(20), -32700),
        // JSON that is no request.
        ("1", Value::Null, -32600),
        ("\"ping\"", Value::Null, -32600),
        ("null", Value::Null, -32600),
        ("{}", Value::Null, -32600),
        ("[]", Value::Null, -32600),
        (r#"{"id":3,"method":"ping"}"#, json!(3), -32600),
        (r#"{"jsonrpc":"1.0","id":3,"method":"ping"}"#, json!(3), -32600),
        (r#"{"jsonrpc":"2.0","id":4}"#, json!(4), -32600),
        (r#"{"jsonrpc":"2.0","id":4,"method":7}"#, json!(4), -32600),
        (r#"{"jsonrpc":"2.0","id":4,"method":"ping","result":{}}"#, json!(4), -32600),
        // Invalid IDs.
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, Value::Null, -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, Value::Null, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, json!(1.5), -32600),
        (r#"{"jsonrpc":"2.0","id":1e300,"method":"ping"}"#, json!(1e300), -32600),
        // Unknown methods.
        (r#"{"jsonrpc":"2.0","id":5,"method":"tasks/dance"}"#, json!(5), -32601),
        (r#"{"jsonrpc":"2.0","id":5,"method":""}"#, json!(5), -32601),
        (r#"{"jsonrpc":"2.0","id":5,"method":"sampling/createMessage","params":{}}"#, json!(5), -32601),
        // Parameters of the wrong type.
        (r#"{"jsonrpc":"2.0","id":6,"method":"ping","params":[1]}"#, json!(6), -32602),
        (r#"{"jsonrpc":"2.0","id":6,"method":"tools/call"}"#, json!(6), -32602),
        (r#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":7}}"#, json!(6), -32602),
        (
            r#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"handoff_init","arguments":[]}}"#,
            json!(6),
            -32602,
        ),
        (r#"{"jsonrpc":"2.0","id":6,"method":"tools/list","params":{"cursor":"7"}}"#, json!(6), -32602),
        (r#"{"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":{}}}"#, json!(6), -32602),
        (r#"{"jsonrpc":"2.0","id":6,"method":"prompts/get","params":{}}"#, json!(6), -32602),
        (r#"{"jsonrpc":"2.0","id":6,"method":"prompts/get","params":{"name":"sing"}}"#, json!(6), -32602),
        (
            r#"{"jsonrpc":"2.0","id":6,"method":"prompts/get","params":{"name":"plan","arguments":{"task_id":7}}}"#,
            json!(6),
            -32602,
        ),
        (r#"{"jsonrpc":"2.0","id":6,"method":"logging/setLevel","params":{"level":"loud"}}"#, json!(6), -32602),
        (r#"{"jsonrpc":"2.0","id":6,"method":"completion/complete","params":{"ref":{}}}"#, json!(6), -32602),
        (r#"{"jsonrpc":"2.0","id":6,"method":"initialize","params":{}}"#, json!(6), -32602),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"handoff://nowhere"}}"#,
            json!(7),
            -32002,
        ),
        // An unknown tool, and a failing call: neither is a protocol error.
        (r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"dance"}}"#, json!(8), 0),
        (r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"handoff_list_tasks"}}"#, json!(8), 0),
    ] {
        assert_eq!(answer_to(&mut server, line), (id, code), "{line}");
    }
    // Notifications and responses are not answered and do no harm.
    for line in [
        "",
        " ",
        r#"{"jsonrpc":"2.0","method":"notifications/dance"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":7}"#,
        r#"{"jsonrpc":"2.0","id":77,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"x"}}"#,
    ] {
        server.write(line);
        server.write("\n");
        assert_eq!(answer_to(&mut server, r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#), (json!(9), 0), "{line}");
    }
}

#[test]
fn oversized_message_is_answered() {
    let mut server = Server::start(&empty_folder("long"), &[]);
    let long = "a".repeat(9 << 20);
    let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"text":"{long}"}}}}"#);
    assert_eq!(answer_to(&mut server, &line), (json!(1), -32600));
    assert_eq!(answer_to(&mut server, r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#), (json!(2), 0));
}

/// At most five lines are held at once, whatever the number of requests: two requests without an answer, one line that is
/// queued, one that is being read, and one that is being parsed. With the copies of an argument that a call makes, these
/// need about 85 MB; memory that is not reused needs more with each request.
#[cfg(target_os = "linux")]
#[test]
fn many_large_requests_take_little_memory() {
    let mut server = Server::start(&empty_folder("large"), &[]);
    let long = "a".repeat(7 << 20);
    let ids: Vec<u64> = (0..20)
        .map(|_| server.begin("tools/call", &json!({"name": "handoff_get_task", "arguments": {"task_id": long}})))
        .collect();
    for id in ids {
        server.answer(id);
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < 200_000, "{kilobytes} kB");
}

#[test]
fn requests_before_initialize_are_answered() {
    let mut server = Server::start_uninitialized(&empty_folder("greeting"), &[]);
    server.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n");
    server.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    assert_eq!(answer_to(&mut server, r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#), (json!(1), 0));
    assert_eq!(answer_to(&mut server, r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#), (json!(2), -32600));
    assert_eq!(answer_to(&mut server, r#"{"jsonrpc":"2.0","id":3,"method":"initialize"}"#), (json!(3), -32602));
    assert_eq!(answer_to(&mut server, "{"), (Value::Null, -32700));
    assert_eq!(server.initialize("2025-06-18")["protocolVersion"], json!("2025-06-18"));
}

#[test]
fn batch_is_answered_by_a_batch() {
    let mut server = Server::start(&empty_folder("batch"), &[]);
    server.write(
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},7,{\"jsonrpc\":\"2.0\",\"method\":\"notifications/dance\"},\
         {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"handoff_list_tasks\"}}]\n",
    );
    let answers = server.next();
    let answers = answers.as_array().expect("a batch");
    assert_eq!(answers.len(), 3);
    for id in [json!(1), json!(2), Value::Null] {
        assert!(answers.iter().any(|answer| answer["id"] == id), "{id}");
    }
    // A batch of notifications is not answered.
    server.write("[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/dance\"}]\n");
    assert_eq!(answer_to(&mut server, r#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#), (json!(3), 0));
}

#[test]
fn pending_requests_are_answered_at_end_of_input() {
    let mut server = Server::start(&empty_folder("end"), &[]);
    let project = server.begin("tools/call", &json!({"name": "handoff_init", "arguments": {"project_name": "End"}}));
    let ids: Vec<u64> = (0..20)
        .map(|number| {
            let task = json!({"task": {"title": format!("Task {number}")}});
            server.begin("tools/call", &json!({"name": "handoff_update_task", "arguments": task}))
        })
        .collect();
    let answers = server.close();
    for id in std::iter::once(project).chain(ids) {
        let answer = answers.iter().find(|answer| answer["id"] == json!(id)).expect("an answer");
        assert_ne!(answer["result"]["isError"], json!(true), "{answer}");
    }
    assert!(server.child.wait().expect("its end").success());
}

#[test]
fn every_protocol_version_is_supported() {
    let folder = empty_folder("versions");
    let newest = "2025-11-25";
    for (answer, got) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", newest),
        // Since this version there is no handshake.
        ("2026-07-28", newest),
        ("1999-01-01", newest),
        ("2099-01-01", newest),
        ("soon", newest),
    ] {
        let mut server = Server::start_uninitialized(&folder, &[]);
        let hello = server.initialize(answer);
        assert_eq!(hello["protocolVersion"], json!(got), "{answer}");
        assert_eq!(hello["serverInfo"]["name"], json!("handoff"));
        assert!(server.ask("tools/list", &json!({}))["tools"].as_array().is_some_and(|tools| tools.len() > 5));
    }
    let mut server = Server::start_uninitialized(&folder, &[]);
    let meta = |version: &str| {
        json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        })
    };
    let entries = server.ask("server/discover", &json!({"_meta": meta("2026-07-28")}));
    assert!(entries["supportedVersions"].as_array().is_some_and(|all| all.contains(&json!("2026-07-28"))), "{entries}");
    let id = server.begin("tools/list", &json!({"_meta": meta("2099-01-01")}));
    assert_eq!(server.answer(id)["error"]["data"]["requested"], json!("2099-01-01"));
    let tools = server.ask("tools/list", &json!({"_meta": meta("2026-07-28")}));
    assert!(tools["tools"].as_array().is_some_and(|tools| tools.len() > 5));
}

#[test]
fn a_half_character_does_not_lose_a_call() {
    let folder = empty_folder("half");
    let mut server = Server::start(&folder, &[]);
    server.call("handoff_init", &json!({"project_name": "Harbour"}));
    let arguments = r#"{"summary":"A long day","handoff_notes":["log was cut here \ud83d\u2026 errored"]}"#;
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":"cut","method":"tools/call","params":{{"name":"handoff_save_context","arguments":{arguments}}}}}"#
    );
    server.write(&format!("{call}\n"));
    let answer = server.until(|message| message["id"] == json!("cut"));
    let note = answer["result"]["structuredContent"]["note"].as_str().unwrap_or_default();
    assert!(note.contains("In 1 place the text had half of a surrogate pair"), "{answer}");
    let loaded = server.call("handoff_load_context", &json!({"format": "json"}));
    assert!(loaded.to_string().contains("log was cut here \u{fffd}\u{2026} errored"), "{loaded}");
}

#[test]
fn a_byte_order_mark_is_read_past_and_a_missing_handshake_is_named() {
    let mut server = Server::start_uninitialized(&empty_folder("mark"), &[]);
    server.write("\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n");
    let answer = server.next();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(1), &json!(-32600)));
    assert!(answer["error"]["message"].as_str().is_some_and(|why| why.contains("Send initialize first")), "{answer}");
    let hello =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}});
    let hello = json!({"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": hello});
    server.write(&format!("\u{feff}{hello}\r\n"));
    assert_eq!(server.next()["result"]["serverInfo"]["name"], json!("handoff"));
}

#[test]
fn arguments_that_are_one_json_text_are_parsed() {
    let folder = empty_folder("text-arguments");
    let mut server = Server::start(&folder, &[]);
    server.call("handoff_init", &json!({"project_name": "Harbour"}));
    let arguments = json!({"task": {"title": "Piles", "schedule": {"estimate_hours": 1}}, "project_dir": folder});
    let created = server.call("handoff_update_task", &Value::from(arguments.to_string()));
    assert_eq!(created["title"], "Piles");
    assert_eq!(created["note"], "Given as JSON text, and parsed: arguments.");
    let refused =
        r#"{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":"handoff_next_task","arguments":"[]"}}"#;
    assert_eq!(answer_to(&mut server, refused), (json!(99), -32602));
}
