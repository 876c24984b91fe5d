//! Finds secrets by their format: private keys, tokens and web tokens.

use crate::secrets::SecretMatches;
use crate::secrets::identifier::is_identifier;

/// Finds PEM private keys: the header line, the base64 text directly after it, and the end line if
/// there is one.
///
/// A header without base64 text after it is not a key, so that text about keys is kept.
pub(super) fn private_keys(text: &str, matches: &mut SecretMatches) {
    for (start, opening) in text.match_indices("-----BEGIN ") {
        let rest = text.get(start + opening.len()..).unwrap_or_default();
        let Some((label, body)) = rest.split_once("-----") else { continue };
        if !label.contains("PRIVATE KEY") || label.contains('\n') {
            continue;
        }
        if let Some(length) = key_length(body) {
            matches.push((start..text.len() - body.len() + length, "private key"));
        }
    }
}

/// Returns the length in bytes of the body of a key at the start of a text, with its end line, or
/// `None` if there is no key.
fn key_length(body: &str) -> Option<usize> {
    const END: &str = "-----END ";
    let mut rest = body;
    let mut length = None;
    let mut width = 0;
    loop {
        rest = past_headers(rest);
        if let Some(label) = rest.strip_prefix(END) {
            let tail = label.split_once("-----").map_or(rest, |(_, tail)| tail);
            return length.map(|_| body.len() - tail.len());
        }
        let (line, after) = rest.split_at(base64_length(rest));
        let is_last = past_separators(after).starts_with(END) && length.is_some();
        if line.is_empty() || !(is_last || line.len() == width || is_key_text(line)) {
            return length;
        }
        // All lines of a body except the last have the same length, which is longer than words.
        if line.len() >= 40 {
            width = line.len();
        }
        length = Some(body.len() - after.len());
        rest = after;
    }
}

/// Skips the characters around the lines of a key: white space, escaped line breaks, and marks that
/// quote lines.
fn past_separators(text: &str) -> &str {
    let mut rest = text;
    loop {
        let escape = rest.strip_prefix('\\').map(|escape| escape.trim_start_matches('\\'));
        let unescaped = escape.map(|escape| escape.strip_prefix(['n', 'r', 't']).unwrap_or(escape));
        let next = unescaped.unwrap_or(rest);
        let next =
            next.trim_start_matches(|character: char| character.is_whitespace() || "\"'`,+|>#*".contains(character));
        if next.len() == rest.len() {
            return rest;
        }
        rest = next;
    }
}

/// Skips separators and the header fields of a key, one per line.
fn past_headers(text: &str) -> &str {
    const FIELDS: [&str; 6] = ["Proc-Type:", "DEK-Info:", "Version:", "Comment:", "Charset:", "Hash:"];
    let mut rest = past_separators(text);
    while FIELDS.iter().any(|field| rest.starts_with(field)) {
        let end = rest.find(['\n', '\\']).unwrap_or(rest.len());
        rest = past_separators(rest.get(end..).unwrap_or_default());
    }
    rest
}

/// Returns the length in bytes of the base64 text at the start of a text. Some programs write `/`
/// as `\/` in JSON.
fn base64_length(text: &str) -> usize {
    let is_base64 = |character: char| character.is_ascii_alphanumeric() || matches!(character, '+' | '/' | '=');
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_base64);
        match rest.strip_prefix("\\/") {
            Some(after) => rest = after,
            None => return text.len() - rest.len(),
        }
    }
}

/// Returns true if base64 text cannot be a word, a name or a path.
fn is_key_text(line: &str) -> bool {
    let has = |class: fn(&u8) -> bool| line.as_bytes().iter().any(class);
    let has_all = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit);
    line.len() >= 16 && has_all && is_random(line) && !is_identifier(line)
}

/// Token formats of services: prefix, minimum length after it, whether it may contain `-`, `_` and
/// `.`, and the kind to report.
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

/// Finds tokens of the formats in [`TOKENS`], and AWS access keys.
pub(super) fn tokens(text: &str, matches: &mut SecretMatches) {
    for (prefix, min_length, has_marks, kind) in TOKENS {
        for (start, _) in text.match_indices(prefix) {
            if !begins_word(text, start) {
                continue;
            }
            let body = text.get(start + prefix.len()..).unwrap_or_default();
            let belongs = |character: char| {
                character.is_ascii_alphanumeric() || (has_marks && matches!(character, '-' | '_' | '.'))
            };
            let length = body.find(|character: char| !belongs(character)).unwrap_or(body.len());
            let body = body.get(..length).unwrap_or_default().trim_end_matches('.');
            if body.len() >= min_length && is_random(body) {
                matches.push((start..start + prefix.len() + body.len(), kind));
            }
        }
    }
    for prefix in ["AKIA", "ASIA"] {
        for (start, _) in text.match_indices(prefix) {
            let rest = text.get(start..).unwrap_or_default();
            let of_key = |character: char| character.is_ascii_uppercase() || character.is_ascii_digit();
            let length = rest.find(|character: char| !of_key(character)).unwrap_or(rest.len());
            if length == 20 && begins_word(text, start) && ends_word(text, start + length) {
                matches.push((start..start + length, "AWS access key"));
            }
        }
    }
}

/// Finds JSON Web Tokens: three base64 parts separated by dots, of which the first two are JSON.
pub(super) fn web_tokens(text: &str, matches: &mut SecretMatches) {
    for (start, _) in text.match_indices("eyJ") {
        let rest = text.get(start..).unwrap_or_default();
        let belongs = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.');
        let length = rest.find(|character: char| !belongs(character)).unwrap_or(rest.len());
        let token = rest.get(..length).unwrap_or_default().trim_end_matches('.');
        let parts: Vec<&str> = token.split('.').collect();
        let is_token = matches!(parts.as_slice(), [head, body, sign] if head.len() >= 10 && body.starts_with("eyJ") && sign.len() >= 16);
        if is_token && begins_word(text, start) {
            matches.push((start..start + token.len(), "web token"));
        }
    }
}

/// Returns true if a text looks random: it has letters and digits, and at least 8 different
/// characters.
fn is_random(body: &str) -> bool {
    let mut kinds: Vec<u8> = body.bytes().collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.len() >= 8 && kinds.iter().any(u8::is_ascii_digit) && kinds.iter().any(u8::is_ascii_alphabetic)
}

/// Returns true if a position is not inside a longer run of base64 text.
fn begins_word(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    before.is_none_or(|character| !character.is_ascii_alphanumeric() && !matches!(character, '+' | '/' | '_' | '-'))
}

fn ends_word(text: &str, at: usize) -> bool {
    let after = text.get(at..).and_then(|after| after.chars().next());
    after.is_none_or(|character| !character.is_ascii_alphanumeric() && !matches!(character, '+' | '/' | '_' | '='))
}
