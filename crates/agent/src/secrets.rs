//! Secrets in texts that are about to be saved: found by their form, and taken out.
//!
//! Invariant: what is found is certain enough to be taken out unasked; hashes, ids and pictures stay.

use std::ops::Range;

use serde_json::{Map, Value};

/// What stands in place of a secret.
fn stand_in(kind: &str) -> String {
    format!("[redacted: {kind}]")
}

/// Takes secrets out of the arguments of a call. Gives what was taken and where; none where there was nothing, and nothing is copied.
pub(crate) fn redacted(arguments: &Map<String, Value>) -> Option<(Map<String, Value>, Vec<String>)> {
    if !arguments.iter().any(|(key, value)| has_any(key, value)) {
        return None;
    }
    let mut found = Vec::new();
    let mut clean = arguments.clone();
    clean_members(&mut clean, "", &mut found);
    Some((clean, found))
}

fn has_any(key: &str, value: &Value) -> bool {
    match value {
        Value::String(text) => !secrets(key, text).is_empty(),
        Value::Array(values) => values.iter().any(|value| has_any("", value)),
        Value::Object(members) => members.iter().any(|(key, value)| has_any(key, value)),
        _ => false,
    }
}

fn clean_members(members: &mut Map<String, Value>, way: &str, found: &mut Vec<String>) {
    for (key, value) in members.iter_mut() {
        let way = if way.is_empty() { key.clone() } else { format!("{way}.{key}") };
        clean(key, value, &way, found);
    }
}

fn clean(key: &str, value: &mut Value, way: &str, found: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            for (range, kind) in secrets(key, text).into_iter().rev() {
                text.replace_range(range, &stand_in(kind));
                found.push(format!("{kind} in {way}"));
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter_mut().enumerate() {
                clean("", value, &format!("{way}[{index}]"), found);
            }
        }
        Value::Object(members) => clean_members(members, way, found),
        _ => {}
    }
}

/// The secrets of a text that stands under a key, first to last; they do not overlap.
fn secrets(key: &str, text: &str) -> Vec<(Range<usize>, &'static str)> {
    let mut found = Vec::new();
    if is_secret_name(key) && is_password(text, least(key)) {
        return vec![(0..text.len(), "password")];
    }
    private_keys(text, &mut found);
    tokens(text, &mut found);
    web_tokens(text, &mut found);
    connection_strings(text, &mut found);
    assignments(text, &mut found);
    handoff_format::sort_by_key(&mut found, |(range, _)| range.start);
    let mut end = 0;
    found.retain(|(range, _)| {
        let apart = range.start >= end;
        end = end.max(range.end);
        apart
    });
    found
}

