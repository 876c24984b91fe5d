//! Tests of the whole module. They assemble secrets from parts, so that scanners do not report these
//! files.

use proptest::prelude::*;
use serde_json::json;

use super::*;

mod corpus;
mod examples;
mod ordinary;
mod starts;
mod template;

/// Returns the kinds of secrets in a text. The tests assemble secrets from parts, so that
/// scanners do not report this file.
fn kinds(text: &str) -> Vec<&'static str> {
    scan::find(text).into_iter().map(|found| found.kind).collect()
}

const RANDOM: &str = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0";
const SHORT: &str = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R";

#[test]
fn package_is_redacted_in_all_its_texts() {
    let token = format!("ghp_{}", "0123456789abcdefghijklmnopqrstuvwxyz");
    let package = NewPackage {
        name: "Deploy".to_owned(),
        content: format!("Use {token} here.\r\n"),
        summary: Some(token.clone()),
        tags: vec!["deploy".to_owned()],
        ..NewPackage::default()
    };
    let redacted = redact_package(package.clone());
    assert_eq!(redacted.secrets, 2);
    let NewPackage { name, content, summary, tags, .. } = &redacted.package;
    assert_eq!((name, tags), (&package.name, &package.tags));
    assert!(content.starts_with("Use [redacted: ") && content.ends_with("] here.\r\n"), "{content}");
    assert!(summary.as_ref().is_some_and(|text| text.starts_with("[redacted: ")), "{summary:?}");
    let doubtful = NewPackage { content: "password: correcthorse".to_owned(), summary: None, ..package.clone() };
    assert_eq!(redact_package(doubtful.clone()), RedactedPackage { package: doubtful, secrets: 0, doubtful: 1 });
    let clean = NewPackage { content: "No secret".to_owned(), summary: None, ..package };
    assert_eq!(redact_package(clean.clone()), RedactedPackage { package: clean, secrets: 0, doubtful: 0 });
}

#[test]
fn secrets_of_each_kind_are_found() {
    let key = format!("-----BEGIN {0} KEY-----\nMIIEpAIBAAKCAQEA7\n-----END {0} KEY-----", "RSA PRIVATE");
    let token = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0In0", "dBjftJeZ4CVPmB92K27uhbUJU1p1r"].join(".");
    for (text, kind) in [
        (format!("use ghp_{RANDOM} here"), "GitHub token"),
        (format!("key=glpat-{RANDOM}"), "GitLab token"),
        (format!("xoxb-{RANDOM}"), "Slack token"),
        (format!("sk-ant-api03-{RANDOM}."), "API key"),
        (format!("(sk-{RANDOM})"), "API key"),
        (format!("AIza{SHORT}"), "Google API key"),
        (format!("id {}{} ok", "AKIA", "IOSFODNN7EXAMPLE"), "AWS access key"),
        (format!("before\n{key}\nafter"), "private key"),
        (token, "web token"),
        ("postgres://app:s3cr3tpw@db.example/main".to_owned(), "password"),
        ("redis://:hunter22@cache:6379".to_owned(), "password"),
        ("http://admin:1234@gateway".to_owned(), "password"),
        ("ftp://first.last:12345@files.example".to_owned(), "password"),
        (format!("AWS_SECRET_ACCESS_KEY={RANDOM}"), "password or key"),
        ("\"client_secret\": \"a8f5f167f44f4964\"".to_owned(), "password or key"),
        ("DB_PASSWORD: hunter22x".to_owned(), "password or key"),
        (format!("Authorization: Bearer {RANDOM}"), "password or key"),
        ("パスワード password=潮z1234567".to_owned(), "password or key"),
    ] {
        assert_eq!(kinds(&text), [kind], "{text}");
    }
}

