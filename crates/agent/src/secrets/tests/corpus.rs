//! Secrets of 81 kinds, each in 12 surroundings: how many are replaced, reported or missed.

use std::collections::BTreeMap;

use serde_json::json;

use super::template::{Random, expand};
use crate::secrets::rules::Certainty;
use crate::secrets::{redact, redact_text, scan};

/// Secrets that are recognized by their own form.
const FORMS: [(&str, &str); 45] = [
    ("GitHub token", "ghp_{a36}"),
    ("GitHub OAuth token", "gho_{a36}"),
    ("GitHub user token", "ghu_{a36}"),
    ("GitHub server token", "ghs_{a36}"),
    ("GitHub refresh token", "ghr_{a36}"),
    ("GitHub fine-grained token", "github_pat_{a22}_{a59}"),
    ("GitLab token", "glpat-{u20}"),
    ("Slack bot token", "xoxb-{d12}-{d12}-{a24}"),
    ("Slack user token", "xoxp-{d12}-{d12}-{d12}-{h32}"),
    ("Slack app token", "xapp-1-A{H10}-{d13}-{h64}"),
    ("Anthropic key", "sk-ant-api03-{u95}"),
    ("OpenAI project key", "sk-proj-{u120}"),
    ("OpenAI key", "sk-{a48}"),
    ("Stripe live key", "sk_live_{a24}"),
    ("Stripe test key", "sk_test_{a24}"),
    ("Stripe restricted key", "rk_live_{a24}"),
    ("Groq key", "gsk_{a52}"),
    ("Hugging Face token", "hf_{m34}"),
    ("npm token", "npm_{a36}"),
    ("PyPI token", "pypi-AgEIcHlwaS5vcmc{u90}"),
    ("Google API key", "AIza{u35}"),
    ("Google access token", "ya29.{u60}"),
    ("Google client secret", "GOCSPX-{u28}"),
    ("SendGrid key", "SG.{u22}.{u43}"),
    ("Shopify token", "shpat_{h32}"),
    ("DigitalOcean token", "dop_v1_{h64}"),
    ("Vault token", "hvs.{u90}"),
    ("Docker token", "dckr_pat_{u27}"),
    ("Linear key", "lin_api_{a40}"),
    ("AWS access key", "AKIA{H16}"),
    ("AWS temporary key", "ASIA{H16}"),
    ("web token", "eyJ{u20}.eyJ{u40}.{u43}"),
    ("webhook secret", "whsec_{a32}"),
    ("Twilio key", "SK{h32}"),
    ("Telegram token", "{d10}:AA{u33}"),
    ("Mailgun key", "key-{h32}"),
    ("Atlassian token", "ATATT3xFfGF0{u170}={H8}"),
    ("Databricks token", "dapi{h32}"),
    ("age key", "AGE-SECRET-KEY-1{H58}"),
    ("Slack webhook", "https://hooks.slack.com/services/T{H8}/B{H8}/{a24}"),
    ("Discord webhook", "https://discord.com/api/webhooks/{d18}/{u68}"),
    (
        "Teams webhook",
        "https://tide.webhook.office.com/webhookb2/{h8}-1111-4111-8111-{h12}@{h8}-1111-4111-8111-{h12}/IncomingWebhook/{h32}/{h8}",
    ),
    ("token behind a slash", "cache/ghp_{a36}"),
    ("token behind an underscore", "TOKEN_ghp_{a36}"),
    ("bare AWS secret key", "{b40}"),
];

/// Secrets that are recognized by the text beside them.
const LINES: [(&str, &str); 36] = [
    ("password of letters and digits", "\"password\": \"{l12}\""),
    ("token as the user of a URL", "https://{a40}@git.tide.net/r.git"),
    ("_auth of npm", "_auth={b24}"),
    ("Basic header", "Authorization: Basic {b22}=="),
    ("Bearer header", "Authorization: Bearer {u40}"),
    ("curl -u", "curl -u app:{l10} https://tide.net/api"),
    ("PASS=", "PASS=x7{l8}"),
    ("pass:", "pass: x7{l8}"),
    ("DB_PASS=", "DB_PASS=x7{l8}"),
    ("token=", "token={a24}"),
    ("export GITHUB_TOKEN", "export GITHUB_TOKEN='{h40}'"),
    ("CF_API_TOKEN=", "CF_API_TOKEN={u40}"),
    ("Azure SAS", "https://tide.blob.core.windows.net/c/b?sv=2024-11-04&sp=r&sig={a42}%3D"),
    ("cookie", "Cookie: theme=dark; sid={a32}"),
    ("password of letters", "DB_PASSWORD={w12}"),
    ("password of digits", "DB_PASSWORD={D10}"),
    ("password of letters in quotes", "\"password\": \"{w12}\""),
    ("password with a blank", "\"password\": \"x7{w6}q r8{w5}z\""),
    ("passphrase of words", "\"passphrase\": \"{w6} {w7} {w6} {w5}\""),
    ("password with a slash", "\"password\": \"x7/{l4}q/{l5}z\""),
    ("password with a parenthesis", "\"password\": \"x7({l4}q{l5}z\""),
    ("password in a sentence", "The password is x7{l8}q4, keep it."),
    ("password of letters in a sentence", "The password is {w12} since May."),
    ("password in Japanese", "パスワードは x7{l8}q4 です。"),
    ("full-width colon", "パスワード：x7{l8}q4"),
    ("YAML block", "password: |\n  x7{l8}"),
    ("database URL", "postgres://app:{l12}@db.tide.net/main"),
    ("database URL with a slash", "postgres://app:x7/{l8}@db.tide.net/main"),
    ("database URL with a number sign", "mysql://app:x7#{l8}@db.tide.net/main"),
    ("database URL with the password secret", "postgres://app:secret@db.tide.net/main"),
    ("login in a URL", "http://admin:{l10}@gateway.tide.net"),
    ("AWS_SECRET_ACCESS_KEY=", "AWS_SECRET_ACCESS_KEY={b40}"),
    ("client_secret", "\"client_secret\": \"{h16}\""),
    ("RSA private key", "-----BEGIN RSA PRIVATE{ }KEY-----\n{b64}\n{b64}\n{b24}\n-----END RSA PRIVATE KEY-----"),
    (
        "OpenSSH private key",
        "-----BEGIN OPENSSH PRIVATE{ }KEY-----\n{b70}\n{b70}\n{b30}==\n-----END OPENSSH PRIVATE KEY-----",
    ),
    ("private key without its end", "-----BEGIN PRIVATE{ }KEY-----\n{b64}\n{b64}\n"),
];