type Found = Vec<(Range<usize>, &'static str)>;

fn private_keys(text: &str, found: &mut Found) {
    for (start, _) in text.match_indices("-----BEGIN ") {
        let rest = text.get(start..).unwrap_or_default();
        let Some((label, body)) = rest.get(11..).and_then(|rest| rest.split_once("-----")) else { continue };
        // Where something is said about keys in general, no body follows.
        if !label.contains("PRIVATE KEY") || label.contains('\n') || body.trim().len() < 20 {
            continue;
        }
        let end = body.find("-----END ").and_then(|at| {
            let tail = body.get(at + 9..)?;
            Some(rest.len() - tail.len() + tail.find("-----")? + 5)
        });
        found.push((start..start + end.unwrap_or(rest.len()), "private key"));
    }
}

/// How a token of some service begins, how many characters follow at least, and whether dashes, underscores and dots are among them.
const TOKENS: [(&str, usize, bool, &str); 31] = [
    ("ghp_", 36, false, "GitHub token"),
    ("gho_", 36, false, "GitHub token"),
    ("ghu_", 36, false, "GitHub token"),
    ("ghs_", 36, false, "GitHub token"),
    ("ghr_", 36, false, "GitHub token"),
    ("github_pat_", 40, true, "GitHub token"),
    ("glpat-", 20, true, "GitLab token"),
    ("xoxb-", 20, true, "Slack token"),
    ("xoxp-", 20, true, "Slack token"),
    ("xoxa-", 20, true, "Slack token"),
    ("xoxr-", 20, true, "Slack token"),
    ("xoxs-", 20, true, "Slack token"),
    ("xapp-", 20, true, "Slack token"),
    ("sk-ant-", 24, true, "API key"),
    ("sk-proj-", 24, true, "API key"),
    ("sk-", 32, false, "API key"),
    ("sk_live_", 16, false, "API key"),
    ("sk_test_", 16, false, "API key"),
    ("rk_live_", 16, false, "API key"),
    ("gsk_", 40, false, "API key"),
    ("hf_", 30, false, "API key"),
    ("npm_", 36, false, "npm token"),
    ("pypi-AgE", 50, true, "PyPI token"),
    ("AIza", 35, true, "Google API key"),
    ("ya29.", 30, true, "Google token"),
    ("SG.", 60, true, "SendGrid key"),
    ("shpat_", 32, false, "Shopify token"),
    ("dop_v1_", 64, false, "DigitalOcean token"),
    ("hvs.", 24, true, "Vault token"),
    ("dckr_pat_", 24, true, "Docker token"),
    ("lin_api_", 32, false, "API key"),
];

fn tokens(text: &str, found: &mut Found) {
    for (prefix, least, joined, kind) in TOKENS {
        for (start, _) in text.match_indices(prefix) {
            if !begins_word(text, start) {
                continue;
            }
            let body = text.get(start + prefix.len()..).unwrap_or_default();
            let belongs =
                |character: char| character.is_ascii_alphanumeric() || (joined && matches!(character, '-' | '_' | '.'));
            let length = body.find(|character: char| !belongs(character)).unwrap_or(body.len());
            let body = body.get(..length).unwrap_or_default().trim_end_matches('.');
            if body.len() >= least && is_random(body) {
                found.push((start..start + prefix.len() + body.len(), kind));
            }
        }
    }
    for prefix in ["AKIA", "ASIA"] {
        for (start, _) in text.match_indices(prefix) {
            let rest = text.get(start..).unwrap_or_default();
            let of_key = |character: char| character.is_ascii_uppercase() || character.is_ascii_digit();
            let length = rest.find(|character: char| !of_key(character)).unwrap_or(rest.len());
            if length == 20 && begins_word(text, start) && ends_word(text, start + length) {
                found.push((start..start + length, "AWS access key"));
            }
        }
    }
}

/// Three parts of base64 between points, of which the first two are JSON.
fn web_tokens(text: &str, found: &mut Found) {
    for (start, _) in text.match_indices("eyJ") {
        let rest = text.get(start..).unwrap_or_default();
        let belongs = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.');
        let length = rest.find(|character: char| !belongs(character)).unwrap_or(rest.len());
        let token = rest.get(..length).unwrap_or_default().trim_end_matches('.');
        let parts: Vec<&str> = token.split('.').collect();
        let is_token = matches!(parts.as_slice(), [head, body, sign] if head.len() >= 10 && body.starts_with("eyJ") && sign.len() >= 16);
        if is_token && begins_word(text, start) {
            found.push((start..start + token.len(), "web token"));
        }
    }
}

/// The password between the user and the host of a URL.
fn connection_strings(text: &str, found: &mut Found) {
    for (at, _) in text.match_indices("://") {
        let start = at + 3;
        let rest = text.get(start..).unwrap_or_default();
        let end = rest.find(|character: char| character.is_whitespace() || "/\"'`<>?#".contains(character));
        let authority = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        let Some((login, _)) = authority.rsplit_once('@') else { continue };
        let Some((user, password)) = login.split_once(':') else { continue };
        if !is_placeholder(password) {
            let start = start + user.len() + 1;
            found.push((start..start + password.len(), "password"));
        }
    }
}

/// What is assigned to a name that says what it is.
fn assignments(text: &str, found: &mut Found) {
    for (at, _) in text.match_indices(['=', ':']) {
        let before = text.get(..at).unwrap_or_default().trim_end_matches([' ', '"', '\'', '`']);
        let name_start = before.rfind(|character: char| !is_of_name(character)).map_or(0, |place| {
            place + before.get(place..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
        });
        let name = before.get(name_start..).unwrap_or_default();
        let bearer = name.eq_ignore_ascii_case("authorization");
        if !bearer && !is_secret_name(name) {
            continue;
        }
        let behind = text.get(at + 1..).unwrap_or_default();
        let value = behind.trim_start_matches([' ', '"', '\'', '`']);
        let value = if bearer { value.strip_prefix("Bearer ").unwrap_or_default() } else { value };
        let stop = |character: char| character.is_whitespace() || "\"'`,;)}]<>".contains(character);
        let length = value.find(stop).unwrap_or(value.len());
        let start = text.len() - value.len();
        let value = value.get(..length).unwrap_or_default().trim_end_matches('.');
        if is_password(value, if bearer { 20 } else { least(name) }) {
            found.push((start..start + value.len(), "password or key"));
        }
    }
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// Whether a name is one under which a secret stands.
fn is_secret_name(name: &str) -> bool {
    const ENDS: [&str; 14] = [
        "password",
        "passwd",
        "pwd",
        "secret",
        "apikey",
        "accesskey",
        "secretkey",
        "accountkey",
        "sharedaccesskey",
        "secretaccesskey",
        "privatekey",
        "accesstoken",
        "authtoken",
        "refreshtoken",
    ];
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    ENDS.iter().any(|end| plain.ends_with(end))
}

/// How many characters a value needs to count: passwords are shorter than keys.
fn least(name: &str) -> usize {
    let name = name.to_ascii_lowercase();
    if name.ends_with("password") || name.ends_with("passwd") || name.ends_with("pwd") { 8 } else { 12 }
}

/// Whether a value looks chosen or drawn: long enough, with letters and digits, and no name, path, call or placeholder.
fn is_password(value: &str, least: usize) -> bool {
    let is_path = value.contains('/') && value.len() < 40;
    value.len() >= least
        && !is_placeholder(value)
        && !is_path
        && !value.contains(['(', '\\', ' '])
        && !value.contains("::")
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Whether a value only stands for another one.
fn is_placeholder(value: &str) -> bool {
    const NAMES: [&str; 8] = ["password", "passwd", "pass", "pwd", "secret", "changeme", "example", "redacted"];
    let lower = value.to_ascii_lowercase();
    value.is_empty()
        || value.starts_with(['$', '<', '{', '[', '%', '*'])
        || NAMES.contains(&lower.as_str())
        || lower.contains("env.")
        || lower.contains("environ")
        || lower.chars().all(|character| matches!(character, 'x' | '*' | '.' | '…'))
}

/// Whether characters look drawn and not written: digits among letters, and not the same over and over.
fn is_random(body: &str) -> bool {
    let mut kinds: Vec<u8> = body.bytes().collect();
    handoff_format::sort(&mut kinds);
    kinds.dedup();
    kinds.len() >= 8 && kinds.iter().any(u8::is_ascii_digit) && kinds.iter().any(u8::is_ascii_alphabetic)
}

/// Whether no character of a longer run of base64 stands before a place.
fn begins_word(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    before.is_none_or(|character| !character.is_ascii_alphanumeric() && !matches!(character, '+' | '/' | '_' | '-'))
}

fn ends_word(text: &str, at: usize) -> bool {
    let behind = text.get(at..).and_then(|behind| behind.chars().next());
    behind.is_none_or(|character| !character.is_ascii_alphanumeric() && !matches!(character, '+' | '/' | '_' | '='))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The kinds of a text, put together here so that no scanner takes this file for a leak.
    fn kinds(text: &str) -> Vec<&'static str> {
        secrets("", text).into_iter().map(|(_, kind)| kind).collect()
    }

    const DRAWN: &str = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0";

    #[test]
    fn secrets_are_found() {
        let key = format!("-----BEGIN {0} KEY-----\nMIIEpAIBAAKCAQEA7\n-----END {0} KEY-----", "RSA PRIVATE");
        let token = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0In0", "dBjftJeZ4CVPmB92K27uhbUJU1p1r"].join(".");
        for (text, kind) in [
            (format!("use ghp_{DRAWN} here"), "GitHub token"),
            (format!("key=glpat-{DRAWN}"), "GitLab token"),
            (format!("xoxb-{DRAWN}"), "Slack token"),
            (format!("sk-ant-api03-{DRAWN}."), "API key"),
            (format!("(sk-{DRAWN})"), "API key"),
            (format!("AIza{}", &DRAWN[..35]), "Google API key"),
            (format!("id {}{} ok", "AKIA", "IOSFODNN7EXAMPLE"), "AWS access key"),
            (format!("before\n{key}\nafter"), "private key"),
            (token, "web token"),
            ("postgres://app:s3cr3tpw@db.example/main".to_owned(), "password"),
            ("redis://:hunter22@cache:6379".to_owned(), "password"),
            (format!("AWS_SECRET_ACCESS_KEY={DRAWN}"), "password or key"),
            ("\"client_secret\": \"a8f5f167f44f4964\"".to_owned(), "password or key"),
            ("DB_PASSWORD: hunter22x".to_owned(), "password or key"),
            (format!("Authorization: Bearer {DRAWN}"), "password or key"),
            ("パスワード password=潮z1234567".to_owned(), "password or key"),
        ] {
            assert_eq!(kinds(&text), [kind], "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_secret_stays() {
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
        ] {
            assert_eq!(kinds(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn the_place_is_named_and_the_rest_stays() {
        let call = json!({
            "summary": "all well",
            "decisions": [{"decision": "d"}, {"decision": "d", "reason": format!("ghp_{DRAWN} twice ghp_{DRAWN}")}],
            "environment": {"db_password": "correct7horse", "url": "amqp://a:b4d@host"},
        });
        let (clean, found) = redacted(call.as_object().unwrap()).unwrap();
        assert_eq!(
            found,
            [
                "GitHub token in decisions[1].reason",
                "GitHub token in decisions[1].reason",
                "password in environment.db_password",
                "password in environment.url"
            ]
        );
        assert_eq!(clean["decisions"][1]["reason"], "[redacted: GitHub token] twice [redacted: GitHub token]");
        assert_eq!(clean["environment"]["url"], "amqp://a:[redacted: password]@host");
        assert_eq!(clean["summary"], "all well");
        assert_eq!(redacted(&clean), None, "what stands in for a secret is none");
    }
}
