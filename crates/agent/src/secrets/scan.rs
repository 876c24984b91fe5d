//! Finds secrets in a text with all rules at once.

use std::ops::Range;
use std::sync::LazyLock;

use regex_automata::Input;
use regex_automata::meta::Regex;

use crate::secrets::private_key::key_length;
use crate::secrets::reader::Reader;
use crate::secrets::rules::{self, Certainty, Check, Name, Rule};
use crate::secrets::value::{Style, has_random_value, is_basic, is_name, is_random, judge, judge_login};

/// A part of a text that is or may be a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    /// Range in bytes.
    pub range: Range<usize>,
    /// What it is.
    pub kind: &'static str,
    /// Whether it is replaced.
    pub certainty: Certainty,
}

/// All rules as one regular expression with a pattern for each rule.
struct Scanner {
    rules: Vec<&'static Rule>,
    regex: Regex,
}

/// `None` only if a pattern is not valid, which a test excludes.
static SCANNER: LazyLock<Option<Scanner>> = LazyLock::new(|| {
    let rules: Vec<&'static Rule> = rules::all().collect();
    let patterns: Vec<String> = rules.iter().map(|rule| whole_pattern(rule)).collect();
    let regex = Regex::new_many(&patterns).ok()?;
    Some(Scanner { rules, regex })
});

/// Returns the pattern of a rule. A form that is not part of a larger pattern begins at the start of
/// a word, or behind an escaped character such as `\n` or `%2F`.
fn whole_pattern(rule: &Rule) -> String {
    let is_whole = !rule.pattern.contains("(?<") && !matches!(rule.check, Check::Value(_) | Check::Prose(_));
    if is_whole {
        format!(r"(?:\A|[^0-9A-Za-z]|\\[nrt]|%[0-9A-F]{{2}})(?<secret>{})", rule.pattern)
    } else {
        rule.pattern.to_owned()
    }
}

/// Returns the certain and doubtful secrets in a text, in order and without overlaps.
pub(crate) fn find(text: &str) -> Vec<Match> {
    let Some(scanner) = &*SCANNER else { return Vec::new() };
    let Some(first) = scanner.regex.search(&Input::new(text)) else { return Vec::new() };
    let mut captures = scanner.regex.create_captures();
    let mut reader = Reader::new(text);
    let mut matches = Vec::new();
    let mut at = first.start();
    loop {
        scanner.regex.search_captures(&Input::new(text).range(at..), &mut captures);
        let Some(whole) = captures.get_match() else { break };
        let Some(rule) = scanner.rules.get(whole.pattern().as_usize()) else { break };
        let secret =
            (1..captures.group_len()).find_map(|index| captures.get_group(index)).map(|span| span.start..span.end);
        let candidate = Candidate { rule, whole: whole.range(), secret: secret.unwrap_or(whole.range()) };
        let (found, next) = candidate.examine(text, &mut reader);
        matches.extend(found);
        // A secret may be inside of another one, so the search goes on behind the name or prefix.
        at = next.max(text.ceil_char_boundary(whole.start() + 1));
        if at >= text.len() {
            break;
        }
    }
    separate(matches)
}

/// Returns the kind of name that a key of an object is, with the certainty of its rule.
fn name_kind(key: &str) -> Option<(Name, Certainty)> {
    let scanner = SCANNER.as_ref()?;
    let assigned = format!("{key}:");
    let found = scanner.regex.find_iter(&assigned).last().filter(|found| found.end() == assigned.len())?;
    let rule = scanner.rules.get(found.pattern().as_usize())?;
    match rule.check {
        Check::Value(name) => Some((name, rule.certainty)),
        _ => None,
    }
}

/// Returns the matches in the text at a key of an object.
pub(super) fn find_member(key: &str, text: &str) -> Vec<Match> {
    let judged = || {
        let (name, certainty) = name_kind(key)?;
        Some(judge(text, name, Style::Quoted)?.min(certainty))
    };
    match if key.is_empty() || text.len() < 4 { None } else { judged() } {
        Some(Certainty::Certain) => {
            vec![Match { range: 0..text.len(), kind: "password", certainty: Certainty::Certain }]
        }
        Some(Certainty::Doubtful) => {
            let whole = Match { range: 0..text.len(), kind: "password", certainty: Certainty::Doubtful };
            separate(find(text).into_iter().chain([whole]).collect())
        }
        None => find(text),
    }
}