/// Kinds of which not all are found, with the reason.
const REASONS: [(&str, &str); 2] = [
    ("bare AWS secret key", "40 characters of base64 beside nothing are as likely a hash or an ID"),
    ("password of letters in a sentence", "\"the password is required\" has the same form"),
];

fn form_contexts(secret: &str) -> [String; 12] {
    [
        format!("TIDE_VALUE={secret}\nTIDE_PORT=80\n"),
        format!("{{\"note\": \"{secret}\", \"n\": 1}}"),
        format!("tide:\n  value: {secret}\n  port: 80\n"),
        format!("tide run --with \"{secret}\" && echo done"),
        format!("Use {secret} for the demo, it expires soon."),
        format!("本番では{secret}を使います。"),
        format!("https://tide.net/hook?x={secret}&y=1"),
        format!("2026-11-24T10:00:00Z INFO sent with {secret} (200 in 35 ms)"),
        format!("const value = \"{secret}\"; // for the demo"),
        format!("- Value: `{secret}`\n- Port: 80"),
        format!("first\\n{secret}\\nlast"),
        format!("({secret})."),
    ]
}

fn line_contexts(line: &str) -> [String; 12] {
    let each = |prefix: &str| line.split('\n').map(|line| format!("{prefix}{line}")).collect::<Vec<_>>().join("\n");
    let escaped = line.replace('"', "\\\"").replace('\n', "\\n");
    [
        line.to_owned(),
        format!("port: 80\n{line}\nhost: tide.net\n"),
        format!("```\n{line}\n```\n"),
        each("> "),
        each("    "),
        each("# "),
        format!("- {}", each("  ").trim_start()),
        format!("Before the change it said: {line}"),
        format!("設定は次の通りです。\n{line}\n以上です。"),
        format!("2026-11-24T10:00:00Z INFO {line}"),
        format!("{{\"notes\": \"first\\n{escaped}\\nlast\"}}"),
        format!("| old | {line}"),
    ]
}

/// Results for the surroundings of a secret.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    replaced: usize,
    reported: usize,
    missed: Vec<String>,
}

fn tally() -> BTreeMap<&'static str, Tally> {
    let mut random = Random::new(81);
    let mut results: BTreeMap<&str, Tally> = BTreeMap::new();
    let cases = FORMS.iter().map(|case| (case, true)).chain(LINES.iter().map(|case| (case, false)));
    for ((name, template), is_form) in cases {
        for index in 0..12 {
            let (secret, parts) = expand(template, &mut random);
            let contexts = if is_form { form_contexts(&secret) } else { line_contexts(&secret) };
            let text = contexts[index].clone();
            let clean = redact_text(text.clone());
            let result = results.entry(name).or_default();
            let is_left = parts.iter().any(|part| clean.contains(part.as_str())) || clean == text;
            let is_doubtful = || scan::find(&text).iter().any(|found| found.certainty == Certainty::Doubtful);
            if !is_left {
                result.replaced += 1;
            } else if is_doubtful() {
                result.reported += 1;
            } else {
                result.missed.push(text);
            }
        }
    }
    results
}

#[test]
fn secrets_are_found_in_all_surroundings() {
    let results = tally();
    let count = |number: fn(&Tally) -> usize| results.values().map(number).sum::<usize>();
    let (replaced, reported) = (count(|tally| tally.replaced), count(|tally| tally.reported));
    let missed = count(|tally| tally.missed.len());
    println!("{} kinds: {replaced} replaced, {reported} reported, {missed} missed", results.len());
    for (name, tally) in &results {
        if tally.replaced < 12 {
            println!("{name}: {} replaced, {} reported", tally.replaced, tally.reported);
        }
        for text in &tally.missed {
            println!("    {text:?}");
        }
    }
    for (name, tally) in &results {
        assert!(tally.missed.is_empty() || REASONS.iter().any(|(kind, _)| kind == name), "{name}: {tally:#?}");
    }
}

#[test]
fn token_as_a_key_of_an_object_is_replaced() {
    for (_, template) in &FORMS[..44] {
        let (secret, parts) = expand(template, &mut Random::new(3));
        let call = json!({ "environment": { secret: 1 } });
        let clean = redact(call.as_object().unwrap()).clean.map(|clean| serde_json::to_string(&clean).unwrap());
        assert!(clean.is_some_and(|clean| !parts.iter().any(|part| clean.contains(part.as_str()))), "{template}");
    }
}