#[test]
fn text_similar_to_secrets_is_kept() {
    for text in [
        "commit fa7b5990c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA+AKIAIOSFODNN7EXAMPLE/AAFCAYAAACNbyblAAAAHElEQVQI12P4",
        "s-20261121-025724-204772",
        "https://example.invalid/issues/12",
        "git@github.com:owner/repo.git",
        "postgres://app:${DB_PASSWORD}@db/main",
        "postgres://user:password@localhost/dev",
        "password = os.environ['DB_PASSWORD_2']",
        "password: process.env.DB_PASSWORD1",
        "api_key: see crates/agent/src/secrets.rs:12",
        "token: the next1 step",
        "the secret: keep it simple",
        "sk-learn and sk-image are fine",
        "ghp_ tokens begin like this",
        "-----BEGIN PRIVATE KEY----- marks a key",
        "eyJ is how JSON begins in base64",
        "password=<your password 1>",
        "const secret = makeSecret2(\"x\")",
        "日本語の秘密: 潮汐マップ１２３",
        "password: userPassword2",
        "let secret = load_secret_v2;",
        "access_token: AccessTokenV2Response",
        "secret: kubernetes-secret-name-1",
        "apiKey: config.apiKey2Value",
        "http://localhost:3000@v2",
        "https://registry.example.com:5000@v2 is no login",
        "http://localhost:3000#a@files.internal.net is no login",
        "postgres://app:****@db.internal.net/main",
        "Files that begin with -----BEGIN RSA PRIVATE KEY----- are refused.\nStep 1: never delete the backup.",
        "A key begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----, always",
        "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    ] {
        assert_eq!(kinds(text), [""; 0], "{text}");
    }
}

