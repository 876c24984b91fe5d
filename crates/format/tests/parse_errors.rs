//! Invalid files: the findings about them and their positions.

use handoff_format::{
    Container, DataFile, Finding, Page, PageSource, new_page, read_config, read_page, read_session, read_task,
    read_timer_state, write_page,
};
use handoff_protocol::ProblemCode::{
    self, BadDate, ByteOrderMark, DuplicateKey, MissingKey, NotText, Syntax, WrongType,
};

/// The code, the line and column (from 0) and the start of the message.
type Expected = (ProblemCode, u32, u32, &'static str);

fn check(what: &[u8], finding: &Finding, (code, line, column, sentence): Expected) {
    let shown = String::from_utf8_lossy(what);
    let position = finding.position.unwrap_or_else(|| panic!("no position for {shown}"));
    assert_eq!((finding.code, position.line, position.column), (code, line, column), "{shown}: {finding}");
    assert!(finding.text.to_string().starts_with(sentence), "{shown}: {finding}");
}

#[test]
fn parse_rejects_invalid_json() {
    let deep = format!("{{\"a\":{}", "[".repeat(100_000));
    let table: [(&[u8], Expected); 24] = [
        (b"", (Syntax, 0, 0, "The file is empty.")),
        (b" \n", (Syntax, 1, 0, "The file is empty.")),
        (b"[]", (WrongType, 0, 0, "The file must contain an object, but it contains a list")),
        (b"{\"a\": 1,\n}", (Syntax, 0, 7, "Nothing follows this trailing comma.")),
        (b"{\"a\": 1\n \"b\": 2}", (Syntax, 1, 1, "A comma or a closing brace")),
        (b"{\"a\" 1}", (Syntax, 0, 5, "A colon")),
        (b"{a: 1}", (Syntax, 0, 1, "A key in double quotes")),
        (b"{'a': 1}", (Syntax, 0, 1, "JSON strings need double quotes")),
        (b"{\"a\": 1} // end", (Syntax, 0, 9, "Nothing is allowed after")),
        (b"{ // start\n}", (Syntax, 0, 2, "JSON has no comments.")),
        (b"{\"a\": tru}", (Syntax, 0, 6, "A value is missing")),
        (b"{\"a\": 01}", (Syntax, 0, 6, "This is not a JSON number.")),
        (b"{\"a\": 1.}", (Syntax, 0, 6, "This is not a JSON number.")),
        (b"{\"a\": 1e999}", (Syntax, 0, 6, "This number is too large")),
        (b"{\"a\": \"x\n\"}", (Syntax, 0, 6, "This string has no closing double quote")),
        (b"{\"a\": \"\\x\"}", (Syntax, 0, 7, "This is not a JSON escape")),
        (b"{\"a\": \"\\ud800\"}", (Syntax, 0, 7, "This \\u escape is half of a surrogate pair")),
        (b"{\"a\": \"\x01\"}", (Syntax, 0, 7, "A JSON string cannot contain")),
        (b"{\"a\": [1", (Syntax, 0, 8, "A comma or a closing bracket")),
        ("{\"潮\": \"🌊\",\n\"b\": ?}".as_bytes(), (Syntax, 1, 5, "A value is missing")),
        (b"{\n\"a\": \"\xff\"}", (NotText, 1, 6, "The file is not UTF-8")),
        (
            b"{\n<<<<<<< a\n\"a\": 1\n=======\n\"a\": 2\n>>>>>>> b\n}",
            (Syntax, 1, 0, "There is a Git merge conflict here."),
        ),
        (b"<<<<<<<\n{", (Syntax, 0, 0, "A value is missing")),
        (deep.as_bytes(), (Syntax, 0, 131, "Values are nested more than 127 levels deep.")),
    ];
    for (text, expected) in table {
        check(text, &DataFile::parse(Container::Json, text).unwrap_err(), expected);
    }
}

#[test]
fn parse_rejects_invalid_toml() {
    let deep = format!("a = {}", "[".repeat(100_000));
    let dotted = format!("{}a = 1", "a.".repeat(100_000));
    let table: [(&[u8], Expected); 13] = [
        (b"a = ", (Syntax, 0, 4, "This is not valid TOML")),
        (
            b"a = 1\r\n<<<<<<< a\r\nb = 1\r\n=======\r\nb = 2\r\n>>>>>>> b\r\n",
            (Syntax, 1, 0, "There is a Git merge conflict here."),
        ),
        (b"a = 1\na = 2\n", (DuplicateKey, 1, 0, "The key \"a\" is duplicated here.")),
        (b"[a]\n[b]\n[a]\n", (DuplicateKey, 2, 1, "The table \"a\" is defined twice.")),
        (b"a = 1\n[a]\n", (DuplicateKey, 1, 1, "The key \"a\"")),
        (b"a = 1\n[a.b]\n", (Syntax, 1, 1, "\"a\" already has a value")),
        (b"[[a]]\n[a]\n", (DuplicateKey, 1, 1, "The table \"a\"")),
        (b"a = {b = 1, b = 2}\n", (DuplicateKey, 0, 12, "The key \"b\"")),
        (b"a = 2026-13-01\n", (BadDate, 0, 4, "This is not valid TOML")),
        (b"a = 99999999999999999999\n", (Syntax, 0, 4, "This is not valid TOML: integer number overflowed.")),
        (b"a = \"\xc3\x28\"\n", (NotText, 0, 5, "The file is not UTF-8")),
        (deep.as_bytes(), (Syntax, 0, 84, "This is not valid TOML")),
        (dotted.as_bytes(), (Syntax, 0, 0, "Values are nested")),
    ];
    for (text, expected) in table {
        check(text, &DataFile::parse(Container::Toml, text).unwrap_err(), expected);
    }
}

#[test]
fn findings_report_repeated_keys_and_a_byte_order_mark() {
    let data = DataFile::parse(
        Container::Json,
        b"\xef\xbb\xbf{\"id\": \"t1\",\n \"a\": {\"b\": 1, \"b\": 2}, \"id\": \"t2\"}",
    )
    .unwrap();
    let findings = data.findings();
    let reported: Vec<_> = findings.iter().map(|finding| (finding.code, finding.key.join("."))).collect();
    assert_eq!(
        reported,
        [
            (ProblemCode::ByteOrderMark, String::new()),
            (DuplicateKey, "a.b".to_owned()),
            (DuplicateKey, "id".to_owned())
        ]
    );
    check(b"", findings.get(1).unwrap(), (DuplicateKey, 1, 15, "The key \"a.b\" is duplicated here."));
}

#[test]
fn read_task_reports_invalid_values() {
    let table: [(&str, &str, Expected); 13] = [
        (r#"{"title": "x"}"#, "id", (MissingKey, 0, 0, "The key \"id\" is missing.")),
        (r#"{"id": 7, "title": "x"}"#, "id", (WrongType, 0, 7, "\"id\" must be a string, but it is a number.")),
        (r#"{"id": "t1", "title": null}"#, "title", (WrongType, 0, 22, "\"title\" must be a string, but it is null.")),
        (
            r#"{"id": "t1", "title": "x", "labels": null}"#,
            "labels",
            (WrongType, 0, 37, "\"labels\" must be a list, but it is null."),
        ),
        (
            r#"{"id": "t1", "title": "x", "labels": ["a", 2]}"#,
            "labels.1",
            (WrongType, 0, 43, "\"labels.1\" must be a string, but it is a number."),
        ),
        (
            r#"{"id": "t1", "title": "x", "priority": "urgent"}"#,
            "priority",
            (WrongType, 0, 39, "\"urgent\" is not a priority."),
        ),
        (
            r#"{"id": "t1", "title": "x", "order": 1.0}"#,
            "order",
            (WrongType, 0, 36, "\"order\" must be a whole number, 0 or greater, but it is a number."),
        ),
        (
            r#"{"id": "t1", "title": "x", "order": -1}"#,
            "order",
            (WrongType, 0, 36, "\"order\" must be a whole number, 0 or greater, but it is a number."),
        ),
        (
            r#"{"id": "t1", "title": "x", "done_criteria": [{"checked": true}]}"#,
            "done_criteria.0.item",
            (MissingKey, 0, 45, "The key \"item\" is missing."),
        ),
        (
            r#"{"id": "t1", "title": "x", "done_criteria": [{"item": "a", "checked": null}]}"#,
            "done_criteria.0.checked",
            (WrongType, 0, 70, ""),
        ),
        (
            r#"{"id": "t1", "title": "x", "schedule": {"due_date": "2026-02-30"}}"#,
            "schedule.due_date",
            (BadDate, 0, 52, "\"2026-02-30\" is not a date"),
        ),
        (
            r#"{"id": "t1", "title": "x", "schedule": {"estimate_hours": "4"}}"#,
            "schedule.estimate_hours",
            (WrongType, 0, 58, "\"schedule.estimate_hours\" must be a number, but it is a string."),
        ),
        (
            r#"{"id": "t1", "title": "x", "schedule": []}"#,
            "schedule",
            (WrongType, 0, 39, "\"schedule\" must be a table, but it is a list."),
        ),
    ];
    for (text, key, expected) in table {
        let (_, findings) = read_task(&DataFile::parse(Container::Json, text.as_bytes()).unwrap());
        assert_eq!(findings.len(), 1, "{text}: {findings:?}");
        let finding = findings.first().unwrap();
        assert_eq!(finding.key.join("."), key);
        check(text.as_bytes(), finding, expected);
    }
}

#[test]
fn read_reports_invalid_values_of_other_records() {
    let toml = |text: &str| DataFile::parse(Container::Toml, text.as_bytes()).unwrap();
    let json = |text: &str| DataFile::parse(Container::Json, text.as_bytes()).unwrap();
    let (config, findings) = read_config(&toml(
        "[project]\nname = 1\n[calendar]\nclosed_weekdays = [\"sat\", 9]\nopen_dates = [2026-01-01]\n[milestones.a]\ndate = \"soon\"\n",
    ));
    assert_eq!(
        (config.name.as_str(), config.calendar.closed_weekdays, config.calendar.open_dates.len()),
        ("", Some(vec![6]), 1)
    );
    let codes: Vec<_> = findings.iter().map(|finding| (finding.code, finding.position.unwrap().line)).collect();
    assert_eq!(codes, [(WrongType, 1), (WrongType, 3), (BadDate, 6)]);

    let (session, findings) = read_session(&json(
        r#"{"version": 2, "summary": "s", "decisions": ["plain", {"decision": "d"}, 3], "blockers": [null]}"#,
    ));
    let decisions: Vec<_> = session.decisions.iter().map(|decision| decision.decision.as_str()).collect();
    assert_eq!((decisions, findings.len()), (vec!["plain", "d", "3"], 1));

    let (state, findings) = read_timer_state(&json(
        r#"{"version": 1, "owner": "vscode", "updated_at": "x", "timers": {"t1": {"state": "tracking", "elapsed_ms": 1.5}}}"#,
    ));
    assert_eq!((state.timers.len(), findings.len()), (1, 1));
}

#[test]
fn read_page_rejects_invalid_front_matter() {
    let table: [(&[u8], Expected); 5] = [
        (b"# Title\n", (Syntax, 0, 0, "The document does not start with front matter")),
        (b"---\nid: a\n", (Syntax, 0, 0, "The front matter has no closing line")),
        (b"---\nid: [a\n---\n", (Syntax, 2, 0, "The front matter is not valid YAML")),
        (b"---\n- a\n---\n", (Syntax, 1, 0, "The front matter is not valid YAML")),
        (b"---\n\xff\n---\n", (NotText, 1, 0, "The file is not UTF-8")),
    ];
    for (text, expected) in table {
        check(text, &read_page(text).unwrap_err(), expected);
    }
    let (page, findings) = read_page(
        b"---\nid: 7\nname: \"T: x\"\ndoc_type: note\ndate: 2026-01-01\nlastmod: z\ntags: a\n---\nbody\n---\n",
    )
    .unwrap();
    assert_eq!(
        (page.title.as_str(), page.created_at.as_str(), page.body.as_str()),
        ("T: x", "2026-01-01", "body\n---\n")
    );
    let reported: Vec<_> =
        findings.iter().map(|finding| (finding.key.join("."), finding.position.unwrap().line)).collect();
    assert_eq!(reported, [("id".to_owned(), 1), ("tags".to_owned(), 6)]);
}

#[test]
fn read_page_reads_what_other_programs_cannot() {
    for (mark, line_end, code) in [("\u{feff}", "\n", ByteOrderMark), ("", "\r\n", Syntax)] {
        let lines = ["---", "id: a", "title: T", "doc_type: x", "created_at: c", "updated_at: u", "---", "# T", "é"];
        let text = format!("{mark}{}", lines.join(line_end));
        let (page, findings) = read_page(text.as_bytes()).unwrap();
        assert_eq!((page.id.as_str(), &page.body), ("a", &format!("# T{line_end}é")));
        assert_eq!(findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), [code]);
        let written = write_page(text.as_bytes(), &page, &Page { title: "U".to_owned(), ..page.clone() }).unwrap();
        let changed = format!("title: T{line_end}");
        assert_eq!(String::from_utf8(written).unwrap(), text.replace(&changed, "title: U\n"));
    }
}

#[test]
fn write_page_keeps_names_and_members_of_other_tools() {
    let text = b"---\nname: T # n\nx: [1]\nsource: {by: me}\n---";
    let (old, _) = read_page(text).unwrap();
    let source = PageSource { canonical_hash: Some("0f1".to_owned()), ..old.source.clone() };
    let new =
        Page { title: "U".to_owned(), tags: vec!["a".to_owned()], source, body: "# U\n".to_owned(), ..old.clone() };
    let written = write_page(text, &old, &new).unwrap();
    let expected = "---\nname: U\nx: [1]\nsource:\n  by: me\n  canonical_hash: 0f1\ntags:\n- a\n---\n# U\n";
    assert_eq!(String::from_utf8(written).unwrap(), expected);
}

#[test]
fn new_page_is_written_as_other_programs_write_it() {
    for name in ["feed-parser-spec", "storage-design"] {
        let path =
            format!("{}/../../tests/projects/tide-atlas/.handoff/docs/_doc.{name}.md", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(path).unwrap();
        let (page, findings) = read_page(&bytes).unwrap();
        assert_eq!(findings.len(), 0);
        assert_eq!(String::from_utf8(new_page(&page)).unwrap(), String::from_utf8(bytes).unwrap());
    }
}