/// A match of a pattern, which its rule examines.
struct Candidate {
    rule: &'static Rule,
    whole: Range<usize>,
    secret: Range<usize>,
}

impl Candidate {
    /// Returns the secret, if it is one, and where to go on.
    fn examine(&self, text: &str, reader: &mut Reader) -> (Option<Match>, usize) {
        let secret = text.get(self.secret.clone()).unwrap_or_default();
        let (range, certainty) = match self.rule.check {
            Check::Value(name) => return (self.value(text, reader, name, false), self.before_value(text)),
            Check::Prose(name) => return (self.value(text, reader, name, true), self.before_value(text)),
            Check::PrivateKey => {
                let body = text.get(self.whole.end..).unwrap_or_default();
                let length = key_length(body);
                (self.whole.start..self.whole.end + length.unwrap_or(0), length.map(|_| Certainty::Certain))
            }
            Check::Login => (self.secret.clone(), self.login(text, secret)),
            Check::Basic => (self.secret.clone(), is_basic(secret).then_some(Certainty::Certain)),
            Check::Cookie => (self.secret.clone(), has_random_value(secret).then_some(Certainty::Certain)),
            Check::Random => (self.secret.clone(), is_random(secret).then_some(Certainty::Certain)),
            Check::Word => (self.secret.clone(), (is_random(secret) && !is_name(secret)).then_some(Certainty::Certain)),
            Check::Form => (self.secret.clone(), Some(Certainty::Certain)),
        };
        let behind = text.get(range.end..).unwrap_or_default();
        if behind.starts_with(|character: char| character.is_ascii_alphanumeric())
            && self.rule.check != Check::PrivateKey
        {
            // The form is part of a longer word.
            return (None, self.whole.start + 1);
        }
        let Some(certainty) = certainty else { return (None, self.whole.end) };
        let end = range.end;
        let certainty = certainty.min(self.rule.certainty);
        (Some(Match { range, kind: self.rule.kind, certainty }), end)
    }

    /// Returns the last character of the name or assignment, which the next secret may need.
    fn before_value(&self, text: &str) -> usize {
        text.floor_char_boundary(self.whole.end.saturating_sub(1))
    }

    fn value(&self, text: &str, reader: &mut Reader, name: Name, is_sentence: bool) -> Option<Match> {
        let (range, style) = reader.value(self.whole.start, self.whole.end, is_sentence)?;
        let certainty = judge(text.get(range.clone())?, name, style)?.min(self.rule.certainty);
        Some(Match { range, kind: self.rule.kind, certainty })
    }

    fn login(&self, text: &str, password: &str) -> Option<Certainty> {
        let before = text.get(self.whole.start..self.secret.start).unwrap_or_default().trim_end_matches(':');
        let user = before.rsplit(['/', ' ', '"', '\'', '=']).next().unwrap_or_default();
        let behind = text.get(self.secret.end..).unwrap_or_default();
        let host = behind.strip_prefix('@').unwrap_or_default();
        let end = host.find(|character: char| character.is_whitespace() || "\"'`<>/?#,".contains(character));
        judge_login(user, password, host.get(..end.unwrap_or(host.len())).unwrap_or_default())
    }
}

/// Sorts matches and joins those that overlap. What is certain goes before what is doubtful, and the
/// form of a service before the value of a name.
fn separate(mut matches: Vec<Match>) -> Vec<Match> {
    matches.sort_by_key(|found| (found.range.start, found.range.end));
    let mut separate: Vec<Match> = Vec::new();
    for found in matches {
        let Some(last) = separate.last_mut().filter(|last| last.range.end > found.range.start) else {
            separate.push(found);
            continue;
        };
        if found.certainty > last.certainty {
            *last = found;
        } else if found.certainty == last.certainty {
            last.range.end = last.range.end.max(found.range.end);
            if last.kind.starts_with("password") {
                last.kind = found.kind;
            }
        }
    }
    separate
}

#[cfg(test)]
pub(super) fn is_valid() -> bool {
    SCANNER.is_some()
}