#[test]
fn quoted_passwords_are_judged_by_length_and_kind() {
    for (value, certainty) in [
        ("潮潮潮x7q9Zp2", Some(Certainty::Certain)),
        ("潮潮潮潮潮x7q9Zp2", None),
        ("load_tide_v2", Some(Certainty::Doubtful)),
        ("tidal", None),
        ("tidals", Some(Certainty::Doubtful)),
        ("corRect!hoRse", Some(Certainty::Certain)),
        ("tide rocks harbour", Some(Certainty::Doubtful)),
        ("enter tide rocks", None),
        ("%tide7Rocks%", None),
        ("charts/tide9/rocks9", None),
        ("charts/TIDE9/Rocks9", None),
        ("tide rocks harbour gulls boats sails masts", None),
        ("ab\\\"cd7horse99X", Some(Certainty::Certain)),
    ] {
        let text = format!("password = \"{value}\"");
        let found: Vec<_> = scan::find(&text).into_iter().map(|found| (found.certainty, found.range)).collect();
        let expected: Vec<_> = certainty.into_iter().map(|certainty| (certainty, 12..text.len() - 1)).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn private_key_is_redacted_with_its_lines_only() {
    let begin = format!("-----BEGIN {}KEY-----", "RSA PRIVATE ");
    let end = begin.replace("BEGIN", "END");
    let line = RANDOM.repeat(2).get(..64).unwrap().to_owned();
    for (text, left) in [
        (format!("a\n{begin}\n{line}\n{line}\nQ1w=\n{end}\nb"), "a\n[redacted: private key]\nb"),
        (
            format!("a\n{begin}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n{line}\n{end}\nb"),
            "a\n[redacted: private key]\nb",
        ),
        (format!("a {begin} {line} {line} Q1w= {end} b"), "a [redacted: private key] b"),
        (format!("a{begin}{line}{end}b"), "a[redacted: private key]b"),
        (format!("> {begin}\n> {line}\n> Q1w=\n> {end}\n> b"), "> [redacted: private key]\n> b"),
        (format!("{{\"key\": \"{begin}\\n{line}\\nQ1w=\\n{end}\\n\"}}"), "{\"key\": \"[redacted: private key]\\n\"}"),
        (format!("{begin}\\n{}\\/{line}\\n{end}.", line.get(..9).unwrap()), "[redacted: private key]."),
        // Without an end.
        (
            format!("a\n{begin}\n{line}\n{line}\nThen comes prose.\nb"),
            "a\n[redacted: private key]\nThen comes prose.\nb",
        ),
        (format!("{begin}\\n{line}\\nThen comes prose.\\nb"), "[redacted: private key]\\nThen comes prose.\\nb"),
        (format!("{begin}\nProc-Type: 4,ENCRYPTED\n\n{line}\n\nb"), "[redacted: private key]\n\nb"),
        (
            format!("{begin}\n{line}\n9f86d081884c7d659a2feaa0c55ad015\n"),
            "[redacted: private key]\n9f86d081884c7d659a2feaa0c55ad015\n",
        ),
        // The end line belongs to another key.
        (
            format!("{begin}\n{line}\nand so on, as in\n{begin}\n{line}\n{end}\n"),
            "[redacted: private key]\nand so on, as in\n[redacted: private key]\n",
        ),
    ] {
        let call = json!({ "notes": text });
        let clean = redact(call.as_object().unwrap()).clean.unwrap();
        assert_eq!(clean["notes"], left, "{text}");
    }
}

#[test]
fn redact_reports_places_and_keeps_other_values() {
    let call = json!({
        "summary": "all well",
        "decisions": [{"decision": "d"}, {"decision": "d", "reason": format!("ghp_{RANDOM} twice ghp_{RANDOM}")}],
        "environment": {"db_password": "correct7horse", "url": "amqp://a:b4d@host", "password": "correcthorse"},
        "passwords": {"password": ["hunter22x", 5]},
        "names": {"token= or password": "hunter22x"},
    });
    let redaction = redact(call.as_object().unwrap());
    assert_eq!(
        redaction.note().unwrap(),
        "Secrets were removed before saving: GitHub token in decisions[1].reason, GitHub token in decisions[1].reason, \
         password in environment.db_password, password in environment.url, password in passwords.password[0], \
         password in names.token= or password. \
         Saved unchanged, but may be secret: password in environment.password. \
         If one is, save that text again with [redacted] in its place."
    );
    let clean = redaction.clean.unwrap();
    assert_eq!(clean["decisions"][1]["reason"], "[redacted: GitHub token] twice [redacted: GitHub token]");
    assert_eq!(clean["environment"]["url"], "amqp://a:[redacted: password]@host");
    assert_eq!(clean["environment"]["password"], "correcthorse");
    assert_eq!((&clean["summary"], &clean["passwords"]["password"][1]), (&json!("all well"), &json!(5)));
    let again = redact(&clean);
    assert_eq!((again.clean, again.replaced), (None, Vec::<String>::new()), "a replacement is not a secret");
    assert_eq!(redact(&Map::new()).note(), None);
}

/// A search that reads a text again for each name or prefix in it would not end.
#[test]
fn hostile_texts_are_read_once() {
    for part in [
        "password=",
        "_eyJ",
        "curl -u a:$B ",
        "glft-",
        "://a:",
        "postgres://a:$B@",
        "cookie a=",
        "-----BEGIN PRIVATE KEY-----",
        "\"password\": \"",
        "「",
    ] {
        let text = part.repeat(20_000 / part.len());
        assert!(scan::find(&text).len() <= text.len());
    }
}

#[test]
fn keys_of_objects_are_examined_as_values() {
    let (one, two, three) = (format!("ghp_{RANDOM}"), format!("ghp_Z{RANDOM}"), format!("ghp_Y{RANDOM}"));
    let setting = format!("settings.custom_fields.{one}");
    let call = json!({ "environment": {&one: 1, &two: {"a": 2}, &three: 4, "c": 3}, "updates": { setting: true } });
    let redaction = redact(call.as_object().unwrap());
    let clean = json!({
        "environment": {"[redacted: GitHub token]": 1, "[redacted: GitHub token] 2": {"a": 2}, "[redacted: GitHub token] 3": 4, "c": 3},
        "updates": {"settings.custom_fields.[redacted: GitHub token]": true},
    });
    assert_eq!(Value::Object(redaction.clean.unwrap()), clean);
    assert_eq!(
        redaction.replaced,
        [
            "GitHub token in the name environment.[redacted: GitHub token]",
            "GitHub token in the name environment.[redacted: GitHub token]",
            "GitHub token in the name environment.[redacted: GitHub token]",
            "GitHub token in the name updates.settings.custom_fields.[redacted: GitHub token]",
        ]
    );
}

proptest! {
    /// Random combinations of parts of secrets are cut at character boundaries, and nothing is
    /// found a second time.
    #[test]
    fn redact_is_idempotent(pieces in proptest::collection::vec(piece(), 0..8), key in "(password|api_key|潮|)") {
        let text = pieces.concat();
        let call = json!({ key: text });
        if let Some(clean) = redact(call.as_object().unwrap()).clean {
            prop_assert_eq!(redact(&clean).clean, None);
        }
    }
}

/// Generates a line of prose: words, numbers and punctuation, but no random text.
fn prose() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[A-Za-z]?[a-z]{0,9}[.,:;!?]?",
        "[a-z]{1,6}[A-Z][a-z]{1,8}[0-9]?",
        "[0-9]{1,6}",
        "[a-z]{2,8}(/[a-z]{2,8}){1,6}[.]rs",
        "[a-z]{2,8}(_[a-z]{2,8}){1,6}_v2",
        "[0-9a-f]{40}",
        "潮[a-z]{1,5}"
    ];
    proptest::collection::vec(word, 1..9).prop_map(|words| format!("- {}", words.join(" ")))
}

fn body_line() -> impl Strategy<Value = String> {
    "[A-Za-z0-9+/]{64}".prop_filter("random text has all classes of characters", |line| {
        let has = |class: fn(char) -> bool| line.chars().any(class);
        has(|c| c.is_ascii_digit()) && has(|c| c.is_ascii_uppercase()) && has(|c| c.is_ascii_lowercase())
    })
}

