//! Secrets that their form gives away.

use super::Found;

pub(super) fn private_keys(text: &str, found: &mut Found) {
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

pub(super) fn tokens(text: &str, found: &mut Found) {
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
pub(super) fn web_tokens(text: &str, found: &mut Found) {
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