proptest! {
    #[test]
    fn without_an_end_line_only_key_lines_are_redacted(
        before in proptest::collection::vec(prose(), 0..3),
        body in proptest::collection::vec(body_line(), 0..4),
        after in proptest::collection::vec(prose(), 0..6),
        on_line in prop_oneof![Just(String::new()), prose()],
        escaped in any::<bool>(),
    ) {
        let header = format!("-----BEGIN {}KEY-----", "EC PRIVATE ");
        let line_end = if escaped { "\\n" } else { "\n" };
        // Words may happen to be a secret themselves, such as a hash after "Pw:".
        let words = before.iter().chain([&on_line]).chain(&after).map(String::as_str).collect::<Vec<_>>().join(line_end);
        prop_assume!(redact_text(words.clone()) == words);
        let opening = if on_line.is_empty() { header } else { format!("{on_line} {header}") };
        let lines: Vec<&String> = before.iter().chain([&opening]).chain(&body).chain(&after).collect();
        let text = lines.iter().map(|line| line.as_str()).collect::<Vec<_>>().join(line_end);
        let clean = redact_text(text.clone());
        let expected = if body.is_empty() {
            text
        } else {
            let marked = opening.split("-----").next().unwrap().to_owned() + "[redacted: private key]";
            let lines: Vec<&String> = before.iter().chain([&marked]).chain(&after).collect();
            lines.iter().map(|line| line.as_str()).collect::<Vec<_>>().join(line_end)
        };
        prop_assert_eq!(clean, expected);
    }
}

fn piece() -> impl Strategy<Value = String> {
    const PIECES: [&str; 24] = [
        "ghp_",
        "sk-ant-",
        "AKIA",
        "eyJ",
        "://",
        "@",
        ":",
        "=",
        "password",
        "api_key",
        "Bearer ",
        "Authorization",
        "-----BEGIN ",
        "PRIVATE KEY-----",
        "-----END ",
        "\n",
        "\"",
        " ",
        "潮",
        "é",
        ".",
        RANDOM,
        SHORT,
        "IOSFODNN7EXAMPLE",
    ];
    prop_oneof![proptest::sample::select(PIECES.to_vec()).prop_map(str::to_owned), ".{0,4}"]
}

#[test]
fn values_end_where_their_notation_ends() {
    for (text, expected) in [
        // A backslash that escapes nothing belongs to the word, which then is no secret.
        (r"DB_PASSWORD=aB3dE9xQ12\kLm", vec![]),
        // Only a name in capitals, or the first of a line, assigns the rest of its line.
        ("let my_PASSWORD=kranichfeder", vec![]),
        ("let MY_PASSWORD=kranichfeder", vec!["password or key"]),
        ("<password>tide rocks harbour</password>", vec!["password or key"]),
        ("$form->password->tide rocks harbour</b>", vec![]),
    ] {
        assert_eq!(kinds(text), expected, "{text}");
    }
}

#[test]
fn value_in_quotes_has_a_maximum_length() {
    let word = RANDOM.repeat(7);
    for (length, found) in [(4096, 4096), (4097, word.len())] {
        let text = format!("password = \"{word} {}\"", "x".repeat(length - word.len() - 1));
        let ranges: Vec<_> = scan::find(&text).into_iter().map(|found| (found.range.start, found.range.end)).collect();
        assert_eq!(ranges, [(12, 12 + found)], "{length}");
    }
}

#[test]
fn host_with_port_and_path_is_no_login() {
    for (user, password, host, is_login) in [
        ("localhost", "3000/api", "cdn.acme.dev", false),
        ("localhost", "3000", "v2", false),
        ("localhost", "3000", "cdn.acme.dev", true),
        ("kim", "3000/api", "cdn.acme.dev", true),
    ] {
        let judged = value::judge_login(user, password, host);
        assert_eq!(judged.is_some(), is_login, "{user}:{password}@{host}");
    }
}

#[test]
fn login_of_an_example_is_no_secret() {
    for (user, password, certainty) in [
        ("user", "password", None),
        ("user", "my-password", None),
        ("kim", "my-password", Some(Certainty::Certain)),
        ("user", "x7q9", Some(Certainty::Certain)),
        ("kim", "password", Some(Certainty::Doubtful)),
        ("kim", "kim", Some(Certainty::Doubtful)),
    ] {
        assert_eq!(value::judge_login(user, password, "db.acme.dev"), certainty, "{user}:{password}");
    }
}
